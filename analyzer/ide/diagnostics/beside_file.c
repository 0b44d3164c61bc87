#include "analyzer/ide/diagnostics/beside_file.h"

#include "analyzer/ide/diagnostics/unknown_names.h"
#include "analyzer/ide/names/beside.h"
#include "analyzer/model/definitions/type_check.h"

/* The names of both, those of the file first. */
static const struct kept_names *sections_of(
	const struct syntax_tree *tree, const struct syntax_tree *template, struct arena *arena)
{
	uint32_t own = syntax_tree_section_count(tree);
	uint32_t others = syntax_tree_section_count(template);
	struct kept_names *names = arena_allocate(arena, own + others, sizeof(*names));
	for (uint32_t i = 0; i < own; i++)
		names[i] = kept_names_of_section(tree, i, arena);
	for (uint32_t i = 0; i < others; i++)
		names[own + i] = kept_names_of_section(template, i, arena);
	return names;
}

static void check_names(const struct syntax_tree *tree, const struct syntax_tree *template,
	struct diagnostics *diagnostics)
{
	struct arena *arena = diagnostics->arena;
	uint32_t own = syntax_tree_section_count(tree);
	uint32_t count = own + syntax_tree_section_count(template);
	const struct kept_names *names = sections_of(tree, template, arena);
	struct declared_names *declared = declared_names_create(names, count);
	struct unknown_names unknown = unknown_names_find(names, count, declared, arena);
	size_t here = 0;
	while (here < unknown.count && unknown.items[here].place.section < own)
		here++;
	unknown.count = here;
	unknown_names_report(&unknown, tree, NULL, NULL, diagnostics);
	declared_names_destroy(declared);
}

static struct diagnostics check(const struct syntax_tree *tree, struct string template_path,
	const struct files *files, struct arena *arena)
{
	struct diagnostics diagnostics = diagnostics_in(arena);
	struct syntax_tree *template = files_read(files, template_path);
	if (!template)
		return diagnostics;
	struct types *types = types_create(template, template_path, files, NULL);
	types_check_names_beside(types, tree, &diagnostics);
	check_names(tree, template, &diagnostics);
	types_release(types);
	syntax_tree_release(template);
	return diagnostics;
}

struct ide_diagnostics beside_file_add(struct ide_diagnostics found, const struct syntax_tree *tree,
	struct string path, const struct files *files, struct arena *arena)
{
	enum grammar_file kind = grammar_file_kind(tree);
	if (kind != GRAMMAR_FILE_RULES && kind != GRAMMAR_FILE_CONDITIONS)
		return found;
	struct beside beside = beside_of(tree, path, files, arena);
	if (beside.template.length == 0)
		return found;
	struct diagnostics more = check(tree, beside.template, files, arena);
	for (size_t i = 0; i < more.count; i++)
		more.items[i].severity = DIAGNOSTIC_WARNING;
	return diagnostics_with(found, tree, &more, arena);
}

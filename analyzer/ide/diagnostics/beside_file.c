#include "analyzer/ide/diagnostics/beside_file.h"

#include "analyzer/ide/diagnostics/unknown_names.h"
#include "analyzer/ide/names/beside.h"
#include "analyzer/model/definitions/type_check.h"

static bool is_declared(const struct syntax_tree *template, const struct kept_name *name)
{
	enum declared_kind kinds[] = {
		(enum declared_kind)name->kind, (enum declared_kind)name->alternative};
	return !node_is_absent(names_find(template, kinds[0], name->name).key) ||
	       !node_is_absent(names_find(template, kinds[1], name->name).key);
}

/* Those within something are told where they are resolved. */
static void check_names(const struct syntax_tree *tree, const struct syntax_tree *template,
	struct diagnostics *diagnostics)
{
	uint32_t sections = syntax_tree_section_count(tree);
	for (uint32_t section = 0; section < sections; section++) {
		struct kept_names names = kept_names_of_section(tree, section, diagnostics->arena);
		for (size_t i = 0; i < names.count; i++) {
			const struct kept_name *name = &names.items[i];
			enum declared_kind kind = (enum declared_kind)name->kind;
			enum diagnostic_code code;
			if (!name->is_declaration && kept_name_code(kind, &code) &&
				name->container.length == 0 && !name->is_part &&
				!is_declared(template, name))
				unknown_name_report(diagnostics, code, template, kind,
					syntax_tree_node(tree,
						(struct node_reference){section, name->node}));
		}
	}
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

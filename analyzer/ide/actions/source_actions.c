/* What is done to a whole file at once, also whenever it is saved: fixes that keep what is meant,
 * and imports that nothing needs are taken out. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/edits/layout.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/types/types.h"
#include "analyzer/variability/analysis/analysis.h"
#include "base/interruption.h"

/* ---- fixes ---- */

/* Only one thing can be meant, and nothing is lost. */
static bool is_certain(struct string code)
{
	static const char *const codes[] = {"bad-list-entry", "deprecated-spelling",
		"redundant-condition", "unwrapped-property", "wrong-value"};
	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
		if (string_is(code, codes[i]))
			return true;
	return false;
}

/* Edits so far, and where the last of them ends. */
struct taken {
	struct edits edits;
	uint32_t end;
};

/* Mostly it is behind all of them. */
static bool is_free(const struct taken *taken, struct range range)
{
	for (size_t i = 0; range.start <= taken->end && i < taken->edits.count; i++)
		if (ranges_touch(taken->edits.items[i].range, range))
			return false;
	return true;
}

static bool are_free(const struct taken *taken, const struct action *action)
{
	for (size_t i = 0; i < action->edit_count; i++)
		if (!is_free(taken, action->edits[i].range))
			return false;
	return true;
}

static void take(struct offer *offer, struct taken *taken, const struct action *action)
{
	for (size_t i = 0; i < action->edit_count; i++) {
		uint32_t end = action->edits[i].range.end;
		offer_edit(offer, &taken->edits, action->edits[i]);
		taken->end = end > taken->end ? end : taken->end;
	}
}

/* The first fix of each mistake; of those that concern the same place, the next time does the rest.
 */
void offer_all_fixes(struct offer *offer)
{
	struct ide_diagnostics diagnostics = offer->request->diagnostics;
	struct taken taken = {0};
	for (size_t i = 0; i < diagnostics.count && !interrupted(offer->request->cancelled); i++) {
		const struct ide_diagnostic *diagnostic = &diagnostics.items[i];
		struct offer own = {
			.arena = offer->arena, .request = offer->request, .tree = offer->tree};
		if (!is_certain(diagnostic->code))
			continue;
		offer_fixes(&own, diagnostic);
		if (own.count > 0 && are_free(&taken, &own.items[0]))
			take(offer, &taken, &own.items[0]);
	}
	if (taken.edits.count > 0)
		offer_action(offer, ACTION_FIX_ALL, STRING("Fix all that is certain"), taken.edits);
}

/* ---- imports ---- */

/* `tosca.nodes.Compute` may be written `Compute`. */
static struct string last_word(struct string name)
{
	size_t start = name.length;
	while (start > 0 && name.bytes[start - 1] != '.' && name.bytes[start - 1] != ':')
		start--;
	return string_slice(name, start, name.length);
}

/* Whether the file, or what it imports, gives nothing but types, and none whose name occurs in the
 * document. */
static bool is_unused(struct offer *offer, const struct types *types,
	const struct type_import *import, struct string text)
{
	static const char *const others[] = {"functions", "repositories", "topology_template",
		"service_template", "dsl_definitions"};
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (!node_is_absent(node_get(syntax_tree_root(import->tree), others[i])))
			return false;
	struct types *own = types_create(
		import->tree, import->path, offer->request->files, types_normative(types));
	size_t count, used = 0, imported = 0;
	const struct type *const *all = types_all(own, &count);
	for (size_t i = 0; i < count; i++) {
		imported += !type_is_normative(all[i]);
		used += !type_is_normative(all[i]) &&
			string_contains(text, last_word(all[i]->name));
	}
	bool unused = imported > 0 && used == 0 && types_are_complete(own);
	types_release(own);
	return unused;
}

static bool is_repeated(
	const struct types *types, size_t position, const struct type_import *import)
{
	struct type_import other;
	for (size_t i = 0; i < position && types_import_at(types, i, &other); i++)
		if (string_equal(other.path, import->path) &&
			string_equal(other.prefix, import->prefix))
			return true;
	return false;
}

/* The number of the item of a list that a node is in. */
static uint32_t position_in(struct node list, struct node node)
{
	uint32_t count = node_count(list);
	for (uint32_t i = 0; i < count; i++) {
		struct range item = node_range(node_item(list, i));
		if (item.start <= node_range(node).start && node_range(node).end <= item.end)
			return i;
	}
	return count;
}

/* Everything but the imports. */
static struct string text_without(struct offer *offer, struct node_entry imports)
{
	struct range range = {node_range(imports.key).start, layout_entry_end(imports)};
	struct range rest = {range.end, syntax_tree_length(offer->tree)};
	struct string before =
		syntax_tree_text(offer->tree, (struct range){0, range.start}, offer->arena);
	struct string behind = syntax_tree_text(offer->tree, rest, offer->arena);
	return arena_format(
		offer->arena, "%.*s%.*s", STRING_ARGUMENTS(before), STRING_ARGUMENTS(behind));
}

/* In files that others import, an import may be there for them. */
void offer_organized_imports(struct offer *offer)
{
	struct node root = syntax_tree_root(offer->tree);
	const struct types *types =
		offer->request->analysis ? analysis_types(offer->request->analysis) : NULL;
	struct node_entry imports = node_find(root, STRING("imports"));
	bool is_template = !node_is_absent(grammar_template(offer->tree).key);
	if (!types || !is_template || node_kind(imports.value) != NODE_SEQUENCE)
		return;
	struct string text = text_without(offer, imports);
	struct edits edits = {0};
	struct type_import import;
	uint32_t removed = 0;
	for (size_t i = 0; types_import_at(types, i, &import); i++) {
		struct text_edit edit;
		uint32_t position = position_in(imports.value, import.node);
		if (!import.tree || position == node_count(imports.value) ||
			!(is_repeated(types, i, &import) || is_unused(offer, types, &import, text)))
			continue;
		removed++;
		if (layout_removal(offer->tree, imports.value, position, &edit, offer->arena))
			offer_edit(offer, &edits, edit);
	}
	if (removed == node_count(imports.value)) { /* an empty list would be left */
		uint32_t position = 0;
		struct text_edit edit;
		while (!node_equal_place(node_entry(root, position).key, imports.key))
			position++;
		edits.count = 0;
		if (layout_removal(offer->tree, root, position, &edit, offer->arena))
			offer_edit(offer, &edits, edit);
	}
	if (edits.count > 0)
		offer_action(offer, ACTION_ORGANIZE_IMPORTS,
			STRING("Remove imports that nothing needs"), edits);
}

#include "analyzer/ide/completion/element_text.h"

#include "analyzer/ide/text/markdown.h"
#include "analyzer/ide/text/presence_sign.h"

/* ---- captions ---- */

static struct string imported_file(const struct analysis *analysis, const struct element *import)
{
	struct node item = analysis_node(analysis, import->value);
	struct node file = node_kind(item) == NODE_MAPPING ? node_get(item, "file") : item;

	if (node_is_absent(file))
		file = node_get(item, "url");
	return node_kind(file) == NODE_SCALAR ? node_text(file) : import->name;
}

/* Types that a container has to choose from have names of their own; properties have not. */
static bool has_namesake(const struct element *element)
{
	for (uint32_t i = 0; i < element->alternatives.count; i++) {
		const struct element *other = element->alternatives.items[i];

		if (other != element && string_equal(other->name, element->name))
			return true;
	}
	return false;
}

struct string element_caption(
	const struct analysis *analysis, const struct element *element, struct arena *arena)
{
	if (element->kind == ELEMENT_IMPORT)
		return imported_file(analysis, element);
	if (element->kind == ELEMENT_RELATION && element->relation.target)
		return arena_format(arena, "%.*s → %.*s", STRING_ARGUMENTS(element->name),
			STRING_ARGUMENTS(element->relation.target->name));
	if (element->index != ELEMENT_NO_INDEX && has_namesake(element))
		return arena_format(
			arena, "%.*s@%d", STRING_ARGUMENTS(element->name), (int)element->index);
	return element->name;
}

/* ---- summaries ---- */

enum {
	NAMED_VARIANTS = 3 /* as many names are read at a glance */
};

struct summary {
	const struct analysis *analysis;
	const struct element *element;
	struct markdown text;
};

static size_t count_variants(const struct analysis *analysis)
{
	size_t count = 0;

	for (size_t i = presence_first_variant(analysis); i < analysis_variant_count(analysis);
		i = presence_next_variant(analysis, i))
		count++;
	return count;
}

static size_t count(const struct summary *summary, enum presence presence)
{
	size_t count = 0;

	for (size_t i = presence_first_variant(summary->analysis);
		i < analysis_variant_count(summary->analysis);
		i = presence_next_variant(summary->analysis, i))
		count += analysis_presence(summary->analysis, i, summary->element) == presence;
	return count;
}

/* "in staging, peak"; of many "in 14 of 20" */
static void add_group(struct summary *summary, const char *words, enum presence presence)
{
	size_t first = presence_first_variant(summary->analysis);
	size_t end = analysis_variant_count(summary->analysis);
	size_t total = count(summary, presence);
	const char *before = summary->text.length > 0 ? "; " : "";

	if (total > NAMED_VARIANTS) {
		markdown_add(&summary->text, "%s%s%zu of %zu", before, words, total,
			count_variants(summary->analysis));
		return;
	}
	for (size_t i = first; i < end; i = presence_next_variant(summary->analysis, i)) {
		if (analysis_presence(summary->analysis, i, summary->element) != presence)
			continue;
		markdown_add(&summary->text, "%s%s%.*s", before, words,
			STRING_ARGUMENTS(analysis_variant(summary->analysis, i)->name));
		before = ", ";
		words = "";
	}
}

struct string element_summary(
	const struct analysis *analysis, const struct element *element, struct arena *arena)
{
	struct summary summary = {analysis, element, markdown_in(arena)};
	size_t present = count(&summary, PRESENCE_PRESENT);
	size_t absent = count(&summary, PRESENCE_ABSENT);
	size_t all = count_variants(analysis);

	if (absent == all)
		return STRING("in no variant");
	if (present > 0 && (present <= absent || absent > NAMED_VARIANTS))
		add_group(&summary, "in ", PRESENCE_PRESENT);
	else
		add_group(&summary, "not in ", PRESENCE_ABSENT);
	add_group(&summary, "depends in ", PRESENCE_DEPENDS);
	add_group(&summary, "error in ", PRESENCE_ERROR);
	return markdown_text(&summary.text);
}

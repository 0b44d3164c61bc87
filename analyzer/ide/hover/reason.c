#include "analyzer/ide/hover/reason.h"

#include "analyzer/ide/text/markdown.h"
#include "analyzer/ide/text/presence_sign.h"

/* What of a chain fits into one line: where it ends is said in any case. */
enum {
	LONGEST_CHAIN = 64,
	MOST_ELEMENTS = 2,
};

/* The first chain of the tree: each step explains the one before it. */
static size_t first_chain(const struct explanation_step *steps, size_t count,
	const struct explanation_step *chain[LONGEST_CHAIN])
{
	size_t length = 0;
	size_t previous = 0;
	for (size_t i = 1; i < count && length < LONGEST_CHAIN; i++) {
		if (steps[i].depth <= steps[previous].depth)
			break;
		chain[length++] = &steps[i];
		previous = i;
	}
	return length;
}

static void add(struct markdown *line, const struct explanation_step *step)
{
	markdown_add(
		line, "%s%.*s", line->length > 0 ? ", because " : "", STRING_ARGUMENTS(step->text));
}

/* Other elements on the way, the last condition, and what decides it. */
struct string reason_line(const struct analysis *analysis, size_t variant,
	const struct element *element, struct arena *arena)
{
	const struct explanation_step *chain[LONGEST_CHAIN];
	size_t count = 0;
	const struct explanation_step *steps =
		analysis_explain(analysis, variant, element, arena, &count);
	size_t length = first_chain(steps, count, chain);
	struct markdown line = markdown_in(arena);
	size_t elements = 0;
	for (size_t i = 0; i + 2 < length; i++) {
		if (chain[i]->element && chain[i]->element != element && elements < MOST_ELEMENTS) {
			add(&line, chain[i]);
			elements++;
		}
	}
	for (size_t i = length > 1 ? length - 2 : 0; i < length; i++)
		add(&line, chain[i]);
	return markdown_text(&line);
}

static struct string open_inputs(const struct analysis *analysis, size_t variant,
	const struct element *element, struct arena *arena)
{
	size_t count = 0;
	const struct string *inputs =
		analysis_presence_inputs(analysis, variant, element, arena, &count);
	struct markdown line = markdown_in(arena);
	for (size_t i = 0; i < count; i++) {
		markdown_add(
			&line, "%s%.*s", i == 0 ? "open: " : ", ", STRING_ARGUMENTS(inputs[i]));
	}
	return markdown_text(&line);
}

void reason_table(
	struct markdown *markdown, const struct analysis *analysis, const struct element *element)
{
	struct arena *arena = markdown->arena;
	markdown_add(markdown, "| Variant | Presence | Why |\n|---|---|---|\n");
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		const struct variant *variant = analysis_variant(analysis, i);
		enum presence presence = analysis_presence(analysis, i, element);
		struct string why = variant->error;
		if (presence == PRESENCE_DEPENDS)
			why = open_inputs(analysis, i, element, arena);
		else if (presence != PRESENCE_ERROR || why.length == 0)
			why = reason_line(analysis, i, element, arena);
		markdown_add(markdown, "| ");
		markdown_add_cell(markdown, variant->name);
		markdown_add(markdown, "%s | %s %s | ",
			i == analysis_active_variant(analysis) ? " (active)" : "",
			presence_sign(presence), presence_name(presence));
		markdown_add_cell(markdown, why);
		markdown_add(markdown, " |\n");
	}
}

#include "analyzer/ide/hover/reason.h"

#include "analyzer/ide/hover/variant_groups.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/ide/text/presence_sign.h"

/* What fits into one line; where more is left out, that is said. */
enum {
	MOST_ELEMENTS = 2,
	MOST_REASONS = 3,
};

struct reason {
	const struct explanation *explanation;
	struct markdown line;
	size_t reasons; /* so far */
	size_t above;   /* what the last of them explains */
};

/* In one line, nothing is above. */
static bool is_told_above(const struct explanation_step *step)
{
	return string_ends_with(step->text, "(see above)");
}

static bool is_last_cause(const struct explanation *explanation, size_t step)
{
	return (step + 1 == explanation->count ||
		       explanation->steps[step + 1].depth <= explanation->steps[step].depth) &&
	       !is_told_above(&explanation->steps[step]);
}

/* The step that this one explains; the first step explains none. */
static size_t explained_by(const struct explanation *explanation, size_t step)
{
	size_t above = step;

	while (above > 0 && explanation->steps[above].depth >= explanation->steps[step].depth)
		above--;
	return above;
}

static void add(struct reason *reason, const char *link, size_t step)
{
	markdown_add(&reason->line, "%s%.*s", link,
		STRING_ARGUMENTS(reason->explanation->steps[step].text));
}

/* The elements on the way from the answer to the first last cause. */
static void add_elements(struct reason *reason, size_t last)
{
	const struct explanation *explanation = reason->explanation;
	size_t elements = 0;

	for (size_t i = 1; i < last; i++) {
		const struct element *element = explanation->steps[i].element;

		if (!element || element == explanation->steps[0].element)
			continue;
		if (elements++ < MOST_ELEMENTS)
			add(reason, elements > 1 ? ", because " : "", i);
	}
	if (elements > MOST_ELEMENTS)
		markdown_add(&reason->line, ", because of %zu more %s", elements - MOST_ELEMENTS,
			elements - MOST_ELEMENTS == 1 ? "element" : "elements");
}

/* The last condition on the way, and what decides it. */
static void add_cause(struct reason *reason, size_t step)
{
	size_t above = explained_by(reason->explanation, step);
	bool is_told = reason->reasons > 0 && above == reason->above;

	if (reason->reasons++ >= MOST_REASONS)
		return;
	reason->above = above;
	if (reason->reasons == 1) {
		add_elements(reason, above);
		if (above > 0)
			add(reason, reason->line.length > 0 ? ", because " : "", above);
	} else if (above > 0 && !is_told) {
		add(reason, "; and ", above);
	}
	add(reason,
		reason->explanation->steps[step].is_consequence ? "; "
		: is_told                                       ? " and "
		: above > 0                                     ? ", because "
		: reason->line.length > 0                       ? "; and "
								: "",
		step);
}

/* Empty if there is nothing to say. */
static struct string reason_line(const struct explanation *explanation, struct arena *arena)
{
	struct reason reason = {explanation, markdown_in(arena), 0};

	for (size_t i = 1; i < explanation->count; i++)
		if (is_last_cause(explanation, i))
			add_cause(&reason, i);
	if (reason.reasons > MOST_REASONS)
		markdown_add(&reason.line, "; and %zu more %s", reason.reasons - MOST_REASONS,
			reason.reasons - MOST_REASONS == 1 ? "reason" : "reasons");
	return markdown_text(&reason.line);
}

/* The error of a variant, and what leads to it. */
static struct string error_line(
	const struct explanation *explanation, struct string why, struct arena *arena)
{
	struct string error = explanation->steps[0].text;

	return why.length > 0 ? arena_format(arena, "%.*s: %.*s", STRING_ARGUMENTS(error),
					STRING_ARGUMENTS(why))
			      : error;
}

/* What the variants are open about, in as few words as possible. */
static struct string open_inputs(const struct analysis *analysis, size_t variant,
	const struct element *element, struct arena *arena)
{
	size_t count = 0;
	const struct string *inputs =
		analysis_presence_inputs(analysis, variant, element, arena, &count);
	struct markdown line = markdown_in(arena);

	for (size_t i = 0; i < count; i++)
		markdown_add(
			&line, "%s%.*s", i == 0 ? "open: " : ", ", STRING_ARGUMENTS(inputs[i]));
	return markdown_text(&line);
}

static struct variant_group variants_of(const struct explanation *explanation)
{
	return (struct variant_group){explanation->variants, explanation->variant_count};
}

static void add_row(struct markdown *markdown, const struct analysis *analysis,
	const struct element *element, const struct explanation *explanation)
{
	size_t first = explanation->variants[0];
	struct string why = reason_line(explanation, markdown->arena);

	if (explanation->presence == PRESENCE_DEPENDS)
		why = open_inputs(analysis, first, element, markdown->arena);
	else if (explanation->presence == PRESENCE_ERROR)
		why = error_line(explanation, why, markdown->arena);
	markdown_add(markdown, "| ");
	variant_group_add(markdown, analysis, variants_of(explanation), explanation->variant_count);
	markdown_add(markdown, " | %s %s | ", presence_sign(explanation->presence),
		presence_name(explanation->presence));
	markdown_add_cell(markdown, why);
	markdown_add(markdown, " |\n");
}

void reason_table(
	struct markdown *markdown, const struct analysis *analysis, const struct element *element)
{
	size_t count;
	const struct explanation *explanations = analysis_explain_variants(
		analysis, element, EXPLANATION_SHORTEST, markdown->arena, &count);

	markdown_add(markdown, "| Variant | Presence | Why |\n|---|---|---|\n");
	for (int others = 0; others <= 1; others++)
		for (size_t i = 0; i < count; i++)
			if (variant_group_is_active(analysis, variants_of(&explanations[i])) ==
				!others)
				add_row(markdown, analysis, element, &explanations[i]);
}

#include "analyzer/variability/types/problem.h"

#include <stdarg.h>

struct problem *problems_add(struct problems *problems, enum phase phase, enum diagnostic_code code,
	struct node place, const char *format, ...)
{
	va_list arguments;

	problems->items = arena_reserve(problems->arena, problems->items, problems->count,
		&problems->capacity, sizeof(*problems->items));

	struct problem *problem = &problems->items[problems->count++];

	va_start(arguments, format);
	*problem = (struct problem){.phase = phase,
		.order = problems->next_order++,
		.reading = problems->reading,
		.owner = problems->owner,
		.code = code,
		.text = arena_format_list(problems->arena, format, arguments),
		.place = place,
		.variants = PROBLEM_EVERY_VARIANT};
	va_end(arguments);
	return problem;
}

bool problem_precedes(const struct problem *a, const struct problem *b)
{
	return a->phase != b->phase ? a->phase < b->phase : a->order < b->order;
}

uint64_t problems_failing(const struct problems *problems)
{
	uint64_t failing = 0;

	for (size_t i = 0; i < problems->count; i++)
		if (problems->items[i].phase != PHASE_WARNING)
			failing |= problems->items[i].variants;
	return failing;
}

const struct problem *problems_first(const struct problems *problems, uint64_t variant)
{
	const struct problem *first = NULL;

	for (size_t i = 0; i < problems->count; i++) {
		const struct problem *problem = &problems->items[i];

		if (problem->phase == PHASE_WARNING || !(problem->variants & variant))
			continue;
		if (!first || problem_precedes(problem, first))
			first = problem;
	}
	return first;
}

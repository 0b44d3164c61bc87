#include "analyzer/model/report/diagnostics_limit.h"

void diagnostics_choice_count(
	struct diagnostics_choice *choice, enum diagnostic_code code, uint32_t section)
{
	choice->total[code]++;
	choice->before[code] += choice->limit && section < choice->limit->focus;
}

/* The first that is taken, in steps: where the focus is exactly makes no difference, else every
 * key somewhere else would change what is told. */
static uint32_t first_taken(const struct diagnostics_choice *choice, enum diagnostic_code code)
{
	uint32_t most = choice->limit->most;
	uint32_t step = most / 4 + 1;
	uint32_t before = choice->before[code];
	uint32_t last = choice->total[code] - most;
	uint32_t first = before > most / 2 ? (before - most / 2) / step * step : 0;

	return first < last ? first : last;
}

/* In front of how many the focus may be for the same to be taken. */
static void note_focus(const struct diagnostics_choice *choice, enum diagnostic_code code,
	uint32_t first, uint32_t number, uint32_t section)
{
	struct focus_range *same = &choice->limit->same;
	uint32_t half = choice->limit->most / 2, step = choice->limit->most / 4 + 1;
	uint32_t last = choice->total[code] - choice->limit->most;
	uint32_t low = first > 0 ? half + (first + step - 1) / step * step : 0;
	uint32_t high = first < last ? half + first + step - 1 : UINT32_MAX;

	if (number + 1 == low && same->first <= section)
		same->first = section + 1;
	if (number == high && same->last > section)
		same->last = section;
}

static void leave_out(struct left_out *left_out, bool is_next, enum diagnostic_severity severity,
	struct location location)
{
	if (left_out->count == 0 || is_next) {
		left_out->location = location;
		left_out->severity = severity;
	}
	left_out->count++;
}

bool diagnostics_choice_takes(struct diagnostics_choice *choice, enum diagnostic_code code,
	enum diagnostic_severity severity, struct location location)
{
	uint32_t number = choice->asked[code]++;
	uint32_t first;

	if (!choice->limit || choice->total[code] <= choice->limit->most)
		return true;
	first = first_taken(choice, code);
	note_focus(choice, code, first, number, location.node.section);
	if (number >= first && number - first < choice->limit->most)
		return true;
	leave_out(&choice->limit->left_out[code], number == first + choice->limit->most, severity,
		location);
	return false;
}

void diagnostics_append_some(struct diagnostics *diagnostics, struct diagnostics_limit *limit,
	const struct diagnostic *items, size_t count)
{
	struct diagnostics_choice choice = {.limit = limit};

	for (size_t i = 0; i < count; i++)
		diagnostics_choice_count(&choice, items[i].code, items[i].location.node.section);
	for (size_t i = 0; i < count; i++) {
		struct diagnostics one = {.items = (struct diagnostic *)&items[i], .count = 1};

		if (diagnostics_choice_takes(
			    &choice, items[i].code, items[i].severity, items[i].location))
			diagnostics_append(diagnostics, &one);
	}
}

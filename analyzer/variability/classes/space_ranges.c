/* Texts that are compared by order and by length, too: one of each length between each two points.
 */
#include "analyzer/variability/classes/space_values.h"

#include "analyzer/text/position.h"
#include "analyzer/variability/expressions/value_operators.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	LONGEST = 16,       /* that lengths are compared with */
	LONGEST_POINT = 64, /* and at least allowed */
	MOST_POINTS = 24
};

/* Points in order, the lengths that matter, and those that the declaration allows. */
struct ranges {
	struct finding_values *finding;
	struct string points[MOST_POINTS];
	size_t count;
	size_t longest; /* texts that are longer are alike */
};

static enum value_order order(const struct ranges *ranges, struct string a, struct string b)
{
	return value_compare(ranges->finding->arena, value_from_string(a), value_from_string(b));
}

static bool is_printable(struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		if (text.bytes[i] <= ' ' || text.bytes[i] >= '~')
			return false;
	return true;
}

static bool add_point(struct ranges *ranges, struct string text)
{
	size_t place = 0;

	if (ranges->count == MOST_POINTS || text.length > LONGEST_POINT || !is_printable(text))
		return false;
	while (place < ranges->count && order(ranges, ranges->points[place], text) == VALUE_LESS)
		place++;
	memmove(ranges->points + place + 1, ranges->points + place,
		(ranges->count - place) * sizeof(*ranges->points));
	ranges->points[place] = text;
	ranges->count++;
	return true;
}

static bool find_ranges(struct finding_values *finding, struct ranges *ranges)
{
	const struct space_points *points = finding->points;

	*ranges = (struct ranges){.finding = finding};
	if (!points->is_ordered_text || points->length_count == 0 || finding->input->unit ||
		finding->input->kinds != KIND_STRING || finding->low > LONGEST_POINT)
		return false;
	for (size_t i = 0; i < points->length_count; i++) {
		if (!(points->lengths[i] <= LONGEST))
			return false;
		if (points->lengths[i] > (double)ranges->longest)
			ranges->longest = (size_t)points->lengths[i];
	}
	for (size_t i = 0; i < points->count; i++)
		if (points->values[i].kind == VALUE_STRING &&
			!add_point(ranges, points->values[i].string))
			return false;
	return true;
}

/* Of this length, the first text behind `low`, or the first of all, where `fill` is the least
 * letter; empty if there is none. */
static struct string first_behind(
	const struct ranges *ranges, const struct string *low, size_t length, char fill)
{
	char *text = arena_allocate(ranges->finding->arena, length + 1, 1);
	size_t shared = !low ? 0 : low->length < length ? low->length : length;

	memset(text, fill, length);
	if (shared > 0)
		memcpy(text, low->bytes, shared);
	if (low && low->length >= length && length > 0)
		text[length - 1]++;
	return (struct string){text, length};
}

static bool is_between(const struct ranges *ranges, struct string text, const struct string *low,
	const struct string *high)
{
	return (!low || order(ranges, *low, text) == VALUE_LESS) &&
	       (!high || order(ranges, text, *high) == VALUE_LESS);
}

/* Texts between two points, either of which may be NULL, from `first` to `last` long. */
struct range_of_texts {
	const struct string *low, *high;
	size_t first, last;
};

typedef bool visit_range(const struct ranges *ranges, struct range_of_texts range);

/* Of all that are longer than what matters, some that the declaration allows: up to those that are
 * long enough to be behind anything. */
static size_t longest_to_try(const struct ranges *ranges)
{
	size_t longest = ranges->longest + 1;

	for (size_t i = 0; i < ranges->count; i++)
		if (ranges->points[i].length >= longest)
			longest = ranges->points[i].length + 1;
	return longest < ranges->finding->low ? (size_t)ranges->finding->low : longest;
}

/* Below, between and behind all points, for each length that matters and for all that are longer.
 */
static bool visit_all(const struct ranges *ranges, visit_range *visit)
{
	bool is_so = true;

	for (size_t i = 0; i <= ranges->count; i++) {
		struct range_of_texts range = {i > 0 ? &ranges->points[i - 1] : NULL,
			i < ranges->count ? &ranges->points[i] : NULL, 0, 0};

		for (size_t length = 0; length <= ranges->longest; length++) {
			range.first = range.last = length;
			is_so &= visit(ranges, range);
		}
		range.first = ranges->longest + 1;
		range.last = longest_to_try(ranges);
		is_so &= visit(ranges, range);
	}
	return is_so;
}

static bool is_allowed(const struct ranges *ranges, size_t length)
{
	return (double)length >= ranges->finding->low && (double)length <= ranges->finding->high;
}

static bool add_some(const struct ranges *ranges, struct range_of_texts range)
{
	static const char fills[] = "aA0!";

	for (size_t length = range.first; length <= range.last; length++) {
		bool is_found = !is_allowed(ranges, length);

		for (const char *fill = fills; *fill && !is_found; fill++) {
			struct string text = first_behind(ranges, range.low, length, *fill);

			is_found = is_between(ranges, text, range.low, range.high);
			if (is_found)
				values_add(ranges->finding, value_from_string(text));
		}
	}
	return true;
}

static bool may_have_one(const struct ranges *ranges, struct range_of_texts range)
{
	for (size_t length = range.first; length <= range.last; length++)
		if (is_allowed(ranges, length) &&
			is_between(ranges, first_behind(ranges, range.low, length, '\0'), range.low,
				range.high))
			return true;
	return false;
}

static bool has_one(const struct ranges *ranges, struct range_of_texts range)
{
	const struct finding_values *finding = ranges->finding;

	if (!may_have_one(ranges, range))
		return true;
	for (size_t i = 0; i < finding->count; i++) {
		struct value value = finding->candidates[i];
		size_t units = value.kind == VALUE_STRING
				       ? position_count_units(value.string, POSITION_UTF16)
				       : 0;

		if (value.kind == VALUE_STRING && units >= range.first &&
			(units <= range.last || range.first > ranges->longest) &&
			is_between(ranges, value.string, range.low, range.high))
			return true;
	}
	return false;
}

void values_add_ranges(struct finding_values *finding)
{
	struct ranges ranges;

	if (find_ranges(finding, &ranges))
		visit_all(&ranges, add_some);
}

bool values_have_ranges(struct finding_values *finding)
{
	struct ranges ranges;

	return find_ranges(finding, &ranges) && visit_all(&ranges, has_one);
}

#include "analyzer/variability/classes/space_values.h"

#include "analyzer/variability/expressions/value_operators.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void values_add(struct finding_values *finding, struct value value)
{
	if (value.kind == VALUE_NONE)
		return;
	for (size_t i = 0; i < finding->count; i++)
		if (value_equal(finding->candidates[i], value))
			return;
	finding->candidates = arena_reserve(finding->arena, finding->candidates, finding->count,
		&finding->capacity, sizeof(*finding->candidates));
	finding->candidates[finding->count++] = value;
}

static void add_text(struct finding_values *finding, struct string text)
{
	values_add(finding, value_from_string(text));
}

bool values_are_named(const struct space_points *points, struct value value)
{
	for (size_t i = 0; i < points->count; i++)
		if (value_equal(points->values[i], value))
			return true;
	for (size_t i = 0; i < points->bound_count && value.kind == VALUE_NUMBER; i++)
		if (points->bounds[i] == value.number)
			return true;
	return false;
}

void values_add_length(struct finding_values *finding, double length)
{
	static const char letters[] = "xyzuvw";
	char text[64];

	if (length >= sizeof(text))
		finding->input->is_complete = false;
	for (const char *letter = letters; *letter && length >= 0 && length < sizeof(text);
		letter++) {
		struct value value;

		memset(text, *letter, (size_t)length);
		value = value_from_string(
			arena_copy(finding->arena, (struct string){text, (size_t)length}));
		values_add(finding, value);
		if (length < 1 || !values_are_named(finding->points, value))
			return;
	}
}

/* ---- numbers ---- */

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void values_add_number(struct finding_values *finding, double number)
{
	values_add(finding, value_from_number(number + 0.0));
}

void values_add_numbers(struct finding_values *finding)
{
	const struct space_points *points = finding->points;
	double *bounds = points->bounds;
	size_t count = points->bound_count;

	if (count > 0)
		qsort(bounds, count, sizeof(*bounds), compare_numbers);
	for (size_t i = 0; i < count; i++) {
		double next = i + 1 < count ? bounds[i + 1] : bounds[i] + 2;
		double middle = (bounds[i] + next) / 2;

		if (finding->input->is_whole) {
			values_add_number(finding, floor(bounds[i]) + 1);
			values_add_number(finding, floor(bounds[i]));
			values_add_number(finding, ceil(bounds[i]) - 1);
		} else {
			values_add_number(finding, middle);
		}
	}
	values_add_number(finding, count > 0 ? floor(bounds[0]) - 1 : 0);
	values_add_number(finding, count > 0 ? ceil(bounds[count - 1]) + 1 : 1);
	values_add_number(finding, 0);
	values_add_number(finding, 1);
}

/* The number at `start` made another one: 10 GB, 20 GB. */
static void add_neighbours_at(
	struct finding_values *finding, struct string text, size_t start, size_t end)
{
	static const double factors[] = {0, 0.5, 2, 10};
	char digits[32];
	double number;

	if (end - start >= sizeof(digits) - 1)
		return;
	memcpy(digits, text.bytes + start, end - start);
	digits[end - start] = '\0';
	number = strtod(digits, NULL);
	for (size_t i = 0; i < 3 + sizeof(factors) / sizeof(factors[0]); i++) {
		double other = i == 0   ? number + 1
			       : i == 1 ? number - 1
			       : i == 2 ? 99999
					: floor(number * factors[i - 3]);

		if (other >= 0)
			add_text(finding,
				arena_format(finding->arena, "%.*s%.0f%.*s", (int)start, text.bytes,
					other, (int)(text.length - end), text.bytes + end));
	}
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Texts before and behind it. */
static void add_neighbours(struct finding_values *finding, struct string text)
{
	add_text(finding, arena_format(finding->arena, "%.*s0", STRING_ARGUMENTS(text)));
	add_text(finding, arena_format(finding->arena, "%.*s.0", STRING_ARGUMENTS(text)));
	if (text.length > 0)
		add_text(finding, string_slice(text, 0, text.length - 1));
	for (size_t start = 0, end; start < text.length; start = end) {
		for (end = start; end < text.length && is_digit(text.bytes[end]); end++)
			;
		if (end > start)
			add_neighbours_at(finding, text, start, end);
		else
			end++;
	}
}

/* The number as a text, as far as it goes also as one of a version. */
static void add_number_text(struct finding_values *finding, double number)
{
	struct string text = value_number_text(finding->arena, number + 0.0);

	add_text(finding, text);
	if (number == floor(number))
		add_text(finding, arena_format(finding->arena, "%.*s.0", STRING_ARGUMENTS(text)));
}

/* Texts that are numbers, on both sides of each bound. */
static void add_number_texts(struct finding_values *finding)
{
	struct space_points *points = finding->points;

	if (points->bound_count > 0)
		qsort(points->bounds, points->bound_count, sizeof(*points->bounds),
			compare_numbers);
	for (size_t i = 0; i < points->bound_count; i++) {
		double bound = points->bounds[i];
		double next = i + 1 < points->bound_count ? points->bounds[i + 1] : bound + 2;

		add_number_text(finding, bound);
		add_number_text(finding, floor(bound) + 1);
		add_number_text(finding, ceil(bound) - 1);
		add_number_text(finding, (bound + next) / 2);
	}
}

void values_add_texts(struct finding_values *finding)
{
	static const char *const others[] = {"other", "another", "0", "1", "0.0", "1.0", "1.0.0",
		"1 B", "1 s", "1 Hz", "1 bps", "2000-01-01", "", "x"};
	const struct space_points *points = finding->points;

	for (size_t i = 0; i < points->length_count; i++)
		for (int more = -1; more <= 1; more++)
			values_add_length(finding, floor(points->lengths[i]) + more);
	for (size_t i = 0; points->is_ordered_text && i < points->count; i++)
		add_neighbours(finding, points->values[i].kind == VALUE_STRING
						? points->values[i].string
						: STRING(""));
	if (points->is_ordered_number)
		add_number_texts(finding);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		add_text(finding, string_from(others[i]));
}

/* ---- do they stand for all? ---- */

bool values_have_other(const struct finding_values *finding)
{
	for (size_t i = 0; i < finding->count; i++)
		if (!values_are_named(finding->points, finding->candidates[i]))
			return true;
	return false;
}

/* Is there a text between these two, either of which may be NULL? */
static bool has_text_between(
	const struct finding_values *finding, const struct value *low, const struct value *high)
{
	for (size_t i = 0; i < finding->count; i++) {
		struct value value = finding->candidates[i];

		if (value.kind == VALUE_STRING &&
			(!low || value_compare(finding->arena, *low, value) == VALUE_LESS) &&
			(!high || value_compare(finding->arena, value, *high) == VALUE_LESS))
			return true;
	}
	return false;
}

/* … before, between and behind all that texts are compared with? */
static bool has_texts_of_all_ranges(const struct finding_values *finding)
{
	const struct space_points *points = finding->points;
	bool has_all = has_text_between(finding, NULL, NULL);

	for (size_t i = 0; i < points->count; i++) {
		const struct value *low = &points->values[i], *next = NULL;
		bool is_first = true;

		if (low->kind != VALUE_STRING)
			continue;
		for (size_t j = 0; j < points->count; j++) {
			const struct value *other = &points->values[j];
			enum value_order order = value_compare(finding->arena, *low, *other);

			is_first &= order != VALUE_GREATER;
			if (order == VALUE_LESS && (!next || value_compare(finding->arena, *other,
								     *next) == VALUE_LESS))
				next = other;
		}
		has_all &= has_text_between(finding, low, next);
		if (is_first && low->string.length > 0)
			has_all &= has_text_between(finding, NULL, low);
	}
	return has_all;
}

static bool has_number_between(const struct finding_values *finding, double low, double high)
{
	for (size_t i = 0; i < finding->count; i++) {
		struct value value = finding->candidates[i];
		double number =
			value.kind == VALUE_STRING ? value_number_of_string(value.string) : NAN;

		if (low < number && number < high)
			return true;
	}
	return false;
}

/* … that is none? */
static bool has_no_number(const struct finding_values *finding)
{
	for (size_t i = 0; i < finding->count; i++)
		if (finding->candidates[i].kind == VALUE_STRING &&
			isnan(value_number_of_string(finding->candidates[i].string)))
			return true;
	return false;
}

static bool has_numbers_of_all_ranges(const struct finding_values *finding)
{
	const struct space_points *points = finding->points;
	bool has_all = has_no_number(finding);

	for (size_t i = 0; i <= points->bound_count; i++)
		has_all &= has_number_between(finding, i > 0 ? points->bounds[i - 1] : -INFINITY,
			i < points->bound_count ? points->bounds[i] : INFINITY);
	return has_all;
}

bool values_have_all_texts(const struct finding_values *finding)
{
	const struct space_points *points = finding->points;

	return (!points->is_ordered_text || has_texts_of_all_ranges(finding)) &&
	       (!points->is_ordered_number || has_numbers_of_all_ranges(finding)) &&
	       points->is_ordered_text + points->is_ordered_number + (points->length_count > 0) <=
		       1 &&
	       values_have_other(finding);
}

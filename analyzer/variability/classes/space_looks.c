/* For which ways of looking at an input its candidates stand for all values there are. */
#include "analyzer/variability/classes/space_values.h"

#include "analyzer/text/position.h"
#include "analyzer/variability/expressions/value_operators.h"

#include <math.h>

enum {
	MOST_GROUPED_BOUNDS = 12
};

static bool have_other(const struct finding_values *finding)
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
		if (finding->input->unit && low->string.length > 0 && low->string.bytes[0] > '9')
			continue; /* none begins so */
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

static bool have_group(const struct finding_values *finding)
{
	const struct space_points *points = finding->points;
	unsigned found = 0;

	if (points->group_size > VALUES_MOST_GROUPED || points->bound_count > MOST_GROUPED_BOUNDS ||
		points->is_mixed)
		return false;
	for (size_t i = 0; finding->input->is_text && i < finding->count; i++)
		for (unsigned k = 0; k < points->group_size; k++)
			found += finding->candidates[i].kind == VALUE_STRING &&
				 string_equal(finding->candidates[i].string, values_member(k)) &&
				 !values_are_named(points, finding->candidates[i]);
	return !finding->input->is_text || found == points->group_size;
}

/* Is there a text that nothing names, from `first` to `last` long? None is longer or shorter than
 * the declaration allows, and only one is empty. */
static bool has_text_of_length(const struct finding_values *finding, double first, double last)
{
	first = fmax(first, finding->low);
	last = fmin(last, finding->high);
	for (size_t i = 0; i < finding->count; i++) {
		struct value value = finding->candidates[i];
		bool is_text = value.kind == VALUE_STRING;
		uint32_t length = is_text ? position_count_units(value.string, POSITION_UTF16) : 0;

		if (is_text && first <= length && length <= last &&
			(last < 1 || !values_are_named(finding->points, value)))
			return true;
	}
	return last < first;
}

/* Of each length that matters, between them, shorter and longer? */
static bool has_texts_of_all_lengths(const struct finding_values *finding)
{
	const struct space_points *points = finding->points;
	bool has_all = true;

	for (size_t i = 0; i < points->length_count; i++) {
		double length = floor(points->lengths[i]), before = -1, behind = INFINITY;

		for (size_t k = 0; k < points->length_count; k++) {
			double other = floor(points->lengths[k]);

			before = other < length ? fmax(before, other) : before;
			behind = other > length ? fmin(behind, other) : behind;
		}
		has_all &= has_text_of_length(finding, length, length) &&
			   has_text_of_length(finding, before + 1, length - 1) &&
			   has_text_of_length(finding, length + 1, behind - 1);
	}
	return has_all;
}

unsigned values_looked_at(const struct finding_values *finding)
{
	const struct space_points *points = finding->points;
	unsigned looks = LOOK_EQUAL;

	looks |= points->is_ordered_text ? LOOK_ORDER : 0;
	looks |= points->is_ordered_number ? LOOK_NUMBER : 0;
	looks |= points->length_count > 0 ? LOOK_LENGTH : 0;
	looks |= points->token_count > 0 ? LOOK_PIECES : 0;
	looks |= points->is_grouped ? LOOK_OTHERS : 0;
	return looks;
}

/* Besides that of equality, the first way for which there are enough texts, or both order and
 * length. */
static unsigned looks_of_text(struct finding_values *finding)
{
	const struct space_points *points = finding->points;

	if (points->is_grouped && have_group(finding))
		return LOOK_OTHERS;
	if (points->is_ordered_text && points->length_count > 0 && values_have_ranges(finding))
		return LOOK_ORDER | LOOK_LENGTH;
	if (points->is_ordered_text && has_texts_of_all_ranges(finding))
		return LOOK_ORDER;
	if (points->token_count > 0 && values_have_pieces(finding))
		return LOOK_PIECES;
	if (points->length_count > 0 && finding->input->is_complete &&
		has_texts_of_all_lengths(finding))
		return LOOK_LENGTH;
	if (points->is_ordered_number && has_numbers_of_all_ranges(finding))
		return LOOK_NUMBER;
	return 0;
}

unsigned values_looks(struct finding_values *finding)
{
	if (finding->input->is_number)
		return LOOK_EQUAL |
		       (finding->points->is_grouped && have_group(finding) ? LOOK_OTHERS : 0);
	if (!have_other(finding))
		return 0;
	return LOOK_EQUAL | (finding->input->is_text ? looks_of_text(finding) : 0);
}

#include "analyzer/variability/classes/space_values.h"

#include "analyzer/variability/expressions/value_operators.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_TOKEN_TEXTS = 64
};

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
	const char *unit = finding->input->unit ? finding->input->unit : "";
	const char *letters = *unit ? "123456" : "xyzuvw";
	size_t behind = strlen(unit);
	char text[64];

	if (length >= sizeof(text))
		finding->input->is_complete = false;
	for (const char *letter = letters;
		*letter && length >= (double)behind && length < sizeof(text); letter++) {
		struct value value;

		memset(text, *letter, (size_t)length - behind);
		memcpy(text + (size_t)length - behind, unit, behind);
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

/* The k-th value between each two bounds, below and above, for inputs that are compared with one
 * another. Bounds are ordered. */
static void add_further_numbers(struct finding_values *finding, unsigned k)
{
	const struct space_points *points = finding->points;
	size_t count = points->bound_count;

	if (count == 0) {
		values_add_number(finding, k);
		return;
	}
	values_add_number(finding, ceil(points->bounds[0]) - k);
	values_add_number(finding, floor(points->bounds[count - 1]) + k);
	for (size_t i = 0; i + 1 < count; i++) {
		double low = points->bounds[i], high = points->bounds[i + 1];
		double number = finding->input->is_whole
					? floor(low) + k
					: low + (high - low) * k / (points->group_size + 1);

		if (number < high)
			values_add_number(finding, number);
	}
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
	for (unsigned k = 1; points->is_grouped && k <= points->group_size; k++)
		add_further_numbers(finding, k);
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

/* What is named, and others, with each unit. */
static void add_units(struct finding_values *finding)
{
	static const char *const units[] = {
		"B", "GB", "TB", "MiB", "d", "ms", "s", "Hz", "GHz", "bps", "Tbps"};
	const struct space_points *points = finding->points;

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		for (size_t k = 0; k <= points->count; k++) {
			struct string text =
				k < points->count && points->values[k].kind == VALUE_STRING
					? points->values[k].string
					: STRING("9");
			size_t digits = 0;

			while (digits < text.length && is_digit(text.bytes[digits]))
				digits++;
			if (digits > 0)
				add_text(finding, arena_format(finding->arena, "%.*s %s",
							  (int)digits, text.bytes, units[i]));
		}
}

struct string values_member(unsigned number)
{
	static const char *const members[VALUES_MOST_GROUPED] = {
		"other", "another", "third", "fourth"};

	return string_from(members[number]);
}

/* ---- texts of which pieces are compared ---- */

struct token_texts {
	struct finding_values *finding;
	struct string delimiter;
	unsigned places; /* up to the last one that is compared */
};

static bool is_token_named(const struct token_texts *of, struct string text)
{
	const struct space_points *points = of->finding->points;

	for (size_t i = 0; i < points->token_count; i++)
		if (string_equal(points->tokens[i].text, text))
			return true;
	return false;
}

/* A piece that is none of those named. */
static struct string other_token(const struct token_texts *of)
{
	struct string text = STRING("other");

	while (is_token_named(of, text) || string_find(text, 0, of->delimiter) < text.length)
		text = arena_format(of->finding->arena, "%.*s~", STRING_ARGUMENTS(text));
	return text;
}

/* Texts with these pieces in front, and none behind them or others. */
static void add_from(const struct token_texts *of, struct string front, unsigned place)
{
	const struct space_points *points = of->finding->points;
	struct arena *arena = of->finding->arena;
	struct string other = other_token(of);

	if (place > 0)
		add_text(of->finding, front);
	if (place == of->places) {
		add_text(of->finding,
			arena_format(arena, "%.*s%.*s%.*s", STRING_ARGUMENTS(front),
				STRING_ARGUMENTS(of->delimiter), STRING_ARGUMENTS(other)));
		return;
	}
	for (size_t i = 0; i <= points->token_count; i++) {
		bool is_other = i == points->token_count;
		struct string text = is_other ? other : points->tokens[i].text;

		if (is_other || points->tokens[i].place == place)
			add_from(of,
				arena_format(arena, "%.*s%.*s%.*s", STRING_ARGUMENTS(front),
					place > 0 ? (int)of->delimiter.length : 0,
					of->delimiter.bytes, STRING_ARGUMENTS(text)),
				place + 1);
	}
}

/* Does a text stand for each combination of pieces? There must not be too many. */
static bool have_pieces(const struct space_points *points, unsigned *places)
{
	double combinations = 1;

	*places = 0;
	for (size_t i = 0; i < points->token_count; i++) {
		if (!string_equal(points->tokens[i].delimiter, points->tokens[0].delimiter))
			return false;
		if (points->tokens[i].place >= *places)
			*places = points->tokens[i].place + 1;
	}
	for (unsigned place = 0; place < *places; place++) {
		unsigned named = 1;

		for (size_t i = 0; i < points->token_count; i++)
			named += points->tokens[i].place == place;
		combinations *= named;
	}
	return combinations <= MOST_TOKEN_TEXTS;
}

static void add_token_texts(struct finding_values *finding)
{
	struct token_texts of = {.finding = finding};

	if (finding->points->token_count == 0 || !have_pieces(finding->points, &of.places))
		return;
	of.delimiter = finding->points->tokens[0].delimiter;
	add_from(&of, STRING(""), 0);
}

bool values_have_pieces(const struct finding_values *finding)
{
	struct finding_values wanted = {
		.arena = finding->arena, .input = finding->input, .points = finding->points};
	bool has_all;

	add_token_texts(&wanted);
	has_all = wanted.count > 0;
	for (size_t i = 0; i < wanted.count && has_all; i++) {
		has_all = false;
		for (size_t k = 0; k < finding->count; k++)
			has_all |= value_equal(finding->candidates[k], wanted.candidates[i]);
	}
	return has_all;
}

/* The numbers that are asked for, with a unit. */
static void add_token_numbers(struct finding_values *finding)
{
	const struct space_points *points = finding->points;

	for (size_t i = 0; finding->input->unit && i < points->token_count; i++)
		if (points->tokens[i].place == 0)
			add_text(finding, arena_format(finding->arena, "%.*s%.*s%s",
						  STRING_ARGUMENTS(points->tokens[i].text),
						  STRING_ARGUMENTS(points->tokens[i].delimiter),
						  finding->input->unit));
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
	if (points->is_ordered_text && finding->input->unit)
		add_units(finding);
	if (points->is_ordered_number)
		add_number_texts(finding);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		add_text(finding, string_from(others[i]));
	for (unsigned i = 0; points->is_grouped && i < VALUES_MOST_GROUPED; i++)
		add_text(finding, values_member(i));
	add_token_texts(finding);
	add_token_numbers(finding);
}

/* Texts that are put together, or of which a piece is taken: which values of their inputs matter.
 */
#include "analyzer/variability/classes/space_collecting.h"

#include "analyzer/variability/expressions/value_operators.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/values/value_text.h"

enum {
	MOST_PIECES = 16,
	LONGEST = 63, /* bytes of a text that several inputs share */
	MOST_POINTS = 80,
	MOST_PLACES = 6
};

/* A text, or an input. */
struct piece {
	struct string text;
	uint32_t input; /* UINT32_MAX: it is a text */
};

struct pieces {
	struct piece items[MOST_PIECES];
	size_t count;
};

static bool has_open_input(struct collecting *collecting, struct value expression)
{
	struct variability_input_names names = {0};
	bool is_open = false;

	value_collect_inputs(collecting->context, expression, &names);
	for (size_t i = 0; i < names.count; i++) {
		uint32_t number = collecting_input(collecting, names.names[i]);

		is_open |= number == UINT32_MAX ||
			   !collecting_is_listed(collecting, &collecting->inputs->items[number]);
	}
	return is_open;
}

/* The input that an expression is, if it has texts, or numbers, alone. */
static uint32_t plain_input(struct collecting *collecting, struct value expression)
{
	struct value argument = value_none();
	uint32_t number;

	if (collecting_operator(expression, &argument) != OPERATOR_VARIABILITY_INPUT ||
		argument.kind != VALUE_STRING)
		return UINT32_MAX;
	number = collecting_input(collecting, argument.string);
	if (number == UINT32_MAX || (collecting->inputs->items[number].kinds != KIND_STRING &&
					    collecting->inputs->items[number].kinds != KIND_NUMBER))
		return UINT32_MAX;
	return number;
}

static bool add_piece(struct pieces *pieces, struct piece piece)
{
	if (pieces->count == MOST_PIECES)
		return false;
	pieces->items[pieces->count++] = piece;
	return true;
}

static bool add_pieces(
	struct collecting *collecting, struct value expression, struct pieces *pieces);

static bool add_all(struct collecting *collecting, struct value items, struct string delimiter,
	struct pieces *pieces)
{
	bool is_known = items.kind == VALUE_LIST;

	for (size_t i = 0; is_known && i < collecting_item_count(items); i++) {
		if (i > 0 && delimiter.length > 0)
			is_known = add_piece(pieces, (struct piece){delimiter, UINT32_MAX});
		is_known = is_known && add_pieces(collecting, collecting_item(items, i), pieces);
	}
	return is_known;
}

static bool add_pieces(
	struct collecting *collecting, struct value expression, struct pieces *pieces)
{
	struct value argument = value_none(), delimiter, value;
	enum operator_id op;
	uint32_t input;
	bool is_known;

	if (collecting->depth > COLLECTING_DEEPEST)
		return false;
	if (!has_open_input(collecting, expression))
		return collecting_evaluate(collecting, expression, &value) &&
		       add_piece(pieces,
			       (struct piece){value_text(collecting->arena, value), UINT32_MAX});
	expression = collecting_unnamed(collecting, expression);
	op = collecting_operator(expression, &argument);
	collecting->depth++;
	if (op == OPERATOR_CONCAT) {
		is_known = add_all(collecting, argument, STRING(""), pieces);
	} else if (op == OPERATOR_JOIN) {
		delimiter = collecting_item(argument, 1);
		is_known =
			delimiter.kind == VALUE_STRING &&
			add_all(collecting, collecting_item(argument, 0), delimiter.string, pieces);
	} else {
		input = plain_input(collecting, expression);
		is_known =
			input != UINT32_MAX && add_piece(pieces, (struct piece){STRING(""), input});
	}
	collecting->depth--;
	return is_known;
}

static void add_point(struct collecting *collecting, uint32_t input, struct string text)
{
	struct space_points *points = &collecting->points[input];
	double number;

	collecting->looks |= LOOK_EQUAL;
	if (collecting->inputs->items[input].kinds == KIND_STRING) {
		space_points_add(points, collecting->arena, value_from_string(text));
		return;
	}
	number = value_number_of_string(text);
	if (string_equal(value_number_text(collecting->arena, number), text))
		space_points_add_bound(points, collecting->arena, number);
}

static bool is_plain(struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		if ((unsigned char)text.bytes[i] >= 0x80)
			return false;
	return true;
}

static uint64_t all_places(struct string text)
{
	return UINT64_MAX >> (63 - text.length);
}

/* Is the piece there, from this place of the text on? */
static bool is_at(struct string text, size_t place, struct string piece)
{
	return place + piece.length <= text.length &&
	       string_equal(string_slice(text, place, place + piece.length), piece);
}

/* Where the piece may end, by places where it may start, as bits. */
static uint64_t ends_of(const struct piece *piece, struct string text, uint64_t starts)
{
	uint64_t ends = 0;

	for (size_t place = 0; place <= text.length; place++) {
		if (!(starts >> place & 1))
			continue;
		if (piece->input != UINT32_MAX)
			return ends | (UINT64_MAX << place & all_places(text));
		if (is_at(text, place, piece->text))
			ends |= UINT64_C(1) << (place + piece->text.length);
	}
	return ends;
}

/* … and where it may start, by places where it may end. */
static uint64_t starts_of(const struct piece *piece, struct string text, uint64_t ends)
{
	uint64_t starts = 0;

	for (size_t place = 0; place <= text.length; place++)
		if (ends_of(piece, text, UINT64_C(1) << place) & ends)
			starts |= UINT64_C(1) << place;
	return starts;
}

/* What stands between these places, from the first on, may be what the input is. */
static bool add_spans(struct collecting *collecting, uint32_t input, struct string text,
	uint64_t starts, uint64_t ends)
{
	unsigned points = 0;

	for (size_t start = 0; start <= text.length; start++)
		for (size_t end = start; end <= text.length; end++) {
			if (!(starts >> start & ends >> end & 1))
				continue;
			if (points++ == MOST_POINTS)
				return false;
			add_point(collecting, input, string_slice(text, start, end));
		}
	return true;
}

/* Each input may be what is left by all pieces around it. */
static bool compare_pieces(
	struct collecting *collecting, const struct pieces *pieces, struct string text)
{
	uint64_t starts[MOST_PIECES + 1] = {1}, ends;
	bool is_known = text.length <= LONGEST && is_plain(text);

	for (size_t i = 0; is_known && i < pieces->count; i++)
		starts[i + 1] = ends_of(&pieces->items[i], text, starts[i]);
	ends = is_known ? starts[pieces->count] & UINT64_C(1) << text.length : 0;
	for (size_t i = pieces->count; is_known && i-- > 0;) {
		uint64_t before = starts[i] & starts_of(&pieces->items[i], text, ends);

		if (pieces->items[i].input != UINT32_MAX)
			is_known =
				add_spans(collecting, pieces->items[i].input, text, before, ends);
		ends = before;
	}
	return is_known;
}

/* The piece at a place of an input. */
static bool compare_token(struct collecting *collecting, struct value argument, struct string text)
{
	uint32_t input = plain_input(
		collecting, collecting_unnamed(collecting, collecting_item(argument, 0)));
	struct value delimiter = collecting_item(argument, 1), place = collecting_item(argument, 2);
	struct space_points *points;

	if (input == UINT32_MAX || collecting->inputs->items[input].kinds != KIND_STRING ||
		delimiter.kind != VALUE_STRING || delimiter.string.length == 0 ||
		place.kind != VALUE_NUMBER || !(place.number >= 0) || place.number >= MOST_PLACES ||
		place.number != (unsigned)place.number)
		return false;
	if (string_find(text, 0, delimiter.string) < text.length)
		return true; /* no piece has it */
	points = &collecting->points[input];
	collecting->looks |= LOOK_PIECES;
	points->tokens = arena_reserve(collecting->arena, points->tokens, points->token_count,
		&points->token_capacity, sizeof(*points->tokens));
	points->tokens[points->token_count++] =
		(struct space_token){delimiter.string, text, (unsigned)place.number};
	return true;
}

bool collecting_compare_texts(struct collecting *collecting, struct value whole, struct value other)
{
	struct value argument = value_none(), value;
	struct pieces pieces = {.count = 0};
	enum operator_id op;

	if (!has_open_input(collecting, whole) || has_open_input(collecting, other) ||
		!collecting_evaluate(collecting, other, &value) || value.kind != VALUE_STRING)
		return false;
	whole = collecting_unnamed(collecting, whole);
	op = collecting_operator(whole, &argument);
	if (op == OPERATOR_TOKEN)
		return compare_token(collecting, argument, value.string);
	return (op == OPERATOR_CONCAT || op == OPERATOR_JOIN) &&
	       add_pieces(collecting, whole, &pieces) &&
	       compare_pieces(collecting, &pieces, value.string);
}

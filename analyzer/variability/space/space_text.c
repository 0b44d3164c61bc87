#include "analyzer/variability/space/space_text.h"

#include "analyzer/syntax/tree/scalar.h"
#include "analyzer/variability/space/space_parts.h"
#include "analyzer/variability/space/space_truth.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_LITERALS = 6,
	MOST_TERMS = 6,
	MOST_CELLS = 4096, /* of what is left when inputs that do not matter are gone */
	MOST_CLASSES = 64,
	SAMPLED_STATES = 8, /* of those that have an element, and of those that have not */
	MOST_DIMENSIONS = 12
};

/* ---- values ---- */

/* Does it stand for itself, and for no number or truth value? */
static bool is_plain(struct string text)
{
	for (size_t i = 0; i < text.length; i++) {
		char c = text.bytes[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
			    c == '_' || c == '-' || c == '.'))
			return false;
	}
	return text.length > 0 && scalar_type_of(text) == SCALAR_STRING;
}

struct string space_value_text(struct value value, struct arena *arena)
{
	if (value.kind == VALUE_STRING && is_plain(value.string))
		return value.string;
	return value_json(arena, value);
}

struct string space_input_text(
	const struct space *space, size_t input, uint32_t class, struct arena *arena)
{
	const struct space_input *of = &space->inputs.items[input];

	return arena_format(arena, "%.*s = %.*s", STRING_ARGUMENTS(of->name),
		STRING_ARGUMENTS(space_value_text(of->classes[class], arena)));
}

/* The inputs that are other than in `origin`; all of them without one. */
static struct string inputs_text(const struct space *space, space_assignment assignment,
	const uint32_t *origin, struct arena *arena)
{
	struct string *texts = NULL;
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < space->inputs.count; i++) {
		if (origin && assignment[i] == origin[i])
			continue;
		texts = arena_reserve(arena, texts, count, &capacity, sizeof(*texts));
		texts[count++] = space_input_text(space, i, assignment[i], arena);
	}
	return arena_join_list(arena, texts, count, ", ");
}

struct string space_assignment_text(
	const struct space *space, space_assignment assignment, struct arena *arena)
{
	struct string text = inputs_text(space, assignment, NULL, arena);

	return text.length > 0 ? text : STRING("any inputs");
}

struct string space_difference_text(
	const struct space *space, space_assignment assignment, struct arena *arena)
{
	struct string text = inputs_text(space, assignment, space->origin, arena);

	return text.length > 0 ? text : space_assignment_text(space, assignment, arena);
}

struct string space_failure_text(
	const struct space *space, const struct space_failure *failure, struct arena *arena)
{
	return space_difference_text(space, failure->inputs, arena);
}

struct string space_failure_message(const struct space_failure *failure, struct arena *arena)
{
	return arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(failure->message),
		failure->advice.length > 0 ? ": " : "", STRING_ARGUMENTS(failure->advice));
}

struct string space_hopeless_text(const struct space *space, struct arena *arena)
{
	const struct space_failure *failure = space_hopeless(space);
	struct string message = failure ? space_failure_message(failure, arena) : STRING("");

	if (!failure || space->inputs.count == 0 || failure->is_general ||
		(space->failure_count == 1 && failure->code != DIAGNOSTIC_CODE_COULD_NOT_SOLVE))
		return message;
	return arena_format(arena, "with %.*s, %.*s",
		STRING_ARGUMENTS(space_failure_text(space, failure, arena)),
		STRING_ARGUMENTS(message));
}

static struct string entry_text(struct value_entry entry, struct arena *arena)
{
	return arena_format(arena, "%.*s = %.*s", STRING_ARGUMENTS(entry.key),
		STRING_ARGUMENTS(space_value_text(entry.value, arena)));
}

static bool is_default(const struct space *space, struct value_entry entry)
{
	const struct space_input *input = name_table_find(&space->inputs.names, entry.key);
	uint32_t class = input ? space->origin[input - space->inputs.items] : UINT32_MAX;

	return class != UINT32_MAX && value_equal(input->classes[class], entry.value);
}

struct string space_inputs_text(const struct space *space, struct value inputs, struct arena *arena)
{
	size_t count = inputs.kind == VALUE_MAP ? inputs.map->count : 0, changed = 0;
	struct string *all = arena_allocate(arena, count + 1, sizeof(*all));
	struct string *texts = arena_allocate(arena, count + 1, sizeof(*texts));

	for (size_t i = 0; i < count; i++) {
		struct value_entry entry = inputs.map->entries[i];

		all[i] = entry_text(entry, arena);
		if (!is_default(space, entry))
			texts[changed++] = all[i];
	}
	if (changed > 0)
		return arena_join_list(arena, texts, changed, ", ");
	return count > 0 ? arena_join_list(arena, all, count, ", ") : STRING("any inputs");
}

/* ---- one literal: an input is in a set of classes ---- */

struct words {
	struct arena *arena;
	const struct space_input *input;
	uint64_t classes;
	unsigned literals;
};

static bool has_class(const struct words *words, uint32_t class)
{
	return words->classes >> class & 1;
}

static struct string join(
	struct arena *arena, struct string text, const char *between, struct string more)
{
	return arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(text),
		text.length > 0 ? between : "", STRING_ARGUMENTS(more));
}

/* The values of the set, or of those not in it, that have a name. */
static struct string values_text(const struct words *words, bool in_set, size_t *count)
{
	const struct space_input *input = words->input;
	struct string text = STRING("");

	*count = 0;
	for (size_t i = 0; i < input->value_count; i++) {
		const struct space_value *value = &input->values[i];

		if (has_class(words, value->class) != in_set ||
			(!value->is_named && !input->is_listed))
			continue;
		text = join(words->arena, text, ", ", space_value_text(value->value, words->arena));
		(*count)++;
	}
	return text;
}

/* Does the class have values that no name stands for? */
static bool is_open(const struct space_input *input, uint32_t class)
{
	for (size_t i = 0; i < input->value_count; i++)
		if (input->values[i].class == class && !input->values[i].is_named &&
			!input->is_listed)
			return true;
	return false;
}

/* One or several values: equal to, one of, or anything but these. Empty where names do not tell. */
static struct string choice_text(struct words *words)
{
	const struct space_input *input = words->input;
	bool has_open[2] = {false, false}; /* outside, inside */
	size_t in, out;
	struct string in_text = values_text(words, true, &in);
	struct string out_text = values_text(words, false, &out);

	for (uint32_t i = 0; i < input->class_count; i++)
		has_open[has_class(words, i)] |= is_open(input, i);
	if (out > 0 && !has_open[false] && (has_open[true] || (out == 1 && in > 2)))
		return arena_format(words->arena, out == 1 ? "%.*s ≠ %.*s" : "%.*s ∉ {%.*s}",
			STRING_ARGUMENTS(input->name), STRING_ARGUMENTS(out_text));
	if (in == 0 || has_open[true])
		return STRING("");
	return arena_format(words->arena, in == 1 ? "%.*s = %.*s" : "%.*s ∈ {%.*s}",
		STRING_ARGUMENTS(input->name), STRING_ARGUMENTS(in_text));
}

static int compare_values(const void *a, const void *b)
{
	double x = ((const struct space_value *)a)->value.number;
	double y = ((const struct space_value *)b)->value.number;

	return (x > y) - (x < y);
}

/* `≥ 1000`, `> 2.5`: where an interval begins or ends, between a value outside and one inside. */
static struct string bound_text(const struct words *words, const struct space_value *outside,
	const struct space_value *inside, bool is_lower)
{
	bool is_inclusive = words->input->is_whole || inside->is_named || !outside->is_named;
	struct string number = value_number_text(
		words->arena, is_inclusive ? inside->value.number : outside->value.number);

	return arena_format(words->arena, "%.*s %s %.*s", STRING_ARGUMENTS(words->input->name),
		is_lower       ? is_inclusive ? "≥" : ">"
		: is_inclusive ? "≤"
			       : "<",
		STRING_ARGUMENTS(number));
}

/* Where an input is compared with others, several values between two that are named stand for the
 * ways in which that may turn out, and not for parts of the interval. */
static bool is_end(const struct space_input *input, const struct space_value *outside,
	const struct space_value *inside)
{
	return !input->is_compared || outside->is_named || inside->is_named;
}

/* Intervals of numbers, between the values that were looked at. */
static struct string intervals_text(struct words *words)
{
	const struct space_input *input = words->input;
	struct space_value *sorted =
		arena_allocate(words->arena, input->value_count, sizeof(*sorted));
	struct string text = STRING("");
	unsigned runs = 0;

	memcpy(sorted, input->values, input->value_count * sizeof(*sorted));
	qsort(sorted, input->value_count, sizeof(*sorted), compare_values);
	for (size_t i = 0, end; i < input->value_count; i = end) {
		struct string run = STRING("");

		for (end = i + 1;
			end < input->value_count &&
			has_class(words, sorted[end].class) == has_class(words, sorted[i].class);)
			end++;
		if (end < input->value_count && !is_end(input, &sorted[end], &sorted[end - 1]))
			return STRING("");
		if (!has_class(words, sorted[i].class))
			continue;
		if (i > 0 && end == i + 1 && end < input->value_count &&
			(input->is_whole || sorted[i].is_named))
			run = arena_format(words->arena, "%.*s = %.*s",
				STRING_ARGUMENTS(input->name),
				STRING_ARGUMENTS(
					value_number_text(words->arena, sorted[i].value.number)));
		else {
			if (i > 0)
				run = bound_text(words, &sorted[i - 1], &sorted[i], true);
			if (end < input->value_count)
				run = join(words->arena, run, " and ",
					bound_text(words, &sorted[end], &sorted[end - 1], false));
			words->literals += i > 0 && end < input->value_count;
		}
		text = join(words->arena, text, " or ", run);
		runs++;
	}
	words->literals += runs;
	return runs > 1 ? arena_format(words->arena, "(%.*s)", STRING_ARGUMENTS(text)) : text;
}

static struct string literal_text(struct words *words)
{
	words->literals = 0;
	if (words->input->is_number && !words->input->is_listed)
		return intervals_text(words);
	words->literals = 1;
	return words->input->is_listed || words->input->is_text ? choice_text(words) : STRING("");
}

/* ---- a function of few inputs ---- */

struct function {
	const struct space *space;
	uint8_t *cells;
	size_t size;
	uint32_t inputs[MOST_DIMENSIONS + 64];
	uint32_t counts[MOST_DIMENSIONS + 64];
	uint32_t dimensions;
};

/* Leaves out an input that makes no difference. False if it makes one. */
static bool leave_out(struct function *function, uint32_t dimension)
{
	size_t below = 1, count = function->counts[dimension], next = 0;

	for (uint32_t i = 0; i < dimension; i++)
		below *= function->counts[i];
	for (size_t high = 0; high < function->size; high += below * count)
		for (size_t low = 0; low < below; low++) {
			bool seen[3] = {false, false, false};

			for (size_t i = 0; i < count; i++)
				seen[function->cells[high + i * below + low]] = true;
			if (seen[CELL_FALSE] && seen[CELL_TRUE])
				return false;
		}
	for (size_t high = 0; high < function->size; high += below * count)
		for (size_t low = 0; low < below; low++) {
			uint8_t cell = CELL_FREE;

			for (size_t i = 0; i < count && cell == CELL_FREE; i++)
				cell = function->cells[high + i * below + low];
			function->cells[next++] = cell;
		}
	function->size = next;
	function->dimensions--;
	for (uint32_t i = dimension; i < function->dimensions; i++) {
		function->inputs[i] = function->inputs[i + 1];
		function->counts[i] = function->counts[i + 1];
	}
	return true;
}

/* A class set for each input. */
struct cube {
	uint64_t classes[MOST_DIMENSIONS];
};

struct cover {
	struct cube items[MOST_TERMS];
	unsigned count;
};

static bool is_inside(const struct function *function, const struct cube *cube, size_t cell)
{
	for (uint32_t i = 0; i < function->dimensions; i++) {
		if (!(cube->classes[i] >> cell % function->counts[i] & 1))
			return false;
		cell /= function->counts[i];
	}
	return true;
}

static bool is_clean(const struct function *function, const struct cube *cube)
{
	for (size_t i = 0; i < function->size; i++)
		if (function->cells[i] == CELL_FALSE && is_inside(function, cube, i))
			return false;
	return true;
}

static uint64_t all_classes(uint32_t count)
{
	return count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

/* Does the cube, with this class alone of an input, hold anything that is asked for? */
static bool gains(const struct function *function, const struct cube *cube, uint32_t dimension,
	uint32_t class)
{
	struct cube slice = *cube;

	slice.classes[dimension] = UINT64_C(1) << class;
	for (size_t i = 0; i < function->size; i++)
		if (function->cells[i] == CELL_TRUE && is_inside(function, &slice, i))
			return true;
	return false;
}

/* Grows a single cell to a cube that nothing can be added to. */
static struct cube expand(const struct function *function, size_t cell, bool from_last)
{
	struct cube cube;

	for (uint32_t i = 0; i < function->dimensions; i++) {
		cube.classes[i] = UINT64_C(1) << cell % function->counts[i];
		cell /= function->counts[i];
	}
	for (int round = 0; round < 2; round++)
		for (uint32_t k = 0; k < function->dimensions; k++) {
			uint32_t i = from_last ? function->dimensions - 1 - k : k;
			uint64_t kept = cube.classes[i];

			cube.classes[i] = all_classes(function->counts[i]);
			if (is_clean(function, &cube))
				continue;
			cube.classes[i] = kept;
			for (uint32_t c = 0; round == 1 && c < function->counts[i]; c++) {
				if (!gains(function, &cube, i, c))
					continue;
				kept = cube.classes[i];
				cube.classes[i] |= UINT64_C(1) << c;
				if (!is_clean(function, &cube))
					cube.classes[i] = kept;
			}
		}
	return cube;
}

static bool find_cover(const struct function *function, bool from_last, struct cover *cover)
{
	cover->count = 0;
	for (size_t cell = 0; cell < function->size; cell++) {
		bool is_covered = function->cells[cell] != CELL_TRUE;

		for (unsigned i = 0; i < cover->count && !is_covered; i++)
			is_covered = is_inside(function, &cover->items[i], cell);
		if (is_covered)
			continue;
		if (cover->count == MOST_TERMS)
			return false;
		cover->items[cover->count++] = expand(function, cell, from_last);
	}
	return true;
}

/* An earlier term may have become superfluous. */
static void thin_out(const struct function *function, struct cover *cover)
{
	for (unsigned candidate = 0; candidate < cover->count;) {
		bool is_needed = false;

		for (size_t cell = 0; cell < function->size && !is_needed; cell++) {
			bool is_covered = function->cells[cell] != CELL_TRUE;

			for (unsigned i = 0; i < cover->count && !is_covered; i++)
				is_covered = i != candidate &&
					     is_inside(function, &cover->items[i], cell);
			is_needed = !is_covered;
		}
		if (is_needed)
			candidate++;
		else
			cover->items[candidate] = cover->items[--cover->count];
	}
}

static struct string cover_text(const struct function *function, const struct cover *cover,
	struct arena *arena, unsigned *literals)
{
	struct string text = STRING("");

	*literals = 0;
	for (unsigned t = 0; t < cover->count; t++) {
		struct string term = STRING("");
		unsigned in_term = 0;

		for (uint32_t i = 0; i < function->dimensions; i++) {
			struct words words = {.arena = arena,
				.input = &function->space->inputs.items[function->inputs[i]],
				.classes = cover->items[t].classes[i]};
			struct string literal;

			if (words.classes == all_classes(function->counts[i]))
				continue;
			literal = literal_text(&words);
			if (literal.length == 0)
				return STRING("");
			term = join(arena, term, " and ", literal);
			in_term += words.literals;
		}
		if (cover->count > 1 && in_term > 1)
			term = arena_format(arena, "(%.*s)", STRING_ARGUMENTS(term));
		text = join(arena, text, " or ", term);
		*literals += in_term;
	}
	return text;
}

struct string space_cells_text(
	const struct space *space, const uint32_t *inputs, uint32_t count, uint8_t *cells)
{
	struct function function = {.space = space, .cells = cells, .size = 1};
	struct string best = STRING("");
	unsigned fewest = MOST_LITERALS + 1;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t classes = space->inputs.items[inputs[i]].class_count;

		if (classes == 1)
			continue;
		if (function.dimensions == sizeof(function.inputs) / sizeof(function.inputs[0]))
			return best;
		function.inputs[function.dimensions] = inputs[i];
		function.counts[function.dimensions++] = classes;
		function.size *= classes;
	}
	for (uint32_t i = function.dimensions; i-- > 0;)
		leave_out(&function, i);
	if (function.dimensions > MOST_DIMENSIONS || function.size > MOST_CELLS)
		return best;
	for (uint32_t i = 0; i < function.dimensions; i++)
		if (function.counts[i] > MOST_CLASSES)
			return best;
	for (int from_last = 0; from_last < 2; from_last++) {
		struct cover cover;
		struct string text;
		unsigned literals;

		if (!find_cover(&function, from_last, &cover))
			continue;
		thin_out(&function, &cover);
		text = cover_text(&function, &cover, space->arena, &literals);
		if (text.length > 0 && literals < fewest) {
			best = text;
			fewest = literals;
		}
	}
	return best;
}

/* ---- conditions of elements ---- */

struct string space_condition(const struct space *space, const struct element *element)
{
	return space->conditions ? space->conditions[element->position] : STRING("");
}

static uint64_t column_hash(const struct space_part *part, uint32_t place)
{
	const uint64_t *column = space_column(part, place);
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < part->words; i++) {
		hash = (hash ^ (column[i] & part->passing[i])) * 0x9e3779b97f4a7c15u;
		hash ^= hash >> 29;
	}
	return hash;
}

/* The named expression over inputs that holds exactly where the element is present, or absent;
 * empty if there is none. */
static struct string named_condition(
	const struct space *space, uint32_t number, uint32_t place, bool is_negated)
{
	const struct space_truth *truth = space->truth;

	for (size_t i = 0; i < truth->count; i++)
		if (truth->items[i].name.length > 0 && truth->items[i].part == number &&
			truth->items[i].is_certain && !truth->items[i].has_presence &&
			space_columns_agree(&space->parts[number], truth->items[i].holds,
				space_column(&space->parts[number], place),
				is_negated ? UINT64_MAX : 0))
			return is_negated ? arena_format(space->arena, "not %.*s",
						    STRING_ARGUMENTS(truth->items[i].name))
					  : truth->items[i].name;
	return STRING("");
}

/* Notes the inputs of which another class alone makes the element come or go from a state. */
static void note_deciding(const struct space *space, const struct space_part *part, uint32_t place,
	uint32_t state, bool *decides)
{
	uint32_t first = part->states[state].first, below = 1;
	bool has = space_state_has(part, state, place);

	for (uint32_t i = 0; i < part->input_count; i++) {
		uint32_t count = space->inputs.items[part->inputs[i]].class_count;
		uint32_t own = first / below % count;

		for (uint32_t c = 0; c < count && !decides[i]; c++) {
			uint32_t other = part->state_of[first - own * below + c * below];

			decides[i] = !part->states[other].is_failing &&
				     space_state_has(part, other, place) != has;
		}
		below *= count;
	}
}

/* Do more inputs decide than there is room for? Shown by a few states of either kind: most
 * conditions that have no short words are known by that. */
static bool takes_many_words(
	const struct space *space, const struct space_part *part, uint32_t place)
{
	bool *decides = memory_allocate(part->input_count + 1, sizeof(*decides));
	unsigned left[2] = {SAMPLED_STATES, SAMPLED_STATES}, deciding = 0;

	for (uint32_t i = 0; i < part->passing_count && (left[0] || left[1]); i++) {
		bool has = space_state_has(part, part->by_distance[i], place);

		if (!left[has])
			continue;
		left[has]--;
		note_deciding(space, part, place, part->by_distance[i], decides);
	}
	for (uint32_t i = 0; i < part->input_count; i++)
		deciding += decides[i];
	memory_release(decides);
	return deciding > MOST_LITERALS;
}

static struct string cells_condition(const struct space *space, uint32_t number, uint32_t place)
{
	const struct space_part *part = &space->parts[number];
	uint8_t *cells = memory_allocate(part->combinations, 1);
	struct string text;

	for (size_t c = 0; c < part->combinations; c++) {
		uint32_t state = part->state_of[c];

		cells[c] = part->states[state].is_failing        ? CELL_FREE
			   : space_state_has(part, state, place) ? CELL_TRUE
								 : CELL_FALSE;
	}
	text = space_cells_text(space, part->inputs, part->input_count, cells);
	memory_release(cells);
	return text;
}

static struct string condition_of(const struct space *space, uint32_t number, uint32_t place)
{
	const struct space_part *part = &space->parts[number];
	const uint64_t *column = space_column(part, place);
	uint64_t has = 0, lacks = 0;
	struct string text;

	for (size_t i = 0; i < part->words; i++) {
		has |= column[i] & part->passing[i];
		lacks |= ~column[i] & part->passing[i];
	}
	if (!has || !lacks)
		return STRING("");
	text = named_condition(space, number, place, false);
	if (text.length == 0 && !takes_many_words(space, part, place))
		text = cells_condition(space, number, place);
	return text.length > 0 ? text : named_condition(space, number, place, true);
}

static void find_conditions(struct space *space, uint32_t number)
{
	const struct space_part *part = &space->parts[number];
	uint64_t *hashes = memory_allocate(part->element_count + 1, sizeof(*hashes));
	uint32_t *firsts = memory_allocate(part->element_count + 1, sizeof(*firsts));
	uint32_t count = 0; /* of different conditions: `firsts` are the elements that have them */

	for (uint32_t e = 0; e < part->element_count; e++) {
		struct string *condition = &space->conditions[part->elements[e]];
		uint64_t hash = column_hash(part, e);
		uint32_t same = 0;

		while (same < count &&
			(hashes[same] != hash ||
				!space_columns_agree(part, space_column(part, firsts[same]),
					space_column(part, e), 0)))
			same++;
		*condition = same < count ? space->conditions[part->elements[firsts[same]]]
					  : condition_of(space, number, e);
		if (same == count) {
			hashes[count] = hash;
			firsts[count++] = e;
		}
	}
	memory_release(hashes);
	memory_release(firsts);
}

bool space_conditions_find(struct space *space, const atomic_bool *cancelled)
{
	uint32_t count = space->analysis->findings->service_template->graph.all.count;

	space->conditions = arena_allocate(space->arena, count + 1, sizeof(*space->conditions));
	for (uint32_t i = 0; i < space->part_count; i++) {
		if (cancelled && atomic_load(cancelled))
			return false;
		if (space->parts[i].combinations > 0 && space->parts[i].is_certain)
			find_conditions(space, i);
	}
	return true;
}

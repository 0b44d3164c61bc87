#include "analyzer/ide/diagnostics/yaml_errors.h"

#include <stdlib.h>

enum {
	MOST_LINES = 6 /* of a value between two keys */
};

enum diagnostic_code yaml_error_code(const struct syntax_error *error)
{
	switch (error->kind) {
	case SYNTAX_ERROR_YAML:
		return DIAGNOSTIC_CODE_YAML_SYNTAX;
	case SYNTAX_ERROR_DUPLICATE_KEY:
		return DIAGNOSTIC_CODE_DUPLICATE_KEY;
	case SYNTAX_ERROR_UNKNOWN_ALIAS:
		return DIAGNOSTIC_CODE_UNKNOWN_ALIAS;
	case SYNTAX_ERROR_CYCLIC_ALIAS:
		return DIAGNOSTIC_CODE_CYCLIC_ALIAS;
	case SYNTAX_ERROR_ALIAS_BOMB:
		return DIAGNOSTIC_CODE_ALIAS_BOMB;
	case SYNTAX_ERROR_MERGE_KEY:
		return DIAGNOSTIC_CODE_BAD_MERGE_KEY;
	case SYNTAX_ERROR_ENCODING:
		return DIAGNOSTIC_CODE_BAD_ENCODING;
	case SYNTAX_ERROR_SEVERAL_DOCUMENTS:
		return DIAGNOSTIC_CODE_SEVERAL_DOCUMENTS;
	}
	return DIAGNOSTIC_CODE_YAML_SYNTAX;
}

struct location yaml_error_location(const struct yaml_errors *errors, size_t number)
{
	struct range range = errors->items[number].range;
	uint32_t section = syntax_tree_section_at(errors->tree, range.start);
	uint32_t start = syntax_tree_section_range(errors->tree, section).start;
	return (struct location){LOCATION_SECTION, {section, 0},
		{range.start - start, range.end - start}, STRING("")};
}

static bool yaml_error_is_indentation(const struct syntax_error *error)
{
	return string_equal(error->message, STRING("indented less than the entries it follows"));
}

/* Where a dash is missing, all keys of an item stand twice: the first of them is told. */
static bool repeats_entries(
	const struct syntax_error *items, const struct position *places, size_t number)
{
	if (number == 0)
		return false;
	const struct syntax_error *above = &items[number - 1];
	const struct syntax_error *error = &items[number];
	if (error->kind != SYNTAX_ERROR_DUPLICATE_KEY || above->kind != SYNTAX_ERROR_DUPLICATE_KEY)
		return false;
	struct position before = places[number - 1];
	struct position here = places[number];
	return here.line <= before.line + MOST_LINES && here.line > before.line &&
	       here.character == before.character && above->related.start < error->related.start;
}

struct column {
	uint32_t character;
	size_t number; /* of an error there */
};

static int compare_columns(const void *a, const void *b)
{
	const struct column *x = a, *y = b;
	if (x->character != y->character)
		return x->character < y->character ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Where a key is indented too little, so are all that stand beside it, and what they hold stands
 * twice. */
static void note_indentation(const struct syntax_error *items, const struct position *places,
	size_t count, bool *repeated, struct arena *arena)
{
	struct column *columns = arena_allocate(arena, count, sizeof(*columns));
	size_t told = 0;
	int64_t line = -1, above = -1; /* of the last that was told, and of the last one above it */
	for (size_t i = 0; i < count; i++) {
		if (yaml_error_is_indentation(&items[i])) {
			columns[told++] = (struct column){places[i].character, i};
			if (line < places[i].line)
				above = line;
			line = places[i].line;
		} else if (items[i].kind == SYNTAX_ERROR_DUPLICATE_KEY) {
			int64_t last = line < places[i].line ? line : above;
			if (last >= 0 && last + MOST_LINES >= places[i].line)
				repeated[i] = true;
		}
	}
	qsort(columns, told, sizeof(*columns), compare_columns);
	for (size_t i = 1; i < told; i++)
		if (columns[i].character == columns[i - 1].character)
			repeated[columns[i].number] = true;
}

struct yaml_errors yaml_errors_of(const struct syntax_tree *tree, struct arena *arena)
{
	struct yaml_errors errors = {.tree = tree};
	errors.items = syntax_tree_errors(tree, arena, &errors.count);
	if (errors.count == 0)
		return errors;
	struct position *places = arena_allocate(arena, errors.count, sizeof(*places));
	bool *repeated = arena_allocate(arena, errors.count, sizeof(*repeated));
	for (size_t i = 0; i < errors.count; i++) {
		places[i] = syntax_tree_position(tree, errors.items[i].range.start, POSITION_UTF8);
		repeated[i] = repeats_entries(errors.items, places, i);
	}
	note_indentation(errors.items, places, errors.count, repeated, arena);
	errors.repeated = repeated;
	return errors;
}

/* How many begin before `offset`. */
static size_t errors_before(const struct yaml_errors *errors, uint32_t offset)
{
	size_t low = 0, high = errors->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (errors->items[middle].range.start < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool yaml_errors_have_duplicate_at(const struct yaml_errors *errors, struct range key)
{
	size_t i = errors_before(errors, key.start);
	for (; i < errors->count && errors->items[i].range.start == key.start; i++)
		if (errors->items[i].kind == SYNTAX_ERROR_DUPLICATE_KEY &&
			errors->items[i].range.end == key.end)
			return true;
	return false;
}

bool yaml_errors_have_duplicate_in(const struct yaml_errors *errors, struct range range)
{
	size_t i = errors_before(errors, range.start);
	for (; i < errors->count && errors->items[i].range.start < range.end; i++)
		if (errors->items[i].kind == SYNTAX_ERROR_DUPLICATE_KEY)
			return true;
	return false;
}

#include "analyzer/ide/diagnostics/yaml_errors.h"

enum {
	MOST_LINES = 6 /* of a value between two keys */
};

struct yaml_errors yaml_errors_of(const struct syntax_tree *tree, struct arena *arena)
{
	struct yaml_errors errors = {.tree = tree};
	errors.items = syntax_tree_errors(tree, arena, &errors.count);
	return errors;
}

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

static struct position position_of(const struct yaml_errors *errors, size_t number)
{
	return syntax_tree_position(errors->tree, errors->items[number].range.start, POSITION_UTF8);
}

/* Where a dash is missing, all keys of an item stand twice: the first of them is told. */
static bool repeats_entries(const struct yaml_errors *errors, size_t number)
{
	if (number == 0)
		return false;
	const struct syntax_error *above = &errors->items[number - 1];
	const struct syntax_error *error = &errors->items[number];
	if (error->kind != SYNTAX_ERROR_DUPLICATE_KEY || above->kind != SYNTAX_ERROR_DUPLICATE_KEY)
		return false;
	struct position before = position_of(errors, number - 1);
	struct position here = position_of(errors, number);
	return here.line <= before.line + MOST_LINES && here.line > before.line &&
	       here.character == before.character && above->related.start < error->related.start;
}

/* Where a key is indented too little, so are all that stand beside it, and what they hold stands
 * twice. */
static bool repeats_indentation(const struct yaml_errors *errors, size_t number)
{
	const struct syntax_error *error = &errors->items[number];
	struct string message = STRING("indented less than the entries it follows");
	struct position here = position_of(errors, number);
	bool is_told_of = string_equal(error->message, message);
	for (size_t i = number; i > 0; i--) {
		struct position before = position_of(errors, i - 1);
		if (!is_told_of && before.line + MOST_LINES < here.line)
			return false;
		if (string_equal(errors->items[i - 1].message, message) &&
			(is_told_of ? before.character == here.character
				    : error->kind == SYNTAX_ERROR_DUPLICATE_KEY &&
						before.line < here.line))
			return true;
	}
	return false;
}

bool yaml_error_is_repeated(const struct yaml_errors *errors, size_t number)
{
	return repeats_entries(errors, number) || repeats_indentation(errors, number);
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

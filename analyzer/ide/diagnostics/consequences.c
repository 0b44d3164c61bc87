#include "analyzer/ide/diagnostics/consequences.h"

#include "analyzer/ide/diagnostics/causes.h"
#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/language/types/type_kinds.h"
#include "analyzer/variability/analysis/analysis.h"

#include <stdlib.h>

struct consequences {
	const struct yaml_errors *errors;
	struct arena *arena;
	struct causes causes;
	struct range *objected; /* by their beginnings; none ends before those in front of it */
	size_t objected_count;
	bool objects_to_conditions;
	uint32_t unknown;   /* names that a missing import leaves without a type */
	uint64_t told_of;   /* variants of which a result is told */
	uint64_t errors_of; /* and those of which an error is */
};

struct consequences *consequences_of(const struct yaml_errors *errors, struct arena *arena)
{
	struct consequences *consequences = arena_allocate(arena, 1, sizeof(*consequences));
	consequences->errors = errors;
	consequences->arena = arena;
	consequences->causes.tree = errors->tree;
	return consequences;
}

static bool is_section_of_types(struct string keyname)
{
	int kind = 0;
	while (kind < TYPE_KIND_TOTAL &&
		!string_is(keyname, type_kind_row((enum type_kind)kind)->keyname))
		kind++;
	return kind < TYPE_KIND_TOTAL;
}

static bool follows_from_keyname(struct string keyname, enum diagnostic_code code)
{
	static const struct {
		const char *keyname;
		enum diagnostic_code code;
	} rows[] = {
#define CONSEQUENCE(keyname, code) {keyname, DIAGNOSTIC_CODE_##code},
#include "analyzer/ide/diagnostics/consequences.def"
#undef CONSEQUENCE
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].code == code && string_is(keyname, rows[i].keyname))
			return true;
	return is_section_of_types(keyname) &&
	       (code == DIAGNOSTIC_CODE_UNKNOWN_TYPE || code == DIAGNOSTIC_CODE_UNKNOWN_REFERENCE);
}

/* Whether the place is the map around the cause, or what names it. */
static bool is_around(const struct cause *cause, struct node node)
{
	struct node place = node;
	for (struct node around = cause->around; !node_is_absent(around);
		around = node_parent(around))
		if (node_equal_place(around, place) || node_equal_place(node_key(around), place))
			return true;
	return node_equal_place(node_parent(place), cause->around);
}

/* `Operation "interface.operation" needs …`, of either name. */
static bool is_of_operation(const struct diagnostic *diagnostic, struct string name)
{
	struct string words = diagnostic->message;
	for (size_t i = 1; i + name.length + 1 <= words.length; i++) {
		char before = words.bytes[i - 1], after = words.bytes[i + name.length];
		if (((before == '"' && after == '.') || (before == '.' && after == '"')) &&
			string_equal(string_slice(words, i, i + name.length), name))
			return true;
	}
	return false;
}

static bool is_missed(
	const struct cause *cause, const struct diagnostic *diagnostic, struct node place)
{
	bool is_lack = diagnostic->code == DIAGNOSTIC_CODE_MISSING_KEYNAME ||
		       diagnostic->code == DIAGNOSTIC_CODE_MISSING_PROPERTY ||
		       diagnostic->code == DIAGNOSTIC_CODE_REQUIREMENT_COUNT;
	if (!is_lack || !cause->meant.length)
		return false;
	/* What an operation is handed by its node, those miss who call it. */
	if (cause->code == DIAGNOSTIC_CODE_UNKNOWN_OPERATION &&
		is_of_operation(diagnostic, cause->meant))
		return true;
	return string_mentions(diagnostic->message, cause->meant) && is_around(cause, place);
}

/* Any section that is not there may be meant by an unknown keyname. */
static bool lacks_section(const struct cause *cause, enum diagnostic_code code)
{
	static const char *const sections[] = {"inputs", "presets", "expressions", "options"};
	for (size_t i = 0; i < sizeof(sections) / sizeof(*sections); i++)
		if (cause->code == DIAGNOSTIC_CODE_UNKNOWN_KEYNAME &&
			string_is(node_text(node_key(cause->around)), "variability") &&
			node_is_absent(node_get(cause->around, sections[i])) &&
			follows_from_keyname(string_from(sections[i]), code))
			return true;
	return false;
}

/* Keynames of other versions are read by the grammar, and by nothing else. */
static bool names_what_is_missing(enum diagnostic_code code)
{
	return code_is_misspelt_name(code) || code == DIAGNOSTIC_CODE_UNKNOWN_REFERENCE;
}

static bool follows(
	const struct cause *cause, const struct diagnostic *diagnostic, struct node place)
{
	if (node_equal_place(cause->key, place)) /* itself, or what is said beside it */
		return is_missed(cause, diagnostic, place) ||
		       (code_is_wrong_value(cause->code) && !code_is_wrong_value(diagnostic->code));
	struct range range = node_range(place);
	bool is_below = range.start > cause->range.start && range.end <= cause->range.end;
	if (cause->code == DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT)
		return (diagnostic->code == DIAGNOSTIC_CODE_OPEN_INPUT ||
			       diagnostic->code == DIAGNOSTIC_CODE_FAILS_FOR_INPUTS) &&
		       string_mentions(diagnostic->message, cause->meant);
	if (code_is_misspelt_name(cause->code))
		return is_missed(cause, diagnostic, place);
	if (is_below && cause->code == DIAGNOSTIC_CODE_KEYNAME_OF_OTHER_VERSION)
		return names_what_is_missing(diagnostic->code);
	if (is_below && !code_is_wrong_value(cause->code))
		return true;
	if (!cause->meant.length)
		return lacks_section(cause, diagnostic->code);
	if (is_missed(cause, diagnostic, place))
		return true;
	if (!follows_from_keyname(cause->meant, diagnostic->code))
		return false;
	if (!cause->is_template)
		return true;
	struct range around = node_range(cause->around);
	return is_around(cause, place) ||
	       (range.start >= around.start && range.end <= around.end) ||
	       string_mentions(diagnostic->message, node_text(node_key(cause->around)));
}

/* What no import defines. */
static bool is_of_tosca(struct string type)
{
	return string_starts_with(type, "tosca.") ||
	       primitive_type_find(VERSION_SIMPLE_YAML_1_3, type) != PRIMITIVE_NONE;
}

/* And not a type: those are values, or keys in a list of types. */
static bool is_key_of_node(struct node place)
{
	struct node around = node_parent(place);
	return node_equal_place(node_find(around, node_text(place)).key, place) &&
	       !string_is(node_text(node_key(node_parent(around))), "type");
}

/* Of a variant, one result is enough; but no hint stands for an error. */
static bool tells_nothing_new(
	struct consequences *consequences, const struct diagnostic *diagnostic)
{
	bool is_error = diagnostic->severity == DIAGNOSTIC_ERROR;
	uint64_t told = is_error ? consequences->errors_of : consequences->told_of;
	consequences->told_of |= diagnostic->variants;
	if (is_error)
		consequences->errors_of |= diagnostic->variants;
	return (diagnostic->variants & ~told) == 0;
}

static bool follows_from_any(struct consequences *consequences, const struct diagnostic *diagnostic)
{
	const struct causes *causes = &consequences->causes;
	if (diagnostic->location.file.length || diagnostic->location.kind == LOCATION_FILE)
		return false;
	if (causes->breaks_result && code_is_about_result(diagnostic->code))
		return true;
	if ((causes->breaks_result || causes->breaks_inputs) &&
		code_is_about_inputs(diagnostic->code))
		return true;
	if (causes->misses_file && diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_TYPE &&
		!is_of_tosca(diagnostic->replacement)) {
		consequences->unknown++;
		return true;
	}
	if (diagnostic->location.kind == LOCATION_SECTION)
		return false;
	struct node place = syntax_tree_node(causes->tree, diagnostic->location.node);
	/* Of the option, each element says so. */
	if (causes->breaks_mode && diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_MODE_TOKEN &&
		node_is_absent(node_key(place)))
		return true;
	if (causes->breaks_result && diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_TYPE &&
		is_key_of_node(place))
		return true; /* resolving says so at the node */
	for (size_t i = 0; i < causes->count; i++)
		if (follows(&causes->items[i], diagnostic, place))
			return true;
	return false;
}

/* An element that is none says nothing of itself, wherever that would be said. */
static struct range range_with_key(
	const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	struct range range = location_range(&diagnostic->location, tree);
	if (diagnostic->location.kind != LOCATION_NODE || diagnostic->location.file.length)
		return range;
	struct node place = syntax_tree_node(tree, diagnostic->location.node);
	struct node key = node_key(place);
	if (!node_is_absent(key))
		range.start = node_range(key).start;
	return range;
}

static int compare_beginnings(const void *left, const void *right)
{
	const struct range *a = left, *b = right;
	return (a->start > b->start) - (a->start < b->start);
}

/* Where the checks have found errors. */
static void list_objected(struct consequences *consequences, const struct diagnostics *told)
{
	const struct syntax_tree *tree = consequences->errors->tree;
	struct range *ranges = arena_allocate(consequences->arena, told->count, sizeof(*ranges));
	size_t count = 0;
	consequences->objects_to_conditions = false;
	for (size_t i = 0; i < told->count; i++) {
		const struct diagnostic *error = &told->items[i];
		if (error->severity != DIAGNOSTIC_ERROR)
			continue;
		ranges[count++] = error->code == DIAGNOSTIC_CODE_WRONG_SHAPE
					  ? range_with_key(tree, error)
					  : location_range(&error->location, tree);
		consequences->objects_to_conditions |= code_breaks_conditions(error->code);
	}
	if (count > 0)
		qsort(ranges, count, sizeof(*ranges), compare_beginnings);
	for (size_t i = 1; i < count; i++)
		if (ranges[i].end < ranges[i - 1].end)
			ranges[i].end = ranges[i - 1].end;
	consequences->objected = ranges;
	consequences->objected_count = count;
}

static bool is_objected_to(const struct consequences *consequences, struct range range)
{
	size_t low = 0, high = consequences->objected_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (consequences->objected[middle].start < range.end)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && range.start < consequences->objected[low - 1].end;
}

void consequences_drop(struct consequences *consequences, struct diagnostics *found)
{
	for (size_t i = 0; i < found->count; i++)
		causes_add_found(&consequences->causes, &found->items[i]);
	size_t kept = 0;
	for (size_t i = 0; i < found->count; i++)
		if (!follows_from_any(consequences, &found->items[i]))
			found->items[kept++] = found->items[i];
	found->count = kept;
	list_objected(consequences, found);
}

void consequences_note(
	struct consequences *consequences, const struct diagnostic *diagnostics, size_t count)
{
	for (size_t i = 0; i < count; i++)
		causes_add_analysed(&consequences->causes, &diagnostics[i]);
}

/* Whether a variant cannot be resolved just for what the diagnostic says. */
static bool stops_resolving(const struct analysis *analysis, const struct diagnostic *diagnostic)
{
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		struct string error = analysis_variant(analysis, i)->error;
		struct string told = diagnostic->message;
		if ((diagnostic->variants >> i & 1) != 0 && error.length > 0 &&
			error.length <= told.length &&
			string_equal(string_slice(told, 0, error.length), error))
			return true;
	}
	return false;
}

bool consequences_follow(struct consequences *consequences, const struct analysis *analysis,
	const struct diagnostic *diagnostic)
{
	if (follows_from_any(consequences, diagnostic))
		return true;
	const struct syntax_tree *tree = consequences->errors->tree;
	struct range range = location_range(&diagnostic->location, tree);
	bool about_result =
		code_is_about_result(diagnostic->code) && !stops_resolving(analysis, diagnostic);
	if ((about_result || code_is_about_inputs(diagnostic->code)) &&
		consequences->objects_to_conditions)
		return true;
	if (is_objected_to(consequences, range))
		return true;
	return yaml_errors_have_duplicate_at(consequences->errors, range) ||
	       (about_result && consequences->causes.may_break_result &&
		       tells_nothing_new(consequences, diagnostic));
}

struct string consequences_of_import(const struct consequences *consequences)
{
	if (consequences->unknown == 0)
		return (struct string){"", 0};
	return arena_format(consequences->arena,
		"; %u name%s of types %s not known for that reason", consequences->unknown,
		consequences->unknown == 1 ? "" : "s", consequences->unknown == 1 ? "is" : "are");
}

void consequences_of_broken_imports(struct consequences *consequences)
{
	consequences->causes.misses_file = true;
}

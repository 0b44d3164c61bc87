#include "analyzer/ide/diagnostics/consequences.h"

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/model/grammar/grammar.h"

#include <string.h>

enum {
	MOST_CAUSES = 64 /* of a file that is no template, everything is a mistake */
};

/* A key that was reported, and what it was meant to be. */
struct cause {
	enum diagnostic_code code;
	struct node key;
	struct node around;  /* the map that holds the key */
	struct string meant; /* empty: nothing near */
	struct range range;  /* of the key and its value */
	bool is_template;    /* what it decides is that of one element, not of a type or section */
};

struct consequences {
	const struct syntax_tree *tree;
	struct arena *arena;
	struct cause causes[MOST_CAUSES];
	size_t count;
	bool misses_file;
	uint32_t unknown; /* names that a missing import leaves without a type */
	bool breaks_result;
	bool may_break_result; /* as a warning: the first error that comes of it is told */
	bool tells_result;
	bool breaks_conditions;
	bool breaks_mode; /* an option, of which elements say so, too */
};

/* ---- causes ---- */

static bool is_misread_keyname(enum diagnostic_code code)
{
	return code == DIAGNOSTIC_CODE_UNKNOWN_KEYNAME ||
	       code == DIAGNOSTIC_CODE_MISPLACED_KEYNAME ||
	       code == DIAGNOSTIC_CODE_KEYNAME_OF_OTHER_VERSION;
}

/* A key that is the name of something a type declares. */
static bool is_misspelt_name(enum diagnostic_code code)
{
	return code == DIAGNOSTIC_CODE_UNKNOWN_PROPERTY ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_REQUIREMENT ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_OPERATION;
}

/* A preset that assigns an input by another name leaves it without value. */
static bool is_misspelt_input(const struct diagnostic *diagnostic)
{
	return diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT &&
	       diagnostic->replacement.length > 0;
}

/* Its value is not what the keyname takes. */
static bool is_wrong_value(enum diagnostic_code code)
{
	return code == DIAGNOSTIC_CODE_WRONG_SHAPE || code == DIAGNOSTIC_CODE_BAD_LIST_ENTRY;
}

/* The key that a diagnostic about its value, or about itself, is about; absent if there is none. */
static struct node key_of(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	if (diagnostic->location.kind != LOCATION_NODE || diagnostic->location.file.length)
		return (struct node){0};
	struct node place = syntax_tree_node(tree, diagnostic->location.node);
	bool is_entry = diagnostic->code == DIAGNOSTIC_CODE_BAD_LIST_ENTRY;
	struct node key = node_key(is_entry ? node_parent(place) : place);
	return node_is_absent(key) ? place : key;
}

/* Keynames that say when an element is present. */
static bool decides_presence(const struct syntax_tree *tree, struct string keyname)
{
	static const enum construct constructs[] = {CONSTRUCT_NODE_TEMPLATE,
		CONSTRUCT_REQUIREMENT_ASSIGNMENT, CONSTRUCT_VARIABLE_PROPERTY};
	enum definitions_version version = grammar_version(tree);
	for (size_t i = 0; i < sizeof(constructs) / sizeof(*constructs); i++) {
		const struct keyname_row *row = keyname_find(constructs[i], version, keyname);
		if (row && (row->flags & KEYNAME_VARIABILITY))
			return true;
	}
	return false;
}

static bool is_inside(struct node node, const char *keyname)
{
	for (; !node_is_absent(node); node = node_parent(node))
		if (string_is(node_text(node_key(node)), keyname))
			return true;
	return false;
}

static bool breaks_presence(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	struct node key = key_of(tree, diagnostic);
	if (!is_wrong_value(diagnostic->code) || node_is_absent(key))
		return false;
	bool is_of_element = is_inside(key, "node_templates") && !is_inside(key, "properties") &&
			     !is_inside(key, "capabilities") && !is_inside(key, "interfaces");
	return is_of_element || decides_presence(tree, node_text(key)) ||
	       string_is(node_text(key), "variability") || is_inside(key, "variability");
}

/* Without value, it is as if it were not there: the key alone is told. */
static bool has_no_effect(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	return diagnostic->severity == DIAGNOSTIC_WARNING &&
	       diagnostic->location.kind == LOCATION_NODE &&
	       node_is_absent(node_key(syntax_tree_node(tree, diagnostic->location.node)));
}

/* What is there may be meant otherwise, and be resolved all the same. */
static bool may_break_result(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	enum diagnostic_code code = diagnostic->code;
	return (breaks_presence(tree, diagnostic) && !has_no_effect(tree, diagnostic)) ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_OPTION || code == DIAGNOSTIC_CODE_OPERAND_TYPE ||
	       code == DIAGNOSTIC_CODE_WRONG_OPTION_VALUE || code == DIAGNOSTIC_CODE_WRONG_ARITY ||
	       code == DIAGNOSTIC_CODE_FREE_VARIABLE || code == DIAGNOSTIC_CODE_UNWRAPPED_PROPERTY;
}

/* What has been read wrong is resolved wrong. */
static bool breaks_result(const struct diagnostic *diagnostic)
{
	switch (diagnostic->code) {
	case DIAGNOSTIC_CODE_UNKNOWN_KEYNAME:
	case DIAGNOSTIC_CODE_MISPLACED_KEYNAME:
	case DIAGNOSTIC_CODE_UNKNOWN_DEFINITIONS_VERSION:
	case DIAGNOSTIC_CODE_WRONG_OPTION_VALUE:
	case DIAGNOSTIC_CODE_UNKNOWN_MODE_TOKEN:
	case DIAGNOSTIC_CODE_CIRCULAR_TYPE:
	case DIAGNOSTIC_CODE_CIRCULAR_EXPRESSION:
		return diagnostic->severity == DIAGNOSTIC_ERROR;
	default:
		return false;
	}
}

static bool is_about_result(enum diagnostic_code code)
{
	return (code >= DIAGNOSTIC_CODE_ABSENT_SOURCE &&
		       code <= DIAGNOSTIC_CODE_UNPRODUCED_OUTPUT) ||
	       code == DIAGNOSTIC_CODE_COULD_NOT_SOLVE ||
	       code == DIAGNOSTIC_CODE_MALFORMED_TEMPLATE ||
	       code == DIAGNOSTIC_CODE_AMBIGUOUS_RESULT || code == DIAGNOSTIC_CODE_NO_TECHNOLOGY ||
	       code == DIAGNOSTIC_CODE_NO_MATCHING_RULE || code == DIAGNOSTIC_CODE_SEVERAL_TYPES;
}

/* What comes of conditions for all inputs. */
static bool is_about_conditions(enum diagnostic_code code)
{
	return code >= DIAGNOSTIC_CODE_NEVER_PRESENT && code <= DIAGNOSTIC_CODE_EQUAL_PRESETS;
}

/* Whoever writes an operand that can never be, or a name that is none, means another condition; and
 * of a variability definition with an error, nothing follows. A result is no such error. */
static bool breaks_conditions(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	const struct location *location = &diagnostic->location;
	if (diagnostic->code == DIAGNOSTIC_CODE_OPERAND_TYPE ||
		diagnostic->code == DIAGNOSTIC_CODE_WRONG_ARITY ||
		diagnostic->code == DIAGNOSTIC_CODE_FREE_VARIABLE)
		return true;
	return diagnostic->severity == DIAGNOSTIC_ERROR && !is_about_result(diagnostic->code) &&
	       location->kind == LOCATION_NODE && !location->file.length &&
	       is_inside(syntax_tree_node(tree, location->node), "variability");
}

/* Node templates and what else has a name of its own; types concern all their elements. */
static bool is_of_one_element(struct node key)
{
	struct node top = key;
	unsigned depth = 0;
	for (struct node node = node_parent(key); !node_is_absent(node); node = node_parent(node)) {
		if (!node_is_absent(node_key(node)))
			top = node_key(node);
		depth++;
	}
	struct string section = node_text(top);
	return depth > 3 && !is_inside(key, "variability") &&
	       (string_is(section, "topology_template") || string_is(section, "service_template"));
}

/* Nothing is imported from a list that is none. */
static bool breaks_imports(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	if (diagnostic->code != DIAGNOSTIC_CODE_WRONG_SHAPE ||
		diagnostic->location.kind != LOCATION_NODE || diagnostic->location.file.length)
		return false;
	struct node place = syntax_tree_node(tree, diagnostic->location.node);
	struct node imports = node_get(syntax_tree_root(tree), "imports");
	for (; !node_is_absent(place); place = node_parent(place))
		if (node_equal_place(place, imports))
			return true;
	return false;
}

/* Which type an element has is not known where none is named. */
static bool breaks_type(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	if (diagnostic->code != DIAGNOSTIC_CODE_WRONG_SHAPE ||
		diagnostic->location.kind != LOCATION_NODE || diagnostic->location.file.length)
		return false;
	struct node place = syntax_tree_node(tree, diagnostic->location.node);
	return string_is(node_text(place), "type") || is_inside(place, "type");
}

/* The keyname whose readers find nothing. A type that is none has nothing of what types have. */
static struct string meant_by(const struct diagnostic *diagnostic, struct node key)
{
	bool is_type = string_ends_with(node_text(node_key(node_parent(key))), "_types");
	if (!is_wrong_value(diagnostic->code))
		return diagnostic->code == DIAGNOSTIC_CODE_MISPLACED_KEYNAME
			       ? node_text(key)
			       : diagnostic->replacement;
	return is_type ? STRING("derived_from") : node_text(key);
}

static void add_cause(struct consequences *consequences, const struct diagnostic *diagnostic)
{
	if (consequences->count == MOST_CAUSES || diagnostic->location.kind != LOCATION_NODE ||
		diagnostic->location.file.length)
		return;
	struct node key = syntax_tree_node(consequences->tree, diagnostic->location.node);
	if (is_wrong_value(diagnostic->code))
		key = key_of(consequences->tree, diagnostic);
	struct node around = node_parent(key);
	if (node_kind(around) != NODE_MAPPING || node_kind(key) != NODE_SCALAR)
		return;
	struct node_entry entry = node_find(around, node_text(key));
	if (node_is_absent(entry.key) || !node_equal_place(entry.key, key))
		return; /* a value */
	struct range range = node_range(key);
	if (!node_is_absent(entry.value))
		range.end = node_range(entry.value).end;
	consequences->causes[consequences->count++] = (struct cause){
		.code = diagnostic->code,
		.key = key,
		.around = around,
		.meant = meant_by(diagnostic, key),
		.range = range,
		.is_template = is_of_one_element(key),
	};
}

struct consequences *consequences_of(
	const struct syntax_tree *tree, const struct diagnostics *found, struct arena *arena)
{
	struct consequences *consequences = arena_allocate(arena, 1, sizeof(*consequences));
	consequences->tree = tree;
	consequences->arena = arena;
	for (size_t i = 0; i < found->count; i++) {
		const struct diagnostic *diagnostic = &found->items[i];
		if (is_misread_keyname(diagnostic->code) || is_misspelt_input(diagnostic) ||
			(is_wrong_value(diagnostic->code) &&
				diagnostic->severity == DIAGNOSTIC_ERROR) ||
			(is_misspelt_name(diagnostic->code) && diagnostic->replacement.length))
			add_cause(consequences, diagnostic);
		consequences->misses_file |=
			diagnostic->code == DIAGNOSTIC_CODE_MISSING_FILE ||
			breaks_imports(tree, diagnostic) ||
			(is_misread_keyname(diagnostic->code) &&
				is_inside(key_of(tree, diagnostic), "imports"));
		consequences->breaks_result |= breaks_result(diagnostic) ||
					       breaks_type(tree, diagnostic) ||
					       (diagnostic->severity == DIAGNOSTIC_ERROR &&
						       breaks_presence(tree, diagnostic));
		consequences->may_break_result |= may_break_result(tree, diagnostic);
		consequences->breaks_mode |= diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_MODE_TOKEN;
		consequences->breaks_conditions |= breaks_conditions(tree, diagnostic);
	}
	return consequences;
}

/* ---- what follows ---- */

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
	/* A section of types. */
	return string_ends_with(keyname, "_types") &&
	       (code == DIAGNOSTIC_CODE_UNKNOWN_TYPE || code == DIAGNOSTIC_CODE_UNKNOWN_REFERENCE);
}

/* Whether the words say `name` in quotes. */
static bool mentions(struct string message, struct string name)
{
	for (size_t i = 0; i + name.length + 2 <= message.length; i++)
		if (message.bytes[i] == '"' && message.bytes[i + name.length + 1] == '"' &&
			string_equal(string_slice(message, i + 1, i + 1 + name.length), name))
			return true;
	return false;
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

static bool is_missed(
	const struct cause *cause, const struct diagnostic *diagnostic, struct node place)
{
	bool is_lack = diagnostic->code == DIAGNOSTIC_CODE_MISSING_KEYNAME ||
		       diagnostic->code == DIAGNOSTIC_CODE_MISSING_PROPERTY ||
		       diagnostic->code == DIAGNOSTIC_CODE_REQUIREMENT_COUNT;
	return is_lack && cause->meant.length && mentions(diagnostic->message, cause->meant) &&
	       is_around(cause, place);
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

static bool follows(
	const struct cause *cause, const struct diagnostic *diagnostic, struct node place)
{
	if (node_equal_place(cause->key, place)) /* itself, or what is said beside it */
		return is_missed(cause, diagnostic, place) ||
		       (is_wrong_value(cause->code) && !is_wrong_value(diagnostic->code));
	struct range range = node_range(place);
	bool is_below = range.start > cause->range.start && range.end <= cause->range.end;
	if (cause->code == DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT)
		return (diagnostic->code == DIAGNOSTIC_CODE_OPEN_INPUT ||
			       diagnostic->code == DIAGNOSTIC_CODE_FAILS_FOR_INPUTS) &&
		       mentions(diagnostic->message, cause->meant);
	if (is_misspelt_name(cause->code))
		return is_missed(cause, diagnostic, place);
	if (is_below && !is_wrong_value(cause->code))
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
	       mentions(diagnostic->message, node_text(node_key(cause->around)));
}

/* What no import defines. */
static bool is_of_tosca(struct string type)
{
	return string_starts_with(type, "tosca.") ||
	       primitive_type_find(VERSION_SIMPLE_YAML_1_3, type) != PRIMITIVE_NONE;
}

bool consequences_follow(struct consequences *consequences, const struct diagnostic *diagnostic)
{
	if (diagnostic->location.file.length || diagnostic->location.kind == LOCATION_FILE)
		return false;
	if (consequences->breaks_result && is_about_result(diagnostic->code))
		return true;
	if ((consequences->breaks_result || consequences->may_break_result) &&
		is_about_conditions(diagnostic->code))
		return true;
	if (consequences->may_break_result && is_about_result(diagnostic->code)) {
		bool is_further = consequences->tells_result;
		consequences->tells_result = true;
		return is_further;
	}
	if (consequences->breaks_conditions && is_about_conditions(diagnostic->code))
		return true;
	if (consequences->misses_file && diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_TYPE &&
		!is_of_tosca(diagnostic->replacement)) {
		consequences->unknown++;
		return true;
	}
	if (diagnostic->location.kind == LOCATION_SECTION)
		return false;
	struct node place = syntax_tree_node(consequences->tree, diagnostic->location.node);
	/* Of the option, each element says so. */
	if (consequences->breaks_mode && diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_MODE_TOKEN &&
		node_is_absent(node_key(place)))
		return true;
	/* Resolving says so at the node; names of types are values. */
	if (consequences->breaks_result && diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_TYPE &&
		node_equal_place(node_find(node_parent(place), node_text(place)).key, place))
		return true;
	for (size_t i = 0; i < consequences->count; i++)
		if (follows(&consequences->causes[i], diagnostic, place))
			return true;
	return false;
}

void consequences_drop(struct consequences *consequences, struct diagnostics *found)
{
	size_t kept = 0;
	for (size_t i = 0; i < found->count; i++)
		if (!consequences_follow(consequences, &found->items[i]))
			found->items[kept++] = found->items[i];
	found->count = kept;
}

void consequences_note(
	struct consequences *consequences, const struct diagnostic *diagnostics, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		consequences->breaks_result |= breaks_result(&diagnostics[i]);
		consequences->may_break_result |=
			may_break_result(consequences->tree, &diagnostics[i]);
		consequences->breaks_conditions |=
			breaks_conditions(consequences->tree, &diagnostics[i]);
		if (is_misspelt_input(&diagnostics[i]))
			add_cause(consequences, &diagnostics[i]);
	}
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
	consequences->misses_file = true;
}

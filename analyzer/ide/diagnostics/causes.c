#include "analyzer/ide/diagnostics/causes.h"

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/model/grammar/grammar.h"

/* A preset that assigns an input by another name leaves it without value. */
static bool is_misspelt_input(const struct diagnostic *diagnostic)
{
	return diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT &&
	       diagnostic->replacement.length > 0;
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
	if (!code_is_wrong_value(diagnostic->code) || node_is_absent(key))
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

/* Of a variability definition with an error, nothing follows. A result is no such error. */
static bool breaks_inputs(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	const struct location *location = &diagnostic->location;
	if (diagnostic->severity == DIAGNOSTIC_ERROR && may_break_result(tree, diagnostic))
		return true;
	if (code_is_wrong_value(diagnostic->code) && diagnostic->severity == DIAGNOSTIC_ERROR)
		return true;
	bool is_mistake = diagnostic->severity == DIAGNOSTIC_ERROR ||
			  diagnostic->code == DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION;
	return is_mistake && !code_is_about_result(diagnostic->code) &&
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
	return depth > 3 && !is_inside(key, "variability") && keyname_is_template(section);
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

/* A keyname of an import, or one that has fallen out of the list. */
static bool is_of_import(const struct syntax_tree *tree, struct node key)
{
	bool is_at_top = node_equal_place(node_parent(key), syntax_tree_root(tree));
	return is_inside(key, "imports") ||
	       (is_at_top && keyname_find(CONSTRUCT_IMPORT, grammar_version(tree),
				     node_text(key)) != NULL);
}

/* Which type an element has, or from which one it derives, is not known where none is named, or
 * another one is meant; nor are types where a section of them is none. */
static bool breaks_type(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	bool is_unknown = diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_TYPE;
	if ((!is_unknown && !code_is_wrong_value(diagnostic->code)) ||
		diagnostic->location.kind != LOCATION_NODE || diagnostic->location.file.length)
		return false;
	struct node place = syntax_tree_node(tree, diagnostic->location.node);
	struct string keyname = node_text(node_key(place));
	if (is_unknown) /* a name in a list of types is a key */
		return string_is(keyname, "derived_from") ||
		       (diagnostic->replacement.length && string_is(keyname, "type") &&
			       is_inside(place, "node_templates"));
	if (is_inside(place, "derived_from"))
		return true;
	return string_is(node_text(place), "type") || is_inside(place, "type") ||
	       string_ends_with(node_text(node_key(place)), "_types");
}

/* Under a word of another language, the name of a type in the file, or of TOSCA. */
static bool may_be_parent(const struct syntax_tree *tree, struct node key)
{
	struct node type = node_parent(key);
	struct node types = node_parent(type);
	struct string name = node_text(node_find(type, node_text(key)).value);
	return node_equal_place(node_parent(types), syntax_tree_root(tree)) &&
	       string_ends_with(node_text(node_key(types)), "_types") &&
	       node_is_absent(node_get(type, "derived_from")) &&
	       (!node_is_absent(node_find(types, name).key) || string_starts_with(name, "tosca.") ||
		       primitive_type_find(grammar_version(tree), name) != PRIMITIVE_NONE);
}

/* The keyname whose readers find nothing. A type that is none has nothing of what types have. */
static struct string meant_by(
	const struct syntax_tree *tree, const struct diagnostic *diagnostic, struct node key)
{
	if (diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_KEYNAME &&
		!diagnostic->replacement.length && may_be_parent(tree, key))
		return STRING("derived_from");
	bool is_type = string_ends_with(node_text(node_key(node_parent(key))), "_types");
	if (!code_is_wrong_value(diagnostic->code))
		return diagnostic->code == DIAGNOSTIC_CODE_MISPLACED_KEYNAME
			       ? node_text(key)
			       : diagnostic->replacement;
	if (string_is(node_text(node_key(node_parent(key))), "presets"))
		return STRING("presets");
	return is_type ? STRING("derived_from") : node_text(key);
}

static void add_key(struct causes *causes, const struct diagnostic *diagnostic)
{
	if (causes->count == MOST_CAUSES || diagnostic->location.kind != LOCATION_NODE ||
		diagnostic->location.file.length)
		return;
	struct node key = syntax_tree_node(causes->tree, diagnostic->location.node);
	if (code_is_wrong_value(diagnostic->code))
		key = key_of(causes->tree, diagnostic);
	struct node around = node_parent(key);
	if (node_kind(around) != NODE_MAPPING || node_kind(key) != NODE_SCALAR)
		return;
	struct node_entry entry = node_find(around, node_text(key));
	if (node_is_absent(entry.key) || !node_equal_place(entry.key, key))
		return; /* a value */
	struct range range = node_range(key);
	if (!node_is_absent(entry.value))
		range.end = node_range(entry.value).end;
	causes->items[causes->count++] = (struct cause){
		.code = diagnostic->code,
		.key = key,
		.around = around,
		.meant = meant_by(causes->tree, diagnostic, key),
		.range = range,
		.is_template = is_of_one_element(key),
	};
}

/* A list where a map is expected: no name is found in it, however serious that is. */
static bool is_other_collection(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	return diagnostic->location.kind == LOCATION_NODE && !diagnostic->location.file.length &&
	       node_kind(syntax_tree_node(tree, diagnostic->location.node)) == NODE_SEQUENCE;
}

/* What either may tell of. */
static void add(struct causes *causes, const struct diagnostic *diagnostic)
{
	causes->breaks_result |= breaks_result(diagnostic);
	causes->may_break_result |= may_break_result(causes->tree, diagnostic);
	causes->breaks_inputs |= breaks_inputs(causes->tree, diagnostic);
	if (is_misspelt_input(diagnostic))
		add_key(causes, diagnostic);
}

void causes_add_analysed(struct causes *causes, const struct diagnostic *diagnostic)
{
	add(causes, diagnostic);
}

void causes_add_found(struct causes *causes, const struct diagnostic *diagnostic)
{
	const struct syntax_tree *tree = causes->tree;
	bool is_error = diagnostic->severity == DIAGNOSTIC_ERROR;
	add(causes, diagnostic);
	if (code_is_misread_keyname(diagnostic->code) ||
		(code_is_wrong_value(diagnostic->code) &&
			(is_error || is_other_collection(tree, diagnostic))) ||
		(code_is_misspelt_name(diagnostic->code) && diagnostic->replacement.length))
		add_key(causes, diagnostic);
	causes->misses_file |= diagnostic->code == DIAGNOSTIC_CODE_MISSING_FILE ||
			       diagnostic->code == DIAGNOSTIC_CODE_BROKEN_IMPORT ||
			       breaks_imports(tree, diagnostic) ||
			       (code_is_misread_keyname(diagnostic->code) &&
				       is_of_import(tree, key_of(tree, diagnostic)));
	/* What may be meant otherwise is no reason not to tell that resolving fails. */
	causes->may_break_result |=
		breaks_type(tree, diagnostic) || (is_error && breaks_presence(tree, diagnostic));
	causes->breaks_mode |= diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_MODE_TOKEN;
}

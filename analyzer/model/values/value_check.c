#include "analyzer/model/values/value_check.h"

#include "analyzer/language/grammar/functions.h"
#include "analyzer/model/grammar/grammar_walker.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/text/json_text.h"
#include "analyzer/model/text/version_text.h"
#include "analyzer/model/text/xml_text.h"
#include "analyzer/model/values/constraint_check.h"
#include "analyzer/model/values/port_spec_check.h"
#include "analyzer/model/values/primitive_value.h"
#include "analyzer/model/values/scalar_check.h"
#include "analyzer/model/values/scalar_unit.h"
#include "analyzer/text/name_table.h"

#include <string.h>

static void check(struct value_checker *checker, struct value_schema schema, struct node key,
	struct node value, struct string name);

/* ---- primitive types ---- */

bool value_is_of(const struct value_checker *checker, enum primitive_type primitive,
	const struct type *type, struct node value)
{
	struct string number;
	struct string unit;
	if (primitive == PRIMITIVE_NONE)
		return node_kind(value) == NODE_MAPPING;
	/* Compared to, 1.0 means the same with quotes and without. */
	if (primitive == PRIMITIVE_VERSION && node_kind(value) == NODE_SCALAR)
		return version_text_is_valid_1_x(node_text(value));
	if (primitive != PRIMITIVE_SCALAR || !type)
		return !primitive_value_mismatch(checker->version, primitive, value);
	return node_kind(value) == NODE_SCALAR &&
	       scalar_unit_split(node_text(value), &number, &unit) &&
	       !(scalar_unit_factor_of_type(type, unit) <= 0);
}

static bool has_units_as_expectation(enum primitive_type type)
{
	return type >= PRIMITIVE_SCALAR_UNIT_SIZE && type <= PRIMITIVE_SCALAR_UNIT_BITRATE;
}

/* TOSCA 1.x: text to YAML, and yet taken by common tools. */
static void report_quoted(struct value_checker *checker, struct node value, struct string name)
{
	struct diagnostic *diagnostic = diagnostics_add(checker->diagnostics,
		DIAGNOSTIC_CODE_WRONG_VALUE, value,
		"\"%.*s\" is of type \"boolean\", and this is a text: write %.*s without quotes",
		STRING_ARGUMENTS(name), STRING_ARGUMENTS(node_text(value)));
	diagnostic->replacement = node_text(value);
	diagnostic->severity = DIAGNOSTIC_INFORMATION;
}

static void check_primitive(struct value_checker *checker, enum primitive_type type,
	struct node key, struct node value, struct string name)
{
	const char *expected = primitive_value_mismatch(checker->version, type, value);
	if (!expected && type == PRIMITIVE_BOOLEAN && node_is_string(value))
		report_quoted(checker, value, name);
	if (!expected)
		return;
	if (has_units_as_expectation(type)) {
		char text[160] = "a number with one of the units ";
		strncat(text, expected, sizeof(text) - strlen(text) - 1);
		value_report(checker, key, value, name, text);
	} else {
		value_report(checker, key, value, name, expected);
	}
	/* TOSCA 1.x: operating systems and the like have versions of many forms. */
	struct diagnostics *found = checker->diagnostics;
	if (type == PRIMITIVE_VERSION && node_kind(value) == NODE_SCALAR &&
		!version_is_2_0(checker->version))
		found->items[found->count - 1].severity = DIAGNOSTIC_WARNING;
}

/* ---- collections and data types ---- */

/* TOSCA 1.x: a property without value counts as not given; an item is there all the same. */
static void check_empty_item(struct value_checker *checker, struct value_schema schema,
	struct node item, struct string name)
{
	struct data_type type = value_schema_data_type(checker->types, checker->version, schema);
	bool takes_nothing = type.primitive == PRIMITIVE_NULL || type.primitive == PRIMITIVE_NIL;
	if (version_is_2_0(checker->version) || !node_is_null(item) || takes_nothing)
		return;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_VALUE, item,
		"An item of \"%.*s\" has no value: write one, or leave the item out",
		STRING_ARGUMENTS(name))
		->severity = DIAGNOSTIC_WARNING;
}

/* Of values of `schema`, or of the data type unless that is NULL. */
static void check_items(struct value_checker *checker, struct value_schema schema,
	const struct type *type, struct node list, struct string name)
{
	struct value_schema_levels levels;
	const struct value_schema *items =
		value_schema_below(schema, type, "entry_schema", &levels);
	for (uint32_t i = 0; items && i < node_count(list); i++) {
		check_empty_item(checker, *items, node_item(list, i), name);
		check(checker, *items, (struct node){0}, node_item(list, i), name);
	}
}

/* Keys of maps are strings: of another type, the definition tells. */
static bool takes_strings(struct value_checker *checker, struct value_schema keys)
{
	struct data_type type = value_schema_data_type(checker->types, checker->version, keys);
	return type.primitive == PRIMITIVE_STRING || type.primitive == PRIMITIVE_NONE;
}

static void check_entries(struct value_checker *checker, struct value_schema schema,
	const struct type *type, struct node map)
{
	struct value_schema_levels entry_levels;
	struct value_schema_levels key_levels;
	const struct value_schema *entries =
		value_schema_below(schema, type, "entry_schema", &entry_levels);
	const struct value_schema *keys =
		value_schema_below(schema, type, "key_schema", &key_levels);
	for (uint32_t i = 0; i < node_count(map); i++) {
		struct node_entry entry = node_entry(map, i);
		if (node_is_collection(entry.key))
			continue;
		struct string name = node_text(entry.key);
		if (keys && takes_strings(checker, *keys))
			check(checker, *keys, entry.key, entry.key, name);
		else if (version_is_2_0(checker->version) && !node_is_string(entry.key))
			value_report(checker, entry.key, entry.key, name, "a string");
		if (entries)
			check(checker, *entries, entry.key, entry.value, name);
	}
}

static void check_collection(struct value_checker *checker, struct value_schema schema,
	const struct type *type, enum primitive_type primitive, struct node value,
	struct string name)
{
	if (primitive == PRIMITIVE_LIST && node_kind(value) == NODE_SEQUENCE)
		check_items(checker, schema, type, value, name);
	if (primitive == PRIMITIVE_MAP && node_kind(value) == NODE_MAPPING)
		check_entries(checker, schema, type, value);
}

static struct suggestion nearest_member(struct type_members definitions, struct string name)
{
	struct suggestion suggestion = suggestion_for(name);

	for (size_t i = 0; i < definitions.count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, definitions.items[i].name);
	return suggestion;
}

bool value_is_required(const struct type_member *member)
{
	struct node required = type_member_get(member, "required");
	if (!node_is_null(required) && !node_boolean(required))
		return false;
	if (!node_is_null(type_member_get(member, "default")) ||
		!node_is_null(type_member_get(member, "value")))
		return false;
	return !node_is_null(member->definition) || member->refines; /* else that is the mistake */
}

/* Simple Profile 1.3, section "Refining Property Definitions", and TOSCA 2.0: "considered final".
 */
static void report_fixed_value(
	struct value_checker *checker, const struct type_member *member, struct node key)
{
	if (!(definitions_version_set(checker->version) & (VERSIONS_1_3 | VERSIONS_2_0)))
		return;
	struct diagnostic *diagnostic = diagnostics_add(checker->diagnostics,
		DIAGNOSTIC_CODE_FIXED_VALUE, key, "The value of \"%.*s\" is fixed by \"%.*s\"",
		STRING_ARGUMENTS(member->name), STRING_ARGUMENTS(member->origin->name));
	if (!version_is_2_0(checker->version))
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

static void check_one(struct value_checker *checker, struct type_members definitions,
	struct node_entry entry, const char *what, struct string owner)
{
	if (node_is_collection(entry.key))
		return;
	struct string name = node_text(entry.key);
	struct suggestion suggestion;
	const struct type_member *member = type_members_find(definitions, name);
	if (member) {
		if (!node_is_null(type_member_get(member, "value")))
			report_fixed_value(checker, member, entry.key);
		value_check(checker, value_schema_of_member(member), entry.key, entry.value, name);
		return;
	}
	if (checker->is_open)
		return;
	suggestion = nearest_member(definitions, name);
	struct diagnostic *diagnostic =
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, entry.key,
			"\"%.*s\" has no %s \"%.*s\"%s%.*s%s", STRING_ARGUMENTS(owner), what,
			STRING_ARGUMENTS(name), suggestion.best.length ? "; did you mean \"" : "",
			STRING_ARGUMENTS(suggestion.best), suggestion.best.length ? "\"?" : "");
	diagnostic->replacement = suggestion.best;
	if (!version_is_2_0(checker->version))
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* The names of values that are written as a list; those of a map it finds itself. */
static struct name_table names_in_list(struct node values, struct arena *arena)
{
	struct name_table names = {0};
	uint32_t count = node_kind(values) == NODE_SEQUENCE ? node_count(values) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node item = node_item(values, i);
		for (uint32_t k = 0; k < node_count(item) && node_kind(item) == NODE_MAPPING; k++)
			name_table_add(&names, arena, node_text(node_entry(item, k).key), arena);
	}
	return names;
}

struct string value_plain(const struct type_member *member)
{
	static const char *const values[][2] = {{"string", "''"}, {"integer", "0"},
		{"float", "0.0"}, {"boolean", "false"}, {"list", "[]"}, {"map", "{}"}};
	struct node definition = member->definition;
	struct string type = node_text(node_get(definition, "type"));
	if (!node_is_null(node_get(definition, "constraints")) ||
		!node_is_null(node_get(definition, "validation")))
		return STRING("");
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (string_is(type, values[i][0]))
			return string_from(values[i][1]);
	return STRING("");
}

static void report_missing_values(struct value_checker *checker, struct type_members definitions,
	struct node values, struct node place, const char *what, struct string owner)
{
	struct name_table listed = names_in_list(values, checker->diagnostics->arena);
	for (size_t i = 0; i < definitions.count; i++) {
		const struct type_member *member = &definitions.items[i];
		if (!value_is_required(member) || name_table_find(&listed, member->name) ||
			!node_is_absent(node_find(values, member->name).key))
			continue;
		struct diagnostic *diagnostic =
			diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_MISSING_PROPERTY,
				place, "\"%.*s\" needs a value for the %s \"%.*s\"",
				STRING_ARGUMENTS(owner), what, STRING_ARGUMENTS(member->name));
		diagnostic->replacement = value_plain(member);
		if (!version_is_2_0(checker->version))
			diagnostic->severity = DIAGNOSTIC_WARNING;
	}
}

void value_check_map(struct value_checker *checker, struct type_members definitions,
	struct node values, struct node place, const char *what, struct string owner,
	bool report_missing)
{
	uint32_t count = node_kind(values) == NODE_MAPPING ? node_count(values) : 0;
	for (uint32_t i = 0; i < count; i++)
		check_one(checker, definitions, node_entry(values, i), what, owner);
	if (report_missing)
		report_missing_values(checker, definitions, values, place, what, owner);
}

/* Variability4TOSCA: text that stands for no value. */
static bool is_no_value(struct node value)
{
	return node_is_string(value) && string_is(node_text(value), "VINTNER_UNDEFINED");
}

void value_check_all(struct value_checker *checker, struct type_members definitions,
	struct node values, struct node place, const char *what, struct string owner,
	bool report_missing)
{
	bool is_list = node_kind(values) == NODE_SEQUENCE;
	uint32_t count = node_count(values);
	for (uint32_t i = 0; i < count; i++) {
		/* Variability4TOSCA: a list of single-entry maps, whose value may be wrapped. */
		struct node_entry entry =
			is_list ? node_entry(node_item(values, i), 0) : node_entry(values, i);
		if (node_is_absent(entry.key))
			continue;
		if (is_list && !node_is_null(node_get(entry.value, "expression")))
			continue;
		struct node wrapped = is_list ? node_get(entry.value, "value") : (struct node){0};
		if (!node_is_null(wrapped))
			entry.value = wrapped;
		if (!is_no_value(entry.value))
			check_one(checker, definitions, entry, what, owner);
	}
	if (report_missing)
		report_missing_values(checker, definitions, values, place, what, owner);
}

/* Simple Profile, sections "tosca.datatypes.json" and "tosca.datatypes.xml": documents "embedded as
 * a string". */
static void check_document(struct value_checker *checker, const struct type *type,
	struct node value, struct string name)
{
	struct diagnostics *found = checker->diagnostics;
	const char *mistake = NULL;
	if (node_kind(value) != NODE_SCALAR)
		return;
	if (type_is_named(type, STRING("tosca.datatypes.json")) &&
		!json_text_is_valid(node_text(value)))
		diagnostics_add(found, DIAGNOSTIC_CODE_WRONG_VALUE, value,
			"\"%.*s\" must be text in JSON", STRING_ARGUMENTS(name))
			->severity = DIAGNOSTIC_WARNING;
	if (type_is_named(type, STRING("tosca.datatypes.xml")))
		mistake = xml_text_mistake(node_text(value), found->arena);
	if (mistake)
		diagnostics_add(found, DIAGNOSTIC_CODE_WRONG_VALUE, value,
			"\"%.*s\" must be text in XML: %s", STRING_ARGUMENTS(name), mistake)
			->severity = DIAGNOSTIC_WARNING;
}

/* xOpera takes the document itself where the text asks for a string that holds it. */
static bool is_written_out(struct value_checker *checker, const struct type *type,
	struct node value, struct string name)
{
	bool is_it =
		type_is_named(type, STRING("tosca.datatypes.json")) && node_is_collection(value);
	if (is_it)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_VALUE, value,
			"\"%.*s\" is JSON written out, which not every orchestrator takes; quote "
			"it "
			"to have a string",
			STRING_ARGUMENTS(name))
			->severity = DIAGNOSTIC_WARNING;
	return is_it;
}

static void check_data_type(struct value_checker *checker, const struct type *type, struct node key,
	struct node value, struct string name)
{
	enum primitive_type primitive = type_primitive(type);
	if (primitive == PRIMITIVE_SCALAR) {
		scalar_check_value(checker, type, key, value, name);
	} else if (is_written_out(checker, type, value, name)) {
		return;
	} else if (primitive != PRIMITIVE_NONE) {
		check_primitive(checker, primitive, key, value, name);
		check_document(checker, type, value, name);
		check_collection(checker, (struct value_schema){0}, type, primitive, value, name);
	} else {
		struct type_members properties =
			member_cache_get(checker->members, type, PART_PROPERTIES);
		if (node_kind(value) == NODE_MAPPING)
			value_check_map(checker, properties, value,
				node_is_absent(key) ? value : key, "property", type->name,
				!checker->is_default);
		else if (properties.count > 0)
			value_report(checker, key, value, name, "a map of properties");
		if (node_kind(value) == NODE_MAPPING &&
			type_is_named(type, STRING("tosca.datatypes.network.PortSpec")))
			port_spec_check(checker, key, value, name);
	}
	for (const struct type *level = type; level; level = level->parent)
		constraint_check(checker, primitive, type, level->definition, value, name);
}

/* YAML has keys of all kinds, and functions compute keys, too; TOSCA 2.0, section "Schema
 * definition": the type of keys "must be derived originally from the string type". */
static void report_odd_keys(struct value_checker *checker, struct node value, struct string name)
{
	uint32_t count = node_kind(value) == NODE_MAPPING ? node_count(value) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(value, i).key;
		if (node_is_collection(key) && !value_is_computed(checker->version, key))
			diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_VALUE, key,
				"A key of \"%.*s\" must be a string, not %s",
				STRING_ARGUMENTS(name), grammar_node_description(key));
	}
}

static void check(struct value_checker *checker, struct value_schema schema, struct node key,
	struct node value, struct string name)
{
	struct node type_node = value_schema_get(schema, "type");
	if (node_is_null(type_node))
		return;
	if (value_is_computed(checker->version, value)) {
		if (checker->check_call && checker->caller)
			checker->check_call(checker->caller, schema, value, name);
		return;
	}
	struct string type_name = node_text(type_node);
	enum primitive_type primitive = primitive_type_find(checker->version, type_name);
	const struct type *type = NULL;
	if (primitive == PRIMITIVE_NONE) {
		type = value_schema_type(checker->types, schema);
		if (!type || type->is_cyclic)
			return; /* reported where it is named */
	}
	/* TOSCA 1.x: null counts as not given. */
	if (node_is_null(value) && !version_is_2_0(checker->version))
		return;
	size_t before = checker->diagnostics->count;
	report_odd_keys(checker, value, name);
	if (type) {
		check_data_type(checker, type, key, value, name);
	} else {
		check_primitive(checker, primitive, key, value, name);
		check_collection(checker, schema, NULL, primitive, value, name);
	}
	/* Show causes: constraints make sense for values of the right type only. */
	if (checker->diagnostics->count != before)
		return;
	if (type)
		primitive = type_primitive(type);
	for (const struct type_member *member = schema.member; member; member = member->refines)
		constraint_check(checker, primitive, type, member->definition, value, name);
	for (const struct value_schema *level = schema.member ? NULL : &schema; level;
		level = level->refined)
		constraint_check(checker, primitive, type, level->definition, value, name);
}

void value_check(struct value_checker *checker, struct value_schema schema, struct node key,
	struct node value, struct string name)
{
	check(checker, schema, key, value, name);
}

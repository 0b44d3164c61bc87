/* Interfaces that a template assigns: operations that the type does not have, inputs of the wrong
 * type, outputs without an attribute to take them.
 *
 * An interface, and an input, without definition is none of the mistakes: templates may add
 * them (TOSCA 2.0, section "Operation assignment"; the standard's own examples do). */
#include "analyzer/model/behaviour/interface_check.h"

#include "analyzer/language/grammar/words.h"
#include "analyzer/model/behaviour/artifact_check.h"
#include "analyzer/model/checker/data_type.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/grammar/grammar_walker.h"

static void check_operation(struct template_checker *checker, const struct interface *interface,
	struct string name, struct node_entry operation)
{
	struct node key = operation.key;
	if (interface_defines(interface, node_text(key)) != FAILS)
		return;
	/* The grammar tells of it. */
	if (grammar_keyname_meant(CONSTRUCT_INTERFACE_ASSIGNMENT, checker->scope.version,
		    interface->assigned, operation)
			.length)
		return;
	struct suggestion suggestion = suggestion_for(node_text(key));
	interface_suggest(interface, &suggestion);
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION,
		key, "Interface \"%.*s\" has no operation \"%.*s\"%.*s", STRING_ARGUMENTS(name),
		STRING_ARGUMENTS(node_text(key)), STRING_ARGUMENTS(hint));
	diagnostic->replacement = suggestion.best;
}

static void check_input(struct template_checker *checker, const struct type_member *definition,
	struct node_entry input)
{
	struct node fixed = type_member_get(definition, "value");
	if (!node_is_null(fixed) && version_is_2_0(checker->scope.version))
		template_report(checker, DIAGNOSTIC_CODE_FIXED_VALUE, input.key,
			"The value of \"%.*s\" is fixed by \"%.*s\"",
			STRING_ARGUMENTS(definition->name),
			STRING_ARGUMENTS(definition->origin->name));
	value_check(&checker->values, value_schema_of_member(definition), input.key, input.value,
		node_text(input.key));
}

/* Templates may add inputs: this is about typing mistakes in those that are defined, and not
 * given. */
static void check_added_input(struct template_checker *checker, const struct interface *interface,
	struct string operation, struct node_entry input)
{
	struct arena *arena = checker->scope.arena;
	struct type_members definitions =
		interface_parameters(interface, operation, "inputs", arena);
	struct suggestion suggestion = suggestion_for(node_text(input.key));
	for (size_t i = 0; i < definitions.count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, definitions.items[i].name);
	if (!suggestion.best.length ||
		!node_is_absent(node_find(node_parent(input.key), suggestion.best).key))
		return;
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE,
		input.key, "%s has no input \"%.*s\"%.*s",
		operation.length ? "The operation" : "The interface",
		STRING_ARGUMENTS(node_text(input.key)), STRING_ARGUMENTS(hint));
	diagnostic->severity = DIAGNOSTIC_WARNING;
	diagnostic->replacement = suggestion.best;
}

/* Of an operation, or of the whole interface. */
static void check_inputs(struct template_checker *checker, const struct interface *interface,
	struct string operation, struct node assigned)
{
	struct node inputs = node_kind(assigned) == NODE_MAPPING ? node_get(assigned, "inputs")
								 : (struct node){0};
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry input = node_entry(inputs, i);
		const struct type_member *definition = interface_input(
			interface, operation, node_text(input.key), checker->scope.arena);
		/* TOSCA 1.x: the input may be defined once more, with its value inside. */
		bool is_definition = node_kind(input.value) == NODE_MAPPING &&
				     !node_is_null(node_get(input.value, "type"));
		if (definition && !is_definition)
			check_input(checker, definition, input);
		else if (!definition && !is_definition)
			check_added_input(checker, interface, operation, input);
	}
}

/* ---- outputs ---- */

static void report_unknown_attribute(
	struct template_checker *checker, const struct graph_place *place, struct node name)
{
	struct suggestion suggestion = suggestion_for(node_text(name));
	graph_suggest(checker, place, PART_ATTRIBUTES, &suggestion);
	graph_suggest(checker, place, PART_PROPERTIES, &suggestion);
	template_report_unknown(checker, "", place->name, PART_ATTRIBUTES, name, &suggestion);
}

static bool is_name(struct template_checker *checker, struct node part)
{
	if (node_is_string(part))
		return true;
	if (!node_is_null(part))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, part,
			"An output leads to an attribute by names, such as [SELF, state]; this is "
			"%s",
			grammar_node_description(part));
	return false;
}

/* Paths begin at SELF, at one of its neighbours, or at a template. */
static void check_start(struct template_checker *checker, struct node start)
{
	struct suggestion suggestion = suggestion_for(node_text(start));
	for (const struct word_row *word = NULL; (word = word_next(word, WORD_BEGINS_PATH));)
		suggestion_offer(&suggestion, string_from(word->name));
	if (word_find(node_text(start), WORD_BEGINS_PATH) ||
		!node_is_absent(
			template_find(&checker->scope, "node_templates", node_text(start)).key) ||
		!node_is_absent(
			template_find(&checker->scope, "relationship_templates", node_text(start))
				.key))
		return;
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_NODE, start, "Unknown node \"%.*s\"%.*s",
		STRING_ARGUMENTS(node_text(start)), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

/* `[ SELF, attribute ]`; longer paths are followed at deployment. `definition` is NULL if the
 * output is not defined. */
static void check_mapping(struct template_checker *checker, const struct graph_place *place,
	const struct type_member *definition, struct node mapping)
{
	struct value_schema schema;
	struct data_type attribute;
	struct data_type output;
	struct node name = node_item(mapping, 1);
	if (node_kind(mapping) == NODE_SEQUENCE && node_count(mapping) < 2)
		template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, mapping,
			"An output leads to an attribute, such as [SELF, state]");
	if (node_count(mapping) != 2 || !is_name(checker, node_item(mapping, 0)) ||
		!is_name(checker, name))
		return;
	if (!string_is(node_text(node_item(mapping, 0)), "SELF")) {
		check_start(checker, node_item(mapping, 0));
		return;
	}
	enum verdict verdict =
		graph_find_value(checker, place, PART_ATTRIBUTES, node_text(name), &schema);
	if (verdict == FAILS)
		report_unknown_attribute(checker, place, name);
	else if (verdict == HOLDS && definition && version_is_2_0(checker->scope.version) &&
		 data_type_of(checker, schema, &attribute) &&
		 data_type_of(checker, value_schema_of_member(definition), &output) &&
		 !data_types_fit(checker->scope.version, &output, &attribute))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_VALUE, name,
			"\"%.*s\" is of type \"%.*s\", which the attribute \"%.*s\" of type "
			"\"%.*s\" cannot take",
			STRING_ARGUMENTS(definition->name),
			STRING_ARGUMENTS(data_type_name(&output)),
			STRING_ARGUMENTS(node_text(name)),
			STRING_ARGUMENTS(data_type_name(&attribute)));
}

static struct node mapping_in(struct node output)
{
	return node_kind(output) == NODE_SEQUENCE ? output : node_get(output, "mapping");
}

/* The closest definition with a mapping; NULL if there is none. */
static const struct type_member *mapped_definition(const struct type_member *definition)
{
	while (definition && node_kind(mapping_in(definition->definition)) != NODE_SEQUENCE)
		definition = definition->refines;
	return definition;
}

static void report_mapped(
	struct template_checker *checker, const struct type_member *mapped, struct node place)
{
	template_report(checker, DIAGNOSTIC_CODE_FIXED_VALUE, place,
		"The attribute that takes \"%.*s\" is fixed by \"%.*s\"",
		STRING_ARGUMENTS(mapped->name), STRING_ARGUMENTS(mapped->origin->name));
}

static bool is_same_mapping(struct node one, struct node other)
{
	if (node_count(one) != node_count(other))
		return false;
	for (uint32_t i = 0; i < node_count(one); i++)
		if (!string_equal(node_text(node_item(one, i)), node_text(node_item(other, i))))
			return false;
	return true;
}

/* TOSCA 2.0, section "Parameter mapping assignment": "Parameters that have a mapping defined
 * during their definition or during a subsequent refinement may not be assigned". */
static void check_outputs(struct template_checker *checker, const struct graph_place *place,
	const struct interface *interface, struct node_entry operation)
{
	bool is_2_0 = version_is_2_0(checker->scope.version);
	struct node outputs = node_kind(operation.value) == NODE_MAPPING
				      ? node_get(operation.value, "outputs")
				      : (struct node){0};
	uint32_t count = node_kind(outputs) == NODE_MAPPING ? node_count(outputs) : 0;
	if (count == 0)
		return;
	struct type_members members = interface_parameters(
		interface, node_text(operation.key), "outputs", checker->scope.arena);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry output = node_entry(outputs, i);
		const struct type_member *definition =
			type_members_find(members, node_text(output.key));
		const struct type_member *mapped = mapped_definition(definition);
		if (is_2_0 && mapped)
			report_mapped(checker, mapped, output.key);
		if (is_2_0 && node_kind(output.value) == NODE_SCALAR && !node_is_null(output.value))
			template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, output.value,
				"\"%.*s\" is mapped to an attribute, such as [SELF, %.*s]",
				STRING_ARGUMENTS(node_text(output.key)),
				STRING_ARGUMENTS(node_text(output.value)));
		check_mapping(checker, place, definition, mapping_in(output.value));
	}
}

/* "Interface assignments for the Node Template interface definitions provided in its declared Node
 * Type"; but the standard's own examples add interfaces, so this is about typing mistakes. */
static bool check_interface_name(
	struct template_checker *checker, const struct graph_place *place, struct node key)
{
	struct value_schema schema;
	struct suggestion suggestion = suggestion_for(node_text(key));
	struct graph_place defining = *place;
	defining.element = (struct node){0};
	/* TOSCA 1.x: an interface may be named by its type. */
	if (graph_find(checker, &defining, PART_INTERFACES, node_text(key), &schema) != FAILS ||
		types_find(checker->scope.types, TYPE_INTERFACE, node_text(key)))
		return true;
	graph_suggest(checker, place, PART_INTERFACES, &suggestion);
	interface_suggest_types(checker, &suggestion);
	if (!suggestion.best.length)
		return true;
	template_report_unknown(checker, "", place->name, PART_INTERFACES, key, &suggestion)
		->severity = DIAGNOSTIC_WARNING;
	return false;
}

void interfaces_check(
	struct template_checker *checker, const struct graph_place *place, struct node interfaces)
{
	enum definitions_version version = checker->scope.version;
	uint32_t count = node_kind(interfaces) == NODE_MAPPING ? node_count(interfaces) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(interfaces, i);
		struct interface interface;
		uint32_t operations = interface_operation_count(entry.value);
		for (uint32_t j = 0; j < operations; j++)
			implementation_check(checker, place, NULL,
				interface_operation_at(version, entry.value, j).value);
		if (!check_interface_name(checker, place, entry.key) ||
			interface_find(checker, place, node_text(entry.key), &interface) == FAILS)
			continue;
		check_inputs(checker, &interface, STRING(""), entry.value);
		for (uint32_t j = 0; j < operations; j++) {
			struct node_entry operation =
				interface_operation_at(version, entry.value, j);
			if (node_is_absent(operation.key))
				continue;
			check_operation(checker, &interface, node_text(entry.key), operation);
			check_inputs(
				checker, &interface, node_text(operation.key), operation.value);
			check_outputs(checker, place, &interface, operation);
		}
	}
}

void outputs_check_of_type(struct template_checker *checker, const struct graph_place *place,
	struct type_members outputs, const struct type *origin)
{
	for (size_t i = 0; i < outputs.count; i++) {
		const struct type_member *output = &outputs.items[i];
		if (output->origin != origin)
			continue;
		struct node mapping = mapping_in(output->definition);
		const struct type_member *mapped = mapped_definition(output->refines);
		/* "Once defined, the parameter cannot be further refined or mapped." */
		if (version_is_2_0(checker->scope.version) && mapped &&
			node_kind(mapping) == NODE_SEQUENCE &&
			!is_same_mapping(mapping, mapping_in(mapped->definition)))
			report_mapped(checker, mapped, mapping);
		check_mapping(checker, place, output, mapping);
	}
}

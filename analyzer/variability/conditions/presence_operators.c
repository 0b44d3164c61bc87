/* Presence operators, and the generated conditions that say the same without being written. */
#include "analyzer/variability/conditions/element_reference.h"
#include "analyzer/variability/conditions/logic_expression.h"
#include "analyzer/variability/conditions/technology_matching.h"

static formula present(struct logic *logic, const struct element *element)
{
	return logic->result->present[element->position];
}

static formula manual(struct logic *logic, const struct element *element)
{
	return logic->result->manual[element->position];
}

formula any_present(struct logic *logic, struct elements elements)
{
	size_t base = logic->stack_count;

	for (uint32_t i = 0; i < elements.count; i++)
		logic_push(logic, present(logic, elements.items[i]));
	return logic_pop_or(logic, base);
}

/* ---- nodes ---- */

enum relation_part {
	PART_SOURCE, /* the source is present */
	PART_TARGET,
	PART_RELATION,
	PART_MANUAL_SOURCE, /* the manual conditions of the relation hold, and the source is present
			     */
	PART_MANUAL_TARGET,
};

static formula relation_part(
	struct logic *logic, const struct element *relation, enum relation_part part)
{
	const struct element *target = relation->relation.target;
	formula target_present = target ? present(logic, target) : FORMULA_FALSE;

	switch (part) {
	case PART_SOURCE:
		return present(logic, relation->container);
	case PART_TARGET:
		return target_present;
	case PART_RELATION:
		return present(logic, relation);
	case PART_MANUAL_SOURCE:
		return formula_both(logic->formulas, manual(logic, relation),
			present(logic, relation->container));
	case PART_MANUAL_TARGET:
		return formula_both(logic->formulas, manual(logic, relation), target_present);
	}
	return FORMULA_FALSE;
}

static formula any_relation(
	struct logic *logic, struct elements relations, bool only_hosting, enum relation_part part)
{
	size_t base = logic->stack_count;

	for (uint32_t i = 0; i < relations.count; i++)
		if (!only_hosting || relations.items[i]->relation.is_hosting)
			logic_push(logic, relation_part(logic, relations.items[i], part));
	return logic_pop_or(logic, base);
}

static formula any_manual(struct logic *logic, struct elements elements)
{
	size_t base = logic->stack_count;

	for (uint32_t i = 0; i < elements.count; i++)
		logic_push(logic, manual(logic, elements.items[i]));
	return logic_pop_or(logic, base);
}

/* ---- groups and policies ---- */

/* Of a group among the targets, the members count, not the group itself. */
static formula any_target(struct logic *logic, const struct element *policy)
{
	struct elements targets = policy->policy.targets;
	size_t base = logic->stack_count;

	for (uint32_t i = 0; i < targets.count; i++) {
		const struct element *target = element_now(logic->graph, targets.items[i]);

		logic_push(logic, target->kind == ELEMENT_GROUP
					  ? any_present(logic, target->group.members)
					  : present(logic, target));
	}
	return logic_pop_or(logic, base);
}

/* ---- alternatives ---- */

formula no_other_present(struct logic *logic, const struct element *element)
{
	struct elements scope = element->alternatives;
	size_t base = logic->stack_count;

	/* The reference implementation refers to types of a policy by the policy's position, which
	 * it then does not understand. */
	if (element->kind == ELEMENT_TYPE && element->container->kind == ELEMENT_POLICY &&
		scope.count > 1) {
		logic_problem(logic, DIAGNOSTIC_CODE_WRONG_OPERAND, element->key,
			arena_format(logic->arena, "Element \"%d\" is not a string",
				(int)element->container->index));
		return logic_error_atom(logic, element->key);
	}
	for (uint32_t i = 0; i < scope.count; i++)
		if (scope.items[i] != element)
			logic_push(logic, present(logic, scope.items[i]));
	return formula_not(logic_pop_or(logic, base));
}

/* The same, where only alternatives with a value count. */
static formula no_other_value(struct logic *logic, const struct element *property)
{
	struct elements scope = property->alternatives;
	size_t base = logic->stack_count;

	for (uint32_t i = 0; i < scope.count; i++)
		if (scope.items[i] != property && !scope.items[i]->is_unknown)
			logic_push(logic, present(logic, scope.items[i]));
	return formula_not(logic_pop_or(logic, base));
}

/* ---- technologies and artifacts ---- */

/* P(artifact is used by a present technology). */
static formula managed_formula(
	struct logic *logic, const struct element *artifact, struct node place)
{
	struct elements technologies = artifact->container->node.technologies;
	size_t base = logic->stack_count;
	struct string type = {0}, error = {0};
	unsigned ignored;

	for (uint32_t i = 0; i < technologies.count && !error.length; i++) {
		const struct technology_scenario *scenario =
			technologies.items[i]->technology.scenario;

		if (!scenario || !scenario->first->artifact.length)
			continue;
		if (!type.bytes)
			type = element_only_type(artifact, logic->arena, &error);
		if (!error.length &&
			type_derives_from(logic->graph->types, TYPE_ARTIFACT, type,
				scenario->first->artifact, logic->arena, &ignored, &error))
			logic_push(logic, present(logic, technologies.items[i]));
	}
	if (error.length) {
		logic->stack_count = base;
		logic_problem(logic, DIAGNOSTIC_CODE_UNKNOWN_TYPE, place, error);
		return logic_error_atom(logic, place);
	}
	return logic_pop_or(logic, base);
}

static formula scenario_formula(struct logic *logic, const struct element *technology)
{
	struct scenario_matches matches = scenario_match(
		logic->graph, technology->technology.scenario, technology->container, logic->arena);
	size_t base = logic->stack_count;

	for (uint32_t i = 0; i < matches.count; i++) {
		size_t inner = logic->stack_count;

		for (uint32_t j = 0; j < matches.items[i].count; j++)
			logic_push(logic, present(logic, matches.items[i].items[j]));
		logic_push(logic, logic_pop_and(logic, inner));
	}
	return logic_pop_or(logic, base);
}

/* ---- generated conditions ---- */

static formula token_formula(
	struct logic *logic, const struct element *element, enum condition_token token)
{
	switch (token) {
	case TOKEN_HOST:
		return any_relation(logic, element->node.relations, true, PART_TARGET);
	case TOKEN_SOURCE_OF_INCOMING:
		return any_relation(logic, element->node.incoming, false, PART_SOURCE);
	case TOKEN_INCOMING:
		return any_relation(logic, element->node.incoming, false, PART_MANUAL_SOURCE);
	case TOKEN_INCOMING_NAIVE:
		return any_relation(logic, element->node.incoming, false, PART_RELATION);
	case TOKEN_OUTGOING:
		return any_relation(logic, element->node.relations, false, PART_MANUAL_TARGET);
	case TOKEN_OUTGOING_NAIVE:
		return any_relation(logic, element->node.relations, false, PART_RELATION);
	case TOKEN_ARTIFACT:
		return any_manual(logic, element->node.artifacts);
	case TOKEN_ARTIFACT_NAIVE:
		return any_present(logic, element->node.artifacts);
	case TOKEN_SOURCE:
		return relation_part(logic, element, PART_SOURCE);
	case TOKEN_TARGET:
		return relation_part(logic, element, PART_TARGET);
	case TOKEN_DEFAULT:
		return element->kind == ELEMENT_PROPERTY ? no_other_value(logic, element)
							 : no_other_present(logic, element);
	case TOKEN_CONTAINER:
		return present(logic, element->container);
	case TOKEN_CONSUMING:
		return any_present(logic, element->property.consumed);
	case TOKEN_MANAGED:
		return managed_formula(logic, element, element->key);
	case TOKEN_OTHER:
		return no_other_present(logic, element);
	case TOKEN_SCENARIO:
		return scenario_formula(logic, element);
	case TOKEN_PRODUCED:
		return any_present(logic, element->output.producers);
	case TOKEN_CONSUMED:
		return any_present(logic, element->input.consumers);
	case TOKEN_PRESENT_TARGET:
		return any_target(logic, element);
	case TOKEN_PRESENT_MEMBER:
		return any_present(logic, element->group.members);
	}
	return FORMULA_TRUE;
}

formula generated_formula(struct logic *logic, const struct element *element, unsigned tokens)
{
	size_t base = logic->stack_count;

	for (unsigned token = 1; token <= TOKEN_LAST; token <<= 1) {
		if (tokens & token)
			logic_push(
				logic, token_formula(logic, element, (enum condition_token)token));
	}
	return logic_pop_and(logic, base);
}

/* ---- operators ---- */

static formula container_presence(
	struct logic *logic, struct node operand, const struct element *context)
{
	struct string text = node_text(operand);
	bool is_self = node_is_string(operand) && string_is(text, "SELF");
	const struct element *element = context;
	const char *error = NULL;

	if (!is_self && !(node_is_string(operand) && string_is(text, "CONTAINER")))
		error = "Unexpected error";
	else if (!context)
		error = is_self ? "Element not defined" : "Element is not defined";
	if (error) {
		logic_problem(logic, DIAGNOSTIC_CODE_WRONG_CONTEXT, operand, string_from(error));
		return FORMULA_NONE;
	}
	if (!is_self && context->container)
		element = context->container;
	if (!context->container || !element->container) {
		struct string title = element_title(element, logic->arena);

		logic_problem(logic, DIAGNOSTIC_CODE_WRONG_CONTEXT, operand,
			arena_format(
				logic->arena, "%.*s has no container", STRING_ARGUMENTS(title)));
		return FORMULA_NONE;
	}
	return present(logic, element->container);
}

/* Of each row of the table, so that none is without: what of the element has to be present, or
 * TOKEN_NONE for the element itself. */
#define NO_TOKEN(meaning) TOKEN_NONE
#define TOKEN_OF(meaning) meaning
#define OPERATORS_LOGICAL_TOKEN NO_TOKEN
#define OPERATORS_PRESENCE_TOKEN TOKEN_OF
#define OPERATORS_ARITHMETIC_TOKEN NO_TOKEN
#define OPERATORS_REFERENCE_TOKEN NO_TOKEN
#define OPERATORS_STRING_TOKEN NO_TOKEN
#define OPERATORS_COMPARISON_TOKEN NO_TOKEN
#define OPERATORS_ANALYTICAL_TOKEN NO_TOKEN
#define OPERATORS_DATE_TOKEN NO_TOKEN

enum {
	TOKEN_NONE = 0
};

static const unsigned tokens_of_operators[] = {
#define OPERATOR(op, name, group, meaning, operands, alike, result, summary)                       \
	[OPERATOR_##op] = group##_TOKEN(meaning),
#include "analyzer/language/variability/operators.def"
#undef OPERATOR
};

static formula operator_formula(struct logic *logic, enum operator_id op,
	const struct element *element, struct node operand)
{
	unsigned token = tokens_of_operators[op];

	if (token == TOKEN_NONE)
		return present(logic, element);
	if (token == TOKEN_MANAGED)
		return managed_formula(logic, element, operand);
	return token_formula(logic, element, (enum condition_token)token);
}

formula presence_operator_transform(struct logic *logic, enum operator_id op, struct node operand,
	const struct element *context)
{
	enum element_kind container,
		kind = operand_referred_kind(operator_row(op)->operands, &container);
	const struct element *element;

	if (op == OPERATOR_CONTAINER_PRESENCE)
		return container_presence(logic, operand, context);
	logic->mention = kind == ELEMENT_NODE && tokens_of_operators[op] == TOKEN_NONE
				 ? MENTION_OF_NAME
				 : MENTION_OF_CONTENT;
	element = reference_resolve(logic, kind, container, operand, context);
	return element ? operator_formula(logic, op, element, operand) : FORMULA_NONE;
}

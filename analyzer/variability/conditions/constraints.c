#include "analyzer/variability/conditions/constraints.h"

#include "analyzer/variability/conditions/technology_enrichment.h"

struct origin {
	enum constraint_kind kind;
	const struct element *element;
	const char *option;
	struct node place;
};

static void add(struct logic *logic, formula required, struct origin origin)
{
	struct presence_formula *result = logic->result;

	if (required == FORMULA_TRUE)
		return;
	result->constraints =
		arena_reserve(logic->arena, result->constraints, result->constraint_count,
			&result->constraint_capacity, sizeof(*result->constraints));
	result->constraints[result->constraint_count++] = (struct constraint){.kind = origin.kind,
		.formula = required,
		.element = origin.element,
		.option = origin.option,
		.place = origin.place,
		.pass = logic->pass};
}

/* Who only asks what follows wants no problems. */
static void read(struct logic *logic, enum reading_pass reading, const struct element *element)
{
	if (logic->problems)
		problems_read(logic->problems, reading, element);
}

static formula present(struct logic *logic, const struct element *element)
{
	return logic->result->present[element->position];
}

static formula manual(struct logic *logic, const struct element *element)
{
	return logic->result->manual[element->position];
}

/* ---- options ---- */

static void add_option(struct logic *logic, const char *option, const struct element *element,
	formula premise, formula conclusion)
{
	add(logic, formula_implies(logic->formulas, premise, conclusion),
		(struct origin){CONSTRAINT_OPTION, element, option, element->key});
}

static formula at_most_one(struct logic *logic, struct elements elements, bool only_hosting)
{
	size_t base = logic->stack_count;
	formula result;

	for (uint32_t i = 0; i < elements.count; i++)
		if (!only_hosting || elements.items[i]->relation.is_hosting)
			logic_push(logic, present(logic, elements.items[i]));
	result = formula_at_most_one(
		logic->formulas, logic->stack + base, logic->stack_count - base);
	logic->stack_count = base;
	return result;
}

/* FORMULA_NONE if there are none. */
static formula exactly_one(struct logic *logic, struct elements elements, bool only_hosting)
{
	size_t base = logic->stack_count;
	formula result = FORMULA_NONE;

	for (uint32_t i = 0; i < elements.count; i++)
		if (!only_hosting || elements.items[i]->relation.is_hosting)
			logic_push(logic, present(logic, elements.items[i]));
	if (logic->stack_count > base)
		result = formula_exactly_one(
			logic->formulas, logic->stack + base, logic->stack_count - base);
	logic->stack_count = base;
	return result;
}

/* At most one of each name; of relations, only if the container is present. */
static void add_unique(struct logic *logic, const char *option, const struct element *element)
{
	struct elements scope = element->alternatives;

	if (scope.count < 2 || scope.items[0] != element || element_is_cleaned(element))
		return;
	add_option(logic, option, element,
		element->kind == ELEMENT_RELATION ? present(logic, element->container)
						  : FORMULA_TRUE,
		at_most_one(logic, scope, false));
}

static void add_container(struct logic *logic, const char *option, const struct element *element)
{
	add_option(logic, option, element, present(logic, element),
		present(logic, element->container));
}

static bool is_on(struct logic *logic, enum flag_option option)
{
	return logic->graph->options->flags[option];
}

static void add_for_relation(struct logic *logic, const struct element *relation)
{
	const struct element *target = relation->relation.target;

	/* The two options are swapped in the reference implementation. */
	if (is_on(logic, FLAG_RELATION_SOURCE_CONSTRAINT) && target)
		add_option(logic, "relation_source_constraint", relation, present(logic, relation),
			present(logic, target));
	if (is_on(logic, FLAG_RELATION_TARGET_CONSTRAINT))
		add_option(logic, "relation_target_constraint", relation, present(logic, relation),
			present(logic, relation->container));
}

static void add_hosting(struct logic *logic, const struct element *node)
{
	formula required = FORMULA_NONE;

	if (is_on(logic, FLAG_REQUIRED_HOSTING_CONSTRAINT))
		required = exactly_one(logic, node->node.relations, true);
	if (required != FORMULA_NONE)
		add_option(
			logic, "required_hosting_constraint", node, present(logic, node), required);
	if (is_on(logic, FLAG_SINGLE_HOSTING_CONSTRAINT))
		add_option(logic, "single_hosting_constraint", node, FORMULA_TRUE,
			at_most_one(logic, node->node.relations, true));
}

static void add_technologies(struct logic *logic, const struct element *node)
{
	bool is_required = is_on(logic, FLAG_REQUIRED_TECHNOLOGY_CONSTRAINT);
	bool is_unique = is_on(logic, FLAG_UNIQUE_TECHNOLOGY_CONSTRAINT);

	if (!is_required && !is_unique)
		return;
	if (!node_is_managed(logic->graph, node, PHASE_CONSTRAINTS, logic->problems))
		return;
	if (is_required) {
		formula required = exactly_one(logic, node->node.technologies, false);

		add_option(logic, "required_technology_constraint", node, present(logic, node),
			required == FORMULA_NONE ? FORMULA_FALSE : required);
	}
	if (is_unique)
		add_option(logic, "unique_technology_constraint", node, FORMULA_TRUE,
			at_most_one(logic, node->node.technologies, false));
}

static void add_for_node(struct logic *logic, const struct element *node)
{
	read(logic, READING_CONSTRAINTS_OF_NODES, node);
	add_hosting(logic, node);
	if (is_on(logic, FLAG_REQUIRED_INCOMING_RELATION_CONSTRAINT) &&
		node->node.incoming.count > 0)
		add_option(logic, "required_incoming_relation_constraint", node,
			present(logic, node), any_present(logic, node->node.incoming));
	if (is_on(logic, FLAG_REQUIRED_ARTIFACT_CONSTRAINT) && node->node.artifacts.count > 0)
		add_option(logic, "required_artifact_constraint", node, present(logic, node),
			exactly_one(logic, node->node.artifacts, false));
	add_technologies(logic, node);
}

/* ---- implied ---- */

bool element_is_implied(const struct element_graph *graph, const struct element *element)
{
	struct node implied = stored_keyword(element->keywords, KEYWORD_IMPLIED);

	switch (element->kind) {
	case ELEMENT_RELATION:
		if (node_is_absent(implied))
			return !element->relation.is_hosting &&
			       graph->options->flags[FLAG_RELATION_DEFAULT_IMPLIED];
		return is_truthy(implied);
	case ELEMENT_PROPERTY:
		return node_is_absent(implied) || is_truthy(implied);
	case ELEMENT_NODE:
	case ELEMENT_ARTIFACT:
	case ELEMENT_TYPE:
	case ELEMENT_TECHNOLOGY:
		return is_truthy(implied);
	default:
		return false;
	}
}

/* The premise of an implication, its first part; FORMULA_NONE after a mistake. */
static formula implied_left(struct logic *logic, const struct element *element)
{
	struct node implied = stored_keyword(element->keywords, KEYWORD_IMPLIED);
	struct string text = node_is_string(implied) ? node_text(implied) : (struct string){0};

	if (!text.bytes || string_is(text, "SOURCE") || string_is(text, "CONTAINER"))
		return present(logic, element->container);
	if (string_is(text, "TARGET")) {
		if (element->kind == ELEMENT_RELATION)
			return element->relation.target ? present(logic, element->relation.target)
							: FORMULA_FALSE;

		struct string title = element_title(element, logic->arena);

		logic_problem(logic, DIAGNOSTIC_CODE_WRONG_CONTEXT, implied,
			arena_format(
				logic->arena, "%.*s is not a relation", STRING_ARGUMENTS(title)));
		return FORMULA_NONE;
	}
	if (logic->problems)
		problems_add(logic->problems, PHASE_CONSTRAINTS, DIAGNOSTIC_CODE_BAD_CONDITION,
			implied, "Left not defined");
	return FORMULA_NONE;
}

static bool consumes_input(const struct element *property)
{
	for (uint32_t i = 0; i < property->property.consumed.count; i++)
		if (property->property.consumed.items[i]->kind == ELEMENT_INPUT)
			return true;
	return false;
}

/* What has to hold for an implied element to be present; FORMULA_NONE if nothing forces it. */
static formula implied_premise(struct logic *logic, const struct element *element)
{
	size_t base = logic->stack_count;
	formula left;

	switch (element->kind) {
	case ELEMENT_NODE:
		return manual(logic, element);
	case ELEMENT_RELATION:
		if (!is_on(logic, FLAG_RELATION_ENHANCED_IMPLICATION_MODE)) {
			left = implied_left(logic, element);
			return left == FORMULA_NONE ? left
						    : formula_both(logic->formulas, left,
							      manual(logic, element));
		}
		logic_push(logic, present(logic, element->container));
		logic_push(logic, manual(logic, element));
		if (element->relation.target)
			logic_push(logic, manual(logic, element->relation.target));
		return logic_pop_and(logic, base);
	case ELEMENT_PROPERTY:
		if (!consumes_input(element))
			return FORMULA_NONE;
		for (uint32_t i = 0; i < element->property.consumed.count; i++)
			logic_push(logic, manual(logic, element->property.consumed.items[i]));
		left = logic_pop_or(logic, base);
		logic_push(logic, present(logic, element->container));
		logic_push(logic, manual(logic, element));
		logic_push(logic, left);
		return logic_pop_and(logic, base);
	case ELEMENT_ARTIFACT:
	case ELEMENT_TYPE:
	case ELEMENT_TECHNOLOGY:
		left = implied_left(logic, element);
		return left == FORMULA_NONE
			       ? left
			       : formula_both(logic->formulas, left, manual(logic, element));
	default:
		return FORMULA_NONE;
	}
}

static void add_implied(struct logic *logic, const struct element *element)
{
	struct node place = stored_keyword(element->keywords, KEYWORD_IMPLIED);
	formula premise;

	if (!element_is_implied(logic->graph, element))
		return;
	read(logic, READING_IMPLIED, element);
	premise = implied_premise(logic, element);
	if (premise != FORMULA_NONE)
		add(logic, formula_implies(logic->formulas, premise, present(logic, element)),
			(struct origin){CONSTRAINT_IMPLIED, element, NULL,
				node_is_absent(place) ? element->key : place});
}

void constraints_add_written(struct logic *logic)
{
	struct node written = node_get(logic->graph->variability, "constraints");
	uint32_t count = node_kind(written) == NODE_SEQUENCE ? node_count(written) : 0;

	logic->pass = PASS_WRITTEN;
	for (uint32_t i = 0; i < count; i++) {
		struct node expression = node_item(written, i);

		add(logic, logic_transform(logic, expression, NULL),
			(struct origin){CONSTRAINT_WRITTEN, NULL, NULL, expression});
	}
}

/* ---- implies ---- */

static bool is_list(struct logic *logic, struct node node)
{
	if (node_kind(node) == NODE_SEQUENCE)
		return true;

	struct string text = value_json(logic->arena, value_from_node(logic->arena, node));

	logic_problem(logic, DIAGNOSTIC_CODE_WRONG_OPERAND, node,
		arena_format(
			logic->arena, "Element \"%.*s\" is not an array", STRING_ARGUMENTS(text)));
	return false;
}

static void add_implication(
	struct logic *logic, const struct element *element, struct node implication)
{
	uint32_t count = node_count(implication);
	struct node target = node_item(implication, 0);
	formula premise = present(logic, element), conclusion;
	struct string title;

	if (!is_list(logic, implication))
		return;
	if (count > 2 || node_is_null(target)) {
		title = element_title(element, logic->arena);
		logic_problem(logic, DIAGNOSTIC_CODE_WRONG_ARITY, implication,
			arena_format(logic->arena, "%.*s has an implies %s",
				STRING_ARGUMENTS(title),
				count > 2 ? "with more than 2 elements" : "without an target"));
		return;
	}
	if (count == 2 && !node_is_null(node_item(implication, 1)))
		premise = formula_both(logic->formulas, premise,
			logic_transform(logic, node_item(implication, 1), element));
	conclusion = logic_transform(logic, target, element);
	add(logic, formula_implies(logic->formulas, premise, conclusion),
		(struct origin){CONSTRAINT_IMPLIES, element, NULL, implication});
}

static void add_implications(struct logic *logic, const struct element *element)
{
	struct node implies = stored_keyword(element->keywords, KEYWORD_IMPLIES);

	if (node_is_absent(implies) || element_is_cleaned(element) || !is_list(logic, implies))
		return;
	for (uint32_t i = 0; i < node_count(implies); i++)
		add_implication(logic, element, node_item(implies, i));
}

/* ---- passes ---- */

/* Of elements of a kind, or of all: an option that asks for it, or what is added. */
static const struct pass {
	enum element_kind kind;
	enum flag_option flag;
	void (*add_option)(struct logic *logic, const char *option, const struct element *element);
	const char *option;
	void (*add)(struct logic *logic, const struct element *element);
} passes[PASS_LAST - PASS_ELEMENTS + 1] = {
	{.kind = ELEMENT_RELATION, .add = add_for_relation},
	{ELEMENT_ARTIFACT, FLAG_UNIQUE_ARTIFACT_CONSTRAINT, add_unique,
		"unique_artifact_constraint", NULL},
	{ELEMENT_ARTIFACT, FLAG_ARTIFACT_CONTAINER_CONSTRAINT, add_container,
		"artifact_container_constraint", NULL},
	{ELEMENT_PROPERTY, FLAG_PROPERTY_CONTAINER_CONSTRAINT, add_container,
		"property_container_constraint", NULL},
	{ELEMENT_PROPERTY, FLAG_UNIQUE_PROPERTY_CONSTRAINT, add_unique,
		"unique_property_constraint", NULL},
	{ELEMENT_TYPE, FLAG_TYPE_CONTAINER_CONSTRAINT, add_container, "type_container_constraint",
		NULL},
	{ELEMENT_INPUT, FLAG_UNIQUE_INPUT_CONSTRAINT, add_unique, "unique_input_constraint", NULL},
	{ELEMENT_OUTPUT, FLAG_UNIQUE_OUTPUT_CONSTRAINT, add_unique, "unique_output_constraint",
		NULL},
	{ELEMENT_RELATION, FLAG_UNIQUE_RELATION_CONSTRAINT, add_unique,
		"unique_relation_constraint", NULL},
	{.kind = ELEMENT_NODE, .add = add_for_node},
	{.kind = ELEMENT_KIND_COUNT, .add = add_implied},
	{.kind = ELEMENT_KIND_COUNT, .add = add_implications},
};

bool constraints_concern(const struct element_graph *graph, unsigned pass, enum element_kind kind)
{
	const struct pass *of = &passes[pass - PASS_ELEMENTS];

	return (of->kind == kind || of->kind == ELEMENT_KIND_COUNT) &&
	       (of->add || graph->options->flags[of->flag]);
}

void constraints_add(struct logic *logic, unsigned pass, const struct element *element)
{
	const struct pass *of = &passes[pass - PASS_ELEMENTS];

	logic->pass = pass;
	if (of->add)
		of->add(logic, element);
	else
		of->add_option(logic, of->option, element);
}

static void end_nothing(struct logic *logic, const struct element *element)
{
	(void)logic;
	(void)element;
}

void constraints_add_all(
	struct logic *logic, void (*end)(struct logic *logic, const struct element *element))
{
	const struct element_graph *graph = logic->graph;

	if (!end)
		end = end_nothing;
	constraints_add_written(logic);
	end(logic, NULL);
	for (unsigned pass = PASS_ELEMENTS; pass <= PASS_LAST; pass++) {
		enum element_kind kind = passes[pass - PASS_ELEMENTS].kind;
		struct elements elements =
			kind == ELEMENT_KIND_COUNT ? graph->all : graph->kinds[kind];

		if (!constraints_concern(graph, pass, kind))
			continue;
		for (uint32_t i = 0; i < elements.count; i++) {
			constraints_add(logic, pass, elements.items[i]);
			end(logic, elements.items[i]);
		}
	}
}

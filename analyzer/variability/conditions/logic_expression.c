#include "analyzer/variability/conditions/logic_expression.h"

#include "analyzer/language/grammar/words.h"
#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/variability/conditions/draft_operators.h"
#include "analyzer/variability/conditions/element_reference.h"

#include <string.h>

enum {
	DEEPEST_EXPRESSION = 500
};

/* ---- names of variables ---- */

static const struct element *find_id(struct logic *logic, struct string id)
{
	struct elements all = logic->graph->all;

	for (uint32_t i = 0; !logic->has_ids && i < all.count; i++) {
		struct element *element = all.items[i];

		if (!element_is_cleaned(element))
			name_table_add(&logic->ids, logic->arena, element_id(element, logic->arena),
				element);
	}
	logic->has_ids = logic->result->asks_ids = true;
	return name_table_find(&logic->ids, id);
}

static bool is_number(struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		if (text.bytes[i] < '0' || text.bytes[i] > '9')
			return false;
	return true;
}

/* A named expression that has been read before can be named like a variable, unless that has been
 * done before. */
static formula find_expression_variable(struct logic *logic, struct string name, struct node place)
{
	struct string rest = string_slice(name, sizeof("expression.") - 1, name.length);
	const struct named_expression *named = presence_formula_expression(logic->result, rest);

	logic->result->depends_on_order = true;
	if (named && named->formula != FORMULA_NONE &&
		node_scalar_type(named->body) != SCALAR_BOOLEAN &&
		known_atoms_find_free(&logic->result->known, name) == ATOM_NONE)
		return named->formula;
	return logic_free_atom(logic, name, place);
}

/* A string names a variable: the presence of an element, its manual conditions, a named
 * expression, or something of its own. */
static formula find_variable(struct logic *logic, struct string name, struct node place)
{
	const struct element *element;

	if (string_starts_with(name, "expression."))
		return find_expression_variable(logic, name, place);
	element = find_id(logic, name);
	if (element)
		return logic->result->present[element->position];
	if (string_starts_with(name, "manual.")) {
		element = find_id(logic, string_slice(name, sizeof("manual.") - 1, name.length));
		if (element)
			return logic->result->manual[element->position];
	}

	return logic_free_atom(logic, name, place);
}

static formula transform_string(struct logic *logic, struct node expression)
{
	struct string name = node_text(expression);
	bool negated = false;

	while (name.length && name.bytes[0] == '-') {
		negated = !negated;
		name = string_slice(name, 1, name.length);
	}
	if (is_number(name)) {
		logic_problem(logic, DIAGNOSTIC_CODE_BAD_CONDITION, expression,
			arena_format(logic->arena, "\"%.*s\" is not a Formula or Term",
				STRING_ARGUMENTS(node_text(expression))));
		return FORMULA_NONE;
	}
	if (name.bytes[0] == '$') {
		logic_problem(logic, DIAGNOSTIC_CODE_BAD_CONDITION, expression,
			STRING("Only generated variable names can start with $"));
		return FORMULA_NONE;
	}

	formula variable = find_variable(logic, name, expression);

	return negated ? formula_not(variable) : variable;
}

/* ---- named expressions ---- */

static bool mentions_keyword(struct node node)
{
	if (node_kind(node) == NODE_SCALAR)
		return node_is_string(node) && word_find(node_text(node), WORD_IN_CONDITION);
	for (uint32_t i = 0; i < node_count(node); i++)
		if (mentions_keyword(node_kind(node) == NODE_SEQUENCE ? node_item(node, i)
								      : node_entry(node, i).value))
			return true;
	return false;
}

static void meet_expression(
	struct logic *logic, const struct named_expression *named, struct node place)
{
	occurrences_push(&logic->met,
		(struct occurrence){
			.kind = OCCURRENCE_EXPRESSION, .expression = named, .place = place});
}

/* What is met in it belongs to it, not to who refers to it. */
static formula transform_body(
	struct logic *logic, struct named_expression *named, const struct element *context)
{
	size_t base = logic->met.count;
	formula meaning;

	logic->naming++;
	meaning = logic_transform(logic, named->body, context);
	logic->naming--;
	named->occurrences = occurrences_pop(&logic->met, base, logic->arena);
	return meaning;
}

const struct element *logic_context(
	const struct logic *logic, struct string name, const struct element *context)
{
	const struct named_expression *named =
		logic->origin ? presence_formula_expression(logic->origin, name) : NULL;

	return named ? named->context : context;
}

/* Transformed once, in the context of the first element that refers to it. */
static formula transform_named(
	struct logic *logic, struct node operand, const struct element *context)
{
	struct string name = node_text(operand);
	const struct named_expression *known = presence_formula_expression(logic->result, name);
	struct presence_formula *result = logic->result;
	struct arena *arena = logic->arena;
	struct named_expression *named;
	struct node body;

	if (known && known->formula != FORMULA_NONE) {
		meet_expression(logic, known, operand);
		return known->formula;
	}
	if (known) {
		result->depends_on_order = true;
		logic_problem(logic, DIAGNOSTIC_CODE_CIRCULAR_EXPRESSION, operand,
			arena_format(arena, "Logic expression \"%.*s\" refers to itself",
				STRING_ARGUMENTS(name)));
		return FORMULA_NONE;
	}
	body = node_find(logic->expressions, name).value;
	if (node_is_null(body)) {
		logic_problem(logic, DIAGNOSTIC_CODE_UNKNOWN_EXPRESSION, operand,
			arena_format(arena, "Did not find logic expression \"%.*s\"",
				STRING_ARGUMENTS(name)));
		return FORMULA_NONE;
	}
	if (node_is_string(body)) {
		struct value_entry *entry = arena_allocate(arena, 1, sizeof(*entry));

		*entry = (struct value_entry){
			STRING("logic_expression"), value_from_node(arena, operand)};

		struct string text = value_pretty(arena, value_from_map(arena, entry, 1));

		logic_problem(logic, DIAGNOSTIC_CODE_BAD_CONDITION, body,
			arena_format(arena, "Logic expression \"%.*s\" must not be a string",
				STRING_ARGUMENTS(text)));
		return FORMULA_NONE;
	}
	named = arena_allocate(arena, 1, sizeof(*named));
	named->number = result->expression_count++;
	named->name = name;
	named->body = body;
	named->context = logic_context(logic, name, context);
	named->has_keywords = mentions_keyword(body);
	result->has_keyed_expressions |= named->has_keywords;
	name_table_add(&result->expressions, arena, name, named);
	named->formula = transform_body(logic, named, named->context);
	meet_expression(logic, named, operand);
	return named->formula;
}

/* ---- logic operators ---- */

static bool push_operands(struct logic *logic, struct node operands, const struct element *context)
{
	if (node_kind(operands) != NODE_SEQUENCE) {
		struct string text =
			value_json(logic->arena, value_from_node(logic->arena, operands));

		logic_problem(logic, DIAGNOSTIC_CODE_WRONG_OPERAND, operands,
			arena_format(logic->arena, "Element \"%.*s\" is not an array",
				STRING_ARGUMENTS(text)));
		return false;
	}
	for (uint32_t i = 0; i < node_count(operands); i++)
		logic_push(logic, logic_transform(logic, node_item(operands, i), context));
	return true;
}

static bool means_exactly_one(struct logic *logic)
{
	if (logic->xor_meaning == XOR_IS_UNDECIDED)
		logic->xor_meaning =
			draft_xor_is_exactly_one(logic->graph) ? XOR_IS_EXACTLY_ONE : XOR_IS_PARITY;
	return logic->xor_meaning == XOR_IS_EXACTLY_ONE;
}

typedef formula operator_transform(
	struct logic *logic, struct node operand, const struct element *context);
typedef formula list_formula(struct formulas *formulas, const formula *operands, size_t count);

static formula transform_list(struct logic *logic, list_formula *make, struct node operands,
	const struct element *context)
{
	size_t base = logic->stack_count;
	formula result = FORMULA_NONE;

	if (push_operands(logic, operands, context))
		result = make(logic->formulas, logic->stack + base, logic->stack_count - base);
	logic->stack_count = base;
	return result;
}

static formula transform_and(
	struct logic *logic, struct node operand, const struct element *context)
{
	return transform_list(logic, formula_and, operand, context);
}

static formula transform_or(struct logic *logic, struct node operand, const struct element *context)
{
	return transform_list(logic, formula_or, operand, context);
}

static formula transform_xor(
	struct logic *logic, struct node operand, const struct element *context)
{
	return transform_list(logic, means_exactly_one(logic) ? formula_exactly_one : formula_xor,
		operand, context);
}

static formula transform_exo(
	struct logic *logic, struct node operand, const struct element *context)
{
	return transform_list(logic, formula_exactly_one, operand, context);
}

static formula transform_amo(
	struct logic *logic, struct node operand, const struct element *context)
{
	return transform_list(logic, formula_at_most_one, operand, context);
}

static formula implication(struct formulas *formulas, const formula *operands, size_t count)
{
	return count == 2 ? formula_implies(formulas, operands[0], operands[1]) : FORMULA_NONE;
}

static formula transform_implies(
	struct logic *logic, struct node operand, const struct element *context)
{
	formula result = transform_list(logic, implication, operand, context);

	if (node_kind(operand) == NODE_SEQUENCE && node_count(operand) != 2)
		logic_problem(logic, DIAGNOSTIC_CODE_WRONG_ARITY, operand,
			STRING("Received undefined condition"));
	return result;
}

static formula transform_not(
	struct logic *logic, struct node operand, const struct element *context)
{
	return formula_not(logic_transform(logic, operand, context));
}

/* Of each row of the table, so that none is without. */
#define NO_TRANSFORM(meaning) NULL
#define TRANSFORM_OF(meaning) meaning
#define OPERATORS_LOGICAL_TRANSFORM TRANSFORM_OF
#define OPERATORS_PRESENCE_TRANSFORM NO_TRANSFORM
#define OPERATORS_ARITHMETIC_TRANSFORM NO_TRANSFORM
#define OPERATORS_REFERENCE_TRANSFORM NO_TRANSFORM
#define OPERATORS_STRING_TRANSFORM NO_TRANSFORM
#define OPERATORS_COMPARISON_TRANSFORM NO_TRANSFORM
#define OPERATORS_ANALYTICAL_TRANSFORM NO_TRANSFORM
#define OPERATORS_DATE_TRANSFORM NO_TRANSFORM

static operator_transform *const transforms[] = {
#define OPERATOR(op, name, group, meaning, operands, alike, result, summary)                       \
	[OPERATOR_##op] = group##_TRANSFORM(meaning),
#include "analyzer/language/variability/operators.def"
#undef OPERATOR
};

static formula transform_was_target(
	struct logic *logic, struct node operand, const struct element *context)
{
	const struct element *node =
		reference_resolve(logic, ELEMENT_NODE, ELEMENT_KIND_COUNT, operand, context);

	logic->result->depends_on_order = true; /* on who refers to the node */
	return node ? formula_constant(node->node.incoming.count > 0) : FORMULA_NONE;
}

static formula transform_map(
	struct logic *logic, struct node expression, const struct element *context)
{
	struct expression_operator found = expression_operator(expression, true);
	struct node operand = found.operand;

	if (found.op == OPERATOR_NONE || !operator_is_logic(found.op)) {
		operand = draft_was_target(expression);
		return node_is_null(operand) ? logic_value_atom(logic, expression)
					     : transform_was_target(logic, operand, context);
	}
	return transforms[found.op]
		       ? transforms[found.op](logic, operand, context)
		       : presence_operator_transform(logic, found.op, operand, context);
}

formula logic_transform(struct logic *logic, struct node expression, const struct element *context)
{
	formula result = FORMULA_NONE;

	if (logic->depth == DEEPEST_EXPRESSION) {
		logic->result->depends_on_order = true;
		logic_problem(logic, DIAGNOSTIC_CODE_BAD_CONDITION, expression,
			STRING("Expression is nested too deeply"));
		return logic_error_atom(logic, expression);
	}
	logic->depth++;
	if (node_is_null(expression))
		logic_problem(logic, DIAGNOSTIC_CODE_BAD_CONDITION, expression,
			STRING("Received undefined condition"));
	else if (node_kind(expression) == NODE_MAPPING)
		result = transform_map(logic, expression, context);
	else if (node_scalar_type(expression) == SCALAR_BOOLEAN)
		result = formula_constant(node_boolean(expression));
	else if (node_is_string(expression))
		result = transform_string(logic, expression);
	else
		result = logic_value_atom(logic, expression);
	logic->depth--;
	return result == FORMULA_NONE ? logic_error_atom(logic, expression) : result;
}

formula logic_of_condition(
	struct logic *logic, const struct condition *condition, const struct element *element)
{
	switch (condition->kind) {
	case CONDITION_WRITTEN:
		return logic_transform(logic, condition->node, element);
	case CONDITION_NEVER:
		return FORMULA_FALSE;
	case CONDITION_NO_OTHER:
		return no_other_present(logic, element);
	case CONDITION_NAMESAKE_INPUT:
		return logic_input_atom(logic, condition->node);
	}
	return FORMULA_TRUE;
}

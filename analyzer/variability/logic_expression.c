#include "analyzer/variability/logic_expression.h"

#include "analyzer/variability/draft_operators.h"
#include "analyzer/variability/element_reference.h"
#include "solver/memory.h"

#include <assert.h>
#include <string.h>

enum {
	DEEPEST_EXPRESSION = 500
};

struct atom_slot {
	uint64_t hash;
	uint32_t atom_plus_one;
};

struct named_expression {
	formula formula; /* FORMULA_NONE while it is being transformed */
	struct node body;
	const struct element *context; /* of the first who refers to it */
	bool has_keywords;             /* its meaning depends on the context */
};

/* ---- operands ---- */

void logic_push(struct logic *logic, formula operand)
{
	logic->stack = memory_reserve(
		logic->stack, logic->stack_count, &logic->stack_capacity, sizeof(*logic->stack));
	logic->stack[logic->stack_count++] = operand;
}

formula logic_pop_or(struct logic *logic, size_t base)
{
	formula result =
		formula_or(logic->formulas, logic->stack + base, logic->stack_count - base);

	logic->stack_count = base;
	return result;
}

formula logic_pop_and(struct logic *logic, size_t base)
{
	formula result =
		formula_and(logic->formulas, logic->stack + base, logic->stack_count - base);

	logic->stack_count = base;
	return result;
}

/* ---- atoms ---- */

void logic_problem(
	struct logic *logic, enum diagnostic_code code, struct node place, struct string text)
{
	problems_add(logic->problems, PHASE_TRANSFORM, code, place, "%.*s", STRING_ARGUMENTS(text));
}

static struct atom *add_atom(struct logic *logic, enum atom_kind kind, struct node expression)
{
	struct presence_formula *result = logic->result;

	result->atoms = arena_reserve(logic->arena, result->atoms, result->atom_count,
		&result->atom_capacity, sizeof(*result->atoms));

	struct atom *atom = &result->atoms[result->atom_count++];

	*atom = (struct atom){.kind = kind,
		.variable = formula_variable(logic->formulas),
		.expression = expression,
		.order = logic->problems->next_order++};
	return atom;
}

formula logic_error_atom(struct logic *logic, struct node expression)
{
	return add_atom(logic, ATOM_ERROR, expression)->variable;
}

static uint64_t mix(uint64_t hash, uint64_t with)
{
	hash = (hash ^ with) * 0x9e3779b97f4a7c15u;
	return hash ^ (hash >> 29);
}

static uint64_t hash_node(struct node node)
{
	uint64_t hash = mix(17, node_kind(node));

	switch (node_kind(node)) {
	case NODE_SCALAR:
		return mix(mix(hash, node_scalar_type(node)), string_hash(node_text(node)));
	case NODE_SEQUENCE:
		for (uint32_t i = 0; i < node_count(node); i++)
			hash = mix(hash, hash_node(node_item(node, i)));
		return hash;
	case NODE_MAPPING:
		for (uint32_t i = 0; i < node_count(node); i++) {
			struct node_entry entry = node_entry(node, i);

			hash = mix(hash, string_hash(node_text(entry.key)));
			hash = mix(hash, hash_node(entry.value));
		}
		return hash;
	default:
		return hash;
	}
}

static bool equal_nodes(struct node a, struct node b)
{
	if (node_kind(a) != node_kind(b))
		return false;
	if (node_kind(a) == NODE_SCALAR)
		return node_scalar_type(a) == node_scalar_type(b) &&
		       string_equal(node_text(a), node_text(b));
	if (node_count(a) != node_count(b))
		return false;
	for (uint32_t i = 0; i < node_count(a); i++) {
		if (node_kind(a) == NODE_SEQUENCE) {
			if (!equal_nodes(node_item(a, i), node_item(b, i)))
				return false;
		} else {
			struct node_entry x = node_entry(a, i), y = node_entry(b, i);

			if (!string_equal(node_text(x.key), node_text(y.key)) ||
				!equal_nodes(x.value, y.value))
				return false;
		}
	}
	return true;
}

static void grow_atom_slots(struct logic *logic)
{
	size_t count = logic->atom_slot_count ? 2 * logic->atom_slot_count : 64;
	struct atom_slot *slots = memory_allocate(count, sizeof(*slots));

	for (size_t i = 0; i < logic->atom_slot_count; i++) {
		struct atom_slot slot = logic->atom_slots[i];
		size_t j = slot.hash & (count - 1);

		if (!slot.atom_plus_one)
			continue;
		while (slots[j].atom_plus_one)
			j = (j + 1) & (count - 1);
		slots[j] = slot;
	}
	memory_release(logic->atom_slots);
	logic->atom_slots = slots;
	logic->atom_slot_count = count;
}

formula logic_value_atom(struct logic *logic, struct node expression)
{
	struct presence_formula *result = logic->result;
	uint64_t hash = hash_node(expression);
	struct atom *atom;
	size_t i;

	if (2 * result->atom_count >= logic->atom_slot_count)
		grow_atom_slots(logic);
	for (i = hash & (logic->atom_slot_count - 1); logic->atom_slots[i].atom_plus_one;
		i = (i + 1) & (logic->atom_slot_count - 1)) {
		atom = &result->atoms[logic->atom_slots[i].atom_plus_one - 1];
		if (logic->atom_slots[i].hash == hash && equal_nodes(atom->expression, expression))
			return atom->variable;
	}
	logic->atom_slots[i] = (struct atom_slot){hash, (uint32_t)result->atom_count + 1};
	atom = add_atom(logic, ATOM_VALUE, expression);
	atom->value = value_from_node(logic->arena, expression);
	return atom->variable;
}

formula logic_input_atom(struct logic *logic, struct node key)
{
	struct atom *atom = add_atom(logic, ATOM_VALUE, key);
	struct value_entry *entry = arena_allocate(logic->arena, 1, sizeof(*entry));

	*entry = (struct value_entry){
		STRING("variability_input"), value_from_string(node_text(key))};
	atom->value = value_from_map(logic->arena, entry, 1);
	return atom->variable;
}

/* ---- names of variables ---- */

struct variable {
	formula formula;
};

static void add_variable(struct logic *logic, struct string name, formula meaning)
{
	struct variable *variable = arena_allocate(logic->arena, 1, sizeof(*variable));

	variable->formula = meaning;
	name_table_add(&logic->variables, logic->arena, name, variable);
}

static const struct element *find_id(struct logic *logic, struct string id)
{
	struct elements all = logic->graph->all;

	for (uint32_t i = 0; !logic->has_ids && i < all.count; i++) {
		struct element *element = all.items[i];

		if (!element_is_cleaned(element))
			name_table_add(&logic->ids, logic->arena, element_id(element, logic->arena),
				element);
	}
	logic->has_ids = true;
	return name_table_find(&logic->ids, id);
}

static bool is_number(struct string text)
{
	for (size_t i = 0; i < text.length; i++) {
		if (text.bytes[i] < '0' || text.bytes[i] > '9')
			return false;
	}
	return true;
}

/* A string names a variable: the presence of an element, its manual conditions, or something of
 * its own. */
static formula find_variable(struct logic *logic, struct string name, struct node place)
{
	struct variable *variable = name_table_find(&logic->variables, name);
	const struct element *element;

	if (variable)
		return variable->formula;
	element = find_id(logic, name);
	if (element)
		return logic->result->present[element->position];
	if (string_starts_with(name, "manual.")) {
		element = find_id(logic, string_slice(name, sizeof("manual.") - 1, name.length));
		if (element)
			return logic->result->manual[element->position];
	}

	struct atom *atom = add_atom(logic, ATOM_FREE, place);

	atom->name = name;
	add_variable(logic, name, atom->variable);
	return atom->variable;
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
	struct string text = node_text(node);

	if (node_kind(node) == NODE_SCALAR)
		return node_is_string(node) &&
		       (string_is(text, "SELF") || string_is(text, "CONTAINER") ||
			       string_is(text, "SOURCE") || string_is(text, "TARGET"));
	for (uint32_t i = 0; i < node_count(node); i++) {
		if (mentions_keyword(node_kind(node) == NODE_SEQUENCE ? node_item(node, i)
								      : node_entry(node, i).value))
			return true;
	}
	return false;
}

/* The first user decides what keywords mean for all others. */
static void warn_context(struct logic *logic, struct named_expression *named, struct node operand,
	const struct element *context)
{
	struct string display;

	if (!named->has_keywords || !named->context || named->context == context)
		return;
	display = element_display(named->context, logic->arena);
	problems_add(logic->problems, PHASE_WARNING, DIAGNOSTIC_CODE_EXPRESSION_OF_FIRST_USER,
		operand, "Keywords in logic expression \"%.*s\" refer to %.*s, which uses it first",
		STRING_ARGUMENTS(node_text(operand)), STRING_ARGUMENTS(display));
}

/* Transformed once, in the context of the first element that refers to it. */
static formula transform_named(
	struct logic *logic, struct node operand, const struct element *context)
{
	struct string name = node_text(operand);
	struct named_expression *named = name_table_find(&logic->named, name);
	struct arena *arena = logic->arena;
	struct node body;

	if (named && named->formula != FORMULA_NONE) {
		warn_context(logic, named, operand, context);
		return named->formula;
	}
	if (named) {
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
	named->body = body;
	named->context = context;
	named->has_keywords = mentions_keyword(body);
	name_table_add(&logic->named, arena, name, named);
	if (node_scalar_type(body) == SCALAR_BOOLEAN) {
		named->formula = formula_constant(node_boolean(body));
		return named->formula;
	}

	formula meaning = logic_transform(logic, body, context);
	struct string variable = arena_format(arena, "expression.%.*s", STRING_ARGUMENTS(name));

	named->formula = meaning;
	if (!name_table_find(&logic->variables, variable))
		add_variable(logic, variable, meaning);
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

static formula transform_list(struct logic *logic, enum operator operator, struct node operands,
	const struct element *context)
{
	struct formulas *formulas = logic->formulas;
	size_t base = logic->stack_count;
	formula result = FORMULA_NONE;

	if (push_operands(logic, operands, context)) {
		const formula *items = logic->stack + base;
		size_t count = logic->stack_count - base;

		switch (operator) {
		case OPERATOR_AND:
			result = formula_and(formulas, items, count);
			break;
		case OPERATOR_OR:
			result = formula_or(formulas, items, count);
			break;
		case OPERATOR_XOR:
			result = means_exactly_one(logic)
					 ? formula_exactly_one(formulas, items, count)
					 : formula_xor(formulas, items, count);
			break;
		case OPERATOR_EXO:
			result = formula_exactly_one(formulas, items, count);
			break;
		case OPERATOR_AMO:
			result = formula_at_most_one(formulas, items, count);
			break;
		default:
			if (count == 2) {
				result = formula_implies(formulas, items[0], items[1]);
				break;
			}
			logic_problem(logic, DIAGNOSTIC_CODE_WRONG_ARITY, operands,
				STRING("Received undefined condition"));
		}
	}
	logic->stack_count = base;
	return result;
}

/* The first operator in the order of the table among the keys that have a value. */
static enum operator find_operator(struct node expression, struct node *operand)
{
	enum operator found = OPERATOR_NONE;

	for (uint32_t i = 0; i < node_count(expression); i++) {
		struct node_entry entry = node_entry(expression, i);
		enum operator operator;

		if (node_is_null(entry.value))
			continue;
		operator= operator_meant_by(node_text(entry.key));
		if (operator== OPERATOR_VALUE_EXPRESSION)
			operator= draft_logic_operator(node_text(entry.key));
		if (operator== OPERATOR_NONE || !operator_is_logic(operator) || operator>= found)
			continue;
		found = operator;
		*operand = entry.value;
	}
	return found;
}

static formula transform_was_target(
	struct logic *logic, struct node operand, const struct element *context)
{
	const struct element *node =
		reference_resolve(logic, ELEMENT_NODE, ELEMENT_KIND_COUNT, operand, context);

	return node ? formula_constant(node->node.incoming.count > 0) : FORMULA_NONE;
}

static formula transform_map(
	struct logic *logic, struct node expression, const struct element *context)
{
	struct node operand = {0};
	enum operator operator= find_operator(expression, &operand);

	switch (operator) {
	case OPERATOR_NONE:
		operand = draft_was_target(expression);
		return node_is_null(operand) ? logic_value_atom(logic, expression)
					     : transform_was_target(logic, operand, context);
	case OPERATOR_LOGIC_EXPRESSION:
		return transform_named(logic, operand, context);
	case OPERATOR_NOT:
		return formula_not(logic_transform(logic, operand, context));
	case OPERATOR_AND:
	case OPERATOR_OR:
	case OPERATOR_XOR:
	case OPERATOR_EXO:
	case OPERATOR_AMO:
	case OPERATOR_IMPLIES:
		return transform_list(logic, operator, operand, context);
	default:
		return presence_operator_transform(logic, operator, operand, context);
	}
}

formula logic_transform(struct logic *logic, struct node expression, const struct element *context)
{
	formula result = FORMULA_NONE;

	if (logic->depth == DEEPEST_EXPRESSION) {
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

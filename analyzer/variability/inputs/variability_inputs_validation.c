/* Constraints between variability inputs (Variability4TOSCA, section "Variability Input
 * Definition"): keys `mandatory`, `optional`, `choices`, `alternatives`, `requires`,
 * `excludes`. An input holds if it is assigned anything but false or 0; a name that
 * is not declared may be either. */
#include "analyzer/text/name_table.h"
#include "analyzer/variability/inputs/variability_inputs.h"

#include "solver/formula.h"
#include "solver/solver.h"

enum dependency {
	DEPENDENCY_MANDATORY,
	DEPENDENCY_OPTIONAL,
	DEPENDENCY_CHOICES,
	DEPENDENCY_ALTERNATIVES,
	DEPENDENCY_REQUIRES,
	DEPENDENCY_EXCLUDES,
	DEPENDENCY_COUNT
};

/* In the order in which they are asked for. */
static const struct {
	const char *keyname;
	bool may_be_string;
} dependencies[DEPENDENCY_COUNT] = {
	[DEPENDENCY_MANDATORY] = {"mandatory", true},
	[DEPENDENCY_OPTIONAL] = {"optional", false},
	[DEPENDENCY_CHOICES] = {"choices", false},
	[DEPENDENCY_ALTERNATIVES] = {"alternatives", false},
	[DEPENDENCY_REQUIRES] = {"requires", true},
	[DEPENDENCY_EXCLUDES] = {"excludes", true},
};

/* What an input says about others. */
struct declared_input {
	struct string name;
	struct node key;
	struct node dependencies[DEPENDENCY_COUNT]; /* null or absent: not given */
	struct value value;                         /* assigned or default */
};

struct validation {
	struct arena *arena;
	struct declared_input *inputs;
	size_t count;
	struct name_table names; /* to formulas */
	struct formulas *formulas;
	formula *conditions;
	size_t condition_count;
	size_t condition_capacity;
};

static void read_inputs(struct validation *validation, struct node inputs,
	const struct variability_assignment *assignment)
{
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;

	validation->inputs =
		arena_allocate(validation->arena, count, sizeof(struct declared_input));
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(inputs, i);
		struct declared_input *input = &validation->inputs[validation->count];
		const struct value *assigned;

		if (node_is_null(entry.value))
			continue;
		input->name = node_text(entry.key);
		input->key = entry.key;
		for (int d = 0; d < DEPENDENCY_COUNT; d++)
			input->dependencies[d] = node_get(entry.value, dependencies[d].keyname);
		assigned = variability_assignment_find(assignment, input->name);
		input->value = assigned ? *assigned
					: value_from_node(validation->arena,
						  node_get(entry.value, "default"));
		validation->count++;
	}
}

static uint32_t name_count(struct node names)
{
	return node_kind(names) == NODE_SEQUENCE ? node_count(names)
						 : node_kind(names) == NODE_SCALAR;
}

static struct string name_at(struct node names, uint32_t position)
{
	return node_text(node_kind(names) == NODE_SEQUENCE ? node_item(names, position) : names);
}

/* Only the first dependency of an input counts here. */
static void collect_targets(const struct validation *validation, struct name_table *targets)
{
	for (size_t i = 0; i < validation->count; i++) {
		for (int d = 0; d < DEPENDENCY_COUNT; d++) {
			struct node names = validation->inputs[i].dependencies[d];

			if (node_is_null(names))
				continue;
			for (uint32_t n = 0; n < name_count(names); n++)
				name_table_add(targets, validation->arena, name_at(names, n),
					validation->inputs);
			break;
		}
	}
}

bool variability_input_holds(struct value value)
{
	if (value.kind == VALUE_BOOLEAN)
		return value.boolean;
	if (value.kind == VALUE_NUMBER)
		return value.number != 0;
	return value.kind != VALUE_NONE;
}

/* A declared input is a constant, any other name a variable. */
static formula formula_of_name(struct validation *validation, struct string name)
{
	formula *known = name_table_find(&validation->names, name);

	if (!known) {
		known = arena_allocate(validation->arena, 1, sizeof(*known));
		*known = formula_variable(validation->formulas);
		name_table_add(&validation->names, validation->arena, name, known);
	}
	return *known;
}

static void declare(struct validation *validation)
{
	for (size_t i = 0; i < validation->count; i++) {
		formula *constant = arena_allocate(validation->arena, 1, sizeof(*constant));

		*constant = formula_constant(variability_input_holds(validation->inputs[i].value));
		name_table_add(&validation->names, validation->arena, validation->inputs[i].name,
			constant);
	}
}

static void require(struct validation *validation, formula condition)
{
	validation->conditions = arena_reserve(validation->arena, validation->conditions,
		validation->condition_count, &validation->condition_capacity, sizeof(formula));
	validation->conditions[validation->condition_count++] = condition;
}

static void require_dependency(struct validation *validation, struct string input,
	enum dependency dependency, struct node names)
{
	struct formulas *formulas = validation->formulas;
	formula self = formula_of_name(validation, input);
	uint32_t count = name_count(names);
	formula *others = arena_allocate(validation->arena, count, sizeof(*others));

	for (uint32_t i = 0; i < count; i++)
		others[i] = formula_of_name(validation, name_at(names, i));
	if (dependency == DEPENDENCY_CHOICES) {
		require(validation,
			formula_implies(formulas, self, formula_or(formulas, others, count)));
		return;
	}
	if (dependency == DEPENDENCY_ALTERNATIVES) {
		require(validation, formula_implies(formulas, self,
					    formula_exactly_one(formulas, others, count)));
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (dependency == DEPENDENCY_MANDATORY)
			require(validation, formula_equivalent(formulas, self, others[i]));
		else if (dependency == DEPENDENCY_OPTIONAL)
			require(validation, formula_implies(formulas, others[i], self));
		else if (dependency == DEPENDENCY_REQUIRES)
			require(validation, formula_implies(formulas, self, others[i]));
		else
			require(validation,
				formula_implies(formulas, self, formula_not(others[i])));
	}
}

static bool is_satisfiable(struct validation *validation)
{
	formula all = formula_and(
		validation->formulas, validation->conditions, validation->condition_count);
	struct solver *solver;
	bool satisfiable;

	if (all == FORMULA_TRUE || all == FORMULA_FALSE)
		return all == FORMULA_TRUE;
	solver = solver_create(validation->formulas);
	solver_require(solver, all);
	satisfiable = solver_solve(solver, NULL, 0) != SOLVER_UNSATISFIABLE;
	solver_destroy(solver);
	return satisfiable;
}

/* Adds what one input says about others; `violation` tells what is wrong with its form. */
static bool require_input(struct validation *validation, const struct declared_input *input,
	struct variability_inputs_violation *violation)
{
	for (int d = 0; d < DEPENDENCY_COUNT; d++) {
		struct node names = input->dependencies[d];
		bool is_string = node_kind(names) == NODE_SCALAR && node_is_string(names);
		struct string json;

		if (node_is_null(names))
			continue;
		if (node_kind(names) != NODE_SEQUENCE &&
			!(is_string && dependencies[d].may_be_string)) {
			json = value_json(
				validation->arena, value_from_node(validation->arena, names));
			violation->error = arena_format(validation->arena,
				"Element \"%.*s\" is not an array", STRING_ARGUMENTS(json));
			violation->cause = names;
			return false;
		}
		require_dependency(validation, input->name, (enum dependency)d, names);
	}
	return true;
}

/* Where to show that the constraints are violated: the first input whose own are, or the
 * first that has any. */
static struct node place_of_violation(struct validation *validation)
{
	struct node first = {0};

	for (size_t i = 0; i < validation->count; i++) {
		struct declared_input *input = &validation->inputs[i];
		bool given = false;

		validation->condition_count = 0;
		for (int d = 0; d < DEPENDENCY_COUNT; d++) {
			if (node_is_null(input->dependencies[d]))
				continue;
			given = true;
			require_dependency(validation, input->name, (enum dependency)d,
				input->dependencies[d]);
		}
		if (given && node_is_absent(first))
			first = input->key;
		if (!is_satisfiable(validation))
			return input->key;
	}
	return first;
}

static struct variability_inputs_violation validate(struct validation *validation)
{
	struct variability_inputs_violation violation = {0};
	struct name_table targets = {0};

	collect_targets(validation, &targets);
	for (size_t i = 0; i < validation->count; i++) {
		const struct declared_input *input = &validation->inputs[i];

		if (input->value.kind != VALUE_NONE || name_table_find(&targets, input->name))
			continue;
		violation.error = arena_format(validation->arena,
			"Variability input \"%.*s\" is not targeted and not assigned",
			STRING_ARGUMENTS(input->name));
		violation.cause = input->key;
		return violation;
	}
	declare(validation);
	for (size_t i = 0; i < validation->count; i++)
		if (!require_input(validation, &validation->inputs[i], &violation))
			return violation;
	if (!is_satisfiable(validation)) {
		violation.error = STRING("Variability inputs constraints are violated");
		violation.cause = place_of_violation(validation);
	}
	return violation;
}

formula variability_inputs_constraint(struct arena *arena, struct formulas *formulas,
	struct node inputs, input_formula *holds, void *context)
{
	struct validation validation = {.arena = arena, .formulas = formulas};
	struct variability_inputs_violation violation = {0};
	const struct variability_assignment *nothing = variability_assignment_create(arena);

	read_inputs(&validation, inputs, nothing);
	for (size_t i = 0; i < validation.count; i++) {
		formula *known = arena_allocate(arena, 1, sizeof(*known));

		*known = holds(context, validation.inputs[i].name);
		name_table_add(&validation.names, arena, validation.inputs[i].name, known);
	}
	for (size_t i = 0; i < validation.count; i++)
		if (!require_input(&validation, &validation.inputs[i], &violation))
			return FORMULA_TRUE;
	return formula_and(formulas, validation.conditions, validation.condition_count);
}

bool variability_inputs_are_related(struct node inputs)
{
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;

	for (uint32_t i = 0; i < count; i++)
		for (int d = 0; d < DEPENDENCY_COUNT; d++)
			if (!node_is_null(
				    node_get(node_entry(inputs, i).value, dependencies[d].keyname)))
				return true;
	return false;
}

struct variability_inputs_violation variability_inputs_validate(struct arena *arena,
	struct node variability, const struct variability_assignment *assignment)
{
	struct validation validation = {.arena = arena};
	struct variability_inputs_violation violation = {0};
	struct node inputs = node_get(variability, "inputs");

	if (!variability_inputs_are_related(inputs))
		return violation;
	read_inputs(&validation, inputs, assignment);
	validation.formulas = formulas_create();
	violation = validate(&validation);
	formulas_destroy(validation.formulas);
	return violation;
}

/* Why an element is present or absent: a chain from the element to values of inputs.
 *
 * The formula tells what follows from what, but not in whose words. So an explanation walks the
 * conditions as they are written, and asks for the truth of every part by making a formula of it,
 * in a pool of its own, whose variables are the presences that were found. */
#include "analyzer/syntax/flow_text.h"
#include "analyzer/variability/conflict.h"
#include "analyzer/variability/findings.h"
#include "analyzer/variability/logic_expression.h"
#include "solver/memory.h"

#include <string.h>

enum {
	DEEPEST_STEP = 12,
	MOST_STEPS = 200,
	DEEPEST_TRUTH = 200
};

struct explaining {
	const struct findings *findings;
	const struct presence_formula *real;
	struct arena *arena;
	unsigned variant;
	struct value_context *context;
	/* A copy of the presence formula in which every presence is a free variable. */
	struct presence_formula scratch;
	struct problems ignored;
	struct logic logic;
	bool *explained; /* by canonical position */
	struct explanation_step *steps;
	size_t count;
	size_t capacity;
};

static void explain_element(
	struct explaining *explaining, const struct element *element, unsigned depth);

static void add_step(struct explaining *explaining, unsigned depth, struct string text,
	const struct element *element, struct node place)
{
	if (explaining->count == MOST_STEPS)
		return;
	explaining->steps = arena_reserve(explaining->arena, explaining->steps, explaining->count,
		&explaining->capacity, sizeof(*explaining->steps));
	explaining->steps[explaining->count++] = (struct explanation_step){
		.depth = depth, .text = text, .element = element, .place = place};
}

/* ---- truth ---- */

static bool is_present(const struct explaining *explaining, const struct element *element)
{
	return explaining->findings->presence.present[element->position] >> explaining->variant & 1;
}

static bool truth(struct explaining *explaining, formula operand, unsigned depth);

/* The manual conditions of an element hold if each of them does. */
static bool manual_truth(struct explaining *explaining, uint32_t position, unsigned depth)
{
	formula manual = explaining->real->manual[position];
	const struct service_template *of = explaining->findings->service_template;
	const struct element *element = of->graph.all.items[position];
	const struct element_conditions *conditions = conditions_of(&of->conditions, element);

	if (manual == FORMULA_TRUE || depth > DEEPEST_TRUTH)
		return true;
	if (manual == explaining->real->present[position])
		return is_present(explaining, element);
	for (uint32_t i = 0; i < conditions->manual_count; i++) {
		const struct condition *condition = &conditions->items[i];
		formula meaning = FORMULA_FALSE;

		if (condition->kind == CONDITION_WRITTEN)
			meaning = logic_transform(&explaining->logic, condition->node, element);
		else if (condition->kind == CONDITION_NO_OTHER)
			meaning = no_other_present(&explaining->logic, element);
		else if (condition->kind == CONDITION_NAMESAKE_INPUT)
			meaning = logic_input_atom(&explaining->logic, condition->node);
		if (!truth(explaining, meaning, depth + 1))
			return false;
	}
	return true;
}

static bool atom_truth(struct explaining *explaining, formula variable)
{
	for (size_t i = 0; i < explaining->scratch.known.count; i++) {
		const struct atom *atom = &explaining->scratch.known.items[i];
		struct value_result result;

		if (atom->variable != variable || atom->kind != ATOM_VALUE)
			continue;
		result = value_evaluate_condition(explaining->context, atom->value);
		return result.outcome == VALUE_KNOWN && result.value.boolean;
	}
	return false;
}

static bool truth(struct explaining *explaining, formula operand, unsigned depth)
{
	uint32_t elements = explaining->findings->service_template->graph.all.count;
	uint32_t first = (uint32_t)formula_index(explaining->scratch.present[0]);
	uint32_t index = (uint32_t)formula_index(operand);
	uint32_t holding = 0;
	size_t count;
	const formula *operands;
	enum formula_kind kind = formula_kind(explaining->scratch.formulas, operand);
	bool value = false;

	switch (kind) {
	case FORMULA_CONSTANT:
		return operand == FORMULA_TRUE;
	case FORMULA_VARIABLE:
		if (index >= first && index < first + 2 * elements) {
			uint32_t position = (index - first) / 2;

			value = (index - first) % 2
					? manual_truth(explaining, position, depth)
					: (explaining->findings->presence.present[position] >>
						  explaining->variant) &
						  1;
		} else {
			value = atom_truth(explaining, formula_index(operand));
		}
		break;
	case FORMULA_AND:
	case FORMULA_XOR:
	case FORMULA_AT_MOST_ONE:
		operands = formula_operands(explaining->scratch.formulas, operand, &count);
		formula *copy = memory_allocate(count, sizeof(*copy));

		memcpy(copy, operands, count * sizeof(*copy));
		for (size_t i = 0; i < count; i++)
			holding += truth(explaining, copy[i], depth + 1);
		memory_release(copy);
		value = kind == FORMULA_AND   ? holding == count
			: kind == FORMULA_XOR ? holding % 2 == 1
					      : holding <= 1;
		break;
	}
	return operand < 0 ? !value : value;
}

static bool expression_truth(
	struct explaining *explaining, struct node expression, const struct element *context)
{
	return truth(explaining, logic_transform(&explaining->logic, expression, context), 0);
}

/* ---- expressions ---- */

static struct string print(struct explaining *explaining, struct node node)
{
	return flow_text(node, 100, explaining->arena);
}

/* The values of the inputs that a value expression demands. */
static void explain_inputs(struct explaining *explaining, struct node expression, unsigned depth)
{
	struct variability_input_names inputs = {0};

	value_collect_inputs(
		explaining->context, value_from_node(explaining->arena, expression), &inputs);
	for (size_t i = 0; i < inputs.count; i++) {
		struct value_result value = value_of_input(explaining->context, inputs.names[i]);
		struct node declaration = node_find(
			node_get(explaining->findings->service_template->graph.variability,
				"inputs"),
			inputs.names[i])
						  .key;

		if (value.outcome == VALUE_KNOWN) {
			struct string json = value_json(explaining->arena, value.value);

			add_step(explaining, depth,
				arena_format(explaining->arena,
					"variability input \"%.*s\" is %.*s",
					STRING_ARGUMENTS(inputs.names[i]), STRING_ARGUMENTS(json)),
				NULL,
				node_is_absent(value.value.node) ? declaration : value.value.node);
		} else {
			add_step(explaining, depth,
				arena_format(explaining->arena,
					"variability input \"%.*s\" has no value",
					STRING_ARGUMENTS(inputs.names[i])),
				NULL, declaration);
		}
	}
}

/* The elements that a presence operator is about: those its formula mentions. */
static void explain_mentioned(
	struct explaining *explaining, formula operand, bool holds, unsigned depth)
{
	uint32_t elements = explaining->findings->service_template->graph.all.count;
	uint32_t first = (uint32_t)formula_index(explaining->scratch.present[0]);
	uint32_t index = (uint32_t)formula_index(operand);
	size_t count;

	if (formula_kind(explaining->scratch.formulas, operand) == FORMULA_VARIABLE) {
		if (index >= first && index < first + 2 * elements)
			explain_element(explaining,
				explaining->findings->service_template->graph.all
					.items[(index - first) / 2],
				depth);
		return;
	}
	if (formula_kind(explaining->scratch.formulas, operand) == FORMULA_CONSTANT)
		return;
	formula_operands(explaining->scratch.formulas, operand, &count);
	for (size_t i = 0; i < count; i++) {
		size_t ignored;
		formula part = formula_operands(explaining->scratch.formulas, operand, &ignored)[i];
		bool is_true = truth(explaining, part, 0);

		/* Of a conjunction that fails, what fails; of one that holds, all of it. */
		if (formula_kind(explaining->scratch.formulas, operand) != FORMULA_AND ||
			holds == (operand > 0) || !is_true)
			explain_mentioned(explaining, part, is_true, depth);
	}
}

static enum operator first_operator(struct node expression, struct node *operand)
{
	enum operator found = OPERATOR_NONE;

	for (uint32_t i = 0; node_kind(expression) == NODE_MAPPING && i < node_count(expression);
		i++) {
		struct node_entry entry = node_entry(expression, i);
		enum operator operator= operator_meant_by(node_text(entry.key));

		if (!node_is_null(entry.value) && operator<found) {
			found = operator;
			*operand = entry.value;
		}
	}
	return found;
}

static void explain_expression(struct explaining *explaining, struct node expression,
	const struct element *context, bool holds, unsigned depth)
{
	struct node operand = {0};
	enum operator operator= first_operator(expression, &operand);
	struct string text;

	if (depth > DEEPEST_STEP)
		return;
	if (operator== OPERATOR_LOGIC_EXPRESSION)
		operand = node_find(
			node_get(explaining->findings->service_template->graph.variability,
				"expressions"),
			node_text(operand))
				  .value;
	text = print(explaining, expression);
	add_step(explaining, depth,
		arena_format(explaining->arena, "%.*s %s", STRING_ARGUMENTS(text),
			holds ? "holds" : "does not hold"),
		NULL, expression);
	switch (operator) {
	case OPERATOR_NOT:
		explain_expression(explaining, operand, context, !holds, depth + 1);
		return;
	case OPERATOR_LOGIC_EXPRESSION:
		explain_expression(explaining, operand, context, holds, depth + 1);
		return;
	case OPERATOR_AND:
	case OPERATOR_OR:
	case OPERATOR_XOR:
	case OPERATOR_EXO:
	case OPERATOR_AMO:
	case OPERATOR_IMPLIES:
		for (uint32_t i = 0; i < node_count(operand); i++) {
			struct node part = node_item(operand, i);
			bool is_true = expression_truth(explaining, part, context);
			bool is_decisive = (operator== OPERATOR_AND && !holds && is_true) ||
					   (operator== OPERATOR_OR && holds && !is_true);

			if (!is_decisive)
				explain_expression(explaining, part, context, is_true, depth + 1);
		}
		return;
	default:
		break;
	}
	if (operator!= OPERATOR_NONE && operator_is_logic(operator))
		explain_mentioned(explaining,
			logic_transform(&explaining->logic, expression, context), holds, depth + 1);
	else if (node_kind(expression) == NODE_MAPPING)
		explain_inputs(explaining, expression, depth + 1);
}

/* ---- conditions ---- */

static const struct {
	enum condition_token token;
	const char *holds;
	const char *fails;
} token_texts[] = {
	{TOKEN_HOST, "a host is present", "no host is present"},
	{TOKEN_SOURCE_OF_INCOMING, "the source of an incoming relation is present",
		"no source of an incoming relation is present"},
	{TOKEN_INCOMING, "an incoming relation and its source want it", "nobody relates to it"},
	{TOKEN_INCOMING_NAIVE, "an incoming relation is present",
		"no incoming relation is present"},
	{TOKEN_OUTGOING, "an outgoing relation and its target want it", "it relates to nobody"},
	{TOKEN_OUTGOING_NAIVE, "an outgoing relation is present",
		"no outgoing relation is present"},
	{TOKEN_ARTIFACT, "the conditions of an artifact hold",
		"the conditions of no artifact hold"},
	{TOKEN_ARTIFACT_NAIVE, "an artifact is present", "no artifact is present"},
	{TOKEN_SOURCE, "its source is present", "its source is absent"},
	{TOKEN_TARGET, "its target is present", "its target is absent"},
	{TOKEN_DEFAULT, "no other alternative is present", "another alternative is present"},
	{TOKEN_CONTAINER, "what it belongs to is present", "what it belongs to is absent"},
	{TOKEN_CONSUMING, "something its value refers to is present",
		"nothing its value refers to is present"},
	{TOKEN_MANAGED, "a present technology uses it", "no present technology uses it"},
	{TOKEN_OTHER, "no other technology is present", "another technology is present"},
	{TOKEN_SCENARIO, "its technology rule matches what is present",
		"its technology rule matches nothing that is present"},
	{TOKEN_PRODUCED, "a node that produces it is present",
		"no node that produces it is present"},
	{TOKEN_CONSUMED, "a property consumes it", "no present property consumes it"},
	{TOKEN_PRESENT_TARGET, "a target is present", "no target is present"},
	{TOKEN_PRESENT_MEMBER, "a member is present", "no member is present"},
};

static void explain_tokens(
	struct explaining *explaining, const struct element *element, bool present, unsigned depth)
{
	const struct element_conditions *conditions =
		conditions_of(&explaining->findings->service_template->conditions, element);

	for (size_t i = 0; i < sizeof(token_texts) / sizeof(token_texts[0]); i++) {
		formula meaning;
		bool holds;

		if (!(conditions->tokens & token_texts[i].token))
			continue;
		meaning = generated_formula(&explaining->logic, element, token_texts[i].token);
		holds = truth(explaining, meaning, 0);
		if (holds != present)
			continue;
		add_step(explaining, depth,
			arena_format(explaining->arena, "%s (%s)",
				holds ? token_texts[i].holds : token_texts[i].fails,
				conditions->is_default ? "default condition" : "pruning"),
			NULL, (struct node){0});
		explain_mentioned(explaining, meaning, holds, depth + 1);
	}
}

static void explain_condition(struct explaining *explaining, const struct element *element,
	const struct condition *condition, bool present, unsigned depth)
{
	formula meaning;
	bool holds;

	switch (condition->kind) {
	case CONDITION_WRITTEN:
		holds = expression_truth(explaining, condition->node, element);
		if (holds != present)
			return;
		if (condition->origin) {
			struct string group = condition->origin->name;

			add_step(explaining, depth++,
				arena_format(explaining->arena,
					"a condition of the variability group \"%.*s\"",
					STRING_ARGUMENTS(group)),
				condition->origin, condition->origin->key);
		}
		explain_expression(explaining, condition->node, element, holds, depth);
		return;
	case CONDITION_NEVER:
		if (!present)
			add_step(explaining, depth,
				STRING("default_alternative is given, but not true: it is never "
				       "present"),
				NULL, condition->node);
		return;
	case CONDITION_NO_OTHER:
		meaning = no_other_present(&explaining->logic, element);
		holds = truth(explaining, meaning, 0);
		if (holds != present)
			return;
		add_step(explaining, depth,
			holds ? STRING("it is the default alternative, and no other is present")
			      : STRING("it is the default alternative, but another is present"),
			NULL, condition->node);
		explain_mentioned(explaining, meaning, holds, depth + 1);
		return;
	case CONDITION_NAMESAKE_INPUT:
		add_step(explaining, depth,
			STRING("a variability input is named like it and decides"), NULL,
			condition->node);
		return;
	}
}

static void explain_open(struct explaining *explaining, const struct analysis *analysis,
	const struct element *element)
{
	size_t count;
	const struct string *inputs = analysis_presence_inputs(
		analysis, explaining->variant, element, explaining->arena, &count);
	struct node declared =
		node_get(explaining->findings->service_template->graph.variability, "inputs");

	for (size_t i = 0; i < count; i++)
		add_step(explaining, 1,
			arena_format(explaining->arena, "variability input \"%.*s\" has no value",
				STRING_ARGUMENTS(inputs[i])),
			NULL, node_find(declared, inputs[i]).key);
}

static void explain_element(
	struct explaining *explaining, const struct element *element, unsigned depth)
{
	bool present = is_present(explaining, element);
	struct string display = element_display(element, explaining->arena);
	const struct element_conditions *conditions =
		conditions_of(&explaining->findings->service_template->conditions, element);
	bool is_known = explaining->explained[element->position];

	add_step(explaining, depth,
		arena_format(explaining->arena, "%.*s is %s%s", STRING_ARGUMENTS(display),
			present ? "present" : "absent", is_known ? " (see above)" : ""),
		element, element->key);
	explaining->explained[element->position] = true;
	if (is_known || depth > DEEPEST_STEP)
		return;
	if (conditions->count == 0 && !conditions->tokens &&
		node_is_absent(conditions->type_specific)) {
		add_step(explaining, depth + 1, STRING("it has no conditions"), NULL,
			(struct node){0});
		return;
	}
	for (uint32_t i = 0; i < conditions->count; i++)
		explain_condition(explaining, element, &conditions->items[i], present, depth + 1);
	if (!node_is_absent(conditions->type_specific)) {
		bool holds = expression_truth(explaining, conditions->type_specific, element);

		if (holds == present)
			explain_expression(
				explaining, conditions->type_specific, element, holds, depth + 1);
	}
	explain_tokens(explaining, element, present, depth + 1);
}

/* ---- the whole ---- */

static void begin(struct explaining *explaining)
{
	const struct service_template *of = explaining->findings->service_template;
	uint32_t count = of->graph.all.count;
	struct presence_formula *scratch = &explaining->scratch;

	explaining->ignored.arena = explaining->arena;
	explaining->context = variants_create_context(&explaining->findings->variants,
		explaining->variant, of->graph.variability, explaining->arena);
	explaining->explained = arena_allocate(explaining->arena, count, sizeof(bool));
	scratch->graph = &of->graph;
	scratch->conditions = &of->conditions;
	scratch->formulas = formulas_create();
	scratch->present = arena_allocate(explaining->arena, count + 1, sizeof(formula));
	scratch->manual = arena_allocate(explaining->arena, count + 1, sizeof(formula));
	for (uint32_t i = 0; i < count; i++) {
		scratch->present[i] = formula_variable(scratch->formulas);
		scratch->manual[i] = formula_variable(scratch->formulas);
	}
	explaining->logic = (struct logic){.result = scratch,
		.graph = &of->graph,
		.formulas = scratch->formulas,
		.arena = explaining->arena,
		.problems = &explaining->ignored,
		.expressions = node_get(of->graph.variability, "expressions")};
}

static void end(struct explaining *explaining)
{
	logic_finish(&explaining->logic);
	presence_formula_destroy(&explaining->scratch);
}

static void explain_error(struct explaining *explaining, const struct element *element)
{
	const struct variant *variant =
		&explaining->findings->variants.items[explaining->variant].variant;
	const struct diagnostics *diagnostics = &explaining->findings->diagnostics;
	size_t count;
	const struct conflict_part *conflict;

	add_step(explaining, 0, variant->error, element, variant->error_place);
	if (!string_is(variant->error, "Could not solve") || diagnostics->count == 0)
		return;
	conflict = conflict_find(explaining->findings->service_template,
		explaining->findings->evaluation, explaining->variant, explaining->arena, &count);
	for (size_t i = 0; i < count; i++)
		add_step(explaining, 1, conflict_part_text(&conflict[i], explaining->arena),
			conflict[i].element, conflict_part_place(&conflict[i]));
}

const struct explanation_step *analysis_explain(const struct analysis *analysis, size_t variant,
	const struct element *element, struct arena *arena, size_t *count)
{
	struct explaining explaining = {.findings = analysis->findings,
		.real = analysis->findings->service_template->formula,
		.arena = arena,
		.variant = (unsigned)variant};
	enum presence presence = analysis_presence(analysis, variant, element);
	struct string display = element_display(element, arena);

	if (presence == PRESENCE_ERROR) {
		explain_error(&explaining, element);
	} else if (presence == PRESENCE_DEPENDS) {
		add_step(&explaining, 0,
			arena_format(arena, "%.*s is open", STRING_ARGUMENTS(display)), element,
			element->key);
		explain_open(&explaining, analysis, element);
	} else {
		begin(&explaining);
		explain_element(&explaining, element, 0);
		end(&explaining);
	}
	for (size_t i = 0; i < explaining.count; i++)
		explaining.steps[i].place = analysis_node(analysis, explaining.steps[i].place);
	*count = explaining.count;
	return explaining.steps;
}

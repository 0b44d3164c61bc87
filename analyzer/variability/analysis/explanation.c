/* Why an element is present or absent: a chain from the element to values of inputs.
 *
 * The formula tells what follows from what, but not in whose words. So an explanation walks the
 * conditions as they are written, and asks for the truth of every part. */
#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/syntax/tree/flow_text.h"
#include "analyzer/variability/analysis/findings.h"
#include "analyzer/variability/analysis/variant_truth.h"
#include "analyzer/variability/presence/conflict.h"

enum {
	DEEPEST_STEP = 12,
	MOST_STEPS = 200
};

struct explaining {
	const struct findings *findings;
	struct arena *arena;
	unsigned variant;
	struct variant_truth truth;
	bool *explained; /* by canonical position */
	struct explanation_step *steps;
	size_t count;
	size_t capacity;
};

static void explain_element(
	struct explaining *explaining, const struct element *element, unsigned depth);
static void explain_expression(struct explaining *explaining, struct node expression,
	const struct element *context, enum truth truth, unsigned depth);

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
		explaining->truth.context, value_from_node(explaining->arena, expression), &inputs);
	for (size_t i = 0; i < inputs.count; i++) {
		struct value_result value =
			value_of_input(explaining->truth.context, inputs.names[i]);
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
	struct formulas *formulas = explaining->truth.scratch.formulas;
	enum formula_kind kind = formula_kind(formulas, operand);
	size_t count;

	if (kind == FORMULA_VARIABLE) {
		const struct element *element = variant_truth_element(&explaining->truth, operand);

		if (element)
			explain_element(explaining, element, depth);
		return;
	}
	if (kind == FORMULA_CONSTANT)
		return;
	formula_operands(formulas, operand, &count);
	for (size_t i = 0; i < count; i++) {
		size_t ignored;
		formula part = formula_operands(formulas, operand, &ignored)[i];
		bool is_true = variant_truth_of_formula(&explaining->truth, part) == TRUTH_TRUE;

		/* Of a conjunction that fails, what fails; of one that holds, all of it. */
		if (kind != FORMULA_AND || holds == (operand > 0) || !is_true)
			explain_mentioned(explaining, part, is_true, depth);
	}
}

static const char *const truth_texts[] = {
	[TRUTH_FALSE] = "does not hold",
	[TRUTH_TRUE] = "holds",
	[TRUTH_OPEN] = "is open",
	[TRUTH_ERROR] = "has no meaning",
};

/* The operands of a list, but for those that did not decide. */
static void explain_operands(struct explaining *explaining, enum operator_id op,
	struct node operands, const struct element *context, enum truth truth, unsigned depth)
{
	for (uint32_t i = 0; i < node_count(operands); i++) {
		struct node part = node_item(operands, i);
		enum truth of_part = variant_truth_of_expression(&explaining->truth, part, context);
		bool one_decides = (op == OPERATOR_AND && truth == TRUTH_FALSE) ||
				   (op == OPERATOR_OR && truth == TRUTH_TRUE);

		if (!one_decides || of_part == truth)
			explain_expression(explaining, part, context, of_part, depth);
	}
}

static void explain_expression(struct explaining *explaining, struct node expression,
	const struct element *context, enum truth truth, unsigned depth)
{
	struct expression_operator found = expression_operator(expression, true);
	struct string text;

	if (depth > DEEPEST_STEP)
		return;
	text = print(explaining, expression);
	add_step(explaining, depth,
		arena_format(
			explaining->arena, "%.*s %s", STRING_ARGUMENTS(text), truth_texts[truth]),
		NULL, expression);
	depth++;
	if (found.op == OPERATOR_LOGIC_EXPRESSION)
		explain_expression(explaining,
			node_find(explaining->truth.logic.expressions, node_text(found.operand))
				.value,
			logic_context(&explaining->truth.logic, node_text(found.operand), context),
			truth, depth);
	else if (found.op == OPERATOR_NOT)
		explain_expression(explaining, found.operand, context, truth_not(truth), depth);
	else if (found.op != OPERATOR_NONE && operator_is_list_of_logic(found.op))
		explain_operands(explaining, found.op, found.operand, context, truth, depth);
	else if (found.op != OPERATOR_NONE && operator_is_logic(found.op))
		explain_mentioned(explaining,
			logic_transform(&explaining->truth.logic, expression, context),
			truth == TRUTH_TRUE, depth);
	else if (node_kind(expression) == NODE_MAPPING)
		explain_inputs(explaining, expression, depth);
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
		meaning =
			generated_formula(&explaining->truth.logic, element, token_texts[i].token);
		holds = variant_truth_of_formula(&explaining->truth, meaning) == TRUTH_TRUE;
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
	enum truth truth;
	bool holds;

	switch (condition->kind) {
	case CONDITION_WRITTEN:
		truth = variant_truth_of_expression(&explaining->truth, condition->node, element);
		if (truth != (present ? TRUTH_TRUE : TRUTH_FALSE))
			return;
		if (condition->origin) {
			struct string group = condition->origin->name;

			add_step(explaining, depth++,
				arena_format(explaining->arena,
					"a condition of the variability group \"%.*s\"",
					STRING_ARGUMENTS(group)),
				condition->origin, condition->origin->key);
		}
		explain_expression(explaining, condition->node, element, truth, depth);
		return;
	case CONDITION_NEVER:
		if (!present)
			add_step(explaining, depth,
				STRING("default_alternative is given, but not true: it is never "
				       "present"),
				NULL, condition->node);
		return;
	case CONDITION_NO_OTHER:
		meaning = no_other_present(&explaining->truth.logic, element);
		holds = variant_truth_of_formula(&explaining->truth, meaning) == TRUTH_TRUE;
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
	bool present = variant_truth_of_element(&explaining->truth, element) == TRUTH_TRUE;
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
		enum truth truth = variant_truth_of_expression(
			&explaining->truth, conditions->type_specific, element);

		if (truth == (present ? TRUTH_TRUE : TRUTH_FALSE))
			explain_expression(
				explaining, conditions->type_specific, element, truth, depth + 1);
	}
	explain_tokens(explaining, element, present, depth + 1);
}

/* ---- the whole ---- */

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
	struct explaining explaining = {
		.findings = analysis->findings, .arena = arena, .variant = (unsigned)variant};
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
		variant_truth_begin(&explaining.truth, analysis, arena);
		variant_truth_choose(&explaining.truth, variant);
		explaining.explained = arena_allocate(
			arena, analysis->findings->service_template->graph.all.count, sizeof(bool));
		explain_element(&explaining, element, 0);
		variant_truth_end(&explaining.truth);
	}
	for (size_t i = 0; i < explaining.count; i++)
		explaining.steps[i].place = analysis_node(analysis, explaining.steps[i].place);
	*count = explaining.count;
	return explaining.steps;
}

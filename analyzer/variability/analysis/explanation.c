/* Why an element is present or absent: a chain from the element to values of inputs.
 *
 * The formula tells what follows from what, but not in whose words. So an explanation walks the
 * conditions as they are written; which of them decide, reasoning says. */
#include "analyzer/variability/analysis/explanation_tree.h"
#include "analyzer/variability/presence/conflict.h"
#include "base/memory.h"

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

enum {
	TOKEN_TEXTS = sizeof(token_texts) / sizeof(token_texts[0])
};

static const struct element_conditions *conditions_at(
	const struct explaining *explaining, const struct element *element)
{
	return conditions_of(&explaining->findings->service_template->conditions, element);
}

static void explain_token(struct explaining *explaining, struct told *parent,
	const struct element *element, size_t number, bool holds)
{
	formula meaning = generated_formula(
		&explaining->reasoning.truth.logic, element, token_texts[number].token);

	parent = explanation_add(explaining, parent,
		arena_format(explaining->arena, "%s (%s)",
			holds ? token_texts[number].holds : token_texts[number].fails,
			conditions_at(explaining, element)->is_default ? "default condition"
								       : "pruning"),
		NULL, (struct node){0});
	explain_fact(explaining, parent, holds ? meaning : -meaning);
}

static void explain_written(struct explaining *explaining, struct told *parent,
	const struct element *element, const struct condition *condition, bool holds)
{
	if (condition->origin) {
		struct string group = condition->origin->name;

		parent = explanation_add(explaining, parent,
			arena_format(explaining->arena,
				"a condition of the variability group \"%.*s\"",
				STRING_ARGUMENTS(group)),
			condition->origin, condition->origin->key);
	}
	explain_expression(explaining, parent, condition->node, element, holds);
}

static void explain_condition(struct explaining *explaining, struct told *parent,
	const struct element *element, const struct condition *condition, bool holds)
{
	formula meaning;

	switch (condition->kind) {
	case CONDITION_WRITTEN:
		explain_written(explaining, parent, element, condition, holds);
		return;
	case CONDITION_NEVER:
		explanation_add(explaining, parent,
			STRING("default_alternative is given, but not true: it is never present"),
			NULL, condition->node);
		return;
	case CONDITION_NO_OTHER:
		meaning =
			logic_of_condition(&explaining->reasoning.truth.logic, condition, element);
		parent = explanation_add(explaining, parent,
			holds ? STRING("it is the default alternative, and no other is present")
			      : STRING("it is the default alternative, but another is present"),
			NULL, condition->node);
		explain_fact(explaining, parent, holds ? meaning : -meaning);
		return;
	case CONDITION_NAMESAKE_INPUT:
		meaning =
			logic_of_condition(&explaining->reasoning.truth.logic, condition, element);
		parent = explanation_add(explaining, parent,
			STRING("a variability input is named like it and decides"), NULL,
			condition->node);
		explain_fact(explaining, parent, holds ? meaning : -meaning);
		return;
	}
}

/* ---- reasons: conditions in their order, a type-specific one, generated ones ---- */

static size_t reason_count(const struct element_conditions *conditions)
{
	return conditions->count + 1 + TOKEN_TEXTS;
}

/* What a reason says; FORMULA_NONE if the element has no such reason. */
static formula reason_formula(
	struct explaining *explaining, const struct element *element, size_t reason)
{
	const struct element_conditions *conditions = conditions_at(explaining, element);
	struct logic *logic = &explaining->reasoning.truth.logic;
	unsigned token;

	if (reason < conditions->count)
		return logic_of_condition(logic, &conditions->items[reason], element);
	if (reason == conditions->count)
		return node_is_absent(conditions->type_specific)
			       ? FORMULA_NONE
			       : logic_transform(logic, conditions->type_specific, element);
	token = token_texts[reason - conditions->count - 1].token;
	return conditions->tokens & token ? generated_formula(logic, element, token) : FORMULA_NONE;
}

static void explain_reason(struct explaining *explaining, struct told *parent,
	const struct element *element, size_t reason, bool holds)
{
	const struct element_conditions *conditions = conditions_at(explaining, element);

	if (reason < conditions->count)
		explain_condition(explaining, parent, element, &conditions->items[reason], holds);
	else if (reason == conditions->count)
		explain_expression(explaining, parent, conditions->type_specific, element, holds);
	else
		explain_token(explaining, parent, element, reason - conditions->count - 1, holds);
}

/* Do the conditions decide, one by one? They do not where all of them together are demanded, or
 * exclude one another: what they come to may even follow from that. */
static bool is_by_reasons(
	struct explaining *explaining, const struct element *element, size_t count, formula fact)
{
	struct derivation *derivation = explaining->reasoning.derivation;
	uint64_t whole = derivation_cost(derivation, fact);
	bool holds = fact > 0;

	for (size_t i = 0; i < count; i++) {
		formula meaning = reason_formula(explaining, element, i);
		uint64_t cost;

		if (meaning == FORMULA_NONE || !explained_is(explaining, meaning, holds))
			continue;
		cost = derivation_cost(derivation, holds ? meaning : -meaning);
		if ((cost == DERIVATION_NEVER || cost < whole) != holds)
			return !holds;
	}
	return holds;
}

static void explain_manual(
	struct explaining *explaining, struct told *told, const struct element *element);

/* What all conditions of an element come to, from what it follows. */
static void explain_definition(struct explaining *explaining, struct told *parent,
	const struct element *element, formula fact)
{
	formula manual = explaining->reasoning.truth.scratch.manual[element->position];
	formula *reasons;
	size_t count = derivation_reasons(explaining->reasoning.derivation, fact, &reasons);

	for (size_t i = 0; i < count; i++)
		if (reasons[i] == FORMULA_TRUE)
			explanation_add(explaining, parent,
				fact > 0 ? STRING("its conditions hold, whatever they ask for "
						  "comes to")
					 : STRING("its conditions exclude one another, whatever "
						  "they ask for comes to"),
				NULL, (struct node){0});
		else if (formula_index(reasons[i]) == formula_index(manual))
			explain_manual(explaining, parent, element);
		else
			explain_fact(explaining, parent, reasons[i]);
	memory_release(reasons);
}

static bool is_input(const struct explaining *explaining, formula meaning)
{
	const struct presence_formula *scratch = &explaining->reasoning.truth.scratch;

	return formula_kind(scratch->formulas, meaning) == FORMULA_VARIABLE &&
	       !free_presence_element(scratch, meaning);
}

/* Of what is present, all conditions hold; of what is absent, the nearest that fails suffices.
 * `fact` is what they explain: a reason as far as that rests on it, and leads in a circle. */
static void explain_reasons(struct explaining *explaining, struct told *parent,
	const struct element *element, size_t count, formula fact)
{
	bool holds = fact > 0;
	struct derivation *derivation = explaining->reasoning.derivation;
	size_t nearest = count;
	uint64_t least = derivation_cost(derivation, fact);
	bool has_told = false;

	if (!explaining->tells_all && !is_by_reasons(explaining, element, count, fact)) {
		explain_definition(explaining, parent, element, fact);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		formula meaning = reason_formula(explaining, element, i);
		uint64_t cost;

		if (meaning == FORMULA_NONE || !explained_is(explaining, meaning, holds))
			continue;
		if (holds || explaining->tells_all) {
			explain_reason(explaining, parent, element, i, holds);
			has_told = true;
			continue;
		}
		/* What is no part of the chains is decided by inputs, or did not matter then. */
		cost = derivation_cost(derivation, -meaning);
		if (cost == DERIVATION_NEVER && is_input(explaining, meaning))
			cost = 0;
		if (cost == DERIVATION_NEVER && nearest == count)
			nearest = i;
		if (cost < least) {
			least = cost;
			nearest = i;
		}
	}
	if (nearest < count)
		explain_reason(explaining, parent, element, nearest, false);
	else if (!has_told)
		explain_definition(explaining, parent, element, fact);
}

/* ---- elements ---- */

/* What is not to be found in the text needs a word. */
static void explain_origin(
	struct explaining *explaining, struct told *parent, const struct element *element)
{
	const char *text;

	if (!element->is_synthetic)
		return;
	if (element->kind == ELEMENT_PROPERTY)
		text = "nobody wrote it: it stands for the property without a value, for when none "
		       "of those written is present";
	else if (element->kind == ELEMENT_TECHNOLOGY)
		text = "nobody wrote it: a technology rule assigns it";
	else if (element->kind == ELEMENT_TYPE)
		text = "nobody wrote it: an artifact without a type is given one";
	else
		text = "nobody wrote it: the rules add it";
	explanation_add(explaining, parent, string_from(text), element,
		element->kind == ELEMENT_TECHNOLOGY || !element->container
			? element->key
			: element->container->key);
}

static void explain_presence(
	struct explaining *explaining, struct told *told, const struct element *element)
{
	struct reasoning *reasoning = &explaining->reasoning;
	const struct element_conditions *conditions = conditions_at(explaining, element);
	formula fact = reasoning_fact(reasoning, element);
	enum derivation_rule rule = derivation_last_step(reasoning->derivation, fact).rule;
	const struct told *before;

	explain_origin(explaining, told, element);
	if (element_is_cleaned(element)) {
		explanation_add(explaining, told,
			STRING("it has no conditions: those of a variability group are its "
			       "members'"),
			NULL, (struct node){0});
		return;
	}
	if (conditions->count == 0 && !conditions->tokens &&
		node_is_absent(conditions->type_specific)) {
		explanation_add(
			explaining, told, STRING("it has no conditions"), NULL, (struct node){0});
		return;
	}
	before = told->last;
	if (explaining->tells_all && rule == DERIVATION_NONE)
		explain_reasons(explaining, told, element, reason_count(conditions), fact);
	if (told->last != before)
		return;
	switch (rule) {
	case DERIVATION_OPERANDS:
		explain_reasons(explaining, told, element, reason_count(conditions), fact);
		return;
	case DERIVATION_REQUIRED:
	case DERIVATION_USER:
		explain_demand(explaining, told, fact);
		return;
	case DERIVATION_GIVEN:
	case DERIVATION_NONE:
		explain_choice(explaining, told, element);
		return;
	}
}

static void explain_manual(
	struct explaining *explaining, struct told *told, const struct element *element)
{
	struct reasoning *reasoning = &explaining->reasoning;
	formula manual = reasoning->truth.scratch.manual[element->position];
	bool holds = explained_is(explaining, manual, true);

	if (explaining->tells_all || explained_by_operands(explaining, holds ? manual : -manual))
		explain_reasons(explaining, told, element,
			conditions_at(explaining, element)->manual_count, holds ? manual : -manual);
	else
		explain_demand(explaining, told, holds ? manual : -manual);
}

static void explain_next(struct explaining *explaining, struct untold untold)
{
	bool *is_told;

	if (untold.expression.length > 0) {
		explain_named(
			explaining, untold.told, untold.expression, untold.element, untold.holds);
		return;
	}
	is_told = &explaining->is_told[2 * untold.element->position + untold.is_manual];
	if (*is_told) {
		untold.told->text = arena_format(
			explaining->arena, "%.*s (see above)", STRING_ARGUMENTS(untold.told->text));
		return;
	}
	*is_told = true;
	if (untold.is_manual)
		explain_manual(explaining, untold.told, untold.element);
	else
		explain_presence(explaining, untold.told, untold.element);
}

/* What waits from there on is taken from the end: the first one has to be there. */
static void reverse_waiting(struct explaining *explaining, size_t first)
{
	struct untold *items = explaining->waiting;

	for (size_t end = explaining->waiting_count; first + 1 < end; first++) {
		struct untold other = items[first];

		items[first] = items[--end];
		items[end] = other;
	}
}

/* In the order in which they will be read. */
static void explain_waiting(struct explaining *explaining)
{
	reverse_waiting(explaining, 0);
	while (explaining->waiting_count > 0) {
		size_t first = --explaining->waiting_count;

		explain_next(explaining, explaining->waiting[first]);
		reverse_waiting(explaining, first);
	}
}

/* ---- the whole ---- */

struct step_list {
	struct arena *arena;
	struct explanation_step *items;
	size_t count;
	size_t capacity;
};

static void add_step(struct step_list *list, const struct told *told, unsigned depth)
{
	list->items = arena_reserve(
		list->arena, list->items, list->count, &list->capacity, sizeof(*list->items));
	list->items[list->count++] = (struct explanation_step){.depth = depth,
		.text = told->text,
		.element = told->element,
		.place = told->place,
		.is_consequence = told->is_consequence,
		.is_input = told->is_input};
}

/* Chains may be as long as a template, so this does not call itself. */
static void flatten(struct step_list *list, const struct told *root)
{
	const struct told **path = NULL;
	size_t depth = 0, capacity = 0;

	for (const struct told *told = root; told || depth > 0;) {
		if (!told) {
			told = path[--depth]->next;
			continue;
		}
		add_step(list, told, (unsigned)depth);
		path = arena_reserve(list->arena, path, depth, &capacity, sizeof(*path));
		path[depth++] = told;
		told = told->first;
	}
}

static void explain_open(struct explaining *explaining, const struct analysis *analysis,
	struct told *parent, size_t variant, const struct element *element)
{
	size_t count;
	const struct string *inputs =
		analysis_presence_inputs(analysis, variant, element, explaining->arena, &count);

	if (count == 0)
		explanation_add(explaining, parent,
			STRING("it hangs on a choice that is not made while variability inputs "
			       "have no value"),
			NULL, (struct node){0});
	for (size_t i = 0; i < count; i++)
		explanation_add(explaining, parent,
			arena_format(explaining->arena, "variability input \"%.*s\" has no value",
				STRING_ARGUMENTS(inputs[i])),
			NULL, node_find(explanation_inputs(explaining), inputs[i]).key);
}

/* A conflict: its demands with what of them does not hold, and what the elements in it come to. */
static void explain_part(
	struct explaining *explaining, struct told *parent, const struct conflict_part *part)
{
	struct reasoning *reasoning = &explaining->reasoning;
	struct told *told =
		explanation_add(explaining, parent, conflict_part_text(part, explaining->arena),
			part->element, conflict_part_place(part));
	formula demand = FORMULA_TRUE;

	if (part->constraint)
		demand = reasoning_demand(reasoning, part->constraint);
	else if (part->answer != CONFLICT_OPEN)
		explanation_wait(explaining, (struct untold){told, part->element, false});
	if (derivation_cost(reasoning->derivation, -demand) != DERIVATION_NEVER)
		explain_fact(explaining, told, -demand);
}

static void explain_error(struct explaining *explaining, struct told *root, size_t variant)
{
	size_t count;
	const struct conflict_part *parts;

	if (!string_is(root->text, "Could not solve") ||
		explaining->findings->diagnostics.count == 0)
		return;
	reasoning_choose_demands(&explaining->reasoning, variant);
	parts = conflict_find(explaining->findings->service_template,
		explaining->findings->evaluation, (unsigned)variant, explaining->arena, &count);
	for (size_t i = 0; i < count; i++)
		explain_part(explaining, root, &parts[i]);
}

static struct told *explain_under(struct explaining *explaining, const struct analysis *analysis,
	size_t variant, const struct element *element)
{
	const struct variant *of = analysis_variant(analysis, variant);
	enum presence presence = analysis_presence(analysis, variant, element);
	struct string display = element_display(element, explaining->arena);
	struct told *root;

	if (presence == PRESENCE_ERROR) {
		root = explanation_add(explaining, NULL, of->error, element, of->error_place);
		explain_error(explaining, root, variant);
	} else if (presence == PRESENCE_DEPENDS) {
		root = explanation_add(explaining, NULL,
			arena_format(explaining->arena, "%.*s is open", STRING_ARGUMENTS(display)),
			element, explained_place(element));
		explain_open(explaining, analysis, root, variant, element);
	} else {
		reasoning_choose(&explaining->reasoning, variant, element);
		root = explain_element(explaining, NULL, element);
	}
	explain_waiting(explaining);
	return root;
}

static struct explanation explain(struct explaining *explaining, const struct analysis *analysis,
	size_t variant, const struct element *element)
{
	struct step_list list = {.arena = explaining->arena};
	uint32_t count = explaining->findings->service_template->graph.places.count;

	explaining->told_expressions = (struct name_table){0};
	explaining->is_told = memory_allocate(2 * (size_t)count + 1, sizeof(bool));
	flatten(&list, explain_under(explaining, analysis, variant, element));
	memory_release(explaining->is_told);
	for (size_t i = 0; i < list.count; i++)
		list.items[i].place = analysis_node(analysis, list.items[i].place);
	return (struct explanation){.presence = analysis_presence(analysis, variant, element),
		.steps = list.items,
		.count = list.count};
}

static void begin(struct explaining *explaining, const struct analysis *analysis,
	enum explanation_extent extent, struct arena *arena)
{
	*explaining = (struct explaining){.findings = analysis->findings,
		.arena = arena,
		.tells_all = extent == EXPLANATION_ALL};
	reasoning_begin(&explaining->reasoning, analysis, arena);
}

struct explanation analysis_explain(const struct analysis *analysis, size_t variant,
	const struct element *element, enum explanation_extent extent, struct arena *arena)
{
	struct explaining explaining;
	struct explanation explanation;
	size_t *variants = arena_allocate(arena, 1, sizeof(*variants));

	begin(&explaining, analysis, extent, arena);
	explanation = explain(&explaining, analysis, variant, element);
	reasoning_end(&explaining.reasoning);
	*variants = variant;
	explanation.variants = variants;
	explanation.variant_count = 1;
	return explanation;
}

/* Word for word; where values were assigned may differ. */
static bool is_same(const struct explanation *one, const struct explanation *other)
{
	if (one->presence != other->presence || one->count != other->count)
		return false;
	for (size_t i = 0; i < one->count; i++)
		if (one->steps[i].depth != other->steps[i].depth ||
			one->steps[i].element != other->steps[i].element ||
			!string_equal(one->steps[i].text, other->steps[i].text))
			return false;
	return true;
}

const struct explanation *analysis_explain_variants(const struct analysis *analysis,
	const struct element *element, enum explanation_extent extent, struct arena *arena,
	size_t *count)
{
	size_t variants = analysis_variant_count(analysis);
	struct explanation *found = arena_allocate(arena, variants + 1, sizeof(*found));
	struct explaining explaining;

	*count = 0;
	begin(&explaining, analysis, extent, arena);
	for (size_t i = 0; i < variants; i++) {
		struct explanation explanation = explain(&explaining, analysis, i, element);
		size_t same = 0;

		while (same < *count && !is_same(&found[same], &explanation))
			same++;
		if (same == *count) {
			explanation.variants =
				arena_allocate(arena, variants, sizeof(*explanation.variants));
			found[(*count)++] = explanation;
		}
		((size_t *)found[same].variants)[found[same].variant_count++] = i;
	}
	reasoning_end(&explaining.reasoning);
	return found;
}

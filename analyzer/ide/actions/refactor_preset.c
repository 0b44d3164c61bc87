/* An element is made to depend on a preset, on what the preset says of the variability inputs: it
 * is present only there, not there, or there as well. Offered where this makes a difference. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/edits/insertion.h"
#include "analyzer/ide/edits/layout.h"

#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/variability/analysis/variant_truth.h"

static struct node inputs_of(struct name_entry preset)
{
	struct node inputs = node_get(preset.value, "inputs");
	return node_kind(inputs) == NODE_MAPPING ? inputs : (struct node){0};
}

/* An input says nothing about a preset if all presets give it the same value. */
static bool distinguishes(struct name_list presets, struct node_entry input)
{
	for (size_t i = 0; i < presets.count; i++) {
		struct node other =
			node_find(inputs_of(presets.items[i]), node_text(input.key)).value;
		if (node_kind(other) != NODE_SCALAR ||
			!string_equal(node_text(other), node_text(input.value)))
			return true;
	}
	return false;
}

static bool is_input(struct node expression, struct string name)
{
	struct expression_operator found = expression_operator(expression, false);

	return found.op == OPERATOR_VARIABILITY_INPUT &&
	       string_equal(node_text(found.operand), name);
}

/* `{equal: [{variability_input: input}, value]}` */
static bool equates(struct offer *offer, struct node expression, struct node_entry input)
{
	struct expression_operator found = expression_operator(expression, true);

	return found.op == OPERATOR_EQUAL && node_kind(found.operand) == NODE_SEQUENCE &&
	       node_count(found.operand) == 2 &&
	       is_input(node_item(found.operand, 0), node_text(input.key)) &&
	       value_equal(value_from_node(offer->arena, node_item(found.operand, 1)),
		       value_from_node(offer->arena, input.value));
}

/* By the name of the expression that says it, if there is one. */
static struct string equation(struct offer *offer, struct node_entry input)
{
	struct string name = syntax_tree_text(offer->tree, node_range(input.key), offer->arena);
	struct string value = syntax_tree_text(offer->tree, node_range(input.value), offer->arena);
	struct name_list expressions = names_of(offer->tree, DECLARED_EXPRESSION, offer->arena);

	for (size_t i = 0; i < expressions.count; i++)
		if (equates(offer, expressions.items[i].value, input))
			return arena_format(offer->arena, "{logic_expression: %.*s}",
				STRING_ARGUMENTS(syntax_tree_text(offer->tree,
					node_range(expressions.items[i].key), offer->arena)));
	return arena_format(offer->arena, "{equal: [{variability_input: %.*s}, %.*s]}",
		STRING_ARGUMENTS(name), STRING_ARGUMENTS(value));
}

static bool is_plain_value(struct offer *offer, struct node value)
{
	return node_kind(value) == NODE_SCALAR && !node_is_null(value) &&
	       node_alias(value).length == 0 && node_anchor(value).length == 0 &&
	       node_scalar_style(value) < SCALAR_LITERAL &&
	       layout_is_one_line(offer->tree, node_range(value));
}

/* What tells this preset from the others; empty if it cannot be written. Inputs that all
 * presets agree on are left out, unless there are no others. */
static struct string condition_of(
	struct offer *offer, struct name_list presets, struct name_entry preset)
{
	struct node inputs = inputs_of(preset);
	uint32_t count = node_count(inputs);
	struct string all = STRING("");
	struct string last = STRING("");
	size_t written = 0;
	for (int only_telling = 1; only_telling >= 0 && written == 0; only_telling--) {
		for (uint32_t i = 0; i < count; i++) {
			struct node_entry input = node_entry(inputs, i);
			if (!is_plain_value(offer, input.value))
				return STRING("");
			if (only_telling && !distinguishes(presets, input))
				continue;
			last = equation(offer, input);
			all = arena_format(offer->arena, "%.*s%s%.*s", STRING_ARGUMENTS(all),
				written > 0 ? ", " : "", STRING_ARGUMENTS(last));
			written++;
		}
	}
	return written > 1 ? arena_format(offer->arena, "{and: [%.*s]}", STRING_ARGUMENTS(all))
			   : last;
}

/* A condition among those that an element has: they become a list. */
static bool add_to(
	struct offer *offer, struct node conditions, struct string condition, struct edits *edits)
{
	struct text_edit edit;
	if (node_kind(conditions) == NODE_SEQUENCE) {
		if (!insertion_into_list(offer->tree, conditions, condition, &edit, offer->arena))
			return false;
		offer_edit(offer, edits, edit);
		return true;
	}
	struct range range = node_range(conditions);
	if (!layout_is_one_line(offer->tree, range) ||
		(node_kind(conditions) == NODE_MAPPING && !node_is_flow(conditions)))
		return false;
	offer_edit(offer, edits, (struct text_edit){{range.start, range.start}, STRING("[")});
	offer_edit(offer, edits,
		(struct text_edit){{range.end, range.end},
			arena_format(offer->arena, ", %.*s]", STRING_ARGUMENTS(condition))});
	return true;
}

/* `- host: server` becomes `- host: {node: server, conditions: …}`, `- port: 80` in a list
 * `- port: {value: 80, conditions: …}`. */
static bool wrap(struct offer *offer, const char *keyname, struct node value,
	struct string condition, struct edits *edits)
{
	struct range range = node_range(value);
	if (!layout_is_one_line(offer->tree, range) || range.end <= range.start ||
		(node_kind(value) != NODE_SCALAR && !node_is_flow(value)) ||
		(node_kind(value) == NODE_SCALAR && node_scalar_style(value) >= SCALAR_LITERAL))
		return false;
	offer_edit(offer, edits,
		(struct text_edit){
			{range.start, range.start}, arena_format(offer->arena, "{%s: ", keyname)});
	offer_edit(offer, edits,
		(struct text_edit){
			{range.end, range.end}, arena_format(offer->arena, ", conditions: %.*s}",
							STRING_ARGUMENTS(condition))});
	return true;
}

static bool is_template(enum element_kind kind)
{
	return kind == ELEMENT_NODE || kind == ELEMENT_GROUP || kind == ELEMENT_POLICY ||
	       kind == ELEMENT_INPUT || kind == ELEMENT_OUTPUT || kind == ELEMENT_RELATION ||
	       kind == ELEMENT_ARTIFACT;
}

/* `{or: […, condition]}`, around what there is. */
static bool add_alternative(
	struct offer *offer, struct node conditions, struct string condition, struct edits *edits)
{
	struct expression_operator found = expression_operator(conditions, true);
	struct range range = node_range(conditions);
	bool is_list = node_kind(conditions) == NODE_SEQUENCE;
	struct text_edit edit;

	if (found.op == OPERATOR_OR && node_kind(found.operand) == NODE_SEQUENCE) {
		if (!insertion_into_list(
			    offer->tree, found.operand, condition, &edit, offer->arena))
			return false;
		offer_edit(offer, edits, edit);
		return true;
	}
	if (!layout_is_one_line(offer->tree, range) ||
		(node_kind(conditions) != NODE_SCALAR && !node_is_flow(conditions)))
		return false;
	offer_edit(offer, edits,
		(struct text_edit){{range.start, range.start},
			is_list ? STRING("{or: [{and: ") : STRING("{or: [")});
	offer_edit(offer, edits,
		(struct text_edit){{range.end, range.end},
			arena_format(offer->arena, "%s, %.*s]}", is_list ? "}" : "",
				STRING_ARGUMENTS(condition))});
	return true;
}

static bool make_conditional(struct offer *offer, const struct element *element, struct node value,
	struct string condition, struct edits *edits)
{
	struct node conditions = node_get(value, "conditions");
	bool is_map = node_kind(value) == NODE_MAPPING &&
		      (is_template(element->kind) || element->has_keywords);
	if (is_map && !node_is_null(conditions))
		return add_to(offer, conditions, condition, edits);
	if (is_map) {
		struct text_edit edit;
		struct string entry =
			arena_format(offer->arena, "conditions: %.*s", STRING_ARGUMENTS(condition));
		bool possible = node_is_absent(conditions) &&
				insertion_into(offer->tree, value, entry, &edit, offer->arena);
		if (possible)
			offer_edit(offer, edits, edit);
		return possible;
	}
	if (element->kind == ELEMENT_RELATION)
		return wrap(offer, "node", value, condition, edits);
	return element->kind == ELEMENT_PROPERTY && element->property.is_listed &&
	       wrap(offer, "value", value, condition, edits);
}

/* What the conditions that are written at an element come to. */
static enum truth truth_of(
	struct variant_truth *truth, struct node conditions, const struct element *element)
{
	enum truth all = TRUTH_TRUE;

	if (node_is_absent(conditions))
		return all;
	if (node_kind(conditions) != NODE_SEQUENCE)
		return variant_truth_of_expression(truth, conditions, element);
	for (uint32_t i = 0; i < node_count(conditions) && all != TRUTH_FALSE; i++) {
		enum truth one =
			variant_truth_of_expression(truth, node_item(conditions, i), element);

		if (one != TRUTH_TRUE)
			all = one;
	}
	return all;
}

/* The same under each variant. */
static const enum truth *truths_of(
	struct offer *offer, struct node conditions, const struct element *element)
{
	const struct analysis *analysis = offer->request->analysis;
	size_t count = analysis_variant_count(analysis);
	enum truth *truths = arena_allocate(offer->arena, count, sizeof(*truths));
	struct variant_truth truth;

	variant_truth_begin(&truth, analysis, meanings_borrow(analysis), offer->arena);
	for (size_t i = 0; i < count; i++) {
		variant_truth_choose(&truth, i);
		truths[i] = truth_of(&truth, conditions, element);
	}
	variant_truth_end(&truth);
	return truths;
}

/* Whether they hold under a preset, and anywhere beside it. */
struct effect {
	enum truth there;
	bool elsewhere;
};

static struct effect effect_of(
	const struct analysis *analysis, const enum truth *truths, struct string preset)
{
	struct effect effect = {TRUTH_OPEN, false};

	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		const struct variant *variant = analysis_variant(analysis, i);

		if (variant->origin == VARIANT_PRESET && string_equal(variant->name, preset))
			effect.there = truths[i];
		else if (variant->origin <= VARIANT_PRESET)
			effect.elsewhere = effect.elsewhere || truths[i] != TRUTH_FALSE;
	}
	return effect;
}

/* An element with the conditions that are written at it. */
struct subject {
	const struct element *element;
	struct node value, conditions;
	const enum truth *truths;
};

static void offer_preset(struct offer *offer, const struct subject *subject, struct string preset,
	struct string condition)
{
	struct effect effect = effect_of(offer->request->analysis, subject->truths, preset);
	struct string display = element_display(subject->element, offer->arena);
	struct string negation =
		arena_format(offer->arena, "{not: %.*s}", STRING_ARGUMENTS(condition));
	struct edits only = {0}, never = {0}, also = {0};

	if (effect.there != TRUTH_FALSE && effect.elsewhere &&
		make_conditional(offer, subject->element, subject->value, condition, &only))
		offer_action(offer, ACTION_REWRITE,
			arena_format(offer->arena, "Make %.*s conditional on \"%.*s\"",
				STRING_ARGUMENTS(display), STRING_ARGUMENTS(preset)),
			only);
	if (effect.there == TRUTH_TRUE && effect.elsewhere &&
		make_conditional(offer, subject->element, subject->value, negation, &never))
		offer_action(offer, ACTION_REWRITE,
			arena_format(offer->arena, "Make %.*s absent under \"%.*s\"",
				STRING_ARGUMENTS(display), STRING_ARGUMENTS(preset)),
			never);
	if (effect.there == TRUTH_FALSE &&
		add_alternative(offer, subject->conditions, condition, &also))
		offer_action(offer, ACTION_REWRITE,
			arena_format(offer->arena, "Make %.*s present under \"%.*s\" as well",
				STRING_ARGUMENTS(display), STRING_ARGUMENTS(preset)),
			also);
}

void offer_presets(struct offer *offer)
{
	const struct analysis *analysis = offer->request->analysis;
	if (!analysis || analysis_tree(analysis) != offer->tree)
		return;
	struct node node = syntax_tree_node_at(offer->tree, offer->request->range.start);
	struct subject subject = {.element = analysis_element_at(analysis, node)};
	if (!subject.element ||
		!node_equal_place(node, analysis_node(analysis, subject.element->key)))
		return;
	subject.value = analysis_node(analysis, subject.element->value);
	if (node_kind(subject.value) == NODE_MAPPING)
		subject.conditions = node_get(subject.value, "conditions");
	subject.truths = truths_of(offer, subject.conditions, subject.element);
	struct name_list presets = names_of(offer->tree, DECLARED_PRESET, offer->arena);
	for (size_t i = 0; i < presets.count; i++) {
		struct string condition = condition_of(offer, presets, presets.items[i]);
		if (condition.length > 0)
			offer_preset(offer, &subject, presets.items[i].name, condition);
	}
}

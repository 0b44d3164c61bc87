/* An element is made to depend on a preset: on what the preset says of the variability inputs. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/edits/insertion.h"
#include "analyzer/ide/edits/layout.h"

#include "analyzer/variability/analysis/analysis.h"

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

static struct string equation(struct offer *offer, struct node_entry input)
{
	struct string name = syntax_tree_text(offer->tree, node_range(input.key), offer->arena);
	struct string value = syntax_tree_text(offer->tree, node_range(input.value), offer->arena);
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

void offer_presets(struct offer *offer)
{
	if (!offer->request->analysis || analysis_tree(offer->request->analysis) != offer->tree)
		return;
	struct node node = syntax_tree_node_at(offer->tree, offer->request->range.start);
	const struct element *element = analysis_element_at(offer->request->analysis, node);
	if (!element ||
		!node_equal_place(node, analysis_node(offer->request->analysis, element->key)))
		return;
	struct node value = analysis_node(offer->request->analysis, element->value);
	struct name_list presets = names_of(offer->tree, DECLARED_PRESET, offer->arena);
	for (size_t i = 0; i < presets.count; i++) {
		struct string condition = condition_of(offer, presets, presets.items[i]);
		struct edits edits = {0};
		if (condition.length > 0 &&
			make_conditional(offer, element, value, condition, &edits)) {
			offer_action(offer, ACTION_REWRITE,
				arena_format(offer->arena, "Make %.*s conditional on \"%.*s\"",
					STRING_ARGUMENTS(element_display(element, offer->arena)),
					STRING_ARGUMENTS(presets.items[i].name)),
				edits);
		}
	}
}

/* Presets: the variability inputs that are not set yet, and their values. */
#include "analyzer/ide/completion_list.h"

static struct string as_written(struct completion_list *list, struct node value)
{
	return syntax_tree_text(list->tree, node_range(value), list->arena);
}

/* A value as it is written elsewhere in the document. */
static void add_written(struct completion_list *list, struct node value)
{
	if (node_kind(value) != NODE_SCALAR || node_is_null(value)) {
		return;
	}
	struct completion_item *item = completion_add(
		list, COMPLETION_VALUE, node_text(value), as_written(list, value), false);
	(void)item;
}

static struct node valid_values(struct node input)
{
	struct node constraints = node_get(input, "constraints");
	for (uint32_t i = 0; i < node_count(constraints); i++) {
		struct node values = node_get(node_item(constraints, i), "valid_values");
		if (node_kind(values) == NODE_SEQUENCE) {
			return values;
		}
	}
	struct node values = node_get(node_get(input, "validation"), "$valid_values");
	return node_kind(values) == NODE_SEQUENCE ? node_item(values, 1) : values;
}

/* The values the input's constraints list; for Booleans both; else those that presets
 * and the default give it. */
void complete_input_values(struct completion_list *list, struct string name)
{
	struct name_entry input = names_find(list->tree, DECLARED_VARIABILITY_INPUT, name);
	struct node values = valid_values(input.value);
	for (uint32_t i = 0; i < node_count(values); i++) {
		add_written(list, node_item(values, i));
	}
	if (node_count(values) > 0) {
		return;
	}
	if (string_is(node_text(node_get(input.value, "type")), "boolean")) {
		complete_booleans(list);
		return;
	}
	struct name_list presets = names_of(list->tree, DECLARED_PRESET, list->arena);
	for (size_t i = 0; i < presets.count; i++) {
		struct node inputs = node_get(presets.items[i].value, "inputs");
		struct node value = node_find(inputs, name).value;
		struct range range = node_range(value);
		bool here = list->cursor.replace.start <= range.end &&
			    range.start <= list->cursor.replace.end;
		if (!node_is_absent(value) && !here) {
			add_written(list, value);
		}
	}
	add_written(list, node_get(input.value, "default"));
}

void complete_preset_inputs(struct completion_list *list)
{
	struct name_list inputs = names_of(list->tree, DECLARED_VARIABILITY_INPUT, list->arena);
	for (size_t i = 0; i < inputs.count; i++) {
		bool used = false;
		for (size_t j = 0; j < list->cursor.sibling_count; j++) {
			used = used || string_equal(list->cursor.siblings[j], inputs.items[i].name);
		}
		if (used) {
			continue;
		}
		struct completion_item *item = completion_add_key(
			list, COMPLETION_VARIABILITY_INPUT, inputs.items[i].name, "$1", "");
		if (item != NULL) {
			item->detail = node_text(node_get(inputs.items[i].value, "type"));
			item->documentation =
				node_text(node_get(inputs.items[i].value, "description"));
		}
	}
}

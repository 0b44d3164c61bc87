/* Presets: the variability inputs that are not set yet, and their values. */
#include "analyzer/ide/completion/completion_list.h"

/* Values that presets give the input; not the one that is being typed. */
static void add_values_of_presets(struct completion_list *list, struct string name)
{
	struct name_list presets = names_of(list->tree, DECLARED_PRESET, list->arena);
	for (size_t i = 0; i < presets.count; i++) {
		struct node inputs = node_get(presets.items[i].value, "inputs");
		struct node value = node_find(inputs, name).value;
		struct range range = node_range(value);
		bool here = list->cursor.replace.start <= range.end &&
			    range.start <= list->cursor.replace.end;
		if (node_kind(value) == NODE_SCALAR && !node_is_null(value) && !here) {
			completion_add(list, COMPLETION_VALUE, node_text(value),
				completion_as_written(list, value), false);
		}
	}
}

void complete_input_values(struct completion_list *list, struct string name)
{
	struct name_entry input = names_find(list->tree, DECLARED_VARIABILITY_INPUT, name);
	struct value_schema schema = value_schema_of_definition(input.value);
	if (!completion_has_values(list, schema))
		add_values_of_presets(list, name);
	complete_schema_values(list, schema);
}

void complete_preset_inputs(struct completion_list *list)
{
	struct name_list inputs = names_of(list->tree, DECLARED_VARIABILITY_INPUT, list->arena);
	for (size_t i = 0; i < inputs.count; i++) {
		struct name_entry input = inputs.items[i];
		if (completion_is_used(list, input.name))
			continue;
		const char *choice =
			completion_choice(list, value_schema_of_definition(input.value));
		struct completion_item *item = completion_add_key(
			list, COMPLETION_VARIABILITY_INPUT, input.name, choice ? choice : "$1", "");
		if (item) {
			item->detail = node_text(node_get(input.value, "type"));
			item->documentation = node_text(node_get(input.value, "description"));
		}
	}
}

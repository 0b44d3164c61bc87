#include "analyzer/variability/inputs/variability_inputs.h"

#include "analyzer/text/name_table.h"
#include "analyzer/variability/values/value_reader.h"

#include <string.h>

struct variability_assignment {
	struct arena *arena;
	struct value inputs; /* always a map */
};

static const char input_prefix[] = "VTOSCA_VARIABILITY_INPUT_";
static const char presets_prefix[] = "VTOSCA_VARIABILITY_PRESETS=";

struct variability_assignment *variability_assignment_create(struct arena *arena)
{
	struct variability_assignment *assignment = arena_allocate(arena, 1, sizeof(*assignment));

	assignment->arena = arena;
	assignment->inputs = value_from_map(arena, NULL, 0);
	return assignment;
}

void variability_assignment_add(struct variability_assignment *assignment, struct value inputs)
{
	if (inputs.kind == VALUE_MAP)
		assignment->inputs = value_merge(assignment->arena, assignment->inputs, inputs);
}

static void assign(
	struct variability_assignment *assignment, struct string name, struct value value)
{
	struct value_entry *entry = arena_allocate(assignment->arena, 1, sizeof(*entry));

	*entry = (struct value_entry){.key = arena_copy(assignment->arena, name), .value = value};
	variability_assignment_add(assignment, value_from_map(assignment->arena, entry, 1));
}

/* Variability4TOSCA, section "Variability Presets": name → {name, description, inputs}. */
struct string variability_assignment_add_preset(
	struct variability_assignment *assignment, struct node variability, struct string name)
{
	struct node_entry preset = node_find(node_get(variability, "presets"), name);

	if (node_is_null(preset.value))
		return arena_format(assignment->arena, "Did not find variability preset \"%.*s\"",
			STRING_ARGUMENTS(name));
	variability_assignment_add(
		assignment, value_from_node(assignment->arena, node_get(preset.value, "inputs")));
	return STRING("");
}

void variability_assignment_add_environment(
	struct variability_assignment *assignment, const char *const *environment)
{
	size_t prefix = sizeof(input_prefix) - 1;

	for (; environment && *environment; environment++) {
		const char *equals = strchr(*environment, '=');
		struct string name;

		if (!equals || strncmp(*environment, input_prefix, prefix) != 0)
			continue;
		name = (struct string){
			*environment + prefix, (size_t)(equals - *environment) - prefix};
		assign(assignment, arena_lower_case(assignment->arena, name),
			value_from_json_or_text(assignment->arena, string_from(equals + 1)));
	}
}

const struct value *variability_assignment_find(
	const struct variability_assignment *assignment, struct string name)
{
	const struct value *value;

	if (!assignment)
		return NULL;
	value = value_get(assignment->inputs, name);
	return value && value->kind != VALUE_NONE ? value : NULL;
}

struct value variability_assignment_value(const struct variability_assignment *assignment)
{
	return assignment->inputs;
}

size_t variability_preset_names(
	struct arena *arena, struct node variability, const struct string **names)
{
	struct node presets = node_get(variability, "presets");
	uint32_t entries = node_kind(presets) == NODE_MAPPING ? node_count(presets) : 0;
	struct string *found = arena_allocate(arena, entries, sizeof(*found));
	size_t count = 0;

	for (uint32_t i = 0; i < entries; i++) {
		struct node_entry entry = node_entry(presets, i);

		if (!node_is_collection(entry.key) && !node_is_null(entry.value))
			found[count++] = node_text(entry.key);
	}
	*names = found;
	return count;
}

size_t variability_environment_presets(
	struct arena *arena, const char *const *environment, const struct string **names)
{
	struct value value = value_none();
	struct string *found;
	size_t count = 0;

	*names = NULL;
	for (; environment && *environment; environment++) {
		if (strncmp(*environment, presets_prefix, sizeof(presets_prefix) - 1) == 0)
			value = value_from_json_or_text(
				arena, string_from(*environment + sizeof(presets_prefix) - 1));
	}
	if (value.kind != VALUE_LIST)
		return 0;
	found = arena_allocate(arena, value.list->count, sizeof(*found));
	for (size_t i = 0; i < value.list->count; i++)
		found[count++] = value_text(arena, value.list->items[i]);
	*names = found;
	return count;
}

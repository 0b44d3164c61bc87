/* Inputs and their values as a map, as presets and the command line give them. */
#include "analyzer/variability/space/space_input.h"

struct value space_inputs_map(
	const struct space_inputs *inputs, const struct value *values, struct arena *arena)
{
	struct value_entry *entries = arena_allocate(arena, inputs->count + 1, sizeof(*entries));

	for (size_t i = 0; i < inputs->count; i++)
		entries[i] = (struct value_entry){inputs->items[i].name, values[i]};
	return value_from_map(arena, entries, inputs->count);
}

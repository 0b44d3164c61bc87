#include "analyzer/variability/space/space_changes.h"

#include "analyzer/variability/space/space_large.h"
#include "analyzer/variability/space/space_parts.h"
#include "analyzer/variability/space/space_text.h"

#include <string.h>

/* Nearest classes of the inputs of one part that do as is wanted. */
struct nearest {
	const uint32_t *items[SPACE_MOST_CHANGES]; /* of all inputs; those of the part count */
	uint32_t count;
	uint32_t distance;
	bool is_never;      /* it is proven that there are none */
	const char *reason; /* or else, where there are none: why nothing is known */
};

struct changing {
	const struct space *space;
	struct arena *arena;
	size_t variant;
	const struct element *element;
	bool wants_present;
	uint32_t *from; /* classes of the variant; UINT32_MAX: in none */
	struct space_changes *changes;
	size_t capacity;
};

static bool is_wanted(
	const struct changing *changing, const struct space_part *part, uint32_t state)
{
	uint32_t position = changing->element->position;

	if (part->states[state].is_failing)
		return false;
	return changing->space->part_of_element[position] == SPACE_NO_PART ||
	       part != &changing->space->parts[changing->space->part_of_element[position]] ||
	       space_state_has(part, state, changing->space->place_of_element[position]) ==
		       changing->wants_present;
}

static const uint32_t *copy_classes(const struct changing *changing, const uint32_t *classes)
{
	size_t count = changing->space->inputs.count;
	uint32_t *copy = arena_allocate(changing->arena, count + 1, sizeof(*copy));

	memcpy(copy, classes, count * sizeof(*copy));
	return copy;
}

static void go_through(struct changing *changing, const struct space_part *part,
	struct nearest *nearest, uint32_t *classes)
{
	nearest->distance = UINT32_MAX;
	for (uint32_t c = 0; c < part->combinations; c++) {
		uint32_t distance = 0;

		if (!is_wanted(changing, part, part->state_of[c]))
			continue;
		space_part_classes(changing->space, part, c, classes);
		for (uint32_t i = 0; i < part->input_count; i++)
			distance += classes[part->inputs[i]] != changing->from[part->inputs[i]];
		if (distance > nearest->distance)
			continue;
		if (distance < nearest->distance) {
			nearest->distance = distance;
			nearest->count = 0;
		}
		if (nearest->count < SPACE_MOST_CHANGES)
			nearest->items[nearest->count++] = copy_classes(changing, classes);
	}
	nearest->is_never = nearest->count == 0 && part->is_certain;
	nearest->reason = "it hangs on values that have no classes";
}

/* What the variant assigns; what it leaves open has the value of the first class. */
static struct value value_before(const struct changing *changing, size_t input)
{
	const struct space_input *of = &changing->space->inputs.items[input];
	struct value_result result = value_of_input(
		changing->space->analysis->findings->variants.items[changing->variant].context,
		of->name);

	return result.outcome == VALUE_KNOWN ? result.value : of->classes[0];
}

static void add_change(struct changing *changing, const uint32_t *classes)
{
	const struct space_inputs *inputs = &changing->space->inputs;
	struct space_change *change;
	struct value_entry *changed =
		arena_allocate(changing->arena, inputs->count + 1, sizeof(*changed));
	struct value *values = arena_allocate(changing->arena, inputs->count + 1, sizeof(*values));
	struct string text = STRING("");
	size_t count = 0;

	for (size_t i = 0; i < inputs->count; i++) {
		struct string value;

		values[i] = value_before(changing, i);
		if (classes[i] == changing->from[i])
			continue;
		values[i] = inputs->items[i].classes[classes[i]];
		changed[count++] = (struct value_entry){inputs->items[i].name, values[i]};
		value = space_value_text(values[i], changing->arena);
		text = arena_format(changing->arena, "%.*s%s%.*s = %.*s", STRING_ARGUMENTS(text),
			count > 1 ? ", " : "", STRING_ARGUMENTS(inputs->items[i].name),
			STRING_ARGUMENTS(value));
	}
	change = (struct space_change *)&changing->changes->items[changing->changes->count++];
	*change = (struct space_change){value_from_map(changing->arena, changed, count),
		space_inputs_map(inputs, values, changing->arena), text};
}

/* Each choice of one part with each of the others. */
static void combine(
	struct changing *changing, const struct nearest *nearest, uint32_t part, uint32_t *classes)
{
	const struct space *space = changing->space;

	if (changing->changes->count == SPACE_MOST_CHANGES)
		return;
	if (part == space->part_count) {
		add_change(changing, classes);
		return;
	}
	if (nearest[part].count == 0)
		combine(changing, nearest, part + 1, classes);
	for (uint32_t i = 0; i < nearest[part].count; i++) {
		const struct space_part *of = &space->parts[part];

		for (uint32_t k = 0; k < of->input_count; k++)
			classes[of->inputs[k]] = nearest[part].items[i][of->inputs[k]];
		combine(changing, nearest, part + 1, classes);
	}
}

static bool is_passing_part(const struct changing *changing, const struct space_part *part)
{
	if (part->combinations == 0)
		return false; /* it is not known */
	for (uint32_t i = 0; i < part->input_count; i++)
		if (changing->from[part->inputs[i]] == UINT32_MAX)
			return false;
	return !part->states[part->state_of[space_part_combination(
				     changing->space, part, changing->from)]]
			.is_failing;
}

/* Does resolving with the values keep the element as is wanted, bit by bit? Of no element: does it
 * not fail? */
static uint64_t shown(const struct changing *changing, const struct element *element,
	const struct value *inputs, size_t count)
{
	struct solved_parts *solved = solved_parts_create();
	struct trial *trial = trial_create(&(struct trial_request){
		.service_template = changing->space->analysis->findings->service_template,
		.inputs = inputs,
		.count = count,
		.solved = solved});
	uint64_t result = trial->all & ~trial->failing;

	if (element)
		result &= changing->wants_present
				  ? trial->findings.presence.present[element->position]
				  : ~trial->findings.presence.present[element->position];
	trial_destroy(trial);
	solved_parts_destroy(solved);
	return result;
}

/* Keeps the changes that resolving confirms: where values have no classes, it may not. */
static void keep_shown(struct changing *changing)
{
	struct space_changes *changes = changing->changes;
	struct space_change *items = (struct space_change *)changes->items;
	struct value inputs[SPACE_MOST_CHANGES];
	size_t kept = 0;
	uint64_t are_shown;

	for (size_t i = 0; i < changes->count; i++)
		inputs[i] = items[i].complete;
	are_shown = shown(changing, changing->element, inputs, changes->count);
	for (size_t i = 0; i < changes->count; i++)
		if (are_shown >> i & 1)
			items[kept++] = items[i];
	changes->count = kept;
}

/* ---- parts with too many combinations to look at each ---- */

struct confirming {
	const struct changing *changing;
	const struct element *element;
	struct nearest *nearest;
};

static bool confirm(void *context, const uint32_t *classes)
{
	struct confirming *confirming = context;
	const struct changing *changing = confirming->changing;
	struct value inputs = space_value(changing->space, classes, changing->arena);

	if (!shown(changing, confirming->element, &inputs, 1))
		return false;
	confirming->nearest->items[confirming->nearest->count++] = copy_classes(changing, classes);
	return true;
}

static void ask_solver(struct changing *changing, const struct space_part *part,
	const struct element *element, struct nearest *nearest)
{
	struct confirming confirming = {changing, element, nearest};
	struct space_nearest asked = {.from = changing->from,
		.element = element,
		.wants_present = changing->wants_present,
		.most = SPACE_MOST_CHANGES,
		.confirm = confirm,
		.context = &confirming};

	nearest->is_never = space_large_nearest(changing->space, part, &asked) == NEAREST_NEVER;
	nearest->reason = "nothing was found that resolving confirms";
}

static void find(struct changing *changing)
{
	const struct space *space = changing->space;
	struct space_changes *changes = changing->changes;
	struct nearest *nearest =
		arena_allocate(changing->arena, space->part_count + 1, sizeof(*nearest));
	uint32_t *classes =
		arena_allocate(changing->arena, space->inputs.count + 1, sizeof(*classes));
	uint32_t own = space->part_of_element[changing->element->position];

	for (uint32_t i = 0; i < space->part_count; i++) {
		const struct space_part *part = &space->parts[i];

		if (i != own && is_passing_part(changing, part))
			continue;
		if (part->combinations > 0)
			go_through(changing, part, &nearest[i], classes);
		else
			ask_solver(
				changing, part, i == own ? changing->element : NULL, &nearest[i]);
		if (nearest[i].count == 0) {
			changes->is_never = nearest[i].is_never;
			changes->reason = nearest[i].is_never ? NULL : nearest[i].reason;
			return;
		}
	}
	memcpy(classes, changing->from, space->inputs.count * sizeof(*classes));
	combine(changing, nearest, 0, classes);
	if (changes->count > 0)
		keep_shown(changing);
	if (changes->count == 0)
		changes->reason = "nothing was found that resolving confirms";
}

struct space_changes space_changes(const struct space *space, size_t variant,
	const struct element *element, struct arena *arena)
{
	struct space_changes changes = {.now = analysis_presence(space->analysis, variant, element),
		.items = arena_allocate(arena, SPACE_MOST_CHANGES, sizeof(struct space_change))};
	struct changing changing = {.space = space,
		.arena = arena,
		.variant = variant,
		.element = element,
		.changes = &changes,
		.from = arena_allocate(arena, space->inputs.count + 1, sizeof(*changing.from))};
	struct space_presence presence = space_presence(space, element, arena);

	if (analysis_variant(space->analysis, variant)->error.length > 0)
		changes.now =
			PRESENCE_ERROR; /* whatever is known of it: nothing of it can be deployed */
	changes.wants_present = changes.now != PRESENCE_PRESENT;
	changing.wants_present = changes.wants_present;
	if (presence.when == (changes.wants_present ? WHEN_NEVER : WHEN_ALWAYS)) {
		changes.is_never = true;
		changes.reason = presence.reason;
		return changes;
	}
	if (presence.when == WHEN_UNKNOWN &&
		!(changes.wants_present ? presence.present : presence.absent)) {
		changes.reason = presence.reason;
		return changes;
	}
	space_variant_classes(space, variant, changing.from);
	find(&changing);
	return changes;
}

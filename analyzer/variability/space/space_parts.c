#include "analyzer/variability/space/space_parts.h"

#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/presence/checks.h"
#include "base/memory.h"
#include "solver/parts.h"

/* Sets of inputs that belong together: each leads to another one, the first to itself. */
struct dividing {
	struct space *space;
	uint32_t *leader;
	uint32_t *input_of; /* an input of each part of what is open, and of each element */
	const struct service_template *of;
	struct evaluation *evaluation;
	struct parts *parts;
};

static uint32_t leader_of(const struct dividing *dividing, uint32_t input)
{
	while (dividing->leader[input] != input)
		input = dividing->leader[input];
	return input;
}

static void join(struct dividing *dividing, uint32_t a, uint32_t b)
{
	if (a == SPACE_NO_PART || b == SPACE_NO_PART)
		return;
	a = leader_of(dividing, a);
	b = leader_of(dividing, b);
	if (a < b)
		dividing->leader[b] = a;
	else
		dividing->leader[a] = b;
}

/* Which has the same outcome whatever the inputs are. */
static bool is_constant(const struct space_signal *signal)
{
	if (signal->table_size == 0 || !signal->is_certain)
		return false;
	for (size_t i = 1; i < signal->table_size; i++)
		if (signal->table[i] != signal->table[0])
			return false;
	return true;
}

static void join_signal(struct dividing *dividing, const struct space_signal *signal)
{
	for (uint32_t i = 1; i < signal->input_count; i++)
		join(dividing, signal->inputs[0], signal->inputs[i]);
}

/* What is known without any input. */
static void evaluate(struct dividing *dividing)
{
	struct space *space = dividing->space;

	dividing->evaluation = evaluation_create(dividing->of->network);
	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];

		if (signal->kind == SIGNAL_ATOM && is_constant(signal) &&
			signal->table[0] <= OUTCOME_TRUE)
			evaluation_assign(dividing->evaluation,
				dividing->of->formula->atoms[signal->number].variable,
				signal->table[0] == OUTCOME_TRUE ? UINT64_MAX : 0,
				signal->table[0] == OUTCOME_TRUE ? 0 : UINT64_MAX);
	}
	evaluation_run(dividing->evaluation);
	dividing->parts = parts_create(dividing->evaluation, 0, NULL, 0);
}

/* The input that stands for an open formula; none if it is decided, or hangs on no input. */
static uint32_t *input_slot(struct dividing *dividing, formula operand)
{
	uint32_t part = parts_number(dividing->parts, operand);

	return part == PARTS_NONE ? NULL : &dividing->input_of[part];
}

static uint32_t input_of_element(struct dividing *dividing, const struct element *element)
{
	uint32_t *slot =
		element ? input_slot(dividing, dividing->of->formula->present[element->position])
			: NULL;

	return slot ? *slot : SPACE_NO_PART;
}

/* Formulas that hang together join the inputs of their atoms. */
static void join_atoms(struct dividing *dividing)
{
	struct space *space = dividing->space;

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];
		uint32_t *slot;

		join_signal(dividing, signal);
		if (signal->kind != SIGNAL_ATOM || signal->input_count == 0)
			continue;
		slot = input_slot(dividing, dividing->of->formula->atoms[signal->number].variable);
		if (slot && *slot == SPACE_NO_PART)
			*slot = signal->inputs[0];
		else if (slot)
			join(dividing, *slot, signal->inputs[0]);
	}
}

static void join_elements(
	struct dividing *dividing, const struct element *element, struct elements others)
{
	for (uint32_t i = 0; i < others.count; i++)
		join(dividing, input_of_element(dividing, element),
			input_of_element(dividing, others.items[i]));
}

static void join_one_another(struct dividing *dividing, struct elements elements)
{
	uint32_t first = SPACE_NO_PART;

	for (uint32_t i = 0; i < elements.count; i++) {
		uint32_t input = input_of_element(dividing, elements.items[i]);

		if (first == SPACE_NO_PART)
			first = input;
		else
			join(dividing, first, input);
	}
}

/* Checks look at an element and at what it is connected with, and so does their result. */
static void join_neighbours(struct dividing *dividing, const struct element *element)
{
	join(dividing, input_of_element(dividing, element),
		input_of_element(dividing, element->container));
	if (element->alternatives.count > 0) /* they all join the first of them */
		join(dividing, input_of_element(dividing, element),
			input_of_element(dividing, element->alternatives.items[0]));
	join_elements(dividing, element, element->types);
	switch (element->kind) {
	case ELEMENT_NODE:
		join_elements(dividing, element, element->node.relations);
		join_elements(dividing, element, element->node.incoming);
		join_elements(dividing, element, element->node.artifacts);
		join_elements(dividing, element, element->node.technologies);
		break;
	case ELEMENT_RELATION:
		join(dividing, input_of_element(dividing, element),
			input_of_element(dividing, element->relation.target));
		break;
	case ELEMENT_PROPERTY:
		join_elements(dividing, element, element->property.consumed);
		break;
	case ELEMENT_INPUT:
		join_elements(dividing, element, element->input.consumers);
		join_one_another(dividing, element->input.consumers);
		break;
	case ELEMENT_OUTPUT:
		join_elements(dividing, element, element->output.producers);
		break;
	case ELEMENT_POLICY:
		join_elements(dividing, element, element->policy.targets);
		break;
	case ELEMENT_GROUP:
		join_elements(dividing, element, element->group.members);
		break;
	default:
		break;
	}
}

/* Two elements may be neighbours of a third one that is decided. */
static void join_around(struct dividing *dividing, const struct element *node)
{
	struct elements lists[] = {node->node.relations, node->node.incoming, node->node.artifacts,
		node->node.technologies};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		join_one_another(dividing, lists[i]);
}

/* A check may look at several elements at once around one that is decided. */
static void join_checked(void *context, const struct check *check)
{
	struct dividing *dividing = context;
	uint32_t first = input_of_element(dividing, check->element);
	uint32_t scope = input_of_element(dividing, check->scope);
	bool is_joint = check->violation == VIOLATED_BY_NONE ||
			check->violation == VIOLATED_BY_SEVERAL || first != SPACE_NO_PART ||
			scope != SPACE_NO_PART;

	if (check->phase == PHASE_WARNING || !is_joint)
		return;
	join(dividing, first, scope);
	if (first == SPACE_NO_PART)
		first = scope;
	for (uint32_t i = 0; i < check->others.count; i++) {
		uint32_t input = input_of_element(dividing, check->others.items[i]);

		join(dividing, first, input);
		if (first == SPACE_NO_PART)
			first = input;
	}
}

/* How many technologies there are altogether may decide which ones are best. */
static void join_technologies(struct dividing *dividing)
{
	struct elements technologies = dividing->of->graph.kinds[ELEMENT_TECHNOLOGY];
	const struct options *options = &dividing->of->options;
	uint32_t first = SPACE_NO_PART;

	if (options->technologies == OPTIMISATION_NONE ||
		options->technologies_mode == OPTIMISATION_WEIGHT)
		return;
	join_one_another(dividing, technologies);
	for (uint32_t i = 0; i < technologies.count && first == SPACE_NO_PART; i++)
		first = input_of_element(dividing, technologies.items[i]);
	for (uint32_t i = 0; i < technologies.count; i++) {
		uint32_t *slot = input_slot(
			dividing, dividing->of->formula->present[technologies.items[i]->position]);

		if (slot && *slot == SPACE_NO_PART)
			*slot = first;
	}
}

static void join_all(struct dividing *dividing, bool are_related)
{
	const struct space *space = dividing->space;
	struct elements all = dividing->of->graph.all;

	for (uint32_t i = 0; i < space->inputs.count; i++)
		dividing->leader[i] = i;
	join_atoms(dividing);
	for (uint32_t i = 0; i < all.count; i++) {
		join_neighbours(dividing, all.items[i]);
		if (all.items[i]->kind == ELEMENT_NODE)
			join_around(dividing, all.items[i]);
	}
	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];

		if (signal->kind == SIGNAL_PROPERTY && signal->input_count > 0)
			join(dividing, signal->inputs[0],
				input_of_element(dividing, all.items[signal->number]));
	}
	checks_visit(&dividing->of->graph, &dividing->of->options, join_checked, dividing);
	join_technologies(dividing);
	for (uint32_t i = 1; are_related && i < space->inputs.count; i++)
		join(dividing, 0, i);
}

/* ---- parts ---- */

static void number_parts(struct dividing *dividing)
{
	struct space *space = dividing->space;

	space->parts = arena_allocate(space->arena, space->inputs.count + 1, sizeof(*space->parts));
	for (uint32_t i = 0; i < space->inputs.count; i++) {
		uint32_t leader = leader_of(dividing, i);

		if (leader == i) {
			space->part_of_input[i] = space->part_count++;
			space->parts[space->part_of_input[i]].is_certain = true;
			space->parts[space->part_of_input[i]].combinations = 1;
		} else {
			space->part_of_input[i] = space->part_of_input[leader];
		}
		space->parts[space->part_of_input[i]].input_count++;
	}
	for (uint32_t i = 0; i < space->part_count; i++) {
		struct space_part *part = &space->parts[i];

		part->inputs =
			arena_allocate(space->arena, part->input_count, sizeof(*part->inputs));
		part->input_count = 0;
	}
	for (uint32_t i = 0; i < space->inputs.count; i++) {
		struct space_part *part = &space->parts[space->part_of_input[i]];

		part->inputs[part->input_count++] = i;
		if (part->combinations > 0)
			part->combinations *= space->inputs.items[i].class_count;
		if (part->combinations > space->limit)
			part->combinations = 0;
	}
}

static void assign_signals(struct dividing *dividing)
{
	struct space *space = dividing->space;

	for (int round = 0; round < 2; round++)
		for (uint32_t i = 0; i < space->signals.count; i++) {
			const struct space_signal *signal = &space->signals.items[i];
			struct space_part *part;

			if (signal->input_count == 0)
				continue;
			part = &space->parts[space->part_of_input[signal->inputs[0]]];
			part->is_certain &= signal->is_certain;
			if (signal->table_size == 0)
				part->combinations = 0;
			if (!part->signals && round == 1) {
				part->signals = arena_allocate(
					space->arena, part->signal_count, sizeof(*part->signals));
				part->signal_count = 0;
			}
			if (round == 1)
				part->signals[part->signal_count] = i;
			part->signal_count++;
		}
}

static void assign_elements(struct dividing *dividing)
{
	struct space *space = dividing->space;
	struct elements all = dividing->of->graph.all;

	for (uint32_t i = 0; i < all.count; i++) {
		uint32_t input = input_of_element(dividing, all.items[i]);

		space->part_of_element[i] =
			input == SPACE_NO_PART ? SPACE_NO_PART
					       : space->part_of_input[leader_of(dividing, input)];
		if (input != SPACE_NO_PART)
			space->parts[space->part_of_element[i]].element_count++;
	}
	for (uint32_t i = 0; i < space->part_count; i++) {
		struct space_part *part = &space->parts[i];

		part->elements = arena_allocate(
			space->arena, part->element_count + 1, sizeof(*part->elements));
		part->element_count = 0;
	}
	for (uint32_t i = 0; i < all.count; i++) {
		struct space_part *part;

		if (space->part_of_element[i] == SPACE_NO_PART)
			continue;
		part = &space->parts[space->part_of_element[i]];
		space->place_of_element[i] = part->element_count;
		part->elements[part->element_count++] = i;
	}
}

void space_parts_divide(struct space *space)
{
	const struct service_template *of = space->analysis->findings->service_template;
	struct dividing dividing = {.space = space, .of = of};
	struct node declared = node_get(of->graph.variability, "inputs");
	uint32_t count = of->graph.all.count;

	space->part_of_input = arena_allocate(
		space->arena, space->inputs.count + 1, sizeof(*space->part_of_input));
	space->part_of_element =
		arena_allocate(space->arena, count + 1, sizeof(*space->part_of_element));
	space->place_of_element =
		arena_allocate(space->arena, count + 1, sizeof(*space->place_of_element));
	evaluate(&dividing);
	dividing.leader = memory_allocate(space->inputs.count + 1, sizeof(uint32_t));
	dividing.input_of = memory_allocate(parts_count(dividing.parts) + 1, sizeof(uint32_t));
	for (uint32_t i = 0; i < parts_count(dividing.parts); i++)
		dividing.input_of[i] = SPACE_NO_PART;
	join_all(&dividing, variability_inputs_are_related(declared) || space->base_fails);
	number_parts(&dividing);
	assign_signals(&dividing);
	assign_elements(&dividing);
	memory_release(dividing.leader);
	memory_release(dividing.input_of);
	parts_destroy(dividing.parts);
	evaluation_destroy(dividing.evaluation);
}

/* ---- combinations ---- */

void space_part_classes(const struct space *space, const struct space_part *part,
	uint32_t combination, uint32_t *classes)
{
	for (uint32_t i = 0; i < part->input_count; i++) {
		uint32_t count = space->inputs.items[part->inputs[i]].class_count;

		classes[part->inputs[i]] = combination % count;
		combination /= count;
	}
}

uint32_t space_part_combination(
	const struct space *space, const struct space_part *part, const uint32_t *classes)
{
	uint32_t combination = 0;

	for (uint32_t i = part->input_count; i-- > 0;)
		combination = combination * space->inputs.items[part->inputs[i]].class_count +
			      classes[part->inputs[i]];
	return combination;
}

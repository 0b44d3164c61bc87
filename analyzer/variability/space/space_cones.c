/* Conditions of elements of which few inputs decide, whatever else their part holds: what the
 * definitions come to for the classes of these inputs alone. */
#include "analyzer/variability/space/space_large.h"

#include "analyzer/variability/space/space_text.h"
#include "base/memory.h"
#include "solver/evaluation.h"

#include <string.h>

enum {
	BATCH = EVALUATION_ASSIGNMENTS,
	MOST_INPUTS = 8,
	MOST_CELLS = 256, /* combinations of the inputs of a cone */
	MOST_CONES = 400, /* different ones that are looked at */
	NO_CONE = MOST_CONES
};

/* The inputs that a formula hangs on, ascending. */
struct cone {
	uint32_t inputs[MOST_INPUTS];
	uint8_t count;
	bool is_wide; /* there are more, or values that have no classes */
};

struct cones {
	struct space *space;
	const struct space_part *part;
	const struct service_template *of;
	struct cone *of_formula; /* by index */
	struct cone *items;      /* different ones, of elements */
	size_t count;
	uint32_t *of_element; /* by place in the part: number of the cone, or NO_CONE */
	uint8_t **cells;      /* by place in the part: what it comes to, by cell of the cone */
};

static void add_input(struct cone *cone, uint32_t input)
{
	uint8_t place = 0;

	while (place < cone->count && cone->inputs[place] < input)
		place++;
	if (place < cone->count && cone->inputs[place] == input)
		return;
	if (cone->count == MOST_INPUTS) {
		cone->is_wide = true;
		return;
	}
	memmove(cone->inputs + place + 1, cone->inputs + place,
		(cone->count - place) * sizeof(*cone->inputs));
	cone->inputs[place] = input;
	cone->count++;
}

static void add_cone(struct cone *cone, const struct cone *other)
{
	cone->is_wide |= other->is_wide;
	for (uint8_t i = 0; i < other->count && !cone->is_wide; i++)
		add_input(cone, other->inputs[i]);
}

static void start_at_signals(struct cones *cones)
{
	const struct space *space = cones->space;

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];
		struct cone *cone;

		if (signal->kind != SIGNAL_ATOM)
			continue;
		cone = &cones->of_formula[formula_index(
			cones->of->formula->atoms[signal->number].variable)];
		cone->is_wide |= !signal->is_certain || signal->table_size == 0;
		for (uint32_t k = 0; k < signal->input_count; k++)
			add_input(cone, signal->inputs[k]);
	}
}

/* What depends on one another has one cone. */
static void follow_definitions(struct cones *cones)
{
	const struct network *network = cones->of->network;
	size_t count, group;
	const int32_t *order = network_order(network, &count);

	for (size_t start = 0; start < count; start += group) {
		struct cone all = {0};

		group = network_group(network, start);
		for (size_t i = start; i < start + group; i++) {
			size_t operand_count;
			const formula *operands =
				network_operands(network, order[i], &operand_count);

			add_cone(&all, &cones->of_formula[order[i]]);
			for (size_t k = 0; k < operand_count; k++)
				add_cone(&all, &cones->of_formula[formula_index(operands[k])]);
		}
		for (size_t i = start; i < start + group; i++)
			cones->of_formula[order[i]] = all;
	}
}

static size_t cell_count(const struct cones *cones, const struct cone *cone)
{
	size_t count = 1;

	for (uint8_t i = 0; i < cone->count && count <= MOST_CELLS; i++)
		count *= cones->space->inputs.items[cone->inputs[i]].class_count;
	return count;
}

static bool is_same(const struct cone *a, const struct cone *b)
{
	return a->count == b->count &&
	       memcmp(a->inputs, b->inputs, a->count * sizeof(*a->inputs)) == 0;
}

static uint32_t number_of(struct cones *cones, const struct cone *cone)
{
	uint32_t number = 0;

	if (cone->is_wide || cone->count == 0 || cell_count(cones, cone) > MOST_CELLS)
		return NO_CONE;
	while (number < cones->count && !is_same(&cones->items[number], cone))
		number++;
	if (number == cones->count && number < MOST_CONES)
		cones->items[cones->count++] = *cone;
	return number;
}

static void number_elements(struct cones *cones)
{
	const struct space_part *part = cones->part;

	for (uint32_t e = 0; e < part->element_count; e++) {
		formula present = cones->of->formula->present[part->elements[e]];
		const struct space_verdict *verdict = &part->verdicts[e];

		cones->of_element[e] = NO_CONE;
		if (verdict->present && verdict->absent)
			cones->of_element[e] =
				number_of(cones, &cones->of_formula[formula_index(present)]);
	}
}

/* ---- what they come to ---- */

static void cell_classes(
	const struct cones *cones, const struct cone *cone, size_t cell, uint32_t *classes)
{
	for (uint8_t i = 0; i < cone->count; i++) {
		uint32_t count = cones->space->inputs.items[cone->inputs[i]].class_count;

		classes[cone->inputs[i]] = (uint32_t)(cell % count);
		cell /= count;
	}
}

static bool is_inside(const struct space_signal *signal, const struct cone *cone)
{
	for (uint32_t i = 0; i < signal->input_count; i++) {
		bool found = false;

		for (uint8_t k = 0; k < cone->count; k++)
			found |= cone->inputs[k] == signal->inputs[i];
		if (!found)
			return false;
	}
	return true;
}

/* Cells of several cones that are looked at together, one assignment each. */
struct lanes {
	uint32_t cones[BATCH];
	size_t cells[BATCH];
	unsigned count;
};

static void assign_signal(const struct cones *cones, const struct lanes *lanes,
	const struct space_signal *signal, struct evaluation *evaluation, uint32_t *classes)
{
	uint64_t is_true = 0, is_false = 0;

	for (unsigned k = 0; k < lanes->count; k++) {
		const struct cone *cone = &cones->items[lanes->cones[k]];
		enum signal_outcome outcome;

		if (!is_inside(signal, cone))
			continue;
		cell_classes(cones, cone, lanes->cells[k], classes);
		outcome = space_signal_at(signal, &cones->space->inputs, classes);
		is_true |= (uint64_t)(outcome == OUTCOME_TRUE) << k;
		is_false |= (uint64_t)(outcome == OUTCOME_FALSE) << k;
	}
	evaluation_assign(
		evaluation, cones->of->formula->atoms[signal->number].variable, is_true, is_false);
}

static struct evaluation *evaluate(const struct cones *cones, const struct lanes *lanes)
{
	const struct space *space = cones->space;
	struct evaluation *evaluation = evaluation_create(cones->of->network);
	uint32_t *classes = memory_allocate(space->inputs.count + 1, sizeof(*classes));

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];

		if (signal->kind == SIGNAL_ATOM && signal->is_certain && signal->table_size > 0)
			assign_signal(cones, lanes, signal, evaluation, classes);
	}
	evaluation_run(evaluation);
	memory_release(classes);
	return evaluation;
}

/* Fills in the cells of all elements of these cones. */
static void fill_in(const struct cones *cones, const struct lanes *lanes)
{
	struct evaluation *evaluation = evaluate(cones, lanes);
	uint64_t *of_cone = memory_allocate(cones->count + 1, sizeof(*of_cone));

	for (unsigned k = 0; k < lanes->count; k++)
		of_cone[lanes->cones[k]] |= UINT64_C(1) << k;
	for (uint32_t e = 0; e < cones->part->element_count; e++) {
		formula present = cones->of->formula->present[cones->part->elements[e]];
		uint64_t own = cones->cells[e] ? of_cone[cones->of_element[e]] : 0;
		uint64_t is_true = evaluation_true(evaluation, present);
		uint64_t is_false = evaluation_false(evaluation, present);

		for (unsigned k = 0; own && k < lanes->count; k++)
			if (own >> k & 1)
				cones->cells[e][lanes->cells[k]] = is_true >> k & 1    ? CELL_TRUE
								   : is_false >> k & 1 ? CELL_FALSE
										       : CELL_FREE;
	}
	memory_release(of_cone);
	evaluation_destroy(evaluation);
}

static void find_cells(struct cones *cones)
{
	struct lanes lanes = {.count = 0};

	for (uint32_t e = 0; e < cones->part->element_count; e++)
		if (cones->of_element[e] != NO_CONE)
			cones->cells[e] = memory_allocate(
				cell_count(cones, &cones->items[cones->of_element[e]]), 1);
	for (uint32_t i = 0; i < cones->count; i++) {
		size_t total = cell_count(cones, &cones->items[i]);

		for (size_t cell = 0; cell < total; cell++) {
			lanes.cones[lanes.count] = i;
			lanes.cells[lanes.count++] = cell;
			if (lanes.count < BATCH)
				continue;
			fill_in(cones, &lanes);
			lanes.count = 0;
		}
	}
	if (lanes.count > 0)
		fill_in(cones, &lanes);
}

/* Where the definitions decide it all. */
static void tell(const struct cones *cones, uint32_t place)
{
	const struct cone *cone = &cones->items[cones->of_element[place]];

	if (!memchr(cones->cells[place], CELL_FREE, cell_count(cones, cone)))
		cones->space->conditions[cones->part->elements[place]] = space_cells_text(
			cones->space, cone->inputs, cone->count, cones->cells[place]);
}

void space_large_conditions(struct space *space, const struct space_part *part)
{
	const struct service_template *of = space->analysis->findings->service_template;
	struct cones cones = {.space = space, .part = part, .of = of};

	cones.of_formula =
		memory_allocate((size_t)network_last(of->network) + 1, sizeof(*cones.of_formula));
	cones.items = memory_allocate(MOST_CONES, sizeof(*cones.items));
	cones.of_element = memory_allocate(part->element_count + 1, sizeof(*cones.of_element));
	cones.cells = memory_allocate(part->element_count + 1, sizeof(*cones.cells));
	start_at_signals(&cones);
	follow_definitions(&cones);
	number_elements(&cones);
	find_cells(&cones);
	for (uint32_t e = 0; e < part->element_count; e++) {
		if (cones.cells[e])
			tell(&cones, e);
		memory_release(cones.cells[e]);
	}
	memory_release(cones.cells);
	memory_release(cones.of_formula);
	memory_release(cones.items);
	memory_release(cones.of_element);
}

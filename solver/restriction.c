#include "solver/restriction.h"

#include "solver/memory.h"

#include <assert.h>

struct restriction {
	struct formulas *formulas;
	formula *images; /* by index in the original pool */
	int32_t last;
};

/* State of the construction; released when it is done. */
struct construction {
	const struct evaluation *evaluation;
	const struct network *network;
	unsigned assignment;
	formula *operands;
	size_t operand_capacity;
};

static formula image_of(const struct restriction *restriction, formula original)
{
	formula image = restriction->images[formula_index(original)];

	assert(image != FORMULA_NONE);
	return original < 0 ? formula_not(image) : image;
}

static formula decided(const struct construction *construction, int32_t index)
{
	if (evaluation_true(construction->evaluation, index) >> construction->assignment & 1)
		return FORMULA_TRUE;
	if (evaluation_false(construction->evaluation, index) >> construction->assignment & 1)
		return FORMULA_FALSE;
	return FORMULA_NONE;
}

static formula rebuild(
	struct restriction *restriction, struct construction *construction, int32_t index)
{
	struct formulas *formulas = restriction->formulas;
	size_t count;
	const formula *operands = network_operands(construction->network, index, &count);

	if (construction->operand_capacity < count) {
		construction->operand_capacity = 2 * count;
		construction->operands = memory_resize(construction->operands,
			construction->operand_capacity, sizeof *construction->operands);
	}
	for (size_t i = 0; i < count; i++)
		construction->operands[i] = image_of(restriction, operands[i]);
	switch (network_kind(construction->network, index)) {
	case FORMULA_CONSTANT:
		return FORMULA_TRUE;
	case FORMULA_VARIABLE:
		return count ? construction->operands[0] : formula_variable(formulas);
	case FORMULA_AND:
		return formula_and(formulas, construction->operands, count);
	case FORMULA_XOR:
		return formula_xor(formulas, construction->operands, count);
	case FORMULA_AT_MOST_ONE:
		return formula_at_most_one(formulas, construction->operands, count);
	}
	assert(false && "a formula of unknown kind");
	return FORMULA_NONE;
}

static void restrict_single(
	struct restriction *restriction, struct construction *construction, int32_t index)
{
	formula image = decided(construction, index);

	restriction->images[index] = image ? image : rebuild(restriction, construction, index);
}

/* A number that no variable has yet: unlike gates, the variables of a cycle exist before what
 * defines them. The others of the group follow by visiting operands first. */
static void restrict_group(struct restriction *restriction, struct construction *construction,
	const int32_t *members, size_t count)
{
	const struct network *network = construction->network;
	int32_t *stack = memory_allocate(2 * count, sizeof *stack);
	size_t stack_capacity = 2 * count;

	for (size_t i = 0; i < count; i++) {
		formula image = decided(construction, members[i]);

		if (!image && network_kind(network, members[i]) == FORMULA_VARIABLE)
			image = formula_variable(restriction->formulas);
		restriction->images[members[i]] = image;
	}
	for (size_t i = 0; i < count; i++) {
		size_t stack_count = 0;

		stack[stack_count++] = members[i];
		while (stack_count) {
			int32_t index = stack[stack_count - 1];
			size_t operand_count;
			const formula *operands = network_operands(network, index, &operand_count);
			size_t before = stack_count;

			if (restriction->images[index]) {
				stack_count--;
				continue;
			}
			for (size_t j = 0; j < operand_count; j++) {
				int32_t operand = formula_index(operands[j]);

				if (restriction->images[operand])
					continue;
				stack = memory_reserve(
					stack, stack_count, &stack_capacity, sizeof *stack);
				stack[stack_count++] = operand;
			}
			if (stack_count > before)
				continue;
			restriction->images[index] = rebuild(restriction, construction, index);
			stack_count--;
		}
	}
	for (size_t i = 0; i < count; i++) {
		size_t operand_count;
		const formula *operands = network_operands(network, members[i], &operand_count);
		formula image = restriction->images[members[i]];

		if (network_kind(network, members[i]) == FORMULA_VARIABLE &&
			formula_index(image) != FORMULA_TRUE)
			formula_define(
				restriction->formulas, image, image_of(restriction, operands[0]));
	}
	memory_release(stack);
}

struct restriction *restriction_create(const struct evaluation *evaluation, unsigned assignment)
{
	assert(assignment < EVALUATION_ASSIGNMENTS);

	struct restriction *restriction = memory_allocate(1, sizeof *restriction);
	struct construction construction = {
		.evaluation = evaluation,
		.network = evaluation_network(evaluation),
		.assignment = assignment,
	};
	size_t count;
	const int32_t *order = network_order(construction.network, &count);

	restriction->formulas = formulas_create();
	restriction->last = network_last(construction.network);
	restriction->images =
		memory_allocate((size_t)restriction->last + 1, sizeof *restriction->images);
	for (size_t i = 0; i < count;) {
		size_t group = network_group(construction.network, i);

		if (network_is_cyclic(construction.network, order[i]))
			restrict_group(restriction, &construction, order + i, group);
		else
			restrict_single(restriction, &construction, order[i]);
		i += group;
	}
	memory_release(construction.operands);
	return restriction;
}

void restriction_destroy(struct restriction *restriction)
{
	if (!restriction)
		return;
	formulas_destroy(restriction->formulas);
	memory_release(restriction->images);
	memory_release(restriction);
}

struct formulas *restriction_formulas(struct restriction *restriction)
{
	return restriction->formulas;
}

formula restriction_of(const struct restriction *restriction, formula original)
{
	assert(original != FORMULA_NONE && formula_index(original) <= restriction->last);
	return image_of(restriction, original);
}

#include "solver/restriction.h"

#include "base/memory.h"

#include <assert.h>

struct restriction {
	const struct evaluation *evaluation;
	const struct network *network;
	unsigned assignment;
	const struct parts *parts; /* NULL: of everything */
	struct formulas *formulas;
	formula *images; /* of what is open: by place in the part, or by index */
	formula *required;
	size_t required_count;
};

/* State of the construction; released when it is done. */
struct construction {
	struct restriction *restriction;
	formula *operands;
	size_t operand_capacity;
	int32_t *stack;
	size_t stack_count;
	size_t stack_capacity;
};

static formula *image_at(const struct restriction *restriction, int32_t index)
{
	return &restriction->images[restriction->parts ? parts_place(restriction->parts, index)
						       : (uint32_t)index];
}

/* FORMULA_NONE while it is not known. */
static formula image_of(const struct restriction *restriction, formula original)
{
	unsigned assignment = restriction->assignment;
	formula image;

	if (evaluation_true(restriction->evaluation, original) >> assignment & 1)
		return FORMULA_TRUE;
	if (evaluation_false(restriction->evaluation, original) >> assignment & 1)
		return FORMULA_FALSE;
	image = *image_at(restriction, formula_index(original));
	return original < 0 ? formula_not(image) : image;
}

static formula rebuild(struct construction *construction, int32_t index)
{
	struct restriction *restriction = construction->restriction;
	struct formulas *formulas = restriction->formulas;
	size_t count;
	const formula *operands = network_operands(restriction->network, index, &count);

	if (construction->operand_capacity < count) {
		construction->operand_capacity = 2 * count;
		construction->operands = memory_resize(construction->operands,
			construction->operand_capacity, sizeof(*construction->operands));
	}
	for (size_t i = 0; i < count; i++)
		construction->operands[i] = image_of(restriction, operands[i]);
	switch (network_kind(restriction->network, index)) {
	case FORMULA_CONSTANT:
		return FORMULA_TRUE;
	case FORMULA_VARIABLE:
		return construction->operands[0];
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

static void push(struct construction *construction, int32_t index)
{
	construction->stack = memory_reserve(construction->stack, construction->stack_count,
		&construction->stack_capacity, sizeof(*construction->stack));
	construction->stack[construction->stack_count++] = index;
}

/* Operands first, without recursion: definitions may be nested deeply. */
static void restrict_formula(struct construction *construction, int32_t root)
{
	struct restriction *restriction = construction->restriction;

	push(construction, root);
	while (construction->stack_count) {
		int32_t index = construction->stack[construction->stack_count - 1];
		size_t before = construction->stack_count;
		size_t count;
		const formula *operands = network_operands(restriction->network, index, &count);

		if (image_of(restriction, index)) {
			construction->stack_count--;
			continue;
		}
		for (size_t i = 0; i < count; i++)
			if (!image_of(restriction, operands[i]))
				push(construction, formula_index(operands[i]));
		if (construction->stack_count > before)
			continue;
		*image_at(restriction, index) = rebuild(construction, index);
		construction->stack_count--;
	}
}

/* Whether it stays a variable: it is free, or defined by a cycle. */
static bool stays(const struct network *network, int32_t index)
{
	size_t count;

	network_operands(network, index, &count);
	return network_kind(network, index) == FORMULA_VARIABLE &&
	       (count == 0 || network_is_cyclic(network, index));
}

/* What is decided, but not by its operands: they must come to it. */
static void require(struct construction *construction, int32_t index)
{
	struct restriction *restriction = construction->restriction;
	bool is_true =
		evaluation_true(restriction->evaluation, index) >> restriction->assignment & 1;
	formula left = rebuild(construction, index);

	restriction->required[restriction->required_count++] = is_true ? left : formula_not(left);
}

static void require_residuals(
	struct construction *construction, const int32_t *residuals, size_t count)
{
	struct restriction *restriction = construction->restriction;

	restriction->required = memory_allocate(count, sizeof(*restriction->required));
	for (size_t i = 0; i < count; i++)
		require(construction, residuals[i]);
}

/* Variables exist before what is made of them, since their definitions may be circular. */
static struct restriction *restrict_members(struct restriction *restriction, const int32_t *members,
	size_t count, const int32_t *residuals, size_t residual_count)
{
	const struct network *network = restriction->network;
	struct construction construction = {.restriction = restriction};

	restriction->formulas = formulas_create();
	for (size_t i = 0; i < count; i++) {
		if (stays(network, members[i]))
			*image_at(restriction, members[i]) =
				formula_variable(restriction->formulas);
	}
	for (size_t i = 0; i < count; i++)
		restrict_formula(&construction, members[i]);
	for (size_t i = 0; i < count; i++) {
		size_t operand_count;
		const formula *operands = network_operands(network, members[i], &operand_count);

		if (operand_count && stays(network, members[i]))
			formula_define(restriction->formulas, *image_at(restriction, members[i]),
				image_of(restriction, operands[0]));
	}
	require_residuals(&construction, residuals, residual_count);
	memory_release(construction.operands);
	memory_release(construction.stack);
	return restriction;
}

static struct restriction *allocate(
	const struct evaluation *evaluation, unsigned assignment, size_t images)
{
	struct restriction *restriction = memory_allocate(1, sizeof(*restriction));

	assert(assignment < EVALUATION_ASSIGNMENTS);
	restriction->evaluation = evaluation;
	restriction->network = evaluation_network(evaluation);
	restriction->assignment = assignment;
	restriction->images = memory_allocate(images, sizeof(*restriction->images));
	return restriction;
}

struct restriction *restriction_create(const struct evaluation *evaluation, unsigned assignment)
{
	int32_t last = network_last(evaluation_network(evaluation));
	struct restriction *restriction = allocate(evaluation, assignment, (size_t)last + 1);
	size_t residual_count, bound = 0;
	const struct residual *residuals = evaluation_residuals(evaluation, &residual_count);
	int32_t *members = memory_allocate((size_t)last + 1 + residual_count, sizeof(*members));
	size_t count = evaluation_list_open(evaluation, assignment, members);
	int32_t *binding = members + count;

	for (size_t i = 0; i < residual_count; i++)
		if (residuals[i].assignments >> assignment & 1)
			binding[bound++] = residuals[i].index;
	restrict_members(restriction, members, count, binding, bound);
	memory_release(members);
	return restriction;
}

struct restriction *restriction_create_part(const struct parts *parts, uint32_t part)
{
	size_t count, residual_count;
	const int32_t *members = parts_members(parts, part, &count);
	const int32_t *residuals = parts_residuals(parts, part, &residual_count);
	struct restriction *restriction =
		allocate(parts_evaluation(parts), parts_assignment(parts), count);

	restriction->parts = parts;
	return restrict_members(restriction, members, count, residuals, residual_count);
}

void restriction_destroy(struct restriction *restriction)
{
	if (!restriction)
		return;
	formulas_destroy(restriction->formulas);
	memory_release(restriction->images);
	memory_release(restriction->required);
	memory_release(restriction);
}

struct formulas *restriction_formulas(struct restriction *restriction)
{
	return restriction->formulas;
}

const formula *restriction_required(const struct restriction *restriction, size_t *count)
{
	*count = restriction->required_count;
	return restriction->required;
}

formula restriction_of(const struct restriction *restriction, formula original)
{
	formula image = image_of(restriction, original);

	assert(image != FORMULA_NONE);
	return image;
}

#include "analyzer/model/multiplicity/representations.h"

#include <math.h>

static struct multiplicity_count known(double number)
{
	return (struct multiplicity_count){.state = COUNT_KNOWN, .number = number};
}

static struct multiplicity_count in_state(enum multiplicity_count_state state)
{
	return (struct multiplicity_count){.state = state};
}

/* "The optional number of nodes … If not specified, one single node is created." The same goes
 * for the `count` of a requirement assignment. */
static struct multiplicity_count count_of(const struct multiplicity_scope *scope,
	const struct multiplicity_node *node, struct node written)
{
	if (node_is_null(written))
		return known(1);
	struct function_scope functions = multiplicity_functions(scope, node, NAN);
	struct function_value value = function_value_of(&functions, written);
	struct multiplicity_count count = {.state = COUNT_WRONG, .value = value};
	if (value.kind == FUNCTION_VALUE_UNKNOWN)
		count.state = COUNT_OPEN;
	bool is_float =
		node_kind(written) == NODE_SCALAR && node_scalar_type(written) == SCALAR_FLOAT;
	if (value.kind == FUNCTION_VALUE_NUMBER && value.number >= 0 &&
		floor(value.number) == value.number && !is_float)
		return known(value.number);
	return count;
}

static struct multiplicity_count count_node(
	const struct multiplicity_scope *scope, const struct multiplicity_node *node)
{
	switch (multiplicity_presence_of(scope->variant, node->key)) {
	case MULTIPLICITY_ABSENT:
		return in_state(COUNT_ABSENT);
	case MULTIPLICITY_OPEN:
		return in_state(COUNT_OPEN);
	case MULTIPLICITY_PRESENT:
		break;
	}
	if (node->is_copy && node_is_null(node->count))
		return in_state(COUNT_OPEN);
	return count_of(scope, node, node->count);
}

static struct relationships relate(const struct representations *representations,
	const struct multiplicity_requirement *requirement)
{
	const struct multiplicity_scope *scope = &representations->scope;
	const struct multiplicity_count *source =
		representations_of_node(representations, requirement->source);
	struct relationships result = {.pairing = PAIRING_FREE};
	enum multiplicity_presence presence =
		multiplicity_presence_of(scope->variant, requirement->key);
	if (source->state == COUNT_ABSENT || presence == MULTIPLICITY_ABSENT) {
		result.each = result.all = in_state(COUNT_ABSENT);
		return result;
	}
	if (presence == MULTIPLICITY_OPEN)
		return result;
	result.each = count_of(scope, requirement->source, requirement->count);
	if (source->state == COUNT_KNOWN && result.each.state == COUNT_KNOWN)
		result.all = known(source->number * result.each.number);
	if (!node_is_absent(requirement->target_index)) {
		result.pairing = PAIRING_INDEXED;
		return result;
	}
	const struct multiplicity_count *target =
		requirement->target ? representations_of_node(representations, requirement->target)
				    : NULL;
	if (target && target->state == COUNT_KNOWN && result.each.state == COUNT_KNOWN &&
		target->number == result.each.number)
		result.pairing = PAIRING_MESH;
	return result;
}

const struct representations *representations_of(const struct multiplicity *multiplicity,
	const struct multiplicity_variant *variant, struct arena *arena)
{
	struct representations *result = arena_allocate(arena, 1, sizeof(*result));
	result->scope = (struct multiplicity_scope){multiplicity, variant};
	result->nodes = arena_allocate(arena, multiplicity->node_count + 1, sizeof(*result->nodes));
	result->requirements = arena_allocate(
		arena, multiplicity->requirement_count + 1, sizeof(*result->requirements));
	for (uint32_t i = 0; i < multiplicity->node_count; i++)
		result->nodes[i] = count_node(&result->scope, &multiplicity->nodes[i]);
	for (uint32_t i = 0; i < multiplicity->requirement_count; i++)
		result->requirements[i] = relate(result, &multiplicity->requirements[i]);
	return result;
}

const struct multiplicity_count *representations_of_node(
	const struct representations *representations, const struct multiplicity_node *node)
{
	return &representations->nodes[node->position];
}

const struct relationships *representations_of_requirement(
	const struct representations *representations,
	const struct multiplicity_requirement *requirement)
{
	const struct multiplicity *multiplicity = representations->scope.multiplicity;
	return &representations->requirements[requirement - multiplicity->requirements];
}

double representations_target_index(const struct representations *representations,
	const struct multiplicity_requirement *requirement, double index)
{
	struct function_scope functions =
		multiplicity_functions(&representations->scope, requirement->source, index);
	return function_value_number(&functions, requirement->target_index);
}

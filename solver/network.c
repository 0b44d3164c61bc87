#include "solver/network.h"

#include "solver/memory.h"

#include <assert.h>
#include <string.h>

struct network_node {
	uint8_t kind;
	bool is_cyclic;
	uint32_t first;
	uint32_t count;
};

struct network {
	struct network_node *nodes; /* by index */
	int32_t last;
	formula *operands;

	int32_t *order;
	uint32_t *groups; /* by position in the order: size of the group that starts there */
	size_t order_count;
	size_t cyclic_count;
};

static void copy_formulas(struct network *network, const struct formulas *formulas)
{
	size_t total = 0;

	network->last = formulas_last(formulas);
	network->nodes = memory_allocate((size_t)network->last + 1, sizeof *network->nodes);
	for (int32_t i = 1; i <= network->last; i++) {
		struct network_node *node = &network->nodes[i];
		size_t count;

		formula_operands(formulas, i, &count);
		if (formula_definition(formulas, i))
			count = 1;
		node->kind = (uint8_t)formula_kind(formulas, i);
		node->first = (uint32_t)total;
		node->count = (uint32_t)count;
		total += count;
	}
	network->operands = memory_allocate(total, sizeof *network->operands);
	for (int32_t i = 1; i <= network->last; i++) {
		struct network_node *node = &network->nodes[i];
		formula definition = formula_definition(formulas, i);
		size_t count;
		const formula *operands = formula_operands(formulas, i, &count);

		if (definition)
			network->operands[node->first] = definition;
		else if (count)
			memcpy(network->operands + node->first, operands, count * sizeof *operands);
	}
}

/* The state of Tarjan's algorithm for strongly connected components, without recursion
 * because definitions may be nested as deeply as a template is large. */
struct traversal {
	int32_t *number;  /* by index: order of discovery, 0 if not yet */
	int32_t *low;     /* by index: smallest number reachable; 0 once the group is complete */
	int32_t *waiting; /* discovered, group not complete */
	size_t waiting_count;
	int32_t *path;  /* from the root to the formula being visited */
	uint32_t *next; /* by index: its next operand to visit */
	size_t path_count;
	int32_t discovered;
};

static void discover(struct traversal *traversal, int32_t index)
{
	traversal->number[index] = traversal->low[index] = ++traversal->discovered;
	traversal->waiting[traversal->waiting_count++] = index;
	traversal->path[traversal->path_count++] = index;
}

/* All waiting formulas from `index` on depend on one another. */
static void complete_group(
	struct network *network, struct traversal *traversal, int32_t index, bool is_self_dependent)
{
	size_t start = network->order_count;
	int32_t member;

	do {
		member = traversal->waiting[--traversal->waiting_count];
		traversal->low[member] = 0;
		network->order[network->order_count++] = member;
	} while (member != index);

	size_t size = network->order_count - start;

	network->groups[start] = (uint32_t)size;
	if (size == 1 && !is_self_dependent)
		return;
	for (size_t i = start; i < network->order_count; i++) {
		struct network_node *node = &network->nodes[network->order[i]];

		node->is_cyclic = true;
		network->cyclic_count += node->kind == FORMULA_VARIABLE;
	}
}

static void visit(struct network *network, struct traversal *traversal, int32_t root)
{
	if (traversal->number[root])
		return;
	discover(traversal, root);
	while (traversal->path_count) {
		int32_t index = traversal->path[traversal->path_count - 1];
		const struct network_node *node = &network->nodes[index];
		bool has_descended = false;

		while (!has_descended && traversal->next[index] < node->count) {
			int32_t operand = formula_index(
				network->operands[node->first + traversal->next[index]++]);

			if (!traversal->number[operand]) {
				discover(traversal, operand);
				has_descended = true;
			} else if (traversal->low[operand] &&
				   traversal->number[operand] < traversal->low[index]) {
				traversal->low[index] = traversal->number[operand];
			}
		}
		if (has_descended)
			continue;

		int32_t low = traversal->low[index];

		traversal->path_count--;
		if (low == traversal->number[index]) {
			bool is_self_dependent =
				node->kind == FORMULA_VARIABLE && node->count == 1 &&
				formula_index(network->operands[node->first]) == index;

			complete_group(network, traversal, index, is_self_dependent);
		} else {
			int32_t parent = traversal->path[traversal->path_count - 1];

			if (low < traversal->low[parent])
				traversal->low[parent] = low;
		}
	}
}

struct network *network_create(const struct formulas *formulas)
{
	struct network *network = memory_allocate(1, sizeof *network);
	size_t size;
	struct traversal traversal = {0};

	copy_formulas(network, formulas);
	size = (size_t)network->last + 1;
	network->order = memory_allocate(size, sizeof *network->order);
	network->groups = memory_allocate(size, sizeof *network->groups);
	traversal.number = memory_allocate(size, sizeof *traversal.number);
	traversal.low = memory_allocate(size, sizeof *traversal.low);
	traversal.waiting = memory_allocate(size, sizeof *traversal.waiting);
	traversal.path = memory_allocate(size, sizeof *traversal.path);
	traversal.next = memory_allocate(size, sizeof *traversal.next);
	for (int32_t i = 1; i <= network->last; i++)
		visit(network, &traversal, i);
	memory_release(traversal.number);
	memory_release(traversal.low);
	memory_release(traversal.waiting);
	memory_release(traversal.path);
	memory_release(traversal.next);
	return network;
}

void network_destroy(struct network *network)
{
	if (!network)
		return;
	memory_release(network->nodes);
	memory_release(network->operands);
	memory_release(network->order);
	memory_release(network->groups);
	memory_release(network);
}

int32_t network_last(const struct network *network)
{
	return network->last;
}

static const struct network_node *node_of(const struct network *network, formula operand)
{
	assert(operand != FORMULA_NONE && formula_index(operand) <= network->last);
	return &network->nodes[formula_index(operand)];
}

bool network_is_cyclic(const struct network *network, formula operand)
{
	return node_of(network, operand)->is_cyclic;
}

size_t network_count_cyclic(const struct network *network)
{
	return network->cyclic_count;
}

const int32_t *network_order(const struct network *network, size_t *count)
{
	*count = network->order_count;
	return network->order;
}

size_t network_group(const struct network *network, size_t position)
{
	assert(position < network->order_count && network->groups[position]);
	return network->groups[position];
}

enum formula_kind network_kind(const struct network *network, formula operand)
{
	return (enum formula_kind)node_of(network, operand)->kind;
}

const formula *network_operands(const struct network *network, formula operand, size_t *count)
{
	const struct network_node *node = node_of(network, operand);

	*count = node->count;
	return network->operands + node->first;
}

/* In what a circle of definitions has a part, after an edit. */
#include "base/memory.h"
#include "solver/propagation/rounds.h"

struct awaiting {
	uint64_t *awaited; /* by position in the order, as bits */
	const struct network *network;
};

static void await(void *context, int32_t index)
{
	const struct awaiting *awaiting = context;
	size_t position = network_position(awaiting->network, index);

	awaiting->awaited[position / 64] |= UINT64_C(1) << position % 64;
}

static bool has_circle(const struct propagation *propagation, int32_t index)
{
	const struct network *network = propagation->evaluation.network;
	size_t count;
	const formula *operands = network_operands(network, index, &count);
	bool is_circular = network_is_cyclic(network, index);

	for (size_t i = 0; i < count && !is_circular; i++)
		is_circular = propagation->is_circular[formula_index(operands[i])];
	return is_circular;
}

void propagation_find_circles(
	struct propagation *propagation, void (*visit)(void *context, int32_t index), void *context)
{
	const struct network *network = propagation->evaluation.network,
			     *before = network_base(network);
	int32_t known = network_last(before);
	size_t count, start, end;
	const int32_t *order = network_order(network, &count);
	struct awaiting awaiting = {
		memory_allocate(count / 64 + 1, sizeof(*awaiting.awaited)), network};

	network_visit_changed(network, await, &awaiting);
	network_reordered(network, &start, &end);
	for (size_t i = start; i < end; i++)
		if (order[i] <= known &&
			network_is_cyclic(network, order[i]) != network_is_cyclic(before, order[i]))
			await(&awaiting, order[i]);
	for (size_t i = 0; i < count; i++) {
		bool is_circular;

		if (!(awaiting.awaited[i / 64] >> i % 64 & 1))
			continue;
		is_circular = has_circle(propagation, order[i]);
		if (is_circular == propagation->is_circular[order[i]])
			continue;
		propagation->is_circular[order[i]] = is_circular;
		visit(context, order[i]);
		network_visit_users(network, order[i], await, &awaiting);
	}
	memory_release(awaiting.awaited);
}

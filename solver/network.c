#include "solver/network.h"

#include "base/memory.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct network_node {
	const formula *operands;
	uint32_t count;
	uint8_t kind;
	bool is_cyclic;
};

/* Who uses whom. */
struct users {
	uint32_t *starts; /* by index: where its users start */
	int32_t *items;
};

/* That something that an edit has defined uses something. */
struct use {
	int32_t operand;
	uint32_t number; /* among all, as they were found */
	int32_t user;
};

struct network {
	const struct network *base; /* what it continues, or NULL */
	struct network_node *nodes; /* by index */
	int32_t last;
	formula *operands; /* those that the base does not have */

	int32_t *order;
	uint32_t *groups;    /* by position in the order: size of the group that starts there */
	uint32_t *positions; /* by index */
	size_t order_count;
	size_t reordered_start; /* positions of what an edit has put in order */
	size_t reordered_end;

	struct use *uses; /* by what is used; of an edit alone */
	size_t use_count;
	uint64_t *is_used; /* by index: there are such uses */

	int32_t *redefined; /* variables that mean something else than in the base */
	size_t redefined_count;
	struct users *_Atomic users; /* made when somebody asks for them first */
};

/* ---- formulas ---- */

static int32_t last_of(const struct network *network)
{
	return network ? network->last : 0;
}

static size_t count_operands(const struct formulas *formulas, int32_t index)
{
	size_t count;

	formula_operands(formulas, index, &count);
	return formula_definition(formulas, index) ? 1 : count;
}

/* Copies the operands, or the definition, behind those that were copied before. */
static formula *set_node(
	struct network *network, const struct formulas *formulas, int32_t index, formula *operands)
{
	struct network_node *node = &network->nodes[index];
	formula definition = formula_definition(formulas, index);
	size_t count;
	const formula *written = formula_operands(formulas, index, &count);

	if (definition) {
		written = &definition;
		count = 1;
	}
	node->operands = operands;
	node->count = (uint32_t)count;
	node->kind = (uint8_t)formula_kind(formulas, index);
	if (count)
		memcpy(operands, written, count * sizeof(*operands));
	return operands + count;
}

static void copy_formulas(struct network *network, const struct formulas *formulas)
{
	int32_t known = last_of(network->base);
	size_t total = network->redefined_count;
	formula *operands;

	network->nodes = memory_allocate((size_t)network->last + 1, sizeof(*network->nodes));
	if (network->base)
		memcpy(network->nodes, network->base->nodes,
			((size_t)known + 1) * sizeof(*network->nodes));
	for (int32_t i = known + 1; i <= network->last; i++)
		total += count_operands(formulas, i);
	network->operands = operands = memory_resize(NULL, total, sizeof(*operands));
	for (int32_t i = known + 1; i <= network->last; i++)
		operands = set_node(network, formulas, i, operands);
	for (size_t i = 0; i < network->redefined_count; i++)
		operands = set_node(network, formulas, network->redefined[i], operands);
}

/* ---- order ---- */

/* The part of an order that is made anew: a stretch of that of the base, and what is new. */
struct stretch {
	const struct network *base;
	int32_t known; /* the last formula of the base; 0 if there is none */
	size_t start;
	size_t end;
};

static bool is_outside(const struct stretch *stretch, int32_t index)
{
	return index <= stretch->known && (stretch->base->positions[index] < stretch->start ||
						  stretch->base->positions[index] >= stretch->end);
}

/* Its number among the formulas of the stretch. */
static size_t place_of(const struct stretch *stretch, int32_t index)
{
	return index > stretch->known
		       ? stretch->end - stretch->start + (size_t)(index - stretch->known - 1)
		       : stretch->base->positions[index] - stretch->start;
}

static int32_t index_at(const struct stretch *stretch, size_t place)
{
	size_t count = stretch->end - stretch->start;

	return place < count ? stretch->base->order[stretch->start + place]
			     : stretch->known + 1 + (int32_t)(place - count);
}

/* The state of Tarjan's algorithm for strongly connected components, without recursion
 * because definitions may be nested as deeply as a template is large. */
struct traversal {
	struct stretch stretch;
	int32_t *number;  /* by place: order of discovery, 0 if not yet */
	int32_t *low;     /* by place: smallest number reachable; 0 once the group is complete */
	int32_t *waiting; /* discovered, group not complete */
	size_t waiting_count;
	int32_t *path;  /* from the root to the formula being visited */
	uint32_t *next; /* by place: its next operand to visit */
	size_t path_count;
	int32_t discovered;
};

static void discover(struct traversal *traversal, int32_t index, size_t place)
{
	traversal->number[place] = traversal->low[place] = ++traversal->discovered;
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
		traversal->low[place_of(&traversal->stretch, member)] = 0;
		network->order[network->order_count++] = member;
	} while (member != index);

	size_t size = network->order_count - start;
	bool is_cyclic = size > 1 || is_self_dependent;

	network->groups[start] = (uint32_t)size;
	for (size_t i = start; i < network->order_count; i++) {
		struct network_node *node = &network->nodes[network->order[i]];

		network->groups[i] = i == start ? (uint32_t)size : 0;
		network->positions[network->order[i]] = (uint32_t)i;
		node->is_cyclic = is_cyclic;
	}
}

static bool is_self_dependent(const struct network_node *node, int32_t index)
{
	return node->kind == FORMULA_VARIABLE && node->count == 1 &&
	       formula_index(node->operands[0]) == index;
}

static void traverse(struct network *network, struct traversal *traversal, int32_t root)
{
	const struct stretch *stretch = &traversal->stretch;

	if (traversal->number[place_of(stretch, root)])
		return;
	discover(traversal, root, place_of(stretch, root));
	while (traversal->path_count) {
		int32_t index = traversal->path[traversal->path_count - 1];
		size_t place = place_of(stretch, index);
		const struct network_node *node = &network->nodes[index];
		bool has_descended = false;

		while (!has_descended && traversal->next[place] < node->count) {
			int32_t operand = formula_index(node->operands[traversal->next[place]++]);

			if (is_outside(stretch, operand))
				continue;

			size_t below = place_of(stretch, operand);

			if (!traversal->number[below]) {
				discover(traversal, operand, below);
				has_descended = true;
			} else if (traversal->low[below] &&
				   traversal->number[below] < traversal->low[place]) {
				traversal->low[place] = traversal->number[below];
			}
		}
		if (has_descended)
			continue;

		int32_t low = traversal->low[place];

		traversal->path_count--;
		if (low == traversal->number[place]) {
			complete_group(network, traversal, index, is_self_dependent(node, index));
		} else {
			size_t parent =
				place_of(stretch, traversal->path[traversal->path_count - 1]);

			if (low < traversal->low[parent])
				traversal->low[parent] = low;
		}
	}
}

static void order_stretch(struct network *network, struct stretch stretch)
{
	size_t count = stretch.end - stretch.start + (size_t)(network->last - stretch.known);
	struct traversal traversal = {.stretch = stretch,
		.number = memory_allocate(count, sizeof(*traversal.number)),
		.low = memory_allocate(count, sizeof(*traversal.low)),
		.waiting = memory_resize(NULL, count, sizeof(*traversal.waiting)),
		.path = memory_resize(NULL, count, sizeof(*traversal.path)),
		.next = memory_allocate(count, sizeof(*traversal.next))};

	for (size_t place = 0; place < count; place++)
		traverse(network, &traversal, index_at(&stretch, place));
	memory_release(traversal.number);
	memory_release(traversal.low);
	memory_release(traversal.waiting);
	memory_release(traversal.path);
	memory_release(traversal.next);
}

size_t network_group_start(const struct network *network, size_t position)
{
	assert(position < network->order_count);
	while (network->groups[position] == 0)
		position--;
	return position;
}

static void extend(struct stretch *stretch, int32_t index)
{
	size_t start = network_group_start(stretch->base, stretch->base->positions[index]);
	size_t end = start + stretch->base->groups[start];

	if (start < stretch->start)
		stretch->start = start;
	if (end > stretch->end)
		stretch->end = end;
}

static void extend_to_operands(struct stretch *stretch, const struct network_node *node)
{
	for (uint32_t i = 0; i < node->count; i++) {
		int32_t operand = formula_index(node->operands[i]);

		if (operand <= stretch->known &&
			stretch->base->positions[operand] >= stretch->start)
			extend(stretch, operand);
	}
}

/* What comes before everything redefined cannot depend on it. What comes behind everything that
 * this newly depends on stays behind it. */
static struct stretch find_stretch(const struct network *network)
{
	const struct network *base = network->base;
	struct stretch stretch = {base, base->last, base->order_count, 0};

	for (size_t i = 0; i < network->redefined_count; i++)
		extend(&stretch, network->redefined[i]);
	for (size_t i = 0; i < network->redefined_count; i++)
		extend_to_operands(&stretch, &network->nodes[network->redefined[i]]);
	for (int32_t i = base->last + 1; i <= network->last; i++)
		extend_to_operands(&stretch, &network->nodes[i]);
	if (stretch.end < stretch.start)
		stretch.end = stretch.start;
	return stretch;
}

/* Takes over `count` formulas of the order of the base, from this position on. */
static void copy_order(struct network *network, size_t position, size_t count)
{
	const struct network *base = network->base;

	memcpy(network->order + network->order_count, base->order + position,
		count * sizeof(*network->order));
	memcpy(network->groups + network->order_count, base->groups + position,
		count * sizeof(*network->groups));
	for (size_t i = 0; i < count && network->order_count != position; i++)
		network->positions[base->order[position + i]] =
			(uint32_t)(network->order_count + i);
	network->order_count += count;
}

static void allocate_order(struct network *network)
{
	size_t size = (size_t)network->last + 1;

	network->order = memory_resize(NULL, size, sizeof(*network->order));
	network->groups = memory_resize(NULL, size, sizeof(*network->groups));
	network->positions = memory_resize(NULL, size, sizeof(*network->positions));
}

/* ---- lifetime ---- */

struct network *network_create(const struct formulas *formulas)
{
	struct network *network = memory_allocate(1, sizeof(*network));

	network->last = formulas_last(formulas);
	copy_formulas(network, formulas);
	allocate_order(network);
	order_stretch(network, (struct stretch){0});
	return network;
}

static void list_redefined(struct network *network, const struct formulas *formulas)
{
	network->redefined_count = formulas_redefined(formulas);
	network->redefined =
		memory_resize(NULL, network->redefined_count, sizeof(*network->redefined));
	for (size_t i = 0; i < network->redefined_count; i++) {
		formula meaning;

		network->redefined[i] = formulas_redefinition(formulas, i, &meaning);
	}
}

static int compare_uses(const void *left, const void *right)
{
	const struct use *a = left, *b = right;

	if (a->operand != b->operand)
		return a->operand < b->operand ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

static void add_uses(struct network *network, int32_t index, size_t *capacity)
{
	const struct network_node *node = &network->nodes[index];

	for (uint32_t i = 0; i < node->count; i++) {
		int32_t operand = formula_index(node->operands[i]);

		network->uses = memory_reserve(
			network->uses, network->use_count, capacity, sizeof(*network->uses));
		network->uses[network->use_count] =
			(struct use){operand, (uint32_t)network->use_count, index};
		network->use_count++;
		network->is_used[operand / 64] |= UINT64_C(1) << operand % 64;
	}
}

/* Those of what the edit has defined. */
static void list_uses(struct network *network)
{
	size_t capacity = 0;

	network->is_used =
		memory_allocate((size_t)network->last / 64 + 1, sizeof(*network->is_used));
	for (int32_t i = network->base->last + 1; i <= network->last; i++)
		add_uses(network, i, &capacity);
	for (size_t i = 0; i < network->redefined_count; i++)
		add_uses(network, network->redefined[i], &capacity);
	if (network->use_count > 1)
		qsort(network->uses, network->use_count, sizeof(*network->uses), compare_uses);
}

struct network *network_continue(const struct network *base, const struct formulas *formulas)
{
	struct network *network = memory_allocate(1, sizeof(*network));

	assert(!base->base);
	network->base = base;
	network->last = formulas_last(formulas);
	list_redefined(network, formulas);
	copy_formulas(network, formulas);
	list_uses(network);

	struct stretch stretch = find_stretch(network);

	allocate_order(network);
	memcpy(network->positions, base->positions,
		((size_t)base->last + 1) * sizeof(*network->positions));
	copy_order(network, 0, stretch.start);
	network->reordered_start = network->order_count;
	order_stretch(network, stretch);
	network->reordered_end = network->order_count;
	copy_order(network, stretch.end, base->order_count - stretch.end);
	return network;
}

static void users_destroy(struct users *users)
{
	if (!users)
		return;
	memory_release(users->starts);
	memory_release(users->items);
	memory_release(users);
}

void network_destroy(struct network *network)
{
	if (!network)
		return;
	memory_release(network->nodes);
	memory_release(network->operands);
	memory_release(network->order);
	memory_release(network->groups);
	memory_release(network->positions);
	memory_release(network->redefined);
	memory_release(network->uses);
	memory_release(network->is_used);
	users_destroy(atomic_load(&network->users));
	memory_release(network);
}

/* ---- users ---- */

static struct users *find_users(const struct network *network)
{
	struct users *users = memory_allocate(1, sizeof(*users));
	size_t total = 0;

	users->starts = memory_allocate((size_t)network->last + 3, sizeof(*users->starts));
	for (int32_t i = 1; i <= network->last; i++) {
		const struct network_node *node = &network->nodes[i];

		for (uint32_t j = 0; j < node->count; j++)
			users->starts[formula_index(node->operands[j]) + 2]++;
		total += node->count;
	}
	users->items = memory_resize(NULL, total, sizeof(*users->items));
	for (int32_t i = 1; i <= network->last; i++)
		users->starts[i + 2] += users->starts[i + 1];
	/* Filling moves each start to its end, which is the next one's start. */
	for (int32_t i = 1; i <= network->last; i++) {
		const struct network_node *node = &network->nodes[i];

		for (uint32_t j = 0; j < node->count; j++)
			users->items[users->starts[formula_index(node->operands[j]) + 1]++] = i;
	}
	return users;
}

/* Threads that need them at the same time both make them; one of them is first. */
static const struct users *users_of(const struct network *network)
{
	struct users *_Atomic *kept = &((struct network *)network)->users;
	struct users *known = atomic_load(kept);
	struct users *made;

	if (known)
		return known;
	made = find_users(network);
	if (atomic_compare_exchange_strong(kept, &known, made))
		return made;
	users_destroy(made);
	return known;
}

/* Each once: the uses of one stand side by side. */
static void visit_edited_users(const struct network *network, int32_t operand,
	void (*visit)(void *context, int32_t user), void *context)
{
	size_t low = 0, high = network->use_count;
	int32_t last = 0;

	if (!(network->is_used[operand / 64] >> operand % 64 & 1))
		return;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (network->uses[middle].operand < operand)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < network->use_count && network->uses[low].operand == operand; low++) {
		if (network->uses[low].user != last)
			visit(context, network->uses[low].user);
		last = network->uses[low].user;
	}
}

void network_visit_users(const struct network *network, formula operand,
	void (*visit)(void *context, int32_t user), void *context)
{
	const struct network *whole = network->base ? network->base : network;
	const struct users *users = users_of(whole);
	int32_t index = formula_index(operand);

	for (uint32_t i = index <= whole->last ? users->starts[index] : 0,
		      end = index <= whole->last ? users->starts[index + 1] : 0;
		i < end; i++)
		visit(context, users->items[i]);
	if (network->base)
		visit_edited_users(network, index, visit, context);
}

const struct network *network_base(const struct network *network)
{
	return network->base;
}

void network_reordered(const struct network *network, size_t *start, size_t *end)
{
	*start = network->reordered_start;
	*end = network->reordered_end;
}

void network_visit_changed(
	const struct network *network, void (*visit)(void *context, int32_t index), void *context)
{
	for (int32_t i = last_of(network->base) + 1; i <= network->last; i++)
		visit(context, i);
	for (size_t i = 0; i < network->redefined_count; i++)
		visit(context, network->redefined[i]);
}

/* ---- reading ---- */

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

const int32_t *network_order(const struct network *network, size_t *count)
{
	*count = network->order_count;
	return network->order;
}

size_t network_position(const struct network *network, formula operand)
{
	assert(operand != FORMULA_NONE && formula_index(operand) <= network->last);
	return network->positions[formula_index(operand)];
}

size_t network_group(const struct network *network, size_t start)
{
	assert(start < network->order_count && network->groups[start]);
	return network->groups[start];
}

enum formula_kind network_kind(const struct network *network, formula operand)
{
	return (enum formula_kind)node_of(network, operand)->kind;
}

const formula *network_operands(const struct network *network, formula operand, size_t *count)
{
	const struct network_node *node = node_of(network, operand);

	*count = node->count;
	return node->operands;
}

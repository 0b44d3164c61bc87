#include "solver/formula.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

struct formula_node {
	uint32_t kind;
	uint32_t hash;
	uint32_t first; /* in `operands` */
	uint32_t count;
	formula definition; /* of a variable */
};

struct redefinition {
	formula variable; /* of the base */
	formula meaning;
};

/* What an operator has seen of a formula: the upper bits are the stamp of the operator. */
struct mark {
	int32_t index;
	uint32_t bits;
};

struct formulas {
	const struct formulas *base; /* what this pool continues, or NULL */
	struct redefinition *redefinitions;
	size_t redefinition_count;
	size_t redefinition_capacity;

	/* By index, those of the base left out; 0 is not used, 1 is the constant. */
	struct formula_node *nodes;
	size_t first; /* index of the first of them */
	size_t node_count;
	size_t node_capacity;

	formula *operands;
	size_t operand_count;
	size_t operand_capacity;

	int32_t *table; /* of these nodes; open addressing, 0 is free */
	size_t table_size;
	size_t table_used;

	/* What the operator under construction has seen, by open addressing: a row belongs to it
	 * if it has its stamp; its lower bits say how often a formula occurred in which sign.
	 * So duplicates and complements are noticed in linear time, and operands that are
	 * equal as sets are recognised without sorting. There are as many rows as the longest
	 * operator asks for, however large the pool is. */
	struct mark *marks;
	size_t mark_size; /* a power of two, or 0 */
	uint32_t stamp;

	formula *kept; /* the operands of the operator under construction */
	size_t kept_capacity;
	formula *parts; /* operands of operators that are composed of others */
	size_t parts_capacity;
};

enum {
	MARK_POSITIVE = 1,
	MARK_POSITIVE_AGAIN = 2,
	MARK_NEGATIVE = 4,
	MARK_NEGATIVE_AGAIN = 8,
	MARK_BITS = 4
};

static size_t next_index(const struct formulas *formulas)
{
	return formulas->first + formulas->node_count;
}

/* The pool of the two in which the formula is. */
static const struct formulas *pool_of(const struct formulas *formulas, size_t index)
{
	return index < formulas->first ? formulas->base : formulas;
}

static struct formula_node *node_at(const struct formulas *formulas, size_t index)
{
	const struct formulas *pool = pool_of(formulas, index);

	return &pool->nodes[index - pool->first];
}

static formula add_node(struct formulas *formulas, enum formula_kind kind)
{
	size_t index = next_index(formulas);

	assert(index < INT32_MAX);
	formulas->nodes = memory_reserve(formulas->nodes, formulas->node_count,
		&formulas->node_capacity, sizeof(*formulas->nodes));
	formulas->nodes[formulas->node_count++] = (struct formula_node){.kind = kind};
	return (formula)index;
}

struct formulas *formulas_create(void)
{
	struct formulas *formulas = memory_allocate(1, sizeof(*formulas));

	add_node(formulas, FORMULA_CONSTANT); /* FORMULA_NONE */
	add_node(formulas, FORMULA_CONSTANT); /* FORMULA_TRUE */
	return formulas;
}

struct formulas *formulas_continue(const struct formulas *base)
{
	struct formulas *formulas = memory_allocate(1, sizeof(*formulas));

	assert(!base->base);
	formulas->base = base;
	formulas->first = next_index(base);
	return formulas;
}

void formulas_destroy(struct formulas *formulas)
{
	if (!formulas)
		return;
	memory_release(formulas->redefinitions);
	memory_release(formulas->nodes);
	memory_release(formulas->operands);
	memory_release(formulas->table);
	memory_release(formulas->marks);
	memory_release(formulas->kept);
	memory_release(formulas->parts);
	memory_release(formulas);
}

void formulas_fit(struct formulas *formulas)
{
	formulas->nodes = memory_fit(formulas->nodes, formulas->node_count,
		&formulas->node_capacity, sizeof(*formulas->nodes));
	formulas->operands = memory_fit(formulas->operands, formulas->operand_count,
		&formulas->operand_capacity, sizeof(*formulas->operands));
	memory_release(formulas->marks);
	memory_release(formulas->kept);
	memory_release(formulas->parts);
	formulas->marks = NULL;
	formulas->kept = formulas->parts = NULL;
	formulas->mark_size = formulas->kept_capacity = formulas->parts_capacity = 0;
}

int32_t formulas_last(const struct formulas *formulas)
{
	return (int32_t)next_index(formulas) - 1;
}

formula formula_variable(struct formulas *formulas)
{
	return add_node(formulas, FORMULA_VARIABLE);
}

#ifndef NDEBUG /* only asserted */
static inline bool is_known(const struct formulas *formulas, formula operand)
{
	return operand != FORMULA_NONE && (size_t)formula_index(operand) < next_index(formulas);
}
#endif

/* Starts the operands of one operator and makes room for `count` of them. */
static void begin_operands(struct formulas *formulas, size_t count)
{
	if (formulas->mark_size < 2 * count + 1) {
		while (formulas->mark_size < 2 * count + 1)
			formulas->mark_size = formulas->mark_size ? 2 * formulas->mark_size : 32;
		memory_release(formulas->marks);
		formulas->marks = memory_allocate(formulas->mark_size, sizeof(*formulas->marks));
		formulas->stamp = 0;
	}
	if (++formulas->stamp >> (32 - MARK_BITS)) {
		memset(formulas->marks, 0, formulas->mark_size * sizeof(*formulas->marks));
		formulas->stamp = 1;
	}
	if (formulas->kept_capacity < count) {
		formulas->kept_capacity = count + count / 2;
		formulas->kept = memory_resize(
			formulas->kept, formulas->kept_capacity, sizeof(*formulas->kept));
	}
}

/* The row of the formula, or a free one for it. */
static struct mark *mark_at(const struct formulas *formulas, formula operand)
{
	size_t last = formulas->mark_size - 1;
	int32_t index = formula_index(operand);
	size_t i = (uint32_t)index * 0x9e3779b1u >> 7 & last;

	while (formulas->marks[i].bits >> MARK_BITS == formulas->stamp &&
		formulas->marks[i].index != index)
		i = (i + 1) & last;
	return &formulas->marks[i];
}

static unsigned marks_of(const struct formulas *formulas, formula operand)
{
	uint32_t bits = mark_at(formulas, operand)->bits;

	return bits >> MARK_BITS == formulas->stamp ? bits & ((1u << MARK_BITS) - 1) : 0;
}

static void set_marks(struct formulas *formulas, formula operand, unsigned marks)
{
	*mark_at(formulas, operand) =
		(struct mark){formula_index(operand), formulas->stamp << MARK_BITS | marks};
}

static unsigned sign_mark(formula operand)
{
	return operand < 0 ? MARK_NEGATIVE : MARK_POSITIVE;
}

/* The order of operands does not matter, so it must not matter here. */
static uint32_t hash_operands(enum formula_kind kind, const formula *operands, size_t count)
{
	uint32_t hash = (uint32_t)kind;

	for (size_t i = 0; i < count; i++) {
		uint32_t mixed = (uint32_t)operands[i] * 0x9e3779b1u;

		mixed ^= mixed >> 15;
		mixed *= 0x85ebca77u;
		hash += mixed ^ mixed >> 13;
	}
	hash ^= hash >> 16;
	return hash * 0x21f0aaadu;
}

static void grow_table(struct formulas *formulas)
{
	memory_release(formulas->table);
	formulas->table_size = formulas->table_size ? 2 * formulas->table_size : 64;
	formulas->table = memory_allocate(formulas->table_size, sizeof(*formulas->table));
	for (size_t i = 0; i < formulas->node_count; i++) {
		const struct formula_node *node = &formulas->nodes[i];

		if (node->count == 0)
			continue;

		size_t slot = node->hash & (formulas->table_size - 1);

		while (formulas->table[slot])
			slot = (slot + 1) & (formulas->table_size - 1);
		formulas->table[slot] = (int32_t)(formulas->first + i);
	}
}

/* Are these operands, whose number is the same, the marked ones? */
static bool are_marked(const struct formulas *formulas, const formula *operands, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		formula operand = operands[i];

		if (marks_of(formulas, operand) != sign_mark(operand))
			return false;
	}
	return true;
}

/* Where `pool` has the formula with the `count` operands kept, which are marked with their signs
 * in `formulas`, or would have it. */
static size_t slot_of(const struct formulas *pool, const struct formulas *formulas,
	enum formula_kind kind, uint32_t hash, size_t count)
{
	size_t slot = hash & (pool->table_size - 1);

	for (; pool->table[slot]; slot = (slot + 1) & (pool->table_size - 1)) {
		const struct formula_node *node =
			&pool->nodes[(size_t)pool->table[slot] - pool->first];

		if (node->hash == hash && node->kind == kind && node->count == count &&
			are_marked(formulas, pool->operands + node->first, count))
			break;
	}
	return slot;
}

static formula find_in_base(
	const struct formulas *formulas, enum formula_kind kind, uint32_t hash, size_t count)
{
	const struct formulas *base = formulas->base;

	return base && base->table_size ? base->table[slot_of(base, formulas, kind, hash, count)]
					: FORMULA_NONE;
}

/* The formula with the `count` operands kept, which are marked with their signs. */
static formula intern(struct formulas *formulas, enum formula_kind kind, size_t count)
{
	uint32_t hash = hash_operands(kind, formulas->kept, count);
	formula known = find_in_base(formulas, kind, hash, count);

	if (known)
		return known;
	if (4 * (formulas->table_used + 1) > 3 * formulas->table_size)
		grow_table(formulas);

	size_t slot = slot_of(formulas, formulas, kind, hash, count);

	if (formulas->table[slot])
		return formulas->table[slot];

	formula created = add_node(formulas, kind);
	struct formula_node *node = node_at(formulas, (size_t)created);

	while (formulas->operand_capacity < formulas->operand_count + count) {
		formulas->operands = memory_reserve(formulas->operands, formulas->operand_capacity,
			&formulas->operand_capacity, sizeof(*formulas->operands));
	}
	assert(formulas->operand_count + count <= UINT32_MAX);
	node->hash = hash;
	node->first = (uint32_t)formulas->operand_count;
	node->count = (uint32_t)count;
	memcpy(formulas->operands + formulas->operand_count, formulas->kept,
		count * sizeof(*formulas->kept));
	formulas->operand_count += count;
	formulas->table[slot] = created;
	formulas->table_used++;
	return created;
}

/* The conjunction of the operands, each negated first if `sign` is -1. */
static formula conjunction(
	struct formulas *formulas, const formula *operands, size_t count, formula sign)
{
	size_t kept = 0;

	begin_operands(formulas, count);
	for (size_t i = 0; i < count; i++) {
		formula operand = sign * operands[i];

		assert(is_known(formulas, operand));
		if (operand == FORMULA_TRUE)
			continue;
		if (operand == FORMULA_FALSE)
			return FORMULA_FALSE;

		unsigned marks = marks_of(formulas, operand);

		if (marks == sign_mark(operand))
			continue;
		if (marks)
			return FORMULA_FALSE; /* an operand and its complement */
		set_marks(formulas, operand, sign_mark(operand));
		formulas->kept[kept++] = operand;
	}
	if (kept == 0)
		return FORMULA_TRUE;
	if (kept == 1)
		return formulas->kept[0];
	return intern(formulas, FORMULA_AND, kept);
}

formula formula_and(struct formulas *formulas, const formula *operands, size_t count)
{
	return conjunction(formulas, operands, count, 1);
}

formula formula_or(struct formulas *formulas, const formula *operands, size_t count)
{
	return formula_not(conjunction(formulas, operands, count, -1));
}

/* Signs and constants move to the outside, equal operands cancel each other. */
formula formula_xor(struct formulas *formulas, const formula *operands, size_t count)
{
	formula sign = 1;
	size_t seen = 0;
	size_t kept = 0;

	begin_operands(formulas, count);
	for (size_t i = 0; i < count; i++) {
		formula operand = operands[i];

		assert(is_known(formulas, operand));
		if (operand == FORMULA_TRUE || operand < FORMULA_FALSE)
			sign = -sign;
		operand = formula_index(operand);
		if (operand == FORMULA_TRUE)
			continue;

		unsigned marks = marks_of(formulas, operand);

		if (marks == 0)
			formulas->kept[seen++] = operand;
		set_marks(formulas, operand,
			marks == MARK_POSITIVE ? MARK_POSITIVE_AGAIN : MARK_POSITIVE);
	}
	for (size_t i = 0; i < seen; i++)
		if (marks_of(formulas, formulas->kept[i]) == MARK_POSITIVE)
			formulas->kept[kept++] = formulas->kept[i];
	if (kept == 0)
		return sign * FORMULA_FALSE;
	if (kept == 1)
		return sign * formulas->kept[0];
	return sign * intern(formulas, FORMULA_XOR, kept);
}

/* Room for the operands of a composed operator. */
static formula *reserve_parts(struct formulas *formulas, size_t count)
{
	if (formulas->parts_capacity < count) {
		formulas->parts_capacity = count + count / 2;
		formulas->parts = memory_resize(
			formulas->parts, formulas->parts_capacity, sizeof(*formulas->parts));
	}
	return formulas->parts;
}

/* Operands that occur once are gathered in `kept`. Whatever would alone exceed the limit if
 * it held must not hold; it becomes a part of a conjunction instead. All operands are read
 * before a part is written, as they may be the parts of another operator. */
formula formula_at_most_one(struct formulas *formulas, const formula *operands, size_t count)
{
	size_t certain = 0; /* operands that hold: constants, and one of each complementary pair */
	size_t seen = 0;
	size_t kept = 0;
	size_t part_count = 0;

	begin_operands(formulas, count);
	for (size_t i = 0; i < count; i++) {
		formula operand = operands[i];

		assert(is_known(formulas, operand));
		if (operand == FORMULA_TRUE)
			certain++;
		if (formula_index(operand) == FORMULA_TRUE)
			continue;

		unsigned marks = marks_of(formulas, operand);
		unsigned mark = sign_mark(operand);

		if (marks == 0)
			formulas->kept[seen++] = formula_index(operand);
		set_marks(formulas, operand, marks | (marks & mark ? mark << 1 : mark));
	}

	formula *parts = reserve_parts(formulas, seen + 1);

	for (size_t i = 0; i < seen; i++) {
		formula operand = formulas->kept[i];
		unsigned marks = marks_of(formulas, operand);

		if (marks & MARK_POSITIVE && marks & MARK_NEGATIVE)
			certain++;
		if (marks & MARK_POSITIVE_AGAIN && marks & MARK_NEGATIVE_AGAIN)
			return FORMULA_FALSE;
		if (marks & MARK_POSITIVE_AGAIN)
			parts[part_count++] = formula_not(operand);
		if (marks & MARK_NEGATIVE_AGAIN)
			parts[part_count++] = operand;
		if (marks == MARK_POSITIVE || marks == MARK_NEGATIVE)
			formulas->kept[kept++] =
				marks == MARK_POSITIVE ? operand : formula_not(operand);
	}
	if (certain > 1)
		return FORMULA_FALSE;
	if (certain == 1) {
		for (size_t i = 0; i < kept; i++)
			parts[part_count++] = formula_not(formulas->kept[i]);
	} else if (kept == 2) {
		parts[part_count++] =
			formula_not(formula_both(formulas, formulas->kept[0], formulas->kept[1]));
	} else if (kept > 2) {
		parts[part_count++] = intern(formulas, FORMULA_AT_MOST_ONE, kept);
	}
	return formula_and(formulas, parts, part_count);
}

formula formula_exactly_one(struct formulas *formulas, const formula *operands, size_t count)
{
	formula *parts = reserve_parts(formulas, count);
	size_t part_count = 0;
	bool is_reached = false;

	for (size_t i = 0; i < count; i++) {
		if (operands[i] == FORMULA_TRUE && is_reached)
			return FORMULA_FALSE;
		if (operands[i] == FORMULA_TRUE)
			is_reached = true;
		else if (operands[i] != FORMULA_FALSE)
			parts[part_count++] = operands[i];
	}
	if (is_reached)
		return formula_not(formula_or(formulas, parts, part_count));
	if (part_count <= 2)
		return formula_xor(formulas, parts, part_count);

	/* From the parts: the operands may be borrowed from the pool, which has grown by then. */
	formula at_least_one = formula_or(formulas, parts, part_count);

	return formula_both(
		formulas, at_least_one, formula_at_most_one(formulas, parts, part_count));
}

formula formula_both(struct formulas *formulas, formula left, formula right)
{
	return formula_and(formulas, (formula[]){left, right}, 2);
}

formula formula_implies(struct formulas *formulas, formula premise, formula conclusion)
{
	return formula_or(formulas, (formula[]){formula_not(premise), conclusion}, 2);
}

formula formula_equivalent(struct formulas *formulas, formula left, formula right)
{
	return formula_not(formula_xor(formulas, (formula[]){left, right}, 2));
}

void formula_define(struct formulas *formulas, formula variable, formula meaning)
{
	assert(variable > 0 && is_known(formulas, variable) && is_known(formulas, meaning));

	struct formula_node *node = node_at(formulas, (size_t)variable);

	assert(node->kind == FORMULA_VARIABLE && node->definition == FORMULA_NONE);
	assert(pool_of(formulas, (size_t)variable) == formulas);
	node->definition = meaning;
}

void formula_redefine(struct formulas *formulas, formula variable, formula meaning)
{
	assert(variable > 0 && is_known(formulas, variable) && is_known(formulas, meaning));
	assert(pool_of(formulas, (size_t)variable) == formulas->base);
	assert(node_at(formulas, (size_t)variable)->definition);
	formulas->redefinitions =
		memory_reserve(formulas->redefinitions, formulas->redefinition_count,
			&formulas->redefinition_capacity, sizeof(*formulas->redefinitions));
	formulas->redefinitions[formulas->redefinition_count++] =
		(struct redefinition){variable, meaning};
}

size_t formulas_redefined(const struct formulas *formulas)
{
	return formulas->redefinition_count;
}

formula formulas_redefinition(const struct formulas *formulas, size_t number, formula *meaning)
{
	assert(number < formulas->redefinition_count);
	*meaning = formulas->redefinitions[number].meaning;
	return formulas->redefinitions[number].variable;
}

formula formula_definition(const struct formulas *formulas, formula variable)
{
	assert(is_known(formulas, variable));
	for (size_t i = 0; i < formulas->redefinition_count; i++)
		if (formulas->redefinitions[i].variable == formula_index(variable))
			return formulas->redefinitions[i].meaning;
	return node_at(formulas, (size_t)formula_index(variable))->definition;
}

enum formula_kind formula_kind(const struct formulas *formulas, formula operand)
{
	assert(is_known(formulas, operand));
	return node_at(formulas, (size_t)formula_index(operand))->kind;
}

const formula *formula_operands(const struct formulas *formulas, formula operand, size_t *count)
{
	assert(is_known(formulas, operand));

	size_t index = (size_t)formula_index(operand);
	const struct formula_node *node = node_at(formulas, index);

	*count = node->count;
	return pool_of(formulas, index)->operands + node->first;
}

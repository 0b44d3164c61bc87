#include "solver/cnf.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

struct cnf {
	struct formulas *formulas;

	int *literals; /* by index of the formula; 0 if it has none yet */
	size_t literal_capacity;
	int last_variable;

	int *clauses;
	size_t length;
	size_t clause_capacity;

	int32_t *pending; /* formulas that have a literal but lack their clauses */
	size_t pending_count;
	size_t pending_capacity;

	formula *required; /* conjuncts still to be required */
	size_t required_count;
	size_t required_capacity;

	int *operands; /* the literals of the operator being translated */
	size_t operand_capacity;
};

/* At-most-one of so few operands is stated pair by pair when it is required. */
enum {
	PAIRWISE_LIMIT = 5
};

static void add_literal(struct cnf *cnf, int literal)
{
	cnf->clauses = memory_reserve(
		cnf->clauses, cnf->length, &cnf->clause_capacity, sizeof(*cnf->clauses));
	cnf->clauses[cnf->length++] = literal;
}

static void add_unit(struct cnf *cnf, int literal)
{
	add_literal(cnf, literal);
	add_literal(cnf, 0);
}

static void add_binary(struct cnf *cnf, int first, int second)
{
	add_literal(cnf, first);
	add_literal(cnf, second);
	add_literal(cnf, 0);
}

static void add_ternary(struct cnf *cnf, int first, int second, int third)
{
	add_literal(cnf, first);
	add_literal(cnf, second);
	add_literal(cnf, third);
	add_literal(cnf, 0);
}

static void reserve_literals(struct cnf *cnf)
{
	size_t size = (size_t)formulas_last(cnf->formulas) + 1;

	if (cnf->literal_capacity >= size)
		return;

	size_t capacity = size + size / 4;

	cnf->literals = memory_resize(cnf->literals, capacity, sizeof(*cnf->literals));
	memset(cnf->literals + cnf->literal_capacity, 0,
		(capacity - cnf->literal_capacity) * sizeof(*cnf->literals));
	cnf->literal_capacity = capacity;
}

static void add_pending(struct cnf *cnf, int32_t index)
{
	cnf->pending = memory_reserve(
		cnf->pending, cnf->pending_count, &cnf->pending_capacity, sizeof(*cnf->pending));
	cnf->pending[cnf->pending_count++] = index;
}

/* A literal for the formula, whose clauses follow later. */
static int promise_literal(struct cnf *cnf, formula operand)
{
	int32_t index = formula_index(operand);

	if (!cnf->literals[index]) {
		cnf->literals[index] = ++cnf->last_variable;
		add_pending(cnf, index);
	}
	return operand < 0 ? -cnf->literals[index] : cnf->literals[index];
}

/* Fills `operands` with the literals of a formula's operands. */
static size_t promise_operands(struct cnf *cnf, int32_t index)
{
	size_t count;
	const formula *operands = formula_operands(cnf->formulas, index, &count);

	if (cnf->operand_capacity < count) {
		cnf->operand_capacity = 2 * count;
		cnf->operands =
			memory_resize(cnf->operands, cnf->operand_capacity, sizeof(*cnf->operands));
	}
	for (size_t i = 0; i < count; i++)
		cnf->operands[i] = promise_literal(cnf, operands[i]);
	return count;
}

static void define_and(struct cnf *cnf, int literal, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add_binary(cnf, -literal, cnf->operands[i]);
	add_literal(cnf, literal);
	for (size_t i = 0; i < count; i++)
		add_literal(cnf, -cnf->operands[i]);
	add_literal(cnf, 0);
}

static void define_xor(struct cnf *cnf, int literal, size_t count)
{
	int parity = cnf->operands[0];

	for (size_t i = 1; i < count; i++) {
		int operand = cnf->operands[i];
		int result = i + 1 == count ? literal : ++cnf->last_variable;

		add_ternary(cnf, -result, parity, operand);
		add_ternary(cnf, -result, -parity, -operand);
		add_ternary(cnf, result, -parity, operand);
		add_ternary(cnf, result, parity, -operand);
		parity = result;
	}
}

/* `some` is "one of the operands so far holds". If the literal holds, no operand meets an earlier
 * one; if it does not, one of the `clashes` is the place where one does. */
static void define_at_most_one(struct cnf *cnf, int literal, size_t count)
{
	int some = cnf->operands[0];
	int first_clash = cnf->last_variable + 1;

	cnf->last_variable += (int)count - 1;
	for (size_t i = 1; i < count; i++) {
		int operand = cnf->operands[i];
		int clash = first_clash + (int)i - 1;

		add_ternary(cnf, -literal, -some, -operand);
		add_binary(cnf, -clash, some);
		add_binary(cnf, -clash, operand);
		if (i + 1 < count) {
			int next = ++cnf->last_variable;

			add_binary(cnf, -some, next);
			add_binary(cnf, -operand, next);
			add_ternary(cnf, -next, some, operand);
			some = next;
		}
	}
	add_literal(cnf, literal);
	for (size_t i = 1; i < count; i++)
		add_literal(cnf, first_clash + (int)i - 1);
	add_literal(cnf, 0);
}

/* A variable and the operator that defines it share a literal if the operator has none. */
static void define_variable(struct cnf *cnf, int32_t index)
{
	formula definition = formula_definition(cnf->formulas, index);
	int literal = cnf->literals[index];

	if (definition == FORMULA_NONE)
		return;

	int32_t meaning = formula_index(definition);

	if (!cnf->literals[meaning] && formula_kind(cnf->formulas, meaning) != FORMULA_VARIABLE) {
		cnf->literals[meaning] = definition < 0 ? -literal : literal;
		add_pending(cnf, meaning);
		return;
	}

	int defining = promise_literal(cnf, definition);

	add_binary(cnf, -literal, defining);
	add_binary(cnf, literal, -defining);
}

static void translate_pending(struct cnf *cnf)
{
	while (cnf->pending_count) {
		int32_t index = cnf->pending[--cnf->pending_count];
		int literal = cnf->literals[index];

		switch (formula_kind(cnf->formulas, index)) {
		case FORMULA_CONSTANT:
			add_unit(cnf, literal);
			break;
		case FORMULA_VARIABLE:
			define_variable(cnf, index);
			break;
		case FORMULA_AND:
			define_and(cnf, literal, promise_operands(cnf, index));
			break;
		case FORMULA_XOR:
			define_xor(cnf, literal, promise_operands(cnf, index));
			break;
		case FORMULA_AT_MOST_ONE:
			define_at_most_one(cnf, literal, promise_operands(cnf, index));
			break;
		}
	}
}

struct cnf *cnf_create(struct formulas *formulas)
{
	struct cnf *cnf = memory_allocate(1, sizeof(*cnf));
	int32_t last = formulas_last(formulas);

	cnf->formulas = formulas;
	for (int32_t i = 1; i <= last; i++)
		if (formula_definition(formulas, i))
			cnf_literal(cnf, i);
	return cnf;
}

static int fixed_value(const signed char *fixed, int literal)
{
	return literal < 0 ? -fixed[-literal] : fixed[literal];
}

/* Leaves out clauses that hold and literals that do not. */
static void copy_clauses(struct cnf *copy, const struct cnf *cnf, const signed char *fixed)
{
	size_t start = 0; /* of the clause in the copy */
	bool holds = false;

	copy->clauses = memory_resize(NULL, cnf->length, sizeof(*cnf->clauses));
	copy->clause_capacity = cnf->length;
	for (size_t i = 0; i < cnf->length; i++) {
		int literal = cnf->clauses[i];

		if (literal == 0) {
			if (holds)
				copy->length = start;
			else
				copy->clauses[copy->length++] = 0;
			start = copy->length;
			holds = false;
		} else if (fixed_value(fixed, literal) == 0) {
			copy->clauses[copy->length++] = literal;
		} else if (fixed_value(fixed, literal) > 0) {
			holds = true;
		}
	}
	for (int variable = 1; variable <= cnf->last_variable; variable++)
		if (fixed[variable])
			add_unit(copy, fixed[variable] * variable);
}

struct cnf *cnf_copy(const struct cnf *cnf, const signed char *fixed)
{
	struct cnf *copy = memory_allocate(1, sizeof(*copy));

	assert(cnf->pending_count == 0 && cnf->required_count == 0);
	copy->formulas = cnf->formulas;
	copy->literals = memory_resize(NULL, cnf->literal_capacity, sizeof(*cnf->literals));
	if (cnf->literal_capacity)
		memcpy(copy->literals, cnf->literals,
			cnf->literal_capacity * sizeof(*cnf->literals));
	copy->literal_capacity = cnf->literal_capacity;
	copy->last_variable = cnf->last_variable;
	copy_clauses(copy, cnf, fixed);
	return copy;
}

void cnf_destroy(struct cnf *cnf)
{
	if (!cnf)
		return;
	memory_release(cnf->literals);
	memory_release(cnf->clauses);
	memory_release(cnf->pending);
	memory_release(cnf->required);
	memory_release(cnf->operands);
	memory_release(cnf);
}

struct formulas *cnf_formulas(const struct cnf *cnf)
{
	return cnf->formulas;
}

int cnf_literal(struct cnf *cnf, formula operand)
{
	reserve_literals(cnf);

	int literal = promise_literal(cnf, operand);

	translate_pending(cnf);
	return literal;
}

int cnf_known_literal(const struct cnf *cnf, formula operand)
{
	size_t index = (size_t)formula_index(operand);
	int literal = index < cnf->literal_capacity ? cnf->literals[index] : 0;

	return operand < 0 ? -literal : literal;
}

void cnf_require_any(struct cnf *cnf, const formula *operands, size_t count)
{
	reserve_literals(cnf);

	/* Literals first: the clauses of operands must not get into this one. */
	for (size_t i = 0; i < count; i++) {
		if (operands[i] == FORMULA_TRUE)
			return;
		promise_literal(cnf, operands[i]);
	}
	for (size_t i = 0; i < count; i++)
		if (operands[i] != FORMULA_FALSE)
			add_literal(cnf, cnf_known_literal(cnf, operands[i]));
	add_literal(cnf, 0);
	translate_pending(cnf);
}

static void require_at_most_one(struct cnf *cnf, size_t count)
{
	const int *operands = cnf->operands;

	if (count <= PAIRWISE_LIMIT) {
		for (size_t i = 0; i < count; i++)
			for (size_t j = i + 1; j < count; j++)
				add_binary(cnf, -operands[i], -operands[j]);
		return;
	}

	int some = operands[0];

	for (size_t i = 1; i < count; i++) {
		add_binary(cnf, -some, -operands[i]);
		if (i + 1 < count) {
			int next = ++cnf->last_variable;

			add_binary(cnf, -some, next);
			add_binary(cnf, -operands[i], next);
			some = next;
		}
	}
}

static void require_xor(struct cnf *cnf, size_t count, bool is_odd)
{
	int last = cnf->operands[count - 1];
	int parity = cnf->operands[0];

	if (count > 2) {
		parity = ++cnf->last_variable;
		define_xor(cnf, parity, count - 1);
	}
	add_binary(cnf, parity, is_odd ? last : -last);
	add_binary(cnf, -parity, is_odd ? -last : last);
}

/* States an operator directly, without a literal of its own. Operands of a conjunction are left
 * to the caller, as required in turn. */
static void require_operator(struct cnf *cnf, formula operand)
{
	int32_t index = formula_index(operand);
	size_t count = promise_operands(cnf, index);

	switch (formula_kind(cnf->formulas, index)) {
	case FORMULA_AND:
		assert(operand < 0);
		for (size_t i = 0; i < count; i++)
			add_literal(cnf, -cnf->operands[i]);
		add_literal(cnf, 0);
		break;
	case FORMULA_XOR:
		require_xor(cnf, count, operand > 0);
		break;
	case FORMULA_AT_MOST_ONE:
		assert(operand > 0);
		require_at_most_one(cnf, count);
		break;
	case FORMULA_CONSTANT:
	case FORMULA_VARIABLE:
		assert(false && "no operator");
	}
}

/* Requires one formula; what must be required in turn is put on the stack. */
static void require_one(struct cnf *cnf, formula operand)
{
	struct formulas *formulas = cnf->formulas;
	int32_t index = formula_index(operand);
	enum formula_kind kind = formula_kind(formulas, index);
	size_t count;
	const formula *operands = formula_operands(formulas, index, &count);

	if (operand == FORMULA_TRUE)
		return;
	if (operand == FORMULA_FALSE) {
		add_literal(cnf, 0);
		return;
	}
	if (cnf->literals[index] || kind == FORMULA_VARIABLE ||
		(kind == FORMULA_AT_MOST_ONE && operand < 0)) {
		add_unit(cnf, promise_literal(cnf, operand));
		return;
	}
	if (kind == FORMULA_AND && operand > 0) {
		for (size_t i = count; i-- > 0;) {
			cnf->required = memory_reserve(cnf->required, cnf->required_count,
				&cnf->required_capacity, sizeof(*cnf->required));
			cnf->required[cnf->required_count++] = operands[i];
		}
	} else {
		require_operator(cnf, operand);
	}

	/* It holds in all models now, so wherever it is used it is the constant. */
	int constant = promise_literal(cnf, FORMULA_TRUE);

	cnf->literals[index] = operand < 0 ? -constant : constant;
}

void cnf_require(struct cnf *cnf, formula operand)
{
	reserve_literals(cnf);
	require_one(cnf, operand);
	while (cnf->required_count)
		require_one(cnf, cnf->required[--cnf->required_count]);
	translate_pending(cnf);
}

const int *cnf_clauses(const struct cnf *cnf, size_t *length)
{
	*length = cnf->length;
	return cnf->clauses;
}

int cnf_last_variable(const struct cnf *cnf)
{
	return cnf->last_variable;
}

#include "solver/distance.h"

#include "base/memory.h"

/* Which variables are in which formulas, both ways. */
struct occurrences {
	const struct formulas *formulas;
	uint32_t *last_seen; /* by index: in which formula, plus one */
	int32_t *stack;
	int32_t *variables; /* formula by formula */
	size_t variable_count;
	size_t capacity;
	size_t *starts;      /* by formula: where its variables start; one more than formulas */
	uint32_t *users;     /* variable by variable */
	size_t *user_starts; /* by index */
};

static void list_variables(struct occurrences *occurrences, formula root, uint32_t number)
{
	size_t depth = 0;

	if (formula_index(root) == FORMULA_TRUE)
		return;
	occurrences->stack[depth++] = formula_index(root);
	occurrences->last_seen[formula_index(root)] = number + 1;
	while (depth) {
		int32_t index = occurrences->stack[--depth];
		size_t count;
		const formula *operands = formula_operands(occurrences->formulas, index, &count);

		if (formula_kind(occurrences->formulas, index) == FORMULA_VARIABLE) {
			occurrences->variables =
				memory_reserve(occurrences->variables, occurrences->variable_count,
					&occurrences->capacity, sizeof(*occurrences->variables));
			occurrences->variables[occurrences->variable_count++] = index;
			continue;
		}
		for (size_t i = 0; i < count; i++) {
			int32_t next = formula_index(operands[i]);

			if (next == FORMULA_TRUE || occurrences->last_seen[next] == number + 1)
				continue;
			occurrences->last_seen[next] = number + 1;
			occurrences->stack[depth++] = next;
		}
	}
}

static void list_users(struct occurrences *occurrences, size_t size, size_t count)
{
	size_t *starts = memory_allocate(size + 2, sizeof(*starts));

	occurrences->users =
		memory_allocate(occurrences->variable_count, sizeof(*occurrences->users));
	for (size_t i = 0; i < occurrences->variable_count; i++)
		starts[occurrences->variables[i] + 2]++;
	for (size_t i = 1; i < size + 2; i++)
		starts[i] += starts[i - 1];
	/* Filling moves each start to its end, which is the next one's start. */
	for (size_t i = 0; i < count; i++)
		for (size_t j = occurrences->starts[i]; j < occurrences->starts[i + 1]; j++)
			occurrences->users[starts[occurrences->variables[j] + 1]++] = (uint32_t)i;
	occurrences->user_starts = starts;
}

static struct occurrences find_occurrences(
	const struct formulas *formulas, const formula *asked, size_t count)
{
	size_t size = (size_t)formulas_last(formulas) + 1;
	struct occurrences occurrences = {.formulas = formulas,
		.last_seen = memory_allocate(size, sizeof(*occurrences.last_seen)),
		.stack = memory_allocate(size, sizeof(*occurrences.stack)),
		.starts = memory_allocate(count + 1, sizeof(*occurrences.starts))};

	for (size_t i = 0; i < count; i++) {
		occurrences.starts[i] = occurrences.variable_count;
		list_variables(&occurrences, asked[i], (uint32_t)i);
	}
	occurrences.starts[count] = occurrences.variable_count;
	list_users(&occurrences, size, count);
	return occurrences;
}

static void finish(struct occurrences *occurrences)
{
	memory_release(occurrences->last_seen);
	memory_release(occurrences->stack);
	memory_release(occurrences->starts);
	memory_release(occurrences->variables);
	memory_release(occurrences->users);
	memory_release(occurrences->user_starts);
}

void formulas_distances(const struct formulas *formulas, const formula *from, size_t from_count,
	const formula *asked, size_t count, uint32_t *distances)
{
	struct occurrences occurrences = find_occurrences(formulas, asked, count);
	size_t size = (size_t)formulas_last(formulas) + 1, head = 0, tail = 0;
	int32_t *queue = memory_allocate(size, sizeof(*queue));
	uint32_t *reached = memory_allocate(size, sizeof(*reached)); /* distance plus one */

	for (size_t i = 0; i < count; i++)
		distances[i] = DISTANCE_NONE;
	for (size_t i = 0; i < from_count; i++)
		if (!reached[formula_index(from[i])]) {
			reached[formula_index(from[i])] = 1;
			queue[tail++] = formula_index(from[i]);
		}
	while (head < tail) {
		int32_t variable = queue[head++];

		for (size_t i = occurrences.user_starts[variable];
			i < occurrences.user_starts[variable + 1]; i++) {
			uint32_t user = occurrences.users[i];

			if (distances[user] != DISTANCE_NONE)
				continue;
			distances[user] = reached[variable] - 1;
			for (size_t j = occurrences.starts[user]; j < occurrences.starts[user + 1];
				j++) {
				int32_t next = occurrences.variables[j];

				if (reached[next])
					continue;
				reached[next] = reached[variable] + 1;
				queue[tail++] = next;
			}
		}
	}
	memory_release(queue);
	memory_release(reached);
	finish(&occurrences);
}

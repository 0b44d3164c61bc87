#include "solver/locality.h"

#include "base/memory.h"

/* Long clauses, and variables in many clauses, connect everything with everything: there is
 * nothing to learn from them. */
enum {
	LONGEST_CLAUSE = 8,
	MOST_CLAUSES = 64
};

struct locality {
	const int *clauses;
	size_t length;
	size_t variables;      /* one more than the largest */
	uint32_t *first;       /* by variable: where its clauses start in `occurrences` */
	uint32_t *occurrences; /* where in `clauses` they start */
	uint32_t *queue;       /* variables in the order in which they are reached */
	uint32_t *rank;        /* by variable: place in the queue plus one, 0 if not reached */
	size_t queue_count;
};

static uint32_t variable_of(int literal)
{
	return (uint32_t)(literal < 0 ? -literal : literal);
}

static size_t clause_length(const struct locality *locality, size_t start)
{
	size_t end = start;

	while (locality->clauses[end])
		end++;
	return end - start;
}

/* The short clauses of each variable, by counting. */
static void find_occurrences(struct locality *locality)
{
	for (size_t start = 0; start < locality->length;) {
		size_t length = clause_length(locality, start);

		for (size_t i = start; length <= LONGEST_CLAUSE && i < start + length; i++)
			locality->first[variable_of(locality->clauses[i])]++;
		start += length + 1;
	}
	for (size_t i = 1; i <= locality->variables; i++)
		locality->first[i] += locality->first[i - 1];
	locality->occurrences = memory_allocate(
		locality->first[locality->variables], sizeof(*locality->occurrences));

	/* `first` is where the next variable starts, until filling backwards moves it. */
	for (size_t start = 0; start < locality->length;) {
		size_t length = clause_length(locality, start);

		for (size_t i = start; length <= LONGEST_CLAUSE && i < start + length; i++)
			locality->occurrences[--locality->first[variable_of(
				locality->clauses[i])]] = (uint32_t)start;
		start += length + 1;
	}
}

static void reach(struct locality *locality, uint32_t variable)
{
	if (locality->rank[variable])
		return;
	locality->queue[locality->queue_count++] = variable;
	locality->rank[variable] = (uint32_t)locality->queue_count;
}

/* Everything connected with the variable, nearest first. */
static void spread(struct locality *locality, uint32_t variable)
{
	size_t next = locality->queue_count;

	reach(locality, variable);
	for (; next < locality->queue_count; next++) {
		uint32_t reached = locality->queue[next];
		uint32_t first = locality->first[reached];
		uint32_t end = locality->first[reached + 1];

		if (end - first > MOST_CLAUSES)
			continue;
		for (uint32_t i = first; i < end; i++) {
			const int *clause = locality->clauses + locality->occurrences[i];

			for (; *clause; clause++)
				reach(locality, variable_of(*clause));
		}
	}
}

void locality_order(const struct cnf *cnf, const formula *formulas, size_t count, uint32_t *order)
{
	struct locality locality = {.variables = (size_t)cnf_last_variable(cnf) + 1};
	uint32_t *heads;
	uint32_t *next = memory_allocate(count, sizeof(*next));
	size_t placed = 0;

	locality.clauses = cnf_clauses(cnf, &locality.length);
	locality.first = memory_allocate(locality.variables + 1, sizeof(*locality.first));
	locality.queue = memory_allocate(locality.variables, sizeof(*locality.queue));
	locality.rank = memory_allocate(locality.variables, sizeof(*locality.rank));
	find_occurrences(&locality);
	for (size_t i = 0; i < count; i++)
		spread(&locality, variable_of(cnf_known_literal(cnf, formulas[i])));

	/* Sorts by rank; formulas with the same variable keep their order. */
	heads = memory_allocate(locality.queue_count + 1, sizeof(*heads));
	for (size_t i = count; i-- > 0;) {
		uint32_t rank = locality.rank[variable_of(cnf_known_literal(cnf, formulas[i]))];

		next[i] = heads[rank];
		heads[rank] = (uint32_t)i + 1;
	}
	for (size_t rank = 0; rank <= locality.queue_count; rank++)
		for (uint32_t i = heads[rank]; i; i = next[i - 1])
			order[placed++] = i - 1;
	memory_release(locality.first);
	memory_release(locality.occurrences);
	memory_release(locality.queue);
	memory_release(locality.rank);
	memory_release(heads);
	memory_release(next);
}

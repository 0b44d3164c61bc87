#include "analyzer/variability/presence/conflict.h"

#include "analyzer/variability/presence/conflict_mentioned.h"
#include "analyzer/variability/presence/presence_propagation.h"
#include "base/memory.h"
#include "solver/core.h"
#include "solver/distance.h"
#include "solver/propagation/justification.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	FARTHEST = 8 /* from where the contradiction is, before all is looked at */
};

/* ---- the problem once more, with everything in it as an assumption ---- */

struct candidates {
	formula *formulas;
	struct conflict_part *parts;
	size_t count;
};

/* The conflict that some of them come to. */
struct known_conflict {
	struct candidates candidates;
	const struct conflict_part *parts;
	size_t count;
};

struct conflicts {
	const struct service_template *service_template;
	const struct presence_formula *all;
	const struct evaluation *evaluation;
	const struct propagation *propagation;
	struct arena *arena;
	uint64_t variant;             /* the one at hand, as a set of one */
	const struct element *denied; /* what it is asked about besides, or NULL */
	bool is_denied_present;       /* and what is to be excluded */

	/* The copy: variables are the same for all variants, values of expressions are put in. */
	struct formulas *pool;
	formula *images; /* by index of the original */
	int32_t *copied; /* operators that have an image for the variant at hand */
	size_t copied_count;
	size_t copied_capacity;

	struct justifier *justifier; /* NULL: nobody has asked yet */
	uint32_t *ranks;             /* of variables, by index: see rank_variables */

	struct known_conflict *known;
	size_t known_count;
	size_t known_capacity;

	struct searched *searched; /* NULL: nothing had to be searched for yet */
};

/* The problem as it would be if it had just been made: which of several conflicts a search finds
 * depends on the order in which formulas were made. Borrowed from the conflicts if they were not
 * continued. */
struct searched {
	struct element_graph graph;
	struct presence_formula *formula; /* these three: NULL if borrowed */
	struct network *network;
	struct evaluation *evaluation;
	struct conflicts *conflicts;
};

static formula copy(struct conflicts *conflicts, formula original);

static formula copy_variable(struct conflicts *conflicts, int32_t index)
{
	bool is_defined = formula_definition(conflicts->all->formulas, index) != FORMULA_NONE;

	if (!is_defined && evaluation_true(conflicts->evaluation, index) & conflicts->variant)
		return FORMULA_TRUE;
	if (!is_defined && evaluation_false(conflicts->evaluation, index) & conflicts->variant)
		return FORMULA_FALSE;
	if (conflicts->images[index] == FORMULA_NONE)
		conflicts->images[index] = formula_variable(conflicts->pool);
	return conflicts->images[index];
}

static formula copy_operator(struct conflicts *conflicts, int32_t index)
{
	size_t count;
	const formula *operands = formula_operands(conflicts->all->formulas, index, &count);
	formula *copies, result = FORMULA_NONE;

	if (conflicts->images[index])
		return conflicts->images[index];
	copies = memory_allocate(count, sizeof(*copies));
	for (size_t i = 0; i < count; i++)
		copies[i] = copy(conflicts, operands[i]);
	switch (formula_kind(conflicts->all->formulas, index)) {
	case FORMULA_AND:
		result = formula_and(conflicts->pool, copies, count);
		break;
	case FORMULA_XOR:
		result = formula_xor(conflicts->pool, copies, count);
		break;
	case FORMULA_AT_MOST_ONE:
		result = formula_at_most_one(conflicts->pool, copies, count);
		break;
	case FORMULA_CONSTANT:
	case FORMULA_VARIABLE:
		break;
	}
	memory_release(copies);
	conflicts->images[index] = result;
	conflicts->copied = memory_reserve(conflicts->copied, conflicts->copied_count,
		&conflicts->copied_capacity, sizeof(*conflicts->copied));
	conflicts->copied[conflicts->copied_count++] = index;
	return result;
}

/* Definitions are no part of the copy. So only expressions are nested, and not deeply. */
static formula copy(struct conflicts *conflicts, formula original)
{
	int32_t index = formula_index(original);
	formula image;

	if (index == FORMULA_TRUE)
		return original;
	image = formula_kind(conflicts->all->formulas, index) == FORMULA_VARIABLE
			? copy_variable(conflicts, index)
			: copy_operator(conflicts, index);
	return original < 0 ? formula_not(image) : image;
}

static void begin_variant(struct conflicts *conflicts, unsigned variant)
{
	for (size_t i = 0; i < conflicts->copied_count; i++)
		conflicts->images[conflicts->copied[i]] = FORMULA_NONE;
	conflicts->copied_count = 0;
	conflicts->variant = UINT64_C(1) << variant;
}

/* ---- candidates ---- */

static struct candidates candidates_allocate(size_t capacity)
{
	return (struct candidates){.formulas = memory_allocate(capacity, sizeof(formula)),
		.parts = memory_allocate(capacity, sizeof(struct conflict_part))};
}

static void candidates_finish(struct candidates *candidates)
{
	memory_release(candidates->formulas);
	memory_release(candidates->parts);
}

static void add_candidate(
	struct candidates *candidates, formula required, struct conflict_part part)
{
	if (required == FORMULA_TRUE)
		return;
	candidates->formulas[candidates->count] = required;
	candidates->parts[candidates->count++] = part;
}

/* While those before it are gone through. */
static void keep_candidate(struct candidates *candidates, size_t number, size_t *kept)
{
	candidates->formulas[*kept] = candidates->formulas[number];
	candidates->parts[(*kept)++] = candidates->parts[number];
}

static void add_constraint(
	struct conflicts *conflicts, struct candidates *candidates, size_t number)
{
	const struct constraint *constraint = &conflicts->all->constraints[number];

	add_candidate(candidates, copy(conflicts, constraint->formula),
		(struct conflict_part){.constraint = constraint, .element = constraint->element});
}

static enum conflict_answer answer_of(const struct conflicts *conflicts, formula present)
{
	if (evaluation_true(conflicts->evaluation, present) & conflicts->variant)
		return CONFLICT_PRESENT;
	if (evaluation_false(conflicts->evaluation, present) & conflicts->variant)
		return CONFLICT_ABSENT;
	return CONFLICT_OPEN;
}

static void add_definition(struct conflicts *conflicts, struct candidates *candidates,
	const struct element *element, formula variable)
{
	formula meaning = formula_definition(conflicts->all->formulas, variable);

	if (meaning != FORMULA_NONE)
		add_candidate(candidates,
			formula_equivalent(conflicts->pool, copy(conflicts, variable),
				copy(conflicts, meaning)),
			(struct conflict_part){
				.element = element, .answer = answer_of(conflicts, variable)});
}

/* An element may be present exactly if its container is. */
static bool has_own_presence(const struct presence_formula *all, const struct element *element)
{
	return !element->container ||
	       all->present[element->position] != all->present[element->container->position];
}

/* Equal formulas need be assumed once. */
static void drop_repeated(struct candidates *candidates, const struct formulas *pool)
{
	size_t size = 2 * ((size_t)formulas_last(pool) + 1), count = 0;
	bool *seen = memory_allocate(size, sizeof(*seen));

	for (size_t i = 0; i < candidates->count; i++) {
		formula required = candidates->formulas[i];
		size_t slot = 2 * (size_t)formula_index(required) + (required < 0);

		if (seen[slot])
			continue;
		seen[slot] = true;
		candidates->formulas[count] = required;
		candidates->parts[count++] = candidates->parts[i];
	}
	candidates->count = count;
	memory_release(seen);
}

/* ---- what a core is called ---- */

/* The core keeps the order of the candidates. An element may be in it with both of its formulas. */
static const struct conflict_part *parts_of_core(const struct candidates *candidates,
	const formula *core, size_t core_count, struct arena *arena, size_t *count)
{
	struct conflict_part *parts = arena_allocate(arena, core_count, sizeof(*parts));
	size_t next = 0;

	*count = 0;
	for (size_t i = 0; i < candidates->count && next < core_count; i++) {
		struct conflict_part part = candidates->parts[i];

		if (candidates->formulas[i] != core[next])
			continue;
		next++;
		if (*count > 0 && !part.constraint && parts[*count - 1].element == part.element &&
			!parts[*count - 1].constraint)
			continue;
		parts[(*count)++] = part;
	}
	return parts;
}

/* What can never be absent has no conditions that could be named, and is no part of a core: where
 * nothing but demands is, elements that they speak of and that have no conditions are what is in
 * their way. */
static const struct conflict_part *add_always_present(const struct conflicts *conflicts,
	const struct conflict_part *parts, struct arena *arena, size_t *count)
{
	const struct presence_formula *all = conflicts->all;
	struct conflict_part *more;
	struct elements mentioned;
	size_t known = *count;

	for (size_t i = 0; i < known; i++)
		if (!parts[i].constraint)
			return parts;
	mentioned = conflict_mentioned(all, parts, known, arena);
	more = arena_allocate(arena, known + mentioned.count + 1, sizeof(*more));
	for (size_t i = 0; i < known; i++)
		more[i] = parts[i];
	for (uint32_t i = 0; i < mentioned.count; i++)
		if (all->present[mentioned.items[i]->position] == FORMULA_TRUE)
			more[(*count)++] = (struct conflict_part){
				.element = mentioned.items[i], .answer = CONFLICT_ALWAYS};
	return more;
}

typedef enum solver_answer (*core_finder)(struct solver *solver, const formula *fixed,
	size_t fixed_count, const formula *candidates, size_t candidate_count, formula **core,
	size_t *core_count);

static formula denied_formula(struct conflicts *conflicts)
{
	formula present;

	if (!conflicts->denied)
		return FORMULA_TRUE;
	present = copy(conflicts, presence_of(conflicts->all, conflicts->denied));
	return conflicts->is_denied_present ? present : formula_not(present);
}

static const struct conflict_part *find_core(struct conflicts *conflicts,
	const struct candidates *candidates, core_finder find, size_t *count)
{
	struct solver *solver = solver_create(conflicts->pool);
	const struct conflict_part *parts = NULL;
	formula *core = NULL, denied = denied_formula(conflicts);
	size_t core_count = 0;

	*count = 0;
	if (find(solver, &denied, conflicts->denied ? 1 : 0, candidates->formulas,
		    candidates->count, &core, &core_count) == SOLVER_UNSATISFIABLE)
		parts = add_always_present(conflicts,
			parts_of_core(candidates, core, core_count, conflicts->arena, count),
			conflicts->arena, count);
	memory_release(core);
	solver_destroy(solver);
	return parts;
}

/* Keeps those that one refutation takes; all if there is none. Further questions are about these
 * alone: each model that a solver finds costs as much as all that it has met. */
static bool keep_refuted(struct conflicts *conflicts, struct candidates *candidates)
{
	struct solver *solver = solver_create(conflicts->pool);
	size_t count = candidates->count, kept = 0, failed_count;
	formula *assumed = memory_allocate(count + 1, sizeof(*assumed));
	const formula *failed;
	bool is_refuted;

	memcpy(assumed, candidates->formulas, count * sizeof(*assumed));
	assumed[count] = denied_formula(conflicts);
	is_refuted = solver_solve(solver, assumed, count + 1) == SOLVER_UNSATISFIABLE;
	failed = is_refuted ? solver_failed(solver, &failed_count) : NULL;
	for (size_t i = 0; i < count && failed && kept < failed_count; i++)
		if (candidates->formulas[i] == failed[kept])
			keep_candidate(candidates, i, &kept);
	if (failed)
		candidates->count = kept;
	memory_release(assumed);
	solver_destroy(solver);
	return is_refuted;
}

/* ---- conflicts that follow step by step ---- */

/* Presence and manual conditions of elements in canonical order, then atoms in theirs. */
static void rank_variables(struct conflicts *conflicts)
{
	const struct presence_formula *all = conflicts->all;
	struct elements elements = all->graph->all;
	size_t size = (size_t)formulas_last(all->formulas) + 1;

	conflicts->ranks = memory_resize(NULL, size, sizeof(*conflicts->ranks));
	memset(conflicts->ranks, UINT8_MAX, size * sizeof(*conflicts->ranks));
	for (size_t i = 0; i < all->atom_count; i++)
		conflicts->ranks[all->atoms[i].variable] = 2 * elements.count + (uint32_t)i;
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];

		conflicts->ranks[formula_index(all->manual[element->position])] = 2 * i + 1;
		if (has_own_presence(all, element))
			conflicts->ranks[formula_index(presence_of(all, element))] = 2 * i;
	}
}

struct ranked_variable {
	uint32_t rank;
	int32_t variable;
};

static int compare_ranks(const void *left, const void *right)
{
	const struct ranked_variable *first = left, *second = right;

	return (first->rank > second->rank) - (first->rank < second->rank);
}

static int compare_numbers(const void *left, const void *right)
{
	size_t first = *(const size_t *)left, second = *(const size_t *)right;

	return (first > second) - (first < second);
}

static void add_definitions(struct conflicts *conflicts, struct candidates *candidates,
	const struct justification *justification)
{
	struct elements elements = conflicts->all->graph->all;
	size_t count = justification->definition_count;
	struct ranked_variable *ranked = memory_allocate(count, sizeof(*ranked));

	for (size_t i = 0; i < count; i++) {
		int32_t variable = justification->definitions[i];

		ranked[i] = (struct ranked_variable){conflicts->ranks[variable], variable};
	}
	if (count)
		qsort(ranked, count, sizeof(*ranked), compare_ranks);
	for (size_t i = 0; i < count; i++) {
		assert(ranked[i].rank < 2 * elements.count);
		add_definition(conflicts, candidates, elements.items[ranked[i].rank / 2],
			ranked[i].variable);
	}
	memory_release(ranked);
}

/* The demands and definitions by which the variant has been refuted. */
static struct candidates justify(struct conflicts *conflicts, unsigned variant)
{
	struct justification justification;
	struct candidates candidates;

	if (!conflicts->justifier) {
		rank_variables(conflicts);
		conflicts->justifier = justifier_create(conflicts->propagation, conflicts->ranks);
	}
	justification = justifier_find(conflicts->justifier, variant);
	candidates =
		candidates_allocate(justification.required_count + justification.definition_count);
	if (justification.required_count)
		qsort(justification.required, justification.required_count,
			sizeof(*justification.required), compare_numbers);
	for (size_t i = 0; i < justification.required_count; i++)
		add_constraint(conflicts, &candidates, justification.required[i]);
	add_definitions(conflicts, &candidates, &justification);
	justification_finish(&justification);
	drop_repeated(&candidates, conflicts->pool);
	return candidates;
}

/* Equal candidates have the same conflict. */
static const struct known_conflict *find_known(
	const struct conflicts *conflicts, const struct candidates *candidates)
{
	for (size_t i = 0; i < conflicts->known_count; i++) {
		const struct known_conflict *known = &conflicts->known[i];
		bool is_same = known->candidates.count == candidates->count;

		for (size_t j = 0; j < candidates->count && is_same; j++)
			is_same = known->candidates.formulas[j] == candidates->formulas[j] &&
				  known->candidates.parts[j].answer == candidates->parts[j].answer;
		if (is_same)
			return known;
	}
	return NULL;
}

static const struct known_conflict *find_justified(struct conflicts *conflicts, unsigned variant)
{
	struct known_conflict conflict = {.candidates = justify(conflicts, variant)};
	const struct known_conflict *known = find_known(conflicts, &conflict.candidates);

	if (known) {
		candidates_finish(&conflict.candidates);
		return known;
	}
	conflict.parts = find_core(conflicts, &conflict.candidates, core_reduce, &conflict.count);
	conflicts->known = memory_reserve(conflicts->known, conflicts->known_count,
		&conflicts->known_capacity, sizeof(*conflicts->known));
	conflicts->known[conflicts->known_count] = conflict;
	return &conflicts->known[conflicts->known_count++];
}

/* ---- conflicts that only a search finds ---- */

static struct candidates list_all(struct conflicts *conflicts)
{
	const struct presence_formula *all = conflicts->all;
	struct elements elements = all->graph->all;
	struct candidates candidates =
		candidates_allocate(all->constraint_count + 2 * (size_t)elements.count);

	for (size_t i = 0; i < all->constraint_count; i++)
		add_constraint(conflicts, &candidates, i);
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		formula manual = all->manual[element->position];

		if (!has_own_presence(all, element))
			continue;
		add_definition(conflicts, &candidates, element, presence_of(all, element));
		if (manual != presence_of(all, element))
			add_definition(conflicts, &candidates, element, manual);
	}
	drop_repeated(&candidates, conflicts->pool);
	return candidates;
}

/* What the contradiction has to do with, as it is in the copy. */
static formula *list_seeds(
	const struct conflicts *searched, const bool *is_impossible, size_t *count)
{
	const struct presence_formula *all = searched->all;
	struct elements elements = all->graph->all;
	formula *seeds = memory_allocate(2 * (size_t)elements.count + 1, sizeof(*seeds));

	*count = 0;
	if (searched->denied)
		seeds[(*count)++] = presence_of(all, searched->denied);
	for (uint32_t i = 0; i < elements.count && is_impossible; i++) {
		uint32_t position = elements.items[i]->position;

		if (is_impossible[position]) {
			seeds[(*count)++] = all->present[position];
			seeds[(*count)++] = all->manual[position];
		}
	}
	for (size_t i = 0; i < *count; i++)
		seeds[i] = searched->images[formula_index(seeds[i])];
	return seeds;
}

static struct candidates those_within(
	const struct candidates *candidates, const uint32_t *distances, uint32_t radius)
{
	struct candidates found = candidates_allocate(candidates->count);

	for (size_t i = 0; i < candidates->count; i++)
		if (distances[i] < radius || radius == DISTANCE_NONE)
			add_candidate(&found, candidates->formulas[i], candidates->parts[i]);
	return found;
}

/* Among what is near the seeds, and then farther and farther away. */
static const struct conflict_part *search(
	struct conflicts *searched, const bool *is_impossible, size_t *count)
{
	struct candidates candidates = list_all(searched), near;
	size_t seed_count;
	formula *seeds = list_seeds(searched, is_impossible, &seed_count);
	uint32_t *distances = memory_allocate(candidates.count, sizeof(*distances));
	const struct conflict_part *parts = NULL;
	bool is_refuted = false;

	*count = 0;
	formulas_distances(searched->pool, seeds, seed_count, candidates.formulas, candidates.count,
		distances);
	for (uint32_t radius = seed_count ? 1 : DISTANCE_NONE; !is_refuted;
		radius = radius < FARTHEST ? 2 * radius : DISTANCE_NONE) {
		near = those_within(&candidates, distances, radius);
		is_refuted = near.count && keep_refuted(searched, &near);
		if (is_refuted)
			parts = find_core(searched, &near, core_find, count);
		candidates_finish(&near);
		if (radius == DISTANCE_NONE)
			break;
	}
	candidates_finish(&candidates);
	memory_release(distances);
	memory_release(seeds);
	return parts;
}

static struct conflicts *create(const struct presence_formula *all,
	const struct evaluation *evaluation, struct arena *arena)
{
	struct conflicts *conflicts = memory_allocate(1, sizeof(*conflicts));

	conflicts->all = all;
	conflicts->evaluation = evaluation;
	conflicts->arena = arena;
	conflicts->pool = formulas_create();
	conflicts->images = memory_allocate(
		(size_t)formulas_last(all->formulas) + 1, sizeof(*conflicts->images));
	return conflicts;
}

static void make_anew(const struct conflicts *conflicts, struct searched *searched)
{
	const struct presence_formula *edited = conflicts->all;
	struct problems ignored = {.arena = conflicts->arena};

	searched->graph = conflicts->service_template->graph;
	searched->graph.arena = conflicts->arena;
	searched->graph.problems = &ignored;
	searched->formula =
		presence_formula_create(&searched->graph, &conflicts->service_template->conditions);
	occurrences_number(searched->formula, &ignored);
	searched->network = network_create(searched->formula->formulas);
	searched->evaluation = evaluation_create(searched->network);
	assert(searched->formula->atom_count == edited->atom_count);
	for (size_t i = 0; i < edited->atom_count; i++)
		evaluation_assign(searched->evaluation, searched->formula->atoms[i].variable,
			evaluation_true(conflicts->evaluation, edited->atoms[i].variable),
			evaluation_false(conflicts->evaluation, edited->atoms[i].variable));
	evaluation_run(searched->evaluation);
}

static void begin_search(struct conflicts *conflicts)
{
	struct searched *searched = memory_allocate(1, sizeof(*searched));
	bool is_continued = conflicts->all->base;

	if (is_continued)
		make_anew(conflicts, searched);
	searched->conflicts = create(is_continued ? searched->formula : conflicts->all,
		is_continued ? searched->evaluation : conflicts->evaluation, conflicts->arena);
	searched->conflicts->denied = conflicts->denied;
	searched->conflicts->is_denied_present = conflicts->is_denied_present;
	conflicts->searched = searched;
}

static void end_search(struct searched *searched)
{
	if (!searched)
		return;
	conflicts_destroy(searched->conflicts);
	evaluation_destroy(searched->evaluation);
	network_destroy(searched->network);
	presence_formula_destroy(searched->formula);
	memory_release(searched);
}

/* Nothing that other variants have asked may show. */
static const struct conflict_part *search_anew(
	struct conflicts *conflicts, unsigned variant, const bool *is_impossible, size_t *count)
{
	struct conflicts *searched;

	if (!conflicts->searched)
		begin_search(conflicts);
	searched = conflicts->searched->conflicts;
	if (searched->variant) {
		formulas_destroy(searched->pool);
		searched->pool = formulas_create();
		memset(searched->images, 0,
			((size_t)formulas_last(searched->all->formulas) + 1) *
				sizeof(*searched->images));
	}
	begin_variant(searched, variant);
	return search(searched, is_impossible, count);
}

/* ---- all of it ---- */

struct conflicts *conflicts_create(const struct service_template *service_template,
	const struct evaluation *evaluation, const struct propagation *propagation,
	struct arena *arena)
{
	struct conflicts *conflicts = create(service_template->formula, evaluation, arena);

	conflicts->service_template = service_template;
	conflicts->propagation = propagation;
	return conflicts;
}

void conflicts_destroy(struct conflicts *conflicts)
{
	if (!conflicts)
		return;
	end_search(conflicts->searched);
	if (conflicts->justifier)
		justifier_destroy(conflicts->justifier);
	for (size_t i = 0; i < conflicts->known_count; i++)
		candidates_finish(&conflicts->known[i].candidates);
	memory_release(conflicts->known);
	memory_release(conflicts->ranks);
	memory_release(conflicts->images);
	memory_release(conflicts->copied);
	formulas_destroy(conflicts->pool);
	memory_release(conflicts);
}

const struct conflict_part *conflicts_find(
	struct conflicts *conflicts, unsigned variant, const bool *is_impossible, size_t *count)
{
	const struct known_conflict *conflict;

	if (!(propagation_refuted(conflicts->propagation) >> variant & 1))
		return search_anew(conflicts, variant, is_impossible, count);
	begin_variant(conflicts, variant);
	conflict = find_justified(conflicts, variant);
	*count = conflict->count;
	return conflict->parts;
}

const struct conflict_part *conflict_of_contrary(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, const struct element *element,
	bool present, struct arena *arena, size_t *count)
{
	struct conflicts *conflicts = conflicts_create(service_template, evaluation, NULL, arena);
	const struct conflict_part *parts;

	conflicts->denied = element;
	conflicts->is_denied_present = !present;
	parts = search_anew(conflicts, variant, NULL, count);
	conflicts_destroy(conflicts);
	return parts;
}

const struct conflict_part *conflict_find(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, struct arena *arena, size_t *count)
{
	struct propagation *propagation =
		presence_propagate(service_template->formula, evaluation, UINT64_C(1) << variant);
	struct conflicts *conflicts =
		conflicts_create(service_template, evaluation, propagation, arena);
	const struct conflict_part *parts = conflicts_find(conflicts, variant, NULL, count);

	conflicts_destroy(conflicts);
	propagation_destroy(propagation);
	return parts;
}

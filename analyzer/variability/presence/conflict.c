#include "analyzer/variability/presence/conflict.h"

#include "analyzer/syntax/tree/flow_text.h"
#include "analyzer/variability/presence/conflict_mentioned.h"
#include "analyzer/variability/presence/presence_propagation.h"
#include "base/memory.h"
#include "solver/core.h"
#include "solver/propagation/justification.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	LONGEST_EXPRESSION = 100, /* as explanations have it */
	MOST_TOLD = 4             /* parts in one line */
};

/* What the options demand; %s is the element. */
static const struct {
	const char *option;
	const char *text;
} option_texts[] = {
	{"artifact_container_constraint", "%.*s needs its node"},
	{"property_container_constraint", "%.*s needs what it belongs to"},
	{"relation_source_constraint", "%.*s needs its target"},
	{"relation_target_constraint", "%.*s needs its source"},
	{"required_artifact_constraint", "%.*s needs exactly one artifact"},
	{"required_hosting_constraint", "%.*s needs exactly one hosting relation"},
	{"required_incoming_relation_constraint", "%.*s needs an incoming relation"},
	{"required_technology_constraint", "%.*s needs exactly one technology"},
	{"single_hosting_constraint", "%.*s allows one hosting relation at most"},
	{"type_container_constraint", "%.*s needs what it belongs to"},
	{"unique_artifact_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_input_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_output_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_property_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_relation_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_technology_constraint", "%.*s allows one technology at most"},
};

static struct string option_text(const struct constraint *constraint, struct arena *arena)
{
	struct string display = element_display(constraint->element, arena);

	for (size_t i = 0; i < sizeof(option_texts) / sizeof(option_texts[0]); i++) {
		const char *rest = option_texts[i].text + strlen("%.*s");

		if (strcmp(option_texts[i].option, constraint->option) == 0)
			return arena_format(arena, "%.*s%s (option %s)", STRING_ARGUMENTS(display),
				rest, constraint->option);
	}
	return arena_format(
		arena, "option %s, for %.*s", constraint->option, STRING_ARGUMENTS(display));
}

static struct string constraint_text(const struct constraint *constraint, struct arena *arena)
{
	struct string display, text;

	switch (constraint->kind) {
	case CONSTRAINT_WRITTEN:
		text = flow_text(constraint->place, LONGEST_EXPRESSION, arena);
		return arena_format(arena, "constraint %.*s", STRING_ARGUMENTS(text));
	case CONSTRAINT_OPTION:
		return option_text(constraint, arena);
	case CONSTRAINT_IMPLIED:
		display = element_display(constraint->element, arena);
		return arena_format(arena, "%.*s is implied: its conditions force it to be present",
			STRING_ARGUMENTS(display));
	case CONSTRAINT_IMPLIES:
		display = element_display(constraint->element, arena);
		text = flow_text(constraint->place, LONGEST_EXPRESSION, arena);
		return arena_format(arena, "%.*s implies %.*s", STRING_ARGUMENTS(display),
			STRING_ARGUMENTS(text));
	}
	return STRING("");
}

struct string conflict_part_text(const struct conflict_part *part, struct arena *arena)
{
	static const char *const answers[] = {
		[CONFLICT_OPEN] = "is present exactly if its conditions hold",
		[CONFLICT_PRESENT] = "is present",
		[CONFLICT_ABSENT] = "is absent",
		[CONFLICT_ALWAYS] = "is always present: it has no conditions",
	};
	struct string display;

	if (part->constraint)
		return constraint_text(part->constraint, arena);
	display = element_display(part->element, arena);
	return arena_format(arena, "%.*s %s", STRING_ARGUMENTS(display), answers[part->answer]);
}

struct string conflict_text(const struct conflict_part *parts, size_t count, struct arena *arena)
{
	size_t told = count < MOST_TOLD ? count : MOST_TOLD;
	struct string text = {0};

	for (size_t i = 0; i < told; i++) {
		struct string part = conflict_part_text(&parts[i], arena);
		const char *link = i == 0 ? "" : count == 2 ? ", but " : "; ";

		text = arena_format(
			arena, "%.*s%s%.*s", STRING_ARGUMENTS(text), link, STRING_ARGUMENTS(part));
	}
	if (told < count)
		text = arena_format(
			arena, "%.*s; and %zu more", STRING_ARGUMENTS(text), count - told);
	if (count != 2)
		text = arena_format(arena, "%.*s%s", STRING_ARGUMENTS(text),
			count == 1 ? " cannot be met" : ", which exclude each other");
	return text;
}

struct node conflict_part_place(const struct conflict_part *part)
{
	const struct element *element = part->element;
	struct node conditions;

	if (part->constraint && !node_is_absent(part->constraint->place))
		return part->constraint->place;
	if (!element)
		return (struct node){0};
	conditions = stored_keyword(element->keywords, KEYWORD_CONDITIONS);
	if (!part->constraint && !node_is_absent(conditions))
		return conditions;
	while (node_is_absent(element->key) && element->container)
		element = element->container;
	return element->key;
}

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

static const struct conflict_part *find_core(struct conflicts *conflicts,
	const struct candidates *candidates, core_finder find, size_t *count)
{
	struct solver *solver = solver_create(conflicts->pool);
	const struct conflict_part *parts = NULL;
	formula *core = NULL, denied = FORMULA_TRUE;
	size_t core_count = 0;

	*count = 0;
	if (conflicts->denied)
		denied = copy(conflicts, presence_of(conflicts->all, conflicts->denied));
	if (conflicts->denied && !conflicts->is_denied_present)
		denied = formula_not(denied);
	if (find(solver, &denied, conflicts->denied ? 1 : 0, candidates->formulas,
		    candidates->count, &core, &core_count) == SOLVER_UNSATISFIABLE)
		parts = add_always_present(conflicts,
			parts_of_core(candidates, core, core_count, conflicts->arena, count),
			conflicts->arena, count);
	memory_release(core);
	solver_destroy(solver);
	return parts;
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

static const struct conflict_part *search(
	struct conflicts *conflicts, unsigned variant, size_t *count)
{
	const struct presence_formula *all = conflicts->all;
	struct elements elements = all->graph->all;
	struct candidates candidates =
		candidates_allocate(all->constraint_count + 2 * (size_t)elements.count);
	const struct conflict_part *parts;

	begin_variant(conflicts, variant);
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
	parts = find_core(conflicts, &candidates, core_find, count);
	candidates_finish(&candidates);
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

/* Which of several conflicts is found depends on the order in which formulas were made. So that an
 * edit does not matter, they are made anew. */
static const struct conflict_part *search_anew(
	const struct conflicts *conflicts, unsigned variant, size_t *count)
{
	const struct presence_formula *edited = conflicts->all;
	struct element_graph graph = conflicts->service_template->graph;
	struct problems ignored = {.arena = conflicts->arena};
	struct presence_formula *anew;
	struct network *network;
	struct evaluation *again;
	struct conflicts *searched;
	const struct conflict_part *parts;

	graph.arena = conflicts->arena;
	graph.problems = &ignored;
	anew = presence_formula_create(&graph, &conflicts->service_template->conditions);
	occurrences_number(anew, &ignored);
	network = network_create(anew->formulas);
	again = evaluation_create(network);
	assert(anew->atom_count == edited->atom_count);
	for (size_t i = 0; i < anew->atom_count; i++)
		evaluation_assign(again, anew->atoms[i].variable,
			evaluation_true(conflicts->evaluation, edited->atoms[i].variable),
			evaluation_false(conflicts->evaluation, edited->atoms[i].variable));
	evaluation_run(again);
	searched = create(anew, again, conflicts->arena);
	searched->denied = conflicts->denied;
	searched->is_denied_present = conflicts->is_denied_present;
	parts = search(searched, variant, count);
	conflicts_destroy(searched);
	evaluation_destroy(again);
	network_destroy(network);
	presence_formula_destroy(anew);
	return parts;
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
	struct conflicts *conflicts, unsigned variant, size_t *count)
{
	const struct known_conflict *conflict;

	if (!(propagation_refuted(conflicts->propagation) >> variant & 1))
		return conflicts->all->base ? search_anew(conflicts, variant, count)
					    : search(conflicts, variant, count);
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
	parts = service_template->formula->base ? search_anew(conflicts, variant, count)
						: search(conflicts, variant, count);
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
	const struct conflict_part *parts = conflicts_find(conflicts, variant, count);

	conflicts_destroy(conflicts);
	propagation_destroy(propagation);
	return parts;
}

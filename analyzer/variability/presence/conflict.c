#include "analyzer/variability/presence/conflict.h"

#include "analyzer/variability/values/value.h"
#include "base/memory.h"
#include "solver/core.h"

#include <assert.h>
#include <string.h>

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
	struct string display, json;

	switch (constraint->kind) {
	case CONSTRAINT_WRITTEN:
		json = value_json(arena, value_from_node(arena, constraint->place));
		return arena_format(arena, "constraint %.*s", STRING_ARGUMENTS(json));
	case CONSTRAINT_OPTION:
		return option_text(constraint, arena);
	case CONSTRAINT_IMPLIED:
		display = element_display(constraint->element, arena);
		return arena_format(arena, "%.*s is implied: its conditions force it to be present",
			STRING_ARGUMENTS(display));
	case CONSTRAINT_IMPLIES:
		display = element_display(constraint->element, arena);
		json = value_json(arena, value_from_node(arena, constraint->place));
		return arena_format(arena, "%.*s implies %.*s", STRING_ARGUMENTS(display),
			STRING_ARGUMENTS(json));
	}
	return STRING("");
}

struct string conflict_part_text(const struct conflict_part *part, struct arena *arena)
{
	static const char *const answers[] = {
		[CONFLICT_OPEN] = "is present exactly if its conditions hold",
		[CONFLICT_PRESENT] = "is present",
		[CONFLICT_ABSENT] = "is absent",
	};
	struct string display;

	if (part->constraint)
		return constraint_text(part->constraint, arena);
	display = element_display(part->element, arena);
	return arena_format(arena, "%.*s %s", STRING_ARGUMENTS(display), answers[part->answer]);
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

struct copying {
	const struct presence_formula *all;
	const struct evaluation *evaluation;
	uint64_t variant; /* as a set of one */
	struct formulas *pool;
	formula *known; /* by index in the original pool */
};

static formula copy(struct copying *copying, formula original);

static formula copy_variable(struct copying *copying, int32_t index)
{
	bool is_defined = formula_definition(copying->all->formulas, index) != FORMULA_NONE;

	if (!is_defined && evaluation_true(copying->evaluation, index) & copying->variant)
		return FORMULA_TRUE;
	if (!is_defined && evaluation_false(copying->evaluation, index) & copying->variant)
		return FORMULA_FALSE;
	return formula_variable(copying->pool);
}

static formula copy_operator(struct copying *copying, int32_t index)
{
	size_t count;
	const formula *operands = formula_operands(copying->all->formulas, index, &count);
	formula *copies = memory_allocate(count, sizeof(*copies));
	formula result = FORMULA_NONE;

	for (size_t i = 0; i < count; i++)
		copies[i] = copy(copying, operands[i]);
	switch (formula_kind(copying->all->formulas, index)) {
	case FORMULA_AND:
		result = formula_and(copying->pool, copies, count);
		break;
	case FORMULA_XOR:
		result = formula_xor(copying->pool, copies, count);
		break;
	case FORMULA_AT_MOST_ONE:
		result = formula_at_most_one(copying->pool, copies, count);
		break;
	case FORMULA_CONSTANT:
	case FORMULA_VARIABLE:
		break;
	}
	memory_release(copies);
	return result;
}

/* Definitions are no part of the copy. So only expressions are nested, and not deeply. */
static formula copy(struct copying *copying, formula original)
{
	int32_t index = formula_index(original);
	formula *known = &copying->known[index];

	if (index == FORMULA_TRUE)
		return original;
	if (*known == FORMULA_NONE)
		*known = formula_kind(copying->all->formulas, index) == FORMULA_VARIABLE
				 ? copy_variable(copying, index)
				 : copy_operator(copying, index);
	return original < 0 ? formula_not(*known) : *known;
}

struct candidates {
	formula *formulas;
	struct conflict_part *parts;
	size_t count;
};

static void add_candidate(
	struct candidates *candidates, formula required, struct conflict_part part)
{
	if (required == FORMULA_TRUE)
		return;
	candidates->formulas[candidates->count] = required;
	candidates->parts[candidates->count++] = part;
}

static enum conflict_answer answer_of(const struct copying *copying, formula present)
{
	if (evaluation_true(copying->evaluation, present) & copying->variant)
		return CONFLICT_PRESENT;
	if (evaluation_false(copying->evaluation, present) & copying->variant)
		return CONFLICT_ABSENT;
	return CONFLICT_OPEN;
}

static void add_definition(struct copying *copying, struct candidates *candidates,
	const struct element *element, formula variable)
{
	formula meaning = formula_definition(copying->all->formulas, variable);

	if (meaning != FORMULA_NONE)
		add_candidate(candidates,
			formula_equivalent(
				copying->pool, copy(copying, variable), copy(copying, meaning)),
			(struct conflict_part){
				.element = element, .answer = answer_of(copying, variable)});
}

static void add_element(
	struct copying *copying, struct candidates *candidates, const struct element *element)
{
	formula present = copying->all->present[element->position];
	formula manual = copying->all->manual[element->position];

	/* An element may be present exactly if its container is. */
	if (element->container && present == copying->all->present[element->container->position])
		return;
	add_definition(copying, candidates, element, present);
	if (manual != present)
		add_definition(copying, candidates, element, manual);
}

static struct candidates list_candidates(struct copying *copying)
{
	const struct presence_formula *all = copying->all;
	struct elements elements = all->graph->all;
	size_t capacity = all->constraint_count + 2 * (size_t)elements.count;
	struct candidates candidates = {.formulas = memory_allocate(capacity, sizeof(formula)),
		.parts = memory_allocate(capacity, sizeof(struct conflict_part))};

	for (size_t i = 0; i < all->constraint_count; i++) {
		const struct constraint *constraint = &all->constraints[i];

		add_candidate(&candidates, copy(copying, constraint->formula),
			(struct conflict_part){
				.constraint = constraint, .element = constraint->element});
	}
	for (uint32_t i = 0; i < elements.count; i++)
		add_element(copying, &candidates, elements.items[i]);
	return candidates;
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

/* What can never be absent has no conditions that could be named. Where several such alternatives
 * exclude each other, they are the reason. */
static const struct conflict_part *add_alternatives(const struct copying *copying,
	const struct conflict_part *parts, struct arena *arena, size_t *count)
{
	const struct element *element = *count == 1 ? parts[0].element : NULL;
	struct elements alternatives = element ? element->alternatives : (struct elements){0};
	struct conflict_part *more = arena_allocate(arena, alternatives.count + 1, sizeof(*more));

	if (*count != 1 || !parts[0].constraint)
		return parts;
	more[0] = parts[0];
	for (uint32_t i = 0; i < alternatives.count; i++) {
		element = alternatives.items[i];
		if (copying->all->present[element->position] == FORMULA_TRUE)
			more[(*count)++] = (struct conflict_part){
				.element = element, .answer = CONFLICT_PRESENT};
	}
	return more;
}

static const struct conflict_part *find(const struct presence_formula *all,
	const struct evaluation *evaluation, unsigned variant, struct arena *arena, size_t *count)
{
	struct copying copying = {.all = all,
		.evaluation = evaluation,
		.variant = UINT64_C(1) << variant,
		.pool = formulas_create(),
		.known =
			memory_allocate((size_t)formulas_last(all->formulas) + 1, sizeof(formula))};
	struct candidates candidates = list_candidates(&copying);
	struct solver *solver = solver_create(copying.pool);
	const struct conflict_part *parts = NULL;
	formula *core = NULL;
	size_t core_count = 0;

	*count = 0;
	drop_repeated(&candidates, copying.pool);
	if (core_find(solver, NULL, 0, candidates.formulas, candidates.count, &core, &core_count) ==
		SOLVER_UNSATISFIABLE)
		parts = add_alternatives(&copying,
			parts_of_core(&candidates, core, core_count, arena, count), arena, count);
	memory_release(core);
	memory_release(candidates.formulas);
	memory_release(candidates.parts);
	memory_release(copying.known);
	solver_destroy(solver);
	formulas_destroy(copying.pool);
	return parts;
}

/* Which of several conflicts is found depends on the order in which formulas were made. So that an
 * edit does not matter, they are made anew. */
static const struct conflict_part *find_anew(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, struct arena *arena, size_t *count)
{
	const struct presence_formula *edited = service_template->formula;
	struct element_graph graph = service_template->graph;
	struct problems ignored = {.arena = arena};
	struct presence_formula *anew;
	struct network *network;
	struct evaluation *again;
	const struct conflict_part *parts;

	graph.arena = arena;
	graph.problems = &ignored;
	anew = presence_formula_create(&graph, &service_template->conditions);
	occurrences_number(anew, &ignored);
	network = network_create(anew->formulas);
	again = evaluation_create(network);
	assert(anew->atom_count == edited->atom_count);
	for (size_t i = 0; i < anew->atom_count; i++)
		evaluation_assign(again, anew->atoms[i].variable,
			evaluation_true(evaluation, edited->atoms[i].variable),
			evaluation_false(evaluation, edited->atoms[i].variable));
	evaluation_run(again);
	parts = find(anew, again, variant, arena, count);
	evaluation_destroy(again);
	network_destroy(network);
	presence_formula_destroy(anew);
	return parts;
}

const struct conflict_part *conflict_find(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, struct arena *arena, size_t *count)
{
	const struct presence_formula *all = service_template->formula;

	return all->base ? find_anew(service_template, evaluation, variant, arena, count)
			 : find(all, evaluation, variant, arena, count);
}

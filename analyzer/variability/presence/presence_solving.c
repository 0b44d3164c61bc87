#include "analyzer/variability/presence/presence_solving.h"

#include "analyzer/variability/presence/solved_parts.h"
#include "base/memory.h"

#include <string.h>

/* Numbers by the part they belong to. */
struct grouping {
	uint32_t *starts; /* by part; one more than parts */
	uint32_t *items;
};

struct variant_solving {
	const struct presence_request *request;
	const struct undecided *undecided; /* in this variant or another one */
	const struct presence_formula *all;
	const struct evaluation *evaluation;
	unsigned variant;
	struct parts *parts;
	struct grouping elements, atoms;
	bool *present;      /* by position */
	bool is_impossible; /* then it is where */
	bool *answer;       /* room for that of a part */
	uint32_t *solves;
	unsigned ambiguities;
	const struct element *arbitrary; /* a node that is absent, but need not be; or NULL */
};

/* ---- what belongs to which part ---- */

typedef formula (*numbered)(const struct presence_formula *all, uint32_t number);

static formula formula_of_element(const struct presence_formula *all, uint32_t number)
{
	return presence_at(all, number);
}

static formula formula_of_atom(const struct presence_formula *all, uint32_t number)
{
	return all->atoms[number].variable;
}

/* Those of `count` numbers that are open in this variant. */
static struct grouping group(const struct variant_solving *solving, numbered formula_of,
	const uint32_t *numbers, size_t count)
{
	uint32_t parts = parts_count(solving->parts);
	struct grouping grouping = {
		.starts = memory_allocate((size_t)parts + 2, sizeof(*grouping.starts)),
		.items = memory_allocate(count, sizeof(*grouping.items)),
	};
	uint32_t *open = memory_resize(NULL, 2 * count + 1, sizeof(*open));
	uint32_t *part = open + count;
	size_t open_count = 0;

	for (size_t i = 0; i < count; i++) {
		part[open_count] =
			parts_number(solving->parts, formula_of(solving->all, numbers[i]));
		open[open_count] = numbers[i];
		open_count += part[open_count] != PARTS_NONE;
	}
	/* Filling moves each start to its end, which is the next one's start. */
	for (size_t i = 0; i < open_count; i++)
		grouping.starts[part[i] + 2]++;
	for (uint32_t i = 0; i < parts; i++)
		grouping.starts[i + 2] += grouping.starts[i + 1];
	for (size_t i = 0; i < open_count; i++)
		grouping.items[grouping.starts[part[i] + 1]++] = open[i];
	memory_release(open);
	return grouping;
}

static void grouping_finish(struct grouping *grouping)
{
	memory_release(grouping->starts);
	memory_release(grouping->items);
}

static const uint32_t *grouped(const struct grouping *grouping, uint32_t part, size_t *count)
{
	*count = grouping->starts[part + 1] - grouping->starts[part];
	return grouping->items + grouping->starts[part];
}

static struct presence_part part_at(const struct variant_solving *solving, uint32_t number)
{
	struct presence_part part = {.request = solving->request};

	part.elements = grouped(&solving->elements, number, &part.element_count);
	part.atoms = grouped(&solving->atoms, number, &part.atom_count);
	return part;
}

/* ---- descriptions: everything that an answer depends on ---- */

enum {
	WORD_TRUE,
	WORD_FALSE,
	WORD_FIRST /* of the members, each with two signs */
};

static uint32_t word_of(const struct variant_solving *solving, formula operand)
{
	if (parts_number(solving->parts, operand) == PARTS_NONE)
		return evaluation_true(solving->evaluation, operand) >> solving->variant & 1
			       ? WORD_TRUE
			       : WORD_FALSE;
	return WORD_FIRST + 2 * parts_place(solving->parts, operand) + (operand < 0);
}

static void describe_options(struct part_description *description, const struct options *options)
{
	uint32_t word = (uint32_t)options->topology;

	word = word << 2 | (uint32_t)options->topology_mode;
	word = word << 2 | (uint32_t)options->technologies;
	word = word << 2 | (uint32_t)options->technologies_mode;
	word = word << 1 | options->flags[FLAG_OPTIMIZATION_TOPOLOGY_UNIQUE];
	word = word << 1 | options->flags[FLAG_OPTIMIZATION_TOPOLOGY_UNIQUE_BACKWARD];
	word = word << 1 | options->flags[FLAG_OPTIMIZATION_SCENARIOS];
	word = word << 1 | options->flags[FLAG_OPTIMIZATION_SCENARIOS_UNIQUE];
	word = word << 1 | options->flags[FLAG_OPTIMIZATION_TECHNOLOGIES_UNIQUE];
	part_description_add(description, word);
}

static void describe_formula(
	const struct variant_solving *solving, struct part_description *description, int32_t index)
{
	const struct network *network = evaluation_network(solving->evaluation);
	size_t count;
	const formula *operands = network_operands(network, index, &count);

	part_description_add(
		description, (uint32_t)count << 4 | (uint32_t)network_kind(network, index));
	for (size_t i = 0; i < count; i++)
		part_description_add(description, word_of(solving, operands[i]));
}

static void describe_members(const struct variant_solving *solving,
	struct part_description *description, uint32_t number)
{
	size_t count;
	const int32_t *members = parts_members(solving->parts, number, &count);

	part_description_add(description, (uint32_t)count);
	for (size_t i = 0; i < count; i++)
		describe_formula(solving, description, members[i]);
}

static void describe_residuals(const struct variant_solving *solving,
	struct part_description *description, uint32_t number)
{
	size_t count;
	const int32_t *residuals = parts_residuals(solving->parts, number, &count);

	part_description_add(description, (uint32_t)count);
	for (size_t i = 0; i < count; i++) {
		part_description_add(description, word_of(solving, residuals[i]));
		describe_formula(solving, description, residuals[i]);
	}
}

static void describe_weight(struct part_description *description, double weight)
{
	uint64_t scaled = (uint64_t)presence_weight(weight);

	part_description_add(description, (uint32_t)scaled);
	part_description_add(description, (uint32_t)(scaled >> 32));
}

static void describe_element(const struct variant_solving *solving,
	struct part_description *description, const struct element *element)
{
	part_description_add(
		description, word_of(solving, solving->all->present[element->position]));
	part_description_add(description, (uint32_t)element->kind);
	if (element->kind == ELEMENT_NODE) {
		describe_weight(description, element->node.weight);
	} else if (element->kind == ELEMENT_TECHNOLOGY) {
		describe_weight(description, element->technology.weight);
		describe_weight(description, element->technology.priority);
	}
}

static void describe_atom(const struct variant_solving *solving,
	struct part_description *description, const struct atom *atom)
{
	uint32_t kinds = 0;

	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
		kinds |= (uint32_t)string_starts_with(
				 atom->name, element_kind_name((enum element_kind)kind))
			 << kind;
	part_description_add(description, word_of(solving, atom->variable));
	part_description_add(description, kinds);
}

static void describe(const struct variant_solving *solving, struct part_description *description,
	const struct presence_part *part, uint32_t number)
{
	const struct service_template *service_template = solving->request->service_template;

	description->count = 0;
	describe_options(description, &service_template->options);
	describe_members(solving, description, number);
	describe_residuals(solving, description, number);
	part_description_add(description, (uint32_t)part->element_count);
	for (size_t i = 0; i < part->element_count; i++)
		describe_element(
			solving, description, service_template->graph.all.items[part->elements[i]]);
	for (size_t i = 0; i < part->atom_count; i++)
		describe_atom(solving, description, &solving->all->atoms[part->atoms[i]]);
}

/* ---- solving ---- */

static void take_over(struct variant_solving *solving, const struct presence_part *part,
	const bool *present, unsigned ambiguities, uint32_t undecided)
{
	const struct elements all = solving->request->service_template->graph.all;

	if (undecided && !solving->arbitrary)
		solving->arbitrary = all.items[part->elements[undecided - 1]];
	for (size_t i = 0; i < part->element_count; i++)
		solving->present[all.items[part->elements[i]]->position] = present[i];
	solving->ambiguities |= ambiguities;
}

static struct part_answer solve(struct variant_solving *solving, struct presence_part *part,
	struct restriction *restriction)
{
	struct part_answer answer = {.present = solving->answer};

	part->restriction = restriction;
	part->formulas = restriction_formulas(restriction);
	presence_part_solve(part, &answer, solving->solves);
	restriction_destroy(restriction);
	return answer;
}

static enum solving_outcome solve_part(
	struct variant_solving *solving, struct part_description *description, uint32_t number)
{
	const struct presence_request *request = solving->request;
	struct presence_part part = part_at(solving, number);
	const struct solved_part *solved;

	describe(solving, description, &part, number);
	solved = solved_parts_find(request->solved, request->previously_solved, description);
	if (!solved) {
		struct part_answer answer =
			solve(solving, &part, restriction_create_part(solving->parts, number));

		if (answer.outcome == SOLVING_CANCELLED)
			return SOLVING_CANCELLED;
		solved = solved_parts_add(request->solved, description,
			(struct solved_part){answer.outcome, answer.ambiguities, answer.undecided,
				answer.present},
			part.element_count);
	}
	if (solved->outcome == SOLVING_DONE && !solving->is_impossible)
		take_over(solving, &part, solved->present, solved->ambiguities, solved->undecided);
	return (enum solving_outcome)solved->outcome;
}

static void begin_impossible(struct variant_solving *solving)
{
	uint32_t count = solving->request->service_template->graph.places.count;

	solving->is_impossible = true;
	memset(solving->present, 0, count * sizeof(*solving->present));
}

static void set_impossible(struct variant_solving *solving, uint32_t number)
{
	const struct elements all = solving->request->service_template->graph.all;
	struct presence_part part = part_at(solving, number);

	if (!solving->is_impossible)
		begin_impossible(solving);
	for (size_t i = 0; i < part.element_count; i++)
		solving->present[all.items[part.elements[i]]->position] = true;
}

/* A part without models, which no other can mend, comes before one that depends on others. All of
 * these are looked for: which part is first depends on the order in which formulas were made. */
static enum solving_outcome solve_parts(struct variant_solving *solving)
{
	struct part_description description = {0};
	enum solving_outcome result = SOLVING_DONE;

	for (uint32_t i = 0; i < parts_count(solving->parts); i++) {
		enum solving_outcome outcome = solve_part(solving, &description, i);

		if (outcome == SOLVING_IMPOSSIBLE)
			set_impossible(solving, i);
		if (outcome == SOLVING_IMPOSSIBLE || outcome == SOLVING_CANCELLED ||
			(outcome == SOLVING_COUPLED && result == SOLVING_DONE) ||
			(outcome == SOLVING_GIVEN_UP && result != SOLVING_IMPOSSIBLE))
			result = outcome;
		if (result == SOLVING_CANCELLED)
			break;
	}
	part_description_finish(&description);
	return result;
}

/* Of all parts together, in canonical order: it decides which result is the least. */
static uint32_t *open_elements(const struct variant_solving *solving, size_t *count)
{
	const struct undecided *undecided = solving->undecided;
	uint32_t *elements = memory_allocate(undecided->element_count, sizeof(*elements));

	*count = 0;
	for (size_t i = 0; i < undecided->element_count; i++) {
		uint32_t number = undecided->elements[i];

		if (parts_number(solving->parts, presence_at(solving->all, number)) != PARTS_NONE)
			elements[(*count)++] = number;
	}
	return elements;
}

/* What is best depends on several parts: they are solved as one. */
static enum solving_outcome solve_whole(struct variant_solving *solving)
{
	size_t element_count;
	uint32_t *elements = open_elements(solving, &element_count);
	struct presence_part part = {.request = solving->request,
		.is_whole = true,
		.elements = elements,
		.element_count = element_count,
		.atoms = solving->atoms.items,
		.atom_count = solving->atoms.starts[parts_count(solving->parts)]};
	struct part_answer answer =
		solve(solving, &part, restriction_create(solving->evaluation, solving->variant));

	solving->ambiguities = 0;
	solving->arbitrary = NULL;
	if (answer.outcome == SOLVING_DONE)
		take_over(solving, &part, answer.present, answer.ambiguities, answer.undecided);
	memory_release(elements);
	return answer.outcome;
}

/* ---- uniqueness ---- */

static void report_ambiguous(struct variant_solving *solving, const char *text)
{
	struct problem *problem = problems_add(solving->request->problems, PHASE_SOLVE,
		DIAGNOSTIC_CODE_AMBIGUOUS_RESULT, (struct node){0}, "%s", text);

	problem->variants = UINT64_C(1) << solving->variant;
}

static void report_ambiguities(struct variant_solving *solving)
{
	const struct options *options = &solving->request->service_template->options;

	if (solving->ambiguities & AMBIGUOUS_TOPOLOGY)
		report_ambiguous(solving,
			options->topology != OPTIMISATION_NONE
				? "The result is ambiguous considering nodes (besides optimization)"
				: "The result is ambiguous considering nodes (without "
				  "optimization)");
	if (solving->ambiguities & AMBIGUOUS_SCENARIOS)
		report_ambiguous(solving, "There are multiple scenarios of the same priority for "
					  "one node template possible");
	if (solving->ambiguities & AMBIGUOUS_TECHNOLOGIES)
		report_ambiguous(solving,
			options->technologies != OPTIMISATION_NONE
				? "The result is ambiguous considering technologies (besides "
				  "optimization)"
				: "The result is ambiguous considering technologies (without "
				  "optimization)");
}

/* Not an error of ours: of several results the least is taken. */
static void report_undecided(struct variant_solving *solving)
{
	struct string title;
	struct problem *problem;

	if (!solving->arbitrary || solving->ambiguities & AMBIGUOUS_TOPOLOGY)
		return;
	title = element_title(solving->arbitrary, solving->request->problems->arena);
	problem = problems_add(solving->request->problems, PHASE_WARNING,
		DIAGNOSTIC_CODE_UNDECIDED_CHOICE, solving->arbitrary->key,
		"%.*s is absent, but nothing decides so: it could as well be present",
		STRING_ARGUMENTS(title));
	problem->variants = UINT64_C(1) << solving->variant;
}

/* ---- all of it ---- */

/* Formulas that no presence depends on are not asked, be they left of what was there before an
 * edit. */
static struct parts *find_parts(const struct variant_solving *solving)
{
	const struct undecided *undecided = solving->undecided;
	formula *asked = memory_resize(NULL, undecided->element_count + 1, sizeof(*asked));
	struct parts *parts;

	for (size_t i = 0; i < undecided->element_count; i++)
		asked[i] = presence_at(solving->all, undecided->elements[i]);
	parts = parts_create(
		solving->evaluation, solving->variant, asked, undecided->element_count);
	memory_release(asked);
	return parts;
}

enum solving_outcome presence_solve(const struct presence_request *request,
	const struct undecided *undecided, const struct evaluation *evaluation, unsigned variant,
	bool *present, uint32_t *solves)
{
	struct variant_solving solving = {.request = request,
		.undecided = undecided,
		.all = request->service_template->formula,
		.evaluation = evaluation,
		.variant = variant,
		.present = present,
		.answer = memory_allocate(undecided->element_count, sizeof(bool)),
		.solves = solves};
	enum solving_outcome outcome;

	solving.parts = find_parts(&solving);
	solving.elements =
		group(&solving, formula_of_element, undecided->elements, undecided->element_count);
	solving.atoms = group(&solving, formula_of_atom, undecided->atoms, undecided->atom_count);
	outcome = solve_parts(&solving);
	if (outcome == SOLVING_COUPLED)
		outcome = solve_whole(&solving);
	if (outcome == SOLVING_IMPOSSIBLE && !solving.is_impossible)
		begin_impossible(&solving);
	if (outcome == SOLVING_DONE)
		report_ambiguities(&solving);
	if (outcome == SOLVING_DONE)
		report_undecided(&solving);
	grouping_finish(&solving.elements);
	grouping_finish(&solving.atoms);
	parts_destroy(solving.parts);
	memory_release(solving.answer);
	return outcome;
}

/* What neither conditions nor constraints decide step by step: the optimisation does, or there is
 * no other way at all, or nothing does, and the first of several results is taken. */
#include "analyzer/variability/analysis/explanation_tree.h"
#include "analyzer/variability/presence/conflict.h"
#include "analyzer/variability/presence/other_result.h"
#include "analyzer/variability/values/value.h"

enum {
	MOST_NAMED = 12 /* elements in one line */
};

struct choice {
	struct explaining *explaining;
	const struct element_graph *graph;
	const struct options *options;
	const bool *other; /* the best of the other results, by canonical position */
};

static bool is_present(const struct choice *choice, const struct element *element, bool in_other)
{
	return in_other ? choice->other[element->position]
			: variant_truth_of_element(&choice->explaining->reasoning.truth, element) ==
				  TRUTH_TRUE;
}

/* ---- what is optimised, in the order in which it is ---- */

static double weight_of_node(const struct element *element)
{
	return element->node.weight;
}

static double weight_of_technology(const struct element *element)
{
	return element->technology.weight;
}

static double priority_of(const struct element *element)
{
	return element->technology.priority;
}

static double one(const struct element *element)
{
	(void)element;
	return 1;
}

static double sum(const struct choice *choice, enum element_kind kind,
	double (*weigh)(const struct element *element), bool in_other)
{
	struct elements elements = choice->graph->kinds[kind];
	double total = 0;

	for (uint32_t i = 0; i < elements.count; i++)
		if (is_present(choice, elements.items[i], in_other))
			total += weigh(elements.items[i]);
	return total;
}

static double count_names(const struct choice *choice, bool in_other)
{
	struct elements technologies = choice->graph->kinds[ELEMENT_TECHNOLOGY];
	double total = 0;

	for (uint32_t i = 0; i < technologies.count; i++) {
		bool is_new = is_present(choice, technologies.items[i], in_other);

		for (uint32_t j = 0; j < i && is_new; j++)
			is_new = !is_present(choice, technologies.items[j], in_other) ||
				 !string_equal(
					 technologies.items[i]->name, technologies.items[j]->name);
		total += is_new;
	}
	return total;
}

struct aim {
	const char *name;
	double here, other;
};

static bool differs(struct aim aim)
{
	double difference = aim.here - aim.other;

	return difference > 1e-7 || difference < -1e-7;
}

static struct aim aim_of_topology(const struct choice *choice)
{
	bool counts = choice->options->topology_mode == OPTIMISATION_COUNT;

	return (struct aim){counts ? "number of nodes" : "weight of all nodes",
		sum(choice, ELEMENT_NODE, counts ? one : weight_of_node, false),
		sum(choice, ELEMENT_NODE, counts ? one : weight_of_node, true)};
}

static struct aim aim_of_technologies(const struct choice *choice)
{
	struct aim weight = {"weight of all technologies",
		sum(choice, ELEMENT_TECHNOLOGY, weight_of_technology, false),
		sum(choice, ELEMENT_TECHNOLOGY, weight_of_technology, true)};

	if (choice->options->technologies_mode != OPTIMISATION_COUNT &&
		(differs(weight) || choice->options->technologies_mode == OPTIMISATION_WEIGHT))
		return weight;
	return (struct aim){"number of different technologies", count_names(choice, false),
		count_names(choice, true)};
}

/* The first aim that the two results do not reach equally well; no name if there is none. */
static struct aim deciding_aim(const struct choice *choice)
{
	const struct options *options = choice->options;
	struct aim aim;

	if (options->topology != OPTIMISATION_NONE) {
		aim = aim_of_topology(choice);
		if (differs(aim))
			return aim;
	}
	if (options->flags[FLAG_OPTIMIZATION_SCENARIOS]) {
		aim = (struct aim){"distance of all technology rules",
			sum(choice, ELEMENT_TECHNOLOGY, priority_of, false),
			sum(choice, ELEMENT_TECHNOLOGY, priority_of, true)};
		if (differs(aim))
			return aim;
	}
	if (options->technologies != OPTIMISATION_NONE) {
		aim = aim_of_technologies(choice);
		if (differs(aim))
			return aim;
	}
	return (struct aim){0};
}

/* ---- the other result ---- */

/* Elements people think of; what belongs to them goes with them. */
static bool is_named(enum element_kind kind)
{
	return kind == ELEMENT_NODE || kind == ELEMENT_RELATION || kind == ELEMENT_TECHNOLOGY;
}

static struct string list_differences(
	const struct choice *choice, const struct element *asked, bool gained)
{
	struct arena *arena = choice->explaining->arena;
	struct elements all = choice->graph->all;
	struct string list = {0};
	size_t count = 0;

	for (uint32_t i = 0; i < all.count; i++) {
		const struct element *element = all.items[i];
		struct string display;

		if (element == asked || !is_named(element->kind) ||
			is_present(choice, element, true) != gained ||
			is_present(choice, element, false) == gained)
			continue;
		if (count++ >= MOST_NAMED)
			continue;
		display = element_display(element, arena);
		list = arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(list),
			list.length ? ", " : "", STRING_ARGUMENTS(display));
	}
	if (count > MOST_NAMED)
		list = arena_format(
			arena, "%.*s and %zu more", STRING_ARGUMENTS(list), count - MOST_NAMED);
	return list;
}

static void add_differences(
	const struct choice *choice, struct told *parent, const struct element *asked)
{
	for (int gained = 1; gained >= 0; gained--) {
		struct string list = list_differences(choice, asked, gained);

		if (list.length)
			explanation_add(choice->explaining, parent,
				arena_format(choice->explaining->arena, "then %s, too: %.*s",
					gained ? "present" : "absent", STRING_ARGUMENTS(list)),
				NULL, (struct node){0})
				->is_consequence = true;
	}
}

static void explain_alternative(const struct choice *choice, struct told *parent,
	const struct element *element, bool present)
{
	struct arena *arena = choice->explaining->arena;
	const char *otherwise = present ? "absent" : "present";
	struct aim aim = deciding_aim(choice);
	struct told *told;

	if (aim.name) {
		struct string here = value_number_text(arena, aim.here);
		struct string other = value_number_text(arena, aim.other);

		told = explanation_add(choice->explaining, parent,
			arena_format(arena,
				"the optimisation chooses so: the %s is %.*s, and would be %.*s if "
				"it were %s",
				aim.name, STRING_ARGUMENTS(here), STRING_ARGUMENTS(other),
				otherwise),
			NULL, (struct node){0});
	} else {
		told = explanation_add(choice->explaining, parent,
			arena_format(arena,
				"nothing decides: it could as well be %s; of equal results, the "
				"one "
				"is taken that lacks what comes first",
				otherwise),
			NULL, (struct node){0});
	}
	add_differences(choice, told, element);
}

/* ---- no other way ---- */

/* Of an element it is not its presence that counts, which may be what is asked about. */
static struct string text_of(struct explaining *explaining, const struct conflict_part *part)
{
	struct string display;

	if (part->constraint)
		return conflict_part_text(part, explaining->arena);
	display = element_display(part->element, explaining->arena);
	return arena_format(explaining->arena, "the conditions of %.*s", STRING_ARGUMENTS(display));
}

static void explain_necessity(struct explaining *explaining, struct told *parent,
	const struct element *element, bool present)
{
	size_t count;
	const struct conflict_part *parts = conflict_of_contrary(
		explaining->findings->service_template, explaining->findings->evaluation,
		explaining->reasoning.truth.variant, element, present, explaining->arena, &count);
	struct told *told = explanation_add(explaining, parent,
		arena_format(explaining->arena,
			"it cannot be %s: together, these leave no other way",
			present ? "absent" : "present"),
		NULL, (struct node){0});

	for (size_t i = 0; i < count; i++)
		explanation_add(explaining, told, text_of(explaining, &parts[i]), parts[i].element,
			conflict_part_place(&parts[i]));
}

void explain_choice(
	struct explaining *explaining, struct told *parent, const struct element *element)
{
	const struct service_template *service_template = explaining->findings->service_template;
	bool present =
		variant_truth_of_element(&explaining->reasoning.truth, element) == TRUTH_TRUE;
	struct choice choice = {.explaining = explaining,
		.graph = &service_template->graph,
		.options = &service_template->options,
		.other = other_result_find(service_template, explaining->findings->evaluation,
			explaining->reasoning.truth.variant, element, !present, explaining->arena)};

	if (choice.other)
		explain_alternative(&choice, parent, element, present);
	else
		explain_necessity(explaining, parent, element, present);
}

/* The conditions of elements: written, collected and generated.
 *
 * An element is present if all of its conditions hold. Written ones are collected from the
 * element and the variability groups it is a member of; a default condition stands in for
 * them, pruning is added to them (Variability4TOSCA, sections "Default Conditions" and
 * "Pruning"). Conditions are data here; logic_expression.h makes formulas of them. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_CONDITIONS_H
#define ANALYZER_VARIABILITY_CONDITIONS_CONDITIONS_H

#include "analyzer/variability/elements/element_graph.h"

enum condition_kind {
	CONDITION_WRITTEN,        /* a logic expression */
	CONDITION_NEVER,          /* an alternative that is not the default one */
	CONDITION_NO_OTHER,       /* the default alternative: none of the others is present */
	CONDITION_NAMESAKE_INPUT, /* a variability input is named like the element */
};

struct condition {
	enum condition_kind kind;
	bool is_generated; /* by a technology rule */
	struct node node;  /* CONDITION_WRITTEN: the expression; others: what caused it */
	const struct element *origin; /* the variability group it comes from, or NULL */
};

/* Parts of generated conditions, as bits. */
enum condition_token {
	TOKEN_HOST = 1 << 0,
	TOKEN_SOURCE_OF_INCOMING = 1 << 1,
	TOKEN_INCOMING = 1 << 2,
	TOKEN_INCOMING_NAIVE = 1 << 3,
	TOKEN_OUTGOING = 1 << 4,
	TOKEN_OUTGOING_NAIVE = 1 << 5,
	TOKEN_ARTIFACT = 1 << 6,
	TOKEN_ARTIFACT_NAIVE = 1 << 7,
	TOKEN_SOURCE = 1 << 8,
	TOKEN_TARGET = 1 << 9,
	TOKEN_DEFAULT = 1 << 10, /* none of the other alternatives is present */
	TOKEN_CONTAINER = 1 << 11,
	TOKEN_CONSUMING = 1 << 12,
	TOKEN_MANAGED = 1 << 13,
	TOKEN_OTHER = 1 << 14,
	TOKEN_SCENARIO = 1 << 15,
	TOKEN_PRODUCED = 1 << 16,
	TOKEN_CONSUMED = 1 << 17,
	TOKEN_PRESENT_TARGET = 1 << 18,
	TOKEN_PRESENT_MEMBER = 1 << 19,
	TOKEN_LAST = TOKEN_PRESENT_MEMBER
};

struct element_conditions {
	const struct condition *items; /* all but the generated one */
	uint32_t count;
	uint32_t manual_count;     /* those that are not generated */
	unsigned tokens;           /* of the generated condition */
	bool is_default;           /* the generated condition stands in for missing ones */
	struct node type_specific; /* selected in addition to the tokens; may be absent */
};

struct membership;

struct conditions {
	const struct element_graph *graph;
	struct node type_specific;        /* the map they come from */
	struct element_conditions *items; /* by position */
	struct membership **memberships;  /* the same; NULL if there are no variability groups */
	uint32_t membership_count;        /* of later positions there are none */
	struct name_table namesakes;      /* inputs that could be named like an element */
};

/* `type_specific` is the map of type-specific conditions, possibly absent. */
void conditions_collect(struct conditions *conditions, const struct element_graph *graph,
	struct node type_specific);

/* Those of an edited graph: `conditions` holds what they were in its base, in an array of its own,
 * and those of the elements that are made anew are collected. `changed` are positions, in canonical
 * order, theirs among them. */
void conditions_collect_renewed(
	struct conditions *conditions, const uint32_t *changed, uint32_t count);

/* Whether an input that is defined there may be named like an element, which matters then. */
bool conditions_have_namesakes(const struct element_graph *graph, struct node variability);

static inline const struct element_conditions *conditions_of(
	const struct conditions *conditions, const struct element *element)
{
	return &conditions->items[element->position];
}

/* Calls `visit` for each condition that is written at the element itself, by its author. */
typedef void condition_visit(void *context, struct node condition, const struct element *element);
void conditions_visit_own(
	const struct conditions *conditions, condition_visit *visit, void *context);

/* Whatever is neither false, zero, empty nor nothing. */
bool is_truthy(struct node node);

#endif

/* How many node representations and relationships a template yields under one variant, and which
 * representation is connected with which (TOSCA 2.0, sections "Specifying Number of Node
 * Representations" and "Cardinality of Relationships").
 *
 * A pure function of what is written and of what inputs hold. What cannot be decided before
 * deployment is open, and so is all that follows from it. */
#ifndef ANALYZER_MODEL_MULTIPLICITY_REPRESENTATIONS_H
#define ANALYZER_MODEL_MULTIPLICITY_REPRESENTATIONS_H

#include "analyzer/model/multiplicity/multiplicity.h"

struct multiplicity_count {
	enum multiplicity_count_state {
		COUNT_OPEN,
		COUNT_ABSENT, /* what it counts is not present */
		COUNT_KNOWN,
		COUNT_WRONG, /* `value` is no integer, or negative */
	} state;
	double number;               /* if known */
	struct function_value value; /* unless it is known */
};

/* Of one requirement assignment. */
struct relationships {
	struct multiplicity_count each; /* of every representation of the source */
	struct multiplicity_count all;
	enum relationship_pairing {
		PAIRING_FREE,    /* the orchestrator selects different targets */
		PAIRING_MESH,    /* every representation of the target is one */
		PAIRING_INDEXED, /* see `representations_target_index` */
	} pairing;
};

struct representations {
	struct multiplicity_scope scope;
	struct multiplicity_count *nodes;   /* in the order of the multiplicity */
	struct relationships *requirements; /* the same */
};

/* Lives in `arena`; borrows the rest. */
const struct representations *representations_of(const struct multiplicity *multiplicity,
	const struct multiplicity_variant *variant, struct arena *arena);

const struct multiplicity_count *representations_of_node(
	const struct representations *representations, const struct multiplicity_node *node);
const struct relationships *representations_of_requirement(
	const struct representations *representations,
	const struct multiplicity_requirement *requirement);

/* Which representation of its target the representation `index` of the source requires, both
 * counted from 0; NaN if that is open. It may be one that does not exist. */
double representations_target_index(const struct representations *representations,
	const struct multiplicity_requirement *requirement, double index);

#endif

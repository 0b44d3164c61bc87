/* What requirement assignments allocate from properties of capabilities (TOSCA 2.0, section
 * "Extended grammar with capacity allocation"). */
#ifndef ANALYZER_MODEL_MULTIPLICITY_ALLOCATION_H
#define ANALYZER_MODEL_MULTIPLICITY_ALLOCATION_H

#include "analyzer/model/multiplicity/multiplicity_report.h"

/* One property that a requirement assignment allocates. */
struct allocation {
	const struct multiplicity_requirement *requirement;
	const struct type_member *capability; /* of the target */
	const struct type_member *property;   /* of the capability */
	const struct type *data_type;         /* of the property; NULL if primitive */
	struct node key;
	struct node value;
};

struct allocations {
	struct allocation *items;
	size_t count, capacity;
};

/* Of all requirement assignments with a target, those from one property one after the other, and so
 * those from one capability. Allocations from what is no number are reported. */
struct allocations allocations_find(struct multiplicity_checker *checker);

bool allocation_is_of_same_capability(const struct allocation *a, const struct allocation *b);
bool allocation_is_of_same_property(const struct allocation *a, const struct allocation *b);

/* "4 GB" or a number as an amount of the property; NaN if it is none. */
double allocation_amount(const struct allocation *allocation, struct function_value value);

/* All of `count` allocations from one capability at once: some nodes may offer enough of each
 * property, and none of all. `exceeded` has the variants of which that is told already. */
void allocation_check_together(struct multiplicity_checker *checker,
	const struct allocation *allocations, size_t count, uint64_t exceeded);

#endif

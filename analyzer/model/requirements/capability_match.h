/* Which capability of a target a requirement can be fulfilled by, and what is in the way if there
 * is none: TOSCA 2.0, section "Requirement Fulfillment", and the Simple Profile. */
#ifndef ANALYZER_MODEL_REQUIREMENTS_CAPABILITY_MATCH_H
#define ANALYZER_MODEL_REQUIREMENTS_CAPABILITY_MATCH_H

#include "analyzer/model/checker/template_checker.h"

/* How far the best capability of a target gets. */
enum match_stage {
	MATCH_NOTHING,
	MATCH_NAME,
	MATCH_TYPE,
	MATCH_SOURCE,       /* the capability accepts the source */
	MATCH_CAPABILITY,   /* the relationship accepts the capability */
	MATCH_RELATIONSHIP, /* the capability accepts the relationship */
	MATCH_TOTAL = MATCH_RELATIONSHIP
};

struct capability_match {
	enum match_stage stage;
	struct string capability;
	const struct type *type;
};

/* What is asked of a capability. */
struct wanted_capability {
	struct string name; /* empty: any */
	const struct type *type;
	const struct type *source;
	const struct type *relationship;
	bool is_2_0;
};

/* The best match among all alternatives; everything matches what is not known. */
struct capability_match capability_match_find(struct template_checker *checker,
	const struct wanted_capability *wanted, const struct element_types *types);

#endif

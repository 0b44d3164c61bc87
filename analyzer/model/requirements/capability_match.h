/* What a requirement accepts: which target, by which of its capabilities, over which relationship,
 * and what is in the way if it does not. TOSCA 2.0, section "Requirement Fulfillment", and the
 * Simple Profile. The check words the answer; completion offers what is accepted. */
#ifndef ANALYZER_MODEL_REQUIREMENTS_CAPABILITY_MATCH_H
#define ANALYZER_MODEL_REQUIREMENTS_CAPABILITY_MATCH_H

#include "analyzer/model/report/verdict.h"
#include "analyzer/model/scope/template_scope.h"
#include "analyzer/model/types/member_cache.h"

/* What a requirement asks for; NULL or empty: anything, or it is not known. */
struct demand {
	struct string requirement;
	const struct type *source; /* of the node that has the requirement */
	const struct type *node;
	const struct type *capability;
	struct string capability_name; /* a capability of the target */
	const struct type *relationship;
	bool is_2_0;
};

/* Of a requirement that a node type declares. */
struct demand demand_of(
	const struct type *source, const struct type_member *definition, bool is_2_0);

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

/* Whether the relationship can lead to a capability as it is demanded. */
enum verdict relationship_accepts_capability(const struct demand *demand);

/* The first of these that is not as it has to be. */
enum refusal {
	REFUSED_NOTHING, /* all is well, as far as it is known */
	REFUSED_NODE,    /* the target is not of the type */
	REFUSED_CAPABILITY,
	REFUSED_SOURCE, /* the relationship cannot start at the source */
	REFUSED_TARGET, /* it cannot lead to the target */
};

struct acceptance {
	enum refusal refusal;
	struct capability_match match; /* if a capability is asked for */
};

struct acceptance requirement_accepts(struct member_cache *members, const struct demand *demand,
	const struct element_types *target);

#endif

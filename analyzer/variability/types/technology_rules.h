/* Technology rules: `variability.qualities`, or a file of that name (Variability4TOSCA, section
 * "Technology Rules").
 *
 * Rules about the same component, artifact and hosting stack are one scenario; each of them
 * assesses how well a technology manages it. */
#ifndef ANALYZER_VARIABILITY_TYPES_TECHNOLOGY_RULES_H
#define ANALYZER_VARIABILITY_TYPES_TECHNOLOGY_RULES_H

#include "analyzer/syntax/tree/node.h"
#include "analyzer/variability/types/problem.h"

struct string_list {
	struct string *items;
	uint32_t count;
};

struct technology_rule {
	struct node node;
	const struct technology_scenario *scenario;
	struct string name;       /* component#artifact::technology@host->host */
	struct string technology; /* as written */
	struct string component;
	struct string artifact;        /* empty: none */
	struct string_list hosting;    /* nearest host first; "*" any number of hosts */
	struct string_list operations; /* of the interface `management` */
	struct node conditions;        /* may be absent */
	struct node weight_place;
	double weight;
	struct string assign; /* empty: a name made of the node's type and the rule */
};

struct technology_scenario {
	struct string name;                  /* component#artifact@host->host */
	const struct technology_rule *first; /* whose component, artifact … count */
	struct technology_rule **rules;
	uint32_t rule_count;
	double best_weight;
};

struct technology_rules {
	struct technology_scenario **scenarios; /* in order */
	uint32_t scenario_count;
	uint32_t rule_count;
};

/* Of the list `node`, which may be absent. */
void technology_rules_read(struct technology_rules *result, struct arena *arena, struct node node,
	struct problems *problems);

struct node technology_rule_conditions(const struct technology_rule *rule);

#endif

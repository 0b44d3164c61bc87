/* Paths of functions: [SELF, host, port]. What each name leads to, from where the path begins to a
 * property or attribute and its parts.
 *
 * TOSCA 2.0, section "The simplified TOSCA_PATH definition in BNF format"; Simple Profile,
 * section "get_property". */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_PATH_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_PATH_H

#include "analyzer/model/functions/graph_place.h"

struct function_path {
	const struct graph_place *place; /* where it is written */
	struct node function;            /* its key */
	struct node arguments;
	enum type_part part; /* what the last name is one of */
	bool names_entity;   /* it is no path, but the name of a node or relationship */
	bool is_silent;      /* nothing is reported */
};

struct node function_path_argument(const struct function_path *path, uint32_t position);

/* Where a path begins; unknown if nothing can be said, which is reported as far as it is a
 * mistake. */
struct graph_place function_path_start(
	struct template_checker *checker, const struct function_path *written);

/* Simple Profile, section "Reserved Function Keywords": "search each node along the "HostedOn"
 * relationship chain". Whether the path begins with HOST at a node, and its immediate host. */
bool function_path_starts_at_host(struct template_checker *checker,
	const struct function_path *path, struct graph_place *host);

/* What the path leads to; empty if it is not known, or nothing, which is reported. */
struct value_schema function_path_follow(struct template_checker *checker,
	const struct function_path *written, const struct graph_place *start);

/* The same, at `first` or at the closest of its own hosts where that is found. */
struct value_schema function_path_follow_hosts(struct template_checker *checker,
	const struct function_path *written, const struct graph_place *first);

/* The same for a value whose definition is `schema`, and a path that begins inside of it. */
struct value_schema function_path_follow_value(struct template_checker *checker,
	const struct function_path *written, struct value_schema schema);

/* The same for what follows the name of an input whose definition is `schema`. */
struct value_schema function_path_follow_parts(struct template_checker *checker,
	const struct function_path *written, struct value_schema schema);

/* Paths in strings (`eval_path.h`) that `value` holds: what is certainly not there is reported.
 * `is_call`: it is the argument of `eval`. Nodes and inputs by which they begin are found with all
 * other names. */
void function_path_check_text(struct template_checker *checker, const struct graph_place *place,
	struct node value, bool is_call);

#endif

/* What a template says about how often things exist at runtime (TOSCA 2.0, section "Creating
 * Multiple Node Representations from the Same Node Template").
 *
 * Node templates with their `count`, requirement assignments with `count`, indexed targets and
 * allocations, found once for all variants. Knows what is written; what comes of it is told by
 * `representations.h`. */
#ifndef ANALYZER_MODEL_MULTIPLICITY_MULTIPLICITY_H
#define ANALYZER_MODEL_MULTIPLICITY_MULTIPLICITY_H

#include "analyzer/model/types/types.h"
#include "analyzer/model/values/function_value.h"
#include "analyzer/text/arena.h"

struct multiplicity_requirement {
	struct string name;
	struct node key;
	struct node value; /* of the assignment, in short or extended notation */
	const struct multiplicity_node *source;
	const struct multiplicity_node *target; /* NULL if it names no node template */
	struct node target_name;
	struct node target_index; /* of `[node template, index]`; else absent */
	struct node count;        /* absent or null: 1 */
	bool is_binding; /* must be fulfilled, and inside of the template as far as it says */
};

struct multiplicity_node {
	struct string name;
	struct node key;
	struct node value;
	struct node count; /* absent or null: 1 */
	bool is_copy;      /* takes keynames over from elsewhere, maybe `count` */
	bool is_selected;  /* exists already: what it offers is not written here */
	const struct multiplicity_requirement *requirements;
	uint32_t requirement_count;
	uint32_t position; /* among the nodes */
};

struct multiplicity {
	struct arena *arena;
	const struct types *types;
	struct member_cache *members;
	struct node template; /* the service template */
	struct multiplicity_node *nodes;
	uint32_t node_count;
	struct multiplicity_requirement *requirements; /* of all nodes, one after the other */
	uint32_t requirement_count;
	const struct multiplicity_node **by_name; /* sorted */
	bool is_used;     /* there is a count, an indexed target or an allocation at all */
	bool is_computed; /* not all of these are written as they are */
};

/* NULL if the file is not of TOSCA 2.0. Everything lives in `arena`, and borrows `types`. */
const struct multiplicity *multiplicity_read(
	const struct syntax_tree *tree, const struct types *types, struct arena *arena);

const struct multiplicity_node *multiplicity_find(
	const struct multiplicity *multiplicity, struct string name);

/* Whether a section says anything by which nodes or relationships multiply: a template of which
 * none does has one of each, and needs not be read. May err towards true. */
bool multiplicity_is_in_section(const struct syntax_tree *tree, uint32_t section);

/* ---- what inputs and properties hold ---- */

/* A template under one variant. NULL for a callback: everything is present, nothing computed. */
struct multiplicity_variant {
	const void *context;
	/* Of what has this key: a node template, requirement assignment, input or property. */
	enum multiplicity_presence {
		MULTIPLICITY_PRESENT,
		MULTIPLICITY_ABSENT,
		MULTIPLICITY_OPEN,
	} (*presence)(const void *context, struct node key);
	/* Of a property whose value is an expression of variability. */
	struct function_value (*expression)(const void *context, struct node key);
};

struct multiplicity_scope {
	const struct multiplicity *multiplicity;
	const struct multiplicity_variant *variant;
};

enum multiplicity_presence multiplicity_presence_of(
	const struct multiplicity_variant *variant, struct node key);

/* The scope of functions in a node template; `node_index` is NaN if it does not matter. Borrows
 * `scope`. */
struct function_scope multiplicity_functions(
	const struct multiplicity_scope *scope, const struct multiplicity_node *node, double index);

/* The definition in the source's type that a requirement assignment is for; NULL if unknown. */
const struct type_member *multiplicity_requirement_definition(
	const struct multiplicity *multiplicity,
	const struct multiplicity_requirement *requirement);

/* The capability of the target by which a requirement assignment is fulfilled, as the target's
 * type defines it; NULL if it is unknown, or one of several. */
const struct type_member *multiplicity_target_capability(const struct multiplicity *multiplicity,
	const struct multiplicity_requirement *requirement);

/* The type of a capability that a node type defines; NULL if it is unknown. */
const struct type *multiplicity_capability_type(const struct type_member *capability);

/* What the property of a capability is, as the node template or its type says; may be absent. */
struct node multiplicity_capability_property(const struct multiplicity *multiplicity,
	const struct multiplicity_node *node, struct string capability, struct string name);

/* What an input holds, as written; absent if the template leaves it open. */
struct node multiplicity_input(const struct multiplicity_scope *scope, struct string name);

#endif

/* Where the arguments of get_property and the like lead: step by step from a node through
 * requirements and capabilities to a property and into its value.
 *
 * TOSCA 1.x: [node, requirement or capability, property, nested …]. TOSCA 2.0, section
 * "get_property": a path [node, RELATIONSHIP, requirement, index, TARGET, CAPABILITY,
 * capability, …], and behind it property and nested names. */
#ifndef ANALYZER_IDE_DECLARATIONS_TRAVERSAL_H
#define ANALYZER_IDE_DECLARATIONS_TRAVERSAL_H

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/declarations/declaration.h"
#include "analyzer/model/functions/graph_place.h"

enum traversal_at {
	AT_NOTHING, /* unknown from here on */
	AT_START,
	AT_NODE,
	AT_RELATIONSHIP,
	AT_CAPABILITY,
	AT_REQUIREMENT_NAME, /* TOSCA 2.0, behind RELATIONSHIP: its name comes next */
	AT_CAPABILITY_NAME,  /* TOSCA 2.0, behind CAPABILITY */
	AT_VALUE,
};

struct traversal {
	const struct place *written; /* where the function is called */
	struct template_checker *checker;
	struct arena *arena;

	enum traversal_at at;
	bool is_within;             /* behind the name of a requirement or capability */
	const struct type *self;    /* AT_START: what SELF stands for, if that is a type */
	struct name_entry relation; /* AT_START: the requirement assignment around, if any */
	/* AT_NODE, AT_RELATIONSHIP, AT_CAPABILITY: it; where a name has to follow, what is before.
	 */
	struct graph_place place;
	struct graph_place source;      /* AT_RELATIONSHIP: the node it starts at */
	struct graph_place requirement; /* AT_NODE, behind the name of a requirement: that */
	bool is_behind_relationship;
	bool has_index;             /* AT_RELATIONSHIP: behind an index */
	struct value_schema schema; /* AT_VALUE */
	/* Behind HOST: all nodes that host this one, and which of them is meant. */
	const struct graph_place *hosts;
	size_t host_count, host;
	bool has_no_host; /* it began with HOST, which certainly leads nowhere */
};

/* What SELF means at the end of a path, if it is no template: the type that is being defined
 * around it, or in the node filter of a requirement the type of the nodes that are looked at. */
const struct type *traversal_self(const struct types *types, const struct syntax_tree *tree,
	const struct cursor_step *path, size_t length, struct arena *arena);

/* The requirement assignment that a path leads into, where TARGET is the node it leads to: for
 * `relation`. */
struct name_entry traversal_relation(
	const struct syntax_tree *tree, const struct cursor_step *path, size_t length);

/* Whether a list at the place leads to an attribute that takes an output: `[SELF, url]`. */
bool traversal_maps_attribute(const struct place *place);

/* `place` is where the function is called: SELF depends on it. `defined` is the type that it
 * stands for, or NULL. */
struct traversal traversal_start(const struct types *types, const struct syntax_tree *tree,
	const struct place *place, const struct type *defined, struct arena *arena);

void traversal_step(struct traversal *traversal, struct string argument);

/* Along all arguments. "Search each node along the HostedOn relationship chain": behind HOST, from
 * the host from which most of them lead on, the closest one of several. */
void traversal_follow(struct traversal *traversal, const struct string *arguments, size_t count);

/* The same, along the first `end` of them. */
void traversal_follow_to(
	struct traversal *traversal, const struct string *arguments, size_t count, size_t end);

/* The same, from the next host that can be followed as far; false if there is none. `traversal` is
 * where it started. */
bool traversal_follow_next(struct traversal *traversal, const struct traversal *start,
	const struct string *arguments, size_t count);

/* TOSCA 1.x, behind the name of a requirement: to its target's capability, or to the relationship,
 * if that has the value `name`, and the target has not. */
void traversal_seek(struct traversal *traversal, struct string name);

/* What an element offers at the place: by its types, and the definitions that name them. */
struct type_members traversal_members(const struct traversal *traversal, enum type_part part);

#endif

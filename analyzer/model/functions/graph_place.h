/* Places in the representation graph: what SELF, names and steps in the path of a function
 * lead to, and what is defined there.
 *
 * What only the deployment tells is unknown: a target that the orchestrator finds, one of
 * several relations under conditions, a type without definition. */
#ifndef ANALYZER_MODEL_FUNCTIONS_GRAPH_PLACE_H
#define ANALYZER_MODEL_FUNCTIONS_GRAPH_PLACE_H

#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/report/verdict.h"

enum graph_place_kind {
	PLACE_UNKNOWN,
	PLACE_NOWHERE, /* outside of nodes and relationships: outputs */
	PLACE_NODE,
	PLACE_RELATIONSHIP,
	PLACE_CAPABILITY,
};

struct graph_place {
	enum graph_place_kind kind;
	struct string name; /* for messages */
	struct node key;    /* of its template, if there is one */
	struct element_types types;
	struct node element;                  /* its template or assignment, if there is one */
	const struct type_member *definition; /* of a capability */
	bool is_open;                   /* a type was named: the node may be of a derived one */
	bool is_asked_for;              /* it may, yet whoever writes a type knows only this one */
	bool is_selected;               /* it may: only what is nearly right is told */
	struct node_entry source;       /* of a relationship: the node where it starts */
	struct node assignment;         /* and the requirement assignment it belongs to */
	struct string requirement;      /* and its name */
	const struct type_member *asks; /* and what its definition asks for, if it is known */
	struct node_entry owner; /* of a capability, or of the one that a relationship comes in
				    to: the node template that has it */
};

/* Of a node template, a relationship template, or, for definitions, a type. */
struct graph_place graph_node(struct template_checker *checker, struct node_entry node);
struct graph_place graph_relationship(struct template_checker *checker, struct node_entry template);
struct graph_place graph_type(const struct type *type);

/* The relationship of a requirement assignment of `node`; of which type it is may be said by the
 * definition of the requirement alone. */
struct graph_place graph_assigned_relationship(struct template_checker *checker,
	const struct graph_place *node, struct node_entry assignment);

/* A node or relationship template by name; nowhere if there is none. */
struct graph_place graph_named(struct template_checker *checker, struct string name);

/* Steps. They lead nowhere if there is no such requirement or capability for sure. */
struct graph_place graph_step_requirement(
	struct template_checker *checker, const struct graph_place *node, struct string name);
/* Of several assignments, which are present under different conditions, the relationship of the one
 * at `position`; nowhere behind the last. */
struct graph_place graph_step_alternative(struct template_checker *checker,
	const struct graph_place *node, struct string name, size_t position);
enum {
	ANY_INDEX = -1
};
/* Several relationships may be made of a requirement: the one with the index, counted from 0. */
struct graph_place graph_step_requirement_at(struct template_checker *checker,
	const struct graph_place *node, struct string name, double index);
struct graph_place graph_step_capability(
	struct template_checker *checker, const struct graph_place *node, struct string name);
struct graph_place graph_step_source(
	struct template_checker *checker, const struct graph_place *relationship);
struct graph_place graph_step_target(
	struct template_checker *checker, const struct graph_place *relationship);
/* The capability that a relationship ends at. */
struct graph_place graph_step_end(
	struct template_checker *checker, const struct graph_place *relationship);

/* The node that hosts another one: the target of its relationship derived from HostedOn. It leads
 * nowhere if the node has no host for sure. */
struct graph_place graph_step_host(
	struct template_checker *checker, const struct graph_place *node);
enum {
	MOST_HOSTS = 64 /* of hosts of hosts; nodes may host each other */
};

/* Whether `part` (PART_PROPERTIES or PART_ATTRIBUTES) has `name` at a place, and, if that is
 * known, its schema. */
enum verdict graph_find(struct template_checker *checker, const struct graph_place *place,
	enum type_part part, struct string name, struct value_schema *schema);

/* The same, as functions and conditions read it: by "Attribute and Property reflection", each
 * property is an attribute, too. */
enum verdict graph_find_value(struct template_checker *checker, const struct graph_place *place,
	enum type_part part, struct string name, struct value_schema *schema);

/* The value `name` of the target of a requirement, of any of its capabilities, or, as some tools
 * read it, of the relationship; `*place` becomes what has it. */
enum verdict graph_find_at_target(struct template_checker *checker,
	const struct graph_place *relationship, enum type_part part, struct string name,
	struct graph_place *place, struct value_schema *schema);

/* All names that a part has there, for suggestions. */
void graph_suggest(struct template_checker *checker, const struct graph_place *place,
	enum type_part part, struct suggestion *suggestion);

#endif

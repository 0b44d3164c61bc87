/* Populating the element graph: what its parts share. Internal to population*.c. */
#ifndef ANALYZER_VARIABILITY_ELEMENTS_POPULATION_H
#define ANALYZER_VARIABILITY_ELEMENTS_POPULATION_H

#include "analyzer/variability/elements/element_graph.h"

/* A growing list of elements, released at the end. */
struct element_vector {
	struct element **items;
	size_t count;
	size_t capacity;
};

struct population {
	struct element_graph *graph;
	struct element_vector kinds[ELEMENT_KIND_COUNT];
};

/* A new element, not yet in the list of its kind. */
struct element *population_create(struct population *population, enum element_kind kind,
	struct element *container, struct node key, struct node value);

/* Keeps what stays with the element, and whether it is a default alternative. */
void population_set_keywords(
	struct population *population, struct element *element, const struct keywords *keywords);

/* Adds it to the list of its kind, behind all others. */
void population_push(struct population *population, struct element *element);

/* An empty array for a list of `count` elements, whose items are to be filled in. */
struct element **population_begin_list(
	struct population *population, struct elements *list, uint32_t count);

/* Sets the alternatives of a list: those of the same name, or all. Reports more than one
 * default alternative. `is_automatic`: the option automatic_default_alternatives applies. */
void population_set_alternatives(
	struct population *population, struct elements list, bool by_name, bool is_automatic);
void population_check_defaults(struct population *population, struct elements list);

/* Variability4TOSCA, option automatic_default_alternatives: of several alternatives without a
 * default, the only one that has no conditions becomes it. */
void population_choose_default(struct elements scope);

/* Types and properties of any container. */
void population_add_types(struct population *population, struct element *container,
	struct node type, enum phase missing);
void population_add_properties(
	struct population *population, struct element *container, struct node properties);

/* A node template, whether it may be called so, and all that belongs to it. */
struct element *population_create_node(struct population *population, struct named_entry entry);
void population_check_name(
	struct population *population, const struct element *node, bool is_taken);
void population_fill_node(struct population *population, struct element *node);

/* Whether each relationship template is used. */
void population_check_relationships(struct element_graph *graph);

/* Finds the target of a relation. */
void population_connect_relation(struct element_graph *graph, struct element *relation);

/* An input or output. */
struct element *population_create_parameter(struct population *population, enum element_kind kind,
	struct named_entry entry, uint32_t index);

/* Groups need the nodes, policies the groups; one of them, without telling others. */
struct element *population_create_group(struct population *population, struct named_entry entry);
struct element *population_create_policy(
	struct population *population, struct named_entry entry, uint32_t index);
void population_add_groups(struct population *population);
void population_add_policies(struct population *population);

/* "1.5", "true" or JSON, as values appear in messages. */
struct string population_text(struct population *population, struct node node);
struct string population_json(struct population *population, struct node node);

#endif

/* Interfaces of nodes and relationships, and their operations: those that types define, and those
 * that a template adds. */
#ifndef ANALYZER_MODEL_FUNCTIONS_OPERATION_H
#define ANALYZER_MODEL_FUNCTIONS_OPERATION_H

#include "analyzer/model/functions/graph_place.h"

struct interface {
	const struct type_member *definition; /* of the node or relationship type; NULL: none */
	const struct type *type;              /* of the interface; NULL: none, or not known */
	struct node assigned;                 /* in the template */
	enum definitions_version version;
};

/* Fails if there is none for sure. */
enum verdict interface_find(struct template_checker *checker, const struct graph_place *place,
	struct string name, struct interface *found);

/* Splits "<interface>.<operation>" at its last dot: the name of an interface may have dots. False
 * if it names no interface. */
bool operation_split(struct string text, struct string *interface, struct string *operation);

/* The keynames of an interface under which operations and notifications stand. */
enum {
	INTERFACE_COLLECTIONS = 2
};
extern const char *const interface_collections[INTERFACE_COLLECTIONS];

/* The operations, or notifications, written in one interface, by position: TOSCA 1.x has them
 * in the interface itself as well. Its key is absent if what stands there is none. */
struct node_entry interface_operation_at(
	enum definitions_version version, struct node interface, uint32_t position);
uint32_t interface_operation_count(struct node interface);

/* TOSCA 1.x: whether the key of an interface, being no keyname, is the name of an operation. */
bool interface_has_direct_operation(enum definitions_version version, struct string key);

/* All "operations", or "notifications", that definition and types have. In `arena`. */
struct type_members interface_operations(
	const struct interface *interface, const char *keyname, struct arena *arena);

/* Whether some type defines the operation. */
enum verdict interface_defines(const struct interface *interface, struct string operation);
void interface_suggest(const struct interface *interface, struct suggestion *suggestion);

/* Whether there is the operation, by the types or because the template adds it. */
enum verdict operation_exists(struct template_checker *checker, const struct graph_place *place,
	struct string interface, struct string operation);

/* The "inputs" or "outputs" of an operation or notification, or, if its name is empty, what the
 * interface itself has by the keyname: as the types define them, and definitions refine them. In
 * `arena`. */
struct type_members interface_parameters(const struct interface *interface, struct string operation,
	const char *keyname, struct arena *arena);

/* An input of the operation, or one that all of the interface share; NULL if there is none. */
const struct type_member *interface_input(const struct interface *interface,
	struct string operation, struct string input, struct arena *arena);

/* TOSCA 1.x: an interface may be named by its type. Offers what may be a typing mistake in that. */
void interface_suggest_types(const struct template_checker *checker, struct suggestion *suggestion);

#endif

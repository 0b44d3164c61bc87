/* The names a document declares: what can be written where a name is expected.
 *
 * Read from the tree as it is, so that a name can be completed in the moment after
 * it was typed elsewhere. Knows where names stand in a service template, in its map
 * and its list form; does not know whether they are right. */
#ifndef ANALYZER_IDE_CURSOR_NAMES_H
#define ANALYZER_IDE_CURSOR_NAMES_H

#include "analyzer/language/types/type_kinds.h"
#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum declared_kind {
	DECLARED_VARIABILITY_INPUT,
	DECLARED_EXPRESSION,
	DECLARED_PRESET,
	DECLARED_INPUT,
	DECLARED_OUTPUT,
	DECLARED_NODE,
	DECLARED_RELATIONSHIP_TEMPLATE,
	DECLARED_GROUP,
	DECLARED_POLICY,
	DECLARED_WORKFLOW,
	DECLARED_FUNCTION,
	DECLARED_REPOSITORY,
#define TYPE_KIND(kind, keyname, title, prefix) DECLARED_##kind##_TYPE,
#include "analyzer/language/types/type_kinds.def"
#undef TYPE_KIND
	DECLARED_RELATION, /* the rest is contained in something */
	DECLARED_ARTIFACT,
	DECLARED_PROPERTY,
	DECLARED_TECHNOLOGY,
	DECLARED_STEP,
	DECLARED_ATTRIBUTE, /* in types */
	DECLARED_CAPABILITY,
	DECLARED_REQUIREMENT,
	DECLARED_INTERFACE,
	DECLARED_OPERATION,
	DECLARED_NOTIFICATION,
	DECLARED_OPERATION_INPUT,
	DECLARED_KIND_COUNT,
};

struct name_entry {
	struct string name;
	struct node key;
	struct node value;
	int32_t index; /* its position among the names of its kind */
};

struct name_list {
	const struct name_entry *items;
	size_t count;
};

/* All names of a kind, in the order of the text, repeated ones included. */
struct name_list names_of(
	const struct syntax_tree *tree, enum declared_kind kind, struct arena *arena);

/* The same for names within `container`, the value of a node template, group …  */
struct name_list names_within(struct node container, enum declared_kind kind, struct arena *arena);

/* Entries of a map, or of a list of maps with one entry each. */
struct name_list names_in(struct node collection, struct arena *arena);

/* The entry `name` of a kind; its key is absent if there is none. */
struct name_entry names_find(
	const struct syntax_tree *tree, enum declared_kind kind, struct string name);
struct name_entry names_find_in(struct node collection, struct string name);

/* The keyname whose value holds the names of a kind; for what is contained in something, of
 * that. And the map it is a keyname of: the file, the template or the variability definition;
 * absent if that is missing, or if names of this kind are contained in something. */
const char *names_keyname(enum declared_kind kind);
struct node names_home(const struct syntax_tree *tree, enum declared_kind kind);

/* Whether the home is the variability definition, which can be missing in a template. */
bool names_are_variability(enum declared_kind kind);

/* The variability definition. */
struct node names_variability(const struct syntax_tree *tree);

/* Whether they name types, of whatever kind. */
static inline bool names_are_types(enum declared_kind kind)
{
	return kind > DECLARED_REPOSITORY && kind < DECLARED_RELATION;
}

/* What names of types of this kind are. */
enum declared_kind declared_kind_of_type(enum type_kind kind);

/* "variability input", "node" … */
const char *declared_kind_noun(enum declared_kind kind);

#endif

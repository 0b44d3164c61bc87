/* Whether one type can stand for another, as far as that is known: a parent without definition
 * may derive from anything. And the types that definitions inside of types name. */
#ifndef ANALYZER_MODEL_SCOPE_TYPE_RELATION_H
#define ANALYZER_MODEL_SCOPE_TYPE_RELATION_H

#include "analyzer/model/report/verdict.h"
#include "analyzer/model/scope/template_scope.h"
#include "analyzer/model/types/value_schema.h"

/* False if some parent has no definition. */
bool type_is_rooted(const struct type *type);

/* Whether all is known of it. */
bool data_type_is_rooted(const struct data_type *type);

/* Whether `type` is `ancestor` or derives from it. */
enum verdict type_derives(const struct type *type, const struct type *ancestor);

/* Whether an element can be one of `ancestor`: fails if no alternative is. */
enum verdict types_derive(const struct element_types *types, const struct type *ancestor);

/* The value of a keyname of a definition, or of the closest one it refines that has it, with
 * the type in whose file names in it mean something. A scalar definition is the short notation
 * of `short_keyname`. */
struct placed_node {
	struct node node;
	const struct type *where;
};
struct placed_node member_value(
	const struct type_member *member, const char *keyname, const char *short_keyname);

/* The same of a keyname that names a type, by itself or by the keyname "type" of its map: a map
 * that leaves the type out refines the rest, and means the type that was named before. */
struct placed_node member_type_name(
	const struct type_member *member, const char *keyname, const char *short_keyname);

/* The type that such a value names, by itself or by its keyname "type"; NULL if unknown. */
const struct type *placed_type(struct placed_node value, enum type_kind kind);

/* A keyname of the type itself or of the closest parent that has it. */
struct placed_node type_value(const struct type *type, const char *keyname);

/* Whether `type` derives from one of those in a list. An empty or missing list allows all. Of a
 * list with types of nodes and of groups, those of the other kind do not count. */
enum verdict type_is_listed(const struct type *type, struct placed_node list, enum type_kind kind);

#endif

#include "analyzer/model/functions/operation.h"

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/model/scope/type_relation.h"

#include <string.h>

/* ---- interfaces ---- */

bool operation_split(struct string text, struct string *interface, struct string *operation)
{
	size_t dot = text.length;
	while (dot > 0 && text.bytes[dot - 1] != '.')
		dot--;
	*interface = string_slice(text, 0, dot > 0 ? dot - 1 : 0);
	*operation = string_slice(text, dot, text.length);
	return interface->length > 0;
}

enum verdict interface_find(struct template_checker *checker, const struct graph_place *place,
	struct string name, struct interface *found)
{
	struct value_schema schema;
	enum verdict verdict = graph_find(checker, place, PART_INTERFACES, name, &schema);
	*found = (struct interface){
		.definition = schema.member,
		.assigned = node_find(node_get(place->element, "interfaces"), name).value,
		.version = checker->scope.version,
	};
	struct node own = node_get(found->assigned, "type");
	if (node_is_string(own))
		found->type = types_find(checker->scope.types, TYPE_INTERFACE, node_text(own));
	else if (schema.member)
		found->type = placed_type(member_value(schema.member, "type", ""), TYPE_INTERFACE);
	/* TOSCA 1.x: an interface may be named by its type. */
	else if (!version_is_2_0(checker->scope.version))
		found->type = types_find(checker->scope.types, TYPE_INTERFACE, name);
	return verdict == FAILS && found->type ? UNKNOWN : verdict;
}

/* ---- operations as they are written ---- */

bool interface_has_direct_operation(enum definitions_version version, struct string key)
{
	return construct_others(CONSTRUCT_INTERFACE_TYPE, version) &&
	       !keyname_find_in_any_version(CONSTRUCT_INTERFACE_TYPE, key) &&
	       !keyname_find_in_any_version(CONSTRUCT_INTERFACE_DEFINITION, key);
}

const char *const interface_collections[INTERFACE_COLLECTIONS] = {"operations", "notifications"};

uint32_t interface_operation_count(struct node interface)
{
	if (node_kind(interface) != NODE_MAPPING)
		return 0;
	return node_count(interface) + node_count(node_get(interface, interface_collections[0])) +
	       node_count(node_get(interface, interface_collections[1]));
}

struct node_entry interface_operation_at(
	enum definitions_version version, struct node interface, uint32_t position)
{
	for (size_t i = 0; i < INTERFACE_COLLECTIONS; i++) {
		struct node collection = node_get(interface, interface_collections[i]);
		uint32_t count = node_count(collection);
		if (position < count)
			return node_entry(collection, position);
		position -= count;
	}
	struct node_entry entry = node_entry(interface, position);
	return interface_has_direct_operation(version, node_text(entry.key))
		       ? entry
		       : (struct node_entry){0};
}

static struct node_entry find_operation(
	enum definitions_version version, struct node interface, struct string name)
{
	for (size_t i = 0; i < INTERFACE_COLLECTIONS; i++) {
		struct node_entry entry =
			node_find(node_get(interface, interface_collections[i]), name);
		if (!node_is_absent(entry.key))
			return entry;
	}
	return interface_has_direct_operation(version, name) ? node_find(interface, name)
							     : (struct node_entry){0};
}

/* ---- definitions, the closest first ---- */

struct level {
	struct node interface;
	const struct type *where;
	const struct type_member *member; /* the next one above */
	const struct type *type;
};

static struct level first_level(const struct interface *interface)
{
	return (struct level){.member = interface->definition, .type = interface->type};
}

static bool next_level(struct level *level)
{
	if (level->member) {
		level->interface = level->member->definition;
		level->where = level->member->origin;
		level->member = level->member->refines;
		return true;
	}
	if (!level->type)
		return false;
	level->interface = level->type->definition;
	level->where = level->type;
	level->type = level->type->parent;
	return true;
}

enum verdict interface_defines(const struct interface *interface, struct string operation)
{
	struct level level = first_level(interface);
	while (next_level(&level)) {
		struct node_entry entry =
			find_operation(interface->version, level.interface, operation);
		if (!node_is_absent(entry.key))
			return HOLDS;
	}
	return type_is_rooted(interface->type) ? FAILS : UNKNOWN;
}

void interface_suggest(const struct interface *interface, struct suggestion *suggestion)
{
	struct level level = first_level(interface);
	while (next_level(&level)) {
		uint32_t count = interface_operation_count(level.interface);
		for (uint32_t i = 0; i < count && suggestion_wants_more(suggestion); i++) {
			struct node key =
				interface_operation_at(interface->version, level.interface, i).key;
			if (!node_is_absent(key))
				suggestion_offer(suggestion, node_text(key));
		}
	}
}

/* ---- parameters ---- */

static struct node parameters_in(enum definitions_version version, struct node interface,
	struct string operation, const char *keyname)
{
	struct node owner =
		operation.length ? find_operation(version, interface, operation).value : interface;
	return node_get(owner, keyname);
}

static struct type_members parameters_of_type(const struct type *type,
	enum definitions_version version, struct string operation, const char *keyname,
	struct arena *arena)
{
	if (!type || type->is_cyclic)
		return (struct type_members){0};
	struct type_members inherited =
		parameters_of_type(type->parent, version, operation, keyname, arena);
	return type_members_refine(inherited,
		parameters_in(version, type->definition, operation, keyname), type, arena);
}

static struct type_members refine_parameters(struct type_members members,
	const struct type_member *definition, enum definitions_version version,
	struct string operation, const char *keyname, struct arena *arena)
{
	if (!definition)
		return members;
	members =
		refine_parameters(members, definition->refines, version, operation, keyname, arena);
	return type_members_refine(members,
		parameters_in(version, definition->definition, operation, keyname),
		definition->origin, arena);
}

struct type_members interface_parameters(const struct interface *interface, struct string operation,
	const char *keyname, struct arena *arena)
{
	struct type_members members =
		parameters_of_type(interface->type, interface->version, operation, keyname, arena);
	return refine_parameters(
		members, interface->definition, interface->version, operation, keyname, arena);
}

const struct type_member *interface_input(const struct interface *interface,
	struct string operation, struct string input, struct arena *arena)
{
	const struct type_member *own = type_members_find(
		interface_parameters(interface, operation, "inputs", arena), input);
	return own ? own
		   : type_members_find(
			     interface_parameters(interface, STRING(""), "inputs", arena), input);
}

/* ---- all operations ---- */

/* A list that operations in interfaces themselves are added to. */
struct operations {
	struct arena *arena;
	struct type_member *items;
	size_t count, capacity;
};

static void add_operation(struct operations *operations, struct type_member member)
{
	struct type_members so_far = {operations->items, operations->count};
	if (type_members_find(so_far, member.name))
		return;
	operations->items = arena_reserve(operations->arena, operations->items, operations->count,
		&operations->capacity, sizeof(*operations->items));
	operations->items[operations->count++] = member;
}

static void add_direct_operations(
	struct operations *operations, const struct level *level, enum definitions_version version)
{
	struct node interface = level->interface;
	uint32_t count = node_kind(interface) == NODE_MAPPING ? node_count(interface) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(interface, i);
		struct string name = node_text(entry.key);
		if (interface_has_direct_operation(version, name))
			add_operation(operations, (struct type_member){name, entry.key, entry.value,
							  level->where, NULL});
	}
}

struct type_members interface_operations(
	const struct interface *interface, const char *keyname, struct arena *arena)
{
	struct operations operations = {.arena = arena};
	struct type_members members = interface_parameters(interface, STRING(""), keyname, arena);
	for (size_t i = 0; i < members.count; i++)
		add_operation(&operations, members.items[i]);
	struct level level = first_level(interface);
	while (strcmp(keyname, "operations") == 0 && next_level(&level))
		add_direct_operations(&operations, &level,
			level.where ? type_version(level.where) : interface->version);
	return (struct type_members){operations.items, operations.count};
}

/* ---- operations of a place ---- */

enum verdict operation_exists(struct template_checker *checker, const struct graph_place *place,
	struct string interface_name, struct string operation)
{
	struct interface interface;
	enum verdict verdict = interface_find(checker, place, interface_name, &interface);
	if (verdict == FAILS && node_is_absent(interface.assigned))
		return FAILS;
	verdict = interface_defines(&interface, operation);
	for (uint32_t i = 0; verdict == FAILS && i < interface_operation_count(interface.assigned);
		i++) {
		struct node key =
			interface_operation_at(interface.version, interface.assigned, i).key;
		if (string_equal(node_text(key), operation))
			verdict = HOLDS;
	}
	return verdict;
}

void interface_suggest_types(const struct template_checker *checker, struct suggestion *suggestion)
{
	struct suggestion nearest = suggestion_for(suggestion->wanted);
	size_t count;
	const struct type *const *all = types_all(checker->scope.types, &count);
	for (size_t i = 0; i < count && !version_is_2_0(checker->scope.version); i++)
		if (all[i]->kind == TYPE_INTERFACE)
			suggestion_offer(&nearest, all[i]->name);
	if (nearest.best.length && nearest.distance <= 2)
		suggestion_offer(suggestion, nearest.best);
}

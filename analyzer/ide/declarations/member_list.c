#include "analyzer/ide/declarations/member_list.h"

#include "analyzer/model/functions/operation.h"

void member_list_add(struct member_list *members, struct type_member member)
{
	struct type_members so_far = {members->items, members->count};
	if (type_members_find(so_far, member.name))
		return;
	members->items = arena_reserve(members->arena, members->items, members->count,
		&members->capacity, sizeof(*members->items));
	members->items[members->count++] = member;
}

static struct interface interface_of(const struct types *types, const struct type_member *member)
{
	return (struct interface){
		.definition = member,
		.type = member_type(types, member, TYPE_INTERFACE, "type"),
		.version = member ? schema_version(member->origin, member->definition)
				  : VERSION_UNKNOWN,
	};
}

struct type_members member_operations(const struct types *types,
	const struct type_member *interface, enum member_kind kind, struct arena *arena)
{
	struct interface found = interface_of(types, interface);
	return interface_operations(
		&found, kind == MEMBER_OPERATION ? "operations" : "notifications", arena);
}

struct type_members member_inputs(
	const struct types *types, const struct type_member *interface, struct arena *arena)
{
	return member_operation_inputs(types, interface, STRING(""), arena);
}

struct type_members member_operation_inputs(const struct types *types,
	const struct type_member *interface, struct string operation, struct arena *arena)
{
	struct interface found = interface_of(types, interface);
	return interface_parameters(&found, operation, "inputs", arena);
}

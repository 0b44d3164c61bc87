#include "analyzer/ide/names/mention_search.h"

#include "analyzer/ide/text/name_text.h"

static enum declared_kind declared_kind_of_member(enum member_kind kind)
{
	static const enum declared_kind kinds[] = {
		[MEMBER_PROPERTY] = DECLARED_PROPERTY,
		[MEMBER_ATTRIBUTE] = DECLARED_ATTRIBUTE,
		[MEMBER_CAPABILITY] = DECLARED_CAPABILITY,
		[MEMBER_REQUIREMENT] = DECLARED_REQUIREMENT,
		[MEMBER_INTERFACE] = DECLARED_INTERFACE,
		[MEMBER_ARTIFACT] = DECLARED_ARTIFACT,
		[MEMBER_OPERATION] = DECLARED_OPERATION,
		[MEMBER_NOTIFICATION] = DECLARED_NOTIFICATION,
		[MEMBER_INPUT] = DECLARED_OPERATION_INPUT,
	};
	return kinds[kind];
}

void mention_means_member(struct mention_search *search, struct mention *mention,
	enum member_kind kind, const struct type_member *member, struct string around)
{
	const struct type_member *first = member;
	while (first->refines)
		first = first->refines;
	if (!first->origin)
		return;
	if (first->origin->kind == TYPE_INTERFACE && kind != MEMBER_INPUT)
		around = STRING("");
	mention->has_member = true;
	mention->definition = member;
	mention->first = first;
	mention->member = (struct meaning){
		.kind = declared_kind_of_member(kind),
		.name = member->name,
		.file = type_path(first->origin),
		.container = arena_format(search->arena, "%s.%.*s%s%.*s",
			type_kind_row(first->origin->kind)->keyname,
			STRING_ARGUMENTS(first->origin->name), around.length > 0 ? "/" : "",
			STRING_ARGUMENTS(around)),
	};
}

const struct known_file *known_names(const struct known_file *file)
{
	return file->template ? file->template : file;
}

void mention_means_element(struct mention_search *search, struct mention *mention,
	enum declared_kind kind, struct string name, struct string container)
{
	mention->has_element = true;
	mention->element = (struct meaning){kind, name, known_names(search->file)->path, container};
}

void mention_add(struct mention_search *search, struct mention mention)
{
	if (!mention.has_element && !mention.has_member)
		return;
	search->items = arena_reserve(search->arena, search->items, search->count,
		&search->capacity, sizeof(*search->items));
	search->items[search->count++] = mention;
}

struct mention mention_begin(struct mention_search *search, struct node name, struct node value)
{
	return (struct mention){.node = name,
		.value = value,
		.range = name_range(name, search->arena),
		.is_repeated = search->is_repeated};
}

/* What the types of the node template `name` declare. */
const struct type_member *mention_member_of_node(struct mention_search *search, struct string name,
	enum member_kind kind, struct string member)
{
	const struct type *types[MOST_ALTERNATIVES];
	struct name_entry node = names_find(known_names(search->file)->tree, DECLARED_NODE, name);
	size_t count = element_types(search->file->types, TYPE_NODE, node.value, types);
	const struct type_member *found = NULL;
	if (node_is_absent(node.key)) {
		types[0] = type_meant(search->file->types, NULL, TYPE_NODE, name);
		count = types[0] != NULL;
	}
	for (size_t i = 0; i < count && !found; i++) {
		found = type_members_find(
			type_members(types[i], (enum type_part)kind, search->arena), member);
	}
	return found;
}

void mention_means_member_of_node(struct mention_search *search, struct mention *mention,
	struct string node, enum member_kind kind, struct string name)
{
	const struct type_member *member = mention_member_of_node(search, node, kind, name);

	if (member)
		mention_means_member(search, mention, kind, member, STRING(""));
}

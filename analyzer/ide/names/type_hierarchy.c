#include "analyzer/ide/names/type_hierarchy.h"

#include "analyzer/ide/declarations/declaration.h"

struct collector {
	struct arena *arena;
	const struct type **items;
	size_t count, capacity;
};

static bool is(const struct type *type, enum type_kind kind, struct string path, struct string name)
{
	return type->kind == kind && string_equal(type->name, name) &&
	       string_equal(type_path(type), path);
}

static bool is_same(const struct type *a, const struct type *b)
{
	return is(a, b->kind, type_path(b), b->name);
}

/* A file sees types that others see as well. */
static void add(struct collector *collector, const struct type *type)
{
	for (size_t i = 0; i < collector->count; i++)
		if (is_same(collector->items[i], type))
			return;
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	collector->items[collector->count++] = type;
}

static bool type_kind_of_element(enum declared_kind element, enum type_kind *kind)
{
	switch (element) {
	case DECLARED_NODE:
		*kind = TYPE_NODE;
		return true;
	case DECLARED_RELATIONSHIP_TEMPLATE:
		*kind = TYPE_RELATIONSHIP;
		return true;
	case DECLARED_GROUP:
		*kind = TYPE_GROUP;
		return true;
	case DECLARED_POLICY:
		*kind = TYPE_POLICY;
		return true;
	case DECLARED_ARTIFACT:
		*kind = TYPE_ARTIFACT;
		return true;
	default:
		return false;
	}
}

struct found_types type_hierarchy_at(
	const struct known_file *file, uint32_t offset, struct arena *arena)
{
	struct collector found = {.arena = arena};
	struct mention mention;
	enum type_kind kind;
	bool is_name = mention_at(file, offset, arena, &mention);
	if (is_name && mention.type) {
		add(&found, mention.type);
	} else if (is_name && mention.has_element &&
		   type_kind_of_element(mention.element.kind, &kind)) {
		struct mentions all = mentions_of(file, &mention.element, arena);
		for (size_t i = 0; i < all.count; i++) {
			const struct type *types[MOST_ALTERNATIVES];
			size_t count = element_types(file->types, kind, all.items[i].value, types);
			for (size_t j = 0; j < count; j++)
				add(&found, types[j]);
		}
	}
	return (struct found_types){found.items, found.count};
}

static const struct type *find_in(
	const struct known_file *file, enum type_kind kind, struct string path, struct string name)
{
	size_t count = 0;
	const struct type *const *types = types_all(file->types, &count);
	for (size_t i = 0; i < count; i++)
		if (is(types[i], kind, path, name))
			return types[i];
	return NULL;
}

const struct type *type_hierarchy_find(const struct known_file *file,
	const struct known_files *others, enum type_kind kind, struct string path,
	struct string name)
{
	const struct type *type = find_in(file, kind, path, name);
	for (size_t i = 0; !type && i < others->count; i++) {
		const struct known_file *other = others->that_mentions(others->context, i, name);
		type = other ? find_in(other, kind, path, name) : NULL;
	}
	return type;
}

static void add_subtypes(
	struct collector *found, const struct known_file *file, const struct type *type)
{
	size_t count = 0;
	const struct type *const *types = types_all(file->types, &count);
	for (size_t i = 0; i < count; i++)
		if (types[i]->parent && is_same(types[i]->parent, type))
			add(found, types[i]);
}

/* What a file that names the type is bound to say: normative types have short names. */
static struct string needle(const struct type *type)
{
	size_t start = type->name.length;
	if (!type_is_normative(type))
		return type->name;
	while (start > 0 && type->name.bytes[start - 1] != '.')
		start--;
	return string_slice(type->name, start, type->name.length);
}

struct found_types type_hierarchy_subtypes(const struct known_file *file,
	const struct known_files *others, const struct type *type, struct arena *arena)
{
	struct collector found = {.arena = arena};
	add_subtypes(&found, file, type);
	for (size_t i = 0; i < others->count; i++) {
		const struct known_file *other =
			others->that_mentions(others->context, i, needle(type));
		if (other)
			add_subtypes(&found, other, type);
	}
	return (struct found_types){found.items, found.count};
}

#include "analyzer/variability/types/imported_types.h"

static void ask(struct imported_types *imported, const struct types *types)
{
	imported->noted = &imported->lookups;
	imported->recorder = (struct type_recorder){.lookups = &imported->noted, .count = 1};
	imported->asked = types_recorded_by(types, &imported->recorder);
}

void imported_types_init(struct imported_types *imported, const struct types *types,
	const struct syntax_tree *tree, struct string path, const struct files *files,
	struct arena *arena)
{
	*imported = (struct imported_types){.lookups = {.arena = arena}};
	if (node_is_null(node_get(syntax_tree_root(tree), "imports")))
		return;
	if (types) {
		ask(imported, types);
		return;
	}
	imported->tree = tree;
	imported->path = path;
	imported->files = files;
}

void imported_types_settle(struct imported_types *imported)
{
	imported->tree = NULL;
	imported->files = NULL;
}

void imported_types_finish(struct imported_types *imported)
{
	types_release(imported->asked);
	imported->asked = NULL;
}

static void make(struct imported_types *imported)
{
	struct types *types = types_create(imported->tree, imported->path, imported->files, NULL);

	ask(imported, types);
	types_release(types); /* the copy retains them */
}

static struct string parent_of(const struct imported_types *imported, const struct type *type)
{
	if (!type->parent)
		return type->parent_name;
	if (type_is_normative(type->parent))
		return type->parent->name;
	return types_name_of(imported->asked, type->parent, imported->lookups.arena);
}

bool imported_types_find(struct imported_types *imported, enum type_kind kind, struct string name,
	struct node *definition, struct string *parent)
{
	const struct type *type;

	if (!imported->asked && imported->tree)
		make(imported);
	if (!imported->asked)
		return false;
	type = types_find(imported->asked, kind, name);
	/* What is normative is up to the profile. */
	if (!type || type_is_normative(type))
		return false;
	*definition = type->definition;
	*parent = parent_of(imported, type);
	return true;
}

bool imported_types_hold(const struct imported_types *imported, const struct types *types)
{
	return !imported->asked || (types && type_lookups_hold(&imported->lookups, types));
}

#include "analyzer/model/types/types_internal.h"

#include "base/memory.h"

/* What a file and those before it define. */
struct version {
	struct syntax_tree *tree;
	struct types_file *file;
};

/* Oldest first. A version is made when someone asks for it, perhaps by several at once. */
struct normative_types {
	atomic_int references;
	_Atomic(struct version *) versions[NORMATIVE_FILE_TOTAL];
};

static const struct version *version_at(struct normative_types *normative, size_t position);

/* A type that a later version dropped names its last version. */
static bool has_ended(const struct type *type, size_t version)
{
	struct node until = node_get(node_get(type->definition, "metadata"), "until");
	if (node_is_null(until))
		return false;
	return normative_file_count(definitions_version_find(node_text(until))) <= version;
}

/* The types of the version before, unless they ended or are defined anew, and the new ones. */
static struct types_file *create_file(
	struct normative_types *normative, size_t version, const struct syntax_tree *tree)
{
	const struct types_file *before =
		version > 0 ? version_at(normative, version - 1)->file : NULL;
	struct types_file *added = types_file_create(tree, STRING(""), NULL);
	struct types_file *file = types_file_create(NULL, STRING(""), NULL);
	file->is_normative = true;
	file->normative = normative;
	file->version = normative_file(version).version;
	for (size_t i = 0; before && i < before->own_count; i++) {
		const struct type *type = before->own[i];
		if (!has_ended(type, version) && !types_file_own(added, type->kind, type->name))
			types_file_add(file, *type);
	}
	for (size_t i = 0; i < added->own_count; i++)
		types_file_add(file, *added->own[i]);
	types_file_destroy(added);
	types_file_fill_slots(file);
	types_file_add_view(file, STRING(""), file);
	types_file_link_parents(file);
	types_file_cut_long_derivations(file);
	return file;
}

static void release_version(struct version *version)
{
	if (!version)
		return;
	types_file_destroy(version->file);
	syntax_tree_release(version->tree);
	memory_release(version);
}

/* Of two that are made at once, one is kept. */
static const struct version *version_at(struct normative_types *normative, size_t position)
{
	struct version *found = atomic_load(&normative->versions[position]);
	if (found)
		return found;
	struct version *made = memory_allocate(1, sizeof(*made));
	made->tree = syntax_tree_create(normative_file(position).text);
	made->file = create_file(normative, position, made->tree);
	if (atomic_compare_exchange_strong(&normative->versions[position], &found, made))
		return made;
	release_version(made);
	return found;
}

struct normative_types *normative_types_create(void)
{
	struct normative_types *normative = memory_allocate(1, sizeof(*normative));
	atomic_init(&normative->references, 1);
	for (size_t i = 0; i < NORMATIVE_FILE_TOTAL; i++)
		atomic_init(&normative->versions[i], NULL);
	return normative;
}

struct normative_types *normative_types_retain(struct normative_types *normative)
{
	atomic_fetch_add(&normative->references, 1);
	return normative;
}

void normative_types_release(struct normative_types *normative)
{
	if (!normative || atomic_fetch_sub(&normative->references, 1) > 1)
		return;
	for (size_t i = 0; i < NORMATIVE_FILE_TOTAL; i++)
		release_version(atomic_load(&normative->versions[i]));
	memory_release(normative);
}

const struct types_file *normative_types_file(
	struct normative_types *normative, enum definitions_version version)
{
	size_t count = normative_file_count(version);
	return count > 0 ? version_at(normative, count - 1)->file : NULL;
}

struct string normative_types_path(const struct type *type)
{
	/* Every version adds to a file of its own. */
	for (size_t i = 0; i + 1 < NORMATIVE_FILE_TOTAL; i++) {
		const struct version *version = atomic_load(&type->file->normative->versions[i]);
		if (version && version->tree == type->key.tree)
			return string_from(normative_file(i).name);
	}
	return string_from(normative_file(NORMATIVE_FILE_TOTAL - 1).name);
}

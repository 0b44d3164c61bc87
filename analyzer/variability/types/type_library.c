#include "analyzer/variability/types/type_library.h"

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/name_table.h"

#include <string.h>

enum {
	LONGEST_DERIVATION = 1000,
	MOST_FILES = 1000 /* and folders, below "lib" */
};

struct type_entry {
	struct string name;
	struct string parent;
	struct node definition;
};

struct type_library {
	struct arena *arena;
	struct imported_types *imported;
	struct name_table types[TYPE_KIND_TOTAL];
};

static const char *const roots[TYPE_KIND_TOTAL] = {
	[TYPE_ARTIFACT] = "tosca.artifacts.Root",
	[TYPE_CAPABILITY] = "tosca.capabilities.Root",
	[TYPE_DATA] = "tosca.datatypes.Root",
	[TYPE_GROUP] = "tosca.groups.Root",
	[TYPE_INTERFACE] = "tosca.interfaces.Root",
	[TYPE_NODE] = "tosca.nodes.Root",
	[TYPE_POLICY] = "tosca.policies.Root",
	/* Singular, and the name of no type: so does the reference implementation. */
	[TYPE_RELATIONSHIP] = "tosca.relationship.Root",
};

static const struct normative_type {
	enum type_kind kind;
	const char *name;
	const char *parent;
} normative_types[] = {
#define NORMATIVE_TYPE(kind, name, parent) {kind, name, parent},
#include "analyzer/variability/types/normative_types.def"
#undef NORMATIVE_TYPE
};

static const struct normative_type *find_normative(enum type_kind kind, struct string name)
{
	size_t low = 0, high = sizeof(normative_types) / sizeof(normative_types[0]);

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct normative_type *type = &normative_types[middle];
		int order = (type->kind > kind) - (type->kind < kind);

		if (order == 0)
			order = string_compare(string_from(type->name), name);
		if (order == 0)
			return type;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static void add_types(struct type_library *library, struct node root, struct string path,
	bool is_template, struct problems *problems)
{
	for (int c = 0; c < TYPE_KIND_TOTAL; c++) {
		const char *name_of_collection = type_kind_row((enum type_kind)c)->keyname;
		struct node map = node_get(root, name_of_collection);
		uint32_t count = node_kind(map) == NODE_MAPPING ? node_count(map) : 0;

		for (uint32_t i = 0; i < count; i++) {
			struct node_entry entry = node_entry(map, i);
			struct string name = node_text(entry.key);
			struct node parent = node_get(entry.value, "derived_from");
			struct type_entry *type;

			if (find_normative((enum type_kind)c, name) ||
				name_table_find(&library->types[c], name)) {
				problems_add(problems, PHASE_LOAD, DIAGNOSTIC_CODE_DUPLICATE_TYPE,
					entry.key,
					"%s \"%.*s\" duplicated in service template \"%.*s\"",
					name_of_collection, STRING_ARGUMENTS(name),
					STRING_ARGUMENTS(path));
				continue;
			}
			type = arena_allocate(library->arena, 1, sizeof(*type));
			type->name = name;
			type->definition = entry.value;
			type->parent =
				node_is_null(parent) ? string_from(roots[c]) : node_text(parent);
			if (!is_template && string_equal(type->parent, name))
				problems_add(problems, PHASE_LOAD, DIAGNOSTIC_CODE_CIRCULAR_TYPE,
					parent, "%s \"%.*s\" is derived from itself...",
					name_of_collection, STRING_ARGUMENTS(name));
			name_table_add(&library->types[c], library->arena, name, type);
		}
	}
}

/* A file below `lib`. Without a definitions version it is no TOSCA file and not meant. */
static void add_file(struct type_library *library, struct string path, struct side_files *files,
	struct node cause)
{
	const struct side_file *file = side_files_open(files, path, cause);
	struct node root, version;

	if (!file)
		return;
	root = syntax_tree_root(file->tree);
	version = node_get(root, "tosca_definitions_version");
	if (node_is_null(version))
		return;
	if (!string_is(node_text(version), "tosca_simple_yaml_1_3")) {
		problems_add(files->problems, PHASE_LOAD,
			DIAGNOSTIC_CODE_UNKNOWN_DEFINITIONS_VERSION, version,
			"TOSCA definitions version \"%.*s\" not supported",
			STRING_ARGUMENTS(node_text(version)));
		return;
	}
	add_types(library, root, path, false, files->problems);
}

static void report_the_others(struct side_files *files, struct node cause)
{
	problems_add(files->problems, PHASE_LOAD, DIAGNOSTIC_CODE_MISSING_FILE, cause,
		"Only %d files and folders below \"lib\" are read: the others are left out",
		MOST_FILES);
}

/* All files at any depth, level by level; symbolic links are not followed. */
static void add_folder(struct type_library *library, struct string folder, struct side_files *files,
	struct node cause)
{
	struct folder {
		struct string path;
		struct folder *next;
	} first = {folder, NULL}, *last = &first;
	size_t read = 0;

	for (struct folder *current = &first; current; current = current->next) {
		size_t count;
		const struct file_entry *entries =
			files_list(files->files, current->path, library->arena, &count);

		for (size_t i = 0; i < count; i++) {
			struct string path = arena_format(library->arena, "%.*s/%.*s",
				STRING_ARGUMENTS(current->path), STRING_ARGUMENTS(entries[i].name));

			bool is_yaml =
				string_ends_with(path, "yaml") || string_ends_with(path, "yml");

			if (entries[i].is_link || !(entries[i].is_folder || is_yaml))
				continue;
			if (read++ == MOST_FILES) {
				report_the_others(files, cause);
				return;
			}
			if (entries[i].is_folder) {
				last->next = arena_allocate(library->arena, 1, sizeof(*last));
				last = last->next;
				last->path = path;
			} else {
				add_file(library, path, files, cause);
			}
		}
	}
}

const char *type_library_root(enum type_kind kind)
{
	return roots[kind];
}

struct type_library *type_library_create(struct node root, struct string path,
	struct side_files *files, struct node cause, struct imported_types *imported)
{
	struct type_library *library = arena_allocate(files->arena, 1, sizeof(*library));

	library->arena = files->arena;
	library->imported = imported;
	/* A template that repeats a normative type clashes when the profile is read. */
	add_types(library, root, STRING("tosca-simple-profile.yaml"), true, files->problems);
	add_folder(library, files_beside(files->arena, path, STRING("lib")), files, cause);
	return library;
}

static bool look_up(const struct type_library *library, enum type_kind kind, struct string name,
	struct string *parent, struct node *definition)
{
	const struct type_entry *type = name_table_find(&library->types[kind], name);
	const struct normative_type *normative;

	*definition = (struct node){0};
	if (type) {
		*parent = type->parent;
		*definition = type->definition;
		return true;
	}
	normative = find_normative(kind, name);
	if (normative) {
		*parent = string_from(normative->parent);
		return true;
	}
	if (!imported_types_find(library->imported, kind, name, definition, parent))
		return false;
	if (parent->length == 0)
		*parent = string_from(roots[kind]);
	return true;
}

bool type_library_find(const struct type_library *library, enum type_kind kind, struct string name,
	struct node *definition)
{
	struct string parent;

	return look_up(library, kind, name, &parent, definition);
}

bool type_walk_start(struct type_walk *walk, const struct type_library *library,
	enum type_kind kind, struct string name, struct arena *arena)
{
	*walk = (struct type_walk){.in = library, .kind = kind, .name = name};

	struct string parent;

	if (look_up(library, kind, name, &parent, &walk->definition))
		return true;
	walk->error = arena_format(arena, "starting %s \"%.*s\" has no definition",
		type_kind_row(kind)->keyname, STRING_ARGUMENTS(name));
	return false;
}

bool type_walk_next(struct type_walk *walk, struct arena *arena)
{
	const char *collection = type_kind_row(walk->kind)->keyname;
	struct string parent = {0}, ignored = {0};

	if (!look_up(walk->in, walk->kind, walk->name, &parent, &walk->definition) ||
		string_is(parent, "tosca.entity.Root"))
		return false;
	if (walk->distance == LONGEST_DERIVATION) {
		walk->error = arena_format(arena, "%s \"%.*s\" is derived from itself...",
			collection, STRING_ARGUMENTS(parent));
		return false;
	}
	walk->name = parent;
	walk->distance++;
	if (look_up(walk->in, walk->kind, parent, &ignored, &walk->definition))
		return true;
	walk->error = arena_format(
		arena, "%s \"%.*s\" has no definition", collection, STRING_ARGUMENTS(parent));
	return false;
}

bool type_derives_from(const struct type_library *library, enum type_kind kind, struct string name,
	struct string ancestor, struct arena *arena, unsigned *distance, struct string *error)
{
	struct type_walk walk;
	bool more = type_walk_start(&walk, library, kind, name, arena);

	*error = (struct string){0};
	while (more) {
		if (string_equal(walk.name, ancestor)) {
			*distance = walk.distance;
			return true;
		}
		more = type_walk_next(&walk, arena);
	}
	*error = walk.error;
	return false;
}

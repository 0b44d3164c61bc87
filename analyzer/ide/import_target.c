#include "analyzer/ide/import_target.h"

#include "analyzer/ide/call.h"
#include "analyzer/ide/name_text.h"
#include "analyzer/ide/spot.h"
#include "analyzer/ide/uses.h"

static bool contains(struct range range, uint32_t offset)
{
	return offset >= range.start && offset <= range.end;
}

static bool is_value_of(struct node node, struct node import, const char *const *keynames)
{
	for (size_t i = 0; keynames[i] != NULL; i++) {
		if (node_equal_place(node_get(import, keynames[i]), node)) {
			return true;
		}
	}
	return false;
}

static bool names_file(struct node node, struct node import)
{
	static const char *const keynames[] = {"file", "url", "profile", NULL};
	return node_equal_place(node, import) || is_value_of(node, import, keynames);
}

static struct place_of_name start_of_file(const struct type_import *import)
{
	return (struct place_of_name){
		.path = import->path, .tree = import->tree, .is_declaration = true};
}

/* The keyname that gives the prefix. */
static struct node prefix_of(const struct type_import *import)
{
	struct node prefix = node_get(import->node, "namespace_prefix");
	return node_text(prefix).length > 0 ? prefix : node_get(import->node, "namespace");
}

static struct place_of_name prefix_in_import(
	const struct known_file *file, const struct type_import *import, struct arena *arena)
{
	return (struct place_of_name){
		.path = file->path,
		.tree = file->tree,
		.range = name_range(prefix_of(import), arena),
		.whole = node_range(import->node),
		.is_declaration = true,
	};
}

/* Whether `name` can have the prefix of an import: it is that of a type. */
static bool may_be_imported(const struct known_file *file, struct node name, struct arena *arena)
{
	struct use_list uses = uses_near(file->tree, node_range(name).start, arena);
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		bool is_type = use->kind > DECLARED_REPOSITORY && use->kind < DECLARED_RELATION;
		if (node_equal_place(use->node, name)) {
			return !use->is_declaration && (is_type || use->may_be_imported);
		}
	}
	return false;
}

static bool is_in_prefix(struct string prefix, struct string name, size_t offset)
{
	return offset < prefix.length && name.length >= prefix.length &&
	       string_equal(string_slice(name, 0, prefix.length), prefix);
}

/* `{$math:half: [4]}`: the function that a key calls; empty if it calls none that files define. */
static struct string called_by(struct node key)
{
	struct string called = call_own_name(place_version(key.tree), node_text(key));
	bool is_key =
		called.length > 0 && node_is_absent(node_key(key)) && place_of_node(key).is_free;
	return is_key ? called : (struct string){"", 0};
}

/* `import_presence: 0` */
static bool import_by_position(const struct known_file *file, uint32_t offset, struct arena *arena,
	int32_t position, struct place_of_name *place)
{
	struct node imports = node_get(syntax_tree_root(file->tree), "imports");
	if (position < 0 || node_kind(imports) != NODE_SEQUENCE ||
		(uint32_t)position >= node_count(imports) ||
		spot_at(file->tree, offset, arena).operand.expected != EXPECTED_IMPORT) {
		return false;
	}
	struct range range = node_range(node_item(imports, (uint32_t)position));
	*place = (struct place_of_name){.path = file->path,
		.tree = file->tree,
		.range = range,
		.whole = range,
		.is_declaration = true};
	return true;
}

bool import_target_at(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct range *origin, struct place_of_name *place)
{
	struct node node = syntax_tree_node_at(file->tree, offset);
	struct type_import import;
	if (file->types == NULL || node_kind(node) != NODE_SCALAR) {
		return false;
	}
	*origin = name_range(node, arena);
	if (!contains(*origin, offset) || node_alias(node).length > 0) {
		return false;
	}
	if (import_by_position(file, offset, arena, operands_position(node_text(node)), place)) {
		return true;
	}
	struct string called = called_by(node);
	struct string name = called.length > 0 ? called : node_text(node);
	uint32_t start = origin->start + (uint32_t)(node_text(node).length - name.length);
	for (size_t i = 0; types_import_at(file->types, i, &import); i++) {
		if (import.tree != NULL && names_file(node, import.node)) {
			*place = start_of_file(&import);
			return true;
		}
		if (offset >= start && is_in_prefix(import.prefix, name, offset - start) &&
			(called.length > 0 || may_be_imported(file, node, arena))) {
			*origin = (struct range){start, start + (uint32_t)import.prefix.length - 1};
			*place = prefix_in_import(file, &import, arena);
			return true;
		}
	}
	return false;
}

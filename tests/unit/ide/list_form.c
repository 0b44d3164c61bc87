#include "tests/unit/ide/list_form.h"

#include "analyzer/ide/cursor/place.h"
#include "analyzer/syntax/writer/yaml_writer.h"

struct copy {
	struct yaml_writer *writer;
	bool lists;
	bool has_template;
	size_t depth; /* of the node that is written */
};

static void write_node(struct copy *copy, struct node node, const struct place *place);

static void write_entry(struct copy *copy, struct node_entry entry, const struct place *map)
{
	struct place place = *map;
	struct cursor_step step = {.key = node_text(entry.key), .index = -1};
	place_enter(&place, &step, copy->depth);
	yaml_writer_key_node(copy->writer, entry.key);
	copy->depth++;
	write_node(copy, entry.value, &place);
	copy->depth--;
}

/* `{KEYNAME: VALUE}` */
static void write_wrapped(struct copy *copy, const char *keyname, struct node value)
{
	yaml_writer_begin_mapping(copy->writer);
	yaml_writer_key(copy->writer, string_from(keyname));
	yaml_writer_node(copy->writer, value);
	yaml_writer_end_mapping(copy->writer);
}

static void write_list(struct copy *copy, struct node map, const struct place *place)
{
	bool holds_values = place->shape->listed != NULL;
	yaml_writer_begin_sequence(copy->writer);
	for (uint32_t i = 0; i < node_count(map); i++) {
		struct node_entry entry = node_entry(map, i);
		yaml_writer_begin_mapping(copy->writer);
		if (holds_values && !node_is_null(entry.value)) {
			yaml_writer_key_node(copy->writer, entry.key);
			write_wrapped(copy, "value", entry.value);
		} else {
			write_entry(copy, entry, place);
		}
		yaml_writer_end_mapping(copy->writer);
	}
	yaml_writer_end_sequence(copy->writer);
}

static bool is_template(const struct place *place)
{
	enum construct construct = place_construct(place);
	return construct == CONSTRUCT_TOPOLOGY_TEMPLATE || construct == CONSTRUCT_SERVICE_TEMPLATE;
}

static void write_map(struct copy *copy, struct node map, const struct place *place)
{
	yaml_writer_begin_mapping(copy->writer);
	for (uint32_t i = 0; i < node_count(map); i++)
		write_entry(copy, node_entry(map, i), place);
	if (is_template(place) && node_is_absent(node_get(map, "variability"))) {
		yaml_writer_key(copy->writer, STRING("variability"));
		yaml_writer_begin_mapping(copy->writer);
		yaml_writer_end_mapping(copy->writer);
	}
	yaml_writer_end_mapping(copy->writer);
}

static void write_items(struct copy *copy, struct node list, const struct place *place)
{
	yaml_writer_begin_sequence(copy->writer);
	for (uint32_t i = 0; i < node_count(list); i++) {
		struct place item = *place;
		struct cursor_step step = {.index = (int32_t)i};
		place_enter(&item, &step, copy->depth);
		copy->depth++;
		write_node(copy, node_item(list, i), &item);
		copy->depth--;
	}
	yaml_writer_end_sequence(copy->writer);
}

/* `[{NAME: {}}]`, one of several types. */
static void write_type(struct copy *copy, struct node name)
{
	yaml_writer_begin_sequence(copy->writer);
	yaml_writer_begin_mapping(copy->writer);
	yaml_writer_key_node(copy->writer, name);
	yaml_writer_begin_mapping(copy->writer);
	yaml_writer_end_mapping(copy->writer);
	yaml_writer_end_mapping(copy->writer);
	yaml_writer_end_sequence(copy->writer);
}

static bool is_one_of_several_types(const struct place *place)
{
	const struct shape *list = shape_alternative(place->shape, SHAPE_NAMED_LIST);
	return list && list->element->construct == CONSTRUCT_TYPE_ASSIGNMENT;
}

/* An import by a name alone becomes `{KEYNAME: NAME}`. */
static const char *keyname_of_import(const struct place *place)
{
	if (place_construct(place) != CONSTRUCT_IMPORT)
		return NULL;
	return (definitions_version_set(place->version) & VERSIONS_2_0) != 0 ? "url" : "file";
}

static void write_scalar(struct copy *copy, struct node scalar, const struct place *place)
{
	const char *keyname = keyname_of_import(place);
	if (copy->lists && node_is_string(scalar) && is_one_of_several_types(place))
		write_type(copy, scalar);
	else if (copy->lists && node_is_string(scalar) && keyname)
		write_wrapped(copy, keyname, scalar);
	else
		yaml_writer_node(copy->writer, scalar);
}

static void write_node(struct copy *copy, struct node node, const struct place *place)
{
	bool is_collection = place->shape && place->shape->kind == SHAPE_COLLECTION;
	switch (node_kind(node)) {
	case NODE_MAPPING:
		if (copy->lists && copy->has_template && is_collection && node_count(node) > 0)
			write_list(copy, node, place);
		else
			write_map(copy, node, place);
		return;
	case NODE_SEQUENCE:
		write_items(copy, node, place);
		return;
	default:
		write_scalar(copy, node, place);
	}
}

static struct string copy_of(const struct syntax_tree *tree, bool lists, struct arena *arena)
{
	struct copy copy = {.writer = yaml_writer_create(), .lists = lists};
	struct place root = place_root(tree);
	/* A file without template is not variable, so values are not in lists. */
	struct node file = syntax_tree_root(tree);
	copy.has_template = !node_is_null(node_get(file, "topology_template")) ||
			    !node_is_null(node_get(file, "service_template"));
	write_node(&copy, syntax_tree_root(tree), &root);
	struct string text = arena_copy(arena, yaml_writer_text(copy.writer));
	yaml_writer_destroy(copy.writer);
	return text;
}

struct string map_form(const struct syntax_tree *tree, struct arena *arena)
{
	return copy_of(tree, false, arena);
}

struct string list_form(const struct syntax_tree *tree, struct arena *arena)
{
	return copy_of(tree, true, arena);
}

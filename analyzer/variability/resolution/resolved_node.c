/* Node templates of the resolved template. */
#include "analyzer/variability/resolution/resolution.h"

/* Only `node` left: the short form. */
static bool is_short(struct node assignment)
{
	uint32_t count = node_count(assignment), others = 0;

	if (node_kind(assignment) != NODE_MAPPING)
		return true;
	for (uint32_t i = 0; i < count; i++) {
		struct string keyname = node_text(node_entry(assignment, i).key);

		if (!string_is(keyname, "node") && !keyname_is_variability(keyname))
			others++;
	}
	return others == 0 && !node_is_absent(node_get(assignment, "node"));
}

static void write_requirements(struct resolution *resolution, const struct element *node)
{
	struct yaml_writer *writer = resolution->writer;
	struct elements relations = node->node.relations;
	bool open = false;

	for (uint32_t i = 0; i < relations.count; i++) {
		struct node assignment = resolution_value(resolution, relations.items[i]);

		if (!resolution_is_present(resolution, relations.items[i]))
			continue;
		if (!open) {
			yaml_writer_key(writer, STRING("requirements"));
			yaml_writer_begin_sequence(writer);
			open = true;
		}
		yaml_writer_begin_mapping(writer);
		yaml_writer_key(writer, relations.items[i]->name);
		if (node_kind(assignment) != NODE_MAPPING) {
			yaml_writer_node(writer, assignment);
		} else if (is_short(assignment)) {
			yaml_writer_node(writer, node_get(assignment, "node"));
		} else {
			yaml_writer_begin_mapping(writer);
			resolution_write_rest(resolution, assignment, NULL, 0);
			yaml_writer_end_mapping(writer);
		}
		yaml_writer_end_mapping(writer);
	}
	if (open)
		yaml_writer_end_sequence(writer);
}

static void write_artifacts(struct resolution *resolution, const struct element *node)
{
	static const char *const handled[] = {"type", "properties"};
	struct yaml_writer *writer = resolution->writer;
	struct elements artifacts = node->node.artifacts;
	bool open = false;

	for (uint32_t i = 0; i < artifacts.count; i++) {
		struct node definition = resolution_value(resolution, artifacts.items[i]);

		if (!resolution_is_written(resolution, artifacts.items[i]))
			continue;
		if (!open) {
			yaml_writer_key(writer, STRING("artifacts"));
			yaml_writer_begin_mapping(writer);
			open = true;
		}
		yaml_writer_key(writer, artifacts.items[i]->name);
		yaml_writer_begin_mapping(writer);
		resolution_write_type(resolution, artifacts.items[i]);
		if (node_kind(definition) == NODE_SCALAR) {
			yaml_writer_key(writer, STRING("file"));
			yaml_writer_node(writer, definition);
		}
		resolution_write_properties(resolution, artifacts.items[i]);
		resolution_write_rest(resolution, definition, handled, 2);
		yaml_writer_end_mapping(writer);
	}
	if (open)
		yaml_writer_end_mapping(writer);
}

void resolution_write_node(struct resolution *resolution, const struct element *node)
{
	static const char *const handled[] = {"type", "properties", "requirements", "artifacts"};

	yaml_writer_key(resolution->writer, node->name);
	yaml_writer_begin_mapping(resolution->writer);
	resolution_write_type(resolution, node);
	resolution_write_properties(resolution, node);
	write_requirements(resolution, node);
	write_artifacts(resolution, node);
	resolution_write_rest(resolution, resolution_value(resolution, node), handled, 4);
	yaml_writer_end_mapping(resolution->writer);
}

#include "analyzer/variability/resolution/resolved_template.h"

#include "analyzer/text/name_table.h"
#include "analyzer/variability/presence/service_template.h"
#include "analyzer/variability/resolution/resolution.h"
#include "analyzer/variability/types/type_library.h"

/* ---- groups, policies, inputs, outputs ---- */

/* A list of references without those to absent elements; kept even if empty. */
static void write_references(struct resolution *resolution, struct node template,
	const char *keyname, struct elements elements)
{
	struct node list = node_get(template, keyname);
	uint32_t count = node_kind(list) == NODE_SEQUENCE ? node_count(list) : 0;

	if (node_is_absent(list))
		return;
	yaml_writer_key(resolution->writer, string_from(keyname));
	yaml_writer_begin_sequence(resolution->writer);
	for (uint32_t i = 0; i < count && i < elements.count; i++)
		if (resolution_is_present(resolution, elements.items[i]))
			yaml_writer_node(resolution->writer, node_item(list, i));
	yaml_writer_end_sequence(resolution->writer);
}

static void write_group(struct resolution *resolution, const struct element *group)
{
	static const char *const handled[] = {"type", "properties", "members"};
	struct node template = resolution_value(resolution, group);

	yaml_writer_key(resolution->writer, group->name);
	yaml_writer_begin_mapping(resolution->writer);
	resolution_write_type(resolution, group);
	resolution_write_properties(resolution, group);
	write_references(resolution, template, "members", group->group.members);
	resolution_write_rest(resolution, template, handled, 3);
	yaml_writer_end_mapping(resolution->writer);
}

static void write_policy(struct resolution *resolution, const struct element *policy)
{
	static const char *const handled[] = {"type", "properties", "targets"};
	struct node template = resolution_value(resolution, policy);

	yaml_writer_begin_mapping(resolution->writer);
	yaml_writer_key(resolution->writer, policy->name);
	yaml_writer_begin_mapping(resolution->writer);
	resolution_write_type(resolution, policy);
	resolution_write_properties(resolution, policy);
	write_references(resolution, template, "targets", policy->policy.targets);
	resolution_write_rest(resolution, template, handled, 3);
	yaml_writer_end_mapping(resolution->writer);
	yaml_writer_end_mapping(resolution->writer);
}

/* An input or output. */
static void write_parameter(struct resolution *resolution, const struct element *parameter)
{
	struct node definition = resolution_value(resolution, parameter);

	yaml_writer_key(resolution->writer, parameter->name);
	if (node_kind(definition) != NODE_MAPPING) {
		yaml_writer_node(resolution->writer, definition);
		return;
	}
	yaml_writer_begin_mapping(resolution->writer);
	resolution_write_rest(resolution, definition, NULL, 0);
	yaml_writer_end_mapping(resolution->writer);
}

/* Only a file left: the short form. */
static void write_import(struct resolution *resolution, const struct element *import)
{
	struct node definition = resolution_value(resolution, import),
		    file = node_get(definition, "file");
	uint32_t others = 0;

	for (uint32_t i = 0; node_kind(definition) == NODE_MAPPING && i < node_count(definition);
		i++) {
		struct string keyname = node_text(node_entry(definition, i).key);

		if (!string_is(keyname, "file") && !keyname_is_variability(keyname))
			others++;
	}
	if (node_kind(definition) != NODE_MAPPING) {
		yaml_writer_node(resolution->writer, definition);
	} else if (others == 0 && !node_is_absent(file)) {
		yaml_writer_node(resolution->writer, file);
	} else {
		yaml_writer_begin_mapping(resolution->writer);
		resolution_write_rest(resolution, definition, NULL, 0);
		yaml_writer_end_mapping(resolution->writer);
	}
}

static bool is_dropped(const struct resolution *resolution, const struct element *element)
{
	return !resolution_is_present(resolution, element) ||
	       (element->kind == ELEMENT_GROUP && element->group.is_variability_group);
}

static bool has_written(const struct resolution *resolution, enum element_kind kind)
{
	struct elements elements = analysis_elements_of_kind(resolution->analysis, kind);

	for (uint32_t i = 0; i < elements.count; i++)
		if (!is_dropped(resolution, elements.items[i]))
			return true;
	return false;
}

/* All elements of a kind, as a map or list; nothing if none is left. */
static void write_elements(struct resolution *resolution, const char *keyname,
	enum element_kind kind, void (*write)(struct resolution *, const struct element *))
{
	struct elements elements = analysis_elements_of_kind(resolution->analysis, kind);
	bool is_list = kind == ELEMENT_POLICY || kind == ELEMENT_IMPORT;

	if (!has_written(resolution, kind))
		return;
	yaml_writer_key(resolution->writer, string_from(keyname));
	if (is_list)
		yaml_writer_begin_sequence(resolution->writer);
	else
		yaml_writer_begin_mapping(resolution->writer);
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];

		if (is_dropped(resolution, element))
			continue;
		if ((kind == ELEMENT_INPUT || kind == ELEMENT_OUTPUT) &&
			!resolution_is_written(resolution, element))
			continue;
		write(resolution, element);
	}
	if (is_list)
		yaml_writer_end_sequence(resolution->writer);
	else
		yaml_writer_end_mapping(resolution->writer);
}

/* ---- relationship templates ---- */

/* Written in the order of the text, each with what its relation says. Conditions on them have no
 * effect, and stay. */
static void write_relationship_templates(struct resolution *resolution, struct node templates)
{
	struct elements relations =
		analysis_elements_of_kind(resolution->analysis, ELEMENT_RELATION);
	struct yaml_writer *writer = resolution->writer;
	struct name_table table = {0};
	bool open = false;

	if (node_kind(templates) != NODE_MAPPING)
		return;
	name_table_reserve(&table, resolution->arena, node_count(templates));
	for (uint32_t i = 0; i < relations.count; i++) {
		if (relations.items[i]->relation.relationship.length > 0)
			name_table_add(&table, resolution->arena,
				relations.items[i]->relation.relationship, relations.items[i]);
	}
	for (uint32_t i = 0; i < node_count(templates); i++) {
		struct node_entry entry = node_entry(templates, i);
		const struct element *relation = name_table_find(&table, node_text(entry.key));

		if (!relation || !resolution_is_present(resolution, relation))
			continue;
		if (!open) {
			yaml_writer_key(writer, STRING("relationship_templates"));
			yaml_writer_begin_mapping(writer);
			open = true;
		}
		yaml_writer_key_node(writer, entry.key);
		yaml_writer_begin_mapping(writer);
		resolution_write_type(resolution, relation);
		resolution_write_properties(resolution, relation);
		for (uint32_t k = 0;
			node_kind(entry.value) == NODE_MAPPING && k < node_count(entry.value);
			k++) {
			struct node_entry rest = node_entry(entry.value, k);
			struct string keyname = node_text(rest.key);

			if (string_is(keyname, "type") || string_is(keyname, "properties"))
				continue;
			yaml_writer_key_node(writer, rest.key);
			yaml_writer_node(writer, rest.value);
		}
		yaml_writer_end_mapping(writer);
	}
	if (open)
		yaml_writer_end_mapping(writer);
}

/* ---- the topology ---- */

static const struct {
	const char *keyname;
	enum element_kind kind;
	void (*write)(struct resolution *resolution, const struct element *element);
} collections[] = {
	{"inputs", ELEMENT_INPUT, write_parameter},
	{"node_templates", ELEMENT_NODE, resolution_write_node},
	{"relationship_templates", ELEMENT_RELATION, NULL},
	{"groups", ELEMENT_GROUP, write_group},
	{"policies", ELEMENT_POLICY, write_policy},
	{"outputs", ELEMENT_OUTPUT, write_parameter},
};

enum {
	COLLECTION_COUNT = sizeof(collections) / sizeof(collections[0])
};

static size_t collection_find(struct string keyname)
{
	size_t i = 0;

	while (i < COLLECTION_COUNT && !string_is(keyname, collections[i].keyname))
		i++;
	return i;
}

static bool has_relationship_templates(struct resolution *resolution)
{
	struct elements relations =
		analysis_elements_of_kind(resolution->analysis, ELEMENT_RELATION);

	for (uint32_t i = 0; i < relations.count; i++)
		if (relations.items[i]->relation.relationship.length > 0 &&
			resolution_is_present(resolution, relations.items[i]))
			return true;
	return false;
}

/* Whether anything of an entry of the topology is left. */
static bool entry_remains(struct resolution *resolution, struct string keyname)
{
	size_t collection = collection_find(keyname);

	if (string_is(keyname, "variability"))
		return false;
	if (collection == COLLECTION_COUNT)
		return true;
	if (collections[collection].kind == ELEMENT_RELATION)
		return has_relationship_templates(resolution);
	return has_written(resolution, collections[collection].kind);
}

static void write_topology(struct resolution *resolution, struct node_entry topology)
{
	uint32_t count = node_kind(topology.value) == NODE_MAPPING ? node_count(topology.value) : 0;
	bool open = false;

	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(topology.value, i);
		struct string keyname = node_text(entry.key);
		size_t collection = collection_find(keyname);

		if (!entry_remains(resolution, keyname))
			continue;
		if (!open) {
			yaml_writer_key_node(resolution->writer, topology.key);
			yaml_writer_begin_mapping(resolution->writer);
			open = true;
		}
		if (collection == COLLECTION_COUNT) {
			yaml_writer_key_node(resolution->writer, entry.key);
			yaml_writer_node(resolution->writer, entry.value);
		} else if (collections[collection].kind == ELEMENT_RELATION) {
			write_relationship_templates(resolution, entry.value);
		} else {
			write_elements(resolution, collections[collection].keyname,
				collections[collection].kind, collections[collection].write);
		}
	}
	if (open)
		yaml_writer_end_mapping(resolution->writer);
}

/* ---- the service template ---- */

/* NULL if the keyname is that of no types. */
static const char *root_of_types(struct string keyname)
{
	for (int kind = 0; kind < TYPE_KIND_TOTAL; kind++)
		if (string_is(keyname, type_kind_row((enum type_kind)kind)->keyname))
			return type_library_root((enum type_kind)kind);
	return NULL;
}

/* Every type is derived from something; types stay as they are otherwise. */
static void write_types(struct resolution *resolution, struct node_entry section, const char *root)
{
	struct yaml_writer *writer = resolution->writer;
	uint32_t count = node_kind(section.value) == NODE_MAPPING ? node_count(section.value) : 0;

	if (count == 0)
		return;
	yaml_writer_key_node(writer, section.key);
	yaml_writer_begin_mapping(writer);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry type = node_entry(section.value, i);
		bool is_derived = !node_is_null(node_get(type.value, "derived_from"));

		yaml_writer_key_node(writer, type.key);
		if (is_derived ||
			(node_kind(type.value) != NODE_MAPPING && !node_is_null(type.value))) {
			yaml_writer_node(writer, type.value);
			continue;
		}
		yaml_writer_begin_mapping(writer);
		yaml_writer_key(writer, STRING("derived_from"));
		yaml_writer_string(writer, string_from(root));
		for (uint32_t k = 0;
			node_kind(type.value) == NODE_MAPPING && k < node_count(type.value); k++) {
			struct node_entry entry = node_entry(type.value, k);

			if (string_is(node_text(entry.key), "derived_from"))
				continue;
			yaml_writer_key_node(writer, entry.key);
			yaml_writer_node(writer, entry.value);
		}
		yaml_writer_end_mapping(writer);
	}
	yaml_writer_end_mapping(writer);
}

/* What is resolved is in the Simple Profile in YAML 1.3; but a service template of TOSCA 2.0 has no
 * meaning there and stays in its version, which has no normative types to derive from. */
static void write_entry(
	struct resolution *resolution, struct node_entry entry, struct node_entry topology)
{
	struct string keyname = node_text(entry.key);
	bool is_2_0 = string_is(node_text(topology.key), "service_template");
	const char *root = is_2_0 ? NULL : root_of_types(keyname);

	if (string_is(keyname, "tosca_definitions_version") && !is_2_0) {
		yaml_writer_key_node(resolution->writer, entry.key);
		yaml_writer_string(resolution->writer, STRING("tosca_simple_yaml_1_3"));
	} else if (node_equal_place(entry.key, topology.key)) {
		write_topology(resolution, entry);
	} else if (string_is(keyname, "imports")) {
		write_elements(resolution, "imports", ELEMENT_IMPORT, write_import);
	} else if (root) {
		write_types(resolution, entry, root);
	} else {
		yaml_writer_key_node(resolution->writer, entry.key);
		yaml_writer_node(resolution->writer, entry.value);
	}
}

void resolved_template_write(const struct analysis *analysis, size_t variant, struct arena *arena,
	struct yaml_writer *writer)
{
	struct resolution resolution = {
		.analysis = analysis, .variant = variant, .arena = arena, .writer = writer};
	struct node root = syntax_tree_root(analysis_tree(analysis));
	uint32_t count = node_kind(root) == NODE_MAPPING ? node_count(root) : 0;

	yaml_writer_begin_mapping(writer);
	for (uint32_t i = 0; i < count; i++)
		write_entry(&resolution, node_entry(root, i), service_template_topology(root));
	yaml_writer_end_mapping(writer);
}

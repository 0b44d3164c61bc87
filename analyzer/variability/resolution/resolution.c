#include "analyzer/variability/resolution/resolution.h"

#include "analyzer/variability/values/value_writer.h"

bool resolution_is_present(const struct resolution *resolution, const struct element *element)
{
	return analysis_presence(resolution->analysis, resolution->variant, element) ==
	       PRESENCE_PRESENT;
}

/* The element as it is written in the tree of this analysis. */
struct node resolution_value(const struct resolution *resolution, const struct element *element)
{
	return analysis_node(resolution->analysis, element->value);
}

static bool keyname_is_listed(struct string keyname, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (string_is(keyname, names[i]))
			return true;
	return false;
}

/* Keywords of variability on templates and assignments; the resolved template has none. */
bool keyname_is_variability(struct string keyname)
{
	static const char *const names[] = {"anchor", "conditions", "consistency_pruning",
		"default_alternative", "default_condition", "default_condition_mode",
		"default_consistency_condition", "default_semantic_condition", "implied", "implies",
		"managed", "persistent", "pruning", "semantic_pruning", "technology", "weight"};

	return keyname_is_listed(keyname, names, sizeof(names) / sizeof(names[0]));
}

/* The first present type counts; a node that has technologies is written as the type that
 * the first present one assigns. */
static const struct element *first_present(
	const struct resolution *resolution, struct elements elements)
{
	for (uint32_t i = 0; i < elements.count; i++)
		if (resolution_is_present(resolution, elements.items[i]))
			return elements.items[i];
	return NULL;
}

void resolution_write_type(struct resolution *resolution, const struct element *element)
{
	const struct element *type = first_present(resolution, element->types);
	const struct element *technology = NULL;

	if (element->kind == ELEMENT_NODE)
		technology = first_present(resolution, element->node.technologies);
	if (!type)
		return;
	yaml_writer_key(resolution->writer, STRING("type"));
	yaml_writer_string(
		resolution->writer, technology ? technology->technology.assign : type->name);
}

/* "No value" is written as a value, or is what an expression comes to. */
static bool lacks_value(const struct resolution *resolution, const struct element *element)
{
	const struct value *value;

	if (element->kind != ELEMENT_PROPERTY)
		return false;
	value = analysis_property_value(resolution->analysis, resolution->variant, element);
	if (!value)
		return element->is_unknown;
	return value->kind == VALUE_STRING && string_is(value->string, "VINTNER_UNDEFINED");
}

/* Of same-named alternatives the last present one is written. */
bool resolution_is_written(const struct resolution *resolution, const struct element *element)
{
	struct elements others = element->alternatives;

	if (!resolution_is_present(resolution, element) || lacks_value(resolution, element))
		return false;
	for (uint32_t i = others.count; i-- > 0 && others.items[i] != element;) {
		const struct element *other = others.items[i];

		if (other->index > element->index && resolution_is_present(resolution, other) &&
			!lacks_value(resolution, other))
			return false;
	}
	return true;
}

/* Of the same name, of these kinds, there is one at most. */
static bool is_in_map(enum element_kind kind)
{
	return kind == ELEMENT_PROPERTY || kind == ELEMENT_ARTIFACT || kind == ELEMENT_INPUT ||
	       kind == ELEMENT_OUTPUT;
}

bool resolution_is_seen(const struct resolution *resolution, const struct element *element)
{
	for (; element; element = element->container)
		if (is_in_map(element->kind) ? !resolution_is_written(resolution, element)
					     : !resolution_is_present(resolution, element))
			return false;
	return true;
}

static const struct element *consumed_input(
	const struct resolution *resolution, const struct element *property)
{
	struct elements consumed = property->property.consumed;

	for (uint32_t i = 0; i < consumed.count; i++)
		if (consumed.items[i]->kind == ELEMENT_INPUT &&
			resolution_is_present(resolution, consumed.items[i]))
			return consumed.items[i];
	return NULL;
}

static void write_property(struct resolution *resolution, const struct element *property)
{
	struct yaml_writer *writer = resolution->writer;
	const struct value *value =
		analysis_property_value(resolution->analysis, resolution->variant, property);
	const struct element *input = consumed_input(resolution, property);
	struct node content = analysis_node(resolution->analysis, property->property.content);

	yaml_writer_key(writer, property->name);
	if (value) {
		value_write(writer, resolution->arena, *value);
	} else if (input) {
		bool is_2_0 = !node_is_absent(node_get(content, "$get_input"));

		yaml_writer_begin_mapping(writer);
		yaml_writer_key(writer, is_2_0 ? STRING("$get_input") : STRING("get_input"));
		yaml_writer_string(writer, input->name); /* also where an index was written */
		yaml_writer_end_mapping(writer);
	} else if (node_is_null(content)) {
		/* Only a null in a map of properties gets here. */
		yaml_writer_begin_mapping(writer);
		yaml_writer_key(writer, STRING("value"));
		yaml_writer_plain(writer, STRING("null"));
		yaml_writer_end_mapping(writer);
	} else {
		yaml_writer_node(writer, content);
	}
}

void resolution_write_properties(struct resolution *resolution, const struct element *element)
{
	bool open = false;

	for (uint32_t i = 0; i < element->properties.count; i++) {
		const struct element *property = element->properties.items[i];

		if (!resolution_is_written(resolution, property))
			continue;
		if (!open) {
			yaml_writer_key(resolution->writer, STRING("properties"));
			yaml_writer_begin_mapping(resolution->writer);
			open = true;
		}
		write_property(resolution, property);
	}
	if (open)
		yaml_writer_end_mapping(resolution->writer);
}

/* What an element's template says, but for `handled` keys and those of variability. */
void resolution_write_rest(struct resolution *resolution, struct node template,
	const char *const *handled, size_t count)
{
	uint32_t entries = node_kind(template) == NODE_MAPPING ? node_count(template) : 0;

	for (uint32_t i = 0; i < entries; i++) {
		struct node_entry entry = node_entry(template, i);
		struct string keyname = node_text(entry.key);

		if (keyname_is_variability(keyname) || keyname_is_listed(keyname, handled, count))
			continue;
		yaml_writer_key_node(resolution->writer, entry.key);
		yaml_writer_node(resolution->writer, entry.value);
	}
}

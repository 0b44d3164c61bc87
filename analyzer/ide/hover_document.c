/* Hovers about what a document declares: elements, inputs, expressions, presets, types. */
#include "analyzer/ide/hover_parts.h"
#include "analyzer/ide/reason.h"
#include "analyzer/ide/variant_value.h"

static struct string written(const struct hover_context *context, struct node node)
{
	return syntax_tree_text(node.tree, node_range(node), context->arena);
}

static void add_description(struct hover_context *context, struct node value)
{
	struct node description = node_get(value, "description");
	if (node_kind(description) == NODE_SCALAR && !node_is_null(description)) {
		markdown_add(&context->text, "\n%.*s\n", STRING_ARGUMENTS(node_text(description)));
	}
}

void hover_element(struct hover_context *context, const struct element *element)
{
	const struct analysis *analysis = context->analysis;
	markdown_add(&context->text, "**%.*s** `%.*s`\n",
		STRING_ARGUMENTS(element_title(element, context->arena)),
		STRING_ARGUMENTS(element_id(element, context->arena)));
	struct node value = analysis_node(analysis, element->value);
	struct node type = node_get(value, "type");
	if (node_kind(type) == NODE_SCALAR) {
		markdown_add(&context->text, "\nType `%.*s`\n", STRING_ARGUMENTS(node_text(type)));
	}
	add_description(context, value);
	struct node conditions = node_get(value, "conditions");
	if (!node_is_null(conditions)) {
		markdown_add(&context->text, "\nPresent if\n");
		markdown_add_yaml(&context->text, written(context, conditions));
	}
	if (analysis_is_variable(analysis)) {
		markdown_add(&context->text, "\n");
		reason_table(&context->text, analysis, element);
	}
}

/* A table of the variants and what `value_of` says about each; nothing if that is nothing. */
static void add_values(struct hover_context *context, struct node expression, struct string input)
{
	if (context->analysis == NULL) {
		return;
	}
	struct variant_values *values = variant_values_create(context->analysis, context->arena);
	struct markdown table = markdown_in(context->arena);
	for (size_t i = 0; i < analysis_variant_count(context->analysis); i++) {
		struct string value = node_is_absent(expression)
					      ? variant_value_of_input(values, i, input)
					      : variant_value_of_expression(values, i, expression);
		if (value.length == 0) {
			continue;
		}
		if (table.length == 0) {
			markdown_add(&table, "\n| Variant | Value |\n|---|---|\n");
		}
		markdown_add(&table, "| ");
		markdown_add_cell(&table, analysis_variant(context->analysis, i)->name);
		markdown_add(&table, " | `");
		markdown_add_cell(&table, value);
		markdown_add(&table, "` |\n");
	}
	markdown_add_string(&context->text, markdown_text(&table));
}

void hover_variability_input(struct hover_context *context, struct string name)
{
	struct name_entry entry = names_find(context->tree, DECLARED_VARIABILITY_INPUT, name);
	if (node_is_absent(entry.key)) {
		return;
	}
	markdown_add(&context->text, "**Variability input \"%.*s\"**", STRING_ARGUMENTS(name));
	struct node type = node_get(entry.value, "type");
	if (node_kind(type) == NODE_SCALAR) {
		markdown_add(&context->text, ": `%.*s`", STRING_ARGUMENTS(node_text(type)));
	}
	markdown_add(&context->text, "\n");
	add_description(context, entry.value);
	struct node constraints = node_get(entry.value, "constraints");
	if (!node_is_null(constraints)) {
		markdown_add_yaml(&context->text, written(context, constraints));
	}
	struct node standard = node_get(entry.value, "default");
	if (!node_is_absent(standard)) {
		markdown_add(&context->text, "\nDefault: `%.*s`\n",
			STRING_ARGUMENTS(written(context, standard)));
	}
	add_values(context, (struct node){0}, name);
}

void hover_expression(struct hover_context *context, struct string name)
{
	struct name_entry entry = names_find(context->tree, DECLARED_EXPRESSION, name);
	if (node_is_absent(entry.key)) {
		return;
	}
	markdown_add(&context->text, "**Expression \"%.*s\"**\n", STRING_ARGUMENTS(name));
	markdown_add_yaml(&context->text, written(context, entry.value));
	struct node value = entry.value;
	if (context->analysis != NULL && analysis_tree(context->analysis) != context->tree) {
		value = names_find(analysis_tree(context->analysis), DECLARED_EXPRESSION, name)
				.value;
	}
	if (!node_is_absent(value)) {
		add_values(context, value, name);
	}
}

/* How many elements the preset keeps, and which nodes it switches off. */
static void add_effect(struct hover_context *context, size_t variant)
{
	const struct analysis *analysis = context->analysis;
	const struct variant *row = analysis_variant(analysis, variant);
	if (row->error.length > 0) {
		markdown_add(&context->text, "\nCannot be resolved: %.*s\n",
			STRING_ARGUMENTS(row->error));
		return;
	}
	enum {
		MOST_NODES = 20
	};
	struct elements elements = analysis_elements(analysis);
	size_t all = 0, present = 0, absent_nodes = 0;
	struct markdown absent = markdown_in(context->arena);
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		if (element->is_synthetic) {
			continue;
		}
		enum presence presence = analysis_presence(analysis, variant, element);
		all++;
		present += presence == PRESENCE_PRESENT;
		if (element->kind == ELEMENT_NODE && presence == PRESENCE_ABSENT) {
			absent_nodes++;
			if (absent_nodes <= MOST_NODES) {
				markdown_add(&absent, "%s`%.*s`", absent_nodes > 1 ? ", " : "",
					STRING_ARGUMENTS(element->name));
			}
		}
	}
	markdown_add(&context->text, "\nKeeps %zu of %zu elements.", present, all);
	if (absent_nodes > 0) {
		markdown_add(&context->text, " Absent nodes: %.*s%s",
			STRING_ARGUMENTS(markdown_text(&absent)),
			absent_nodes > MOST_NODES ? ", …" : "");
	}
	markdown_add(&context->text, "\n");
}

void hover_preset(struct hover_context *context, struct string name)
{
	struct name_entry entry = names_find(context->tree, DECLARED_PRESET, name);
	if (node_is_absent(entry.key)) {
		return;
	}
	markdown_add(&context->text, "**Preset \"%.*s\"**", STRING_ARGUMENTS(name));
	struct node title = node_get(entry.value, "name");
	if (node_kind(title) == NODE_SCALAR) {
		markdown_add(&context->text, ": %.*s", STRING_ARGUMENTS(node_text(title)));
	}
	markdown_add(&context->text, "\n");
	add_description(context, entry.value);
	struct node inputs = node_get(entry.value, "inputs");
	if (node_count(inputs) > 0) {
		markdown_add(&context->text, "\n| Input | Value |\n|---|---|\n");
	}
	for (uint32_t i = 0; node_kind(inputs) == NODE_MAPPING && i < node_count(inputs); i++) {
		struct node_entry input = node_entry(inputs, i);
		markdown_add(&context->text, "| ");
		markdown_add_cell(&context->text, node_text(input.key));
		markdown_add(&context->text, " | `");
		markdown_add_cell(&context->text, written(context, input.value));
		markdown_add(&context->text, "` |\n");
	}
	for (size_t i = 0;
		context->analysis != NULL && i < analysis_variant_count(context->analysis); i++) {
		const struct variant *variant = analysis_variant(context->analysis, i);
		if (variant->origin == VARIANT_PRESET && string_equal(variant->name, name)) {
			add_effect(context, i);
		}
	}
}

static void add_members(struct hover_context *context, const struct type *type, enum type_part part,
	const char *title)
{
	struct type_members members = type_members(type, part, context->arena);
	if (members.count == 0) {
		return;
	}
	markdown_add(&context->text, "\n%s:", title);
	for (size_t i = 0; i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		struct node type_name = type_member_get(member, "type");
		markdown_add(&context->text, "%s `%.*s`", i > 0 ? "," : "",
			STRING_ARGUMENTS(member->name));
		if (node_kind(type_name) == NODE_SCALAR) {
			markdown_add(
				&context->text, " (%.*s)", STRING_ARGUMENTS(node_text(type_name)));
		}
	}
	markdown_add(&context->text, "\n");
}

static void add_type(struct hover_context *context, const struct type *type)
{
	markdown_add(&context->text, "**%s `%.*s`**\n", type_kind_row(type->kind)->title,
		STRING_ARGUMENTS(type->name));
	struct node description = node_get(type->definition, "description");
	if (node_kind(description) == NODE_SCALAR) {
		markdown_add(&context->text, "\n%.*s\n", STRING_ARGUMENTS(node_text(description)));
	}
	if (type->parent_name.length > 0) {
		markdown_add(&context->text, "\nDerived from");
		const struct type *parent = type;
		while (parent != NULL && parent->parent_name.length > 0) {
			markdown_add(&context->text, "%s `%.*s`", parent == type ? "" : " ←",
				STRING_ARGUMENTS(parent->parent_name));
			parent = parent->parent;
		}
		markdown_add(&context->text, "\n");
	}
	add_members(context, type, PART_PROPERTIES, "Properties");
	add_members(context, type, PART_CAPABILITIES, "Capabilities");
	add_members(context, type, PART_REQUIREMENTS, "Requirements");
}

void hover_type(struct hover_context *context, struct string name, enum name_kind kind,
	enum definitions_version version)
{
	enum type_kind type_kind;
	if (!type_kind_of_name(kind, &type_kind)) {
		return;
	}
	enum primitive_type primitive = primitive_type_find(version, name);
	if (type_kind == TYPE_DATA && primitive != PRIMITIVE_NONE) {
		markdown_add(&context->text, "**`%.*s`**\n\n%s\n", STRING_ARGUMENTS(name),
			primitive_type_row(primitive)->summary);
		return;
	}
	const struct type *type =
		context->types != NULL ? types_find(context->types, type_kind, name) : NULL;
	if (type != NULL) {
		add_type(context, type);
	}
}

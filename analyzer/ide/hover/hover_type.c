/* Hovers about types, what they declare, and what values have to be. */
#include "analyzer/ide/hover/hover_parts.h"

enum {
	MOST_ROWS = 24
};

static struct string written(const struct hover_context *context, struct node node)
{
	return syntax_tree_text(node.tree, node_range(node), context->arena);
}

static bool is_optional(struct value_schema schema)
{
	struct node required = value_schema_get(schema, "required");
	return !node_is_absent(required) && !node_boolean(required);
}

/* "list of integer", "shop.Kind" */
static struct string type_title(const struct hover_context *context, struct value_schema schema)
{
	struct string type = node_text(value_schema_get(schema, "type"));
	struct node entries = value_schema_get(schema, "entry_schema");
	if (node_is_absent(entries))
		return type;
	struct value_schema entry = {schema.where, entries, NULL};
	return arena_format(context->arena, "%.*s of %.*s", STRING_ARGUMENTS(type),
		STRING_ARGUMENTS(node_text(value_schema_get(entry, "type"))));
}

/* ---- one value ---- */

static void add_constraints(struct hover_context *context, struct node definition)
{
	struct node constraints = node_get(definition, "constraints");
	if (node_is_null(constraints))
		constraints = node_get(definition, "validation");
	if (!node_is_null(constraints)) {
		markdown_add(&context->text, "\nConstraints\n");
		markdown_add_yaml(&context->text, written(context, constraints));
	}
}

/* Of the definition, what it refines, and its data type. */
static void add_all_constraints(struct hover_context *context, struct value_schema schema)
{
	if (!schema.member)
		add_constraints(context, schema.definition);
	for (const struct type_member *member = schema.member; member != NULL;
		member = member->refines)
		add_constraints(context, member->definition);
	for (const struct type *type = schema_type(context->types, schema).type; type != NULL;
		type = type->parent)
		add_constraints(context, type->definition);
}

static void add_description(struct hover_context *context, struct node description)
{
	if (node_kind(description) == NODE_SCALAR && !node_is_null(description))
		markdown_add_description(&context->text, node_text(description));
}

void hover_schema(struct hover_context *context, const char *title, struct string name,
	struct value_schema schema)
{
	if (node_is_absent(schema.definition))
		return;
	struct string type = type_title(context, schema);
	if (name.length > 0)
		markdown_write(&context->text, "**%s `%.*s`**", title, STRING_ARGUMENTS(name));
	else
		markdown_add(&context->text, "**%s**", title);
	if (type.length > 0)
		markdown_write(&context->text, ": `%.*s`", STRING_ARGUMENTS(type));
	markdown_add(&context->text, "%s\n", is_optional(schema) ? ", optional" : "");
	add_description(context, value_schema_get(schema, "description"));
	struct node standard = value_schema_get(schema, "default");
	if (!node_is_absent(standard)) {
		markdown_write(&context->text, "\nDefault: `%.*s`\n",
			STRING_ARGUMENTS(written(context, standard)));
	}
	add_all_constraints(context, schema);
}

/* ---- members ---- */

static const char *member_title(enum member_kind kind)
{
	static const char *const titles[] = {
		[MEMBER_PROPERTY] = "property",
		[MEMBER_ATTRIBUTE] = "attribute",
		[MEMBER_CAPABILITY] = "capability",
		[MEMBER_REQUIREMENT] = "requirement",
		[MEMBER_INTERFACE] = "interface",
		[MEMBER_ARTIFACT] = "artifact",
		[MEMBER_OPERATION] = "operation",
		[MEMBER_NOTIFICATION] = "notification",
		[MEMBER_INPUT] = "input",
	};
	return titles[kind];
}

static void add_keyname(
	struct hover_context *context, const struct type_member *member, const char *keyname)
{
	struct node value = type_member_get(member, keyname);
	if (node_kind(value) == NODE_MAPPING)
		value = node_get(value, "type");
	if (!node_is_null(value)) {
		markdown_write(&context->text, "\n%s: `%.*s`\n", keyname,
			STRING_ARGUMENTS(written(context, value)));
	}
}

static void add_other_member(
	struct hover_context *context, const struct type_member *member, enum member_kind kind)
{
	static const char *const keynames[] = {"type", "capability", "node", "relationship",
		"occurrences", "count_range", "valid_source_types", "valid_source_node_types",
		"file"};
	markdown_write(&context->text, "**%s `%.*s`**", member_title(kind),
		STRING_ARGUMENTS(member->name));
	if (node_kind(member->definition) == NODE_SCALAR && !node_is_null(member->definition)) {
		markdown_write(&context->text, ": `%.*s`",
			STRING_ARGUMENTS(node_text(member->definition)));
	}
	markdown_add(&context->text, "\n");
	add_description(context, type_member_get(member, "description"));
	for (size_t i = 0; i < sizeof(keynames) / sizeof(*keynames); i++)
		add_keyname(context, member, keynames[i]);
	if (kind == MEMBER_INTERFACE) {
		struct type_members operations =
			member_operations(context->types, member, MEMBER_OPERATION, context->arena);
		for (size_t i = 0; i < operations.count; i++) {
			markdown_write(&context->text, "%s `%.*s`", i == 0 ? "\nOperations:" : ",",
				STRING_ARGUMENTS(operations.items[i].name));
		}
		markdown_add(&context->text, "%s", operations.count > 0 ? "\n" : "");
	}
}

void hover_member(
	struct hover_context *context, const struct type_member *member, enum member_kind kind)
{
	bool has_value =
		kind == MEMBER_PROPERTY || kind == MEMBER_ATTRIBUTE || kind == MEMBER_INPUT;
	if (!member)
		return;
	if (context->text.length > 0)
		markdown_add(&context->text, "\n");
	if (has_value) {
		hover_schema(
			context, member_title(kind), member->name, value_schema_of_member(member));
	} else {
		add_other_member(context, member, kind);
	}
	if (member->origin) {
		markdown_write(&context->text, "\nDeclared by `%.*s`\n",
			STRING_ARGUMENTS(member->origin->name));
	}
}

/* ---- types ---- */

static void add_properties(struct hover_context *context, const struct type *type)
{
	struct type_members properties = type_members(type, PART_PROPERTIES, context->arena);
	if (properties.count > 0)
		markdown_add(&context->text, "\n| Property | Type | Default |\n|---|---|---|\n");
	for (size_t i = 0; i < properties.count && i < MOST_ROWS; i++) {
		struct value_schema schema = value_schema_of_member(&properties.items[i]);
		struct node standard = value_schema_get(schema, "default");
		markdown_write(
			&context->text, "| `%.*s` | ", STRING_ARGUMENTS(properties.items[i].name));
		markdown_add_cell(&context->text, type_title(context, schema));
		if (node_is_absent(standard)) {
			markdown_add(&context->text, " | %s |\n",
				is_optional(schema) ? "optional" : "required");
			continue;
		}
		markdown_add(&context->text, " | ");
		markdown_add_code_cell(&context->text, written(context, standard));
		markdown_add(&context->text, " |\n");
	}
	if (properties.count > MOST_ROWS)
		markdown_add(&context->text, "| … | | |\n");
}

/* "Capabilities: `host` (tosca.capabilities.Compute), …" */
static void add_members(struct hover_context *context, const struct type *type, enum type_part part,
	const char *title, const char *keyname)
{
	struct type_members members = type_members(type, part, context->arena);
	for (size_t i = 0; i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		struct node of = type_member_get(member, keyname);
		if (node_kind(member->definition) == NODE_SCALAR)
			of = member->definition;
		markdown_write(&context->text, "%s%s `%.*s`", i == 0 ? "\n" : ",",
			i == 0 ? title : "", STRING_ARGUMENTS(member->name));
		if (node_kind(of) == NODE_SCALAR && !node_is_null(of))
			markdown_write(&context->text, " (%.*s)", STRING_ARGUMENTS(node_text(of)));
	}
	markdown_add(&context->text, "%s", members.count > 0 ? "\n" : "");
}

static void add_derivation(struct hover_context *context, const struct type *type)
{
	if (type->parent_name.length == 0)
		return;
	markdown_add(&context->text, "\nDerived from");
	const struct type *parent = type;
	while (parent && parent->parent_name.length > 0) {
		markdown_write(&context->text, "%s `%.*s`", parent == type ? "" : " ←",
			STRING_ARGUMENTS(parent->parent_name));
		parent = parent->parent;
	}
	markdown_add(&context->text, "\n");
}

static struct string file_name(struct string path)
{
	size_t start = path.length;
	while (start > 0 && path.bytes[start - 1] != '/')
		start--;
	return string_slice(path, start, path.length);
}

static void add_type(struct hover_context *context, const struct type *type)
{
	markdown_write(&context->text, "**%s `%.*s`**", type_kind_row(type->kind)->title,
		STRING_ARGUMENTS(type->name));
	if (type_is_normative(type)) {
		markdown_add(&context->text, ", normative");
	} else if (type_tree(type) != types_tree(context->types)) {
		markdown_write(&context->text, " from `%.*s`",
			STRING_ARGUMENTS(file_name(type_path(type))));
	}
	markdown_add(&context->text, "\n");
	add_description(context, node_get(type->definition, "description"));
	add_derivation(context, type);
	add_properties(context, type);
	add_members(context, type, PART_ATTRIBUTES, "Attributes:", "type");
	add_members(context, type, PART_CAPABILITIES, "Capabilities:", "type");
	add_members(context, type, PART_REQUIREMENTS, "Requirements:", "capability");
	add_members(context, type, PART_INTERFACES, "Interfaces:", "type");
	add_members(context, type, PART_ARTIFACTS, "Artifacts:", "type");
	add_constraints(context, type->definition);
}

void hover_type(struct hover_context *context, struct string name, enum name_kind kind,
	enum definitions_version version)
{
	enum type_kind type_kind;
	if (!type_kind_of_name(kind, &type_kind))
		return;
	enum primitive_type primitive = primitive_type_find(version, name);
	if (type_kind == TYPE_DATA && primitive != PRIMITIVE_NONE) {
		markdown_write(&context->text, "**`%.*s`**\n\n%s\n", STRING_ARGUMENTS(name),
			primitive_type_row(primitive)->summary);
		return;
	}
	const struct type *type =
		context->types ? types_find(context->types, type_kind, name) : NULL;
	if (type)
		add_type(context, type);
}

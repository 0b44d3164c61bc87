/* Whole elements: at a name that the author chooses, an element of each type with all that the type
 * requires; behind `properties` and `requirements`, what is required there.
 *
 * With tab stops, line by line; for editors without, and in flow style, on one line. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/declarations/types.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/model/values/value_check.h"

#include <ctype.h>
#include <string.h>

enum {
	MOST_NESTED = 4000, /* bytes, behind which values of data types are left to be written */
	DEEPEST = 4,        /* required properties of data types within each other */
	MOST_TARGETS = 20   /* to choose from */
};

struct writer {
	struct completion_list *list;
	struct markdown text;
	unsigned stops;
	bool has_stops; /* the editor understands them */
	bool is_flow;
	uint32_t column; /* of the keys that are written */
	unsigned depth;
};

static struct writer writer_at(struct completion_list *list, uint32_t column)
{
	bool snippets = list->settings->snippets;
	return (struct writer){
		.list = list,
		.text = markdown_in(list->arena),
		.has_stops = snippets,
		.is_flow = list->cursor.in_flow || !snippets,
		.column = column,
	};
}

/* ---- words ---- */

static void write_stop(struct writer *writer)
{
	if (writer->has_stops)
		markdown_add(&writer->text, "$%u", ++writer->stops);
}

/* Dollar signs, braces and backslashes mean something in a snippet. */
static void write_text(struct writer *writer, struct string text)
{
	for (size_t i = 0; i < text.length; i++) {
		bool means_something = strchr("$}\\", text.bytes[i]) != NULL;
		markdown_add(&writer->text, "%s%c",
			writer->has_stops && means_something ? "\\" : "", text.bytes[i]);
	}
}

/* A text that stands there already, to be typed over. */
static void write_proposal(struct writer *writer, struct string text)
{
	if (writer->has_stops)
		markdown_add(&writer->text, "${%u:", ++writer->stops);
	write_text(writer, text);
	if (writer->has_stops)
		markdown_add(&writer->text, "}");
}

/* The first of "a,b", or a choice. */
static void write_choice(struct writer *writer, struct string choices)
{
	const char *comma = memchr(choices.bytes, ',', choices.length);
	if (!comma)
		write_proposal(writer, choices);
	else if (writer->has_stops)
		markdown_add(
			&writer->text, "${%u|%.*s|}", ++writer->stops, STRING_ARGUMENTS(choices));
	else
		markdown_add_string(
			&writer->text, string_slice(choices, 0, (size_t)(comma - choices.bytes)));
}

/* ---- maps and lists ---- */

/* A map begins or ends. In block style, its keys are on lines of their own below. */
static void open_map(struct writer *writer, bool is_list)
{
	writer->depth++;
	writer->column += writer->list->indentation;
	if (writer->is_flow)
		markdown_add(&writer->text, is_list ? " [" : " {");
}

static void close_map(struct writer *writer, bool is_list)
{
	writer->depth--;
	writer->column -= writer->list->indentation;
	if (writer->is_flow)
		markdown_add(&writer->text, is_list ? "]" : "}");
}

static void write_key(struct writer *writer, struct string key, bool is_first, const char *dash)
{
	if (!writer->is_flow)
		markdown_add(&writer->text, "\n%*s%s", (int)writer->column, "", dash);
	else if (!is_first)
		markdown_add(&writer->text, ", ");
	write_text(writer, completion_quoted(writer->list, key));
	markdown_add(&writer->text, ":");
}

/* ---- properties ---- */

static size_t required_count(struct type_members members)
{
	size_t count = 0;
	for (size_t i = 0; i < members.count; i++)
		count += value_is_required(&members.items[i]);
	return count;
}

static void write_properties(struct writer *writer, struct type_members properties);

static void write_value(struct writer *writer, const struct type_member *member)
{
	const struct types *types = writer->list->types;
	struct value_schema schema = value_schema_of_member(member);
	struct string choices = completion_choices(writer->list, schema);
	enum primitive_type primitive = schema_type(types, schema).primitive;
	struct type_members parts = {NULL, 0};
	if (primitive == PRIMITIVE_NONE)
		parts = schema_properties(types, schema, writer->list->arena);
	if (required_count(parts) > 0 && writer->depth < DEEPEST &&
		writer->text.length < MOST_NESTED) {
		open_map(writer, false);
		write_properties(writer, parts);
		close_map(writer, false);
		return;
	}
	markdown_add(&writer->text, " ");
	if (choices.length > 0) {
		write_choice(writer, choices);
	} else if (!writer->has_stops) {
		write_text(writer, value_plain(member));
	} else if (primitive == PRIMITIVE_LIST || primitive == PRIMITIVE_RANGE) {
		markdown_add(&writer->text, "[");
		write_stop(writer);
		if (primitive == PRIMITIVE_RANGE) {
			markdown_add(&writer->text, ", ");
			write_stop(writer);
		}
		markdown_add(&writer->text, "]");
	} else if (primitive == PRIMITIVE_MAP || schema_type(types, schema).type) {
		markdown_add(&writer->text, "{");
		write_stop(writer);
		markdown_add(&writer->text, "}");
	} else {
		write_stop(writer);
	}
}

/* Those that are required, each with a value. */
static void write_properties(struct writer *writer, struct type_members properties)
{
	bool is_first = true;
	for (size_t i = 0; i < properties.count; i++) {
		if (!value_is_required(&properties.items[i]))
			continue;
		write_key(writer, properties.items[i].name, is_first, "");
		write_value(writer, &properties.items[i]);
		is_first = false;
	}
}

/* ---- requirements ---- */

/* The names of nodes that fit: "a,b". */
static struct string names_that_fit(struct completion_list *list, const struct demand *demand)
{
	struct template_scope scope =
		template_scope_of(list->types, list->names, NULL, list->arena);
	struct name_list nodes = names_of(list->names, DECLARED_NODE, list->arena);
	struct markdown names = markdown_in(list->arena);
	size_t count = 0;
	for (size_t i = 0; i < nodes.count && count < MOST_TARGETS; i++) {
		struct element_types target = template_types_of(
			&scope, TYPE_NODE, "node_templates", nodes.items[i].value);
		struct string name = completion_quoted(list, nodes.items[i].name);
		if (target.is_known && completion_can_be_chosen(name) &&
			requirement_accepts(list->members, demand, &target).refusal ==
				REFUSED_NOTHING)
			markdown_add(
				&names, "%s%.*s", count++ > 0 ? "," : "", STRING_ARGUMENTS(name));
	}
	return markdown_text(&names);
}

static struct string targets_of(struct completion_list *list, const struct type *source,
	const struct type_member *requirement)
{
	bool is_2_0 = version_is_2_0(list->place.version);
	struct demand demand = demand_of(source, requirement, is_2_0);
	struct string names = names_that_fit(list, &demand);
	demand.source = NULL; /* in TOSCA 1.x many templates use capabilities that list others */
	return names.length > 0 || is_2_0 ? names : names_that_fit(list, &demand);
}

static size_t required_requirements(struct type_members members, bool is_2_0)
{
	size_t count = 0;
	for (size_t i = 0; i < members.count; i++)
		count += completion_requirement_is_required(&members.items[i], is_2_0);
	return count;
}

/* Those that are required, each with a target that fits. */
static void write_requirements(
	struct writer *writer, const struct type *source, struct type_members requirements)
{
	bool is_first = true;
	bool is_2_0 = version_is_2_0(writer->list->place.version);
	for (size_t i = 0; i < requirements.count; i++) {
		const struct type_member *requirement = &requirements.items[i];
		if (!completion_requirement_is_required(requirement, is_2_0))
			continue;
		struct string targets = targets_of(writer->list, source, requirement);
		write_key(writer, requirement->name, is_first, "- ");
		markdown_add(&writer->text, " ");
		if (targets.length > 0)
			write_choice(writer, targets);
		else
			write_stop(writer);
		is_first = false;
	}
}

/* ---- what a keyname is completed with ---- */

static const char *text_of(struct writer *writer)
{
	if (writer->text.length == 0)
		return NULL;
	struct string text = arena_copy(writer->list->arena, markdown_text(&writer->text));
	return text.bytes + (text.bytes[0] == ' '); /* one follows the colon anyway */
}

/* Constructs whose keynames `properties` and `requirements` assign what the type declares. */
static bool assigns(enum construct construct)
{
	switch (construct) {
	case CONSTRUCT_NODE_TEMPLATE:
	case CONSTRUCT_RELATIONSHIP_TEMPLATE:
	case CONSTRUCT_RELATIONSHIP_ASSIGNMENT:
	case CONSTRUCT_CAPABILITY_ASSIGNMENT:
	case CONSTRUCT_ARTIFACT_DEFINITION:
	case CONSTRUCT_GROUP:
	case CONSTRUCT_POLICY:
		return true;
	default:
		return false;
	}
}

const char *completion_required(struct completion_list *list, const struct keyname_row *keyname)
{
	const struct declaration *element = &list->declaration;
	bool properties = strcmp(keyname->name, "properties") == 0;
	if (element->kind != DECLARES_ELEMENT || element->type_count != 1 ||
		!assigns(keyname->construct) ||
		(!properties && strcmp(keyname->name, "requirements") != 0))
		return NULL;
	const struct type *type = element->types[0];
	struct type_members members =
		type_members(type, properties ? PART_PROPERTIES : PART_REQUIREMENTS, list->arena);
	size_t count =
		properties ? required_count(members)
			   : required_requirements(members, version_is_2_0(list->place.version));
	if (count == 0)
		return NULL;
	struct writer writer = writer_at(list, list->cursor.indentation);
	list->members = member_cache_create(list->arena);
	open_map(&writer, !properties);
	if (properties)
		write_properties(&writer, members);
	else
		write_requirements(&writer, type, members);
	close_map(&writer, !properties);
	return text_of(&writer);
}

/* ---- elements ---- */

static const struct element_row {
	enum construct construct;
	enum type_kind type;
	enum name_kind name;
	const char *what;
} elements[] = {
	{CONSTRUCT_NODE_TEMPLATE, TYPE_NODE, NAME_OF_NODE_TYPE, "node"},
	{CONSTRUCT_RELATIONSHIP_TEMPLATE, TYPE_RELATIONSHIP, NAME_OF_RELATIONSHIP_TYPE,
		"relationship"},
	{CONSTRUCT_GROUP, TYPE_GROUP, NAME_OF_GROUP_TYPE, "group"},
	{CONSTRUCT_POLICY, TYPE_POLICY, NAME_OF_POLICY_TYPE, "policy"},
};

static const struct element_row *element_at(const struct place *place)
{
	if (!place->keyname || place->depth > 0 || place->is_entry || !place_keys_are_names(place))
		return NULL;
	const struct shape *shape = shape_alternative(place->shape, SHAPE_COLLECTION);
	shape = shape ? shape : shape_alternative(place->shape, SHAPE_MAP);
	for (size_t i = 0; shape && i < sizeof(elements) / sizeof(*elements); i++)
		if (shape->element->kind == SHAPE_CONSTRUCT &&
			shape->element->construct == (int)elements[i].construct)
			return &elements[i];
	return NULL;
}

/* After the last word of the type's name, "WebServer" as "web_server", and not yet taken. */
static struct string name_after(const struct completion_list *list, struct string type)
{
	struct markdown name = markdown_in(list->arena);
	size_t start = type.length;
	while (start > 0 && !strchr(".:/", type.bytes[start - 1]))
		start--;
	for (size_t i = start; i < type.length; i++) {
		unsigned char letter = (unsigned char)type.bytes[i];
		bool follows_small =
			i > start && (islower((unsigned char)type.bytes[i - 1]) ||
					     isdigit((unsigned char)type.bytes[i - 1]));
		if (isalnum(letter))
			markdown_add(&name, "%s%c", isupper(letter) && follows_small ? "_" : "",
				tolower(letter));
		else if (name.length > 0 && name.bytes[name.length - 1] != '_')
			markdown_add(&name, "_");
	}
	if (name.length == 0 || isdigit((unsigned char)name.bytes[0]))
		markdown_add(&name, "%selement", name.length > 0 ? "_" : "");
	struct string fresh = markdown_text(&name);
	for (unsigned number = 2; completion_is_used(list, fresh); number++)
		fresh = arena_format(
			list->arena, "%.*s_%u", STRING_ARGUMENTS(markdown_text(&name)), number);
	return fresh;
}

static const char *element_of(struct completion_list *list, struct string type_name,
	const struct type *type, enum type_kind kind)
{
	struct writer writer = writer_at(list, list->cursor.indentation);
	struct type_members properties = type_members(type, PART_PROPERTIES, list->arena);
	struct type_members requirements = {NULL, 0};
	if (kind == TYPE_NODE)
		requirements = member_cache_get(list->members, type, PART_REQUIREMENTS);
	write_proposal(&writer, name_after(list, type_name));
	markdown_add(&writer.text, ":");
	open_map(&writer, false);
	write_key(&writer, STRING("type"), true, "");
	markdown_add(&writer.text, " ");
	write_text(&writer, completion_quoted(list, type_name));
	if (required_count(properties) > 0) {
		write_key(&writer, STRING("properties"), false, "");
		open_map(&writer, false);
		write_properties(&writer, properties);
		close_map(&writer, false);
	}
	if (required_requirements(requirements, version_is_2_0(list->place.version)) > 0) {
		write_key(&writer, STRING("requirements"), false, "");
		open_map(&writer, true);
		write_requirements(&writer, type, requirements);
		close_map(&writer, true);
	}
	if (kind == TYPE_GROUP || kind == TYPE_POLICY) {
		write_key(&writer, kind == TYPE_GROUP ? STRING("members") : STRING("targets"),
			false, "");
		markdown_add(&writer.text, " [");
		write_stop(&writer);
		markdown_add(&writer.text, "]");
	}
	close_map(&writer, false);
	return text_of(&writer);
}

void complete_elements(struct completion_list *list)
{
	const struct element_row *row = element_at(&list->place);
	if (!row || !list->types || list->quote != '\0' || list->cursor.has_colon)
		return;
	struct type_list types = types_of(list->names, list->types, row->name, list->arena);
	list->members = member_cache_create(list->arena);
	for (size_t i = 0; i < types.count; i++) {
		struct string name = types.items[i].name;
		const struct type *type = types_find(list->types, row->type, name);
		if (!type || completion_type_is_generated(type))
			continue;
		struct string text = string_from(element_of(list, name, type, row->type));
		struct completion_item *item = completion_add(
			list, COMPLETION_ELEMENT, name, text, list->settings->snippets);
		if (!item)
			continue;
		item->detail = arena_format(
			list->arena, "new %s, with all that the type requires", row->what);
		item->documentation = types.items[i].description;
		item->precedence = type->parent ? 0 : 1; /* more is meant than the root */
	}
}

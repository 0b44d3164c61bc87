/* Hovers about names that refer to something: declared names, keywords, imported files, and the
 * arguments of functions. */
#include "analyzer/ide/cursor/own_function.h"
#include "analyzer/ide/declarations/traversal.h"
#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/language/grammar/words.h"
#include "analyzer/model/functions/function_definition.h"

#include <ctype.h>
#include <string.h>

void hover_declared(struct hover_context *context, enum declared_kind kind, struct string name)
{
	struct name_entry entry = names_find(context->names, kind, name);
	if (node_is_absent(entry.key) || context->text.length > 0)
		return;
	markdown_write(&context->text, "**%s \"%.*s\"**\n", declared_kind_noun(kind),
		STRING_ARGUMENTS(name));
	struct node type = node_get(entry.value, "type");
	struct node url = kind == DECLARED_REPOSITORY && node_kind(entry.value) == NODE_SCALAR
				  ? entry.value
				  : node_get(entry.value, "url");
	struct node description = node_get(entry.value, "description");
	if (node_kind(type) == NODE_SCALAR)
		markdown_write(
			&context->text, "\nType `%.*s`\n", STRING_ARGUMENTS(node_text(type)));
	if (node_kind(url) == NODE_SCALAR)
		markdown_write(&context->text, "\n%.*s\n", STRING_ARGUMENTS(node_text(url)));
	if (node_kind(description) == NODE_SCALAR && !node_is_null(description))
		markdown_add_description(&context->text, node_text(description));
}

void hover_keyword(struct hover_context *context, struct string word)
{
	const struct word_row *row = word_find(word, ~0u);
	if (row)
		markdown_add(&context->text, "**`%s`**: %s\n", row->name, row->meaning);
}

void hover_function(struct hover_context *context, const struct function_row *function)
{
	const char *dollar = version_is_2_0(place_version(context->tree)) ? "$" : "";
	markdown_add(&context->text, "**`%s%s`**: `%s`\n\n%s\n", dollar, function->name,
		function->signature, function->summary);
}

bool hover_own_function(struct hover_context *context, struct string key)
{
	enum definitions_version version = place_version(context->tree);
	struct function_definition function;
	if (!version_is_2_0(version) || !function_definition_find(context->tree, context->types,
						function_called(version, key), &function))
		return false;
	struct string signature = own_function_signature(function.value, 0, context->arena);
	struct string description = node_text(node_get(function.value, "description"));
	markdown_write(&context->text, "**`%.*s`**: `%.*s`\n", STRING_ARGUMENTS(key),
		STRING_ARGUMENTS(signature));
	if (description.length > 0)
		markdown_add_description(&context->text, description);
	return true;
}

/* ---- imports ---- */

static bool is_path_of(struct string path, struct string name)
{
	if (string_starts_with(name, "./"))
		name = string_slice(name, 2, name.length);
	return path.length >= name.length &&
	       string_equal(string_slice(path, path.length - name.length, path.length), name) &&
	       (path.length == name.length || path.bytes[path.length - name.length - 1] == '/');
}

static void add_types_of(struct hover_context *context, struct string file, enum type_kind kind)
{
	size_t count = 0, found = 0;
	struct markdown names = markdown_in(context->arena);
	const struct type *const *all = types_all(context->types, &count);
	for (size_t i = 0; i < count; i++) {
		if (all[i]->kind != kind || type_is_normative(all[i]) ||
			!is_path_of(type_path(all[i]), file))
			continue;
		struct string name = types_name_of(context->types, all[i], context->arena);
		markdown_write(&names, "%s`%.*s`", found > 0 ? ", " : "", STRING_ARGUMENTS(name));
		found++;
	}
	if (found > 0) {
		const char *title = type_kind_row(kind)->title;
		markdown_add(&context->text, "\n%c%s%s: %.*s\n", toupper((unsigned char)title[0]),
			title + 1, found > 1 ? "s" : "", STRING_ARGUMENTS(markdown_text(&names)));
	}
}

static const char *problem_text(enum import_problem problem)
{
	switch (problem) {
	case IMPORT_IS_REMOTE:
		return "It is not fetched: what it defines is not known here.";
	case IMPORT_IS_MISSING:
		return "There is no such file.";
	case IMPORT_IS_NO_TOSCA:
		return "It is no TOSCA file.";
	case IMPORT_IS_BROKEN:
		return "It is no valid YAML.";
	case IMPORT_IS_CYCLIC:
		return "It imports this file again.";
	}
	return "";
}

void hover_import(struct hover_context *context, struct string file)
{
	size_t count = 0;
	if (!context->types)
		return;
	markdown_write(&context->text, "**import `%.*s`**\n", STRING_ARGUMENTS(file));
	const struct import_failure *failures = types_import_failures(context->types, &count);
	for (size_t i = 0; i < count; i++) {
		if (string_equal(failures[i].name, file)) {
			markdown_add(&context->text, "\n%s\n", problem_text(failures[i].problem));
			return;
		}
	}
	for (int kind = 0; kind < TYPE_KIND_TOTAL; kind++)
		add_types_of(context, file, (enum type_kind)kind);
}

/* Several imports may have one prefix. */
void hover_import_prefix(struct hover_context *context, struct string prefix)
{
	struct type_import import;
	for (size_t i = 0; context->types && types_import_at(context->types, i, &import); i++)
		if (type_import_has_prefix(&import, prefix))
			hover_import(context, import.name);
}

/* ---- arguments ---- */

/* The step at position `argument` of a path that begins at a node. */
static void add_traversal(struct hover_context *context, const struct spot *spot, int32_t argument,
	struct string word)
{
	const struct cursor *cursor = &spot->cursor;
	struct traversal traversal = traversal_start(context->types, context->tree, &spot->place,
		traversal_self(context->types, context->tree, cursor->path, cursor->path_length,
			context->arena),
		context->arena);
	traversal.relation = traversal_relation(context->tree, cursor->path, cursor->path_length);
	size_t count =
		(size_t)argument < cursor->item_count ? (size_t)argument : cursor->item_count;
	struct string *arguments = arena_allocate(context->arena, count + 1, sizeof(*arguments));
	for (size_t i = 0; i < count; i++)
		arguments[i] = cursor->items[i];
	arguments[count] = word;
	traversal_follow_to(&traversal, arguments, count + 1, count);
	traversal_seek(&traversal, word);
	static const enum type_part parts[] = {PART_PROPERTIES, PART_ATTRIBUTES, PART_REQUIREMENTS,
		PART_CAPABILITIES, PART_INTERFACES, PART_ARTIFACTS};
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts) && context->text.length == 0; i++) {
		hover_member(context,
			type_members_find(traversal_members(&traversal, parts[i]), word),
			(enum member_kind)parts[i]);
	}
	if (context->text.length == 0 && traversal.at == AT_VALUE) {
		traversal_step(&traversal, word);
		hover_schema(context, "part", word, traversal.schema);
	}
}

void hover_argument(struct hover_context *context, const struct spot *spot, struct string word)
{
	const char *function = spot->call.function->name;
	hover_keyword(context, word);
	if (context->text.length > 0 || spot->call.is_nested)
		return;
	bool first = spot->call.argument <= 0;
	if (strcmp(function, "get_input") == 0 && first) {
		struct name_entry input = names_find(context->names, DECLARED_INPUT, word);
		hover_schema(context, "input", word, value_schema_of_definition(input.value));
	} else if (strcmp(function, "get_nodes_of_type") == 0) {
		hover_type(context, word, NAME_OF_NODE_TYPE, spot->place.version);
	} else if (strncmp(function, "get_", 4) == 0 && first) {
		hover_named_element(context, "node", word);
		hover_declared(context, DECLARED_NODE, word);
		hover_declared(context, DECLARED_RELATIONSHIP_TEMPLATE, word);
	} else if (strncmp(function, "get_", 4) == 0) {
		add_traversal(context, spot, spot->call.argument, word);
	}
}

void hover_attribute_mapping(
	struct hover_context *context, const struct spot *spot, struct string word)
{
	int32_t position = spot->cursor.path[spot->cursor.path_length - 1].index;
	hover_keyword(context, word);
	if (position == 0)
		hover_named_element(context, "node", word);
	else if (position > 0 && context->text.length == 0)
		add_traversal(context, spot, position, word);
}

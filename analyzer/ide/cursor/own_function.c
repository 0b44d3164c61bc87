#include "analyzer/ide/cursor/own_function.h"

#include "analyzer/ide/text/markdown.h"
#include "analyzer/model/functions/function_definition.h"

struct name_list own_functions(
	const struct syntax_tree *tree, const struct types *types, struct arena *arena)
{
	struct name_list own = names_in(function_definitions_of_file(tree), arena);
	struct name_list of_template = names_in(function_definitions_of_template(tree), arena);
	size_t capacity = own.count + of_template.count + 1;
	struct name_entry *entries = arena_allocate(arena, capacity, sizeof(*entries));
	size_t count = own.count;
	struct imported_file imported;
	size_t position = 0;
	for (size_t i = 0; i < own.count; i++)
		entries[i] = own.items[i];
	for (size_t i = 0; i < of_template.count; i++)
		if (node_is_absent(
			    node_find(function_definitions_of_file(tree), of_template.items[i].name)
				    .key))
			entries[count++] = of_template.items[i];
	while (types && types_next_imported_file(types, &position, &imported)) {
		struct name_list names =
			names_in(function_definitions_of_file(imported.tree), arena);
		for (size_t i = 0; i < names.count; i++) {
			entries = arena_reserve(arena, entries, count, &capacity, sizeof(*entries));
			entries[count] = names.items[i];
			entries[count++].name =
				arena_format(arena, "%.*s%.*s", STRING_ARGUMENTS(imported.prefix),
					STRING_ARGUMENTS(names.items[i].name));
		}
	}
	return (struct name_list){entries, count};
}

/* ---- as people write them ---- */

/* Signatures are a list, or a map. */
static struct node signature_number(struct node function, uint32_t position)
{
	struct node signatures = node_get(function, "signatures");
	return node_kind(signatures) == NODE_MAPPING    ? node_entry(signatures, position).value
	       : node_kind(signatures) == NODE_SEQUENCE ? node_item(signatures, position)
							: (struct node){0};
}

static uint32_t length_of(struct node list)
{
	return node_kind(list) == NODE_SEQUENCE ? node_count(list) : 0;
}

static bool has_argument(struct node signature, uint32_t argument)
{
	struct node arguments = node_get(signature, "arguments");
	struct node optional = node_get(signature, "optional_arguments");
	return node_boolean(node_get(signature, "variadic")) ||
	       argument < length_of(arguments) + length_of(optional);
}

/* A schema is a type, or says it. */
static void add_arguments(struct markdown *text, struct node list, const char *prefix)
{
	for (uint32_t i = 0; i < length_of(list); i++) {
		struct node schema = node_item(list, i);
		struct node type =
			node_kind(schema) == NODE_MAPPING ? node_get(schema, "type") : schema;
		struct string name = node_text(type).length > 0 ? node_text(type) : STRING("value");
		markdown_add(text, "%s%s%.*s", text->length > 1 ? ", " : "", prefix,
			STRING_ARGUMENTS(name));
	}
}

static struct string written(struct node signature, bool only_mandatory, struct arena *arena)
{
	struct markdown text = markdown_in(arena);
	markdown_add(&text, "[");
	add_arguments(&text, node_get(signature, "arguments"), "");
	if (!only_mandatory)
		add_arguments(&text, node_get(signature, "optional_arguments"), "optional ");
	if (text.length > 1 && node_boolean(node_get(signature, "variadic")))
		markdown_add(&text, ", …");
	markdown_add(&text, "]");
	return markdown_text(&text);
}

struct string own_function_signature(struct node function, uint32_t argument, struct arena *arena)
{
	uint32_t count = node_count(node_get(function, "signatures"));
	for (uint32_t i = 0; i < count; i++) {
		struct node signature = signature_number(function, i);
		if (has_argument(signature, argument))
			return written(signature, false, arena);
	}
	return written(count > 0 ? signature_number(function, 0) : (struct node){0}, false, arena);
}

struct string own_function_mandatory(struct node function, struct arena *arena)
{
	uint32_t count = node_count(node_get(function, "signatures"));
	return written(count > 0 ? signature_number(function, 0) : (struct node){0}, true, arena);
}

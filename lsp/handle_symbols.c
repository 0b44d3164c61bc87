/* textDocument/documentSymbol, workspace/symbol */
#include "analyzer/ide/symbols.h"

#include "lsp/convert.h"
#include "lsp/feature.h"
#include "lsp/method.h"

/* Kinds of symbols, numbered as the protocol does. */
static int protocol_kind(enum symbol_kind kind)
{
	enum {
		FILE_KIND = 1,
		MODULE = 2,
		NAMESPACE = 3,
		CLASS = 5,
		PROPERTY = 7,
		FIELD = 8,
		VARIABLE = 13,
		CONSTANT = 14,
		OBJECT = 19,
		KEY = 20,
		ENUM_MEMBER = 22,
		EVENT = 24,
	};

	switch (kind) {
	case SYMBOL_SECTION:
		return NAMESPACE;
	case SYMBOL_NODE:
		return OBJECT;
	case SYMBOL_RELATION:
		return FIELD;
	case SYMBOL_PROPERTY:
		return PROPERTY;
	case SYMBOL_ARTIFACT:
		return FILE_KIND;
	case SYMBOL_GROUP:
		return MODULE;
	case SYMBOL_POLICY:
		return EVENT;
	case SYMBOL_INPUT:
	case SYMBOL_OUTPUT:
	case SYMBOL_VARIABILITY_INPUT:
		return VARIABLE;
	case SYMBOL_TYPE:
		return CLASS;
	case SYMBOL_EXPRESSION:
		return CONSTANT;
	case SYMBOL_PRESET:
		return ENUM_MEMBER;
	case SYMBOL_OTHER:
		return KEY;
	}
	return KEY;
}

/* A symbol needs a name, even where the author has not typed it yet. */
static struct json_object *name_json(const struct symbol *symbol)
{
	return new_string(symbol->name.length > 0 ? symbol->name : STRING("\"\""));
}

static struct json_object *nested_json(const struct feature *feature, const struct symbol *symbol)
{
	struct json_object *json = json_object_new_object();

	put(json, "name", name_json(symbol));
	if (symbol->detail.length > 0)
		put(json, "detail", new_string(symbol->detail));
	put(json, "kind", new_integer(protocol_kind(symbol->kind)));
	put(json, "range", feature_convert(feature, symbol->range));
	put(json, "selectionRange", feature_convert(feature, symbol->name_range));
	return json;
}

static struct json_object *flat_json(const struct feature *feature,
	const struct feature_document *document, const struct symbol *symbols, size_t position)
{
	const struct symbol *symbol = &symbols[position];
	struct json_object *json = json_object_new_object();
	struct json_object *location = json_object_new_object();

	put(location, "uri", new_string(document->uri));
	put(location, "range",
		convert_range(document->tree, symbol->range, feature->client.encoding));
	put(json, "name", name_json(symbol));
	put(json, "kind", new_integer(protocol_kind(symbol->kind)));
	put(json, "location", location);
	if (symbol->parent >= 0 && symbols[symbol->parent].name.length > 0)
		put(json, "containerName", new_string(symbols[symbol->parent].name));
	return json;
}

/* Every symbol within its parent, which comes before it. */
static struct json_object *hierarchy(
	const struct feature *feature, const struct symbol *symbols, size_t count)
{
	struct json_object *top = json_object_new_array();
	struct json_object **made = arena_allocate(feature->arena, count, sizeof(*made));

	for (size_t i = 0; i < count; i++) {
		struct json_object *siblings = top;

		made[i] = nested_json(feature, &symbols[i]);
		if (symbols[i].parent >= 0) {
			struct json_object *parent = made[symbols[i].parent];

			siblings = member(parent, "children");
			if (!siblings) {
				siblings = json_object_new_array();
				put(parent, "children", siblings);
			}
		}
		push(siblings, made[i]);
	}
	return top;
}

struct json_object *handle_document_symbol(struct feature *feature)
{
	size_t count;
	const struct symbol *symbols = symbols_list(feature->document.tree, feature->arena, &count);
	struct json_object *result;

	if (feature->client.hierarchical_symbols)
		return hierarchy(feature, symbols, count);
	result = json_object_new_array();
	for (size_t i = 0; i < count; i++)
		push(result, flat_json(feature, &feature->document, symbols, i));
	return result;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The letters of the query in their order, others between them, as editors search. */
static bool matches(struct string name, struct string query)
{
	size_t found = 0;

	for (size_t i = 0; i < name.length && found < query.length; i++)
		found += lower(name.bytes[i]) == lower(query.bytes[found]);
	return found == query.length;
}

struct json_object *handle_workspace_symbol(struct feature *feature)
{
	struct json_object *result = json_object_new_array();
	struct string query = {0};

	member_string(feature->params, "query", &query);
	for (size_t d = 0; d < feature->document_count; d++) {
		const struct feature_document *document = &feature->documents[d];
		size_t count;
		const struct symbol *symbols = symbols_list(document->tree, feature->arena, &count);

		for (size_t i = 0; i < count; i++)
			if (symbols[i].kind != SYMBOL_SECTION && matches(symbols[i].name, query))
				push(result, flat_json(feature, document, symbols, i));
	}
	return result;
}

/* textDocument/documentSymbol, workspace/symbol */
#include "analyzer/ide/views/symbols.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"
#include "lsp/wire/convert.h"
#include "lsp/wire/symbol_kind.h"

/* A symbol needs a name, even where the author has not typed it yet. */
static struct json_object *name_json(const struct symbol *symbol)
{
	return new_string(symbol->name.length > 0 ? symbol->name : STRING("\"\""));
}

static struct json_object *nested_json(const struct feature *feature, const struct symbol *symbol)
{
	struct json_object *json = new_object();

	put(json, "name", name_json(symbol));
	if (symbol->detail.length > 0)
		put(json, "detail", new_string(symbol->detail));
	put(json, "kind", new_integer(symbol_protocol_kind(symbol->kind)));
	put(json, "range", feature_convert(feature, symbol->range));
	put(json, "selectionRange", feature_convert(feature, symbol->name_range));
	return json;
}

static struct json_object *flat_json(const struct feature *feature,
	const struct feature_document *document, const struct symbol *symbols, size_t position)
{
	const struct symbol *symbol = &symbols[position];
	struct json_object *json = new_object();
	struct json_object *location = new_object();

	put(location, "uri", new_string(document->uri));
	put(location, "range",
		convert_range(document->tree, symbol->range, feature->client.encoding));
	put(json, "name", name_json(symbol));
	put(json, "kind", new_integer(symbol_protocol_kind(symbol->kind)));
	put(json, "location", location);
	if (symbol->parent >= 0 && symbols[symbol->parent].name.length > 0)
		put(json, "containerName", new_string(symbols[symbol->parent].name));
	return json;
}

/* Every symbol within its parent, which comes before it. */
static struct json_object *hierarchy(
	const struct feature *feature, const struct symbol *symbols, size_t count)
{
	struct json_object *top = new_array();
	struct json_object **made = arena_allocate(feature->arena, count, sizeof(*made));

	for (size_t i = 0; i < count; i++) {
		struct json_object *siblings = top;

		made[i] = nested_json(feature, &symbols[i]);
		if (symbols[i].parent >= 0) {
			struct json_object *parent = made[symbols[i].parent];

			siblings = member(parent, "children");
			if (!siblings) {
				siblings = new_array();
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
	result = new_array();
	for (size_t i = 0; i < count; i++)
		push(result, flat_json(feature, &feature->document, symbols, i));
	return result;
}

/* The letters of the query in their order, others between them, as editors search. */
static bool matches(struct string name, struct string query)
{
	size_t found = 0;

	for (size_t i = 0; i < name.length && found < query.length; i++)
		found += string_lower(name.bytes[i]) == string_lower(query.bytes[found]);
	return found == query.length;
}

/* `uri` is that of the file whose symbols they are. */
static void add_matching(const struct feature *feature, const struct syntax_tree *tree,
	struct string uri, struct string query, struct json_object *result)
{
	struct feature_document document = {.uri = uri, .tree = tree};
	size_t count;
	const struct symbol *symbols = symbols_list(tree, feature->arena, &count);

	for (size_t i = 0; i < count; i++)
		if (symbols[i].kind != SYMBOL_SECTION && matches(symbols[i].name, query))
			push(result, flat_json(feature, &document, symbols, i));
}

struct json_object *handle_workspace_symbol(struct feature *feature)
{
	struct json_object *result = new_array();
	struct feature_files *files = feature_files_create(feature);
	struct known_files all = feature_files_all(files);
	struct string query = {0};
	int64_t version;

	member_string(feature->params, "query", &query);
	for (size_t i = 0; i < all.count; i++) {
		const struct syntax_tree *tree = feature_files_tree(files, i);
		struct string path = feature_files_path(files, i);

		if (tree)
			add_matching(feature, tree, feature_files_uri(feature, path, &version),
				query, result);
		feature_pass_on(feature, result);
	}
	feature_files_destroy(files);
	return result;
}

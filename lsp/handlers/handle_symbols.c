/* textDocument/documentSymbol, workspace/symbol */
#include "analyzer/ide/views/document_views.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"
#include "lsp/wire/json_text.h"
#include "lsp/wire/symbol_kind.h"

enum {
	FLAT_LENGTH = 160 /* of a symbol without its names, about */
};

/* A tree of values would be many times as large. */
static struct json_object *flat_json(const struct feature *feature,
	const struct feature_document *document, const struct symbol *symbols, size_t position)
{
	const struct symbol *symbol = &symbols[position];
	const struct syntax_tree *tree = document->tree;
	enum position_encoding encoding = feature->client.encoding;
	struct json_text text = {0};

	json_text_expect(&text, FLAT_LENGTH + 8 * symbol->name.length + 8 * document->uri.length);
	json_text_add(&text, STRING("{\"name\":"));
	json_text_add_string(&text, symbol->name);
	json_text_add(&text, STRING(",\"kind\":"));
	json_text_add_number(&text, (uint32_t)symbol_protocol_kind(symbol->kind));
	json_text_add(&text, STRING(",\"location\":{\"uri\":"));
	json_text_add_string(&text, document->uri);
	json_text_add(&text, STRING(",\"range\":"));
	json_text_add_range(&text, syntax_tree_position(tree, symbol->range.start, encoding),
		syntax_tree_position(tree, symbol->range.end, encoding));
	json_text_add(&text, STRING("}"));
	if (symbol->parent >= 0 && symbols[symbol->parent].name.length > 0) {
		json_text_add(&text, STRING(",\"containerName\":"));
		json_text_add_string(&text, symbols[symbol->parent].name);
	}
	json_text_add(&text, STRING("}"));
	return json_text_value(&text);
}

/* Symbols within each other: of the last one, the brace is still to come. */
struct nesting {
	struct json_text text;
	uint32_t depth; /* of the last one, plus one: 0 at the beginning */
};

static void close_to(struct nesting *nesting, uint32_t depth)
{
	if (nesting->depth > 0)
		json_text_add(&nesting->text, STRING("}"));
	for (; nesting->depth > depth + 1; nesting->depth--)
		json_text_add(&nesting->text, STRING("]}"));
}

static void add_nested(void *context, const struct placed_symbol *symbol)
{
	struct nesting *nesting = context;
	struct json_text *text = &nesting->text;

	if (symbol->depth == nesting->depth && nesting->depth > 0) {
		json_text_add(text, STRING(",\"children\":["));
	} else if (nesting->depth > 0) {
		close_to(nesting, symbol->depth);
		json_text_add(text, STRING(","));
	}
	nesting->depth = symbol->depth + 1;
	json_text_add(text, STRING("{\"name\":"));
	json_text_add_string(text, symbol->name);
	if (symbol->detail.length > 0) {
		json_text_add(text, STRING(",\"detail\":"));
		json_text_add_string(text, symbol->detail);
	}
	json_text_add(text, STRING(",\"kind\":"));
	json_text_add_number(text, (uint32_t)symbol_protocol_kind(symbol->kind));
	json_text_add(text, STRING(",\"range\":"));
	json_text_add_range(text, symbol->start, symbol->end);
	json_text_add(text, STRING(",\"selectionRange\":"));
	json_text_add_range(text, symbol->start, symbol->name_end);
}

static struct json_object *hierarchy(struct feature *feature)
{
	struct nesting nesting = {0};

	json_text_add(&nesting.text, STRING("["));
	document_views_symbols(feature_views(feature), add_nested, &nesting);
	close_to(&nesting, 0);
	json_text_add(&nesting.text, STRING("]"));
	return json_text_value(&nesting.text);
}

struct json_object *handle_document_symbol(struct feature *feature)
{
	size_t count;
	const struct symbol *symbols;
	struct json_object *result;

	if (feature->client.hierarchical_symbols)
		return hierarchy(feature);
	symbols = symbols_list(feature->document.tree, feature->arena, &count);
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

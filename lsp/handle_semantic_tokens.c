/* textDocument/semanticTokens/full and range */
#include "analyzer/ide/tokens.h"

#include "lsp/feature.h"
#include "lsp/method.h"

/* Five numbers for each token, places relative to the token before. */
static struct json_object *tokens_json(struct feature *feature, struct range range)
{
	const struct syntax_tree *tree = feature->document.tree;
	enum position_encoding encoding = feature->client.encoding;
	struct json_object *result = json_object_new_object();
	struct json_object *data = json_object_new_array();
	struct position last = {0, 0};
	size_t count;
	const struct token *tokens = tokens_list(tree, range, feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct position start = syntax_tree_position(tree, tokens[i].range.start, encoding);
		struct position end = syntax_tree_position(tree, tokens[i].range.end, encoding);
		bool same_line = start.line == last.line;

		push(data, new_integer(start.line - last.line));
		push(data, new_integer(
				   same_line ? start.character - last.character : start.character));
		push(data, new_integer(end.character - start.character));
		push(data, new_integer(tokens[i].type));
		push(data, new_integer(tokens[i].modifiers));
		last = start;
	}
	put(result, "data", data);
	return result;
}

struct json_object *handle_semantic_tokens(struct feature *feature)
{
	return tokens_json(feature, (struct range){0, syntax_tree_length(feature->document.tree)});
}

struct json_object *handle_semantic_tokens_range(struct feature *feature)
{
	struct range range;

	return feature_range(feature, &range) ? tokens_json(feature, range) : NULL;
}

struct json_object *semantic_tokens_options(void)
{
	struct json_object *options = json_object_new_object();
	struct json_object *legend = json_object_new_object();
	struct json_object *types = json_object_new_array();
	struct json_object *modifiers = json_object_new_array();

	for (int type = 0; type < TOKEN_TYPE_COUNT; type++)
		push(types, new_text(token_type_name((enum token_type)type)));
	push(modifiers, new_text("declaration")); /* in the order of their bits */
	push(modifiers, new_text("deprecated"));
	put(legend, "tokenTypes", types);
	put(legend, "tokenModifiers", modifiers);
	put(options, "legend", legend);
	put(options, "full", new_boolean(true));
	put(options, "range", new_boolean(true));
	return options;
}

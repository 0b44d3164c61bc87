/* textDocument/semanticTokens/full, full/delta and range */
#include "analyzer/ide/views/tokens.h"

#include "lsp/documents/sent_tokens.h"
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/wire/json_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	NUMBERS = 5 /* for each token */
};

/* Five numbers for each token, places relative to the token before. */
static struct token_numbers numbers_in(struct feature *feature, struct range range)
{
	const struct syntax_tree *tree = feature->document.tree;
	enum position_encoding encoding = feature->client.encoding;
	struct position last = {0, 0};
	size_t token_count;
	const struct token *tokens = tokens_list(tree, range, feature->arena, &token_count);
	uint32_t *numbers = arena_allocate(feature->arena, NUMBERS * token_count, sizeof(*numbers));

	for (size_t i = 0; i < token_count; i++) {
		struct position start = syntax_tree_position(tree, tokens[i].range.start, encoding);
		struct position end = syntax_tree_position(tree, tokens[i].range.end, encoding);
		bool same_line = start.line == last.line;
		uint32_t *token = &numbers[NUMBERS * i];

		token[0] = start.line - last.line;
		token[1] = same_line ? start.character - last.character : start.character;
		token[2] = end.character - start.character;
		token[3] = tokens[i].type;
		token[4] = tokens[i].modifiers;
		last = start;
	}
	return (struct token_numbers){numbers, NUMBERS * token_count};
}

static struct json_object *numbers_json(struct token_numbers numbers)
{
	struct json_text text = {0};

	json_text_add(&text, STRING("["));
	for (size_t i = 0; i < numbers.count; i++) {
		if (i > 0)
			json_text_add(&text, STRING(","));
		json_text_add_number(&text, numbers.items[i]);
	}
	json_text_add(&text, STRING("]"));
	return json_text_value(&text);
}

static struct json_object *result_id(uint64_t id)
{
	char text[21];

	snprintf(text, sizeof(text), "%" PRIu64, id);
	return new_text(text);
}

static struct json_object *whole_json(struct feature *feature)
{
	struct json_object *result = new_object();
	struct token_numbers numbers =
		document_views_tokens(feature_views(feature), feature->arena);

	put(result, "resultId", result_id(feature->result_id));
	put(result, "data", numbers_json(numbers));
	return result;
}

static struct json_object *difference_json(
	struct feature *feature, const struct document_views *before)
{
	struct tokens_edit edit =
		document_views_token_edit(before, feature_views(feature), feature->arena);
	struct json_object *result = new_object();
	struct json_object *edits = new_array();

	if (edit.removed > 0 || edit.added.count > 0) {
		struct json_object *json = new_object();

		put(json, "start", new_integer((int64_t)edit.start));
		put(json, "deleteCount", new_integer((int64_t)edit.removed));
		if (edit.added.count > 0)
			put(json, "data", numbers_json(edit.added));
		push(edits, json);
	}
	put(result, "resultId", result_id(feature->result_id));
	put(result, "edits", edits);
	return result;
}

/* They are what the client has from now on. */
static void note_sent(struct feature *feature)
{
	feature->tokens = sent_tokens_create(feature->result_id, feature_views(feature));
}

struct json_object *handle_semantic_tokens(struct feature *feature)
{
	note_sent(feature);
	return whole_json(feature);
}

/* Whatever else the client has than what was sent last: it gets everything. */
struct json_object *handle_semantic_tokens_delta(struct feature *feature)
{
	const struct sent_tokens *before = feature->document.tokens;
	struct string id;
	bool known = before && member_string(feature->params, "previousResultId", &id) &&
		     strtoull(id.bytes, NULL, 10) == sent_tokens_id(before);

	note_sent(feature);
	return known ? difference_json(feature, sent_tokens_views(before)) : whole_json(feature);
}

struct json_object *handle_semantic_tokens_range(struct feature *feature)
{
	struct json_object *result;
	struct range range;

	if (!feature_range(feature, &range))
		return NULL;
	result = new_object();
	put(result, "data", numbers_json(numbers_in(feature, range)));
	return result;
}

struct json_object *semantic_tokens_options(void)
{
	struct json_object *options = new_object();
	struct json_object *full = new_object();
	struct json_object *legend = new_object();
	struct json_object *types = new_array();
	struct json_object *modifiers = new_array();

	for (int type = 0; type < TOKEN_TYPE_COUNT; type++)
		push(types, new_text(token_type_name((enum token_type)type)));
	push(modifiers, new_text("declaration")); /* in the order of their bits */
	push(modifiers, new_text("deprecated"));
	put(legend, "tokenTypes", types);
	put(legend, "tokenModifiers", modifiers);
	put(options, "legend", legend);
	put(full, "delta", new_boolean(true));
	put(options, "full", full);
	put(options, "range", new_boolean(true));
	return options;
}

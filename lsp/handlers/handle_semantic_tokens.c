/* textDocument/semanticTokens/full, full/delta and range */
#include "analyzer/ide/views/tokens.h"

#include "base/memory.h"
#include "lsp/documents/sent_tokens.h"
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	NUMBERS = 5 /* for each token */
};

/* Five numbers for each token, places relative to the token before. To be released. */
static uint32_t *tokens_numbers(struct feature *feature, struct range range, size_t *count)
{
	const struct syntax_tree *tree = feature->document.tree;
	enum position_encoding encoding = feature->client.encoding;
	struct position last = {0, 0};
	size_t token_count;
	const struct token *tokens = tokens_list(tree, range, feature->arena, &token_count);
	uint32_t *numbers = memory_allocate(NUMBERS * token_count, sizeof(*numbers));

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
	*count = NUMBERS * token_count;
	return numbers;
}

static struct json_object *numbers_json(const uint32_t *numbers, size_t count)
{
	struct json_object *json = new_array();

	for (size_t i = 0; i < count; i++)
		push(json, new_integer(numbers[i]));
	return json;
}

static struct json_object *result_id(uint64_t id)
{
	char text[21];

	snprintf(text, sizeof(text), "%" PRIu64, id);
	return new_text(text);
}

/* Those of the whole document, which the client has from now on. */
static const struct sent_tokens *send_tokens(struct feature *feature)
{
	struct range all = {0, syntax_tree_length(feature->document.tree)};
	size_t count;
	uint32_t *numbers = tokens_numbers(feature, all, &count);

	feature->tokens = sent_tokens_create(feature->result_id, numbers, count);
	return feature->tokens;
}

static struct json_object *whole_json(const struct sent_tokens *tokens)
{
	struct json_object *result = new_object();
	size_t count;
	const uint32_t *numbers = sent_tokens_numbers(tokens, &count);

	put(result, "resultId", result_id(sent_tokens_id(tokens)));
	put(result, "data", numbers_json(numbers, count));
	return result;
}

static struct json_object *difference_json(
	const struct sent_tokens *before, const struct sent_tokens *now)
{
	struct tokens_edit edit = sent_tokens_difference(before, now);
	struct json_object *result = new_object();
	struct json_object *edits = new_array();
	size_t count;
	const uint32_t *numbers = sent_tokens_numbers(now, &count);

	if (edit.removed > 0 || edit.added > 0) {
		struct json_object *json = new_object();

		put(json, "start", new_integer((int64_t)edit.start));
		put(json, "deleteCount", new_integer((int64_t)edit.removed));
		if (edit.added > 0)
			put(json, "data", numbers_json(numbers + edit.start, edit.added));
		push(edits, json);
	}
	put(result, "resultId", result_id(sent_tokens_id(now)));
	put(result, "edits", edits);
	return result;
}

struct json_object *handle_semantic_tokens(struct feature *feature)
{
	return whole_json(send_tokens(feature));
}

/* Whatever else the client has than what was sent last: it gets everything. */
struct json_object *handle_semantic_tokens_delta(struct feature *feature)
{
	const struct sent_tokens *before = feature->document.tokens;
	const struct sent_tokens *now = send_tokens(feature);
	struct string id;
	bool known = before && member_string(feature->params, "previousResultId", &id) &&
		     strtoull(id.bytes, NULL, 10) == sent_tokens_id(before);

	return known ? difference_json(before, now) : whole_json(now);
}

struct json_object *handle_semantic_tokens_range(struct feature *feature)
{
	struct json_object *result;
	struct range range;
	uint32_t *numbers;
	size_t count;

	if (!feature_range(feature, &range))
		return NULL;
	result = new_object();
	numbers = tokens_numbers(feature, range, &count);
	put(result, "data", numbers_json(numbers, count));
	memory_release(numbers);
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

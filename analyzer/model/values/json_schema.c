#include "analyzer/model/values/json_schema.h"

#include "analyzer/model/text/json_text.h"
#include "analyzer/model/values/json_rule.h"
#include "analyzer/syntax/tree/syntax_tree.h"

enum {
	DEEPEST = 64,
	MOST_STEPS = 100000
};

static struct string path_of(const struct json_judge *judge, const struct json_place *place)
{
	if (!place->around)
		return STRING("");
	return arena_format(judge->arena, "%.*s/%.*s",
		STRING_ARGUMENTS(path_of(judge, place->around)), STRING_ARGUMENTS(place->step));
}

/* The innermost failure comes first. */
static void note_failure(
	struct json_judge *judge, const struct json_place *place, struct string keyword)
{
	if (judge->failure.length || judge->quiet || !judge->arena)
		return;
	struct string path = path_of(judge, place);
	judge->failure = arena_format(judge->arena, "\"%.*s\"%s%.*s", STRING_ARGUMENTS(keyword),
		path.length ? " at " : "", STRING_ARGUMENTS(path));
}

static enum verdict passes_keywords(
	struct json_judge *judge, const struct json_place *place, struct node schema)
{
	enum verdict result = HOLDS;
	/* Older drafts ignore what stands beside a reference. */
	bool has_reference = !node_is_absent(node_get(schema, "$ref"));
	for (uint32_t i = 0; i < node_count(schema) && result != FAILS; i++) {
		struct node_entry entry = node_entry(schema, i);
		struct string keyword = node_text(entry.key);
		struct json_rule rule = {judge, place, schema, entry.value};
		bool is_ignored = has_reference && !string_is(keyword, "$ref");
		judge->quiet += is_ignored;
		enum verdict verdict = json_rule_verdict(&rule, keyword);
		judge->quiet -= is_ignored;
		if (verdict == FAILS && is_ignored)
			verdict = UNKNOWN;
		if (verdict == FAILS)
			note_failure(judge, place, keyword);
		result = verdict_all(result, verdict);
	}
	return result;
}

enum verdict json_passes(
	struct json_judge *judge, const struct json_place *place, struct node schema)
{
	if (node_kind(schema) == NODE_SCALAR && node_scalar_type(schema) == SCALAR_BOOLEAN) {
		if (!node_boolean(schema))
			note_failure(judge, place, STRING("false"));
		return verdict_of(node_boolean(schema));
	}
	if (node_kind(schema) != NODE_MAPPING)
		return UNKNOWN;
	if (judge->depth > DEEPEST || judge->steps > MOST_STEPS) {
		judge->gave_up = true;
		return UNKNOWN;
	}
	judge->depth++;
	judge->steps++;
	enum verdict verdict = passes_keywords(judge, place, schema);
	judge->depth--;
	return verdict;
}

enum verdict json_passes_quietly(
	struct json_judge *judge, const struct json_place *place, struct node schema)
{
	judge->quiet++;
	enum verdict verdict = json_passes(judge, place, schema);
	judge->quiet--;
	return verdict;
}

/* YAML has no halves of characters, which JSON escapes one by one. */
static bool has_surrogates(struct string text)
{
	for (size_t i = 0; i + 2 < text.length; i++)
		if (text.bytes[i] == '\\' && text.bytes[i + 1] == 'u' &&
			(text.bytes[i + 2] == 'd' || text.bytes[i + 2] == 'D'))
			return true;
	return false;
}

static bool has_errors(const struct syntax_tree *tree)
{
	struct arena *arena = arena_create();
	size_t count;
	syntax_tree_errors(tree, arena, &count);
	arena_destroy(arena);
	return count > 0;
}

static enum verdict judge_text(struct json_judge *judge, struct string schema, struct string text)
{
	if (!json_text_is_valid(text) || !json_text_is_valid(schema) || has_surrogates(text) ||
		has_surrogates(schema))
		return UNKNOWN;
	/* JSON is YAML. */
	struct syntax_tree *schema_tree = syntax_tree_create(schema);
	struct syntax_tree *text_tree = syntax_tree_create(text);
	struct json_place place = {.value = syntax_tree_root(text_tree)};
	judge->root = syntax_tree_root(schema_tree);
	enum verdict verdict = has_errors(text_tree) || has_errors(schema_tree)
				       ? UNKNOWN
				       : json_passes(judge, &place, judge->root);
	syntax_tree_release(text_tree);
	syntax_tree_release(schema_tree);
	return verdict;
}

bool json_schema_gives_up(struct string schema, struct string text, struct pattern_cache *patterns)
{
	struct json_judge judge = {.patterns = patterns};
	enum verdict verdict = judge_text(&judge, schema, text);
	return verdict == UNKNOWN && judge.gave_up;
}

enum verdict json_schema_verdict(
	struct string schema, struct string text, struct pattern_cache *patterns)
{
	struct json_judge judge = {.patterns = patterns};
	return judge_text(&judge, schema, text);
}

struct string json_schema_failure(struct string schema, struct string text,
	struct pattern_cache *patterns, struct arena *arena)
{
	struct json_judge judge = {.patterns = patterns, .arena = arena};
	judge_text(&judge, schema, text);
	return judge.failure;
}

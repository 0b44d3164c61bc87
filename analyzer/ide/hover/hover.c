#include "analyzer/ide/hover/hover.h"

#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/ide/names/anchors.h"
#include "analyzer/ide/names/mention.h"
#include "analyzer/model/text/eval_path.h"
#include "analyzer/syntax/tree/flow_text.h"

#include <string.h>

enum {
	LONGEST_VALUE = 300
};

/* What is declared within something else: a step of a workflow. */
static void add_declaration(
	struct hover_context *context, const struct known_file *file, const struct meaning *meaning)
{
	struct string within = meaning->container;
	if (context->text.length > 0 || within.length == 0)
		return;
	const char *container = memchr(within.bytes, '.', within.length);
	struct mentions found = mentions_declaring(file, meaning, context->arena);
	if (found.count == 0 || !container)
		return;
	struct node value = found.items[0].value;
	struct node description = node_get(value, "description");
	size_t kind = (size_t)(container - within.bytes);
	markdown_write(&context->text, "**%s \"%.*s\"** of %.*s \"%.*s\"\n",
		declared_kind_noun(meaning->kind), STRING_ARGUMENTS(meaning->name), (int)kind,
		within.bytes, (int)(within.length - kind - 1), container + 1);
	if (node_kind(description) == NODE_SCALAR && !node_is_null(description))
		markdown_add_description(&context->text, node_text(description));
	markdown_write(&context->text, "\n```yaml\n%.*s\n```\n",
		STRING_ARGUMENTS(flow_text(value, LONGEST_VALUE, context->arena)));
}

/* Whether the word at `offset` can be an anchor or an alias: the text is not searched for nothing.
 */
static bool may_be_anchor(const struct hover_context *context, uint32_t offset)
{
	uint32_t start = offset > LONGEST_VALUE ? offset - LONGEST_VALUE : 0;
	struct string before =
		syntax_tree_text(context->tree, (struct range){start, offset}, context->arena);
	size_t i = before.length;
	while (i > 0 && !strchr(" \t\r\n,[]{}", before.bytes[i - 1]))
		i--;
	struct string first = syntax_tree_text(context->tree,
		(struct range){start + (uint32_t)i, start + (uint32_t)i + 1}, context->arena);
	return string_is(first, "&") || string_is(first, "*");
}

/* What the anchor stands before, as its aliases have it. */
static void add_anchor(struct hover_context *context, uint32_t offset, struct range *range)
{
	if (!may_be_anchor(context, offset))
		return;
	size_t count = 0;
	const struct anchor_place *places =
		anchors_at(context->tree, offset, context->arena, &count);
	const struct anchor_place *anchor = NULL;
	for (size_t i = 0; i < count; i++) {
		if (offset >= places[i].range.start && offset <= places[i].range.end)
			*range = places[i].range;
		if (places[i].is_anchor)
			anchor = &places[i];
	}
	if (!anchor)
		return;
	struct node node = syntax_tree_node_at(context->tree, anchor->range.start - 1);
	struct string name = syntax_tree_text(context->tree, anchor->range, context->arena);
	markdown_add(&context->text, "%s", context->text.length > 0 ? "\n" : "");
	markdown_write(&context->text, "**Anchor \"%.*s\"**, repeated by %zu alias%s\n",
		STRING_ARGUMENTS(name), count - 1, count == 2 ? "" : "es");
	markdown_write(&context->text, "\n```yaml\n%.*s\n```\n",
		STRING_ARGUMENTS(flow_text(node, LONGEST_VALUE, context->arena)));
}

/* What the name leads to, wherever else names are: in substitution mappings, workflows … */
static void add_mentioned(struct hover_context *context, uint32_t offset, struct range *range)
{
	static const struct {
		enum declared_kind declared;
		enum member_kind member;
	} kinds[] = {
		{DECLARED_PROPERTY, MEMBER_PROPERTY},
		{DECLARED_ATTRIBUTE, MEMBER_ATTRIBUTE},
		{DECLARED_CAPABILITY, MEMBER_CAPABILITY},
		{DECLARED_REQUIREMENT, MEMBER_REQUIREMENT},
		{DECLARED_RELATION, MEMBER_REQUIREMENT},
		{DECLARED_INTERFACE, MEMBER_INTERFACE},
		{DECLARED_OPERATION, MEMBER_OPERATION},
		{DECLARED_NOTIFICATION, MEMBER_NOTIFICATION},
		{DECLARED_OPERATION_INPUT, MEMBER_INPUT},
		{DECLARED_ARTIFACT, MEMBER_ARTIFACT},
	};
	struct known_file template = {context->names, STRING(""), context->types, NULL};
	struct known_file file = {context->tree, STRING(""), context->types,
		context->names == context->tree ? NULL : &template};
	struct mention mention;
	if (!mention_at(&file, offset, context->arena, &mention))
		return;
	*range = mention.range;
	if (mention.has_element) {
		hover_named_element(
			context, declared_kind_noun(mention.element.kind), mention.element.name);
		hover_declared(context, mention.element.kind, mention.element.name);
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (context->text.length == 0 && mention.has_member &&
			kinds[i].declared == mention.member.kind)
			hover_member(context, mention.definition, kinds[i].member);
	if (mention.has_element)
		add_declaration(context, &file, &mention.element);
}

/* ---- paths in texts ---- */

/* `{eval: path}`, `"{{ 'path' | eval }}"`: whether the cursor is in such a text. */
static bool is_in_path(const struct spot *spot, struct string word)
{
	const struct cursor *cursor = &spot->cursor;
	bool is_call = cursor->path_length > 0 &&
		       string_is(cursor->path[cursor->path_length - 1].key, "eval");
	size_t from = 0;
	struct range part;
	return spot->place.is_free && cursor->place == CURSOR_VALUE &&
	       eval_path_next(word, is_call, &from, &part);
}

/* The word of the path that is at the cursor, up to separators and brackets. */
static struct range segment_at(
	const struct syntax_tree *tree, struct range all, uint32_t offset, struct arena *arena)
{
	if (offset < all.start || offset > all.end)
		return all;
	struct string text = syntax_tree_text(tree, all, arena);
	uint32_t start = offset - all.start, end = start;
	while (start > 0 && !strchr(":[]=\"' ", text.bytes[start - 1]))
		start--;
	while (end < text.length && !strchr(":[]=\"' ", text.bytes[end]))
		end++;
	return (struct range){all.start + start, all.start + end};
}

static void add_path(struct hover_context *context, const struct spot *spot, uint32_t offset,
	struct range *range)
{
	size_t count;
	const struct eval_word *words = eval_words(&count);
	struct range segment =
		segment_at(context->tree, spot->cursor.replace, offset, context->arena);
	struct string word = syntax_tree_text(context->tree, segment, context->arena);
	add_mentioned(context, offset, range);
	for (size_t i = 0; context->text.length == 0 && i < count; i++) {
		if (string_is(word, words[i].word)) {
			markdown_add(
				&context->text, "**`%s`**: %s\n", words[i].word, words[i].summary);
			*range = segment;
		}
	}
}

static void add_spot(struct hover_context *context, const struct spot *spot, uint32_t offset,
	struct range *range)
{
	const struct cursor *cursor = &spot->cursor;
	struct string word = syntax_tree_text(context->tree, cursor->replace, context->arena);
	if (cursor->place == CURSOR_NOWHERE || word.length == 0)
		return;
	if (cursor->quoted && word.length >= 2)
		word = string_slice(word, 1, word.length - 1);
	if (context->is_inputs)
		hover_variability_input(
			context, cursor->path_length > 0 ? cursor->path[0].key : word);
	else if (is_in_path(spot, word))
		add_path(context, spot, offset, range);
	else if (cursor->place == CURSOR_KEY)
		hover_key(context, spot, word);
	else
		hover_value(context, spot, word);
	if (context->text.length == 0 && !spot->place.is_expression && !context->is_inputs)
		add_mentioned(context, offset, range);
}

static struct hover hover_of(
	struct hover_context *context, const struct spot *spot, uint32_t offset)
{
	struct hover hover = {.range = spot->cursor.replace};
	if (!context->types)
		context->types = analysis_types(context->analysis);
	context->text = markdown_in(context->arena);
	add_spot(context, spot, offset, &hover.range);
	add_anchor(context, offset, &hover.range);
	hover.markdown = markdown_text(&context->text);
	return hover;
}

struct hover hover_at(const struct syntax_tree *tree, const struct analysis *analysis,
	uint32_t offset, struct arena *arena)
{
	return hover_with_space(tree, analysis, NULL, offset, arena);
}

struct hover hover_with_space(const struct syntax_tree *tree, const struct analysis *analysis,
	const struct space *space, uint32_t offset, struct arena *arena)
{
	struct spot spot = spot_at(tree, offset, arena);
	struct hover_context context = {
		.arena = arena, .tree = tree, .names = tree, .analysis = analysis, .space = space};
	return hover_of(&context, &spot, offset);
}

struct hover hover_in_result(const struct syntax_tree *tree, const struct analysis *analysis,
	const struct types *types, uint32_t offset, struct arena *arena)
{
	struct spot spot = spot_at(tree, offset, arena);
	struct hover_context context = {
		.arena = arena, .tree = tree, .names = tree, .analysis = analysis, .types = types};
	return hover_of(&context, &spot, offset);
}

struct hover hover_beside(const struct syntax_tree *tree, enum grammar_file kind,
	const struct analysis *analysis, uint32_t offset, struct arena *arena)
{
	struct spot spot = spot_in(tree, kind, offset, arena);
	struct hover_context context = {.arena = arena,
		.tree = tree,
		.names = analysis ? analysis_tree(analysis) : tree,
		.analysis = analysis,
		.is_inputs = kind == GRAMMAR_FILE_INPUTS};
	return hover_of(&context, &spot, offset);
}

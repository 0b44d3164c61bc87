#include "analyzer/ide/hover/hover.h"

#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/ide/names/mention.h"
#include "analyzer/model/text/eval_path.h"

#include <string.h>

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

static struct hover hover_of(
	struct hover_context *context, const struct spot *spot, uint32_t offset)
{
	struct cursor cursor = spot->cursor;
	struct string word = syntax_tree_text(context->tree, cursor.replace, context->arena);
	struct hover hover = {cursor.replace, STRING("")};
	if (cursor.place == CURSOR_NOWHERE || word.length == 0)
		return hover;
	if (cursor.quoted && word.length >= 2)
		word = string_slice(word, 1, word.length - 1);
	context->types = analysis_types(context->analysis);
	context->text = markdown_in(context->arena);
	if (context->is_inputs)
		hover_variability_input(
			context, cursor.path_length > 0 ? cursor.path[0].key : word);
	else if (is_in_path(spot, word))
		add_path(context, spot, offset, &hover.range);
	else if (cursor.place == CURSOR_KEY)
		hover_key(context, spot, word);
	else
		hover_value(context, spot, word);
	if (context->text.length == 0 && !spot->place.is_expression && !context->is_inputs)
		add_mentioned(context, offset, &hover.range);
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

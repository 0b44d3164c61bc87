#include "analyzer/ide/views/tokens.h"

#include "analyzer/ide/cursor/call.h"
#include "analyzer/ide/cursor/operands.h"
#include "analyzer/ide/names/uses.h"
#include "analyzer/ide/text/name_text.h"
#include "analyzer/language/grammar/words.h"
#include "analyzer/model/grammar/grammar_file.h"

#include <stdlib.h>
#include <string.h>

struct collector {
	struct arena *arena;
	const struct syntax_tree *tree;
	struct range range;
	struct token *items;
	size_t count, capacity;
};

const char *token_type_name(enum token_type type)
{
	static const char *const names[TOKEN_TYPE_COUNT] = {
		[TOKEN_KEYWORD] = "keyword",
		[TOKEN_OPERATOR] = "operator",
		[TOKEN_FUNCTION] = "function",
		[TOKEN_VARIABLE] = "variable",
		[TOKEN_MACRO] = "macro",
		[TOKEN_CLASS] = "class",
		[TOKEN_TYPE] = "type",
		[TOKEN_PROPERTY] = "property",
		[TOKEN_PARAMETER] = "parameter",
		[TOKEN_ENUM_MEMBER] = "enumMember",
		[TOKEN_NAMESPACE] = "namespace",
		[TOKEN_INTERFACE] = "interface",
		[TOKEN_METHOD] = "method",
	};
	return names[type];
}

static enum token_type type_of(enum declared_kind kind)
{
	switch (kind) {
	case DECLARED_VARIABILITY_INPUT:
	case DECLARED_INPUT:
	case DECLARED_OUTPUT:
		return TOKEN_VARIABLE;
	case DECLARED_EXPRESSION:
		return TOKEN_MACRO;
	case DECLARED_PRESET:
	case DECLARED_REPOSITORY:
		return TOKEN_NAMESPACE;
	case DECLARED_NODE:
	case DECLARED_GROUP:
	case DECLARED_POLICY:
	case DECLARED_WORKFLOW:
		return TOKEN_CLASS;
	case DECLARED_RELATION:
	case DECLARED_RELATIONSHIP_TEMPLATE:
	case DECLARED_ARTIFACT:
	case DECLARED_PROPERTY:
	case DECLARED_TECHNOLOGY:
	case DECLARED_STEP:
	case DECLARED_ATTRIBUTE:
	case DECLARED_CAPABILITY:
	case DECLARED_REQUIREMENT:
		return TOKEN_PROPERTY;
	case DECLARED_INTERFACE:
		return TOKEN_INTERFACE;
	case DECLARED_OPERATION:
	case DECLARED_NOTIFICATION:
		return TOKEN_METHOD;
	case DECLARED_FUNCTION:
		return TOKEN_FUNCTION;
	default:
		return TOKEN_TYPE;
	}
}

static void add_range(
	struct collector *collector, struct range range, enum token_type type, unsigned modifiers)
{
	if (range.end <= range.start || range.end < collector->range.start ||
		range.start > collector->range.end)
		return;
	struct string text = syntax_tree_text(collector->tree, range, collector->arena);
	if (memchr(text.bytes, '\n', text.length) != NULL)
		return;
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	collector->items[collector->count++] = (struct token){range, type, modifiers};
}

static void add(
	struct collector *collector, struct node node, enum token_type type, unsigned modifiers)
{
	add_range(collector, node_range(node), type, modifiers);
}

/* `{concat: [a, b]}`, `{$twice: [1]}` */
static bool is_call(const struct walk_item *item)
{
	enum definitions_version version = item->place->version;
	struct string key = node_text(item->node);
	return node_count(node_parent(item->node)) == 1 &&
	       (call_function(version, key) || call_own_name(version, key).length > 0);
}

/* Keys that are no names: names come from the list of uses. */
static void visit_key(struct collector *collector, const struct walk_item *item)
{
	const struct place *place = item->place;
	struct string name = node_text(item->node);
	if (place->is_expression) {
		enum operator_id op = operator_called(name, true);
		if (op != OPERATOR_NONE) {
			add(collector, item->node, TOKEN_OPERATOR,
				deprecated_operator_find(name) ? TOKEN_DEPRECATED : 0);
		}
		return;
	}
	enum construct construct = place_construct(place);
	const struct keyname_row *row =
		construct == CONSTRUCT_NONE ? NULL : keyname_find(construct, place->version, name);
	enum declared_kind kind;
	bool is_definition;
	if (row) {
		add(collector, item->node, TOKEN_KEYWORD,
			row->flags & KEYNAME_DEPRECATED ? TOKEN_DEPRECATED : 0);
	} else if (place->shape && place->shape->kind == SHAPE_OPTIONS) {
		add(collector, item->node, TOKEN_PARAMETER, 0);
	} else if (!declared_by(item, &kind) && member_named_by(item, &kind, &is_definition)) {
		add(collector, item->node, type_of(kind), is_definition ? TOKEN_DECLARATION : 0);
	} else if (place->is_free && is_call(item)) {
		add(collector, item->node, TOKEN_FUNCTION, 0);
	} else if (item->path_length == 0 &&
		   grammar_file_kind(collector->tree) == GRAMMAR_FILE_OTHER) {
		add(collector, item->node, TOKEN_VARIABLE, 0); /* a variability input */
	}
}

static void visit(void *context, const struct walk_item *item)
{
	struct collector *collector = context;
	if (item->is_key) {
		visit_key(collector, item);
		return;
	}
	struct string text = node_text(item->node);
	bool keyword = word_find(text, WORD_IN_CONDITION);
	const struct shape *shape = item->place->shape;
	bool word = shape && !item->place->is_expression &&
		    (shape->kind == SHAPE_WORD || shape->kind == SHAPE_DEFAULT_CONDITION_MODE ||
			    item->place->option.length > 0);
	if (keyword || (word && node_scalar_type(item->node) == SCALAR_STRING))
		add(collector, item->node, TOKEN_ENUM_MEMBER, 0);
}

static int compare(const void *left, const void *right)
{
	const struct token *a = left;
	const struct token *b = right;
	return a->range.start < b->range.start ? -1 : a->range.start > b->range.start;
}

/* What a name may refer to is decided by what is declared. */
static void add_uses(struct collector *collector, struct use_list uses)
{
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		enum declared_kind kind = use->has_alternative
						  ? use_decide(collector->tree, use->kind,
							    use->alternative, use->name)
						  : use->kind;
		struct range name = use->is_part ? name_part(use->node, use->part, collector->arena)
						 : node_range(use->node);
		add_range(collector, name, type_of(kind),
			use->is_declaration ? TOKEN_DECLARATION : 0);
	}
}

/* In the order of the text; where one stands on another, the first counts. */
static const struct token *in_order(struct collector *collector, size_t *count)
{
	size_t kept = 0;
	if (collector->count > 0)
		qsort(collector->items, collector->count, sizeof(*collector->items), compare);
	for (size_t i = 0; i < collector->count; i++)
		if (kept == 0 ||
			collector->items[kept - 1].range.end <= collector->items[i].range.start)
			collector->items[kept++] = collector->items[i];
	*count = kept;
	return collector->items;
}

static const struct token *tokens_along(const struct syntax_tree *tree, struct walk walk,
	struct use_list uses, struct arena *arena, size_t *count)
{
	struct collector collector = {.arena = arena, .tree = tree, .range = walk.range};
	walk.arena = arena;
	walk.context = &collector;
	walk.visit = visit;
	walk_document(tree, &walk);
	add_uses(&collector, uses);
	return in_order(&collector, count);
}

const struct token *tokens_list(
	const struct syntax_tree *tree, struct range range, struct arena *arena, size_t *count)
{
	return tokens_along(tree, (struct walk){.only_range = true, .range = range},
		uses_touching(tree, range, arena), arena, count);
}

const struct token *tokens_of_section(
	const struct syntax_tree *tree, uint32_t section, struct arena *arena, size_t *count)
{
	struct walk walk = {.only_section = true,
		.section = section,
		.range = syntax_tree_section_range(tree, section)};
	return tokens_along(tree, walk, uses_of_section(tree, section, arena), arena, count);
}

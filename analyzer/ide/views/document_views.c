#include "analyzer/ide/views/document_views.h"

#include "analyzer/ide/cursor/surroundings.h"
#include "analyzer/ide/views/section_view.h"
#include "analyzer/model/grammar/grammar_file.h"
#include "base/memory.h"

enum {
	NUMBERS = 5, /* for each token */
};

struct document_views {
	atomic_int references;
	struct syntax_tree *tree;
	enum position_encoding encoding;
	uint64_t declares; /* of all sections */
	uint32_t made;
	struct shared_list sections; /* weigh what they have of tokens */
};

/* ---- one item per section ---- */

static void retain(void *item)
{
	section_view_retain(item);
}

static void release(void *item)
{
	section_view_release(item);
}

static uint32_t token_count(const void *item)
{
	return ((const struct section_view *)item)->token_count;
}

static const struct shared_kind views_are_shared = {retain, release, token_count};

static const struct section_view *view_of(const struct document_views *views, uint32_t section)
{
	return shared_list_item(&views->sections, section);
}

/* Names can stand for those of other sections, without a declaration of their own. */
static bool repeats_others(const struct syntax_tree *tree, struct shared_ends kept)
{
	for (uint32_t i = kept.head; i < syntax_tree_section_count(tree) - kept.tail; i++)
		if (syntax_tree_section_may_be_repeated(tree, i) ||
			syntax_tree_section_has_aliases(tree, i))
			return true;
	return false;
}

static uint64_t declared_between(const struct document_views *views, uint32_t start, uint32_t end)
{
	uint64_t sum = 0;
	for (uint32_t i = start; i < end; i++)
		sum += view_of(views, i)->declares;
	return sum;
}

static void *look_at_section(void *context, uint32_t section)
{
	struct document_views *views = context;
	views->made++;
	return section_view_create(views->tree, section, views->encoding);
}

/* What other keynames there are around a section changes nothing in its view. */
static void look_at_sections(struct document_views *views, const struct document_views *previous,
	struct shared_ends kept)
{
	uint32_t count = syntax_tree_section_count(views->tree);
	views->sections = shared_list_renew(previous ? &previous->sections : NULL,
		&views_are_shared, count, kept, NULL, 0, look_at_section, views);
	views->declares = declared_between(views, kept.head, count - kept.tail);
	if (previous)
		views->declares +=
			previous->declares -
			declared_between(previous, kept.head, previous->sections.count - kept.tail);
}

/* Those in which a name means something else now, because of what others declare. */
static void look_again(struct document_views *views)
{
	uint32_t count = views->sections.count;
	void **items = shared_list_items(&views->sections);
	uint32_t others = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (section_view_holds(items[i], views->tree, i)) {
			section_view_retain(items[i]);
			continue;
		}
		items[i] = section_view_create(views->tree, i, views->encoding);
		others++;
	}
	struct shared_list sections = shared_list_create(&views_are_shared, items, count);
	if (others > 0) {
		shared_list_release(&views->sections);
		views->sections = sections;
	} else {
		shared_list_release(&sections);
	}
	views->made += others;
	memory_release(items);
}

/* Whether names may be declared now that were not before, or the other way round. */
static bool has_other_names(const struct document_views *views,
	const struct document_views *previous, struct shared_ends kept)
{
	return views->declares != previous->declares || repeats_others(views->tree, kept) ||
	       repeats_others(previous->tree, kept);
}

struct document_views *document_views_create(const struct syntax_tree *tree,
	const struct document_views *previous, enum position_encoding encoding)
{
	struct document_views *views = memory_allocate(1, sizeof(*views));
	struct arena *arena = arena_create();
	struct shared_ends kept = {0, 0};
	atomic_init(&views->references, 1);
	views->tree = syntax_tree_retain(tree);
	views->encoding = encoding;
	/* In a file of another kind, keys are other things. */
	if (previous && grammar_file_kind(previous->tree) == grammar_file_kind(tree))
		kept = surroundings_compare(previous->tree, tree, arena).shared;
	look_at_sections(views, previous, kept);
	if (kept.head + kept.tail > 0 && has_other_names(views, previous, kept))
		look_again(views);
	arena_destroy(arena);
	return views;
}

struct document_views *document_views_retain(const struct document_views *views)
{
	struct document_views *shared = (struct document_views *)views;
	if (shared)
		atomic_fetch_add(&shared->references, 1);
	return shared;
}

void document_views_release(struct document_views *views)
{
	if (!views || atomic_fetch_sub(&views->references, 1) != 1)
		return;
	shared_list_release(&views->sections);
	syntax_tree_release(views->tree);
	memory_release(views);
}

const struct syntax_tree *document_views_tree(const struct document_views *views)
{
	return views->tree;
}

uint32_t document_views_made(const struct document_views *views)
{
	return views->made;
}

/* ---- symbols ---- */

struct symbol_walk {
	const struct document_views *views;
	struct arena *arena;
	struct position *ends; /* of the symbols around, the outermost first */
	size_t depth, capacity;
};

static struct node node_in(const struct symbol_walk *walk, uint32_t section, uint32_t index)
{
	struct node_reference place = {section, index};
	return index == NO_NODE_OF_VIEW ? (struct node){0}
					: syntax_tree_node(walk->views->tree, place);
}

static struct string detail_of(
	const struct symbol_walk *walk, uint32_t section, const struct view_symbol *symbol)
{
	const struct syntax_tree *tree = walk->views->tree;
	if (symbol->detail_is_elsewhere)
		return symbol_detail(node_in(walk, section, symbol->value), walk->arena);
	struct node node = node_in(walk, section, symbol->detail);
	if (!symbol->detail_as_written)
		return node_text(node);
	struct range range = node_range(node);
	uint32_t start = syntax_tree_section_range(tree, section).start;
	return string_slice(
		syntax_tree_section_text(tree, section), range.start - start, range.end - start);
}

static struct position moved(struct position position, uint32_t lines)
{
	position.line += lines;
	return position;
}

static struct position end_of(
	const struct symbol_walk *walk, uint32_t section, const struct view_symbol *symbol)
{
	const struct syntax_tree *tree = walk->views->tree;
	uint32_t end, name_end;

	if (!symbol->is_open)
		return moved(symbol->end, syntax_tree_section_line(tree, section));
	end = node_range(node_in(walk, section, symbol->value)).end;
	name_end = node_range(node_in(walk, section, symbol->key)).end;
	return syntax_tree_position(tree, end < name_end ? name_end : end, walk->views->encoding);
}

static bool ends_before(struct position one, struct position other)
{
	return one.line < other.line || (one.line == other.line && one.character < other.character);
}

/* Leaves those that do not hold the whole of the next one. */
static void go_to_parent(struct symbol_walk *walk, struct position end)
{
	while (walk->depth > 0 && ends_before(walk->ends[walk->depth - 1], end))
		walk->depth--;
}

static struct placed_symbol placed(
	struct symbol_walk *walk, uint32_t section, const struct view_symbol *symbol)
{
	uint32_t line = syntax_tree_section_line(walk->views->tree, section);
	struct position end = end_of(walk, section, symbol);

	go_to_parent(walk, end);
	return (struct placed_symbol){.name = node_text(node_in(walk, section, symbol->key)),
		.detail = detail_of(walk, section, symbol),
		.start = moved(symbol->start, line),
		.name_end = moved(symbol->name_end, line),
		.end = end,
		.kind = (enum symbol_kind)symbol->kind,
		.depth = (uint32_t)walk->depth};
}

void document_views_symbols(const struct document_views *views,
	void (*visit)(void *context, const struct placed_symbol *symbol), void *context)
{
	struct symbol_walk walk = {.views = views, .arena = arena_create()};
	void **items = shared_list_items(&views->sections);

	for (uint32_t i = 0; i < views->sections.count; i++) {
		const struct section_view *view = items[i];

		for (uint32_t s = 0; s < view->symbol_count; s++) {
			struct placed_symbol symbol = placed(&walk, i, &view->symbols[s]);

			walk.ends = arena_reserve(walk.arena, walk.ends, walk.depth, &walk.capacity,
				sizeof(*walk.ends));
			walk.ends[walk.depth++] = symbol.end;
			visit(context, &symbol);
		}
	}
	memory_release(items);
	arena_destroy(walk.arena);
}

/* ---- tokens ---- */

/* The line in which the last token in front of the section starts. */
static uint32_t line_before(const struct document_views *views, uint32_t section)
{
	while (section-- > 0) {
		const struct section_view *view = view_of(views, section);
		if (view->token_count > 0)
			return syntax_tree_section_line(views->tree, section) + view->last_line;
	}
	return 0;
}

static struct token_numbers numbers_of(
	const struct document_views *views, uint32_t start, uint32_t end, struct arena *arena)
{
	uint32_t tokens = shared_list_weight_before(&views->sections, end) -
			  shared_list_weight_before(&views->sections, start);
	uint32_t *numbers = arena_allocate(arena, NUMBERS * (size_t)tokens, sizeof(*numbers));
	uint32_t last_line = line_before(views, start);
	size_t count = 0;
	for (uint32_t i = start; i < end; i++) {
		const struct section_view *view = view_of(views, i);
		uint32_t line = syntax_tree_section_line(views->tree, i);
		for (uint32_t t = 0; t < view->token_count; t++) {
			const struct view_token *token = &view->tokens[t];
			uint32_t *place = numbers + count;
			place[0] = token->line + (t == 0 ? line - last_line : 0);
			place[1] = token->character;
			place[2] = token->length;
			place[3] = token->type;
			place[4] = token->modifiers;
			count += NUMBERS;
		}
		if (view->token_count > 0)
			last_line = line + view->last_line;
	}
	return (struct token_numbers){numbers, count};
}

struct token_numbers document_views_tokens(const struct document_views *views, struct arena *arena)
{
	return numbers_of(views, 0, views->sections.count, arena);
}

/* Behind what differs, the first token has its place from a token that may have moved. */
static uint32_t sections_to_next_token(const struct document_views *views, uint32_t section)
{
	uint32_t count = 0;
	while (section + count < views->sections.count)
		if (view_of(views, section + count++)->token_count > 0)
			break;
	return count;
}

struct tokens_edit document_views_token_edit(
	const struct document_views *before, const struct document_views *now, struct arena *arena)
{
	struct shared_ends same = shared_list_common(&before->sections, &now->sections);
	uint32_t old_end = before->sections.count - same.tail;
	uint32_t end = now->sections.count - same.tail;
	uint32_t more = sections_to_next_token(now, end);
	struct token_numbers old = numbers_of(before, same.head, old_end + more, arena);
	struct token_numbers new = numbers_of(now, same.head, end + more, arena);
	size_t shorter = old.count < new.count ? old.count : new.count;
	size_t front = 0, back = 0;
	while (front < shorter && old.items[front] == new.items[front])
		front++;
	while (back < shorter - front &&
		old.items[old.count - 1 - back] == new.items[new.count - 1 - back])
		back++;
	return (struct tokens_edit){
		NUMBERS * (size_t)shared_list_weight_before(&now->sections, same.head) + front,
		old.count - front - back, {new.items + front, new.count - front - back}};
}

/* ---- links and lenses ---- */

const struct link *document_views_links(
	const struct document_views *views, struct arena *arena, size_t *count)
{
	void **items = shared_list_items(&views->sections);
	struct link *links = NULL;
	size_t capacity = 0;
	*count = 0;
	for (uint32_t i = 0; i < views->sections.count; i++) {
		const struct section_view *view = items[i];
		for (uint32_t l = 0; l < view->link_count; l++) {
			const struct view_link *named = &view->links[l];
			struct node_reference place = {i, named->node};
			struct file_name name = {syntax_tree_node(views->tree, place),
				named->construct, named->is_keyname};
			links = arena_reserve(arena, links, *count, &capacity, sizeof(*links));
			*count += link_of(&name, arena, &links[*count]);
		}
	}
	memory_release(items);
	return links;
}

const struct reference_lens *document_views_reference_lenses(
	const struct document_views *views, struct arena *arena, size_t *count)
{
	void **items = shared_list_items(&views->sections);
	struct reference_lens *lenses = NULL;
	size_t capacity = 0;
	*count = 0;
	for (uint32_t i = 0; i < views->sections.count; i++) {
		const struct section_view *view = items[i];
		for (uint32_t n = 0; n < view->name_count; n++) {
			struct node_reference place = {i, view->names[n].node};
			struct node node = syntax_tree_node(views->tree, place);
			lenses = arena_reserve(arena, lenses, *count, &capacity, sizeof(*lenses));
			lenses[(*count)++] = (struct reference_lens){
				view->names[n].kind, node_text(node), node_range(node)};
		}
	}
	memory_release(items);
	return lenses;
}

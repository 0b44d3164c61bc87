#include "analyzer/ide/views/section_view.h"

#include "analyzer/ide/names/uses.h"
#include "analyzer/ide/views/reference_lens.h"
#include "base/memory.h"

#include <string.h>

/* ---- what is found ---- */

struct finder {
	const struct syntax_tree *tree;
	uint32_t section;
	enum position_encoding encoding;
	struct arena *arena;
	struct view_symbol *symbols;
	size_t symbol_count, symbol_capacity;
	struct view_link *links;
	size_t link_count, link_capacity;
	struct view_name *names;
	size_t name_count, name_capacity;
	struct view_doubt *doubts;
	size_t doubt_count, doubt_capacity;
	uint64_t declares;
};

static struct position place_in_section(const struct finder *finder, uint32_t offset)
{
	struct position position = syntax_tree_position(finder->tree, offset, finder->encoding);
	position.line -= syntax_tree_section_line(finder->tree, finder->section);
	return position;
}

/* What other sections say can change while this one stays as it is: it is asked for each time. */
static void find_detail(const struct finder *finder, struct view_symbol *symbol, struct node value)
{
	bool as_written;
	struct node detail = symbol_detail_node(value, &as_written);
	symbol->detail = NO_NODE_OF_VIEW;
	symbol->detail_is_elsewhere =
		symbol->is_open || syntax_tree_section_has_aliases(finder->tree, finder->section) ||
		(!node_is_absent(detail) && detail.reference.section != finder->section);
	if (node_is_absent(detail) || symbol->detail_is_elsewhere)
		return;
	symbol->detail = detail.reference.index;
	symbol->detail_as_written = as_written;
}

static void find_symbol(struct finder *finder, const struct walk_item *item)
{
	struct symbol symbol;
	if (!symbol_of(item, &symbol))
		return;
	bool is_open = syntax_tree_section_is_branch(finder->tree, finder->section);
	struct range known = is_open ? symbol.name_range : symbol.range;
	struct view_symbol found = {.key = item->node.reference.index,
		.value = node_is_absent(symbol.value) ? NO_NODE_OF_VIEW
						      : symbol.value.reference.index,
		.detail = NO_NODE_OF_VIEW,
		.start = place_in_section(finder, symbol.range.start),
		.name_end = place_in_section(finder, symbol.name_range.end),
		.end = place_in_section(finder, known.end),
		.kind = (uint8_t)symbol.kind,
		.is_open = is_open};
	if (symbol.kind != SYMBOL_SECTION)
		find_detail(finder, &found, symbol.value);
	finder->symbols = arena_reserve(finder->arena, finder->symbols, finder->symbol_count,
		&finder->symbol_capacity, sizeof(*finder->symbols));
	finder->symbols[finder->symbol_count++] = found;
}

static void find_link(struct finder *finder, const struct walk_item *item)
{
	struct file_name name;
	if (!file_name_of(item, &name))
		return;
	finder->links = arena_reserve(finder->arena, finder->links, finder->link_count,
		&finder->link_capacity, sizeof(*finder->links));
	finder->links[finder->link_count++] =
		(struct view_link){name.node.reference.index, name.construct, name.is_keyname};
}

static void visit(void *context, const struct walk_item *item)
{
	find_symbol(context, item);
	find_link(context, item);
}

static uint64_t hash_of(enum declared_kind kind, struct string name)
{
	return (string_hash(name) + (uint64_t)kind) * 0x9e3779b97f4a7c15u;
}

static void find_names(struct finder *finder)
{
	struct use_list uses = uses_of_section(finder->tree, finder->section, finder->arena);
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		if (use->is_declaration)
			finder->declares += hash_of(use->kind, use->name);
		if (use->is_declaration && reference_lens_counts(use->kind)) {
			finder->names = arena_reserve(finder->arena, finder->names,
				finder->name_count, &finder->name_capacity, sizeof(*finder->names));
			finder->names[finder->name_count++] =
				(struct view_name){use->node.reference.index, use->kind};
		}
		if (use->has_alternative) {
			finder->doubts =
				arena_reserve(finder->arena, finder->doubts, finder->doubt_count,
					&finder->doubt_capacity, sizeof(*finder->doubts));
			finder->doubts[finder->doubt_count++] = (struct view_doubt){
				use->node.reference.index, use->kind, use->alternative,
				use_decide(finder->tree, use->kind, use->alternative, use->name)};
		}
	}
}

/* ---- what is kept ---- */

/* Arrays behind the view, in one block with it. */
static void *keep(char **place, const void *items, size_t count, size_t size)
{
	void *kept = *place;
	if (count > 0)
		memcpy(kept, items, count * size);
	*place += (count * size + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
	return kept;
}

static const struct view_token *relative_tokens(
	const struct finder *finder, const struct token *tokens, size_t count, uint32_t *last_line)
{
	struct view_token *found = arena_allocate(finder->arena, count, sizeof(*found));
	struct position last = {0, 0};
	for (size_t i = 0; i < count; i++) {
		struct position start = place_in_section(finder, tokens[i].range.start);
		struct position end = place_in_section(finder, tokens[i].range.end);
		bool same_line = start.line == last.line;
		found[i] = (struct view_token){start.line - last.line,
			same_line ? start.character - last.character : start.character,
			end.character - start.character, (uint8_t)tokens[i].type,
			(uint8_t)tokens[i].modifiers};
		last = start;
	}
	*last_line = last.line;
	return found;
}

struct section_view *section_view_create(
	const struct syntax_tree *tree, uint32_t section, enum position_encoding encoding)
{
	struct arena *arena = arena_create();
	struct finder finder = {
		.tree = tree, .section = section, .encoding = encoding, .arena = arena};
	struct walk walk = {.arena = arena,
		.context = &finder,
		.visit = visit,
		.only_section = true,
		.section = section};
	walk_document(tree, &walk);
	find_names(&finder);
	size_t token_count;
	uint32_t last_line;
	const struct token *tokens = tokens_of_section(tree, section, arena, &token_count);
	const struct view_token *relative =
		relative_tokens(&finder, tokens, token_count, &last_line);

	size_t size = finder.symbol_count * sizeof(*finder.symbols) +
		      token_count * sizeof(*relative) + finder.link_count * sizeof(*finder.links) +
		      finder.name_count * sizeof(*finder.names) +
		      finder.doubt_count * sizeof(*finder.doubts) + 5 * sizeof(void *);
	struct section_view *view = memory_resize(NULL, 1, sizeof(*view) + size);
	char *place = (char *)(view + 1);
	*view = (struct section_view){.symbol_count = (uint32_t)finder.symbol_count,
		.token_count = (uint32_t)token_count,
		.link_count = (uint32_t)finder.link_count,
		.name_count = (uint32_t)finder.name_count,
		.doubt_count = (uint32_t)finder.doubt_count,
		.last_line = last_line,
		.declares = finder.declares};
	atomic_init(&view->references, 1);
	view->symbols = keep(&place, finder.symbols, finder.symbol_count, sizeof(*finder.symbols));
	view->tokens = keep(&place, relative, token_count, sizeof(*relative));
	view->links = keep(&place, finder.links, finder.link_count, sizeof(*finder.links));
	view->names = keep(&place, finder.names, finder.name_count, sizeof(*finder.names));
	view->doubts = keep(&place, finder.doubts, finder.doubt_count, sizeof(*finder.doubts));
	arena_destroy(arena);
	return view;
}

void section_view_retain(struct section_view *view)
{
	atomic_fetch_add_explicit(&view->references, 1, memory_order_relaxed);
}

void section_view_release(struct section_view *view)
{
	if (atomic_fetch_sub(&view->references, 1) == 1)
		memory_release(view);
}

bool section_view_holds(
	const struct section_view *view, const struct syntax_tree *tree, uint32_t section)
{
	for (uint32_t i = 0; i < view->doubt_count; i++) {
		const struct view_doubt *doubt = &view->doubts[i];
		struct node_reference place = {section, doubt->node};
		struct string name = node_text(syntax_tree_node(tree, place));
		if (use_decide(tree, doubt->kind, doubt->alternative, name) != doubt->decided)
			return false;
	}
	return true;
}

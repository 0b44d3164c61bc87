#include "analyzer/ide/views/verification.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/views/lens.h"
#include "analyzer/ide/views/symbols.h"
#include "analyzer/ide/views/tokens.h"
#include "analyzer/variability/resolution/account.h"

#include <string.h>

static void add_diagnostics(struct account *account, const struct diagnostics_request *request)
{
	struct ide_diagnostics diagnostics = diagnostics_of(request, account->arena);

	for (size_t i = 0; i < diagnostics.count; i++) {
		const struct ide_diagnostic *item = &diagnostics.items[i];

		account_add(account, "%u-%u shown as %d %.*s: %.*s", item->range.start,
			item->range.end, (int)item->severity, STRING_ARGUMENTS(item->code),
			STRING_ARGUMENTS(item->message));
		for (size_t r = 0; r < item->related_count; r++)
			account_add(account, "  %u-%u %.*s", item->related[r].range.start,
				item->related[r].range.end,
				STRING_ARGUMENTS(item->related[r].message));
	}
}

static void add_lenses(struct account *account, const struct analysis *analysis)
{
	struct lens_request request = {.analysis = analysis};
	size_t count;
	const struct lens *lenses = lens_list(&request, account->arena, &count);

	for (size_t i = 0; i < count; i++)
		account_add(account, "lens %u-%u %.*s", lenses[i].range.start, lenses[i].range.end,
			STRING_ARGUMENTS(lenses[i].title));
}

/* ---- what a document shows, made anew ---- */

static struct position place_of(const struct verification *anew, uint32_t offset)
{
	return syntax_tree_position(
		analysis_tree(anew->diagnostics.analysis), offset, anew->encoding);
}

static void tell_symbol(void *context, const struct placed_symbol *symbol)
{
	account_add(context, "symbol %.*s (%.*s) %d %u:%u-%u:%u-%u:%u in %u",
		STRING_ARGUMENTS(symbol->name), STRING_ARGUMENTS(symbol->detail), (int)symbol->kind,
		symbol->start.line, symbol->start.character, symbol->name_end.line,
		symbol->name_end.character, symbol->end.line, symbol->end.character, symbol->depth);
}

static void add_symbols(struct account *account, const struct verification *anew)
{
	size_t count;
	const struct symbol *symbols =
		symbols_list(analysis_tree(anew->diagnostics.analysis), account->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct placed_symbol placed = {.name = symbols[i].name,
			.detail = symbols[i].detail,
			.start = place_of(anew, symbols[i].range.start),
			.name_end = place_of(anew, symbols[i].name_range.end),
			.end = place_of(anew, symbols[i].range.end),
			.kind = symbols[i].kind};

		for (int32_t parent = symbols[i].parent; parent >= 0;
			parent = symbols[parent].parent)
			placed.depth++;
		tell_symbol(account, &placed);
	}
}

static void tell_token(struct account *account, struct position start, uint32_t length,
	uint32_t type, uint32_t modifiers)
{
	account_add(account, "token %u:%u %u %s %u", start.line, start.character, length,
		token_type_name((enum token_type)type), modifiers);
}

static void add_tokens(struct account *account, const struct verification *anew)
{
	const struct syntax_tree *tree = analysis_tree(anew->diagnostics.analysis);
	struct range all = {0, syntax_tree_length(tree)};
	size_t count;
	const struct token *tokens = tokens_list(tree, all, account->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct position start = place_of(anew, tokens[i].range.start);
		struct position end = place_of(anew, tokens[i].range.end);

		tell_token(account, start, end.character - start.character, tokens[i].type,
			tokens[i].modifiers);
	}
}

static void tell_links(struct account *account, const struct link *links, size_t count)
{
	for (size_t i = 0; i < count; i++)
		account_add(account, "link %u-%u %.*s", links[i].range.start, links[i].range.end,
			STRING_ARGUMENTS(links[i].target));
}

static void tell_lenses(struct account *account, const struct reference_lens *lenses, size_t count)
{
	for (size_t i = 0; i < count; i++)
		account_add(account, "lens %u-%u %d %.*s", lenses[i].range.start,
			lenses[i].range.end, (int)lenses[i].kind, STRING_ARGUMENTS(lenses[i].name));
}

static void add_views_anew(struct account *account, const struct verification *anew)
{
	const struct syntax_tree *tree = analysis_tree(anew->diagnostics.analysis);
	const struct reference_lens *lenses;
	const struct link *links;
	size_t count;

	add_symbols(account, anew);
	add_tokens(account, anew);
	links = links_list(tree, account->arena, &count);
	tell_links(account, links, count);
	lenses = reference_lenses(tree, account->arena, &count);
	tell_lenses(account, lenses, count);
}

/* ---- what was kept ---- */

/* Those that a client has who had the earlier ones and was told what has changed. */
static struct token_numbers numbers_at_client(const struct verification *kept, struct arena *arena)
{
	struct token_numbers old, new = document_views_tokens(kept->views, arena);
	struct tokens_edit edit;
	uint32_t *numbers;
	size_t behind;

	if (!kept->views_before)
		return new;
	old = document_views_tokens(kept->views_before, arena);
	edit = document_views_token_edit(kept->views_before, kept->views, arena);
	behind = old.count - edit.start - edit.removed;
	numbers =
		arena_allocate(arena, edit.start + edit.added.count + behind + 1, sizeof(*numbers));
	memcpy(numbers, old.items, edit.start * sizeof(*numbers));
	if (edit.added.count > 0)
		memcpy(numbers + edit.start, edit.added.items, edit.added.count * sizeof(*numbers));
	memcpy(numbers + edit.start + edit.added.count, old.items + edit.start + edit.removed,
		behind * sizeof(*numbers));
	return (struct token_numbers){numbers, edit.start + edit.added.count + behind};
}

static void add_views(struct account *account, const struct verification *kept)
{
	struct token_numbers numbers = numbers_at_client(kept, account->arena);
	struct position start = {0, 0};
	const struct reference_lens *lenses;
	const struct link *links;
	size_t count;

	document_views_symbols(kept->views, tell_symbol, account);
	for (size_t i = 0; i + 4 < numbers.count; i += 5) {
		const uint32_t *token = numbers.items + i;

		start.character = token[1] + (token[0] == 0 ? start.character : 0);
		start.line += token[0];
		tell_token(account, start, token[2], token[3], token[4]);
	}
	links = document_views_links(kept->views, account->arena, &count);
	tell_links(account, links, count);
	lenses = document_views_reference_lenses(kept->views, account->arena, &count);
	tell_lenses(account, lenses, count);
}

static struct account account_of(const struct verification *verification, struct arena *arena)
{
	struct account account = {.arena = arena};

	account_add_analysis(&account, verification->diagnostics.analysis);
	add_diagnostics(&account, &verification->diagnostics);
	add_lenses(&account, verification->diagnostics.analysis);
	if (verification->views)
		add_views(&account, verification);
	else
		add_views_anew(&account, verification);
	return account;
}

static struct string compare(
	const struct verification *kept, const struct analysis *analysis, struct arena *arena)
{
	struct verification anew = *kept;
	struct document_facts *facts = document_facts_create(analysis_tree(analysis), NULL);
	struct absent_elements *absent = NULL;
	struct account one = account_of(kept, arena), other;

	if (kept->diagnostics.absent)
		absent = absent_elements_create(analysis, analysis_active_variant(analysis), NULL);
	anew.diagnostics.analysis = analysis;
	anew.diagnostics.facts = facts;
	anew.diagnostics.absent = absent;
	anew.views = NULL;
	other = account_of(&anew, arena);
	absent_elements_destroy(absent);
	document_facts_release(facts);
	return account_difference(&one, &other);
}

struct string verification_difference(
	const struct verification *kept, const struct analysis_request *made, struct arena *arena)
{
	struct range all = {0, syntax_tree_length(made->tree)};
	struct syntax_tree *tree = syntax_tree_create(syntax_tree_text(made->tree, all, arena));
	struct analysis_request request = *made;
	struct string difference = {0};
	struct analysis *analysis;

	request.tree = tree;
	request.previous = NULL;
	analysis = analysis_create(&request);
	if (analysis)
		difference = compare(kept, analysis, arena);
	analysis_release(analysis);
	syntax_tree_release(tree);
	return difference;
}

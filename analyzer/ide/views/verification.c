#include "analyzer/ide/views/verification.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/views/symbols.h"
#include "analyzer/ide/views/tokens.h"
#include "analyzer/variability/resolution/account.h"

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

static void add_symbols(struct account *account, const struct syntax_tree *tree)
{
	size_t count;
	const struct symbol *symbols = symbols_list(tree, account->arena, &count);

	for (size_t i = 0; i < count; i++)
		account_add(account, "symbol %.*s (%.*s) %d %u-%u %u-%u in %d",
			STRING_ARGUMENTS(symbols[i].name), STRING_ARGUMENTS(symbols[i].detail),
			(int)symbols[i].kind, symbols[i].range.start, symbols[i].range.end,
			symbols[i].name_range.start, symbols[i].name_range.end,
			(int)symbols[i].parent);
}

static void add_tokens(struct account *account, const struct syntax_tree *tree)
{
	struct range all = {0, syntax_tree_length(tree)};
	size_t count;
	const struct token *tokens = tokens_list(tree, all, account->arena, &count);

	for (size_t i = 0; i < count; i++)
		account_add(account, "token %u-%u %s %u", tokens[i].range.start,
			tokens[i].range.end, token_type_name(tokens[i].type), tokens[i].modifiers);
}

static struct account account_of(const struct diagnostics_request *request, struct arena *arena)
{
	struct account account = {.arena = arena};

	account_add_analysis(&account, request->analysis);
	add_diagnostics(&account, request);
	add_symbols(&account, analysis_tree(request->analysis));
	add_tokens(&account, analysis_tree(request->analysis));
	return account;
}

static struct string compare(const struct diagnostics_request *kept,
	const struct analysis *analysis, struct arena *arena)
{
	struct diagnostics_request anew = *kept;
	struct document_facts *facts = document_facts_create(analysis_tree(analysis), NULL);
	struct absent_elements *absent = NULL;
	struct account one = account_of(kept, arena), other;

	if (kept->absent)
		absent = absent_elements_create(analysis, analysis_active_variant(analysis), NULL);
	anew.analysis = analysis;
	anew.facts = facts;
	anew.absent = absent;
	other = account_of(&anew, arena);
	absent_elements_destroy(absent);
	document_facts_destroy(facts);
	return account_difference(&one, &other);
}

struct string verification_difference(const struct diagnostics_request *kept,
	const struct analysis_request *made, struct arena *arena)
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

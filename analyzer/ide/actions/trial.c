#include "analyzer/ide/actions/trial.h"

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/template/type_facts.h"
#include "analyzer/variability/analysis/analysis.h"

static struct string code_of(const struct diagnostic *diagnostic)
{
	return string_from(diagnostic_code_row(diagnostic->code)->name);
}

static size_t count_of(const struct diagnostics *found, struct string code, struct string message)
{
	size_t count = 0;
	for (size_t i = 0; i < found->count; i++)
		count += string_equal(code_of(&found->items[i]), code) &&
			 string_equal(found->items[i].message, message);
	return count;
}

static bool is_shown(const struct offer *offer, const struct diagnostic *diagnostic)
{
	const struct ide_diagnostics *shown = &offer->request->diagnostics;
	for (size_t i = 0; i < shown->count; i++)
		if (string_equal(shown->items[i].code, code_of(diagnostic)) &&
			string_equal(shown->items[i].message, diagnostic->message))
			return true;
	return false;
}

static bool adds_errors(const struct diagnostics *before, const struct diagnostics *after)
{
	for (size_t i = 0; i < after->count; i++) {
		const struct diagnostic *item = &after->items[i];
		struct string code = code_of(item);
		if (item->severity == DIAGNOSTIC_ERROR &&
			count_of(after, code, item->message) >
				count_of(before, code, item->message))
			return true;
	}
	return false;
}

bool trial_mends(const struct offer *offer, const struct ide_diagnostic *diagnostic,
	const struct text_edit *edit)
{
	if (!offer->request->analysis)
		return true;
	const struct type_facts *facts = analysis_type_facts(offer->request->analysis);
	struct syntax_tree *tree = syntax_tree_edit(offer->tree, *edit);
	struct type_facts *changed =
		type_facts_create(tree, offer->request->path, offer->request->files, facts);
	struct arena *scratch = arena_create();
	struct diagnostics before = diagnostics_in(scratch);
	struct diagnostics after = diagnostics_in(scratch);
	type_facts_diagnostics(facts, NULL, &before);
	type_facts_diagnostics(changed, NULL, &after);
	size_t told = count_of(&before, diagnostic->code, diagnostic->message);
	bool mends = !adds_errors(&before, &after) &&
		     (told == 0 || count_of(&after, diagnostic->code, diagnostic->message) < told);
	arena_destroy(scratch);
	type_facts_destroy(changed);
	syntax_tree_release(tree);
	return mends;
}

/* Errors in text that was no YAML before were not told of it. */
bool trial_reads(const struct offer *offer, const struct text_edit *edit)
{
	struct syntax_tree *tree = syntax_tree_edit(offer->tree, *edit);
	struct arena *scratch = arena_create();
	struct diagnostics before = diagnostics_in(scratch);
	struct diagnostics after = diagnostics_in(scratch);
	size_t errors;
	syntax_tree_errors(tree, scratch, &errors);
	grammar_check(offer->tree, &before);
	grammar_check(tree, &after);
	syntax_tree_release(tree);
	bool reads = !adds_errors(&before, &after);
	for (size_t i = 0; i < after.count && errors == 0; i++)
		reads &= after.items[i].severity != DIAGNOSTIC_ERROR ||
			 is_shown(offer, &after.items[i]);
	arena_destroy(scratch);
	return reads;
}

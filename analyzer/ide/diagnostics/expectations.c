#include "analyzer/ide/diagnostics/expectations.h"

#include "analyzer/ide/diagnostics/test_file.h"
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "analyzer/variability/resolution/variability_test_run.h"

struct ide_diagnostics expectations_in_file(
	const struct variability_test_result *result, struct string file, struct arena *arena)
{
	const struct diagnostic_code_row *row =
		diagnostic_code_row(DIAGNOSTIC_CODE_FAILED_EXPECTATION);
	struct ide_diagnostic *items = arena_allocate(arena, result->failure_count, sizeof(*items));
	size_t count = 0;
	for (size_t i = 0; i < result->failure_count; i++) {
		const struct variability_failure *failure = &result->failures[i];
		if (!string_equal(failure->file, file))
			continue;
		items[count++] = (struct ide_diagnostic){
			.range = failure->range,
			.severity = (enum ide_severity)(row->severity + 1),
			.code = string_from(row->name),
			.message = failure->text,
		};
	}
	return (struct ide_diagnostics){items, count};
}

/* What the file says wrongly of the template comes first: failures follow from it. */
static void add_mistakes(struct ide_diagnostics *diagnostics, const struct variability_test *test,
	struct string path, const struct files *files, struct arena *arena)
{
	struct syntax_tree *tree = files_read(files, path);
	if (!tree)
		return;
	struct diagnostics found = test_file_check(test, path, tree, files, arena);
	struct ide_diagnostic *items =
		arena_allocate(arena, found.count + diagnostics->count + 1, sizeof(*items));
	for (size_t i = 0; i < found.count; i++)
		items[i] = (struct ide_diagnostic){
			.range = location_range(&found.items[i].location, tree),
			.severity = (enum ide_severity)(found.items[i].severity + 1),
			.code = string_from(diagnostic_code_row(found.items[i].code)->name),
			.message = arena_copy(arena, found.items[i].message),
			.replacement = arena_copy(arena, found.items[i].replacement),
		};
	for (size_t i = 0; i < diagnostics->count; i++)
		items[found.count + i] = diagnostics->items[i];
	*diagnostics = (struct ide_diagnostics){items, found.count + diagnostics->count};
	syntax_tree_release(tree);
}

const struct ide_diagnostics *expectations_of_document(struct string path,
	const struct files *files, const atomic_bool *cancelled, struct arena *arena)
{
	struct variability_test test;
	if (!variability_test_of_file(arena, files, path, &test))
		return NULL;
	struct variability_test_result result =
		variability_test_run(arena, files, &test, cancelled);
	struct ide_diagnostics *diagnostics = arena_allocate(arena, 1, sizeof(*diagnostics));
	*diagnostics = expectations_in_file(&result, path, arena);
	add_mistakes(diagnostics, &test, path, files, arena);
	return diagnostics;
}

#include "analyzer/ide/diagnostics/expectations.h"

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
	return diagnostics;
}

/* What a variability test expects and does not get, at the lines that state it.
 *
 * A file of a test (`test.yaml`, its inputs, the expected result) is no template of its own, so
 * that this is all that is said about it, besides broken YAML. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_EXPECTATIONS_H
#define ANALYZER_IDE_DIAGNOSTICS_EXPECTATIONS_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/variability/inputs/variability_test.h"
#include "analyzer/variability/resolution/variability_test_run.h"

/* The failures of `result` that are stated in `file`. */
struct ide_diagnostics expectations_in_file(
	const struct variability_test_result *result, struct string file, struct arena *arena);

/* Runs the test that the file `path` belongs to; NULL if it belongs to none. `cancelled` may be
 * NULL. */
const struct ide_diagnostics *expectations_of_document(struct string path,
	const struct files *files, const atomic_bool *cancelled, struct arena *arena);

#endif

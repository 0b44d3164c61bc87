/* The files of a variability test against the template that it is about: presets and inputs that
 * the template does not declare, values that an input cannot have, files that do not exist. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_TEST_FILE_H
#define ANALYZER_IDE_DIAGNOSTICS_TEST_FILE_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/variability/inputs/variability_test.h"

/* Of the file `path` of the test, whose tree is `tree`. Places are in it. Lives in `arena`. */
struct diagnostics test_file_check(const struct variability_test *test, struct string path,
	const struct syntax_tree *tree, const struct files *files, struct arena *arena);

#endif

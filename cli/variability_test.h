/* One variability test: a folder with a template, or a pointer to one, the variant to
 * resolve, and the result or error that is expected.
 *
 * `test.yaml` may hold `template`, `inputs`, `presets`, `expected`, `error`, `merge` and
 * `replace`; whatever it leaves out has a customary file name. A test in `tests/NAME`
 * uses the template two folders above unless it has one of its own. */
#ifndef CLI_VARIABILITY_TEST_H
#define CLI_VARIABILITY_TEST_H

#include "analyzer/text/arena.h"

#include <stdio.h>

/* Whether a folder is a test, rather than holding some. */
bool variability_test_exists(struct arena *arena, struct string folder);

/* Runs it; says in `stream` why it failed. */
bool variability_test_passes(struct arena *arena, struct string folder, FILE *stream);

#endif

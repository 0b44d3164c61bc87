/* One variability test: a folder with a template, or a pointer to one, the variant to
 * resolve, and the result or error that is expected.
 *
 * `test.yaml` may hold `template`, `inputs`, `presets`, `expected`, `error`, `merge` and
 * `replace`; whatever it leaves out has a customary file name. A test in `tests/NAME`
 * uses the template two folders above unless it has one of its own.
 *
 * Everything returned lives in the arena that is given, and refers to no tree. */
#ifndef ANALYZER_VARIABILITY_INPUTS_VARIABILITY_TEST_H
#define ANALYZER_VARIABILITY_INPUTS_VARIABILITY_TEST_H

#include "analyzer/model/types/files.h"
#include "analyzer/variability/values/value.h"

struct variability_test {
	struct string folder;
	struct string name;          /* the last part of the folder's path */
	struct string configured_in; /* path of `test.yaml`, whether it exists or not */
	struct value configuration;  /* what it says, or nothing */
	struct string fault;         /* what is wrong with it; empty: nothing */
	struct string template;      /* path; empty: `test.yaml` does not name one */
	const struct string *presets;
	size_t preset_count;
	struct string error; /* the expected one; no bytes: a template is expected */
};

/* False if the folder is no test, but may hold some. */
bool variability_test_read(struct arena *arena, const struct files *files, struct string folder,
	struct variability_test *test);

/* The test that the file `path` configures, assigns the inputs of, or is the expected result of;
 * false if there is none. */
bool variability_test_of_file(struct arena *arena, const struct files *files, struct string path,
	struct variability_test *test);

/* Whether its test.yaml says what only a test of variability does. */
bool variability_test_is_told(const struct variability_test *test);

/* The tests beside a template, in `tests/`, that are about it; those whose folder's name ends with
 * "---disabled" are left out. */
const struct variability_test *variability_tests_beside(
	struct arena *arena, const struct files *files, struct string template, size_t *count);

/* The test whose template is `template`, in the same folder; false if there is none. */
bool variability_test_here(struct arena *arena, const struct files *files, struct string template,
	struct variability_test *test);

/* The template in `folder` that has one of the names by which tests find theirs; empty if there is
 * none. */
struct string variability_test_customary_template(
	struct arena *arena, const struct files *files, struct string folder);

/* Path of the template that it is about; empty if there is none. */
struct string variability_test_template(
	struct arena *arena, const struct files *files, const struct variability_test *test);

/* Path of the expected result; where there is none yet, the path where it belongs. */
struct string variability_test_expected(
	struct arena *arena, const struct files *files, const struct variability_test *test);

/* Path of the file that assigns the inputs; empty if there is none. */
struct string variability_test_inputs_path(
	struct arena *arena, const struct files *files, const struct variability_test *test);

/* The inputs that the test assigns, a map or none. False if their file cannot be read: `error` says
 * why. */
bool variability_test_inputs(struct arena *arena, const struct files *files,
	const struct variability_test *test, struct value *inputs, struct string *error);

#endif

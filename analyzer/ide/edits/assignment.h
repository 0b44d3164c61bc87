/* Values of variability inputs, written down as a preset or as the files of a test. */
#ifndef ANALYZER_IDE_EDITS_ASSIGNMENT_H
#define ANALYZER_IDE_EDITS_ASSIGNMENT_H

#include "analyzer/model/types/files.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/variability/values/value.h"

#include <stdbool.h>

struct analysis;

/* The edit that adds a preset; `name` may be empty. False if there is no place for it. */
bool assignment_as_preset(const struct analysis *analysis, struct value inputs, struct string name,
	struct text_edit *edit, struct arena *arena);

/* The same of several presets, whose names are found. */
bool assignments_as_presets(const struct analysis *analysis, const struct value *inputs,
	size_t count, struct text_edit *edit, struct arena *arena);

/* The files of a test. */
struct assignment_test {
	struct string folder;   /* beside the template: `tests/stage_prod` */
	struct string test;     /* texts of test.yaml, */
	struct string inputs;   /* … inputs.yaml, */
	struct string expected; /* … and expected.yaml; without bytes: an error is expected */
};

struct assignment_test assignment_as_test(const struct analysis *analysis, struct string path,
	const struct files *files, struct value inputs, struct string name, struct arena *arena);

#endif

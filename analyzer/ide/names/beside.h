/* Files that stand beside a template: which one they speak of.
 *
 * Variability tests and their inputs say so, or lie in the customary place. Technology rules and
 * type-specific conditions are named by the template, which is looked for around them. */
#ifndef ANALYZER_IDE_NAMES_BESIDE_H
#define ANALYZER_IDE_NAMES_BESIDE_H

#include "analyzer/model/grammar/grammar_file.h"
#include "analyzer/model/types/files.h"

struct beside {
	enum grammar_file kind;
	struct string template; /* its path; empty: none is known. Of a TOSCA file, that of which it
				   is an expected result */
};

/* `tree` is the file at `path`. Lives in `arena`. */
struct beside beside_of(const struct syntax_tree *tree, struct string path,
	const struct files *files, struct arena *arena);

/* Whether names in files of this kind mean what a template, or its types, declare. */
bool beside_has_names(enum grammar_file kind);

#endif

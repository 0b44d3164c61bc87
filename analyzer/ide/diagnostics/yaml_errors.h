/* What is no YAML: which mistakes are told, and where a key is given twice. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_YAML_ERRORS_H
#define ANALYZER_IDE_DIAGNOSTICS_YAML_ERRORS_H

#include "analyzer/model/report/diagnostic.h"

struct yaml_errors {
	const struct syntax_tree *tree;
	const struct syntax_error *items; /* in the order of the text */
	size_t count;
	const bool *repeated; /* by error: one of those above says it already */
};

/* Lives in `arena`. */
struct yaml_errors yaml_errors_of(const struct syntax_tree *tree, struct arena *arena);

enum diagnostic_code yaml_error_code(const struct syntax_error *error);

/* In its section, which goes where the text above it makes it go. */
struct location yaml_error_location(const struct yaml_errors *errors, size_t number);

/* Whether the place is the second of two equal keys. */
bool yaml_errors_have_duplicate_at(const struct yaml_errors *errors, struct range key);

/* Whether a second of two equal keys stands there: one of their values is lost. */
bool yaml_errors_have_duplicate_in(const struct yaml_errors *errors, struct range range);

#endif

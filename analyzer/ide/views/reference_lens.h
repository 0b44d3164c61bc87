/* How often something is used, above the place that declares it: types, inputs, variability
 * inputs and expressions. */
#ifndef ANALYZER_IDE_VIEWS_REFERENCE_LENS_H
#define ANALYZER_IDE_VIEWS_REFERENCE_LENS_H

#include "analyzer/ide/names/navigation.h"

struct reference_lens {
	enum declared_kind kind;
	struct string name;
	struct range range;
};

/* Whether uses of such a name are counted. */
bool reference_lens_counts(enum declared_kind kind);

/* In the order of the text. Nothing is counted yet. */
const struct reference_lens *reference_lenses(
	const struct syntax_tree *tree, struct arena *arena, size_t *count);

/* The one of that kind and name in the text as it is now; NULL if it is gone. */
const struct reference_lens *reference_lens_find(const struct syntax_tree *tree,
	enum declared_kind kind, struct string name, struct arena *arena);

/* Its uses, without the declaration, and "3 references", "3 references, 12 in expected results":
 * the latter are generated, and say nothing about whether something is needed. */
const struct place_of_name *reference_lens_uses(const struct known_file *file,
	const struct known_files *others, const struct reference_lens *lens, struct arena *arena,
	size_t *count);
struct string reference_lens_title(size_t count, size_t in_results, struct arena *arena);

#endif

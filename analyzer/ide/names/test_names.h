/* Names of a template in the variability tests beside it: the inputs that a test assigns, the
 * presets that it chooses, and the elements that it expects. */
#ifndef ANALYZER_IDE_NAMES_TEST_NAMES_H
#define ANALYZER_IDE_NAMES_TEST_NAMES_H

#include "analyzer/ide/names/navigation.h"

struct test_name {
	struct string path;
	struct node node; /* the name; its tree is borrowed from the files */
};

/* Those that mean the variability input, the preset or the element; none for anything else. */
const struct test_name *test_names_of(const struct meaning *meaning,
	const struct known_files *files, struct arena *arena, size_t *count);

/* What the name at `offset` of a test's file means, in which template: an input that is assigned, a
 * preset, an element that is expected or laid over. False if it is no such name. `*range` is the
 * name. The file's own template may be left out: names are what counts. */
bool test_name_at(const struct known_file *file, const struct files *files, uint32_t offset,
	struct arena *arena, struct meaning *meaning, struct range *range);

#endif

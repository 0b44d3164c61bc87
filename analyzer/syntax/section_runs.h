/* The sections of a tree, in runs that trees share.
 *
 * A tree after an edit holds nearly all sections of the tree before. Counting references
 * of each would touch all of them on every keystroke; so runs of neighbours are
 * counted instead, and only the runs that an edit falls in are made anew. */
#ifndef ANALYZER_SYNTAX_SECTION_RUNS_H
#define ANALYZER_SYNTAX_SECTION_RUNS_H

#include "analyzer/syntax/section.h"

struct section_run;

struct section_runs {
	struct section_run **runs;
	uint32_t count;
};

/* Takes over the reference to each of `sections`. */
struct section_runs section_runs_create(struct section *const *sections, uint32_t count);

/* The runs with `count` sections in place of those from number `first` to `last`. Takes over
 * the references to the new ones. */
struct section_runs section_runs_replace(const struct section_runs *runs, uint32_t first,
	uint32_t last, struct section *const *sections, uint32_t count);
void section_runs_release(struct section_runs *runs);

/* Errors in all sections, and the sections that have some: from number `*section` on, which
 * becomes that of the next one; NULL behind the last. */
uint32_t section_runs_error_count(const struct section_runs *runs);
const struct section *section_runs_next_broken(const struct section_runs *runs, uint32_t *section);

#endif

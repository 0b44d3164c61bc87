/* A resolved template that is written into another folder than that of its template: the files
 * that it names by relative paths stay where they are, so the paths change. */
#ifndef CLI_MOVED_PATHS_H
#define CLI_MOVED_PATHS_H

#include "analyzer/text/arena.h"

/* `text` with its relative paths, seen from the folder of `template`, as they are seen from that of
 * `output`. URLs, absolute paths and names that are no files stay. */
struct string moved_paths(
	struct arena *arena, struct string text, struct string template, struct string output);

/* How many files `text` names, those at URLs left out, and the first of them. */
size_t named_paths(struct arena *arena, struct string text, struct string *first);

#endif

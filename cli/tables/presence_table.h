/* Presence for people: elements down, variants across, contained elements below and behind
 * what contains them. */
#ifndef CLI_PRESENCE_TABLE_H
#define CLI_PRESENCE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

struct loaded_template;

/* With a `kind` of elements, just these, one below the other; with -1, the whole template. Then,
 * unless `all`, what is present exactly where its container is has no row; how much that is
 * is told below, as are errors and open inputs of variants. */
void presence_table_print(FILE *stream, const struct loaded_template *loaded, bool all, int kind);

#endif

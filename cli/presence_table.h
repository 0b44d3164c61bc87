/* Presence for people: elements down, variants across, contained elements below and behind
 * what contains them. */
#ifndef CLI_PRESENCE_TABLE_H
#define CLI_PRESENCE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

struct loaded_template;

/* Unless `all`, what is present exactly where its container is has no row; how much that is
 * is told below, as are errors and open inputs of variants. */
void presence_table_print(FILE *stream, const struct loaded_template *loaded, bool all);

#endif

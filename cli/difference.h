/* What differs between two documents, for people. */
#ifndef CLI_DIFFERENCE_H
#define CLI_DIFFERENCE_H

#include "analyzer/variability/value.h"

#include <stdio.h>

/* One line per difference, indented, with the path that leads there. Prints nothing if
 * the documents are equal; the order of keys does not matter. */
void difference_print(FILE *stream, struct value expected, struct value actual);

#endif

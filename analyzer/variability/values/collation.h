/* The order of names for people: punctuation before digits before letters, and upper case behind
 * lower case only where names are equal otherwise (the root collation of Unicode, as far as
 * ASCII goes). The reference implementation sorts technology rules so. */
#ifndef ANALYZER_VARIABILITY_VALUES_COLLATION_H
#define ANALYZER_VARIABILITY_VALUES_COLLATION_H

#include "analyzer/text/string.h"

/* Negative, zero, positive. */
int collation_compare(struct string a, struct string b);

#endif

/* Dates as RFC 2822 and people write them: "Sun, 01 Jan 2023 10:00:00 +0100", "1/31/2023". */
#ifndef ANALYZER_VARIABILITY_VALUES_DATE_PROSE_H
#define ANALYZER_VARIABILITY_VALUES_DATE_PROSE_H

#include "analyzer/text/string.h"

#include <stdbool.h>

/* False if the text is no such date. */
bool date_from_prose(struct string text, double *date);

#endif

/* Dates as instants: milliseconds since 1970-01-01T00:00Z, NaN if there is no such date.
 *
 * Knows the notations that the date operators accept (Variability4TOSCA, section "Date
 * Operators"): YAML timestamps, ISO 8601, local times with parts left out, and the
 * dates of e-mail headers and log files. */
#ifndef ANALYZER_VARIABILITY_VALUES_DATE_H
#define ANALYZER_VARIABILITY_VALUES_DATE_H

#include "analyzer/text/arena.h"

/* An unquoted YAML timestamp; without a zone it is in UTC. */
double date_from_timestamp(struct string text);

/* A quoted date: local time unless it names a zone. Missing parts are the first ones,
 * parts that are too large carry over. */
double date_from_string(struct string text);

/* 2023-01-01T00:00:00.000Z */
struct string date_iso_text(struct arena *arena, double date);

/* Sun Jan 01 2023 01:00:00 GMT+0100 (CET) */
struct string date_local_text(struct arena *arena, double date);

/* The current weekday in local time, in lower case. */
const char *date_weekday(void);

#endif

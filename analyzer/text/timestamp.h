/* The one reader of timestamps (YAML 1.1, type "timestamp").
 *
 * Tells their form; whether there is such a day, and what the moment is good for, is the caller's.
 */
#ifndef ANALYZER_TEXT_TIMESTAMP_H
#define ANALYZER_TEXT_TIMESTAMP_H

#include "analyzer/text/string.h"

#include <stdbool.h>
#include <stdint.h>

struct timestamp {
	unsigned year, month, day; /* as written, from 1; 2001-19-45 has the form, too */
	unsigned hour, minute, second;
	unsigned nanoseconds; /* further digits are cut off */
	unsigned zone_hours, zone_minutes;
	bool is_west;     /* of UTC */
	bool is_rfc_3339; /* strict enough for RFC 3339, or a date alone */
	bool is_yaml;     /* strict enough for YAML; RFC 3339 takes "z", too */
};

/* False, and nothing filled, if the text does not have the form of a timestamp. */
bool timestamp_read(struct string text, struct timestamp *timestamp);

/* Whether there is such a day, such a time, a leap second included, and such a zone. */
bool timestamp_exists(const struct timestamp *timestamp);

/* How many days a month has; months count from 1. */
unsigned timestamp_days_of(unsigned year, unsigned month);

#endif

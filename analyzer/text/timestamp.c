#include "analyzer/text/timestamp.h"

#include <string.h>

/* At least `least` digits, at most `most`; answers how many, 0 if there are not enough. */
static size_t read_number(struct string *rest, size_t least, size_t most, unsigned *number)
{
	size_t count = 0;
	*number = 0;
	for (; count < most && count < rest->length; count++) {
		char c = rest->bytes[count];
		if (c < '0' || c > '9')
			break;
		*number = 10 * *number + (unsigned)(c - '0');
	}
	if (count < least)
		return 0;
	*rest = string_slice(*rest, count, rest->length);
	return count;
}

static bool read_one_of(struct string *rest, const char *characters)
{
	if (rest->length == 0 || !rest->bytes[0] || !strchr(characters, rest->bytes[0]))
		return false;
	*rest = string_slice(*rest, 1, rest->length);
	return true;
}

static bool skip_spaces(struct string *rest)
{
	bool has_any = false;
	while (read_one_of(rest, " \t"))
		has_any = true;
	return has_any;
}

/* Digits, which may be none, up to nanoseconds. */
static bool read_fraction(struct string *rest, unsigned *nanoseconds)
{
	unsigned digit;
	bool has_any = false;
	for (unsigned worth = 100000000; read_number(rest, 1, 1, &digit); worth /= 10) {
		*nanoseconds += worth * digit;
		has_any = true;
	}
	return has_any;
}

/* Z | [-+] [0-9][0-9]? ( : [0-9][0-9] )? */
static bool read_zone(struct string *rest, struct timestamp *timestamp)
{
	if (read_one_of(rest, "Z"))
		return true;
	if (read_one_of(rest, "z")) {
		timestamp->is_yaml = false;
		return timestamp->is_rfc_3339;
	}
	timestamp->is_west = rest->length > 0 && rest->bytes[0] == '-';
	if (!read_one_of(rest, "+-"))
		return false;
	size_t digits = read_number(rest, 1, 2, &timestamp->zone_hours);
	bool has_minutes = digits && read_one_of(rest, ":");
	timestamp->is_rfc_3339 &= digits == 2 && has_minutes;
	return digits && (!has_minutes || read_number(rest, 2, 2, &timestamp->zone_minutes));
}

/* [Tt \t]+ H:MM:SS ( \. [0-9]* )? zone? */
static bool read_time(struct string *rest, struct timestamp *timestamp)
{
	size_t hour_digits;
	if (!read_one_of(rest, "Tt")) {
		timestamp->is_rfc_3339 = false;
		if (!skip_spaces(rest))
			return false;
	}
	hour_digits = read_number(rest, 1, 2, &timestamp->hour);
	timestamp->is_rfc_3339 &= hour_digits == 2;
	if (!hour_digits || !read_one_of(rest, ":") ||
		!read_number(rest, 2, 2, &timestamp->minute) || !read_one_of(rest, ":") ||
		!read_number(rest, 2, 2, &timestamp->second))
		return false;
	if (read_one_of(rest, "."))
		timestamp->is_rfc_3339 &= read_fraction(rest, &timestamp->nanoseconds);
	if (skip_spaces(rest) || rest->length == 0)
		timestamp->is_rfc_3339 = false;
	return rest->length == 0 || read_zone(rest, timestamp);
}

/* YYYY-MM-DD, or YYYY-M-D with a time */
bool timestamp_read(struct string text, struct timestamp *timestamp)
{
	struct timestamp read = {.is_rfc_3339 = true, .is_yaml = true};
	size_t month_digits, day_digits;
	if (!read_number(&text, 4, 4, &read.year) || !read_one_of(&text, "-"))
		return false;
	month_digits = read_number(&text, 1, 2, &read.month);
	if (!month_digits || !read_one_of(&text, "-"))
		return false;
	day_digits = read_number(&text, 1, 2, &read.day);
	read.is_rfc_3339 = month_digits == 2 && day_digits == 2;
	if (!day_digits || (text.length == 0 && !read.is_rfc_3339) ||
		(text.length > 0 && !read_time(&text, &read)) || text.length > 0)
		return false;
	*timestamp = read;
	return true;
}

unsigned timestamp_days_of(unsigned year, unsigned month)
{
	static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return days[month - 1] + (month == 2 && is_leap);
}

bool timestamp_exists(const struct timestamp *timestamp)
{
	return timestamp->month >= 1 && timestamp->month <= 12 && timestamp->day >= 1 &&
	       timestamp->day <= timestamp_days_of(timestamp->year, timestamp->month) &&
	       timestamp->hour <= 23 && timestamp->minute <= 59 && timestamp->second <= 60 &&
	       timestamp->zone_hours <= 23 && timestamp->zone_minutes <= 59;
}

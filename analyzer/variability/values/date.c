#include "analyzer/variability/values/date.h"

#include "analyzer/text/timestamp.h"
#include "analyzer/variability/values/calendar.h"
#include "analyzer/variability/values/date_prose.h"
#include "analyzer/variability/values/date_scanner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double date_from_timestamp(struct string text)
{
	struct timestamp timestamp;

	if (!timestamp_read(text, &timestamp))
		return NAN;
	double minutes = timestamp.zone_hours * 60.0 + timestamp.zone_minutes;
	return calendar_in_utc(&(struct clock){
		       .year = calendar_century_of(timestamp.year),
		       .month = timestamp.month - 1.0,
		       .day = timestamp.day,
		       .hour = timestamp.hour,
		       .minute = timestamp.minute,
		       .second = timestamp.second,
		       .millisecond = floor(timestamp.nanoseconds / 1e6),
	       }) -
	       (timestamp.is_west ? -minutes : minutes) * 60000;
}

/* year(4)[-/ month(1-2)[-/ day(0-2)]][T or blanks hour[:minute[:second[.|: fraction]]]], all
 * separators optional, without a zone. A fraction counts milliseconds: ".5" are five. */
static bool read_local(struct string text, double *date)
{
	struct scanner scanner = scanner_of(text);
	struct clock clock = {0};
	int count;

	if (string_ends_with(text, "Z") || string_ends_with(text, "z") ||
		read_digits(&scanner, 4, &clock.year) != 4)
		return false;
	accept_any(&scanner, "-/");
	count = read_digits(&scanner, 2, &clock.month);
	clock.month = count == 0 ? 0 : clock.month - 1;
	accept_any(&scanner, "-/");
	if (read_digits(&scanner, 2, &clock.day) == 0)
		clock.day = 1;
	while (!at_end(&scanner) && (is_space(*scanner.next) || string_lower(*scanner.next) == 't'))
		scanner.next++;
	read_digits(&scanner, 2, &clock.hour);
	accept(&scanner, ':');
	read_digits(&scanner, 2, &clock.minute);
	accept(&scanner, ':');
	read_digits(&scanner, 2, &clock.second);
	accept_any(&scanner, ".:");
	read_digits(&scanner, 3, &clock.millisecond);
	while (!at_end(&scanner) && is_digit(*scanner.next))
		scanner.next++;
	if (!at_end(&scanner))
		return false;
	clock.year = calendar_century_of(clock.year);
	*date = calendar_in_local_time(&clock);
	return true;
}

/* ISO 8601 with a zone: yyyy[-mm[-dd]][Thh:mm[:ss[.fraction]]](Z|+hh:mm). */
static bool read_iso(struct string text, double *date)
{
	struct scanner scanner = scanner_of(text);
	struct clock clock = {.day = 1};
	double hours, minutes;
	int sign = 1;

	if (read_digits(&scanner, 4, &clock.year) != 4)
		return false;
	if (accept(&scanner, '-')) {
		if (read_digits(&scanner, 2, &clock.month) != 2 || clock.month < 1 ||
			clock.month > 12)
			return false;
		clock.month--;
		if (accept(&scanner, '-') && (read_digits(&scanner, 2, &clock.day) != 2 ||
						     clock.day < 1 || clock.day > 31))
			return false;
	}
	if (accept_any(&scanner, "Tt")) {
		if (read_digits(&scanner, 2, &clock.hour) != 2 || !accept(&scanner, ':') ||
			read_digits(&scanner, 2, &clock.minute) != 2)
			return false;
		if (accept(&scanner, ':')) {
			if (read_digits(&scanner, 2, &clock.second) != 2)
				return false;
			if (accept(&scanner, '.') && !read_fraction(&scanner, &clock.millisecond))
				return false;
		}
	}
	if (clock.hour > 24 || clock.minute > 59 || clock.second > 59 ||
		(clock.hour == 24 && clock.minute + clock.second + clock.millisecond > 0))
		return false;
	*date = calendar_in_utc(&clock);
	if (accept_any(&scanner, "Zz"))
		return at_end(&scanner);
	if (peek(&scanner) == '-')
		sign = -1;
	if (!accept_any(&scanner, "+-") || read_digits(&scanner, 2, &hours) != 2)
		return false;
	accept(&scanner, ':');
	if (read_digits(&scanner, 2, &minutes) != 2 || !at_end(&scanner))
		return false;
	if (hours > 23 || minutes > 59)
		*date = NAN;
	*date -= sign * (hours * 60 + minutes) * 60000;
	return true;
}

double date_from_string(struct string text)
{
	double date;

	if (read_local(text, &date) || read_iso(text, &date) || date_from_prose(text, &date))
		return calendar_limited(date);
	return NAN;
}

struct string date_iso_text(struct arena *arena, double date)
{
	double days = floor(date / milliseconds_per_day);
	double rest = date - days * milliseconds_per_day;
	int milliseconds = (int)rest;
	double year, month, day;

	calendar_split(days, &year, &month, &day);
	return arena_format(arena,
		year < 0 || year > 9999 ? "%+07d-%02d-%02dT%02d:%02d:%02d.%03dZ"
					: "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
		(int)year, (int)month + 1, (int)day, milliseconds / 3600000,
		milliseconds / 60000 % 60, milliseconds / 1000 % 60, milliseconds % 1000);
}

struct string date_local_text(struct arena *arena, double date)
{
	time_t seconds;
	int minutes;
	struct tm local;
	char text[64], zone[64];

	if (isnan(date))
		return STRING("Invalid Date");
	seconds = (time_t)floor(date / 1000);
	if (!localtime_r(&seconds, &local))
		return STRING("Invalid Date");
	minutes = (int)(calendar_zone_offset(date) / 60000);
	strftime(text, sizeof(text), "%a %b %d %Y %H:%M:%S", &local);
	strftime(zone, sizeof(zone), "%Z", &local);
	return arena_format(arena, "%s GMT%c%02d%02d (%s)", text, minutes < 0 ? '-' : '+',
		(minutes < 0 ? -minutes : minutes) / 60, (minutes < 0 ? -minutes : minutes) % 60,
		strcmp(zone, "UTC") == 0 ? "Coordinated Universal Time" : zone);
}

const char *date_weekday(void)
{
	static const char *const names[] = {
		"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};
	time_t now = time(NULL);
	struct tm local;

	if (!localtime_r(&now, &local))
		return names[0];
	return names[local.tm_wday];
}

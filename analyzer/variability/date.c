#include "analyzer/variability/date.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const double milliseconds_per_day = 86400000.0;

/* The largest instant a date of ECMAScript can name. */
static const double date_limit = 8.64e15;

/* A position in a text that is being read. */
struct scanner {
	const char *next;
	const char *end;
};

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_space(char byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool at_end(const struct scanner *scanner)
{
	return scanner->next == scanner->end;
}

static char peek(const struct scanner *scanner)
{
	return at_end(scanner) ? '\0' : *scanner->next;
}

static bool accept(struct scanner *scanner, char byte)
{
	if (at_end(scanner) || *scanner->next != byte)
		return false;
	scanner->next++;
	return true;
}

static bool accept_any(struct scanner *scanner, const char *bytes)
{
	if (at_end(scanner) || !strchr(bytes, *scanner->next))
		return false;
	scanner->next++;
	return true;
}

static void skip_spaces(struct scanner *scanner)
{
	while (!at_end(scanner) && is_space(*scanner->next))
		scanner->next++;
}

/* Reads at most `limit` digits; answers how many. */
static int read_digits(struct scanner *scanner, int limit, double *number)
{
	int count = 0;

	*number = 0;
	while (count < limit && !at_end(scanner) && is_digit(*scanner->next)) {
		*number = 10 * *number + (*scanner->next++ - '0');
		count++;
	}
	return count;
}

static struct scanner scanner_of(struct string text)
{
	return (struct scanner){text.bytes, text.bytes + text.length};
}

/* Days from 1970-01-01 to a day of the Gregorian calendar; months count from 0 and may
 * be too large or negative. */
static double days_of(double year, double month, double day)
{
	double carried = floor(month / 12), era, year_of_era, day_of_year;

	year += carried;
	month -= 12 * carried;
	if (month < 2)
		year--; /* years that begin in March have their leap day at the end */
	month = month < 2 ? month + 10 : month - 2;
	era = floor(year / 400);
	year_of_era = year - 400 * era;
	day_of_year = floor((153 * month + 2) / 5) + day - 1;
	return era * 146097 + 365 * year_of_era + floor(year_of_era / 4) -
	       floor(year_of_era / 100) + day_of_year - 719468;
}

struct clock {
	double year;
	double month; /* from 0 */
	double day;
	double hour;
	double minute;
	double second;
	double millisecond;
};

/* Years 0 to 99 mean 1900 to 1999, as in the constructor of ECMAScript's dates. */
static double century_of(double year)
{
	return year >= 0 && year <= 99 ? year + 1900 : year;
}

static double limited(double date)
{
	return fabs(date) <= date_limit ? date : NAN;
}

static double date_in_utc(const struct clock *clock)
{
	return days_of(clock->year, clock->month, clock->day) * milliseconds_per_day +
	       clock->hour * 3600000 + clock->minute * 60000 + clock->second * 1000 +
	       clock->millisecond;
}

static void split_days(double days, double *year, double *month, double *day)
{
	double era, day_of_era, year_of_era, day_of_year, shifted;

	days += 719468;
	era = floor(days / 146097);
	day_of_era = days - era * 146097;
	year_of_era = floor((day_of_era - floor(day_of_era / 1460) + floor(day_of_era / 36524) -
				    floor(day_of_era / 146096)) /
			    365);
	day_of_year = day_of_era -
		      (365 * year_of_era + floor(year_of_era / 4) - floor(year_of_era / 100));
	shifted = floor((5 * day_of_year + 2) / 153);
	*day = day_of_year - floor((153 * shifted + 2) / 5) + 1;
	*month = shifted < 10 ? shifted + 2 : shifted - 10;
	*year = year_of_era + era * 400 + (*month < 2 ? 1 : 0);
}

/* Milliseconds that local time is ahead of UTC at an instant. */
static double zone_offset(double date)
{
	time_t seconds = (time_t)floor(date / 1000);
	struct tm local;

	if (!localtime_r(&seconds, &local))
		return 0;
	return (days_of(local.tm_year + 1900.0, local.tm_mon, local.tm_mday) * 86400.0 +
		       local.tm_hour * 3600.0 + local.tm_min * 60.0 + local.tm_sec -
		       (double)seconds) *
	       1000;
}

static double date_in_local_time(const struct clock *clock)
{
	double date = date_in_utc(clock), guess;

	if (!(fabs(date) <= date_limit))
		return NAN;
	guess = date - zone_offset(date);
	return limited(date - zone_offset(guess));
}

/* Digits of a fraction of a second, cut off and filled up to milliseconds. */
static bool read_fraction(struct scanner *scanner, double *milliseconds)
{
	double scale = 100;
	bool some = false;

	*milliseconds = 0;
	while (!at_end(scanner) && is_digit(*scanner->next)) {
		*milliseconds += scale * (*scanner->next++ - '0');
		scale = scale > 1 ? scale / 10 : 0;
		some = true;
	}
	return some;
}

/* YAML 1.1, type timestamp: yyyy-mm-dd, or with time and zone. */
double date_from_timestamp(struct string text)
{
	struct scanner scanner = scanner_of(text);
	struct clock clock = {0};
	double offset_hours = 0, offset_minutes = 0;
	bool west = false;

	if (read_digits(&scanner, 4, &clock.year) != 4 || !accept(&scanner, '-') ||
		!read_digits(&scanner, 2, &clock.month) || !accept(&scanner, '-') ||
		!read_digits(&scanner, 2, &clock.day))
		return NAN;
	clock.year = century_of(clock.year);
	clock.month--;
	if (at_end(&scanner))
		return date_in_utc(&clock);
	if (!accept_any(&scanner, "Tt"))
		skip_spaces(&scanner);
	if (!read_digits(&scanner, 2, &clock.hour) || !accept(&scanner, ':') ||
		!read_digits(&scanner, 2, &clock.minute) || !accept(&scanner, ':') ||
		!read_digits(&scanner, 2, &clock.second))
		return NAN;
	if (accept(&scanner, '.'))
		read_fraction(&scanner, &clock.millisecond);
	skip_spaces(&scanner);
	if (peek(&scanner) == '+' || peek(&scanner) == '-') {
		west = *scanner.next++ == '-';
		read_digits(&scanner, 2, &offset_hours);
		if (accept(&scanner, ':'))
			read_digits(&scanner, 2, &offset_minutes);
	}
	return date_in_utc(&clock) - (west ? -1 : 1) * (offset_hours * 60 + offset_minutes) * 60000;
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
	clock.year = century_of(clock.year);
	*date = date_in_local_time(&clock);
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
	*date = date_in_utc(&clock);
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

/* The words and numbers of a date in prose, as they come. */
struct prose_date {
	double days[3]; /* numbers of the day, in order */
	int day_count;
	int month; /* named, from 1; 0 if none */
	double time[4];
	int time_count;
	int half; /* 0: 24 hours, 1: a.m., 2: p.m. */
	bool has_zone;
	double zone_minutes;
	bool has_number;
};

static const char *const month_names[] = {
	"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};

static bool zone_named(const char *word, size_t length, double *minutes)
{
	static const struct {
		const char *name;
		int hours;
	} zones[] = {{"ut", 0}, {"utc", 0}, {"gmt", 0}, {"z", 0}, {"est", -5}, {"edt", -4},
		{"cst", -6}, {"cdt", -5}, {"mst", -7}, {"mdt", -6}, {"pst", -8}, {"pdt", -7}};

	for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
		if (strlen(zones[i].name) == length && memcmp(zones[i].name, word, length) == 0) {
			*minutes = zones[i].hours * 60;
			return true;
		}
	}
	return false;
}

/* Names of months count by their first three letters; unknown words may only stand in
 * front of all numbers. */
static bool read_word(struct scanner *scanner, struct prose_date *prose)
{
	char word[4] = "";
	size_t length = 0;

	while (!at_end(scanner) && is_letter(*scanner->next)) {
		if (length < 3)
			word[length] = string_lower(*scanner->next);
		length++;
		scanner->next++;
	}
	if (length == 2 && word[1] == 'm' && (word[0] == 'a' || word[0] == 'p') &&
		prose->time_count > 0) {
		prose->half = word[0] == 'a' ? 1 : 2;
		return true;
	}
	for (int i = 0; length >= 3 && i < 12; i++) {
		if (memcmp(month_names[i], word, 3) == 0) {
			prose->month = i + 1;
			accept(scanner, '-');
			return true;
		}
	}
	if (prose->has_number && length <= 3 && zone_named(word, length, &prose->zone_minutes)) {
		prose->has_zone = true;
		return true;
	}
	return !prose->has_number;
}

static bool read_zone(struct scanner *scanner, struct prose_date *prose)
{
	double sign = *scanner->next++ == '-' ? -1 : 1, number, minutes = 0;
	int count = read_digits(scanner, 9, &number);

	if (count == 0)
		return sign < 0; /* a lone hyphen separates */
	prose->has_zone = true;
	if (accept(scanner, ':'))
		read_digits(scanner, 2, &minutes);
	else if (count > 2) {
		minutes = fmod(number, 100);
		number = floor(number / 100);
	}
	prose->zone_minutes = sign * (number * 60 + minutes);
	return true;
}

static bool read_prose_number(struct scanner *scanner, struct prose_date *prose)
{
	double number;

	read_digits(scanner, 9, &number);
	prose->has_number = true;
	if (peek(scanner) == ':' && prose->time_count == 0) {
		prose->time[prose->time_count++] = number;
	} else {
		if (prose->day_count == 3)
			return false;
		prose->days[prose->day_count++] = number;
		accept_any(scanner, "/-");
	}
	return true;
}

static bool read_clock(struct scanner *scanner, struct prose_date *prose)
{
	while (prose->time_count < 3 && accept(scanner, ':')) {
		double number;

		if (!read_digits(scanner, 9, &number))
			return false;
		prose->time[prose->time_count++] = number;
	}
	if (prose->time_count == 3 && accept(scanner, '.'))
		return read_fraction(scanner, &prose->time[3]);
	return true;
}

static bool valid_day(double number)
{
	return number >= 1 && number <= 31;
}

/* What is left out is 1, also the year, which two digits put between 1950 and 2049: so
 * does the platform of the reference implementation. */
static bool prose_clock(const struct prose_date *prose, struct clock *clock)
{
	double days[3] = {1, 1, 1}, year, hour = prose->time[0];

	for (int i = 0; i < prose->day_count; i++)
		days[i] = prose->days[i];
	if (prose->day_count == 0)
		return false;
	if (prose->month == 0) {
		bool year_first = !valid_day(days[0]);

		clock->month = year_first ? days[1] : days[0];
		clock->day = year_first ? days[2] : days[1];
		year = year_first ? days[0] : days[2];
	} else {
		clock->month = prose->month;
		clock->day = valid_day(days[0]) ? days[0] : days[1];
		year = valid_day(days[0]) ? days[1] : days[0];
	}
	if (year >= 0 && year <= 49)
		year += 2000;
	else if (year >= 50 && year <= 99)
		year += 1900;
	if (clock->month < 1 || clock->month > 12 || !valid_day(clock->day))
		return false;
	if (prose->half != 0) {
		if (hour < 1 || hour > 12)
			return false;
		hour = fmod(hour, 12) + (prose->half == 2 ? 12 : 0);
	}
	clock->year = year;
	clock->month--;
	clock->hour = hour;
	clock->minute = prose->time[1];
	clock->second = prose->time[2];
	clock->millisecond = prose->time[3];
	return hour <= 24 && clock->minute <= 59 && clock->second <= 59;
}

/* Dates as RFC 2822 and people write them: "Sun, 01 Jan 2023 10:00:00 +0100", "1/31/2023". */
static bool read_prose(struct string text, double *date)
{
	struct scanner scanner = scanner_of(text);
	struct prose_date prose = {0};
	struct clock clock = {0};

	while (!at_end(&scanner)) {
		char byte = *scanner.next;

		if (is_letter(byte)) {
			if (!read_word(&scanner, &prose))
				return false;
		} else if (is_digit(byte)) {
			if (!read_prose_number(&scanner, &prose))
				return false;
			if (prose.time_count == 1 && !read_clock(&scanner, &prose))
				return false;
		} else if ((byte == '+' || byte == '-') &&
			   (prose.time_count > 0 || prose.has_zone)) {
			if (!read_zone(&scanner, &prose))
				return false;
		} else if (byte == '(') {
			while (!at_end(&scanner) && *scanner.next != ')')
				scanner.next++;
			accept(&scanner, ')');
		} else {
			scanner.next++;
		}
	}
	if (!prose_clock(&prose, &clock))
		return false;
	*date = prose.has_zone ? date_in_utc(&clock) - prose.zone_minutes * 60000
			       : date_in_local_time(&clock);
	return true;
}

double date_from_string(struct string text)
{
	double date;

	if (read_local(text, &date) || read_iso(text, &date) || read_prose(text, &date))
		return limited(date);
	return NAN;
}

struct string date_iso_text(struct arena *arena, double date)
{
	double days = floor(date / milliseconds_per_day);
	double rest = date - days * milliseconds_per_day;
	int milliseconds = (int)rest;
	double year, month, day;

	split_days(days, &year, &month, &day);
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
	minutes = (int)(zone_offset(date) / 60000);
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

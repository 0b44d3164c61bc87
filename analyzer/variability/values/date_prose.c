#include "analyzer/variability/values/date_prose.h"

#include "analyzer/variability/values/calendar.h"
#include "analyzer/variability/values/date_scanner.h"

#include <math.h>

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

bool date_from_prose(struct string text, double *date)
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
	*date = prose.has_zone ? calendar_in_utc(&clock) - prose.zone_minutes * 60000
			       : calendar_in_local_time(&clock);
	return true;
}

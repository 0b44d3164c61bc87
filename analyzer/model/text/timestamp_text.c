#include "analyzer/model/text/timestamp_text.h"

/* So many digits, which are a number from `least` to `most`. */
static bool read_number(
	struct string *rest, size_t digits, unsigned least, unsigned most, unsigned *number)
{
	*number = 0;
	if (rest->length < digits)
		return false;
	for (size_t i = 0; i < digits; i++) {
		char c = rest->bytes[i];
		if (c < '0' || c > '9')
			return false;
		*number = 10 * *number + (unsigned)(c - '0');
	}
	*rest = string_slice(*rest, digits, rest->length);
	return *number >= least && *number <= most;
}

static bool read_one_of(struct string *rest, const char *characters)
{
	for (; rest->length > 0 && *characters; characters++) {
		if (rest->bytes[0] == *characters) {
			*rest = string_slice(*rest, 1, rest->length);
			return true;
		}
	}
	return false;
}

struct moment {
	unsigned year, month, day, hour, minute, second;
	double fraction; /* of a second */
	int offset;      /* of the zone, in minutes */
};

static unsigned days_of(unsigned year, unsigned month)
{
	static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return days[month - 1] + (month == 2 && is_leap);
}

/* full-date = 4DIGIT "-" 2DIGIT "-" 2DIGIT */
static bool read_date(struct string *rest, struct moment *moment)
{
	return read_number(rest, 4, 0, 9999, &moment->year) && read_one_of(rest, "-") &&
	       read_number(rest, 2, 1, 12, &moment->month) && read_one_of(rest, "-") &&
	       read_number(rest, 2, 1, days_of(moment->year, moment->month), &moment->day);
}

static bool read_sign(struct string *rest, int *sign)
{
	*sign = rest->length > 0 && rest->bytes[0] == '-' ? -1 : 1;
	return read_one_of(rest, "+-");
}

/* time-numoffset = ("+" / "-") 2DIGIT ":" 2DIGIT */
static bool read_offset(struct string *rest, struct moment *moment)
{
	unsigned hours, minutes;
	int sign;
	if (read_one_of(rest, "Zz"))
		return true;
	if (!read_sign(rest, &sign) || !read_number(rest, 2, 0, 23, &hours) ||
		!read_one_of(rest, ":") || !read_number(rest, 2, 0, 59, &minutes))
		return false;
	moment->offset = sign * (int)(60 * hours + minutes);
	return true;
}

/* ["." 1*DIGIT] */
static bool read_fraction(struct string *rest, struct moment *moment)
{
	unsigned digit;
	double worth = 0.1;
	if (!read_one_of(rest, "."))
		return true;
	if (!read_number(rest, 1, 0, 9, &digit))
		return false;
	do {
		moment->fraction += worth * digit;
		worth /= 10;
	} while (read_number(rest, 1, 0, 9, &digit));
	return true;
}

/* partial-time = 2DIGIT ":" 2DIGIT ":" 2DIGIT ["." 1*DIGIT]; a second can be a leap second */
static bool read_time(struct string *rest, struct moment *moment)
{
	return read_number(rest, 2, 0, 23, &moment->hour) && read_one_of(rest, ":") &&
	       read_number(rest, 2, 0, 59, &moment->minute) && read_one_of(rest, ":") &&
	       read_number(rest, 2, 0, 60, &moment->second) && read_fraction(rest, moment);
}

bool timestamp_text_is_valid(struct string text)
{
	struct moment moment = {0};
	if (!read_date(&text, &moment))
		return false;
	if (text.length == 0)
		return true;
	return read_one_of(&text, "Tt") && read_time(&text, &moment) &&
	       read_offset(&text, &moment) && text.length == 0;
}

/* ---- timestamps of YAML ---- */

static bool skip_spaces(struct string *rest)
{
	bool has_any = false;
	while (read_one_of(rest, " \t"))
		has_any = true;
	return has_any;
}

/* One digit or two. */
static bool read_short_number(struct string *rest, unsigned most, unsigned *number)
{
	bool has_two = rest->length > 1 && rest->bytes[1] >= '0' && rest->bytes[1] <= '9';
	return read_number(rest, has_two ? 2 : 1, 0, most, number);
}

/* Month, day and hour may have one digit; a zone may be left out, and be given in hours. */
static bool read_yaml_zone(struct string *rest, struct moment *moment)
{
	unsigned hours;
	unsigned minutes = 0;
	int sign;
	skip_spaces(rest);
	if (rest->length == 0 || read_one_of(rest, "Zz"))
		return true;
	if (!read_sign(rest, &sign) || !read_short_number(rest, 23, &hours) ||
		(read_one_of(rest, ":") && !read_number(rest, 2, 0, 59, &minutes)))
		return false;
	moment->offset = sign * (int)(60 * hours + minutes);
	return true;
}

static bool read_yaml(struct string rest, struct moment *moment)
{
	if (!read_number(&rest, 4, 0, 9999, &moment->year) || !read_one_of(&rest, "-") ||
		!read_short_number(&rest, 12, &moment->month) || moment->month == 0 ||
		!read_one_of(&rest, "-") ||
		!read_short_number(&rest, days_of(moment->year, moment->month), &moment->day) ||
		moment->day == 0)
		return false;
	if (rest.length == 0)
		return true;
	return (read_one_of(&rest, "Tt") || skip_spaces(&rest)) &&
	       read_short_number(&rest, 23, &moment->hour) && read_one_of(&rest, ":") &&
	       read_number(&rest, 2, 0, 59, &moment->minute) && read_one_of(&rest, ":") &&
	       read_number(&rest, 2, 0, 60, &moment->second) && read_fraction(&rest, moment) &&
	       read_yaml_zone(&rest, moment) && rest.length == 0;
}

bool timestamp_text_is_yaml(struct string text)
{
	struct moment moment = {0};
	return read_yaml(text, &moment);
}

/* Since the first of January of the year 0. */
static double seconds_of(const struct moment *moment)
{
	unsigned years = moment->year ? moment->year - 1 : 0;
	unsigned leap_days = years / 4 - years / 100 + years / 400 + (moment->year > 0);
	double days = 365.0 * moment->year + leap_days + moment->day;
	for (unsigned month = 1; month < moment->month; month++)
		days += days_of(moment->year, month);
	return ((days * 24 + moment->hour) * 60 + moment->minute - moment->offset) * 60 +
	       moment->second + moment->fraction;
}

bool timestamp_text_order(struct string a, struct string b, int *order)
{
	struct moment left = {0};
	struct moment right = {0};
	if (!read_yaml(a, &left) || !read_yaml(b, &right))
		return false;
	double difference = seconds_of(&left) - seconds_of(&right);
	*order = (difference > 0) - (difference < 0);
	return true;
}

#include "analyzer/model/timestamp_text.h"

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

static unsigned days_of(unsigned year, unsigned month)
{
	static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return days[month - 1] + (month == 2 && is_leap);
}

/* full-date = 4DIGIT "-" 2DIGIT "-" 2DIGIT */
static bool read_date(struct string *rest)
{
	unsigned year, month, day;
	return read_number(rest, 4, 0, 9999, &year) && read_one_of(rest, "-") &&
	       read_number(rest, 2, 1, 12, &month) && read_one_of(rest, "-") &&
	       read_number(rest, 2, 1, days_of(year, month), &day);
}

/* time-numoffset = ("+" / "-") 2DIGIT ":" 2DIGIT */
static bool read_offset(struct string *rest)
{
	unsigned hours, minutes;
	if (read_one_of(rest, "Zz"))
		return true;
	return read_one_of(rest, "+-") && read_number(rest, 2, 0, 23, &hours) &&
	       read_one_of(rest, ":") && read_number(rest, 2, 0, 59, &minutes);
}

/* partial-time = 2DIGIT ":" 2DIGIT ":" 2DIGIT ["." 1*DIGIT]; a second can be a leap second */
static bool read_time(struct string *rest)
{
	unsigned hour, minute, second, digit;
	if (!read_number(rest, 2, 0, 23, &hour) || !read_one_of(rest, ":") ||
		!read_number(rest, 2, 0, 59, &minute) || !read_one_of(rest, ":") ||
		!read_number(rest, 2, 0, 60, &second))
		return false;
	if (!read_one_of(rest, "."))
		return true;
	if (!read_number(rest, 1, 0, 9, &digit))
		return false;
	while (rest->length > 0 && rest->bytes[0] >= '0' && rest->bytes[0] <= '9')
		*rest = string_slice(*rest, 1, rest->length);
	return true;
}

bool timestamp_text_is_valid(struct string text)
{
	if (!read_date(&text))
		return false;
	if (text.length == 0)
		return true;
	return read_one_of(&text, "Tt") && read_time(&text) && read_offset(&text) &&
	       text.length == 0;
}

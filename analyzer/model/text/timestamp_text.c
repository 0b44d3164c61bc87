#include "analyzer/model/text/timestamp_text.h"

#include "analyzer/text/timestamp.h"

bool timestamp_text_is_valid(struct string text)
{
	struct timestamp timestamp;
	return timestamp_read(text, &timestamp) && timestamp.is_rfc_3339 &&
	       timestamp_exists(&timestamp);
}

bool timestamp_text_is_yaml(struct string text)
{
	struct timestamp timestamp;
	return timestamp_read(text, &timestamp) && timestamp_exists(&timestamp);
}

/* Since the first of January of the year 0. */
static double seconds_of(const struct timestamp *timestamp)
{
	unsigned years = timestamp->year ? timestamp->year - 1 : 0;
	unsigned leap_days = years / 4 - years / 100 + years / 400 + (timestamp->year > 0);
	double days = 365.0 * timestamp->year + leap_days + timestamp->day;
	int offset = (int)(60 * timestamp->zone_hours + timestamp->zone_minutes);
	for (unsigned month = 1; month < timestamp->month; month++)
		days += timestamp_days_of(timestamp->year, month);
	return ((days * 24 + timestamp->hour) * 60 + timestamp->minute -
		       (timestamp->is_west ? -offset : offset)) *
		       60 +
	       timestamp->second + timestamp->nanoseconds / 1e9;
}

bool timestamp_text_order(struct string a, struct string b, int *order)
{
	struct timestamp left, right;
	if (!timestamp_read(a, &left) || !timestamp_exists(&left) || !timestamp_read(b, &right) ||
		!timestamp_exists(&right))
		return false;
	double difference = seconds_of(&left) - seconds_of(&right);
	*order = (difference > 0) - (difference < 0);
	return true;
}

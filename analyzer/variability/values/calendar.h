/* The Gregorian calendar, in UTC and in local time. Instants are milliseconds since
 * 1970-01-01T00:00Z. */
#ifndef ANALYZER_VARIABILITY_VALUES_CALENDAR_H
#define ANALYZER_VARIABILITY_VALUES_CALENDAR_H

struct clock {
	double year;
	double month; /* from 0 */
	double day;
	double hour;
	double minute;
	double second;
	double millisecond;
};

static const double milliseconds_per_day = 86400000.0;

/* The instant that a clock shows; what is too large carries over. */
double calendar_in_utc(const struct clock *clock);

/* The same in local time; NaN if there is no such instant. */
double calendar_in_local_time(const struct clock *clock);

/* The day that is `days` days after 1970-01-01; months count from 0. */
void calendar_split(double days, double *year, double *month, double *day);

/* Milliseconds that local time is ahead of UTC at an instant. */
double calendar_zone_offset(double date);

/* NaN for what no date of ECMAScript can name. */
double calendar_limited(double date);

/* Years 0 to 99 mean 1900 to 1999, as in the constructor of ECMAScript's dates. */
double calendar_century_of(double year);

#endif

#include "analyzer/variability/values/calendar.h"

#include <math.h>
#include <time.h>

/* The largest instant a date of ECMAScript can name. */
static const double date_limit = 8.64e15;

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

double calendar_century_of(double year)
{
	return year >= 0 && year <= 99 ? year + 1900 : year;
}

double calendar_limited(double date)
{
	return fabs(date) <= date_limit ? date : NAN;
}

double calendar_in_utc(const struct clock *clock)
{
	return days_of(clock->year, clock->month, clock->day) * milliseconds_per_day +
	       clock->hour * 3600000 + clock->minute * 60000 + clock->second * 1000 +
	       clock->millisecond;
}

void calendar_split(double days, double *year, double *month, double *day)
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

double calendar_zone_offset(double date)
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

double calendar_in_local_time(const struct clock *clock)
{
	double date = calendar_in_utc(clock), guess;

	if (!(fabs(date) <= date_limit))
		return NAN;
	guess = date - calendar_zone_offset(date);
	return calendar_limited(date - calendar_zone_offset(guess));
}

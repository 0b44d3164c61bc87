/* Variability4TOSCA, section "Analytical Operators", but for the regressions. */
#include "analyzer/variability/value_operators.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* printf rounds exact ties to even digits. A tie of the third decimal is an odd multiple of
 * 1/8: only those are exact in binary. */
double value_fixed2(double number)
{
	char text[340];
	double eighths = fabs(number) * 8;

	if (!isfinite(number) || fabs(number) >= 1e21)
		return number;
	if (eighths < 9007199254740992.0 && floor(eighths) == eighths && fmod(eighths, 2) == 1) {
		long double hundredths = floorl((long double)eighths * 12.5L + 0.5L);

		snprintf(text, sizeof(text), "%s%.0Lfe-2", number < 0 ? "-" : "", hundredths);
	} else {
		snprintf(text, sizeof(text), "%.2f", number);
	}
	return strtod(text, NULL) + 0.0;
}

static double sum_of(const double *numbers, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

static double mean_of(const double *numbers, size_t count)
{
	return count == 0 ? NAN : sum_of(numbers, count) / (double)count;
}

/* Of a population, not of a sample. */
static double variance_of(const double *numbers, size_t count)
{
	double mean = mean_of(numbers, count), sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += (numbers[i] - mean) * (numbers[i] - mean);
	return count == 0 ? NAN : sum / (double)count;
}

struct value_result evaluate_sum(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double *numbers;
	size_t count;

	if (!literal_numbers(context, argument, &numbers, &count, &failure))
		return failure;
	return value_known_number(value_fixed2(sum_of(numbers, count)));
}

struct value_result evaluate_count(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double *numbers;
	size_t count;

	if (!literal_numbers(context, argument, &numbers, &count, &failure))
		return failure;
	return value_known_number((double)count);
}

struct value_result evaluate_min(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double *numbers, least;
	size_t count;

	if (!literal_numbers(context, argument, &numbers, &count, &failure))
		return failure;
	if (count == 0)
		return value_failure(context, argument.node, "Minimum of \"[]\" does not exist");
	least = numbers[0];
	for (size_t i = 1; i < count; i++)
		least = isnan(numbers[i]) || numbers[i] < least ? numbers[i] : least;
	return value_known_number(least);
}

struct value_result evaluate_max(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double *numbers, greatest;
	size_t count;

	if (!literal_numbers(context, argument, &numbers, &count, &failure))
		return failure;
	if (count == 0)
		return value_failure(context, argument.node, "Maximum of \"[]\" does not exist");
	greatest = numbers[0];
	for (size_t i = 1; i < count; i++)
		greatest = isnan(numbers[i]) || numbers[i] > greatest ? numbers[i] : greatest;
	return value_known_number(greatest);
}

struct value_result evaluate_mean(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double *numbers;
	size_t count;

	if (!literal_numbers(context, argument, &numbers, &count, &failure))
		return failure;
	return value_known_number(value_fixed2(mean_of(numbers, count)));
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The only one of the group that is not rounded. */
struct value_result evaluate_median(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double *numbers;
	size_t count;

	if (!literal_numbers(context, argument, &numbers, &count, &failure))
		return failure;
	if (count == 0)
		return value_known_number(NAN);
	qsort(numbers, count, sizeof(*numbers), compare_numbers);
	if (count % 2 == 1)
		return value_known_number(numbers[count / 2]);
	return value_known_number((numbers[count / 2 - 1] + numbers[count / 2]) / 2);
}

struct value_result evaluate_variance(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double *numbers;
	size_t count;

	if (!literal_numbers(context, argument, &numbers, &count, &failure))
		return failure;
	return value_known_number(value_fixed2(variance_of(numbers, count)));
}

struct value_result evaluate_standard_deviation(
	struct value_context *context, struct value argument)
{
	struct value_result failure;
	double *numbers;
	size_t count;

	if (!literal_numbers(context, argument, &numbers, &count, &failure))
		return failure;
	return value_known_number(value_fixed2(sqrt(variance_of(numbers, count))));
}

/* Variability4TOSCA, section "Analytical Operators", but for the regressions. */
#include "analyzer/variability/expressions/value_operators.h"

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

static double count_of(const double *numbers, size_t count)
{
	(void)numbers;
	return (double)count;
}

static double deviation_of(const double *numbers, size_t count)
{
	return sqrt(variance_of(numbers, count));
}

static double least_of(const double *numbers, size_t count)
{
	double least = numbers[0];

	for (size_t i = 1; i < count; i++)
		least = isnan(numbers[i]) || numbers[i] < least ? numbers[i] : least;
	return least;
}

static double greatest_of(const double *numbers, size_t count)
{
	double greatest = numbers[0];

	for (size_t i = 1; i < count; i++)
		greatest = isnan(numbers[i]) || numbers[i] > greatest ? numbers[i] : greatest;
	return greatest;
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median_of_sorted(const double *numbers, size_t count)
{
	if (count == 0)
		return NAN;
	if (count % 2 == 1)
		return numbers[count / 2];
	return (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

/* ---- operators ---- */

typedef double statistic(const double *numbers, size_t count);

static struct value_result evaluate(
	struct value_context *context, struct value argument, statistic *of, bool is_rounded)
{
	struct value_result failure;
	double *numbers, result;
	size_t count;

	if (!literal_numbers(context, argument, &numbers, &count, &failure))
		return failure;
	if (of == median_of_sorted)
		qsort(numbers, count, sizeof(*numbers), compare_numbers);
	result = of(numbers, count);
	return value_known_number(is_rounded ? value_fixed2(result) : result);
}

static struct value_result evaluate_extreme(
	struct value_context *context, struct value argument, statistic *of, const char *name)
{
	if (argument.kind == VALUE_LIST && argument.list->count == 0)
		return value_failure(context, argument.node, "%s of \"[]\" does not exist", name);
	return evaluate(context, argument, of, false);
}

struct value_result evaluate_sum(struct value_context *context, struct value argument)
{
	return evaluate(context, argument, sum_of, true);
}

struct value_result evaluate_count(struct value_context *context, struct value argument)
{
	return evaluate(context, argument, count_of, false);
}

struct value_result evaluate_min(struct value_context *context, struct value argument)
{
	return evaluate_extreme(context, argument, least_of, "Minimum");
}

struct value_result evaluate_max(struct value_context *context, struct value argument)
{
	return evaluate_extreme(context, argument, greatest_of, "Maximum");
}

struct value_result evaluate_mean(struct value_context *context, struct value argument)
{
	return evaluate(context, argument, mean_of, true);
}

/* The only one of a middle that is not rounded. */
struct value_result evaluate_median(struct value_context *context, struct value argument)
{
	return evaluate(context, argument, median_of_sorted, false);
}

struct value_result evaluate_variance(struct value_context *context, struct value argument)
{
	return evaluate(context, argument, variance_of, true);
}

struct value_result evaluate_standard_deviation(
	struct value_context *context, struct value argument)
{
	return evaluate(context, argument, deviation_of, true);
}

/* Variability4TOSCA, section "Analytical Operators": predictions by least squares.
 *
 * Coefficients are rounded to two decimals before they predict anything; so does the
 * reference implementation. */
#include "analyzer/variability/expressions/value_operators.h"

#include <math.h>

enum {
	REGRESSION_ORDER_LIMIT = 64
};

struct points {
	size_t count;
	double *x;
	double *y;
};

/* The nearest hundredth, ties upwards. */
static double hundredths(double number)
{
	double scaled = number * 100, below = floor(scaled);

	if (!isfinite(scaled))
		return scaled / 100;
	return (scaled - below >= 0.5 ? below + 1 : below) / 100;
}

static struct value_result prediction(double number)
{
	return value_known_number(value_fixed2(hundredths(number)));
}

static bool read_points(struct value_context *context, struct value argument, struct points *points,
	struct value_result *failure)
{
	struct arena *arena = value_context_arena(context);
	const struct value_list *list, *pair;

	if (!literal_list(context, argument, &list, failure))
		return false;
	points->count = list->count;
	points->x = arena_allocate(arena, list->count, sizeof(*points->x));
	points->y = arena_allocate(arena, list->count, sizeof(*points->y));
	for (size_t i = 0; i < list->count; i++)
		if (!literal_list(context, list->items[i], &pair, failure) ||
			!literal_number(context, list_item(pair, 0), &points->x[i], failure) ||
			!literal_number(context, list_item(pair, 1), &points->y[i], failure))
			return false;
	return true;
}

/* [points, x] */
static bool read_operands(struct value_context *context, struct value argument,
	struct points *points, double *x, struct value_result *failure)
{
	const struct value_list *list;

	return literal_list(context, argument, &list, failure) &&
	       read_points(context, list_item(list, 0), points, failure) &&
	       literal_number(context, list_item(list, 1), x, failure);
}

struct value_result evaluate_linear_regression(struct value_context *context, struct value argument)
{
	struct value_result failure;
	struct points points;
	double x, n, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, run, gradient, intercept;

	if (!read_operands(context, argument, &points, &x, &failure))
		return failure;
	n = (double)points.count;
	for (size_t i = 0; i < points.count; i++) {
		sum_x += points.x[i];
		sum_y += points.y[i];
		sum_xx += points.x[i] * points.x[i];
		sum_xy += points.x[i] * points.y[i];
	}
	run = n * sum_xx - sum_x * sum_x;
	gradient = run == 0 ? 0 : hundredths((n * sum_xy - sum_x * sum_y) / run);
	intercept = points.count == 0 ? NAN : hundredths(sum_y / n - gradient * sum_x / n);
	return prediction(gradient * x + intercept);
}

/* y = a · e^(b x), least squares of the logarithms weighted by y. */
struct value_result evaluate_exponential_regression(
	struct value_context *context, struct value argument)
{
	struct value_result failure;
	struct points points;
	double x, sum_y = 0, sum_xxy = 0, sum_ylny = 0, sum_xylny = 0, sum_xy = 0;
	double denominator, a, b;

	if (!read_operands(context, argument, &points, &x, &failure))
		return failure;
	for (size_t i = 0; i < points.count; i++) {
		double px = points.x[i], py = points.y[i];

		sum_y += py;
		sum_xxy += px * px * py;
		sum_ylny += py * log(py);
		sum_xylny += px * py * log(py);
		sum_xy += px * py;
	}
	denominator = sum_y * sum_xxy - sum_xy * sum_xy;
	if (denominator == 0)
		denominator = copysign(0.0, denominator);
	a = hundredths(exp((sum_xxy * sum_ylny - sum_xy * sum_xylny) / denominator));
	b = hundredths((sum_y * sum_xylny - sum_xy * sum_ylny) / denominator);
	return prediction(a * exp(b * x));
}

/* y = c + k · ln x */
struct value_result evaluate_logarithmic_regression(
	struct value_context *context, struct value argument)
{
	struct value_result failure;
	struct points points;
	double x, n, sum_ln = 0, sum_yln = 0, sum_y = 0, sum_lnln = 0, k, c;

	if (!read_operands(context, argument, &points, &x, &failure))
		return failure;
	n = (double)points.count;
	for (size_t i = 0; i < points.count; i++) {
		double logarithm = log(points.x[i]);

		sum_ln += logarithm;
		sum_yln += points.y[i] * logarithm;
		sum_y += points.y[i];
		sum_lnln += logarithm * logarithm;
	}
	k = hundredths((n * sum_yln - sum_y * sum_ln) / (n * sum_lnln - sum_ln * sum_ln));
	c = hundredths((sum_y - k * sum_ln) / n);
	return prediction(hundredths(c + k * log(x)));
}

/* Solves the normal equations by Gaussian elimination with partial pivoting. Row r, column c
 * is matrix[c * size + r]; column `size` holds the right-hand sides. */
static void eliminate(double *matrix, size_t size, double *coefficients)
{
	for (size_t i = 0; i < size; i++) {
		size_t pivot = i;

		for (size_t j = i + 1; j < size; j++)
			if (fabs(matrix[i * size + j]) > fabs(matrix[i * size + pivot]))
				pivot = j;
		for (size_t k = i; k <= size; k++) {
			double swapped = matrix[k * size + i];

			matrix[k * size + i] = matrix[k * size + pivot];
			matrix[k * size + pivot] = swapped;
		}
		for (size_t j = i + 1; j < size; j++) {
			for (size_t k = size + 1; k-- > i;)
				matrix[k * size + j] -= matrix[k * size + i] *
							matrix[i * size + j] / matrix[i * size + i];
		}
	}
	for (size_t j = size; j-- > 0;) {
		double total = 0;

		for (size_t k = j + 1; k < size; k++)
			total += matrix[k * size + j] * coefficients[k];
		coefficients[j] = (matrix[size * size + j] - total) / matrix[j * size + j];
	}
}

static double sum_of_powers(const struct points *points, double power, bool times_y)
{
	double sum = 0;

	for (size_t i = 0; i < points->count; i++)
		sum += pow(points->x[i], power) * (times_y ? points->y[i] : 1);
	return sum;
}

/* [points, order, x] */
struct value_result evaluate_polynomial_regression(
	struct value_context *context, struct value argument)
{
	struct arena *arena = value_context_arena(context);
	const struct value_list *list;
	struct value_result failure;
	struct points points;
	double order, x, sum = 0, *matrix, *coefficients;
	size_t size;

	if (!literal_list(context, argument, &list, &failure) ||
		!read_points(context, list_item(list, 0), &points, &failure) ||
		!literal_number(context, list_item(list, 1), &order, &failure) ||
		!literal_number(context, list_item(list, 2), &x, &failure))
		return failure;
	if (!(order >= 0 && order <= REGRESSION_ORDER_LIMIT))
		return value_failure(context, list_item(list, 1).node,
			"Order of a polynomial regression must be between 0 and %d",
			REGRESSION_ORDER_LIMIT);
	size = (size_t)ceil(order) + 1;
	matrix = arena_allocate(arena, size * (size + 1), sizeof(*matrix));
	coefficients = arena_allocate(arena, size, sizeof(*coefficients));
	for (size_t i = 0; i < size; i++) {
		for (size_t j = 0; j < size; j++)
			matrix[i * size + j] = sum_of_powers(&points, (double)(i + j), false);
		matrix[size * size + i] = sum_of_powers(&points, (double)i, true);
	}
	eliminate(matrix, size, coefficients);
	for (size_t i = 0; i < size; i++)
		sum += hundredths(coefficients[i]) * pow(x, (double)i);
	return prediction(sum);
}

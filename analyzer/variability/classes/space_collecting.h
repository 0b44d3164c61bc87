/* The inside of the search for points: expressions, and the inputs they use. Internal to this
 * folder. */
#ifndef ANALYZER_VARIABILITY_CLASSES_SPACE_COLLECTING_H
#define ANALYZER_VARIABILITY_CLASSES_SPACE_COLLECTING_H

#include "analyzer/language/variability/operators.h"
#include "analyzer/variability/classes/space_points.h"
#include "analyzer/variability/expressions/value_expression.h"

enum {
	COLLECTING_DEEPEST = 60,
	COLLECTING_MOST_JUDGED = 10000 /* parts of an expression; beyond, nothing is known of it */
};

struct collecting {
	struct arena *arena;
	struct space_inputs *inputs;
	struct space_points *points;
	const struct value *defaults;
	struct node variability;
	struct value_definitions *definitions;
	struct value_context *context; /* all inputs have their defaults */
	struct value *current;         /* of each input */
	bool has_several;              /* inputs: ranges of whole numbers are gone through, too */
	unsigned looks;                /* of the expression at hand */
	struct name_table walked;      /* named expressions that it uses */
	unsigned judged; /* parts of it, again where a named expression is used again */
	unsigned depth;
};

/* Each once, and none that is infinite. */
void collecting_add_number(
	double **numbers, size_t *count, size_t *capacity, struct arena *arena, double number);

/* The operator of an expression, and its argument; OPERATOR_NONE if it has none. */
enum operator_id collecting_operator(struct value expression, struct value *argument);

/* Nothing where there is none. */
struct value collecting_item(struct value argument, size_t position);
size_t collecting_item_count(struct value argument);

struct value collecting_named(struct collecting *collecting, struct value name);

/* Behind names of value expressions. */
struct value collecting_unnamed(struct collecting *collecting, struct value expression);

/* The number of the input; UINT32_MAX if there is none. */
uint32_t collecting_input(const struct collecting *collecting, struct string name);
bool collecting_is_input(struct collecting *collecting, struct value expression, uint32_t input);

/* Are all its values gone through, one after the other? */
static inline bool collecting_is_listed(
	const struct collecting *collecting, const struct space_input *input)
{
	return input->is_listed || (collecting->has_several && input->has_all);
}

/* With the current values; false if that fails. */
bool collecting_evaluate(
	struct collecting *collecting, struct value expression, struct value *value);

/* ---- of which kind values are, whatever the inputs are ---- */

enum value_kinds {
	KIND_BOOLEAN = 1,
	KIND_NUMBER = 2,
	KIND_STRING = 4,
	KIND_OTHER = 8, /* lists, maps, dates, nothing */
	KIND_ANY = 15
};

/* Those that an expression may come to if it does not fail. */
unsigned collecting_kinds(struct collecting *collecting, struct value expression);

/* Whether one more part of the expression at hand is looked at, or that would go too far. */
bool collecting_judges(struct collecting *collecting);

/* Do the kinds of inputs alone decide whether the expression fails? */
bool collecting_is_steady(struct collecting *collecting, struct value expression);

/* Does it fail, whatever the inputs are? */
bool collecting_always_fails(struct collecting *collecting, struct value expression);

/* ---- texts that are put together or taken apart ---- */

/* Is `whole` such a text, and does what is added to the points decide, with the current values of
 * what is listed, whether it is the same as `other`? */
bool collecting_compare_texts(
	struct collecting *collecting, struct value whole, struct value other);

#endif

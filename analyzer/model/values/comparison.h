/* Values as written, compared: equal, less, greater, as far as their data type tells. */
#ifndef ANALYZER_MODEL_VALUES_COMPARISON_H
#define ANALYZER_MODEL_VALUES_COMPARISON_H

#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/model/report/verdict.h"
#include "analyzer/model/types/types.h"

struct comparison {
	enum definitions_version version;
	enum primitive_type primitive; /* NONE if it is not known, or has properties */
	const struct type *type;       /* for its units; NULL if it is primitive */
};

/* Lists and maps are equal if their parts are. */
enum verdict comparison_equal(const struct comparison *comparison, struct node a, struct node b);

/* Whether the list has an entry that is equal; of long lists, whether the first entries are is
 * told, and it stays open whether others are. */
enum {
	MOST_COMPARED_VALUES = 1000
};
enum verdict comparison_any(
	const struct comparison *comparison, struct node value, struct node list);

/* "equal", "greater_than", "greater_or_equal", "less_than", "less_or_equal"; unknown for any
 * other operator. */
enum verdict comparison_verdict(
	const struct comparison *comparison, struct string op, struct node a, struct node b);
enum verdict comparison_order_verdict(struct string op, int order);

/* Below, at or above 0; false if the two have no order. */
bool comparison_order(
	const struct comparison *comparison, struct node a, struct node b, int *order);

/* Parts of a list or map are of another type. */
struct comparison comparison_of_parts(const struct comparison *comparison);

/* Characters of a text, entries of a list or map; NaN for anything else. */
double comparison_length(struct node value);

#endif

/* What stands as an argument of a function: a literal, or a call and what it gives.
 *
 * Knows what a value may be, not what a function takes. */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_OPERAND_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_OPERAND_H

#include "analyzer/model/functions/function_result.h"

struct function_operand {
	struct node node;
	unsigned forms; /* of `function_takes`: all that it may be */
	bool is_call;
	bool is_typed; /* a call whose result is known */
	struct function_result result;
};

struct function_operand function_operand_of(
	struct template_checker *checker, const struct graph_place *place, struct node node);

/* For messages: "a list", `a value of type "Size"`. */
struct string function_operand_description(
	struct template_checker *checker, const struct function_operand *operand);

#endif

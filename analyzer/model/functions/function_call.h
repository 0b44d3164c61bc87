/* One call of a function: { get_input: port }, { $get_input: port }, $node_index. */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_CALL_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_CALL_H

#include "analyzer/language/grammar/functions.h"
#include "analyzer/model/functions/graph_place.h"

struct function_call {
	struct node key;
	struct string name;             /* without "$" */
	struct node arguments;          /* absent in short notation */
	const struct function_row *row; /* NULL: no function of the standard */
};

/* False if `node` is no call. */
bool function_call_read(
	enum definitions_version version, struct node node, struct function_call *call);

/* One value that is no list stands for the only argument. */
uint32_t function_call_argument_count(const struct function_call *call);
struct node function_call_argument(const struct function_call *call, uint32_t position);

/* What a call of a function of the standard leads to, seen from `place`: the definition of a
 * property, attribute or input; empty if it is another function, or not known. What is wrong
 * is reported unless `is_silent`. */
struct value_schema function_call_resolve(struct template_checker *checker,
	const struct graph_place *place, const struct function_call *call, bool is_silent);

#endif

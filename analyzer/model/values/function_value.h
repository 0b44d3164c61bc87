/* What functions of TOSCA 2.0 yield where that is known before deployment
 * (TOSCA 2.0, section "TOSCA functions").
 *
 * Follows `$get_input` and `$get_property` through a scope and computes arithmetic. Whatever
 * the scope does not know, what only the running application has, and functions that nobody
 * here can compute are unknown: what is said about a known value holds at deployment, too. */
#ifndef ANALYZER_MODEL_VALUES_FUNCTION_VALUE_H
#define ANALYZER_MODEL_VALUES_FUNCTION_VALUE_H

#include "analyzer/syntax/tree/node.h"

struct function_value {
	enum function_value_kind {
		FUNCTION_VALUE_UNKNOWN,
		FUNCTION_VALUE_BOOLEAN,
		FUNCTION_VALUE_NUMBER,
		FUNCTION_VALUE_STRING,
		FUNCTION_VALUE_NODE, /* a list or map as written, calls in it included */
	} kind;
	union {
		bool boolean;
		double number;
		struct string string;
		struct node node;
	};
	/* Why it is unknown, if it is because of these bounds. */
	enum function_value_bound {
		NO_BOUND,
		BOUND_STEPS,
		BOUND_LEVELS
	} bound;
};

enum {
	FUNCTION_VALUE_DEEPEST = 500,    /* inputs may refer to each other in a circle, */
	FUNCTION_VALUE_MOST_STEPS = 4096 /* and to the same ones again and again */
};

/* What surrounds a value. The callbacks may answer with a FUNCTION_VALUE_NODE of any kind,
 * which is evaluated then; NULL stands for one that knows nothing. */
struct function_scope {
	const void *context;
	struct function_value (*input)(const void *context, struct string name);
	/* Of a node template; `capability` is empty for a property of the node itself. */
	struct function_value (*property)(const void *context, struct string node_template,
		struct string capability, struct string name);
	struct string self; /* the node template that SELF means; empty: none */
	double node_index;  /* of the node representation it is evaluated for; NaN: of any */
};

/* The value of `node`: a call, or what is written there. */
struct function_value function_value_of(const struct function_scope *scope, struct node node);

/* The same as a number; NaN if it is unknown, or none. */
double function_value_number(const struct function_scope *scope, struct node node);

/* Whether `node` stands for the index of the node representation: `$node_index`, or as the text
 * on node representations spells it, `NODE_INDEX`. */
bool function_is_node_index(struct node node);

/* The only argument list of a call of `$name`; absent if `node` is no such call. */
struct node function_arguments(struct node node, const char *name);

static inline struct function_value function_value_of_number(double number)
{
	return (struct function_value){.kind = FUNCTION_VALUE_NUMBER, .number = number};
}

static inline struct function_value function_value_of_node(struct node node)
{
	return (struct function_value){.kind = FUNCTION_VALUE_NODE, .node = node};
}

#endif

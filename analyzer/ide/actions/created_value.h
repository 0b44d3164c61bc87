/* What is created for a name that nothing has yet must be fit for how the name is used. */
#ifndef ANALYZER_IDE_ACTIONS_CREATED_VALUE_H
#define ANALYZER_IDE_ACTIONS_CREATED_VALUE_H

#include "analyzer/ide/actions/offer.h"

/* "boolean" of a variability input that is a condition; of one that is compared, the type of what
 * it is compared with; else "string". The name is at `offset`. */
struct string created_input_type(const struct offer *offer, uint32_t offset);

/* The same of an expression: a value of that type. */
struct string created_expression_value(const struct offer *offer, uint32_t offset);

/* The type of a node that the requirement accepts whose target is named at `offset`; empty if there
 * is none, or if any type will do. */
struct string created_node_type(const struct offer *offer, uint32_t offset);

#endif

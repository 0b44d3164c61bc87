/* Arguments of the functions of TOSCA 2.0: how many, of which form, and of one type where they are
 * compared or joined (TOSCA 2.0, sections "Boolean Functions" to "Arithmetic functions"). */
#ifndef ANALYZER_MODEL_FUNCTIONS_OPERAND_CHECK_H
#define ANALYZER_MODEL_FUNCTIONS_OPERAND_CHECK_H

#include "analyzer/model/functions/function_call.h"

/* Of a function of the standard; `place` is where the call is written. */
void operands_check(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call);

#endif

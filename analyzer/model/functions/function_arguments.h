/* What functions of TOSCA 1.x are given, against what they take: strings to put together, an index.
 * (Simple Profile, sections "Intrinsic functions" and "Artifact functions") */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_ARGUMENTS_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_ARGUMENTS_H

#include "analyzer/model/functions/function_call.h"

/* The arguments of a call that is written at `place` and has the right number of them. */
void function_arguments_check(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call);

#endif

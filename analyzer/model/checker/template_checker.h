/* What the checks of a template share: the template, its types, and where diagnostics go. */
#ifndef ANALYZER_MODEL_CHECKER_TEMPLATE_CHECKER_H
#define ANALYZER_MODEL_CHECKER_TEMPLATE_CHECKER_H

#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/scope/template_scope.h"
#include "analyzer/model/values/value_check.h"

struct graph_place;
struct interface;

struct template_checker {
	struct value_checker values; /* of this caller */
	struct template_scope scope;
	const struct graph_place *place;      /* what SELF means in values */
	const struct value_schema *validated; /* what `$value` means; NULL: nothing */
	struct node workflow; /* around: its inputs come before those of the template */
	const struct interface *interface; /* around, of a template; NULL: none */
};

#endif

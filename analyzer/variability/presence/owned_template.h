/* A service template with what only its readers need, and the last steps of reading one, which are
 * those of an edit, too. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_OWNED_TEMPLATE_H
#define ANALYZER_VARIABILITY_PRESENCE_OWNED_TEMPLATE_H

#include "analyzer/variability/presence/service_template.h"

#include <stdatomic.h>

/* A place in a list of problems. */
struct problem_mark {
	size_t count;
	uint32_t next_order;
};

struct owned_template {
	struct service_template public;
	atomic_uint references;
	struct owned_template *base; /* owns the elements; NULL: this one does */
	struct file_record record;   /* what the elements were read from besides the template */
	struct imported_types imported;
	struct node type_specific;
	bool has_plugin;
	/* How many problems there were before there was a formula, and before its occurrences were
	 * numbered. */
	struct problem_mark before_formula, before_occurrences;
};

/* Whether something holds what a mode of conditions would leave without: as written, and once the
 * option is gone. */
void owned_template_check_anchor(struct owned_template *owned);
void owned_template_check_cleaned_anchor(struct owned_template *owned);

/* Whether the template has variability for this element alone. */
bool owned_template_is_variable_by(const struct element *element);

/* Of all elements. */
void owned_template_make_formula(struct owned_template *owned);

/* Numbers occurrences, whoever has made the formula. */
void owned_template_finish_formula(struct owned_template *owned);

#endif

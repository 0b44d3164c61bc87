/* What resolving passes over in silence, but surprises people who model. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_WARNINGS_H
#define ANALYZER_VARIABILITY_PRESENCE_WARNINGS_H

#include "analyzer/variability/presence/service_template.h"

/* Adds problems of PHASE_WARNING to those of the template, which needs no formula for that; of an
 * edit, those of the elements at these positions that are made anew. */
void warnings_add(struct service_template *of, struct node type_specific);
void warnings_add_renewed(struct service_template *of, const uint32_t *positions, size_t count);

/* The same for what its formula mentions. */
void warnings_add_variables(struct service_template *of);

#endif

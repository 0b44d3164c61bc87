/* What resolving passes over in silence, but surprises people who model. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_WARNINGS_H
#define ANALYZER_VARIABILITY_PRESENCE_WARNINGS_H

#include "analyzer/variability/presence/service_template.h"

/* Adds problems of PHASE_WARNING to those of the template, which needs no formula for that. */
void warnings_add(struct service_template *service_template, struct node type_specific);

/* The same for what its formula mentions. */
void warnings_add_variables(struct service_template *service_template);

#endif

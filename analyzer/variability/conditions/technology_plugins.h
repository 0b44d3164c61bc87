/* Technology plugins: programs that assign technologies (Variability4TOSCA, section "Technology
 * Plugins"). They are not run; what is known is that they are there. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_TECHNOLOGY_PLUGINS_H
#define ANALYZER_VARIABILITY_CONDITIONS_TECHNOLOGY_PLUGINS_H

#include "analyzer/model/types/files.h"
#include "analyzer/variability/elements/element_graph.h"

struct technology_plugin {
	struct string path; /* empty: there is none */
	struct node place;  /* what leads to it in the template */
};

/* Warns of every plugin that is listed in the template at `path`, or is a folder of the default
 * folder beside it. Returns the first one. */
struct technology_plugin technology_plugins_read(
	const struct element_graph *graph, struct string path, const struct files *files);

/* Could it have assigned or replaced a technology? Then nobody knows the result, and that is an
 * error. */
bool technology_plugin_matters(
	const struct element_graph *graph, const struct technology_plugin *plugin);

#endif

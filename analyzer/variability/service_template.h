/* A service template, read and understood as far as no variant is needed: its elements, their
 * conditions, and the formula of their presence.
 *
 * Immutable and reference-counted; revisions that differ only where none of this looks share
 * it. Keeps the trees alive that it was read from. */
#ifndef ANALYZER_VARIABILITY_SERVICE_TEMPLATE_H
#define ANALYZER_VARIABILITY_SERVICE_TEMPLATE_H

#include "analyzer/variability/presence_formula.h"
#include "analyzer/variability/side_files.h"
#include "analyzer/variability/technology_rules.h"
#include "solver/network.h"

struct service_template {
	struct arena *arena;
	const struct syntax_tree *tree;
	struct options options;
	struct problems problems; /* those of every variant */
	struct side_files files;  /* read beside it */
	struct element_graph graph;
	struct conditions conditions;
	struct technology_rules rules;
	struct presence_formula *formula;
	struct network *network;
	bool is_variable;
};

/* `path` is that of the template, for the files beside it. */
struct service_template *service_template_create(
	const struct syntax_tree *tree, struct string path, const struct files *files);
struct service_template *service_template_retain(const struct service_template *service_template);
void service_template_release(struct service_template *service_template);

#endif

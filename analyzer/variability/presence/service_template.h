/* A service template, read and understood as far as no variant is needed: its elements, their
 * conditions, and the formula of their presence.
 *
 * Immutable and reference-counted; revisions that differ only where none of this looks share
 * it, those that differ in conditions alone share the elements. Keeps the trees alive that it
 * was read from. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_SERVICE_TEMPLATE_H
#define ANALYZER_VARIABILITY_PRESENCE_SERVICE_TEMPLATE_H

#include "analyzer/model/types/file_record.h"
#include "analyzer/variability/conditions/presence_formula.h"
#include "analyzer/variability/presence/revision.h"
#include "analyzer/variability/types/side_files.h"
#include "analyzer/variability/types/technology_rules.h"
#include "solver/network.h"

struct service_template {
	struct arena *arena;
	const struct syntax_tree *tree;            /* of the elements */
	const struct syntax_tree *conditions_tree; /* of conditions and `variability` */
	struct section_moves moves;                /* from the one to the other */
	struct options options;
	struct problems problems; /* those of every variant */
	struct side_files files;  /* read beside it */
	struct element_graph graph;
	struct conditions conditions;
	struct technology_rules rules;
	struct presence_formula *formula;
	struct network *network;
	bool is_variable;
	bool assigns_otherwise; /* than what it is an edit of does: inputs may have other values */
};

/* The topology of a file: its topology template or, in TOSCA 2.0, which calls it so, its service
 * template (TOSCA 2.0, section "TOSCA file definition"). */
struct node_entry service_template_topology(struct node root);

/* `path` is that of the template, for the files beside it; `types` are those it can name (NULL:
 * they are made when they are needed). */
struct service_template *service_template_create(const struct syntax_tree *tree, struct string path,
	const struct files *files, const struct types *types);

/* Whether the files beside the template, and what it asked of imported types, are as they were
 * when it was made. */
bool service_template_is_current(const struct service_template *service_template,
	const struct files *files, const struct types *types);

/* Tells of the files and folders beside the template that it was made from, or of which it was
 * known that they are not there. */
void service_template_visit_files(
	const struct service_template *service_template, file_visitor *visit, void *context);

/* The template after an edit of its text, if no more has changed since it, or what it is an edit
 * of, was read as a whole, than assignments, scalars in conditions, and some node templates.
 * Takes over everything but these and what depends on them; stores how many elements are defined
 * anew. NULL if more has changed. `files_are_same` since then; if not, what is asked of imported
 * types for the first time may be another answer. */
struct service_template *service_template_edit(const struct service_template *service_template,
	const struct syntax_tree *tree, bool files_are_same, uint32_t *defined);

/* Whether both are edits of the same template, or one is of the other: elements that were read at
 * once, so many of them, have the same positions in both. */
bool service_templates_share_elements(
	const struct service_template *a, const struct service_template *b);
uint32_t service_template_read_at_once(const struct service_template *service_template);

/* Whether the node is in the text of the template, be it an earlier one of it; and where it stands
 * in `tree`, which has the shape of the last one. */
bool service_template_holds(const struct service_template *service_template, struct node node);
struct node service_template_node(const struct service_template *service_template,
	const struct syntax_tree *tree, struct node node);
struct service_template *service_template_retain(const struct service_template *service_template);
void service_template_release(struct service_template *service_template);

#endif

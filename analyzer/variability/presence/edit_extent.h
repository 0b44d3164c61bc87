/* What an edit of the text of a service template concerns, if no more than what can be made anew by
 * itself. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_EDIT_EXTENT_H
#define ANALYZER_VARIABILITY_PRESENCE_EDIT_EXTENT_H

#include "analyzer/variability/presence/owned_template.h"

struct node_edits {
	struct node_edit *items;
	size_t count;
	size_t capacity;
};

/* Inputs, outputs, groups and policies of the base. */
struct other_edits {
	const struct element **items;
	size_t count;
	size_t capacity;
};

/* Zeroed but for the base, the tree and `files_are_same`. */
struct edit_extent {
	const struct owned_template *base;
	const struct syntax_tree *tree; /* after the edit */
	struct node topology_now;
	struct node collection; /* `node_templates`, in the base and now */
	struct node collection_now;
	struct node variability; /* the same */
	struct node variability_now;
	struct node_edits nodes;
	struct other_edits others;
	unsigned whole; /* kinds of others of which some may have come or gone: bits */
	bool concerns_inputs;
	bool has_conditions;     /* of others have changed */
	bool assigns_otherwise;  /* inputs may have other values */
	bool names_expressions;  /* what is named may mean something else */
	bool writes_constraints; /* those of the template may be others */
	bool files_are_same;
};

/* False if something has changed that is not covered. */
bool edit_extent_find(struct edit_extent *extent, const struct changes *changes);
void edit_extent_finish(struct edit_extent *extent);

/* Each node template, input … once; where the node templates that have changed stand now is found
 * when all are known. */
void edit_extent_add_node(struct edit_extent *extent, struct node_edit edit);
void edit_extent_add_other(struct edit_extent *extent, const struct element *element);
void edit_extent_place_nodes(struct edit_extent *extent);

#endif

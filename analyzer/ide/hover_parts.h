/* What hovers are made of. Internal to hover: one function per kind of thing. */
#ifndef ANALYZER_IDE_HOVER_PARTS_H
#define ANALYZER_IDE_HOVER_PARTS_H

#include "analyzer/ide/markdown.h"
#include "analyzer/ide/names.h"
#include "analyzer/ide/spot.h"
#include "analyzer/variability/analysis.h"

struct hover_context {
	struct arena *arena;
	const struct syntax_tree *tree;
	const struct analysis *analysis; /* may be NULL */
	const struct types *types;       /* that can be named here; NULL without analysis */
	struct markdown text;
};

/* Of the language. */
void hover_operator(struct hover_context *context, struct string name);
void hover_keyname(struct hover_context *context, const struct keyname_row *row);
void hover_option(
	struct hover_context *context, struct string name, enum version_class version_class);
void hover_word(struct hover_context *context, const struct place *place, struct string word);

/* Of the document. Nothing is added for names that do not exist. */
void hover_element(struct hover_context *context, const struct element *element);
void hover_variability_input(struct hover_context *context, struct string name);
void hover_expression(struct hover_context *context, struct string name);
void hover_preset(struct hover_context *context, struct string name);
/* How often what has this key exists, a node template or requirement assignment; `key` is of
 * the tree of the analysis. */
void hover_multiplicity(struct hover_context *context, struct node key);
void hover_type(struct hover_context *context, struct string name, enum name_kind kind,
	enum definitions_version version);

#endif

/* What hovers are made of. Internal to hover: one function per kind of thing. */
#ifndef ANALYZER_IDE_HOVER_HOVER_PARTS_H
#define ANALYZER_IDE_HOVER_HOVER_PARTS_H

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/spot.h"
#include "analyzer/ide/declarations/declaration.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/variability/analysis/analysis.h"

struct space;

struct hover_context {
	struct arena *arena;
	const struct syntax_tree *tree;
	const struct syntax_tree *names; /* that declares them: of a file beside it, the template */
	const struct analysis *analysis; /* may be NULL */
	const struct space *space;       /* of the analysis; may be NULL */
	const struct types *types;       /* that can be named here; NULL without analysis */
	bool is_inputs;                  /* the file holds values of variability inputs */
	struct markdown text;
};

/* What the cursor is on: a key, or a value. */
void hover_key(struct hover_context *context, const struct spot *spot, struct string name);
void hover_value(struct hover_context *context, const struct spot *spot, struct string word);

/* Whether the place is the value of this keyname, or within it. */
bool hover_is_within(const struct place *place, enum construct construct, const char *keyname);

/* Of the language. */
void hover_operator(struct hover_context *context, struct string name);
/* `construct` is where it stands, which may have the keyname from a group of shared ones. */
void hover_keyname(
	struct hover_context *context, const struct keyname_row *row, enum construct construct);
void hover_option(
	struct hover_context *context, struct string name, enum version_class version_class);
void hover_function(struct hover_context *context, const struct function_row *function);
/* `key` calls a function that the file defines or imports; false if it does not. */
bool hover_own_function(struct hover_context *context, struct string key);
void hover_keyword(struct hover_context *context, struct string word);
void hover_word(struct hover_context *context, const struct place *place, struct string word);

/* Of the document. Nothing is added for names that do not exist. */
void hover_element(struct hover_context *context, const struct element *element);
void hover_variability_input(struct hover_context *context, struct string name);
void hover_expression(struct hover_context *context, struct string name);
/* The element with this identifier: "node" and a name. */
void hover_named_element(struct hover_context *context, const char *kind, struct string name);
/* Any other name that the document declares. */
void hover_declared(struct hover_context *context, enum declared_kind kind, struct string name);
void hover_import(struct hover_context *context, struct string file);
void hover_import_prefix(struct hover_context *context, struct string prefix);
/* `[SELF, attribute]`, which takes an output. */
void hover_attribute_mapping(
	struct hover_context *context, const struct spot *spot, struct string word);
void hover_argument(struct hover_context *context, const struct spot *spot, struct string word);

/* The value in this template of an option that stands there or not. */
void hover_option_effect(struct hover_context *context, struct string name);

/* Values under every variant; an expression with all of its parts. */
void hover_values_of_input(struct hover_context *context, struct string input);
void hover_values_of_expression(struct hover_context *context, struct node expression);

/* What a type declares, and what a value has to be. */
void hover_member(
	struct hover_context *context, const struct type_member *member, enum member_kind kind);
void hover_schema(struct hover_context *context, const char *title, struct string name,
	struct value_schema schema);
void hover_preset(struct hover_context *context, struct string name);
/* How often what has this key exists, a node template or requirement assignment; `key` is of
 * the tree of the analysis. */
void hover_multiplicity(struct hover_context *context, struct node key);
void hover_type(struct hover_context *context, struct string name, enum name_kind kind,
	enum definitions_version version);

#endif

/* The grammar of a TOSCA file: what the tables of analyzer/language say about its nodes.
 *
 * One question is asked in two ways: what is expected at a place (completion, hover), and
 * what in a file is not as expected (diagnostics). Knows shapes and keynames; knows neither
 * what names refer to nor which elements are present. */
#ifndef ANALYZER_MODEL_GRAMMAR_H
#define ANALYZER_MODEL_GRAMMAR_H

#include "analyzer/language/keynames.h"
#include "analyzer/language/operators.h"
#include "analyzer/model/diagnostic.h"

/* ---- what is expected at a place ---- */

struct grammar_place {
	enum definitions_version version;
	const struct shape *shape; /* what is expected here; NULL if nothing is known */
	bool is_item;              /* an item of the named list `shape`: a map with one entry */
	/* The keyname whose value this is, or is part of; NULL at the root and behind keys
	 * that are no keynames of `container`. */
	const struct keyname_row *keyname;
	enum construct container; /* the construct that has `keyname`; NONE at the root */
	/* Inside an expression: the innermost operator, and the position in the list of its
	 * operands, -1 if the place is all of its operands. OPERATOR_NONE elsewhere. */
	enum operator operation;
	int32_t operand;
};

/* The root of a file, and from there step by step to a key's value or a list's item. Needs
 * no nodes, and so works for text that is still being typed. Where the shape depends on
 * what is written, the one with keynames is taken. */
struct grammar_place grammar_root(enum definitions_version version);
struct grammar_place grammar_step_key(struct grammar_place place, struct string key);
struct grammar_place grammar_step_item(struct grammar_place place, uint32_t position);

/* The place of a node: of a mapping's key it is that of its value. */
struct grammar_place grammar_place_of(struct node node);

/* The construct whose keynames are the keys of a mapping at `place`: CONSTRUCT_NONE if its
 * keys are names, or none is expected. */
enum construct grammar_construct(struct grammar_place place);

/* Whether the keys of a mapping at `place` are operators, and of which language. */
enum grammar_expression {
	NO_EXPRESSION,
	LOGIC_EXPRESSION,
	VALUE_EXPRESSION,
	NAMED_EXPRESSION, /* either */
};
enum grammar_expression grammar_expression(struct grammar_place place);

/* ---- what is not as expected ---- */

/* VERSION_UNKNOWN if it is missing or unknown. */
enum definitions_version grammar_version(const struct syntax_tree *tree);

/* Whether the file is meant as TOSCA: it has a definitions version, or a keyname at its top
 * level that only TOSCA has. Other YAML files (inputs, playbooks) are none of our business. */
bool grammar_is_tosca(const struct syntax_tree *tree);

/* Everything that is not as the grammar says. Parts with broken YAML are passed over. */
void grammar_check(const struct syntax_tree *tree, struct diagnostics *diagnostics);

/* Every scalar that the shapes call a name, with what it names. */
typedef void grammar_name_visitor(void *context, struct node name, enum name_kind kind);
void grammar_visit_names(
	const struct syntax_tree *tree, grammar_name_visitor *visitor, void *context);

/* The same for the names that stand in one section. */
void grammar_visit_names_of_section(const struct syntax_tree *tree, uint32_t section,
	grammar_name_visitor *visitor, void *context);

/* The same in parts, so that the diagnostics of a section can be kept as long as the section
 * is shared, the context is the same, and so are the keys above it. The outline is about the
 * file as a whole: its definitions version. All parts together are what `grammar_check` says,
 * in another order. */
struct grammar_context {
	enum definitions_version version;
	bool is_variable; /* there is a variability definition: lists are allowed in TOSCA 2.0 */
};
struct grammar_context grammar_context(const struct syntax_tree *tree);
void grammar_check_section(
	const struct syntax_tree *tree, uint32_t section, struct diagnostics *diagnostics);
void grammar_check_outline(const struct syntax_tree *tree, struct diagnostics *diagnostics);

#endif

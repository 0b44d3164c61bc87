/* The grammar of a TOSCA file: what the tables of analyzer/language say about its nodes.
 *
 * Finds what in a file is not as they say.
 * Knows shapes and keynames; knows neither what names refer to nor which elements are present. */
#ifndef ANALYZER_MODEL_GRAMMAR_GRAMMAR_H
#define ANALYZER_MODEL_GRAMMAR_GRAMMAR_H

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/model/grammar/grammar_file.h"
#include "analyzer/model/report/diagnostic.h"

/* The version that the file names; of an unknown one, the version that it is nearly the name of.
 * VERSION_UNKNOWN if it is missing or far from all. */
enum definitions_version grammar_version(const struct syntax_tree *tree);

/* The value of a key that is nearly "tosca_definitions_version", in a file that has no such
 * keyname: the file is read as what it says. Absent if there is none. */
struct node grammar_misspelt_version(const struct syntax_tree *tree);

/* The name of a version that `text` is nearly; empty if it is near none. */
struct string grammar_version_meant(struct string text);

/* Whether the file says that it is written in another language than TOSCA: then nothing in it is
 * ours to judge. */
bool grammar_is_foreign(const struct syntax_tree *tree);

/* The `topology_template`, in TOSCA 2.0 `service_template`, of a file; absent if there is none. */
struct node_entry grammar_template(const struct syntax_tree *tree);

/* Everything that is not as the grammar says. Parts with broken YAML are passed over. */
void grammar_check(const struct syntax_tree *tree, struct diagnostics *diagnostics);

/* The same of a file that is one of the kind by its place, whatever it looks like. */
void grammar_check_as(
	const struct syntax_tree *tree, enum grammar_file kind, struct diagnostics *diagnostics);

/* Every scalar that the shapes call a name, with what it names. */
typedef void grammar_name_visitor(void *context, struct node name, enum name_kind kind);
void grammar_visit_names(
	const struct syntax_tree *tree, grammar_name_visitor *visitor, void *context);

/* The same for the names that stand in one section. */
void grammar_visit_names_of_section(const struct syntax_tree *tree, uint32_t section,
	grammar_name_visitor *visitor, void *context);

/* Every expression that is part of no other one and reaches into the section (or EVERY section:
 * UINT32_MAX): whole conditions, too. */
enum grammar_language {
	LANGUAGE_CONDITION, /* a logic expression, or a list of them */
	LANGUAGE_LOGIC,
	LANGUAGE_VALUE,
	LANGUAGE_NAMED,        /* of variability.expressions: either */
	LANGUAGE_IMPLICATIONS, /* a list of lists of logic expressions */
};
typedef void grammar_expression_visitor(
	void *context, struct node expression, enum grammar_language language);
void grammar_visit_expressions(const struct syntax_tree *tree, uint32_t section,
	grammar_expression_visitor *visitor, void *context);

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

/* TOSCA 1.x: a key of an interface is a keyname or else the name of an operation. The keyname that
 * such a key is nearly, if its value can be one of that and looks like no operation; empty: none.
 */
struct string grammar_keyname_meant(enum construct construct, enum definitions_version version,
	struct node mapping, struct node_entry entry);

#endif

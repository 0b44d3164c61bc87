/* Shapes that are written in no table, for the files of the grammar. */
#ifndef ANALYZER_MODEL_GRAMMAR_GRAMMAR_SHAPES_H
#define ANALYZER_MODEL_GRAMMAR_GRAMMAR_SHAPES_H

#include "analyzer/language/grammar/constructs.h"
#include "analyzer/syntax/tree/node.h"

extern const struct shape grammar_file_shape;
extern const struct shape grammar_test_shape;
extern const struct shape grammar_rules_shape;
extern const struct shape grammar_conditions_shape;
extern const struct shape grammar_dependencies_shape;
extern const struct shape grammar_settings_shape;
extern const struct shape grammar_meta_shape;
extern const struct shape grammar_inputs_shape;
extern const struct shape grammar_logic_shape;
extern const struct shape grammar_implication_shape;

/* Of a shape with alternatives the one that nodes of `kind` can have, NULL if there is
 * none; any other shape as it is. */
const struct shape *grammar_alternative(const struct shape *shape, enum node_kind kind);

/* Whether a value of the shape can be a node of `kind`. */
bool grammar_takes(const struct shape *shape, enum node_kind kind);

/* For messages: "a string or a map with the keynames of a repository". */
void grammar_describe_shape(const struct shape *shape, char *text, size_t size);

#endif

/* What a file is: TOSCA, or one of those that stand beside a template. */
#ifndef ANALYZER_MODEL_GRAMMAR_GRAMMAR_FILE_H
#define ANALYZER_MODEL_GRAMMAR_GRAMMAR_FILE_H

#include "analyzer/language/grammar/shapes.h"
#include "analyzer/syntax/tree/syntax_tree.h"

#include <stdbool.h>

/* What a file is, by what it says: a TOSCA file, or one of those that stand beside a template. */
enum grammar_file {
	GRAMMAR_FILE_TOSCA,
	GRAMMAR_FILE_TEST,       /* test.yaml of a variability test */
	GRAMMAR_FILE_RULES,      /* technology rules: the `qualities` of a variability definition */
	GRAMMAR_FILE_CONDITIONS, /* type-specific conditions */
	GRAMMAR_FILE_INPUTS,     /* values of variability inputs; only who names it knows */
	GRAMMAR_FILE_DEPENDENCIES, /* config.yaml: what a template takes from other places */
	GRAMMAR_FILE_META,         /* TOSCA.meta of an archive */
	GRAMMAR_FILE_SETTINGS,     /* vtosca.yaml: only its name says what it is */
	GRAMMAR_FILE_OTHER,        /* nothing is known about it */
};
enum grammar_file grammar_file_kind(const struct syntax_tree *tree);

/* What stands at the root of such a file. */
const struct shape *grammar_shape_of_file(enum grammar_file kind);

/* Whether the file is meant as TOSCA: it has a definitions version, or a keyname at its top
 * level that only TOSCA has, possibly misspelled. Other YAML files (inputs, playbooks) are none
 * of our business. */
bool grammar_is_tosca(const struct syntax_tree *tree);

#endif

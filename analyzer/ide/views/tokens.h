/* What the words of a document are, for colours that follow the meaning. */
#ifndef ANALYZER_IDE_VIEWS_TOKENS_H
#define ANALYZER_IDE_VIEWS_TOKENS_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stddef.h>
#include <stdint.h>

/* Named as in the editor protocol; `token_type_name` gives the text for the legend. */
enum token_type {
	TOKEN_KEYWORD,     /* keynames */
	TOKEN_OPERATOR,    /* operators of expressions */
	TOKEN_FUNCTION,    /* get_input … */
	TOKEN_VARIABLE,    /* variability inputs, inputs */
	TOKEN_MACRO,       /* named expressions */
	TOKEN_CLASS,       /* nodes, groups, policies: what can be present */
	TOKEN_TYPE,        /* types */
	TOKEN_PROPERTY,    /* properties, attributes, capabilities, relations, artifacts */
	TOKEN_PARAMETER,   /* options */
	TOKEN_ENUM_MEMBER, /* words such as SELF, semantic-loose */
	TOKEN_NAMESPACE,   /* presets */
	TOKEN_INTERFACE,   /* interfaces */
	TOKEN_METHOD,      /* operations, notifications */
	TOKEN_TYPE_COUNT,
};

enum token_modifier {
	TOKEN_DECLARATION = 1 << 0,
	TOKEN_DEPRECATED = 1 << 1,
};

struct token {
	struct range range; /* within one line */
	enum token_type type;
	unsigned modifiers;
};

const char *token_type_name(enum token_type type);

/* The tokens that touch `range`, in the order of the text. */
const struct token *tokens_list(
	const struct syntax_tree *tree, struct range range, struct arena *arena, size_t *count);

/* Those of one section. */
const struct token *tokens_of_section(
	const struct syntax_tree *tree, uint32_t section, struct arena *arena, size_t *count);

#endif

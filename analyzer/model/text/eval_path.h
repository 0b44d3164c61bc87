/* Paths in strings, the notation of Unfurl: "::app::port",
 * ".::.requirements::[.name=host]::.target::address".
 *
 * `{eval: path}` is such a path, and so is what stands in quotes before `| eval` in
 * `{{ '::app::port' | eval }}`. Segments are separated by `::`; a path that begins with a separator
 * begins at a node, every other one where it is written. What begins with a dot is a keyword, and
 * filters stand in brackets. */
#ifndef ANALYZER_MODEL_TEXT_EVAL_PATH_H
#define ANALYZER_MODEL_TEXT_EVAL_PATH_H

#include "analyzer/text/position.h"
#include "analyzer/text/string.h"

#include <stdbool.h>
#include <stddef.h>

enum {
	MOST_EVAL_STEPS = 16
};

struct eval_path {
	struct eval_step {
		enum eval_step_kind {
			EVAL_NODE,        /* the first of an absolute path: a node */
			EVAL_SELF,        /* `.` and the like: where the path is written */
			EVAL_SOURCE,      /* of the relationship where it is written */
			EVAL_TARGET,      /* the same, or of the requirement before */
			EVAL_REQUIREMENT, /* of what is before, by its name */
			EVAL_CAPABILITY,  /* the same */
			EVAL_INPUT,       /* of the template: `::root::inputs::name` */
			EVAL_NAME,  /* a property, attribute or capability of what is before */
			EVAL_OTHER, /* what follows is not ours to understand */
		} kind;
		struct range name; /* in the text; empty if none is written */
	} steps[MOST_EVAL_STEPS];
	size_t count;
};

/* Words of paths that are no names, and where they lead. */
struct eval_word {
	const char *word;
	enum eval_step_kind kind;
	const char *summary;
};
const struct eval_word *eval_words(size_t *count);

/* The path that stands in `part` of `text`. */
struct eval_path eval_path_read(struct string text, struct range part);

/* The next path of a text at `*from` or behind it: `*part`, without quotes; `*from` comes behind
 * it. `is_call`: the text is the argument of `eval`, and a path as a whole. False if there is none.
 */
bool eval_path_next(struct string text, bool is_call, size_t *from, struct range *part);

#endif

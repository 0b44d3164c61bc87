/* Anchors of YAML and the aliases that repeat what stands behind them (YAML 1.2,
 * section 7.1): `&name`, `*name`. A name may be given again further down; an alias means
 * the last one in front of it. */
#ifndef ANALYZER_IDE_NAMES_ANCHORS_H
#define ANALYZER_IDE_NAMES_ANCHORS_H

#include "analyzer/syntax/tree/syntax_tree.h"

struct anchor_place {
	struct range range; /* the name, without "&" and "*" */
	struct range whole; /* of an anchor, what it stands before; `range` for aliases */
	bool is_anchor;
};

/* The anchor that is at `offset`, or whose alias is, and all of its aliases, in the order of
 * the text. None if there is neither. */
const struct anchor_place *anchors_at(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count);

/* The value of `dsl_definitions`, which means nothing but where aliases repeat it; empty if there
 * is none. */
struct range repeatable_range(const struct syntax_tree *tree);

/* An alias, and what it repeats. */
struct repetition {
	struct range alias;
	struct range repeated;
};

/* All of them, in the order of the text. */
const struct repetition *repetitions_of(
	const struct syntax_tree *tree, struct arena *arena, size_t *count);

/* The names of all anchors that stand before `offset`, each once. */
const struct string *anchors_before(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count);

/* Whether some alias would mean another anchor if the one at `offset` had this name. */
bool anchors_would_mix(
	const struct syntax_tree *tree, uint32_t offset, struct string name, struct arena *arena);

/* Whether an anchor in `range` has aliases outside of it. */
bool anchors_are_used_elsewhere(
	const struct syntax_tree *tree, struct range range, struct arena *arena);

/* Whether it is letters, digits, "_" and "-", which is what all YAML processors take. */
bool anchors_allow(struct string name);

#endif

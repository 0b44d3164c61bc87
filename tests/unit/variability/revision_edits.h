/* Templates of as many stacks of nodes as wanted, and random edits of them: of conditions, values,
 * names, whole node templates, presets, inputs and expressions. */
#ifndef TESTS_UNIT_VARIABILITY_REVISION_EDITS_H
#define TESTS_UNIT_VARIABILITY_REVISION_EDITS_H

#include "analyzer/syntax/tree/syntax_tree.h"

/* What stands before the node templates of those with variability, groups last. */
extern const char template_head[];

/* With variability, and without; with many inputs, groups, policies and outputs. In the arena. */
struct string template_text(int stacks, struct arena *arena);
struct string plain_text(int stacks, struct arena *arena);
struct string crowded_text(uint64_t *state, struct arena *arena);

/* An edit of such a text, as `state` has it, which moves on. */
struct text_edit random_edit(struct string text, uint64_t *state);
struct text_edit plain_edit(struct string text, uint64_t *state);
struct text_edit crowded_edit(struct string text, uint64_t *state, struct arena *arena);

#endif

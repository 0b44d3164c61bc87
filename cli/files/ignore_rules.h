/* Patterns of files that are left out, as `.gitignore` has them (gitignore(5)). */
#ifndef CLI_IGNORE_RULES_H
#define CLI_IGNORE_RULES_H

#include "analyzer/text/arena.h"

#include <stdbool.h>

/* Rules for what is in a folder; those of the folder above come before them. */
struct ignore_rules;

/* The rules in `text`, one a line, for what is in `folder`, on top of those `above` (may be NULL).
 * Lives in `arena` and borrows the text. */
struct ignore_rules *ignore_rules_create(struct arena *arena, const struct ignore_rules *above,
	struct string folder, struct string text);

/* Whether the file or folder at `path` is left out. The last rule that matches decides. */
bool ignore_rules_match(const struct ignore_rules *rules, struct string path, bool is_folder);

#endif

/* What the name at the cursor is within, told by the operands before it: in `[app, host, |]` it
 * is a property or type of the relation `host` of the node `app`.
 *
 * Reads the tree alone, so that names are known in the moment after they were typed elsewhere.
 * Names, positions and keywords as in Variability4TOSCA, section "Presence Operators". */
#ifndef ANALYZER_IDE_CURSOR_OPERAND_CONTAINER_H
#define ANALYZER_IDE_CURSOR_OPERAND_CONTAINER_H

#include "analyzer/ide/cursor/operands.h"
#include "analyzer/ide/cursor/place.h"

/* The node template, relationship template, artifact, group or policy; absent if it is none, or
 * not there. */
struct node operand_container(const struct syntax_tree *tree, const struct cursor *cursor,
	const struct place *place, const struct operand_place *operand, struct arena *arena);

/* The name of the node template that the first operand of a list names, or stands for as a word:
 * with the cursor there, or behind it. */
struct string operand_node_name(const struct syntax_tree *tree, const struct cursor *cursor,
	const struct place *place, struct string name);

#endif

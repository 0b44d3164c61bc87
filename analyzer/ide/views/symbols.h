/* The outline of a document: what it declares, as a tree. */
#ifndef ANALYZER_IDE_VIEWS_SYMBOLS_H
#define ANALYZER_IDE_VIEWS_SYMBOLS_H

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/walk.h"

#include <stddef.h>
#include <stdint.h>

enum symbol_kind {
	SYMBOL_SECTION, /* node_templates, inputs … */
	SYMBOL_NODE,
	SYMBOL_RELATION,
	SYMBOL_PROPERTY,
	SYMBOL_ATTRIBUTE,
	SYMBOL_CAPABILITY,
	SYMBOL_REQUIREMENT,
	SYMBOL_INTERFACE,
	SYMBOL_OPERATION,
	SYMBOL_ARTIFACT,
	SYMBOL_GROUP,
	SYMBOL_POLICY,
	SYMBOL_INPUT,
	SYMBOL_OUTPUT,
	SYMBOL_TYPE,
	SYMBOL_VARIABILITY_INPUT,
	SYMBOL_EXPRESSION,
	SYMBOL_PRESET,
	SYMBOL_FUNCTION,
	SYMBOL_OTHER,
};

struct symbol {
	enum symbol_kind kind;
	struct string name;
	struct string detail; /* the type, the beginning of an expression; may be empty */
	struct range range;   /* all of it */
	struct range name_range;
	struct node value; /* what the detail is made from */
	int32_t parent;    /* its position in the list; -1 at the top */
};

enum symbol_kind symbol_kind_of(enum declared_kind kind);

/* The symbol of a key, or of a value that names what is around it; false if it is none. Its detail
 * and its parent are left open. */
bool symbol_of(const struct walk_item *item, struct symbol *symbol);

/* The node that the detail of a symbol with this value is the text of: as it is written, or
 * decoded. Absent if there is none. */
struct node symbol_detail_node(struct node value, bool *as_written);
struct string symbol_detail(struct node value, struct arena *arena);

/* Parents before their children, in the order of the text. */
const struct symbol *symbols_list(
	const struct syntax_tree *tree, struct arena *arena, size_t *count);

#endif

/* What the grammar says about a place in a document.
 *
 * Follows a path of keys and list positions from the root through the tables of
 * constructs and keynames. The path comes from the cursor or from walking the tree, so
 * that completion, hover, navigation and the rest ask the same question. */
#ifndef ANALYZER_IDE_CURSOR_PLACE_H
#define ANALYZER_IDE_CURSOR_PLACE_H

#include "analyzer/ide/cursor/cursor.h"
#include "analyzer/language/grammar/element_kinds.h"
#include "analyzer/language/grammar/keynames.h"
#include "analyzer/language/grammar/versions.h"
#include "analyzer/model/grammar/grammar_file.h"

struct place {
	enum definitions_version version;
	enum version_class version_class;

	/* What may stand here; NULL: nothing is known. */
	const struct shape *shape;
	/* In an item of a list of maps with one entry each: its key is a name. */
	bool is_entry;
	/* The innermost keyname that the place is the value of, or is within the value of, and
	 * how many steps further in it is. NULL at the root. */
	const struct keyname_row *keyname;
	enum construct construct; /* the construct that keyname was found in */
	size_t depth;

	/* Within an expression: the step of the path where it begins. */
	bool is_expression;
	bool is_logic;
	size_t expression_start;

	/* Within a value of any form: the step of the path where it begins. */
	bool is_free;
	size_t free_start;

	/* The element around the place, and what that belongs to. */
	bool has_context;
	enum element_kind context;
	bool has_container;
	enum element_kind container;
	struct string node;   /* name of the node template around, may be empty */
	struct string option; /* at the value of an option: its name */
	bool is_part;         /* laid over another file, which declares what is named here */
};

/* The root of a file, of whichever kind. */
struct place place_root(const struct syntax_tree *tree);
struct place place_root_of(enum grammar_file kind, enum definitions_version version);

/* One step further down; `position` is the number of the step. */
void place_enter(struct place *place, const struct cursor_step *step, size_t position);

struct place place_at(struct place root, const struct cursor_step *path, size_t length);

/* The place of a node: that of a mapping's key is that of its value. */
struct place place_of_node(struct node node);

/* The version that the file names at its top, or nearly names. */
enum definitions_version place_version(const struct syntax_tree *tree);

/* The construct whose keynames are keys of a map at this place; CONSTRUCT_NONE if keys
 * are names or something else. */
enum construct place_construct(const struct place *place);

/* What the name at this place refers to; knows which types a type derives from. */
enum name_kind place_name_kind(const struct place *place, const struct shape *name);

/* Type-specific conditions: keys of a map at this place are types of this kind. */
bool place_has_conditions_of_types(const struct place *place, enum name_kind *types);

/* Keys of a map at this place are names that the author chooses. */
bool place_keys_are_names(const struct place *place);

#endif

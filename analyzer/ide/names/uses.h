/* Names and what they refer to: every declaration and every use in a document.
 *
 * The one list that navigation, highlighting and renaming read. */
#ifndef ANALYZER_IDE_NAMES_USES_H
#define ANALYZER_IDE_NAMES_USES_H

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/walk.h"

struct use {
	enum declared_kind kind;
	/* What the name may refer to instead: a group, a type. `uses_of` has decided. */
	bool has_alternative;
	enum declared_kind alternative;
	struct string name;
	/* Of names within something: "node.app", "node.app.host" …; empty at the top. */
	struct string container;
	struct node node; /* the name itself, */
	bool is_part;     /* or a text that has it in it: these bytes, see eval_path.h */
	struct range part;
	struct node value; /* of declarations */
	bool is_declaration;
	bool is_operand;       /* in a condition or an expression */
	unsigned words;        /* what may stand there instead of a name: see words.h */
	bool may_be_elsewhere; /* an input of a workflow or an operation, a qualified type */
	bool may_be_imported;  /* a type that an imported file may declare */
};

struct use_list {
	const struct use *items;
	size_t count;
};

struct use_list uses_of(const struct syntax_tree *tree, struct arena *arena);

/* Those that touch the range. */
struct use_list uses_touching(
	const struct syntax_tree *tree, struct range range, struct arena *arena);

/* Those that touch the second range, as aliases that touch the first one repeat them. */
struct use_list uses_repeated(const struct syntax_tree *tree, struct range alias,
	struct range repeated, struct arena *arena);

/* Those of one section; alternatives are left open, since the rest decides them. */
struct use_list uses_of_section(
	const struct syntax_tree *tree, uint32_t section, struct arena *arena);

/* What a name that may be of two kinds refers to: the one that is declared. */
enum declared_kind use_decide(const struct syntax_tree *tree, enum declared_kind kind,
	enum declared_kind alternative, struct string name);

/* What a key that is a name declares; false if it is nothing that can be referred to. */
bool declared_by(const struct walk_item *item, enum declared_kind *kind);

/* What a key names that types declare: a property, a capability, an operation … `*is_definition`
 * tells the definition in a type from an assignment in a template. */
bool member_named_by(const struct walk_item *item, enum declared_kind *kind, bool *is_definition);

#endif

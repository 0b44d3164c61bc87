/* Names where they are written, and what they mean: the same for every place that means it, in
 * every file.
 *
 * An element of a template means itself. What a type declares is meant by the definitions that
 * refine it, by the assignments in templates and by functions; so the name of a property in a
 * node template means two things, this property of this node and what its type declares.
 * Knows names and types; neither the workspace nor what is to be done with a name. */
#ifndef ANALYZER_IDE_NAMES_MENTION_H
#define ANALYZER_IDE_NAMES_MENTION_H

#include "analyzer/ide/names/meaning.h"
#include "analyzer/model/functions/function_definition.h"
#include "analyzer/model/types/types.h"
#include "analyzer/syntax/tree/syntax_tree.h"

#include <stdbool.h>

/* A file and the types that it can name. Borrowed by all that is answered about it. */
struct known_file {
	const struct syntax_tree *tree;
	struct string path;        /* as in `type_path` */
	const struct types *types; /* NULL: none are known */
	/* Of a file beside a template: what its names mean, they mean there; else NULL. */
	const struct known_file *template;
};

/* The file that declares the elements which names in `file` mean. */
const struct known_file *known_names(const struct known_file *file);

struct mention {
	struct node node;    /* the name */
	struct node value;   /* behind it, if it is a key */
	struct range range;  /* of the name alone, without anchor, quotes and prefix */
	bool is_declaration; /* of the element, or in a type; assignments are none */
	/* What a condition means by its position in a list, `[app, 0]`; else its key is absent. */
	struct name_entry by_position;
	bool has_element; /* it means something of this file, or a type */
	bool has_member;  /* it means what a type declares */
	struct meaning element;
	struct meaning member;
	const struct type *type;                    /* that it names or declares, or NULL */
	const struct function_definition *function; /* that it calls, or NULL */
	const struct type_member
		*definition;             /* of the member, the nearest; may be the name itself */
	const struct type_member *first; /* what that refines in the end */
	bool is_repeated;                /* below "dsl_definitions", and an alias repeats it */
	bool is_shared;                  /* then: another alias repeats it as something else */
};

struct mentions {
	const struct mention *items;
	size_t count;
};

/* The name at `offset`; false if there is none, or nothing is known of it. */
bool mention_at(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct mention *mention);

/* All places that mean it, as an element or as a member, in the order of the text. */
struct mentions mentions_of(
	const struct known_file *file, const struct meaning *meaning, struct arena *arena);

/* Those of them that declare it. */
struct mentions mentions_declaring(
	const struct known_file *file, const struct meaning *meaning, struct arena *arena);

#endif

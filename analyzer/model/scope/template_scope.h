/* A topology or service template as its elements see each other: by name, and by type.
 *
 * Each look-up is noted together with the section that asks, and so is, for each element that
 * is checked, a fingerprint of what others can ask it for. From the notes of two revisions
 * follows which sections have to be checked again. Everything is borrowed from the tree and
 * the types, apart from the notes. */
#ifndef ANALYZER_MODEL_SCOPE_TEMPLATE_SCOPE_H
#define ANALYZER_MODEL_SCOPE_TEMPLATE_SCOPE_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/model/types/types.h"

/* ---- notes ---- */

struct template_note {
	enum template_note_kind {
		NOTE_ELEMENT,  /* the section holds the element */
		NOTE_QUESTION, /* a check of the section asks for it */
		NOTE_LIMIT,    /* the section holds a node with room for so many relationships */
		NOTE_FILE,     /* the section names a file that should exist */
		NOTE_FOUND,    /* all diagnostics since the last such note are the section's */
	} kind;
	uint32_t section;
	union {
		uint64_t element;           /* a hash of its collection and its name */
		size_t found;               /* so many diagnostics there are by now */
		struct node_reference file; /* its name */
	};
	uint64_t fingerprint; /* of what others can ask for, or of the name of a file */
};

struct template_notes {
	struct arena *arena;
	struct template_note *items;
	size_t count;
	size_t capacity;
	size_t file_count; /* how many of them name a file */
};

void template_notes_add(struct template_notes *notes, struct template_note note);

/* `notes` may be NULL. */
void template_notes_found(
	struct template_notes *notes, uint32_t section, const struct diagnostics *diagnostics);

/* That the section holds an entry of a collection, with a fingerprint of what others may ask for;
 * and that it asks for one. */
void template_notes_hold(struct template_notes *notes, uint32_t section, const char *collection,
	struct string name, uint64_t fingerprint);
void template_notes_ask(
	struct template_notes *notes, uint32_t section, const char *collection, struct string name);

/* ---- look-ups ---- */

struct template_scope {
	const struct types *types;
	enum definitions_version version;
	bool is_variable; /* variability will be resolved */
	struct node template;
	struct arena *arena;
	uint32_t section;             /* that is being checked */
	struct template_notes *notes; /* NULL if nobody reads them */
	struct named_list *lists;     /* collections in list form, indexed when first asked */
};

/* `arena` must live as long as the scope. */
struct template_scope template_scope_of(const struct types *types, const struct syntax_tree *tree,
	struct template_notes *notes, struct arena *arena);

/* The element `name` of a collection such as "node_templates", in map or list form; its key is
 * absent if there is none. Of several in a list the first. */
struct node_entry template_find(
	struct template_scope *scope, const char *collection, struct string name);

/* The same for a check that looks at the values of properties, too. */
struct node_entry template_find_with_values(
	struct template_scope *scope, const char *collection, struct string name);

/* The definition of an input or output. Of several with one name, conditions choose: what is known
 * is what all of them say; it is absent if their types differ. */
struct node template_find_parameter(
	struct template_scope *scope, const char *collection, struct string name);

/* Notes an element that is about to be checked. */
void template_note_element(
	struct template_scope *scope, const char *collection, struct node_entry element);

/* Any entry of a map, or of a list of single-entry maps. */
uint32_t collection_count(struct node collection);
struct node_entry collection_entry(struct node collection, uint32_t position);
struct node_entry collection_find(struct node collection, struct string name);

/* Whether `properties` give the property a value, under whatever conditions. `value` is what it is
 * under all of them, unwrapped; absent if that is open. */
bool properties_find(struct node properties, struct string name, struct node *value);

/* ---- types of elements ---- */

/* The name of the type, also if it is the only one of a list; absent if there are several. */
struct node type_name_of(struct node element);

enum {
	MOST_ALTERNATIVES = 8
};

/* What the type of an element can be: one, or in Variability4TOSCA several under conditions. */
struct element_types {
	const struct type *items[MOST_ALTERNATIVES];
	size_t count;
	bool is_known; /* there is at least one, and no unknown one */
};

/* Those that the element names itself. `types` may be NULL: then none is known. */
struct element_types element_types_of(
	const struct types *types, enum type_kind kind, struct node element);

/* Of an element that has a type or, by `copy`, takes that of another one of `collection`. */
struct element_types template_types_of(struct template_scope *scope, enum type_kind kind,
	const char *collection, struct node element);

#endif

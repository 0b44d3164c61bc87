/* What the files of "mention" share: a search through the names of one file. */
#ifndef ANALYZER_IDE_NAMES_MENTION_SEARCH_H
#define ANALYZER_IDE_NAMES_MENTION_SEARCH_H

#include "analyzer/ide/cursor/walk.h"
#include "analyzer/ide/declarations/declaration.h"
#include "analyzer/ide/names/anchors.h"
#include "analyzer/ide/names/mention.h"

struct mention_search {
	const struct known_file *file;
	struct arena *arena;
	/* What is looked for: the name at this offset, or names that read so. */
	bool by_offset;
	uint32_t offset;
	struct string names[MOST_TYPE_NAMES]; /* of the same thing */
	size_t name_count;
	const struct repetition *repetitions; /* if anybody has asked for them */
	size_t repetition_count;
	bool knows_repetitions;
	bool is_repeated; /* what is found now */
	struct mention *items;
	size_t count, capacity;
};

/* A name that means nothing yet. */
struct mention mention_begin(struct mention_search *search, struct node name, struct node value);

/* It means the element `name` of this file. */
void mention_means_element(struct mention_search *search, struct mention *mention,
	enum declared_kind kind, struct string name, struct string container);

/* It means what a type declares. `around` tells apart what has the same name within one type:
 * the operations of interfaces. */
void mention_means_member(struct mention_search *search, struct mention *mention,
	enum member_kind kind, const struct type_member *member, struct string around);

/* Adds it to what was found, if it means anything. */
void mention_add(struct mention_search *search, struct mention mention);

/* What the types of the node template `name`, or the node type of that name, declare; NULL if they
 * do not. */
const struct type_member *mention_member_of_node(struct mention_search *search, struct string name,
	enum member_kind kind, struct string member);

/* It means that, if they do. */
void mention_means_member_of_node(struct mention_search *search, struct mention *mention,
	struct string node, enum member_kind kind, struct string name);

/* It means the operation or notification of the interface; false if there is no such one. */
bool mention_means_operation(struct mention_search *search, struct mention *mention,
	const struct type_member *interface, enum member_kind kind, struct string name);

/* Keys that types declare, and arguments of functions and mappings: of these, the scalars that
 * are no use of their own. */
void mention_visit_key(struct mention_search *search, const struct walk_item *item);
void mention_visit_argument(struct mention_search *search, const struct walk_item *item);

/* Names in paths such as `::app::port`, and `.::.requirements::[.name=host]`; false if the scalar
 * holds none. */
bool mention_visit_path(struct mention_search *search, const struct walk_item *item);

/* Calls of functions that files define; false if the key is none. */
bool mention_visit_call(struct mention_search *search, const struct walk_item *item);

/* Names in workflows and events; false if the scalar is none of them. */
bool mention_visit_step(struct mention_search *search, const struct walk_item *item);

#endif

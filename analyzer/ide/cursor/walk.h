/* Visits a document with the grammar's eyes: every key and every scalar, with the place
 * it stands at. Aliases and merged keys are passed by: they are visited where they are
 * written, unless it is asked for what an alias repeats. */
#ifndef ANALYZER_IDE_CURSOR_WALK_H
#define ANALYZER_IDE_CURSOR_WALK_H

#include "analyzer/ide/cursor/place.h"
#include "analyzer/text/arena.h"

struct walk_item {
	bool is_key;
	struct node node;               /* the key or the scalar */
	struct node value;              /* behind the key */
	const struct place *place;      /* of the map that the key is in, or of the scalar */
	const struct cursor_step *path; /* to that map, or to the scalar */
	size_t path_length;
	struct node list;  /* around the scalar, if it is an item of a list */
	int32_t position;  /* in that list */
	struct node owner; /* of the innermost key that is a name: what that name stands for */
};

struct walk {
	struct arena *arena;
	void *context;
	void (*visit)(void *context, const struct walk_item *item);
	/* Visits only what stands in this section, or what touches these bytes, if asked to. */
	bool only_section;
	uint32_t section;
	bool only_range;
	struct range range;
	/* Visits nothing but what touches the second of these where aliases, or merged keys, that
	 * touch `range` repeat it; places and paths are those of the alias. */
	bool only_repeated;
	struct range repeated;
};

void walk_document(const struct syntax_tree *tree, const struct walk *walk);

#endif

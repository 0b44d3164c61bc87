/* Where in a text something may be mentioned: told by its words, since reading all of it takes a
 * hundred times as long. In doubt it may be. */
#ifndef ANALYZER_IDE_NAMES_MENTION_PLACES_H
#define ANALYZER_IDE_NAMES_MENTION_PLACES_H

#include "analyzer/ide/names/meaning.h"
#include "analyzer/text/string_search.h"

struct mention_places {
	const struct syntax_tree *tree;
	bool is_any; /* the name may be written in other ways */
	struct string_search name;
	bool has_position;  /* conditions may mean it by its position, `[app, 0]` */
	bool has_container; /* what belongs to a node template is mentioned with its name, */
	struct string_search container;
	const struct range *within; /* or inside of it: these are called so */
	size_t within_count;
	struct range repeatable; /* what aliases inside of it repeat may be there */
	uint32_t section;
	size_t from; /* in the text of the section */
};

/* Borrows the meaning. */
struct mention_places mention_places_of(
	const struct syntax_tree *tree, const struct meaning *meaning, struct arena *arena);

/* The next range that a mention may touch, behind the one before; false if there is none. */
bool mention_places_next(struct mention_places *places, struct range *range);

#endif

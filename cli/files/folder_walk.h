/* The files of a folder and of those in it, as a project counts its own: not what begins with a
 * dot, not what `.gitignore` leaves out, no folders by links. */
#ifndef CLI_FOLDER_WALK_H
#define CLI_FOLDER_WALK_H

#include "analyzer/text/arena.h"

#include <stdbool.h>

struct ignore_rules;

struct folder_walk {
	struct arena *arena;
	/* More that is left out; may be NULL. */
	const struct ignore_rules *rules;
	/* Whether the files of the folder are visited; false: it is one thing. */
	bool (*enter)(void *context, struct string folder);
	void (*visit)(void *context, struct string file);
	void *context;
};

/* In the order of the names, byte by byte. Paths begin with `folder` and live in the arena. */
void folder_walk(const struct folder_walk *walk, struct string folder);

#endif

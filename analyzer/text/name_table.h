/* A table from names to pointers. Names are borrowed; the first of two counts. */
#ifndef ANALYZER_TEXT_NAME_TABLE_H
#define ANALYZER_TEXT_NAME_TABLE_H

#include "analyzer/text/arena.h"

struct name_slot {
	const char *bytes;
	uint32_t length;
	uint32_t hash;
	void *value; /* NULL: free */
};

/* A zeroed table is empty. It lives in the arena it grows in. */
struct name_table {
	struct name_slot *slots;
	size_t capacity;
	size_t count;
};

void *name_table_find(const struct name_table *table, struct string name);

/* Makes room for this many names. */
void name_table_reserve(struct name_table *table, struct arena *arena, size_t count);

/* Does nothing if the name is known. */
void name_table_add(struct name_table *table, struct arena *arena, struct string name, void *value);

#endif

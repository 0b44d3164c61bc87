#include "analyzer/model/types_internal.h"

#include "solver/memory.h"

struct normative_types {
	atomic_int references;
	struct syntax_tree *trees[NORMATIVE_FILE_TOTAL];
};

struct normative_types *normative_types_create(void)
{
	struct normative_types *normative = memory_allocate(1, sizeof(*normative));
	atomic_init(&normative->references, 1);
	for (size_t i = 0; i < NORMATIVE_FILE_TOTAL; i++)
		normative->trees[i] = syntax_tree_create(normative_file(i).text);
	return normative;
}

struct normative_types *normative_types_retain(struct normative_types *normative)
{
	atomic_fetch_add(&normative->references, 1);
	return normative;
}

void normative_types_release(struct normative_types *normative)
{
	if (!normative || atomic_fetch_sub(&normative->references, 1) > 1)
		return;
	for (size_t i = 0; i < NORMATIVE_FILE_TOTAL; i++)
		syntax_tree_release(normative->trees[i]);
	memory_release(normative);
}

const struct syntax_tree *normative_types_tree(
	const struct normative_types *normative, size_t position)
{
	return normative->trees[position];
}

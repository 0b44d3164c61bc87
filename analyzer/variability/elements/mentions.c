#include "analyzer/variability/elements/mentions.h"

struct named_mentions {
	const struct mention *first;
};

void mentions_add(struct mentions *mentions, struct arena *arena, struct string name,
	const struct element *asker, enum mention_kind kind)
{
	struct named_mentions *of_name = name_table_find(&mentions->names, name);
	struct mention *mention = arena_allocate(arena, 1, sizeof(*mention));

	if (!of_name) {
		of_name = arena_allocate(arena, 1, sizeof(*of_name));
		name_table_add(&mentions->names, arena, name, of_name);
	}
	*mention = (struct mention){asker, kind, of_name->first};
	of_name->first = mention;
}

const struct mention *mentions_of_name(const struct mentions *mentions, struct string name)
{
	const struct named_mentions *of_name = name_table_find(&mentions->names, name);

	return of_name ? of_name->first : NULL;
}

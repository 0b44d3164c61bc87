#include "analyzer/variability/elements/draft_options.h"

#include "analyzer/language/variability/options.h"

const struct draft_option *draft_options(struct arena *arena, struct node map, size_t *count)
{
	uint32_t entries = node_kind(map) == NODE_MAPPING ? node_count(map) : 0;
	struct draft_option *options = NULL;
	size_t capacity = 0;

	*count = 0;
	for (uint32_t i = 0; i < entries; i++) {
		struct node_entry entry = node_entry(map, i);
		struct string name = node_text(entry.key);
		const struct deprecated_option_row *row = NULL;

		if (option_find(name) == OPTION_NONE)
			row = deprecated_option_find(name);
		if (!row || !row->understood)
			continue;
		options = arena_reserve(arena, options, *count, &capacity, sizeof(*options));
		options[(*count)++] =
			(struct draft_option){row->replacement, entry.value, row->negated};
	}
	return options;
}

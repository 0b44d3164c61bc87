#include "analyzer/ide/hover/variant_groups.h"

enum {
	MANY = 5 /* variants are called "all" */
};

/* The variants from `first` on of which the same is said. */
static struct variant_group group_of(const struct analysis *analysis, const struct string *sayings,
	size_t first, struct arena *arena)
{
	size_t all = analysis_variant_count(analysis);
	size_t *variants = arena_allocate(arena, all, sizeof(*variants));
	size_t count = 0;

	for (size_t i = first; i < all; i++)
		if (string_equal(sayings[i], sayings[first]))
			variants[count++] = i;
	return (struct variant_group){variants, count};
}

bool variant_group_is_active(const struct analysis *analysis, struct variant_group group)
{
	for (size_t i = 0; i < group.count; i++)
		if (group.variants[i] == analysis_active_variant(analysis))
			return true;
	return false;
}

static bool was_before(const struct string *sayings, size_t variant)
{
	for (size_t i = 0; i < variant; i++)
		if (string_equal(sayings[i], sayings[variant]))
			return true;
	return false;
}

const struct variant_group *variant_groups_find(const struct analysis *analysis,
	const struct string *sayings, struct arena *arena, size_t *count)
{
	size_t all = analysis_variant_count(analysis);
	struct variant_group *groups = arena_allocate(arena, all + 1, sizeof(*groups));

	*count = 0;
	for (size_t i = 0; i < all; i++) {
		struct variant_group group;

		if (sayings[i].length == 0 || was_before(sayings, i))
			continue;
		group = group_of(analysis, sayings, i, arena);
		groups[(*count)++] = group;
		if (!variant_group_is_active(analysis, group))
			continue;
		for (size_t k = *count - 1; k > 0; k--)
			groups[k] = groups[k - 1];
		groups[0] = group;
	}
	return groups;
}

void variant_group_add(struct markdown *markdown, const struct analysis *analysis,
	struct variant_group group, size_t most)
{
	size_t room = group.count <= most + 1 ? group.count : most; /* "1 more" is no shorter */
	size_t active = analysis_active_variant(analysis);
	size_t shown = 0;

	if (group.count == analysis_variant_count(analysis) && group.count >= MANY) {
		markdown_add(markdown, "all %zu variants", group.count);
		return;
	}
	if (variant_group_is_active(analysis, group)) {
		markdown_add_cell(markdown, analysis_variant(analysis, active)->name);
		markdown_add(markdown, " (active)");
		shown++;
	}
	for (size_t i = 0; i < group.count && shown < room; i++) {
		if (group.variants[i] == active)
			continue;
		markdown_add(markdown, "%s", shown++ > 0 ? ", " : "");
		markdown_add_cell(markdown, analysis_variant(analysis, group.variants[i])->name);
	}
	if (shown < group.count)
		markdown_add(markdown, " and %zu more", group.count - shown);
}

#include "analyzer/ide/views/reference_lens.h"

#include "analyzer/ide/names/uses.h"

bool reference_lens_counts(enum declared_kind kind)
{
	for (size_t i = 0; i < TYPE_KIND_TOTAL; i++)
		if (kind == declared_kind_of_type((enum type_kind)i))
			return true;
	return kind == DECLARED_VARIABILITY_INPUT || kind == DECLARED_EXPRESSION ||
	       kind == DECLARED_INPUT;
}

const struct reference_lens *reference_lenses(
	const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	struct use_list uses = uses_of(tree, arena);
	struct reference_lens *lenses = NULL;
	size_t capacity = 0;
	*count = 0;
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		if (use->is_declaration && reference_lens_counts(use->kind)) {
			lenses = arena_reserve(arena, lenses, *count, &capacity, sizeof(*lenses));
			lenses[(*count)++] = (struct reference_lens){
				use->kind, use->name, node_range(use->node)};
		}
	}
	return lenses;
}

const struct reference_lens *reference_lens_find(const struct syntax_tree *tree,
	enum declared_kind kind, struct string name, struct arena *arena)
{
	size_t count = 0;
	const struct reference_lens *lenses = reference_lenses(tree, arena, &count);
	for (size_t i = 0; i < count; i++)
		if (lenses[i].kind == kind && string_equal(lenses[i].name, name))
			return &lenses[i];
	return NULL;
}

const struct place_of_name *reference_lens_uses(const struct known_file *file,
	const struct known_files *others, const struct reference_lens *lens, struct arena *arena,
	size_t *count)
{
	size_t all = 0;
	const struct place_of_name *places =
		navigation_references(file, others, lens->range.start, arena, &all);
	struct place_of_name *uses = arena_allocate(arena, all + 1, sizeof(*uses));
	*count = 0;
	for (size_t i = 0; i < all; i++)
		if (!places[i].is_declaration)
			uses[(*count)++] = places[i];
	return uses;
}

struct string reference_lens_title(size_t count, size_t in_results, struct arena *arena)
{
	struct string title =
		arena_format(arena, count == 1 ? "%zu reference" : "%zu references", count);
	return in_results == 0 ? title
			       : arena_format(arena, "%.*s, %zu in expected results",
					 STRING_ARGUMENTS(title), in_results);
}

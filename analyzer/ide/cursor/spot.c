#include "analyzer/ide/cursor/spot.h"

struct spot spot_at(const struct syntax_tree *tree, uint32_t offset, struct arena *arena)
{
	return spot_in(tree, grammar_file_kind(tree), offset, arena);
}

struct spot spot_in(const struct syntax_tree *tree, enum grammar_file kind, uint32_t offset,
	struct arena *arena)
{
	struct spot spot = {.cursor = cursor_at(tree, offset, arena)};
	const struct cursor *cursor = &spot.cursor;
	spot.place = place_at(
		place_root_of(kind, place_version(tree)), cursor->path, cursor->path_length);
	const struct place *place = &spot.place;
	if (place->is_expression) {
		spot.operand = operands_at(cursor->path + place->expression_start,
			cursor->path_length - place->expression_start, place->is_logic);
	}
	if (place->is_free) {
		spot.call = call_at(place->version, cursor->path + place->free_start,
			cursor->path_length - place->free_start);
	}
	return spot;
}

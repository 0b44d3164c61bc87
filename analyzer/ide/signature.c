#include "analyzer/ide/signature.h"

#include "analyzer/ide/markdown.h"
#include "analyzer/ide/spot.h"

/* Operands of a list without fixed length: so many are shown. */
enum {
	SHOWN = 2
};

struct signature signature_at(const struct syntax_tree *tree, uint32_t offset, struct arena *arena)
{
	struct signature none = {.label = STRING("")};
	struct spot spot = spot_at(tree, offset, arena);
	struct operand_place operand = spot.operand;
	const struct operator_row *row = operand.operator;
	if (spot.cursor.place == CURSOR_NOWHERE || row == NULL) {
		return none;
	}
	size_t count = operands_count(row->operands);
	bool repeats = count == SIZE_MAX;
	size_t shown = repeats ? SHOWN : count == 0 ? 1 : count;
	struct range *operands = arena_allocate(arena, shown, sizeof *operands);
	struct markdown label = markdown_in(arena);
	markdown_add(&label, "%s: %s", row->name, count == 0 ? "" : "[");
	for (size_t i = 0; i < shown; i++) {
		markdown_add(&label, "%s", i > 0 ? ", " : "");
		operands[i].start = (uint32_t)label.length;
		markdown_add(&label, "%s", expected_name(operands_expect(row->operands, i)));
		operands[i].end = (uint32_t)label.length;
	}
	markdown_add(&label, "%s%s", repeats ? ", …" : "", count == 0 ? "" : "]");
	size_t active = operand.operand > 0 ? (size_t)operand.operand : 0;
	return (struct signature){
		.label = markdown_text(&label),
		.documentation = string_from(row->summary),
		.operands = operands,
		.count = shown,
		.active = active < shown ? active : shown - 1,
	};
}

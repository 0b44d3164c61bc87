#include "analyzer/ide/hover/signature.h"

#include "analyzer/ide/cursor/own_function.h"
#include "analyzer/ide/cursor/spot.h"
#include "analyzer/ide/declarations/declaration.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/model/functions/function_definition.h"
#include "analyzer/variability/analysis/analysis.h"

#include <string.h>

/* The operands of "name: [a, b, …]" that stand side by side in the list; one if it is none. */
static size_t find_operands(struct string label, size_t start, struct range *operands)
{
	size_t count = 0;
	unsigned depth = 0;
	bool is_list = label.bytes[start] == '[';
	size_t begin = start + is_list;
	for (size_t i = begin; i <= label.length; i++) {
		char character = i < label.length ? label.bytes[i] : ',';
		bool ends = i == label.length || (is_list && depth == 0 && strchr(",]", character));
		depth += character == '[';
		if (!ends) {
			depth -= depth > 0 && character == ']';
			continue;
		}
		bool is_rest = string_is(string_slice(label, begin, i), "…");
		if (i > begin && !is_rest)
			operands[count++] = (struct range){(uint32_t)begin, (uint32_t)i};
		if (character == ']')
			break;
		begin = i + 2;
	}
	return count;
}

static struct signature make(struct string name, struct string written, struct string summary,
	int32_t operand, struct arena *arena)
{
	struct signature signature = {.documentation = summary};
	signature.label = arena_format(
		arena, "%.*s: %.*s", STRING_ARGUMENTS(name), STRING_ARGUMENTS(written));
	struct range *operands =
		arena_allocate(arena, signature.label.length + 1, sizeof(*operands));
	signature.count = find_operands(signature.label, name.length + 2, operands);
	signature.operands = operands;
	size_t active = operand > 0 ? (size_t)operand : 0;
	bool beyond = active >= signature.count && signature.count > 0;
	signature.active = beyond ? signature.count - 1 : active;
	return signature;
}

/* Of a function that the file defines or imports. */
static struct signature make_own(const struct syntax_tree *tree, const struct types *types,
	const struct call *call, struct arena *arena)
{
	struct function_definition function;
	uint32_t argument = call->argument > 0 ? (uint32_t)call->argument : 0;
	if (!function_definition_find(tree, types, call->own, &function))
		return (struct signature){.label = STRING("")};
	return make(arena_format(arena, "$%.*s", STRING_ARGUMENTS(call->own)),
		own_function_signature(function.value, argument, arena),
		arena_copy(arena, node_text(node_get(function.value, "description"))),
		call->argument, arena);
}

struct signature signature_at(const struct syntax_tree *tree, const struct analysis *analysis,
	uint32_t offset, struct arena *arena)
{
	struct signature none = {.label = STRING("")};
	struct spot spot = spot_at(tree, offset, arena);
	const struct operator_row *op = spot.operand.op;
	const struct function_row *function = spot.call.function;
	if (spot.cursor.place == CURSOR_NOWHERE)
		return none;
	if (spot.place.is_expression && op) {
		return make(string_from(op->name), operands_signature(op, arena),
			string_from(op->summary), spot.operand.operand, arena);
	}
	bool is_part = function && declares_part(analysis_types(analysis), tree, spot.cursor.path,
					   spot.place.free_start + spot.call.steps, arena);
	if (spot.place.is_free && function && !is_part) {
		const char *dollar = version_is_2_0(spot.place.version) ? "$" : "";
		return make(arena_format(arena, "%s%s", dollar, function->name),
			string_from(function->signature), string_from(function->summary),
			spot.call.argument, arena);
	}
	if (spot.place.is_free && spot.call.own.length > 0)
		return make_own(tree, analysis_types(analysis), &spot.call, arena);
	return none;
}

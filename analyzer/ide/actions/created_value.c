#include "analyzer/ide/actions/created_value.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/spot.h"
#include "analyzer/ide/declarations/declaration.h"
#include "analyzer/ide/declarations/types.h"
#include "analyzer/language/grammar/functions.h"
#include "analyzer/model/requirements/capability_match.h"
#include "analyzer/model/template/expression_types.h"
#include "analyzer/variability/analysis/analysis.h"

/* ---- variability inputs and expressions ---- */

/* The plainest first: of a value that may have several types, it is the one. */
static const struct value_row {
	unsigned type;
	const char *name;
	const char *value;
} value_rows[] = {{TAKES_STRING, "string", "''"}, {TAKES_INTEGER, "integer", "0"},
	{TAKES_FLOAT, "float", "0"}, {TAKES_BOOLEAN, "boolean", "true"}};

static const struct value_row *plainest(unsigned types)
{
	for (size_t i = 0; i < sizeof(value_rows) / sizeof(*value_rows); i++)
		if (types & value_rows[i].type)
			return &value_rows[i];
	return &value_rows[0];
}

/* Of an operand, and where that is a list, of what is in it: `{in_range: [x, [1, 5]]}`. */
static unsigned types_of_operand(const struct syntax_tree *tree, struct node operand)
{
	if (node_kind(operand) != NODE_SEQUENCE)
		return expression_types_of(tree, operand, false);
	unsigned types = TAKES_ANYTHING;
	for (uint32_t i = 0; i < node_count(operand); i++)
		types &= expression_types_of(tree, node_item(operand, i), false);
	return types;
}

/* Of the other operands beside the call: `{greater: [{variability_input: x}, 3]}`. */
static unsigned types_beside(const struct syntax_tree *tree, struct node call)
{
	struct node operands = node_parent(call);
	unsigned types = TAKES_ANYTHING;
	uint32_t count = node_kind(operands) == NODE_SEQUENCE ? node_count(operands) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node operand = node_item(operands, i);
		if (!node_equal_place(operand, call))
			types &= types_of_operand(tree, operand);
	}
	return types;
}

static const struct value_row *expected_at(const struct offer *offer, uint32_t offset)
{
	struct spot spot = spot_at(offer->tree, offset, offer->arena);
	size_t start = spot.place.expression_start, length = spot.cursor.path_length;
	if (!spot.place.is_expression || length <= start)
		return plainest(TAKES_ANYTHING);
	struct operand_place call =
		operands_at(spot.cursor.path + start, length - start - 1, spot.place.is_logic);
	if (call.expected == OPERAND_LOGIC)
		return plainest(TAKES_BOOLEAN);
	struct node mapping = node_parent(syntax_tree_node_at(offer->tree, offset));
	unsigned types = call.takes & types_beside(offer->tree, mapping);
	return plainest(types ? types : call.takes);
}

struct string created_input_type(const struct offer *offer, uint32_t offset)
{
	return string_from(expected_at(offer, offset)->name);
}

struct string created_expression_value(const struct offer *offer, uint32_t offset)
{
	return string_from(expected_at(offer, offset)->value);
}

/* ---- nodes ---- */

static bool accepts(
	struct member_cache *members, const struct demand *demand, const struct type *type)
{
	struct element_types target = {.items = {type}, .count = 1, .is_known = true};
	return requirement_accepts(members, demand, &target).refusal == REFUSED_NOTHING;
}

static struct string first_accepted(
	const struct offer *offer, const struct types *types, const struct demand *demand)
{
	struct member_cache *members = member_cache_create(offer->arena);
	struct type_list all = types_of(offer->tree, types, NAME_OF_NODE_TYPE, offer->arena);
	struct string first = STRING("");
	for (size_t i = 0; i < all.count; i++) {
		const struct type *type = types_find(types, TYPE_NODE, all.items[i].name);
		if (!type || !accepts(members, demand, type))
			continue;
		if (!type->parent)
			return STRING(""); /* any type will do */
		if (first.length == 0)
			first = all.items[i].name;
	}
	return first;
}

struct string created_node_type(const struct offer *offer, uint32_t offset)
{
	const struct types *types = analysis_types(offer->request->analysis);
	struct spot spot = spot_at(offer->tree, offset, offer->arena);
	struct declaration declared = declaration_at(
		types, offer->tree, spot.cursor.path, spot.cursor.path_length, offer->arena);
	if (!types || declared.kind != DECLARES_REQUIREMENT)
		return STRING("");
	const struct type *sources[MOST_ALTERNATIVES];
	struct node source = names_find(offer->tree, DECLARED_NODE, spot.place.node).value;
	size_t count = element_types(types, TYPE_NODE, source, sources);
	bool is_2_0 = version_is_2_0(spot.place.version);
	struct demand demand = demand_of(
		count > 0 ? sources[0] : declared.member->origin, declared.member, is_2_0);
	if (demand.node)
		return types_name_of(types, demand.node, offer->arena);
	struct string first = first_accepted(offer, types, &demand);
	demand.source = NULL; /* in TOSCA 1.x many templates use capabilities that list others */
	return first.length > 0 || is_2_0 ? first : first_accepted(offer, types, &demand);
}

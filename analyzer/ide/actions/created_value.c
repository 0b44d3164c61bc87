#include "analyzer/ide/actions/created_value.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/spot.h"
#include "analyzer/ide/declarations/declaration.h"
#include "analyzer/ide/declarations/types.h"
#include "analyzer/language/grammar/functions.h"
#include "analyzer/model/requirements/capability_match.h"
#include "analyzer/model/template/expression_types.h"
#include "analyzer/variability/analysis/analysis.h"

/* ---- variability inputs ---- */

/* Types of a value that may have any of these: the plainest. */
static struct string plainest(unsigned types)
{
	static const struct {
		unsigned type;
		const char *name;
	} names[] = {{TAKES_STRING, "string"}, {TAKES_INTEGER, "integer"}, {TAKES_FLOAT, "float"},
		{TAKES_BOOLEAN, "boolean"}};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (types & names[i].type)
			return string_from(names[i].name);
	return STRING("string");
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
			types &= expression_types_of(tree, operand, false);
	}
	return types;
}

struct string created_input_type(const struct offer *offer, uint32_t offset)
{
	struct spot spot = spot_at(offer->tree, offset, offer->arena);
	size_t start = spot.place.expression_start, length = spot.cursor.path_length;
	if (!spot.place.is_expression || length <= start)
		return STRING("string");
	struct operand_place call =
		operands_at(spot.cursor.path + start, length - start - 1, spot.place.is_logic);
	if (call.expected == OPERAND_LOGIC)
		return STRING("boolean");
	struct node mapping = node_parent(syntax_tree_node_at(offer->tree, offset));
	unsigned types = call.takes & types_beside(offer->tree, mapping);
	return plainest(types ? types : call.takes);
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

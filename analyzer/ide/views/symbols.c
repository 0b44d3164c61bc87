#include "analyzer/ide/views/symbols.h"

#include "analyzer/ide/cursor/place.h"
#include "analyzer/ide/names/uses.h"
#include "analyzer/model/grammar/grammar_file.h"

#include <string.h>

struct collector {
	struct arena *arena;
	struct symbol *items;
	size_t count, capacity;
};

enum symbol_kind symbol_kind_of(enum declared_kind kind)
{
	switch (kind) {
	case DECLARED_VARIABILITY_INPUT:
		return SYMBOL_VARIABILITY_INPUT;
	case DECLARED_EXPRESSION:
		return SYMBOL_EXPRESSION;
	case DECLARED_PRESET:
		return SYMBOL_PRESET;
	case DECLARED_FUNCTION:
		return SYMBOL_FUNCTION;
	case DECLARED_INPUT:
		return SYMBOL_INPUT;
	case DECLARED_OUTPUT:
		return SYMBOL_OUTPUT;
	case DECLARED_NODE:
		return SYMBOL_NODE;
	case DECLARED_GROUP:
		return SYMBOL_GROUP;
	case DECLARED_POLICY:
		return SYMBOL_POLICY;
	case DECLARED_RELATION:
	case DECLARED_RELATIONSHIP_TEMPLATE:
		return SYMBOL_RELATION;
	case DECLARED_ARTIFACT:
		return SYMBOL_ARTIFACT;
	case DECLARED_PROPERTY:
		return SYMBOL_PROPERTY;
	case DECLARED_ATTRIBUTE:
		return SYMBOL_ATTRIBUTE;
	case DECLARED_CAPABILITY:
		return SYMBOL_CAPABILITY;
	case DECLARED_REQUIREMENT:
		return SYMBOL_REQUIREMENT;
	case DECLARED_INTERFACE:
		return SYMBOL_INTERFACE;
	case DECLARED_OPERATION:
	case DECLARED_NOTIFICATION:
		return SYMBOL_OPERATION;
	case DECLARED_ARTIFACT_TYPE:
	case DECLARED_CAPABILITY_TYPE:
	case DECLARED_DATA_TYPE:
	case DECLARED_GROUP_TYPE:
	case DECLARED_INTERFACE_TYPE:
	case DECLARED_NODE_TYPE:
	case DECLARED_POLICY_TYPE:
	case DECLARED_RELATIONSHIP_TYPE:
		return SYMBOL_TYPE;
	default:
		return SYMBOL_OTHER;
	}
}

/* The section of a file or template that a keyname opens, if it holds names. */
static bool is_section(const struct walk_item *item)
{
	enum construct construct = place_construct(item->place);
	if (construct != CONSTRUCT_FILE && construct != CONSTRUCT_TOPOLOGY_TEMPLATE &&
		construct != CONSTRUCT_SERVICE_TEMPLATE && construct != CONSTRUCT_VARIABILITY &&
		construct != CONSTRUCT_TYPE_SPECIFIC_CONDITIONS &&
		construct != CONSTRUCT_VARIABILITY_TEST && construct != CONSTRUCT_DEPENDENCIES)
		return false;
	return node_kind(item->value) == NODE_MAPPING || node_kind(item->value) == NODE_SEQUENCE;
}

/* Whether a value is short enough to be told beside the name of what has it. */
static bool is_short(struct node value)
{
	enum {
		LONGEST = 80
	};
	struct range range = node_range(value);
	if ((node_kind(value) != NODE_SCALAR && !node_is_flow(value)) ||
		range.end - range.start > LONGEST)
		return false;
	return syntax_tree_position(value.tree, range.start, POSITION_UTF8).line ==
	       syntax_tree_position(value.tree, range.end, POSITION_UTF8).line;
}

/* What is said beside the name: its type, its target, or its value on one line. */
struct node symbol_detail_node(struct node value, bool *as_written)
{
	*as_written = false;
	if (node_kind(value) == NODE_MAPPING) {
		struct node type = node_get(value, "type");
		struct node beside =
			node_kind(type) == NODE_SCALAR ? type : node_get(value, "node");
		if (node_kind(beside) == NODE_SCALAR)
			return beside;
	}
	*as_written = true;
	return is_short(value) ? value : (struct node){0};
}

struct string symbol_detail(struct node value, struct arena *arena)
{
	bool as_written;
	struct node node = symbol_detail_node(value, &as_written);
	if (node_is_absent(node))
		return STRING("");
	return as_written ? syntax_tree_text(node.tree, node_range(node), arena) : node_text(node);
}

/* Items of lists that no key names: one of their values does. */
static bool is_named_by_value(const struct walk_item *item, struct symbol *symbol)
{
	static const struct {
		enum construct construct;
		const char *name, *detail;
		enum symbol_kind kind;
	} rows[] = {
		{CONSTRUCT_TECHNOLOGY_RULE, "component", "technology", SYMBOL_TYPE},
		{CONSTRUCT_DEPENDENCY, "target", "source", SYMBOL_OTHER},
	};
	const struct keyname_row *row = item->place->keyname;
	struct node around = node_parent(item->node);
	for (size_t i = 0; row && i < sizeof(rows) / sizeof(*rows); i++) {
		if (row->construct != rows[i].construct || strcmp(row->name, rows[i].name) != 0 ||
			!node_equal_place(node_get(around, rows[i].name), item->node))
			continue;
		struct node detail = node_get(around, rows[i].detail);
		uint32_t section = item->node.reference.section;
		*symbol = (struct symbol){.kind = rows[i].kind,
			.name = node_text(item->node),
			.name_range = node_range(item->node),
			.range = node_range(item->node),
			.parent = -1};
		/* What is kept by section knows only its own. */
		if (around.reference.section == section)
			symbol->range = node_range(around);
		if (detail.reference.section == section)
			symbol->value = detail;
		return symbol->name.length > 0;
	}
	return false;
}

/* What templates and tests say for themselves has names; of any other file, its keys are. */
static bool is_named_by_key(const struct walk_item *item, enum symbol_kind *kind)
{
	enum declared_kind declared;
	enum name_kind types;
	bool is_definition = false;
	if (declared_by(item, &declared) ||
		(member_named_by(item, &declared, &is_definition) && is_definition)) {
		*kind = symbol_kind_of(declared);
		return true;
	}
	if (place_has_conditions_of_types(item->place, &types)) {
		*kind = SYMBOL_TYPE;
		return true;
	}
	enum grammar_file file =
		item->path_length > 0 ? GRAMMAR_FILE_TOSCA : grammar_file_kind(item->node.tree);
	*kind = file == GRAMMAR_FILE_OTHER ? SYMBOL_VARIABILITY_INPUT : SYMBOL_OTHER;
	return file == GRAMMAR_FILE_OTHER || file == GRAMMAR_FILE_META;
}

bool symbol_of(const struct walk_item *item, struct symbol *symbol)
{
	enum symbol_kind kind = SYMBOL_SECTION;
	if (!item->is_key)
		return is_named_by_value(item, symbol);
	if (!is_named_by_key(item, &kind)) {
		if (!is_section(item))
			return false;
		kind = SYMBOL_SECTION;
	}
	struct range range = node_range(item->node);
	*symbol = (struct symbol){.kind = kind,
		.name = node_text(item->node),
		.name_range = range,
		.range = range,
		.value = item->value,
		.parent = -1};
	if (node_kind(item->value) != NODE_ABSENT && node_range(item->value).end > range.end)
		symbol->range.end = node_range(item->value).end;
	return symbol->name.length > 0; /* editors refuse symbols without name */
}

static void visit(void *context, const struct walk_item *item)
{
	struct collector *collector = context;
	struct symbol symbol;
	if (!symbol_of(item, &symbol))
		return;
	if (symbol.kind != SYMBOL_SECTION)
		symbol.detail = symbol_detail(symbol.value, collector->arena);
	int32_t parent = (int32_t)collector->count - 1;
	while (parent >= 0 && collector->items[parent].range.end < symbol.range.end)
		parent = collector->items[parent].parent;
	symbol.parent = parent;
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	collector->items[collector->count++] = symbol;
}

const struct symbol *symbols_list(
	const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	struct collector collector = {.arena = arena};
	struct walk walk = {.arena = arena, .context = &collector, .visit = visit};
	walk_document(tree, &walk);
	*count = collector.count;
	return collector.items;
}

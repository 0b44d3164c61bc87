/* Names of the document: operands of operators, values of keynames. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/completion/completion_use.h"
#include "analyzer/ide/cursor/walk.h"
#include "analyzer/ide/edits/insertion.h"
#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/model/template/expression_types.h"
#include "analyzer/variability/elements/element_graph.h"

#include <string.h>

static struct string type_of(struct node value)
{
	struct node type = node_get(value, "type");
	return node_kind(type) == NODE_SCALAR ? node_text(type) : STRING("");
}

static void describe(struct completion_item *item, struct name_entry entry)
{
	struct node description = node_get(entry.value, "description");
	item->detail = type_of(entry.value);
	if (node_kind(description) == NODE_SCALAR)
		item->documentation = node_text(description);
}

void complete_name(struct completion_list *list, enum completion_kind kind, struct name_entry name)
{
	struct completion_item *item = completion_add_value(list, kind, name.name);
	if (item)
		describe(item, name);
}

static void add(struct completion_list *list, enum completion_kind kind, struct name_list names)
{
	for (size_t i = 0; i < names.count; i++)
		complete_name(list, kind, names.items[i]);
}

static bool is_repeated(struct name_list names, size_t position)
{
	for (size_t i = 0; i < names.count; i++)
		if (i != position && string_equal(names.items[i].name, names.items[position].name))
			return true;
	return false;
}

/* A name that several have is ambiguous, as is nearly every property by its name, since there is a
 * default alternative beside it: the name stands for the position of the first. */
static void add_name_or_position(struct completion_list *list, enum completion_kind kind,
	struct name_list names, size_t position)
{
	struct name_entry entry = names.items[position];
	struct string index = arena_format(list->arena, "%d", entry.index);
	if (!is_repeated(names, position) && kind != COMPLETION_PROPERTY)
		complete_name(list, kind, entry);
	else if (completion_add(list, kind, entry.name, index, false))
		describe(&list->items[list->count - 1], entry);
}

void complete_names_or_positions(
	struct completion_list *list, enum completion_kind kind, struct name_list names)
{
	for (size_t i = 0; i < names.count; i++)
		add_name_or_position(list, kind, names, i);
	for (size_t i = 0; i < names.count; i++) {
		struct string index = arena_format(list->arena, "%d", names.items[i].index);
		struct completion_item *item = NULL;
		if (is_repeated(names, i))
			item = completion_add(list, kind, index, index, false);
		if (item)
			item->detail = names.items[i].name;
	}
}

/* Whether a named expression gives a number, a text or a list where one that holds or not is asked
 * for. */
static bool gives_no_truth(const struct completion_list *list, struct node value)
{
	enum operator_id op = expression_operator(value, true).op;
	return list->operand.op == operator_row(OPERATOR_LOGIC_EXPRESSION) && op != OPERATOR_NONE &&
	       !(operator_row(op)->result & TAKES_BOOLEAN);
}

/* Inputs or expressions of types that the operator around can do anything with. */
static void add_typed(
	struct completion_list *list, enum completion_kind kind, enum declared_kind declared)
{
	struct name_list names = names_of(list->names, declared, list->arena);
	for (size_t i = 0; i < names.count; i++) {
		struct node value = names.items[i].value;
		unsigned types = declared == DECLARED_EXPRESSION
					 ? expression_types_of(list->names, value, true)
					 : expression_types_of_input(value);
		if (!(types & list->operand.takes))
			continue;
		size_t before = list->count;
		complete_name(list, kind, names.items[i]);
		if (declared == DECLARED_EXPRESSION && list->count > before)
			list->items[before].precedence = gives_no_truth(list, value);
	}
}

/* Imports have no names. */
static void add_imports(struct completion_list *list)
{
	struct node imports = node_get(syntax_tree_root(list->tree), "imports");
	uint32_t count = node_kind(imports) == NODE_SEQUENCE ? node_count(imports) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node import = node_item(imports, i);
		if (node_kind(import) == NODE_MAPPING) {
			struct node file = node_get(import, "file");
			import = node_is_absent(file) ? node_get(import, "url") : file;
		}
		struct string index = arena_format(list->arena, "%u", i);
		struct completion_item *item =
			completion_add(list, COMPLETION_FILE, index, index, false);
		if (item)
			item->detail = node_text(import);
	}
}

void complete_names_of(
	struct completion_list *list, enum completion_kind kind, enum declared_kind names)
{
	add(list, kind, names_of(list->names, names, list->arena));
}

void complete_groups(struct completion_list *list)
{
	struct name_list groups = names_of(list->names, DECLARED_GROUP, list->arena);
	for (size_t i = 0; i < groups.count; i++)
		if (!is_variability_group_type(node_text(node_get(groups.items[i].value, "type"))))
			complete_name(list, COMPLETION_GROUP, groups.items[i]);
}

/* Types that the container assigns conditionally: `type: [{a: …}, {b: …}]`, or the one. */
static void add_types(struct completion_list *list, struct node container)
{
	struct node type = node_get(container, "type");
	if (node_kind(type) == NODE_SCALAR)
		completion_add_value(list, COMPLETION_TYPE, node_text(type));
	else
		add(list, COMPLETION_TYPE, names_in(type, list->arena));
}

static void add_technologies(struct completion_list *list, struct node container)
{
	struct node technology = node_get(container, "technology");
	if (node_kind(technology) == NODE_SCALAR)
		completion_add_value(list, COMPLETION_TECHNOLOGY, node_text(technology));
	else
		add(list, COMPLETION_TECHNOLOGY, names_in(technology, list->arena));
}

static void add_keyword(struct completion_list *list, const char *keyword, const char *detail)
{
	struct completion_item *item =
		completion_add_value(list, COMPLETION_VALUE, string_from(keyword));
	if (item)
		item->detail = string_from(detail);
}

/* Whether the operator can be about an element of this kind; nodes and groups belong to nothing. */
static bool may_be_meant(enum operator_id op, enum operand_kind expected, enum element_kind kind)
{
	if (op == OPERATOR_CONTAINER_PRESENCE)
		return kind != ELEMENT_NODE && kind != ELEMENT_GROUP && kind != ELEMENT_POLICY;
	if (op == OPERATOR_SOURCE_PRESENCE || op == OPERATOR_TARGET_PRESENCE)
		return kind == ELEMENT_RELATION;
	return kind == operand_element_kind(expected);
}

/* What stands for the element that holds the condition, or for its surroundings. */
static void add_keywords(
	struct completion_list *list, enum operator_id op, enum operand_kind expected)
{
	const struct place *place = &list->place;
	if (!place->has_context)
		return;
	if (may_be_meant(op, expected, place->context))
		add_keyword(list, "SELF", "the element itself");
	if (place->has_container && may_be_meant(op, expected, place->container))
		add_keyword(list, "CONTAINER", "what the element belongs to");
	if (expected == OPERAND_NODE && place->context == ELEMENT_RELATION) {
		add_keyword(list, "SOURCE", "the node that the relation starts at");
		add_keyword(list, "TARGET", "the node that the relation leads to");
	}
}

/* What the whole list of operands refers to: the kind of its last one. */
static enum operand_kind referred(const struct operand *operands)
{
	return operand_repeats(operands) ? OPERAND_NONE
					 : operand_kind_at(operands, operands->most - 1);
}

/* All relations of the document, or artifacts, properties of nodes …, as [node, name]. */
void complete_pairs(
	struct completion_list *list, enum completion_kind kind, enum declared_kind contained)
{
	struct name_list nodes = names_of(list->names, DECLARED_NODE, list->arena);
	for (size_t i = 0; i < nodes.count; i++) {
		struct string node = nodes.items[i].name;
		struct name_list names = names_within(nodes.items[i].value, contained, list->arena);
		for (size_t j = 0; j < names.count; j++) {
			struct string pair = arena_format(list->arena, "[%.*s, %.*s]",
				STRING_ARGUMENTS(node), STRING_ARGUMENTS(names.items[j].name));
			struct completion_item *item =
				completion_add(list, kind, pair, pair, false);
			if (item)
				describe(item, names.items[j]);
		}
	}
}

static const struct {
	enum operand_kind operand;
	enum completion_kind kind;
	enum declared_kind declared;
} pairs[] = {
	{OPERAND_RELATION, COMPLETION_RELATION, DECLARED_RELATION},
	{OPERAND_ARTIFACT, COMPLETION_ARTIFACT, DECLARED_ARTIFACT},
	{OPERAND_PROPERTY, COMPLETION_PROPERTY, DECLARED_PROPERTY},
	{OPERAND_TECHNOLOGY, COMPLETION_TECHNOLOGY, DECLARED_TECHNOLOGY},
};

/* A list of operands that is not begun yet: as a whole where it names something in a node, else
 * its first operand. */
static void add_first_operands(struct completion_list *list, const struct operator_row *row)
{
	const struct operand *operands = row->operands;
	if (operands->label)
		return; /* only keywords make sense: the source of SELF */
	bool is_pair = operands->most == 2 && operand_kind_at(operands, 0) == OPERAND_NODE;
	enum operand_kind named = operand_kind_at(operands, 1);
	for (size_t i = 0; is_pair && i < sizeof(pairs) / sizeof(*pairs); i++)
		if (pairs[i].operand == named) {
			complete_pairs(list, pairs[i].kind, pairs[i].declared);
			return;
		}
	struct operand_place first = {.expected = operand_kind_at(row->operands, 0)};
	if (first.expected == OPERAND_LIST)
		return;
	list->opens_list = true;
	complete_names(list, &first, (struct node){0});
	list->opens_list = false;
}

/* Somebody who types the beginning of a name means that name. Editors that insert the only match,
 * as Emacs does, would see two. */
static bool begins_a_name(struct name_list names, struct string word)
{
	for (size_t i = 0; i < names.count; i++)
		if (string_starts_with(names.items[i].name, word.bytes))
			return true;
	return false;
}

/* The name is unknown: with it, the editor can add what it names. */
static void add_unknown(struct completion_list *list, enum completion_kind kind,
	enum declared_kind declared, const char *value, struct string name)
{
	struct text_edit *edit = arena_allocate(list->arena, 1, sizeof(*edit));
	if (!insertion_of(list->tree, declared, name, string_from(value), edit, list->arena))
		return;
	struct completion_item *item = completion_add_value(list, kind, name);
	if (item) {
		item->detail = arena_format(list->arena, "new %s", declared_kind_noun(declared));
		item->documentation = arena_format(list->arena, "Adds `%.*s: %s` to the %ss.",
			STRING_ARGUMENTS(name), value, declared_kind_noun(declared));
		item->precedence = 1;
		item->additional = edit;
		item->additional_count = 1;
	}
}

struct search {
	struct completion_list *list;
	struct operand_place operand;
	struct name_entry *found;
	size_t count, capacity;
};

/* A name in the same operand of the same operator. */
static void note_name(void *context, const struct walk_item *item)
{
	struct search *search = context;
	struct completion_list *list = search->list;
	struct range range = node_range(item->node);
	if (item->is_key || node_is_null(item->node) || !item->place->is_expression ||
		(range.start <= list->cursor.replace.end &&
			list->cursor.replace.start <= range.end))
		return;
	size_t start = item->place->expression_start;
	struct operand_place operand =
		operands_at(item->path + start, item->path_length - start, item->place->is_logic);
	if (operand.op != search->operand.op || operand.expected != search->operand.expected)
		return;
	search->found = arena_reserve(list->arena, search->found, search->count, &search->capacity,
		sizeof(*search->found));
	search->found[search->count++].name = node_text(item->node);
}

/* Once may be a slip. */
static bool is_named_again(const struct search *search, size_t position)
{
	for (size_t i = 0; i < position; i++)
		if (string_equal(search->found[i].name, search->found[position].name))
			return true;
	return false;
}

/* What the author types, and what is named elsewhere more than once, but not declared yet. */
static void add_unknown_names(struct completion_list *list, const struct operand_place *operand,
	enum completion_kind kind, enum declared_kind declared, const char *value)
{
	struct name_list names = names_of(list->names, declared, list->arena);
	struct search search = {.list = list, .operand = *operand};
	struct walk walk = {.arena = list->arena,
		.context = &search,
		.visit = note_name,
		.only_range = true,
		.range = completion_surroundings(list)};
	struct string word = arena_copy(
		list->arena, syntax_tree_text(list->tree, list->cursor.replace, list->arena));
	list->follows_word = true;
	walk_document(list->tree, &walk);
	bool begins = begins_a_name(names, word);
	for (size_t i = 0; i < search.count; i++) {
		struct string name = search.found[i].name;
		if (!is_named_again(&search, i) ||
			!node_is_absent(names_find(list->names, declared, name).key))
			continue;
		add_unknown(list, kind, declared, value, name);
		begins = begins || string_starts_with(name, word.bytes);
	}
	if (word.length > 0 && !begins)
		add_unknown(list, kind, declared, value, word);
}

void complete_names(
	struct completion_list *list, const struct operand_place *operand, struct node within)
{
	switch (operand->expected) {
	case OPERAND_EXPRESSION:
		add_typed(list, COMPLETION_EXPRESSION, DECLARED_EXPRESSION);
		add_unknown_names(
			list, operand, COMPLETION_EXPRESSION, DECLARED_EXPRESSION, "true");
		break;
	case OPERAND_VARIABILITY_INPUT:
		add_typed(list, COMPLETION_VARIABILITY_INPUT, DECLARED_VARIABILITY_INPUT);
		add_unknown_names(list, operand, COMPLETION_VARIABILITY_INPUT,
			DECLARED_VARIABILITY_INPUT,
			list->place.is_logic && operand->steps == 1 ? "{type: boolean}"
								    : "{type: string}");
		break;
	case OPERAND_NODE:
		complete_names_of(list, COMPLETION_NODE, DECLARED_NODE);
		break;
	case OPERAND_GROUP:
		complete_groups(list);
		break;
	case OPERAND_POLICY:
		complete_names_or_positions(list, COMPLETION_POLICY,
			names_of(list->names, DECLARED_POLICY, list->arena));
		break;
	case OPERAND_INPUT:
		complete_names_or_positions(
			list, COMPLETION_INPUT, names_of(list->names, DECLARED_INPUT, list->arena));
		break;
	case OPERAND_OUTPUT:
		complete_names_or_positions(list, COMPLETION_OUTPUT,
			names_of(list->names, DECLARED_OUTPUT, list->arena));
		break;
	case OPERAND_IMPORT:
		add_imports(list);
		break;
	case OPERAND_RELATION:
		complete_names_or_positions(list, COMPLETION_RELATION,
			names_within(within, DECLARED_RELATION, list->arena));
		break;
	case OPERAND_ARTIFACT:
		complete_names_or_positions(list, COMPLETION_ARTIFACT,
			names_within(within, DECLARED_ARTIFACT, list->arena));
		break;
	case OPERAND_PROPERTY:
		complete_names_or_positions(list, COMPLETION_PROPERTY,
			names_within(within, DECLARED_PROPERTY, list->arena));
		break;
	case OPERAND_LIST:
		add_first_operands(list, operand->op);
		break;
	case OPERAND_TYPE:
		add_types(list, within);
		break;
	case OPERAND_TECHNOLOGY:
		add_technologies(list, within);
		break;
	default:
		break;
	}
	if (!operand->op || !operand->keywords)
		return;
	add_keywords(list, operand->op->op,
		operand->expected == OPERAND_LIST ? referred(operand->op->operands)
						  : operand->expected);
}

/* Names of the document: operands of operators, values of keynames. */
#include "analyzer/ide/completion_list.h"

#include <string.h>

static struct string type_of(struct node value)
{
	struct node type = node_get(value, "type");
	return node_kind(type) == NODE_SCALAR ? node_text(type) : STRING("");
}

static void add(struct completion_list *list, enum completion_kind kind, struct name_list names)
{
	for (size_t i = 0; i < names.count; i++) {
		struct completion_item *item =
			completion_add_value(list, kind, names.items[i].name);
		if (item == NULL) {
			continue;
		}
		item->detail = type_of(names.items[i].value);
		struct node description = node_get(names.items[i].value, "description");
		if (node_kind(description) == NODE_SCALAR) {
			item->documentation = node_text(description);
		}
	}
}

void complete_names_of(
	struct completion_list *list, enum completion_kind kind, enum declared_kind names)
{
	add(list, kind, names_of(list->tree, names, list->arena));
}

/* Types that the container assigns conditionally: `type: [{a: …}, {b: …}]`, or the one. */
static void add_types(struct completion_list *list, struct node container)
{
	struct node type = node_get(container, "type");
	if (node_kind(type) == NODE_SCALAR) {
		completion_add_value(list, COMPLETION_TYPE, node_text(type));
	} else {
		add(list, COMPLETION_TYPE, names_in(type, list->arena));
	}
}

static void add_technologies(struct completion_list *list, struct node container)
{
	struct node technology = node_get(container, "technology");
	if (node_kind(technology) == NODE_SCALAR) {
		completion_add_value(list, COMPLETION_TECHNOLOGY, node_text(technology));
	} else {
		add(list, COMPLETION_TECHNOLOGY, names_in(technology, list->arena));
	}
}

static void add_keyword(struct completion_list *list, const char *keyword, const char *detail)
{
	struct completion_item *item =
		completion_add_value(list, COMPLETION_VALUE, string_from(keyword));
	if (item != NULL) {
		item->detail = string_from(detail);
	}
}

static bool is_kind(enum expected expected, enum element_kind kind)
{
	switch (expected) {
	case EXPECTED_NODE:
		return kind == ELEMENT_NODE;
	case EXPECTED_RELATION:
		return kind == ELEMENT_RELATION;
	case EXPECTED_ARTIFACT:
		return kind == ELEMENT_ARTIFACT;
	case EXPECTED_PROPERTY:
		return kind == ELEMENT_PROPERTY;
	case EXPECTED_TYPE:
		return kind == ELEMENT_TYPE;
	case EXPECTED_POLICY:
		return kind == ELEMENT_POLICY;
	case EXPECTED_GROUP:
		return kind == ELEMENT_GROUP;
	case EXPECTED_INPUT:
		return kind == ELEMENT_INPUT;
	case EXPECTED_OUTPUT:
		return kind == ELEMENT_OUTPUT;
	case EXPECTED_IMPORT:
		return kind == ELEMENT_IMPORT;
	default:
		return false;
	}
}

/* What stands for the element that holds the condition, or for its surroundings. */
static void add_keywords(struct completion_list *list, enum expected expected)
{
	const struct place *place = &list->place;
	if (!place->has_context) {
		return;
	}
	bool any = expected == EXPECTED_CONTAINER;
	if (any || is_kind(expected, place->context)) {
		add_keyword(list, "SELF", "the element itself");
	}
	if (place->has_container && (any || is_kind(expected, place->container))) {
		add_keyword(list, "CONTAINER", "what the element belongs to");
	}
	if (expected == EXPECTED_NODE && place->context == ELEMENT_RELATION) {
		add_keyword(list, "SOURCE", "the node that the relation starts at");
		add_keyword(list, "TARGET", "the node that the relation leads to");
	}
}

/* What the whole list of operands refers to: the kind of its last one. */
static enum expected referred(const struct operator_row *row)
{
	size_t count = operands_count(row->operands);
	if (count == 0) {
		return operands_expect(row->operands, 0);
	}
	return count == SIZE_MAX ? EXPECTED_NOTHING : operands_expect(row->operands, count - 1);
}

void complete_names(
	struct completion_list *list, const struct operand_place *operand, struct name_entry within)
{
	switch (operand->expected) {
	case EXPECTED_EXPRESSION:
		complete_names_of(list, COMPLETION_EXPRESSION, DECLARED_EXPRESSION);
		break;
	case EXPECTED_VARIABILITY_INPUT:
		complete_names_of(list, COMPLETION_VARIABILITY_INPUT, DECLARED_VARIABILITY_INPUT);
		break;
	case EXPECTED_NODE:
		complete_names_of(list, COMPLETION_NODE, DECLARED_NODE);
		break;
	case EXPECTED_GROUP:
		complete_names_of(list, COMPLETION_GROUP, DECLARED_GROUP);
		break;
	case EXPECTED_POLICY:
		complete_names_of(list, COMPLETION_POLICY, DECLARED_POLICY);
		break;
	case EXPECTED_INPUT:
		complete_names_of(list, COMPLETION_INPUT, DECLARED_INPUT);
		break;
	case EXPECTED_OUTPUT:
		complete_names_of(list, COMPLETION_OUTPUT, DECLARED_OUTPUT);
		break;
	case EXPECTED_RELATION:
		add(list, COMPLETION_RELATION,
			names_within(within.value, DECLARED_RELATION, list->arena));
		break;
	case EXPECTED_ARTIFACT:
		add(list, COMPLETION_ARTIFACT,
			names_within(within.value, DECLARED_ARTIFACT, list->arena));
		break;
	case EXPECTED_PROPERTY:
		add(list, COMPLETION_PROPERTY,
			names_within(within.value, DECLARED_PROPERTY, list->arena));
		break;
	case EXPECTED_TYPE:
		add_types(list, within.value);
		break;
	case EXPECTED_TECHNOLOGY:
		add_technologies(list, within.value);
		break;
	default:
		break;
	}
	if (operand->operator== NULL || !operand->keywords) {
		return;
	}
	add_keywords(list, operand->expected == EXPECTED_LIST ? referred(operand->operator)
							      : operand->expected);
}

#include "analyzer/variability/conditions/element_reference.h"

#include "analyzer/language/grammar/words.h"

#include <math.h>

/* "a node", "an artifact": with the articles of the reference implementation. */
static const char *const articles[ELEMENT_KIND_COUNT] = {
	[ELEMENT_TYPE] = "a",
	[ELEMENT_NODE] = "a",
	[ELEMENT_RELATION] = "a",
	[ELEMENT_PROPERTY] = "a",
	[ELEMENT_POLICY] = "a",
	[ELEMENT_GROUP] = "a",
	[ELEMENT_INPUT] = "a",
	[ELEMENT_ARTIFACT] = "an",
	[ELEMENT_IMPORT] = "a",
	[ELEMENT_TECHNOLOGY] = "a",
	[ELEMENT_OUTPUT] = "an",
};

static const struct element *fail(
	struct logic *logic, enum diagnostic_code code, struct node place, struct string text)
{
	logic_problem(logic, code, place, text);
	return NULL;
}

static const struct element *fail_shape(struct logic *logic, struct node node, const char *what)
{
	struct string text = value_json(logic->arena, value_from_node(logic->arena, node));

	return fail(logic, DIAGNOSTIC_CODE_WRONG_OPERAND,
		node_is_absent(node) ? logic->operands : node,
		arena_format(logic->arena, "Element \"%.*s\" is %s", STRING_ARGUMENTS(text), what));
}

/* A name or position as messages show it: 0x10 is 16. */
static struct string name_text(struct logic *logic, struct node name)
{
	return value_text(logic->arena, value_from_node(logic->arena, name));
}

/* ---- keywords ---- */

static const struct element *of_kind(struct logic *logic, const struct element *element,
	enum element_kind kind, struct node place)
{
	struct string title;

	if (element->kind == kind)
		return element;
	title = element_title(element, logic->arena);
	return fail(logic, DIAGNOSTIC_CODE_WRONG_CONTEXT, place,
		arena_format(logic->arena, "%.*s is not %s %s", STRING_ARGUMENTS(title),
			articles[kind], element_kind_name(kind)));
}

static bool is_keyword(struct node operand)
{
	return node_is_string(operand) && word_find(node_text(operand), WORD_OF_ELEMENT);
}

static const struct element *resolve_keyword(struct logic *logic, enum element_kind kind,
	struct node operand, const struct element *context)
{
	bool is_self = string_is(node_text(operand), "SELF");
	struct string title;

	if (!context)
		return fail(logic, DIAGNOSTIC_CODE_WRONG_CONTEXT, operand,
			is_self ? STRING("Element not defined") : STRING("Element is not defined"));
	if (is_self)
		return of_kind(logic, context, kind, operand);
	if (context->container)
		return of_kind(logic, context->container, kind, operand);
	title = element_title(context, logic->arena);
	return fail(logic, DIAGNOSTIC_CODE_WRONG_CONTEXT, operand,
		arena_format(logic->arena, "%.*s has no container", STRING_ARGUMENTS(title)));
}

/* ---- top-level elements ---- */

static void note_mention(struct logic *logic, struct string name, const struct element *context)
{
	if (!logic->result->base)
		mentions_add(&logic->result->mentions, logic->arena, name,
			logic->naming ? NULL : context, logic->mention);
}

/* An element of an edit may still refer to what stood there before. */
static const struct element *target_of(struct logic *logic, const struct element *relation)
{
	const struct element *target = relation->relation.target;

	if (target)
		note_mention(logic, target->name, relation);
	return element_now(logic->graph, target);
}

static const struct element *resolve_node(
	struct logic *logic, struct node operand, const struct element *context)
{
	struct string name = node_text(operand);
	const struct element *node;

	if (!node_is_string(operand))
		return fail_shape(logic, operand, "not a string");
	if (is_keyword(operand))
		return resolve_keyword(logic, ELEMENT_NODE, operand, context);
	if (string_is(name, "SOURCE") || string_is(name, "TARGET")) {
		if (!context)
			return fail(logic, DIAGNOSTIC_CODE_WRONG_CONTEXT, operand,
				STRING("Element not defined"));
		if (!of_kind(logic, context, ELEMENT_RELATION, operand))
			return NULL;
		return string_is(name, "SOURCE") ? context->container : target_of(logic, context);
	}
	note_mention(logic, name, context);
	node = element_graph_find_node(logic->graph, name);
	if (node)
		return node;
	return fail(logic, DIAGNOSTIC_CODE_UNKNOWN_NODE, operand,
		arena_format(logic->arena, "Node \"%.*s\" not found", STRING_ARGUMENTS(name)));
}

static const struct element *resolve_group(
	struct logic *logic, struct node operand, const struct element *context)
{
	struct string name = node_text(operand);
	const struct element *group;

	if (!node_is_string(operand))
		return fail_shape(logic, operand, "not a string");
	if (is_keyword(operand))
		return resolve_keyword(logic, ELEMENT_GROUP, operand, context);
	note_mention(logic, name, context);
	group = element_graph_find_other(logic->graph, ELEMENT_GROUP, name);
	/* Variability groups are gone when expressions are looked at. */
	if (group && !group->group.is_variability_group)
		return group;
	return fail(logic, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, operand,
		arena_format(logic->arena, "Group \"%.*s\" not found", STRING_ARGUMENTS(name)));
}

/* The element at a position, or NULL. */
static const struct element *at(struct elements elements, struct node index)
{
	double number = node_number(index);

	if (number >= 0 && number < elements.count && floor(number) == number)
		return elements.items[(uint32_t)number];
	return NULL;
}

/* A policy, input or output: by name or position. */
static const struct element *resolve_listed(struct logic *logic, enum element_kind kind,
	struct node operand, const struct element *context)
{
	const struct element_graph *graph = logic->graph;
	const struct element *element;

	if (is_keyword(operand))
		return resolve_keyword(logic, kind, operand, context);
	if (node_is_string(operand)) {
		note_mention(logic, node_text(operand), context);
		element = element_graph_find_other(graph, kind, node_text(operand));
	} else if (!isnan(node_number(operand))) {
		logic->result->counts_others = true;
		element = at(graph->kinds[kind], operand);
	} else
		return fail_shape(logic, operand, "neither a string nor a number");
	if (element && (!node_is_string(operand) || element->alternatives.count == 1))
		return element;
	return fail(logic,
		element ? DIAGNOSTIC_CODE_AMBIGUOUS_REFERENCE : DIAGNOSTIC_CODE_UNKNOWN_REFERENCE,
		operand,
		arena_format(logic->arena, "%s \"%.*s\" %s", element_kind_row(kind)->display,
			STRING_ARGUMENTS(name_text(logic, operand)),
			element ? "is ambiguous" : "not found"));
}

static const struct element *resolve_import(
	struct logic *logic, struct node operand, const struct element *context)
{
	const struct element *import;

	if (is_keyword(operand))
		return resolve_keyword(logic, ELEMENT_IMPORT, operand, context);
	if (isnan(node_number(operand)))
		return fail_shape(logic, operand, "not a number");
	import = at(logic->graph->kinds[ELEMENT_IMPORT], operand);
	if (import)
		return import;
	return fail(logic, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, operand,
		arena_format(logic->arena, "Import \"%.*s\" not found",
			STRING_ARGUMENTS(name_text(logic, operand))));
}

/* ---- contained elements ---- */

/* The first `length` items of a list as people read it: JSON, one item per line. */
static struct string print_list(struct logic *logic, struct node list, uint32_t length)
{
	struct value *items = arena_allocate(logic->arena, length, sizeof(*items));

	for (uint32_t i = 0; i < length; i++)
		items[i] = value_from_node(logic->arena, node_item(list, i));
	return value_pretty(logic->arena, value_from_list(logic->arena, items, length));
}

/* The item at position `last` of the list, a name or index, picks one of `elements`. */
static const struct element *pick(struct logic *logic, enum element_kind kind,
	struct elements elements, struct node list, uint32_t last)
{
	struct node which = node_item(list, last);
	const struct element *element;
	bool is_only = true;

	if (node_is_string(which))
		element = elements_find(elements, node_text(which), &is_only);
	else if (!isnan(node_number(which)))
		element = at(elements, which);
	else
		return fail_shape(logic, which, "neither a string nor a number");
	if (element && is_only)
		return element;

	struct string text = print_list(logic, list, last + 1);

	return fail(logic,
		element ? DIAGNOSTIC_CODE_AMBIGUOUS_REFERENCE : DIAGNOSTIC_CODE_UNKNOWN_REFERENCE,
		which,
		/* Without a closing quote for technologies: so does the reference implementation.
		 */
		arena_format(logic->arena, "%s \"%.*s%s %s", element_kind_row(kind)->display,
			STRING_ARGUMENTS(text), !element && kind == ELEMENT_TECHNOLOGY ? "" : "\"",
			element ? "is ambiguous" : "not found"));
}

/* What the first items of a list name: a container of types or properties. Stores the position of
 * the item behind it. */
static const struct element *resolve_container(struct logic *logic, enum element_kind container,
	bool of_type, struct node list, const struct element *context, uint32_t *next)
{
	struct node first = node_item(list, 0);
	const struct element *node;

	*next = 1;
	switch (container) {
	case ELEMENT_NODE:
		return resolve_node(logic, first, context);
	case ELEMENT_GROUP:
		return resolve_group(logic, first, context);
	case ELEMENT_POLICY:
		if (of_type && !node_is_string(first))
			return fail_shape(logic, first, "not a string");
		return resolve_listed(logic, ELEMENT_POLICY, first, context);
	default:
		*next = 2;
		/* Nodes of artifacts are plain names. */
		node = resolve_node(logic, first, container == ELEMENT_ARTIFACT ? NULL : context);
		if (!node)
			return NULL;
		return pick(logic, container,
			container == ELEMENT_ARTIFACT ? node->node.artifacts : node->node.relations,
			list, 1);
	}
}

static const struct element *resolve_contained(struct logic *logic, enum element_kind kind,
	enum element_kind container, struct node operand, const struct element *context)
{
	const struct element *holder;
	uint32_t next;

	if (is_keyword(operand))
		return resolve_keyword(logic, kind, operand, context);
	if (node_kind(operand) != NODE_SEQUENCE)
		return fail_shape(logic, operand, "not an array");
	logic->operands = operand;
	switch (kind) {
	case ELEMENT_RELATION:
	case ELEMENT_TECHNOLOGY:
		holder = resolve_node(logic, node_item(operand, 0), context);
		if (!holder)
			return NULL;
		return pick(logic, kind,
			kind == ELEMENT_RELATION ? holder->node.relations
						 : holder->node.technologies,
			operand, 1);
	case ELEMENT_ARTIFACT:
		holder = resolve_node(logic, node_item(operand, 0), NULL);
		return holder ? pick(logic, kind, holder->node.artifacts, operand, 1) : NULL;
	default:
		holder = resolve_container(
			logic, container, kind == ELEMENT_TYPE, operand, context, &next);
		if (!holder)
			return NULL;
		return pick(logic, kind, kind == ELEMENT_TYPE ? holder->types : holder->properties,
			operand, next);
	}
}

const struct element *reference_resolve(struct logic *logic, enum element_kind kind,
	enum element_kind container, struct node operand, const struct element *context)
{
	switch (kind) {
	case ELEMENT_NODE:
		return resolve_node(logic, operand, context);
	case ELEMENT_GROUP:
		return resolve_group(logic, operand, context);
	case ELEMENT_POLICY:
	case ELEMENT_INPUT:
	case ELEMENT_OUTPUT:
		return resolve_listed(logic, kind, operand, context);
	case ELEMENT_IMPORT:
		return resolve_import(logic, operand, context);
	default:
		return resolve_contained(logic, kind, container, operand, context);
	}
}

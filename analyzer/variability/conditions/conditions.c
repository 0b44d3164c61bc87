#include "analyzer/variability/conditions/conditions.h"

#include "analyzer/variability/conditions/condition_candidates.h"
#include "analyzer/variability/types/technology_rules.h"
#include "analyzer/variability/values/value.h"

#include <string.h>

/* The variability groups an element is a member of, in order. */
struct membership {
	const struct element *group;
	struct membership *next;
};

struct collection {
	struct conditions *conditions;
	const struct element_graph *graph;
	struct node type_specific;
	struct membership **last; /* by position */
};

bool is_truthy(struct node node)
{
	switch (node_kind(node)) {
	case NODE_ABSENT:
		return false;
	case NODE_SCALAR:
		break;
	default:
		return true;
	}
	switch (node_scalar_type(node)) {
	case SCALAR_NULL:
		return false;
	case SCALAR_BOOLEAN:
		return node_boolean(node);
	case SCALAR_INTEGER:
	case SCALAR_FLOAT:
		return node_number(node) < 0 || node_number(node) > 0;
	default:
		return node_text(node).length > 0;
	}
}

/* ---- written conditions ---- */

/* `conditions` is one expression or a list of them; null in the list does not count. */
static uint32_t count_expressions(struct node conditions)
{
	uint32_t count = 0;

	if (node_is_null(conditions))
		return 0;
	if (node_kind(conditions) != NODE_SEQUENCE)
		return 1;
	for (uint32_t i = 0; i < node_count(conditions); i++)
		count += !node_is_null(node_item(conditions, i));
	return count;
}

static uint32_t add_expressions(struct condition *items, uint32_t count, struct node conditions,
	const struct element *origin, bool is_generated)
{
	bool is_list = node_kind(conditions) == NODE_SEQUENCE;
	uint32_t written = is_list ? node_count(conditions) : 1;

	for (uint32_t i = 0; i < written; i++) {
		struct node node = is_list ? node_item(conditions, i) : conditions;

		if (!node_is_null(node))
			items[count++] =
				(struct condition){CONDITION_WRITTEN, is_generated, node, origin};
	}
	return count;
}

static bool loses_conditions(const struct element *element)
{
	return element_kind_has_bare_default(element->kind) && element->has_default_alternative;
}

static void read_own(struct collection *collection, const struct element *element)
{
	struct element_conditions *own = &collection->conditions->items[element->position];
	struct arena *arena = collection->graph->arena;
	const struct element *modelled =
		element->kind == ELEMENT_TECHNOLOGY ? element->technology.modelled : NULL;
	const struct stored_keywords *keywords = modelled ? modelled->keywords : element->keywords;
	struct node written = stored_keyword(keywords, KEYWORD_CONDITIONS);
	struct node ruled = {0};
	uint32_t count;
	struct condition *items;

	if (loses_conditions(modelled ? modelled : element)) {
		items = arena_allocate(arena, 1, sizeof(*items));
		items[0] = (struct condition){.kind = CONDITION_NEVER,
			.node = stored_keyword(keywords, KEYWORD_DEFAULT_ALTERNATIVE)};
		*own = (struct element_conditions){.items = items, .count = 1, .manual_count = 1};
		return;
	}
	if (element->kind == ELEMENT_TECHNOLOGY && element->technology.rule)
		ruled = technology_rule_conditions(element->technology.rule);
	count = count_expressions(written) + count_expressions(ruled);
	if (count == 0)
		return;
	items = arena_allocate(arena, count, sizeof(*items));
	count = node_is_null(written) ? 0 : add_expressions(items, 0, written, NULL, false);
	own->manual_count = count;
	if (!node_is_null(ruled)) {
		/* What replaces a modelled technology counts as written by hand. */
		bool is_generated = !element->technology.modelled;

		count = add_expressions(items, count, ruled, NULL, is_generated);
		if (!is_generated)
			own->manual_count = count;
	}
	own->items = items;
	own->count = count;
}

/* ---- variability groups ---- */

static void read_memberships(struct collection *collection)
{
	struct elements groups = collection->graph->kinds[ELEMENT_GROUP];
	struct arena *arena = collection->graph->arena;
	uint32_t total = collection->graph->all.count;

	for (uint32_t i = 0; i < groups.count; i++) {
		struct element *group = groups.items[i];
		struct elements members = group->group.members;

		if (!group->group.is_variability_group)
			continue;
		if (!collection->conditions->memberships) {
			collection->conditions->memberships =
				arena_allocate(arena, total, sizeof(void *));
			collection->conditions->membership_count = total;
			collection->last = arena_allocate(arena, total, sizeof(void *));
		}
		for (uint32_t j = 0; j < members.count; j++) {
			uint32_t position = members.items[j]->position;
			struct membership *membership =
				arena_allocate(arena, 1, sizeof(*membership));

			membership->group = group;
			if (collection->last[position])
				collection->last[position]->next = membership;
			else
				collection->conditions->memberships[position] = membership;
			collection->last[position] = membership;
		}
	}
}

static void add_group_conditions(struct collection *collection, const struct element *element)
{
	struct element_conditions *own = &collection->conditions->items[element->position];
	struct membership **all = collection->conditions->memberships;
	struct membership *first =
		all && element->position < collection->conditions->membership_count
			? all[element->position]
			: NULL;
	uint32_t count = own->count;
	struct condition *items;

	for (struct membership *m = first; m; m = m->next)
		count += count_expressions(stored_keyword(m->group->keywords, KEYWORD_CONDITIONS));
	if (count == own->count)
		return;
	items = arena_allocate(collection->graph->arena, count, sizeof(*items));
	if (own->count)
		memcpy(items, own->items, own->count * sizeof(*items));
	count = own->count;
	for (struct membership *m = first; m; m = m->next) {
		struct node node = stored_keyword(m->group->keywords, KEYWORD_CONDITIONS);

		if (!node_is_null(node))
			count = add_expressions(items, count, node, m->group, false);
	}
	own->items = items;
	own->manual_count += count - own->count;
	own->count = count;
}

/* ---- default alternatives, inputs named like an element ---- */

static void set_default_alternative(struct collection *collection, const struct element *element)
{
	struct element_conditions *own = &collection->conditions->items[element->position];
	struct condition *items = arena_allocate(collection->graph->arena, 1, sizeof(*items));

	items[0] = (struct condition){.kind = CONDITION_NO_OTHER,
		.node = stored_keyword(element->keywords, KEYWORD_DEFAULT_ALTERNATIVE)};
	own->items = items;
	own->count = own->manual_count = 1;
}

static bool takes_default_alternative(const struct element *element)
{
	switch (element->kind) {
	case ELEMENT_NODE:
	case ELEMENT_GROUP:
	case ELEMENT_POLICY:
	case ELEMENT_IMPORT:
		return false;
	default:
		return element->is_default_alternative;
	}
}

/* Ids have dots in them. */
static bool may_be_id(struct string name)
{
	return memchr(name.bytes, '.', name.length) != NULL;
}

bool conditions_have_namesakes(const struct element_graph *graph, struct node variability)
{
	struct node inputs = node_get(variability, "inputs");
	uint32_t count = named_count(inputs);

	for (uint32_t i = 0; i < count; i++)
		if (graph->options->flags[FLAG_ENRICH_INPUT_CONDITION] &&
			may_be_id(node_text(named_entry(inputs, i).key)))
			return true;
	return false;
}

static void read_namesakes(struct collection *collection)
{
	struct node inputs = node_get(collection->graph->variability, "inputs");
	uint32_t count = named_count(inputs);

	if (!collection->graph->options->flags[FLAG_ENRICH_INPUT_CONDITION])
		return;
	for (uint32_t i = 0; i < count; i++) {
		struct named_entry entry = named_entry(inputs, i);
		struct string name = node_text(entry.key);

		if (may_be_id(name)) {
			struct node *key =
				arena_allocate(collection->graph->arena, 1, sizeof(*key));

			*key = entry.key;
			name_table_add(&collection->conditions->namesakes, collection->graph->arena,
				name, key);
		}
	}
}

static void add_namesake(struct collection *collection, const struct element *element)
{
	struct element_conditions *own = &collection->conditions->items[element->position];
	struct arena *arena = collection->graph->arena;
	const struct node *key;
	struct condition *items;

	if (collection->conditions->namesakes.count == 0)
		return;
	key = name_table_find(&collection->conditions->namesakes, element_id(element, arena));
	if (!key)
		return;
	items = arena_allocate(arena, own->count + 1, sizeof(*items));
	if (own->count)
		memcpy(items, own->items, own->count * sizeof(*items));
	items[own->count] = (struct condition){.kind = CONDITION_NAMESAKE_INPUT, .node = *key};
	own->items = items;
	own->count++;
	own->manual_count++;
}

/* ---- type-specific conditions ---- */

/* The entry for the only type of the element; none for artifacts, as in the reference
 * implementation, whose look-up never matches them. */
static struct node find_type_specific(struct collection *collection, const struct element *element)
{
	const char *section = NULL;

	switch (element->kind) {
	case ELEMENT_NODE:
		section = "node_types";
		break;
	case ELEMENT_RELATION:
		section = "relationship_types";
		break;
	case ELEMENT_GROUP:
		section = "group_types";
		break;
	case ELEMENT_POLICY:
		section = "policy_types";
		break;
	default:
		return (struct node){0};
	}
	if (node_is_absent(collection->type_specific) || element->types.count != 1)
		return (struct node){0};
	return node_find(
		node_get(collection->type_specific, section), element->types.items[0]->name)
		.value;
}

struct type_specific_candidate {
	struct node conditions;
	bool is_consistency;
	bool is_semantic;
};

static struct type_specific_candidate read_type_specific(
	struct collection *collection, const struct element *element)
{
	struct node entry = find_type_specific(collection, element);
	struct node consistency, semantic;
	struct type_specific_candidate candidate = {0};

	if (node_is_null(entry))
		return candidate;
	candidate.conditions = node_get(entry, "conditions");
	if (node_is_null(candidate.conditions)) {
		struct string title = element_title(element, collection->graph->arena);

		problems_add(collection->graph->problems, PHASE_CONDITIONS,
			DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, entry,
			"%.*s holds type-specific condition without any condition",
			STRING_ARGUMENTS(title));
		return (struct type_specific_candidate){0};
	}
	consistency = node_get(entry, "consistency");
	semantic = node_get(entry, "semantic");
	candidate.is_consistency = is_truthy(consistency);
	candidate.is_semantic = node_is_null(semantic) || is_truthy(semantic);
	return candidate;
}

/* ---- generated conditions ---- */

/* first(written at the element, …, option of its kind) */
static bool effective_option(const struct element_graph *graph, const struct element *element,
	enum condition_option option, bool has_group_option)
{
	enum condition_option group = option < CONDITION_OPTION_PRUNING
					      ? CONDITION_OPTION_DEFAULT_CONDITION
					      : CONDITION_OPTION_PRUNING;
	struct node own = stored_keyword(element->keywords, (enum keyword)option);

	if (!node_is_absent(own))
		return is_truthy(own);
	if (has_group_option) {
		own = stored_keyword(element->keywords, (enum keyword)group);
		if (!node_is_absent(own))
			return is_truthy(own);
		/* Unknown alternatives that are defaults are always pruned. */
		if (group == CONDITION_OPTION_PRUNING && element->kind == ELEMENT_PROPERTY &&
			element->is_synthetic && element->is_default_alternative)
			return true;
	}
	return graph->options->conditions[element->kind][option];
}

/* A Boolean or a string is no condition that stands alone: the reference implementation wants an
 * object there. */
static void set_type_specific(struct collection *collection, const struct element *element,
	struct node condition, bool has_generic)
{
	struct element_conditions *own = &collection->conditions->items[element->position];
	struct arena *arena = collection->graph->arena;

	own->type_specific = condition;
	if (has_generic || node_kind(condition) != NODE_SCALAR)
		return;

	struct string text = value_json(arena, value_from_node(arena, condition));

	problems_add(collection->graph->problems, PHASE_CONDITIONS,
		DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, condition, "Element \"%.*s\" is not an object",
		STRING_ARGUMENTS(text));
}

static void generate(struct collection *collection, const struct element *element)
{
	const struct element_graph *graph = collection->graph;
	struct element_conditions *own = &collection->conditions->items[element->position];
	unsigned candidates = condition_candidates(collection->conditions, element);
	struct type_specific_candidate specific = read_type_specific(collection, element);
	bool is_anchor = element->kind == ELEMENT_NODE && element->node.is_anchor;
	bool takes_default =
		!is_anchor && own->count == 0 &&
		effective_option(graph, element, CONDITION_OPTION_DEFAULT_CONDITION, true);
	bool takes_pruning =
		!is_anchor && effective_option(graph, element, CONDITION_OPTION_PRUNING, true);
	bool consistency =
		(takes_default && effective_option(graph, element,
					  CONDITION_OPTION_DEFAULT_CONSISTENCY_CONDITION, true)) ||
		(takes_pruning && effective_option(graph, element,
					  CONDITION_OPTION_CONSISTENCY_PRUNING, true));
	bool semantic =
		(takes_default && effective_option(graph, element,
					  CONDITION_OPTION_DEFAULT_SEMANTIC_CONDITION, true)) ||
		(takes_pruning &&
			effective_option(graph, element, CONDITION_OPTION_SEMANTIC_PRUNING, true));

	if (element->kind == ELEMENT_IMPORT)
		return;
	if (consistency)
		own->tokens |= candidates & TOKENS_OF_CONSISTENCY;
	if (semantic)
		own->tokens |= candidates & ~(unsigned)TOKENS_OF_CONSISTENCY;
	own->is_default = takes_default && !takes_pruning;
	if ((specific.is_consistency && consistency) || (specific.is_semantic && semantic))
		set_type_specific(collection, element, specific.conditions,
			element->kind == ELEMENT_RELATION ? consistency : semantic);
}

/* Everything that is not written at the element itself. */
static void complete(struct collection *collection, const struct element *element)
{
	problems_read(collection->graph->problems, READING_CONDITIONS, element);
	add_group_conditions(collection, element);
	if (takes_default_alternative(element))
		set_default_alternative(collection, element);
	add_namesake(collection, element);
	generate(collection, element);
}

void conditions_collect_renewed(
	struct conditions *conditions, const uint32_t *changed, uint32_t count)
{
	const struct element_graph *graph = conditions->graph;
	struct collection collection = {.conditions = conditions,
		.graph = graph,
		.type_specific = conditions->type_specific};

	for (uint32_t i = 0; i < count; i++) {
		if (!element_is_renewed(graph, graph->places.items[changed[i]]))
			continue;
		conditions->items[changed[i]] = (struct element_conditions){0};
		read_own(&collection, graph->places.items[changed[i]]);
	}
	for (uint32_t i = 0; i < count; i++)
		if (element_is_renewed(graph, graph->places.items[changed[i]]))
			complete(&collection, graph->places.items[changed[i]]);
}

void conditions_collect(
	struct conditions *conditions, const struct element_graph *graph, struct node type_specific)
{
	struct collection collection = {
		.conditions = conditions, .graph = graph, .type_specific = type_specific};
	struct elements all = graph->all;

	conditions->graph = graph;
	conditions->type_specific = type_specific;
	conditions->items =
		arena_allocate(graph->arena, all.count, sizeof(struct element_conditions));
	for (uint32_t i = 0; i < all.count; i++)
		read_own(&collection, all.items[i]);
	read_memberships(&collection);
	read_namesakes(&collection);
	for (uint32_t i = 0; i < all.count; i++)
		complete(&collection, all.items[i]);
}

static bool is_own(const struct condition *condition, const struct element *element)
{
	return condition->kind == CONDITION_WRITTEN && !condition->is_generated &&
	       !condition->origin && !element->is_synthetic && !element_is_cleaned(element);
}

void conditions_visit_own(
	const struct conditions *conditions, condition_visit *visit, void *context)
{
	struct elements all = conditions->graph->all;

	for (uint32_t i = 0; i < all.count; i++) {
		const struct element_conditions *own = conditions_of(conditions, all.items[i]);

		for (uint32_t c = 0; c < own->count; c++)
			if (is_own(&own->items[c], all.items[i]))
				visit(context, own->items[c].node, all.items[i]);
	}
}

/* Types and properties, which any container may have. */
#include "analyzer/variability/elements/population.h"

static struct element *add_type(
	struct population *population, struct element *container, struct named_entry entry)
{
	struct element *type =
		population_create(population, ELEMENT_TYPE, container, entry.key, entry.value);
	struct keywords keywords;

	keywords_read(&keywords, entry.value);
	population_set_keywords(population, type, &keywords);
	return type;
}

/* Without a type, only artifacts have one. */
static struct element *add_missing_type(
	struct population *population, struct element *container, enum phase missing)
{
	struct element *type;

	if (container->kind != ELEMENT_ARTIFACT) {
		problems_add(population->graph->problems, missing,
			DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, container->key, "Unexpected error")
			->advice = arena_format(population->graph->arena, "a %s needs a type",
			element_kind_name(container->kind));
		return NULL;
	}
	type = population_create(
		population, ELEMENT_TYPE, container, (struct node){0}, (struct node){0});
	type->name = STRING("tosca.artifacts.File");
	type->is_synthetic = true;
	return type;
}

static void check_default_types(struct population *population, struct element *container)
{
	uint32_t defaults = 0;

	for (uint32_t i = 0; i < container->types.count; i++)
		defaults += container->types.items[i]->is_default_alternative;
	if (defaults > 1) {
		struct string title = element_title(container, population->graph->arena);

		problems_add(population->graph->problems, PHASE_POPULATE,
			DIAGNOSTIC_CODE_SEVERAL_DEFAULT_ALTERNATIVES, container->key,
			"%.*s has multiple default types", STRING_ARGUMENTS(title));
	}
}

void population_add_types(struct population *population, struct element *container,
	struct node type, enum phase missing)
{
	uint32_t count = node_kind(type) == NODE_SEQUENCE ? node_count(type) : 1;
	struct element **items =
		arena_allocate(population->graph->arena, count, sizeof(struct element *));
	uint32_t added = 0;

	if (node_kind(type) == NODE_MAPPING) {
		struct string display = element_display(container, population->graph->arena);

		problems_add(population->graph->problems, PHASE_POPULATE,
			DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, type, "Types of %.*s not normalized",
			STRING_ARGUMENTS(display));
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct element *element;

		if (node_kind(type) == NODE_SEQUENCE)
			element = add_type(population, container, named_entry(type, i));
		else if (node_is_null(type))
			element = add_missing_type(population, container, missing);
		else
			element = add_type(population, container,
				(struct named_entry){type, (struct node){0}});
		if (!element)
			continue;
		element->index = (int32_t)i;
		population_push(population, element);
		items[added++] = element;
	}
	container->types = (struct elements){items, added};
	population_set_alternatives(population, container->types, false, false);
	check_default_types(population, container);
}

/* ---- properties ---- */

static bool is_unknown_value(struct node content)
{
	return node_is_string(content) && string_is(node_text(content), "VINTNER_UNDEFINED");
}

/* In a list, a value is wrapped if it is a map that has `value` or `expression`; in a map it
 * never is (Variability4TOSCA, section "Property"). */
static struct element *add_property(struct population *population, struct element *container,
	struct named_entry entry, bool is_listed)
{
	struct element *property =
		population_create(population, ELEMENT_PROPERTY, container, entry.key, entry.value);

	property->property.content = entry.value;
	property->property.is_listed = is_listed;
	if (is_listed && node_kind(entry.value) == NODE_MAPPING) {
		struct keywords keywords;

		keywords_read(&keywords, entry.value);
		if (!node_is_absent(keywords.values[KEYWORD_VALUE]) ||
			!node_is_absent(keywords.values[KEYWORD_EXPRESSION])) {
			population_set_keywords(population, property, &keywords);
			property->property.content = keywords.values[KEYWORD_VALUE];
			property->property.expression = keywords.values[KEYWORD_EXPRESSION];
		}
	}
	property->is_unknown = is_unknown_value(property->property.content);
	property->property.lacks_value = is_listed && node_is_null(property->property.content) &&
					 node_is_absent(property->property.expression);
	return property;
}

/* "No value" as a regular alternative, unless one is written. */
static bool needs_unknown(const struct population *population, struct elements scope)
{
	const struct options *options = population->graph->options;
	bool fallback = options->flags[FLAG_FALLBACK_PROPERTY_DEFAULT_ALTERNATIVE];

	if (options->flags[FLAG_BRATANS_UNKNOWN])
		return false;
	for (uint32_t i = 0; i < scope.count; i++)
		if (fallback ? scope.items[i]->is_default_alternative : scope.items[i]->is_unknown)
			return false;
	return true;
}

static struct element *add_unknown(
	struct population *population, struct element *container, struct string name)
{
	struct element *property = population_create(
		population, ELEMENT_PROPERTY, container, (struct node){0}, (struct node){0});
	bool fallback =
		population->graph->options->flags[FLAG_FALLBACK_PROPERTY_DEFAULT_ALTERNATIVE];

	property->name = name;
	property->is_synthetic = property->is_unknown = true;
	property->is_default_alternative = property->has_default_alternative = fallback;
	return property;
}

void population_add_properties(
	struct population *population, struct element *container, struct node properties)
{
	uint32_t count = named_count(properties), total = count;
	struct element **items = arena_allocate(
		population->graph->arena, 2 * (size_t)count, sizeof(struct element *));

	for (uint32_t i = 0; i < count; i++)
		items[i] = add_property(population, container, named_entry(properties, i),
			node_kind(properties) == NODE_SEQUENCE);
	container->properties = (struct elements){items, count};
	population_set_alternatives(population, container->properties, true, true);
	for (uint32_t i = 0; i < count; i++) {
		struct elements scope = items[i]->alternatives;

		if (scope.items[0] == items[i] && needs_unknown(population, scope))
			items[total++] = add_unknown(population, container, items[i]->name);
	}
	if (total > count) {
		container->properties.count = total;
		population_set_alternatives(population, container->properties, true, true);
	}
	for (uint32_t i = 0; i < total; i++) {
		items[i]->index = (int32_t)i;
		population_push(population, items[i]);
	}
	population_check_defaults(population, container->properties);
}

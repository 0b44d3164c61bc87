#include "analyzer/variability/presence/warnings.h"

#include <stdio.h>

enum {
	LONGEST_DERIVATION = 100
};

void warnings_add_variables(struct service_template *of)
{
	for (size_t i = 0; i < of->formula->atom_count; i++) {
		const struct atom *atom = &of->formula->atoms[i];

		if (atom->kind == ATOM_FREE)
			problems_add(&of->problems, PHASE_WARNING, DIAGNOSTIC_CODE_FREE_VARIABLE,
				atom->expression,
				"\"%.*s\" names no element; it is a variable of its own that may "
				"be "
				"true or false",
				STRING_ARGUMENTS(atom->name));
	}
}

/* ---- options ---- */

/* An option that is on, while the two narrower ones that would follow are fixed by the mode. */
static void warn_pinned(
	struct service_template *of, enum element_kind kind, enum condition_option option)
{
	const bool *values = of->options.conditions[kind];
	struct node mode = node_get(of->options.map, "mode");
	struct string mode_name = node_is_null(mode) ? STRING("of this version") : node_text(mode);
	const char *kind_name = element_kind_name(kind);
	char name[64];
	struct node node;

	snprintf(name, sizeof(name), "%s_%s", kind_name, condition_option_name(option));
	node = node_get(of->options.map, name);
	if (!node_boolean(node) || values[option + 1] || values[option + 2])
		return;
	for (int narrower = 1; narrower <= 2; narrower++) {
		char other[64];

		snprintf(other, sizeof(other), "%s_%s", kind_name,
			condition_option_name((enum condition_option)(option + narrower)));
		if (!node_is_null(node_get(of->options.map, other)))
			return;
	}
	problems_add(&of->problems, PHASE_WARNING, DIAGNOSTIC_CODE_INEFFECTIVE_OPTION, node,
		"Option %s has no effect: the mode %.*s fixes %s_%s and %s_%s to false", name,
		STRING_ARGUMENTS(mode_name), kind_name,
		condition_option_name((enum condition_option)(option + 1)), kind_name,
		condition_option_name((enum condition_option)(option + 2)));
}

static void warn_never_read(struct service_template *of, const char *name, const char *instead)
{
	struct node node = node_get(of->options.map, name);

	if (!node_is_null(node))
		problems_add(&of->problems, PHASE_WARNING, DIAGNOSTIC_CODE_INEFFECTIVE_OPTION, node,
			"Option %s has no effect: %s", name, instead);
}

/* Two options have each other's name. Together they do what they say. */
static void warn_swapped(
	struct service_template *of, const char *name, enum flag_option other, const char *required)
{
	struct node node = node_get(of->options.map, name);

	if (node_boolean(node) && !of->options.flags[other])
		problems_add(&of->problems, PHASE_WARNING, DIAGNOSTIC_CODE_SWAPPED_OPTION, node,
			"Option %s makes relations need their %s", name, required);
}

static void warn_options(struct service_template *of)
{
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++) {
		if (kind == ELEMENT_IMPORT)
			continue;
		warn_pinned(of, (enum element_kind)kind, CONDITION_OPTION_DEFAULT_CONDITION);
		warn_pinned(of, (enum element_kind)kind, CONDITION_OPTION_PRUNING);
	}
	warn_swapped(of, "relation_source_constraint", FLAG_RELATION_TARGET_CONSTRAINT, "target");
	warn_swapped(of, "relation_target_constraint", FLAG_RELATION_SOURCE_CONSTRAINT, "source");
	warn_never_read(
		of, "unconsumed_input_check", "unproduced_output_check decides about inputs");
	warn_never_read(of, "unique_scenario_constraint", "it is declared but does nothing");
}

/* ---- elements ---- */

static void warn_alternative(struct service_template *of, const struct element *element)
{
	struct node node = stored_keyword(element->keywords, KEYWORD_DEFAULT_ALTERNATIVE);
	struct string title;

	if (!element_kind_has_bare_default(element->kind) || node_is_absent(node) ||
		element->is_default_alternative)
		return;
	title = element_title(element, of->arena);
	problems_add(&of->problems, PHASE_WARNING, DIAGNOSTIC_CODE_NEVER_PRESENT_ALTERNATIVE, node,
		"%.*s is never present: default_alternative replaces its conditions",
		STRING_ARGUMENTS(title));
}

static void warn_unwrapped(struct service_template *of, const struct element *property)
{
	struct node value = property->property.content;
	struct keywords keywords;
	struct string title;
	bool has_conditions;

	if (property->has_keywords || node_kind(value) != NODE_MAPPING)
		return;
	keywords_read(&keywords, value);
	has_conditions = !node_is_absent(keywords.values[KEYWORD_CONDITIONS]) ||
			 !node_is_absent(keywords.values[KEYWORD_DEFAULT_ALTERNATIVE]);
	if (!has_conditions &&
		(node_is_absent(keywords.values[KEYWORD_EXPRESSION]) || node_count(value) > 1))
		return;
	title = element_title(property, of->arena);
	problems_add(&of->problems, PHASE_WARNING, DIAGNOSTIC_CODE_UNWRAPPED_PROPERTY,
		property->key, "%.*s %s: its keywords are part of the value",
		STRING_ARGUMENTS(title),
		property->property.is_listed ? "has neither value nor expression"
					     : "is written in a map, not in a list");
}

static void warn_null(struct service_template *of, const struct element *property)
{
	struct string title;

	if (property->is_synthetic || property->property.is_listed ||
		!node_is_null(property->property.content))
		return;
	title = element_title(property, of->arena);
	problems_add(&of->problems, PHASE_WARNING, DIAGNOSTIC_CODE_NULL_PROPERTY, property->key,
		"%.*s becomes {value: null}", STRING_ARGUMENTS(title));
}

/* Does a type of the template derive from a variability group? */
static bool derives_from_variability_group(struct service_template *of, struct string type)
{
	struct node types = node_get(of->graph.root, "group_types");

	for (int depth = 0; depth < LONGEST_DERIVATION; depth++) {
		struct node parent = node_get(node_find(types, type).value, "derived_from");

		if (node_is_null(parent))
			return false;
		type = node_text(parent);
		if (is_variability_group_type(type))
			return true;
	}
	return false;
}

static void warn_group(struct service_template *of, const struct element *group)
{
	struct elements types = group->types;

	for (uint32_t i = 0; i < types.count && !group->group.is_variability_group; i++) {
		struct string name = types.items[i]->name;

		if (derives_from_variability_group(of, name))
			problems_add(&of->problems, PHASE_WARNING, DIAGNOSTIC_CODE_ORDINARY_GROUP,
				types.items[i]->key,
				"Group \"%.*s\" keeps its conditions to itself: \"%.*s\" only "
				"derives from a variability group",
				STRING_ARGUMENTS(group->name), STRING_ARGUMENTS(name));
	}
}

static void warn_element(struct service_template *of, const struct element *element)
{
	problems_read(&of->problems, READING_WARNINGS, element);
	if (element->keywords)
		warn_alternative(of, element);
	if (element->kind == ELEMENT_PROPERTY) {
		warn_unwrapped(of, element);
		warn_null(of, element);
	}
	if (element->kind == ELEMENT_GROUP)
		warn_group(of, element);
}

static void warn_elements(struct service_template *of)
{
	struct elements all = of->graph.all;

	for (uint32_t i = 0; i < all.count; i++)
		warn_element(of, all.items[i]);
}

void warnings_add_renewed(struct service_template *of, const uint32_t *positions, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (element_is_renewed(&of->graph, of->graph.places.items[positions[i]]))
			warn_element(of, of->graph.places.items[positions[i]]);
}

/* ---- type-specific conditions ---- */

static void warn_type_specific(struct service_template *of, struct node type_specific)
{
	static const char *const ignored[] = {
		"artifact_types", "data_types", "capability_types", "interface_types"};

	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++) {
		struct node node = node_get(type_specific, ignored[i]);

		if (!node_is_null(node))
			problems_add(&of->problems, PHASE_WARNING,
				DIAGNOSTIC_CODE_IGNORED_TYPE_SPECIFIC_CONDITION, node_key(node),
				"Type-specific conditions of %s are never applied", ignored[i]);
	}
}

void warnings_add(struct service_template *of, struct node type_specific)
{
	problems_read(&of->problems, READING_OPTION_WARNINGS, NULL);
	warn_options(of);
	warn_elements(of);
	problems_read(&of->problems, READING_TYPE_WARNINGS, NULL);
	warn_type_specific(of, type_specific);
}

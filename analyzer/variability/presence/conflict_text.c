#include "analyzer/syntax/tree/flow_text.h"
#include "analyzer/variability/presence/conflict.h"

#include <string.h>

enum {
	LONGEST_EXPRESSION = 100, /* as explanations have it */
	MOST_TOLD = 4             /* parts in one line */
};

/* What the options demand; %s is the element. */
static const struct {
	const char *option;
	const char *text;
} option_texts[] = {
	{"artifact_container_constraint", "%.*s needs its node"},
	{"property_container_constraint", "%.*s needs what it belongs to"},
	{"relation_source_constraint", "%.*s needs its target"},
	{"relation_target_constraint", "%.*s needs its source"},
	{"required_artifact_constraint", "%.*s needs exactly one artifact"},
	{"required_hosting_constraint", "%.*s needs exactly one hosting relation"},
	{"required_incoming_relation_constraint", "%.*s needs an incoming relation"},
	{"required_technology_constraint", "%.*s needs exactly one technology"},
	{"single_hosting_constraint", "%.*s allows one hosting relation at most"},
	{"type_container_constraint", "%.*s needs what it belongs to"},
	{"unique_artifact_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_input_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_output_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_property_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_relation_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_technology_constraint", "%.*s allows one technology at most"},
};

static struct string option_text(const struct constraint *constraint, struct arena *arena)
{
	struct string display = element_display(constraint->element, arena);

	for (size_t i = 0; i < sizeof(option_texts) / sizeof(option_texts[0]); i++) {
		const char *rest = option_texts[i].text + strlen("%.*s");

		if (strcmp(option_texts[i].option, constraint->option) == 0)
			return arena_format(arena, "%.*s%s (option %s)", STRING_ARGUMENTS(display),
				rest, constraint->option);
	}
	return arena_format(
		arena, "option %s, for %.*s", constraint->option, STRING_ARGUMENTS(display));
}

static struct string constraint_text(const struct constraint *constraint, struct arena *arena)
{
	struct string display, text;

	switch (constraint->kind) {
	case CONSTRAINT_WRITTEN:
		text = flow_text(constraint->place, LONGEST_EXPRESSION, arena);
		return arena_format(arena, "constraint %.*s", STRING_ARGUMENTS(text));
	case CONSTRAINT_OPTION:
		return option_text(constraint, arena);
	case CONSTRAINT_IMPLIED:
		display = element_display(constraint->element, arena);
		return arena_format(arena, "%.*s is implied: its conditions force it to be present",
			STRING_ARGUMENTS(display));
	case CONSTRAINT_IMPLIES:
		display = element_display(constraint->element, arena);
		text = flow_text(constraint->place, LONGEST_EXPRESSION, arena);
		return arena_format(arena, "%.*s implies %.*s", STRING_ARGUMENTS(display),
			STRING_ARGUMENTS(text));
	}
	return STRING("");
}

struct string conflict_part_text(const struct conflict_part *part, struct arena *arena)
{
	static const char *const answers[] = {
		[CONFLICT_OPEN] = "is present exactly if its conditions hold",
		[CONFLICT_PRESENT] = "is present",
		[CONFLICT_ABSENT] = "is absent",
		[CONFLICT_ALWAYS] = "is always present: it has no conditions",
	};
	struct string display;

	if (part->constraint)
		return constraint_text(part->constraint, arena);
	display = element_display(part->element, arena);
	return arena_format(arena, "%.*s %s", STRING_ARGUMENTS(display), answers[part->answer]);
}

struct string conflict_text(const struct conflict_part *parts, size_t count, struct arena *arena)
{
	size_t told = count < MOST_TOLD ? count : MOST_TOLD;
	struct string text = {0};

	for (size_t i = 0; i < told; i++) {
		struct string part = conflict_part_text(&parts[i], arena);
		const char *link = i == 0 ? "" : count == 2 ? ", but " : "; ";

		text = arena_format(
			arena, "%.*s%s%.*s", STRING_ARGUMENTS(text), link, STRING_ARGUMENTS(part));
	}
	if (told < count)
		text = arena_format(
			arena, "%.*s; and %zu more", STRING_ARGUMENTS(text), count - told);
	if (count != 2)
		text = arena_format(arena, "%.*s%s", STRING_ARGUMENTS(text),
			count == 1 ? " cannot be met" : ", which exclude each other");
	return text;
}

struct node conflict_part_place(const struct conflict_part *part)
{
	const struct element *element = part->element;
	struct node conditions;

	if (part->constraint && !node_is_absent(part->constraint->place))
		return part->constraint->place;
	if (!element)
		return (struct node){0};
	conditions = stored_keyword(element->keywords, KEYWORD_CONDITIONS);
	if (!part->constraint && !node_is_absent(conditions))
		return conditions;
	while (node_is_absent(element->key) && element->container)
		element = element->container;
	return element->key;
}

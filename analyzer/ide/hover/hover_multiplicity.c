/* Hovers about how often something exists: node representations and relationships. */
#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/ide/hover/variant_multiplicity.h"

#include <math.h>

enum {
	MOST_PAIRS = 6
};

/* What is said of one variant: "3 relationships", and which. */
struct saying {
	struct string number;
	struct string detail;
};

static struct string numbered(struct arena *arena, double number, const char *noun)
{
	return arena_format(arena, "%.0f %s%s", number, noun, number == 1 ? "" : "s");
}

/* "app", or "app[2]" if there may be several. */
static void add_name(struct markdown *text, const struct multiplicity_node *node, double index)
{
	markdown_add_string(text, node->name);
	if (!node_is_null(node->count))
		markdown_add(text, "[%.0f]", index);
}

static void add_pair(struct markdown *text, const struct multiplicity_requirement *requirement,
	double source, double target, double targets)
{
	struct markdown pair = markdown_in(text->arena);
	add_name(&pair, requirement->source, source);
	markdown_add(&pair, " → ");
	if (target >= 0 && target < targets)
		add_name(&pair, requirement->target, target);
	else
		markdown_add(&pair, isnan(target) ? "?" : "✗");
	markdown_write(text, "%s`%.*s`", text->length > 0 ? ", " : "",
		STRING_ARGUMENTS(markdown_text(&pair)));
}

static struct string pairs(struct arena *arena, const struct representations *representations,
	const struct multiplicity_requirement *requirement, double sources, double targets)
{
	const struct relationships *relationships =
		representations_of_requirement(representations, requirement);
	bool is_mesh = relationships->pairing == PAIRING_MESH;
	struct markdown text = markdown_in(arena);
	unsigned shown = 0;
	for (double i = 0; i < sources; i++) {
		for (double j = 0; j < (is_mesh ? targets : 1); j++) {
			if (shown++ == MOST_PAIRS) {
				markdown_add(&text, ", …");
				return markdown_text(&text);
			}
			add_pair(&text, requirement, i,
				is_mesh ? j
					: representations_target_index(
						  representations, requirement, i),
				targets);
		}
	}
	return markdown_text(&text);
}

/* Which targets are selected is up to the orchestrator, unless it is all of them. */
static struct string choice(struct arena *arena, const struct multiplicity_requirement *requirement,
	double each, double targets)
{
	if (each == 0 || each > targets)
		return STRING("");
	struct string number = each == targets
				       ? arena_format(arena, "all %.0f", targets)
				       : arena_format(arena, "any %.0f of %.0f", each, targets);
	struct markdown text = markdown_in(arena);
	markdown_write(&text, "%s`%.*s` with %.*s `%.*s`",
		node_is_null(requirement->source->count) ? "" : "each ",
		STRING_ARGUMENTS(requirement->source->name), STRING_ARGUMENTS(number),
		STRING_ARGUMENTS(requirement->target->name));
	return markdown_text(&text);
}

static struct saying say_relationships(struct arena *arena,
	const struct representations *representations,
	const struct multiplicity_requirement *requirement)
{
	const struct relationships *relationships =
		representations_of_requirement(representations, requirement);
	struct saying saying = {STRING(""), STRING("")};
	if (relationships->all.state != COUNT_KNOWN)
		return saying;
	saying.number = numbered(arena, relationships->all.number, "relationship");
	const struct multiplicity_count *target =
		requirement->target ? representations_of_node(representations, requirement->target)
				    : NULL;
	if (!target || target->state != COUNT_KNOWN)
		return saying;
	bool is_long = relationships->all.number > MOST_PAIRS;
	bool is_free = relationships->pairing == PAIRING_FREE ||
		       (relationships->pairing == PAIRING_MESH && is_long);
	double sources = representations_of_node(representations, requirement->source)->number;
	saying.detail =
		is_free ? choice(arena, requirement, relationships->each.number, target->number)
			: pairs(arena, representations, requirement, sources, target->number);
	return saying;
}

static struct saying say_representations(struct arena *arena,
	const struct representations *representations, const struct multiplicity_node *node)
{
	const struct multiplicity_count *count = representations_of_node(representations, node);
	struct saying saying = {STRING(""), STRING("")};
	if (count->state == COUNT_KNOWN)
		saying.number = numbered(arena, count->number, "representation");
	return saying;
}

static bool is_same(struct saying a, struct saying b)
{
	return string_equal(a.number, b.number) && string_equal(a.detail, b.detail);
}

/* Each saying once, with the variants it is true for unless that is all of them. */
static void add_sayings(struct hover_context *context, const struct saying *sayings, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		bool is_first = sayings[i].number.length > 0;
		size_t same = 0, written = 0;
		for (size_t j = 0; j < count; j++) {
			same += is_same(sayings[i], sayings[j]);
			is_first = is_first && !(j < i && is_same(sayings[i], sayings[j]));
		}
		if (!is_first)
			continue;
		markdown_add(&context->text, "- %.*s", STRING_ARGUMENTS(sayings[i].number));
		for (size_t j = i; j < count && same < count; j++) {
			if (is_same(sayings[i], sayings[j])) {
				markdown_write(&context->text, "%s`%.*s`",
					written++ == 0 ? " under " : ", ",
					STRING_ARGUMENTS(
						analysis_variant(context->analysis, j)->name));
			}
		}
		if (sayings[i].detail.length > 0)
			markdown_add(&context->text, ": %.*s", STRING_ARGUMENTS(sayings[i].detail));
		markdown_add(&context->text, "\n");
	}
}

static bool is_multiple(const struct multiplicity_node *node)
{
	return node && !node_is_null(node->count);
}

static void add_requirement(struct hover_context *context,
	const struct variant_multiplicity *multiplicity,
	const struct multiplicity_requirement *requirement)
{
	size_t count = analysis_variant_count(context->analysis);
	struct saying *sayings = arena_allocate(context->arena, count + 1, sizeof(*sayings));
	if (!is_multiple(requirement->source) && !is_multiple(requirement->target) &&
		node_is_null(requirement->count))
		return;
	for (size_t i = 0; i < count; i++) {
		sayings[i] =
			say_relationships(context->arena, multiplicity->variants[i], requirement);
	}
	add_sayings(context, sayings, count);
}

static void add_node(struct hover_context *context, const struct variant_multiplicity *multiplicity,
	const struct multiplicity_node *node)
{
	size_t count = analysis_variant_count(context->analysis);
	struct saying *sayings = arena_allocate(context->arena, count + 1, sizeof(*sayings));
	for (size_t i = 0; is_multiple(node) && i < count; i++)
		sayings[i] = say_representations(context->arena, multiplicity->variants[i], node);
	add_sayings(context, sayings, count);
	for (uint32_t i = 0; i < node->requirement_count; i++) {
		size_t before = context->text.length;
		markdown_write(&context->text, "\nRequirement `%.*s`:\n",
			STRING_ARGUMENTS(node->requirements[i].name));
		size_t heading = context->text.length;
		add_requirement(context, multiplicity, &node->requirements[i]);
		if (context->text.length == heading)
			context->text.length = before;
	}
}

static void add_at(struct hover_context *context, const struct variant_multiplicity *multiplicity,
	struct node key)
{
	const struct multiplicity *read = multiplicity->multiplicity;
	for (uint32_t i = 0; i < read->node_count; i++) {
		if (node_equal_place(read->nodes[i].key, key)) {
			add_node(context, multiplicity, &read->nodes[i]);
			return;
		}
	}
	for (uint32_t i = 0; i < read->requirement_count; i++) {
		if (node_equal_place(read->requirements[i].key, key)) {
			add_requirement(context, multiplicity, &read->requirements[i]);
			return;
		}
	}
}

void hover_multiplicity(struct hover_context *context, struct node key)
{
	const struct variant_multiplicity *multiplicity =
		variant_multiplicity_create(context->analysis, context->arena);
	struct hover_context own = *context;
	own.text = markdown_in(context->arena);
	if (multiplicity)
		add_at(&own, multiplicity, key);
	if (own.text.length == 0)
		return;
	if (context->text.length == 0)
		markdown_write(&context->text, "**%.*s**\n", STRING_ARGUMENTS(node_text(key)));
	markdown_add(&context->text, "\n");
	markdown_add_string(&context->text, markdown_text(&own.text));
}

/* Hovers about presets: the inputs they set, what they keep, and what they switch. */
#include "analyzer/ide/hover/hover_parts.h"

enum {
	MOST_NAMES = 20
};

/* A list of elements that grows: how many, and the names of the first. */
struct listing {
	struct markdown names;
	size_t count;
};

static void list(struct listing *listing, struct string name)
{
	listing->count++;
	if (listing->count <= MOST_NAMES) {
		markdown_write(&listing->names, "%s`%.*s`", listing->count > 1 ? ", " : "",
			STRING_ARGUMENTS(name));
	}
}

static void add_listing(
	struct hover_context *context, const char *title, const struct listing *listing)
{
	if (listing->count > 0) {
		markdown_add(&context->text, "%s%.*s%s", title,
			STRING_ARGUMENTS(markdown_text(&listing->names)),
			listing->count > MOST_NAMES ? ", …" : "");
	}
}

/* How many elements the variant keeps, and which nodes it switches off. */
static void add_kept(struct hover_context *context, size_t variant)
{
	struct elements elements = analysis_elements(context->analysis);
	struct listing absent = {.names = markdown_in(context->arena)};
	size_t all = 0, present = 0;
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		if (element->is_synthetic)
			continue;
		enum presence presence = analysis_presence(context->analysis, variant, element);
		all++;
		present += presence == PRESENCE_PRESENT;
		if (element->kind == ELEMENT_NODE && presence == PRESENCE_ABSENT)
			list(&absent, element->name);
	}
	markdown_add(&context->text, "\nKeeps %zu of %zu elements.", present, all);
	add_listing(context, " Absent nodes: ", &absent);
	markdown_add(&context->text, "\n");
}

/* What the variant is compared with: the active one, or the first other that can be resolved. */
static bool find_other(const struct analysis *analysis, size_t variant, size_t *other)
{
	*other = analysis_active_variant(analysis);
	for (size_t i = 0;
		*other == variant || analysis_variant(analysis, *other)->error.length > 0; i++) {
		if (i == analysis_variant_count(analysis))
			return false;
		*other = i;
	}
	return true;
}

/* What one variant keeps and another does not: the nodes by name, the rest by number. Types come
 * and go with what they are types of. */
struct difference {
	struct listing nodes;
	size_t counts[ELEMENT_KIND_COUNT];
};

static void note(struct difference *difference, const struct element *element)
{
	if (element->kind == ELEMENT_NODE)
		list(&difference->nodes, element->name);
	else if (element->kind != ELEMENT_TYPE)
		difference->counts[element->kind]++;
}

static bool add_difference(
	struct hover_context *context, const char *verb, const struct difference *difference)
{
	size_t start = context->text.length;
	const char *noun = difference->nodes.count == 1 ? "the node " : "the nodes ";
	markdown_add(&context->text, " %s ", verb);
	size_t found = difference->nodes.count > 0;
	add_listing(context, noun, &difference->nodes);
	for (int i = 0; i < ELEMENT_KIND_COUNT; i++) {
		const struct element_kind_row *row = element_kind_row((enum element_kind)i);
		size_t count = difference->counts[i];
		if (count > 0) {
			markdown_add(&context->text, "%s%zu %s", found > 0 ? ", " : "", count,
				count == 1 ? row->name : row->plural);
			found++;
		}
	}
	if (found == 0)
		context->text.length = start;
	return found > 0;
}

static void add_switched(struct hover_context *context, size_t variant)
{
	const struct analysis *analysis = context->analysis;
	struct elements elements = analysis_elements(analysis);
	struct difference on = {.nodes = {.names = markdown_in(context->arena)}};
	struct difference off = {.nodes = {.names = markdown_in(context->arena)}};
	bool differs = false;
	size_t other;
	if (!find_other(analysis, variant, &other))
		return;
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		enum presence here = analysis_presence(analysis, variant, element);
		enum presence there = analysis_presence(analysis, other, element);
		if (element->is_synthetic || here == there)
			continue;
		differs = differs || here == PRESENCE_PRESENT || there == PRESENCE_PRESENT;
		if (here == PRESENCE_PRESENT)
			note(&on, element);
		else if (there == PRESENCE_PRESENT)
			note(&off, element);
	}
	struct string name = analysis_variant(analysis, other)->name;
	if (!differs) {
		markdown_write(
			&context->text, "\nThe same elements as `%.*s`.\n", STRING_ARGUMENTS(name));
		return;
	}
	markdown_write(&context->text, "\nCompared with `%.*s`:", STRING_ARGUMENTS(name));
	bool adds = add_difference(context, "adds", &on);
	add_difference(context, adds ? "and removes" : "removes", &off);
	markdown_add(&context->text, "\n");
}

static void add_effect(struct hover_context *context, struct string name)
{
	const struct analysis *analysis = context->analysis;
	for (size_t i = 0; analysis && i < analysis_variant_count(analysis); i++) {
		const struct variant *variant = analysis_variant(analysis, i);
		if (variant->origin != VARIANT_PRESET || !string_equal(variant->name, name))
			continue;
		if (variant->error.length > 0) {
			struct string error = variant_error_text(variant, context->text.arena);
			markdown_write(&context->text, "\nCannot be resolved: %.*s\n",
				STRING_ARGUMENTS(error));
			return;
		}
		add_kept(context, i);
		add_switched(context, i);
	}
}

static void add_inputs(struct hover_context *context, struct node inputs)
{
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;
	if (count > 0)
		markdown_add(&context->text, "\n| Input | Value |\n|---|---|\n");
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry input = node_entry(inputs, i);
		markdown_add(&context->text, "| ");
		markdown_add_cell(&context->text, node_text(input.key));
		markdown_add(&context->text, " | ");
		markdown_add_code_cell(
			&context->text, syntax_tree_text(input.value.tree, node_range(input.value),
						context->arena));
		markdown_add(&context->text, " |\n");
	}
}

void hover_preset(struct hover_context *context, struct string name)
{
	struct name_entry entry = names_find(context->names, DECLARED_PRESET, name);
	if (node_is_absent(entry.key))
		return;
	markdown_write(&context->text, "**Preset \"%.*s\"**", STRING_ARGUMENTS(name));
	struct node title = node_get(entry.value, "name");
	struct node description = node_get(entry.value, "description");
	if (node_kind(title) == NODE_SCALAR)
		markdown_write(&context->text, ": %.*s", STRING_ARGUMENTS(node_text(title)));
	markdown_add(&context->text, "\n");
	if (node_kind(description) == NODE_SCALAR && !node_is_null(description))
		markdown_add_description(&context->text, node_text(description));
	add_inputs(context, node_get(entry.value, "inputs"));
	add_effect(context, name);
}

/* Hovers about expressions: their value under every variant, and that of each part. */
#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/ide/hover/variant_groups.h"
#include "analyzer/ide/hover/variant_value.h"
#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/syntax/tree/flow_text.h"

enum {
	MOST_PARTS = 16,
	MOST_VISITED = 4096, /* nodes; aliases multiply them */
	MOST_COLUMNS = 6,
	MOST_NAMES = 3, /* of variants above a column */
	LONGEST_PART = 60,
};

/* An expression within an expression. */
struct part {
	struct node expression;
	unsigned depth;
};

struct parts {
	struct part items[MOST_PARTS];
	size_t count;
	size_t more; /* for which there is no room */
	size_t visited;
};

/* In the order of the text, each before what it is made of. */
static void collect(struct parts *parts, struct node node, unsigned depth)
{
	if (parts->visited++ >= MOST_VISITED)
		return;
	struct expression_operator found = expression_operator(node, true);
	if (found.op != OPERATOR_NONE) {
		if (parts->count < MOST_PARTS)
			parts->items[parts->count++] = (struct part){node, depth};
		else
			parts->more++;
		collect(parts, found.operand, depth + 1);
	} else if (node_kind(node) == NODE_SEQUENCE) {
		for (uint32_t i = 0; i < node_count(node); i++)
			collect(parts, node_item(node, i), depth);
	}
}

/* A row for each part, a column for the variants for which all parts are the same. */
static void add_columns(struct hover_context *context, const struct parts *parts,
	const struct string *values, const struct variant_group *groups, size_t count)
{
	markdown_add(&context->text, "\n| Part |");
	for (size_t i = 0; i < count; i++) {
		markdown_add(&context->text, " ");
		variant_group_add(&context->text, context->analysis, groups[i], MOST_NAMES);
		markdown_add(&context->text, " |");
	}
	markdown_add(&context->text, "\n|---|");
	for (size_t i = 0; i < count; i++)
		markdown_add(&context->text, "---|");
	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->items[i];
		markdown_add(&context->text, "\n| ");
		for (unsigned depth = 0; depth < part->depth; depth++)
			markdown_add(&context->text, "· ");
		markdown_add_code_cell(
			&context->text, flow_text(part->expression, LONGEST_PART, context->arena));
		markdown_add(&context->text, " |");
		for (size_t k = 0; k < count; k++) {
			markdown_add(&context->text, " ");
			markdown_add_cell(
				&context->text, values[groups[k].variants[0] * MOST_PARTS + i]);
			markdown_add(&context->text, " |");
		}
	}
	markdown_add(&context->text, "\n");
	if (parts->more > 0)
		markdown_add(&context->text, "\n*… and %zu more parts*\n", parts->more);
}

/* False if there are too many columns, or variants left unnamed: some of them are shown then. */
static bool add_parts(
	struct hover_context *context, struct variant_values *values, const struct parts *parts)
{
	size_t all = analysis_variant_count(context->analysis);
	struct string *cells = arena_allocate(context->arena, all * MOST_PARTS + 1, sizeof(*cells));
	struct string *columns = arena_allocate(context->arena, all + 1, sizeof(*columns));
	size_t count = 0;
	bool is_whole;
	for (size_t variant = 0; variant < all; variant++) {
		struct markdown column = markdown_in(context->arena);
		for (size_t i = 0; i < parts->count; i++) {
			struct string *cell = &cells[variant * MOST_PARTS + i];
			*cell = variant_value_of_expression(
				values, variant, parts->items[i].expression);
			markdown_add_code_cell(&column, *cell);
			markdown_add(&column, "|");
		}
		columns[variant] = markdown_text(&column);
	}
	const struct variant_group *groups =
		variant_groups_find(context->analysis, columns, context->arena, &count);
	is_whole = count <= MOST_COLUMNS;
	for (size_t i = 0; i < count; i++)
		is_whole =
			is_whole && (groups[i].count <= MOST_NAMES + 1 || groups[i].count == all);
	add_columns(context, parts, cells, groups, count < MOST_COLUMNS ? count : MOST_COLUMNS);
	return is_whole;
}

static void add_values(struct hover_context *context, struct variant_values *values,
	struct node expression, struct string input)
{
	size_t all = analysis_variant_count(context->analysis);
	struct string *sayings = arena_allocate(context->arena, all + 1, sizeof(*sayings));
	size_t count = 0;
	for (size_t i = 0; i < all; i++)
		sayings[i] = node_is_absent(expression)
				     ? variant_value_of_input(values, i, input)
				     : variant_value_of_expression(values, i, expression);
	const struct variant_group *groups =
		variant_groups_find(context->analysis, sayings, context->arena, &count);
	if (count > 0)
		markdown_add(&context->text, "\n| Variant | Value |\n|---|---|\n");
	for (size_t i = 0; i < count; i++) {
		markdown_add(&context->text, "| ");
		variant_group_add(&context->text, context->analysis, groups[i], all);
		markdown_add(&context->text, " | `");
		markdown_add_cell(&context->text, sayings[groups[i].variants[0]]);
		markdown_add(&context->text, "` |\n");
	}
}

void hover_values_of_input(struct hover_context *context, struct string input)
{
	if (context->analysis) {
		struct variant_values *values =
			variant_values_create(context->analysis, context->arena);
		add_values(context, values, (struct node){0}, input);
		variant_values_destroy(values);
	}
}

void hover_values_of_expression(struct hover_context *context, struct node expression)
{
	if (!context->analysis || node_is_absent(expression))
		return;
	struct variant_values *values = variant_values_create(context->analysis, context->arena);
	struct parts parts = {.count = 0};
	collect(&parts, expression, 0);
	bool several =
		parts.count > 1 || (parts.count > 0 && node_kind(expression) == NODE_SEQUENCE);
	struct hover_context table = *context;
	table.text = markdown_in(context->arena);
	bool tells_all = several && add_parts(&table, values, &parts);
	if (node_kind(expression) == NODE_MAPPING && !tells_all)
		add_values(context, values, expression, STRING(""));
	markdown_add_string(&context->text, markdown_text(&table.text));
	variant_values_destroy(values);
}

void hover_expression(struct hover_context *context, struct string name)
{
	struct name_entry entry = names_find(context->names, DECLARED_EXPRESSION, name);
	if (node_is_absent(entry.key))
		return;
	markdown_write(&context->text, "**Expression \"%.*s\"**\n", STRING_ARGUMENTS(name));
	markdown_add_yaml(&context->text,
		syntax_tree_text(entry.value.tree, node_range(entry.value), context->arena));
	if (context->analysis) {
		const struct syntax_tree *tree = analysis_tree(context->analysis);
		hover_values_of_expression(
			context, names_find(tree, DECLARED_EXPRESSION, name).value);
	}
}

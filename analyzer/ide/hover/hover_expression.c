/* Hovers about expressions: their value under every variant, and that of each part. */
#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/ide/hover/variant_value.h"
#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/syntax/tree/flow_text.h"

enum {
	MOST_PARTS = 16,
	MOST_COLUMNS = 6,
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
};

/* In the order of the text, each before what it is made of. */
static void collect(struct parts *parts, struct node node, unsigned depth)
{
	if (parts->count == MOST_PARTS)
		return;
	struct expression_operator found = expression_operator(node, true);
	if (found.op != OPERATOR_NONE) {
		parts->items[parts->count++] = (struct part){node, depth};
		collect(parts, found.operand, depth + 1);
	} else if (node_kind(node) == NODE_SEQUENCE) {
		for (uint32_t i = 0; i < node_count(node); i++)
			collect(parts, node_item(node, i), depth);
	}
}

static void add_variant(struct markdown *text, const struct analysis *analysis, size_t variant)
{
	markdown_add_cell(text, analysis_variant(analysis, variant)->name);
	bool is_active = variant == analysis_active_variant(analysis);
	markdown_add(text, "%s", is_active ? " (active)" : "");
}

/* A row for each part, a column for each variant. */
static void add_parts(
	struct hover_context *context, struct variant_values *values, const struct parts *parts)
{
	size_t count = analysis_variant_count(context->analysis);
	size_t columns = count < MOST_COLUMNS ? count : MOST_COLUMNS;
	markdown_add(&context->text, "\n| Part |");
	for (size_t i = 0; i < columns; i++) {
		markdown_add(&context->text, " ");
		add_variant(&context->text, context->analysis, i);
		markdown_add(&context->text, " |");
	}
	markdown_add(&context->text, "\n|---|");
	for (size_t i = 0; i < columns; i++)
		markdown_add(&context->text, "---|");
	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->items[i];
		markdown_add(&context->text, "\n| ");
		for (unsigned depth = 0; depth < part->depth; depth++)
			markdown_add(&context->text, "· ");
		markdown_add_code_cell(
			&context->text, flow_text(part->expression, LONGEST_PART, context->arena));
		markdown_add(&context->text, " |");
		for (size_t variant = 0; variant < columns; variant++) {
			markdown_add(&context->text, " ");
			markdown_add_cell(&context->text,
				variant_value_of_expression(values, variant, part->expression));
			markdown_add(&context->text, " |");
		}
	}
	markdown_add(&context->text, "\n");
}

static void add_values(struct hover_context *context, struct variant_values *values,
	struct node expression, struct string input)
{
	struct markdown table = markdown_in(context->arena);
	for (size_t i = 0; i < analysis_variant_count(context->analysis); i++) {
		struct string value = node_is_absent(expression)
					      ? variant_value_of_input(values, i, input)
					      : variant_value_of_expression(values, i, expression);
		if (value.length == 0)
			continue;
		if (table.length == 0)
			markdown_add(&table, "\n| Variant | Value |\n|---|---|\n");
		markdown_add(&table, "| ");
		add_variant(&table, context->analysis, i);
		markdown_add(&table, " | `");
		markdown_add_cell(&table, value);
		markdown_add(&table, "` |\n");
	}
	markdown_add_string(&context->text, markdown_text(&table));
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
	bool all_fit = several && analysis_variant_count(context->analysis) <= MOST_COLUMNS;
	if (node_kind(expression) == NODE_MAPPING && !all_fit)
		add_values(context, values, expression, STRING(""));
	if (several)
		add_parts(context, values, &parts);
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

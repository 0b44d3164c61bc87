/* Hovers about variability options: what they mean, and their value in this template. */
#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/variability/elements/options.h"

/* The value of an option that is not given, and where it comes from. */
static void add_origin(
	struct hover_context *context, struct option_effect effect, const struct syntax_tree *tree)
{
	const char *value = effect.value ? "true" : "false";
	enum definitions_version version = place_version(tree);
	switch (effect.origin) {
	case ORIGIN_MODE:
		markdown_write(&context->text, "\nHere: `%s`, by the pruning mode `%.*s`\n", value,
			STRING_ARGUMENTS(effect.from));
		break;
	case ORIGIN_WIDER:
		markdown_write(&context->text, "\nHere: `%s`, as `%.*s`\n", value,
			STRING_ARGUMENTS(effect.from));
		break;
	case ORIGIN_VERSION:
		markdown_add(&context->text, "\nHere: `%s`, the default in `%s`\n", value,
			definitions_version_row(version)->name);
		break;
	case ORIGIN_UNKNOWN:
		break;
	}
}

void hover_option_effect(struct hover_context *context, struct string name)
{
	struct node map = node_get(names_variability(context->names), "options");
	struct node given = node_find(map, name).value;
	if (!node_is_null(given)) {
		markdown_write(&context->text, "\nHere: `%.*s`, as given\n",
			STRING_ARGUMENTS(syntax_tree_text(
				context->tree, node_range(given), context->arena)));
		/* What it would be otherwise is said by the rest. */
		return;
	}
	struct problems ignored = {.arena = context->arena};
	struct options options;
	enum definitions_version version = place_version(context->tree);
	options_read(&options, definitions_version_row(version)->version_class, map, &ignored);
	add_origin(context, options_effect(&options, name, context->arena), context->tree);
}

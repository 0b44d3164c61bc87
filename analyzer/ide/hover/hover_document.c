/* Hovers about elements and variability inputs. */
#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/ide/hover/reason.h"

#include "analyzer/variability/space/space_text.h"

static struct string written(const struct hover_context *context, struct node node)
{
	return syntax_tree_text(node.tree, node_range(node), context->arena);
}

static void add_description(struct hover_context *context, struct node value)
{
	struct node description = node_get(value, "description");
	if (node_kind(description) == NODE_SCALAR && !node_is_null(description))
		markdown_add_description(&context->text, node_text(description));
}

static void add_witness(
	struct hover_context *context, const char *words, space_assignment assignment)
{
	if (assignment)
		markdown_add(&context->text, "%s `%.*s`", words,
			STRING_ARGUMENTS(
				space_assignment_text(context->space, assignment, context->arena)));
}

/* Under all inputs, and an assignment that shows it for each side. */
static void add_when(struct hover_context *context, const struct element *element)
{
	struct space_presence presence = space_presence(context->space, element, context->arena);
	struct string condition = space_condition(context->space, element);
	struct markdown *text = &context->text;

	switch (presence.when) {
	case WHEN_ALWAYS:
		markdown_add(text, "\nAlways present, whatever the inputs are\n");
		break;
	case WHEN_NEVER:
		if (space_always_fails(context->space))
			markdown_add(text, "\nNothing can be resolved, whatever the inputs are\n");
		else
			markdown_add(text, "\nNever present, whatever the inputs are\n");
		break;
	case WHEN_VARIES:
		markdown_add(text, condition.length > 0 ? "\nPresent when `%.*s`" : "\nPresent%.*s",
			STRING_ARGUMENTS(condition));
		add_witness(context, condition.length > 0 ? ": for" : " for", presence.present);
		add_witness(context, ", not for", presence.absent);
		markdown_add(text, "\n");
		break;
	case WHEN_UNKNOWN:
		break;
	}
}

void hover_element(struct hover_context *context, const struct element *element)
{
	const struct analysis *analysis = context->analysis;
	markdown_write(&context->text, "**%.*s** `%.*s`\n",
		STRING_ARGUMENTS(element_title(element, context->arena)),
		STRING_ARGUMENTS(element_id(element, context->arena)));
	struct node value = analysis_node(analysis, element->value);
	struct node type = node_get(value, "type");
	if (node_kind(type) == NODE_SCALAR)
		markdown_write(
			&context->text, "\nType `%.*s`\n", STRING_ARGUMENTS(node_text(type)));
	add_description(context, value);
	struct node conditions = node_get(value, "conditions");
	if (!node_is_null(conditions)) {
		markdown_add(&context->text, "\nPresent if\n");
		markdown_add_yaml(&context->text, written(context, conditions));
	}
	if (analysis_is_variable(analysis)) {
		markdown_add(&context->text, "\n");
		reason_table(&context->text, analysis, element);
	}
	if (context->space)
		add_when(context, element); /* may be long: the active variant comes first */
}

void hover_variability_input(struct hover_context *context, struct string name)
{
	struct name_entry entry = names_find(context->names, DECLARED_VARIABILITY_INPUT, name);
	if (node_is_absent(entry.key))
		return;
	markdown_write(&context->text, "**Variability input \"%.*s\"**", STRING_ARGUMENTS(name));
	struct node type = node_get(entry.value, "type");
	if (node_kind(type) == NODE_SCALAR)
		markdown_write(&context->text, ": `%.*s`", STRING_ARGUMENTS(node_text(type)));
	markdown_add(&context->text, "\n");
	add_description(context, entry.value);
	struct node constraints = node_get(entry.value, "constraints");
	if (!node_is_null(constraints))
		markdown_add_yaml(&context->text, written(context, constraints));
	struct node standard = node_get(entry.value, "default");
	if (!node_is_absent(standard)) {
		markdown_write(&context->text, "\nDefault: `%.*s`\n",
			STRING_ARGUMENTS(written(context, standard)));
	}
	hover_values_of_input(context, name);
}

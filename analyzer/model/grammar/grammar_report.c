/* How the walk words what it finds. */
#include "analyzer/model/grammar/grammar_walker.h"

struct diagnostic *grammar_report(struct grammar_walker *walker, enum diagnostic_code code,
	struct node node, const char *format, ...)
{
	if (walker->visit_name)
		return NULL;
	if (!node_is_absent(walker->alias)) {
		if (walker->alias_has_mistake)
			return NULL;
		walker->alias_has_mistake = true;
		node = walker->alias;
	}
	if (!walker->every_section && node.reference.section != walker->section)
		return NULL;
	va_list arguments;
	va_start(arguments, format);
	struct string message = arena_format_list(walker->diagnostics->arena, format, arguments);
	va_end(arguments);
	return diagnostics_add(walker->diagnostics, code, node, "%.*s", STRING_ARGUMENTS(message));
}

const char *grammar_node_description(struct node node)
{
	switch (node_kind(node)) {
	case NODE_MAPPING:
		return "a map";
	case NODE_SEQUENCE:
		return "a list";
	case NODE_ABSENT:
		return "nothing";
	case NODE_SCALAR:
		break;
	}
	switch (node_scalar_type(node)) {
	case SCALAR_NULL:
		return "nothing";
	case SCALAR_BOOLEAN:
		return "a Boolean";
	case SCALAR_INTEGER:
		return "an integer";
	case SCALAR_FLOAT:
		return "a number";
	case SCALAR_TIMESTAMP:
		return "a timestamp";
	case SCALAR_STRING:
		return node_text(node).length > 0 ? "a string" : "an empty text";
	}
	return "";
}

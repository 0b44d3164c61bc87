#include "analyzer/model/values/port_spec_check.h"

/* "MUST have a value … within the numeric range specified" beside it. */
static void check_port(
	struct value_checker *checker, struct node value, const char *port, const char *range)
{
	struct node number = node_get(value, port);
	struct node bounds = node_get(value, range);
	double lower = node_number(node_item(bounds, 0));
	double upper = node_number(node_item(bounds, 1));
	bool is_below = node_number(number) < lower;
	bool is_above = node_number(number) > upper;
	if (node_kind(bounds) != NODE_SEQUENCE || (!is_below && !is_above))
		return;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_CONSTRAINT_VIOLATED, number,
		"\"%s\" is not in the \"%s\" [%.*s, %.*s]", port, range,
		STRING_ARGUMENTS(node_text(node_item(bounds, 0))),
		STRING_ARGUMENTS(node_text(node_item(bounds, 1))))
		->severity = DIAGNOSTIC_WARNING;
}

void port_spec_check(
	struct value_checker *checker, struct node key, struct node value, struct string name)
{
	static const char *const ports[] = {"target", "target_range", "source", "source_range"};
	bool has_any = false;
	for (size_t i = 0; i < sizeof(ports) / sizeof(*ports); i++)
		has_any = has_any || !node_is_null(node_get(value, ports[i]));
	if (!has_any && !checker->is_default)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_MISSING_PROPERTY,
			node_is_absent(key) ? value : key,
			"\"%.*s\" needs one of \"target\", \"target_range\", \"source\" and "
			"\"source_range\"",
			STRING_ARGUMENTS(name))
			->severity = DIAGNOSTIC_WARNING;
	check_port(checker, value, "target", "target_range");
	check_port(checker, value, "source", "source_range");
}

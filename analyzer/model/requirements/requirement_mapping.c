#include "analyzer/model/requirements/requirement_mapping.h"

static bool is_pair(struct node pair, struct string node_template, struct string requirement)
{
	return string_equal(node_text(node_item(pair, 0)), node_template) &&
	       string_equal(node_text(node_item(pair, 1)), requirement);
}

/* "[ node, requirement ]", in long notation, or a list of such pairs. */
static bool is_target(struct node target, struct string node_template, struct string requirement)
{
	struct node mapping = node_get(target, "mapping");
	target = node_is_null(mapping) ? target : mapping;
	if (node_kind(node_item(target, 0)) != NODE_SEQUENCE)
		return is_pair(target, node_template, requirement);
	for (uint32_t i = 0; i < node_count(target); i++)
		if (is_pair(node_item(target, i), node_template, requirement))
			return true;
	return false;
}

bool requirement_is_mapped(
	struct node mappings, struct string node_template, struct string requirement)
{
	for (uint32_t i = 0; i < node_count(mappings); i++) {
		struct node target = node_kind(mappings) == NODE_MAPPING
					     ? node_entry(mappings, i).value
					     : node_entry(node_item(mappings, i), 0).value;
		if (is_target(target, node_template, requirement))
			return true;
	}
	return false;
}

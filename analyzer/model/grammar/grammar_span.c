/* Which entries of a map or list reach into the section that is checked. */
#include "analyzer/model/grammar/grammar_subject.h"

static uint32_t section_of_child(struct node parent, uint32_t position)
{
	struct node child = node_kind(parent) == NODE_MAPPING ? node_entry(parent, position).key
							      : node_item(parent, position);
	return child.reference.section;
}

struct grammar_span grammar_span_to_check(const struct grammar_walker *walker, struct node parent)
{
	uint32_t count = node_count(parent);
	if (walker->every_section || !node_is_absent(walker->alias))
		return (struct grammar_span){0, count};
	uint32_t low = 0;
	uint32_t high = count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (section_of_child(parent, middle) < walker->section)
			low = middle + 1;
		else
			high = middle;
	}
	/* The one before may begin in an earlier section and reach into this one. */
	uint32_t first = low > 0 ? low - 1 : 0;
	uint32_t end = low;
	while (end < count && section_of_child(parent, end) <= walker->section)
		end++;
	return (struct grammar_span){first, end};
}

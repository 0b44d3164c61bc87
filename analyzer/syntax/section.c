#include "analyzer/syntax/section.h"

#include "analyzer/syntax/mapping_index.h"
#include "analyzer/syntax/outline.h"
#include "analyzer/syntax/section_events.h"
#include "solver/memory.h"

struct section *section_create(struct section_scratch *scratch, enum section_role role,
	struct string text, bool is_sequence)
{
	struct section *section = section_begin(scratch, role, text);

	if (role == SECTION_PREAMBLE) {
		section->key = NO_NODE;
		section->value = scratch_add_missing_value(scratch, (uint32_t)text.length);
		scratch->nodes[section->value].kind = is_sequence ? RAW_SEQUENCE : RAW_MAPPING;
		scratch->nodes[section->value].flags = RAW_IS_SPINE;
	} else if (role == SECTION_REST) {
		section->key = section->value = NO_NODE;
		if (outline_has_content(section->text, 0))
			scratch_add_error(scratch, SYNTAX_ERROR_SEVERAL_DOCUMENTS,
				(struct range){0, 3}, (struct range){0},
				STRING("only the first document of a file is read"));
	} else {
		scratch_set_source(scratch, section->text);
		section_read_events(scratch, section);
		scratch_find_top_nodes(scratch, section, role, is_sequence);
		section_check_keys(scratch, section);
	}
	section_finish(scratch, section);
	return section;
}

struct section *section_retain(struct section *section)
{
	atomic_fetch_add_explicit(&section->references, 1, memory_order_relaxed);
	return section;
}

void section_release(struct section *section)
{
	if (!section || atomic_fetch_sub(&section->references, 1) != 1)
		return;
	arena_destroy(section->arena);
	memory_release(section);
}

static bool same_properties(const struct section *a, const struct raw_node *in_a,
	const struct section *b, const struct raw_node *in_b)
{
	if (in_a->properties == NO_NODE || in_b->properties == NO_NODE)
		return in_a->properties == in_b->properties;
	return string_equal(a->properties[in_a->properties].anchor,
		       b->properties[in_b->properties].anchor) &&
	       string_equal(
		       a->properties[in_a->properties].tag, b->properties[in_b->properties].tag);
}

bool section_same_shape(const struct section *a, const struct section *b)
{
	if (a->role != b->role || a->node_count != b->node_count || a->key != b->key ||
		a->value != b->value)
		return false;
	for (uint32_t i = 0; i < a->node_count; i++) {
		const struct raw_node *x = &a->nodes[i];
		const struct raw_node *y = &b->nodes[i];

		if (x->kind != y->kind || x->parent != y->parent || x->key != y->key ||
			x->child_count != y->child_count || x->flags != y->flags ||
			!same_properties(a, x, b, y))
			return false;
		if ((x->kind == RAW_ALIAS || (x->flags & RAW_IS_KEY)) &&
			!string_equal(x->text, y->text))
			return false;
	}
	return true;
}

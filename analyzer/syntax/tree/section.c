#include "analyzer/syntax/tree/section.h"

#include "analyzer/syntax/tree/mapping_index.h"
#include "analyzer/syntax/tree/section_events.h"
#include "base/memory.h"

#include <string.h>

static struct string stray_message(const struct outline_stray *stray)
{
	if (stray->is_tabbed)
		return STRING("tabs cannot indent, use spaces");
	if (stray->in_list)
		return STRING("did not find '-' before an item, nor ':' behind a key");
	return STRING("did not find ':' behind a key");
}

static void report_strays(struct section_scratch *scratch, struct section *section,
	const struct section_source *source)
{
	for (uint32_t i = 0; i < source->stray_count; i++) {
		const struct outline_stray *stray = &source->strays[i];
		struct range range = {
			stray->text.start - source->start, stray->text.end - source->start};

		scratch_add_error(
			scratch, SYNTAX_ERROR_YAML, range, (struct range){0}, stray_message(stray));
	}
	section->stray_count = source->stray_count;
}

static void parse(struct section_scratch *scratch, struct section *section, struct string text,
	bool is_sequence)
{
	scratch_set_source(scratch, text);
	section_read_events(scratch, section);
	scratch_find_top_nodes(scratch, section, section->role, is_sequence);
}

/* With blanks in place of stray lines: all else stays where it is. */
static void parse_without_strays(struct section_scratch *scratch, struct section *section,
	const struct section_source *source, bool is_sequence)
{
	size_t length = source->text.length;
	char *bytes = memory_allocate(length + 1, 1);

	memcpy(bytes, source->text.bytes, length);
	for (uint32_t i = 0; i < source->stray_count; i++) {
		uint32_t end = source->strays[i].lines.end - source->start;

		for (uint32_t at = source->strays[i].lines.start - source->start; at < end; at++)
			if (bytes[at] != '\n' && bytes[at] != '\r')
				bytes[at] = ' ';
	}
	section_restart(scratch, section);
	report_strays(scratch, section, source);
	parse(scratch, section, (struct string){bytes, length}, is_sequence);
	memory_release(bytes);
}

struct section *section_create(struct section_scratch *scratch, enum section_role role,
	const struct section_source *source, bool is_sequence)
{
	struct section *section = section_begin(scratch, role, source->text);

	switch (role) {
	case SECTION_PREAMBLE:
		section->key = NO_NODE;
		section->value = scratch_add_missing_value(scratch, (uint32_t)source->text.length);
		scratch->nodes[section->value].kind = is_sequence ? RAW_SEQUENCE : RAW_MAPPING;
		scratch->nodes[section->value].flags = RAW_IS_SPINE;
		report_strays(scratch, section, source);
		break;
	case SECTION_REST:
		section->key = section->value = NO_NODE;
		if (outline_has_content(section->text, 0))
			scratch_add_error(scratch, SYNTAX_ERROR_SEVERAL_DOCUMENTS,
				(struct range){0, 3}, (struct range){0},
				STRING("only the first document of a file is read"));
		break;
	default:
		parse(scratch, section, section->text, is_sequence);
		/* In front of the entries of a branch there can be no value. */
		if (source->stray_count && (role == SECTION_BRANCH || scratch->error_count))
			parse_without_strays(scratch, section, source, is_sequence);
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

const struct raw_properties *section_properties(const struct section *section, uint32_t node)
{
	static const struct raw_properties none = {NO_NODE, {"", 0}, {"", 0}};
	uint32_t low = 0;
	uint32_t high = section->property_count;

	if (!(section->nodes[node].flags & RAW_HAS_PROPERTIES))
		return &none;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (section->properties[middle].node <= node)
			low = middle;
		else
			high = middle;
	}
	return &section->properties[low];
}

static bool same_properties(const struct section *a, const struct section *b, uint32_t node)
{
	const struct raw_properties *x = section_properties(a, node);
	const struct raw_properties *y = section_properties(b, node);

	return string_equal(x->anchor, y->anchor) && string_equal(x->tag, y->tag);
}

/* What is broken is left out, or keeps readers from missing what may have been meant. */
static bool same_mistakes(const struct section *a, const struct section *b)
{
	return a->error_count == b->error_count && a->stray_count == b->stray_count &&
	       a->lacks_colon == b->lacks_colon;
}

bool section_same_shape(const struct section *a, const struct section *b)
{
	if (!same_mistakes(a, b) || a->role != b->role || a->node_count != b->node_count ||
		a->key != b->key || a->value != b->value)
		return false;
	for (uint32_t i = 0; i < a->node_count; i++) {
		const struct raw_node *x = &a->nodes[i];
		const struct raw_node *y = &b->nodes[i];

		if (x->kind != y->kind || x->parent != y->parent || x->key != y->key ||
			raw_child_count(x) != raw_child_count(y) ||
			(x->flags | RAW_IS_DECODED) != (y->flags | RAW_IS_DECODED) ||
			!same_properties(a, b, i))
			return false;
		if ((x->kind == RAW_ALIAS || (x->flags & RAW_IS_KEY)) &&
			!string_equal(raw_text(a, x), raw_text(b, y)))
			return false;
	}
	return true;
}

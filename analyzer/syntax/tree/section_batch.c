/* Several sections at once. */
#include "analyzer/syntax/tree/mapping_index.h"
#include "analyzer/syntax/tree/section_events.h"

struct batch {
	struct section_scratch *scratch;
	enum section_role role;
	struct string text;
	const uint32_t *starts;
	uint32_t count; /* to be made */
	struct section **sections;
	uint32_t begun;
};

static void finish_current(struct batch *batch)
{
	if (batch->begun == 0)
		return;

	struct section *section = batch->sections[batch->begun - 1];

	scratch_close_collection(batch->scratch, section, 0);
	scratch_find_top_nodes(batch->scratch, section, batch->role, false);
	section_check_keys(batch->scratch, section);
	section_finish(batch->scratch, section);
}

/* The event is the first of an entry; false if that is not the one that is due. */
static bool begin_next(struct batch *batch, const yaml_event_t *event)
{
	struct section_scratch *scratch = batch->scratch;
	uint32_t at = scratch_byte_in_source(scratch, event->start_mark.index);

	if (batch->begun == batch->count || at < batch->starts[batch->begun] ||
		at >= batch->starts[batch->begun + 1])
		return false;
	finish_current(batch);

	uint32_t start = batch->starts[batch->begun];
	struct section *section = section_begin(scratch, batch->role,
		string_slice(batch->text, start, batch->starts[batch->begun + 1]));

	scratch->base = start;
	batch->sections[batch->begun++] = section;
	scratch_open_collection(scratch, section,
		(struct raw_node){.kind = batch->role == SECTION_ITEM ? RAW_SEQUENCE : RAW_MAPPING,
			.start = at - start,
			.end = at - start,
			.parent = NO_NODE,
			.key = NO_NODE});
	return true;
}

/* The collection around all entries; none that was written with a tag, or in flow style. */
static bool is_plain_collection(const yaml_event_t *event, enum section_role role)
{
	if (role == SECTION_ITEM)
		return event->type == YAML_SEQUENCE_START_EVENT &&
		       event->data.sequence_start.style == YAML_BLOCK_SEQUENCE_STYLE &&
		       !event->data.sequence_start.anchor && !event->data.sequence_start.tag;
	return event->type == YAML_MAPPING_START_EVENT &&
	       event->data.mapping_start.style == YAML_BLOCK_MAPPING_STYLE &&
	       !event->data.mapping_start.anchor && !event->data.mapping_start.tag;
}

/* False for a quote or bracket that goes on behind the section that the outline made. */
static bool is_within_section(struct batch *batch, const yaml_event_t *event)
{
	const struct section_scratch *scratch = batch->scratch;
	uint32_t end = batch->starts[batch->begun];
	bool is_end =
		event->type == YAML_MAPPING_END_EVENT || event->type == YAML_SEQUENCE_END_EVENT;

	/* libyaml ends a block collection at the token behind it. */
	if (is_end && !(scratch->nodes[scratch->open[scratch->depth - 1].node].flags & RAW_IS_FLOW))
		return true;
	return scratch_byte_in_source(batch->scratch, event->end_mark.index) <= end;
}

/* An event inside the collection; `*is_open` becomes false at its end. */
static bool read_batch_event(struct batch *batch, const yaml_event_t *event, bool *is_open)
{
	struct section_scratch *scratch = batch->scratch;
	bool is_between = batch->begun == 0 ||
			  (scratch->depth == 1 &&
				  (batch->role == SECTION_ITEM || scratch->open[0].key == NO_NODE));

	/* Between items that are collections, and after the first event of an item. */
	if (is_between &&
		(event->type == YAML_MAPPING_END_EVENT || event->type == YAML_SEQUENCE_END_EVENT)) {
		finish_current(batch);
		*is_open = false;
		return batch->begun == batch->count;
	}
	if (is_between && !begin_next(batch, event))
		return false;
	if (!is_within_section(batch, event))
		return false;
	return section_read_event(scratch, batch->sections[batch->begun - 1], event);
}

static bool read_batch(struct batch *batch, yaml_parser_t *parser)
{
	bool is_open = false;
	bool was_open = false;

	for (;;) {
		yaml_event_t event;
		bool goes_on = true;

		if (!yaml_parser_parse(parser, &event))
			return false;

		yaml_event_type_t type = event.type;

		if (is_open) {
			goes_on = read_batch_event(batch, &event, &is_open);
		} else if (type != YAML_STREAM_START_EVENT && type != YAML_DOCUMENT_START_EVENT &&
			   type != YAML_DOCUMENT_END_EVENT && type != YAML_STREAM_END_EVENT) {
			goes_on = !was_open && is_plain_collection(&event, batch->role);
			is_open = was_open = true;
		}
		yaml_event_delete(&event);
		if (!goes_on)
			return false;
		if (type == YAML_STREAM_END_EVENT)
			return was_open && batch->begun == batch->count;
	}
}

bool section_create_batch(struct section_scratch *scratch, enum section_role role,
	struct string text, const uint32_t *starts, uint32_t count, struct section **sections)
{
	struct batch batch = {scratch, role, text, starts, count, sections, 0};
	yaml_parser_t parser;

	scratch_set_source(scratch, text);
	section_parser_start(&parser, scratch->source);

	bool is_read = read_batch(&batch, &parser);

	yaml_parser_delete(&parser);
	for (uint32_t i = 0; !is_read && i < batch.begun; i++)
		section_release(sections[i]);
	return is_read;
}

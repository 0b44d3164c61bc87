#include "analyzer/syntax/tree/section_events.h"

#include "analyzer/syntax/lines/line_separators.h"
#include "analyzer/syntax/tree/scalar.h"
#include "analyzer/text/utf8.h"
#include "base/memory.h"

#include <string.h>

/* Of the node that is added next; returns the flag that tells of them. */
static uint8_t add_properties(struct section_scratch *scratch, struct section *section,
	const yaml_char_t *anchor, const yaml_char_t *tag)
{
	if (!anchor && !tag)
		return 0;
	scratch->properties = memory_reserve(scratch->properties, scratch->property_count,
		&scratch->property_capacity, sizeof(*scratch->properties));
	scratch->properties[scratch->property_count++] =
		(struct raw_properties){(uint32_t)scratch->node_count,
			arena_copy(section->arena, string_from(anchor ? (const char *)anchor : "")),
			arena_copy(section->arena, string_from(tag ? (const char *)tag : ""))};
	if (anchor)
		section->anchor_count++;
	return RAW_HAS_PROPERTIES;
}

static bool is_written_at(const struct section_scratch *scratch, const struct section *section,
	uint32_t at, const char *value, size_t length)
{
	return at + length <= section->text.length &&
	       memcmp(scratch->source.bytes + scratch->base + at, value, length) == 0;
}

/* The text itself where it is written as it is meant, else a copy. */
static void set_text(struct section_scratch *scratch, struct section *section,
	struct raw_node *node, char *value, size_t length)
{
	bool is_quoted = node->style == SCALAR_SINGLE_QUOTED || node->style == SCALAR_DOUBLE_QUOTED;
	uint32_t start = node->start + (is_quoted || node->kind == RAW_ALIAS);

	node->text.start = start;
	node->text.length = (uint32_t)length;
	if (is_written_at(scratch, section, start, value, length))
		return;
	if (scratch->masked)
		line_separators_show(value, length);
	scratch->decoded = memory_reserve(scratch->decoded, scratch->decoded_count,
		&scratch->decoded_capacity, sizeof(*scratch->decoded));
	section->decoded = scratch->decoded; /* until the section is finished */
	node->flags |= RAW_IS_DECODED;
	node->text.start = (uint32_t)scratch->decoded_count;
	section->decoded[scratch->decoded_count++] =
		arena_copy(section->arena, (struct string){value, length});
}

static enum scalar_type type_of(struct string text, enum scalar_style style, const char *tag)
{
	static const char prefix[] = "tag:yaml.org,2002:";

	if (!tag)
		return style == SCALAR_PLAIN ? scalar_type_of(text) : SCALAR_STRING;
	if (strncmp(tag, prefix, sizeof(prefix) - 1) != 0)
		return SCALAR_STRING;
	tag += sizeof(prefix) - 1;
	if (strcmp(tag, "int") == 0 || strcmp(tag, "float") == 0 || strcmp(tag, "bool") == 0 ||
		strcmp(tag, "null") == 0 || strcmp(tag, "timestamp") == 0)
		return scalar_type_of(text);
	return SCALAR_STRING;
}

/* libyaml puts an empty value behind the `:` that announces it; that of a `? ` key alone, which has
 * none, at the token behind it: in front of that there is a blank or a line break. */
static bool is_at_next_token(const struct section_scratch *scratch, uint32_t at)
{
	uint32_t in_source = scratch->base + at;

	return in_source > 0 && strchr(" \t\r\n", scratch->source.bytes[in_source - 1]);
}

/* Where an empty scalar stands that libyaml has at `at`. The value of a `? ` key alone stands
 * behind the key, whatever follows in which section. */
static uint32_t place_of_empty(const struct section_scratch *scratch, uint32_t at)
{
	if (scratch->depth == 0)
		return at;

	const struct open_collection *open = &scratch->open[scratch->depth - 1];
	bool is_flow = scratch->nodes[open->node].flags & RAW_IS_FLOW;

	if (open->key == NO_NODE || is_flow || !is_at_next_token(scratch, at))
		return at;
	return scratch->nodes[open->key].end;
}

static uint32_t add_scalar(
	struct section_scratch *scratch, struct section *section, const yaml_event_t *event)
{
	static const uint8_t styles[] = {SCALAR_PLAIN, SCALAR_PLAIN, SCALAR_SINGLE_QUOTED,
		SCALAR_DOUBLE_QUOTED, SCALAR_LITERAL, SCALAR_FOLDED};
	struct string text = section->text;
	struct raw_node node = {.kind = RAW_SCALAR,
		.style = styles[event->data.scalar.style],
		.start = scratch_byte_of(scratch, event->start_mark.index),
		.end = scratch_byte_of(scratch, event->end_mark.index),
		.parent = NO_NODE,
		.key = NO_NODE};

	node.flags =
		add_properties(scratch, section, event->data.scalar.anchor, event->data.scalar.tag);

	bool is_empty = event->data.scalar.length == 0 && node.style == SCALAR_PLAIN;

	if (is_empty && !node.flags)
		node.start = place_of_empty(scratch, node.start);
	if (is_empty)
		node.end = node.start;
	set_text(scratch, section, &node, (char *)event->data.scalar.value,
		event->data.scalar.length);
	node.type =
		type_of(raw_text(section, &node), node.style, (const char *)event->data.scalar.tag);
	if (node.style == SCALAR_LITERAL || node.style == SCALAR_FOLDED)
		while (node.end > node.start && strchr(" \t\r\n", text.bytes[node.end - 1]))
			node.end--;
	return scratch_add_node(scratch, node);
}

static uint32_t add_collection(struct section_scratch *scratch, struct section *section,
	const yaml_event_t *event, enum raw_kind kind)
{
	bool is_mapping = kind == RAW_MAPPING;
	bool is_flow = is_mapping ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
				  : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
	struct raw_node node = {.kind = (uint8_t)kind,
		.flags = is_flow ? RAW_IS_FLOW : 0,
		.start = scratch_byte_of(scratch, event->start_mark.index),
		.parent = NO_NODE,
		.key = NO_NODE};

	node.end = node.start;
	node.flags |= is_mapping
			      ? add_properties(scratch, section, event->data.mapping_start.anchor,
					event->data.mapping_start.tag)
			      : add_properties(scratch, section, event->data.sequence_start.anchor,
					event->data.sequence_start.tag);

	return scratch_open_collection(scratch, section, node);
}

static uint32_t add_alias(
	struct section_scratch *scratch, struct section *section, const yaml_event_t *event)
{
	char *name = (char *)event->data.alias.anchor;
	struct raw_node node = {.kind = RAW_ALIAS,
		.start = scratch_byte_of(scratch, event->start_mark.index),
		.end = scratch_byte_of(scratch, event->end_mark.index),
		.parent = NO_NODE,
		.key = NO_NODE};

	set_text(scratch, section, &node, name, strlen(name));
	section->has_aliases = true;
	return scratch_add_node(scratch, node);
}

static void report_problem(
	struct section_scratch *scratch, struct section *section, const yaml_parser_t *parser)
{
	struct string text = scratch->source;
	uint32_t length = (uint32_t)text.length;
	uint32_t at = parser->error == YAML_READER_ERROR
			      ? (uint32_t)parser->problem_offset
			      : scratch_byte_of(scratch, parser->problem_mark.index);
	const char *problem = parser->problem ? parser->problem : "malformed YAML";
	uint32_t end;

	/* The quote tells more than the place where nothing is left to read. */
	if (parser->context && strcmp(parser->context, "while scanning a quoted scalar") == 0 &&
		strcmp(problem, "found unexpected end of stream") == 0) {
		at = scratch_byte_of(scratch, parser->context_mark.index);
		scratch_add_error(scratch, SYNTAX_ERROR_YAML, (struct range){at, at + 1},
			(struct range){0}, STRING("this quote is not closed"));
		return;
	}
	/* What is left when all indentation is closed. */
	if (strcmp(problem, "did not find expected <document start>") == 0)
		problem = "indented less than the entries it follows";

	/* Behind the last character libyaml means the line before. */
	if (at >= length) {
		at = length;
		while (at > 0 && strchr(" \t\r\n", text.bytes[at - 1]))
			at--;
		end = at;
		if (at > 0)
			at--;
		while (at > 0 && utf8_continues(text.bytes[at]))
			at--;
	} else {
		end = at + 1;
		while (end < length && utf8_continues(text.bytes[end]))
			end++;
	}
	scratch_add_error(scratch, SYNTAX_ERROR_YAML, (struct range){at, end}, (struct range){0},
		parser->context ? arena_format(section->arena, "%s, %s", problem, parser->context)
				: arena_copy(section->arena, string_from(problem)));
}

bool section_read_event(
	struct section_scratch *scratch, struct section *section, const yaml_event_t *event)
{
	uint32_t end;

	switch (event->type) {
	case YAML_SCALAR_EVENT:
		scratch_attach(scratch, section, add_scalar(scratch, section, event));
		return true;
	case YAML_ALIAS_EVENT:
		scratch_attach(scratch, section, add_alias(scratch, section, event));
		return true;
	case YAML_MAPPING_START_EVENT:
		add_collection(scratch, section, event, RAW_MAPPING);
		break;
	case YAML_SEQUENCE_START_EVENT:
		add_collection(scratch, section, event, RAW_SEQUENCE);
		break;
	case YAML_MAPPING_END_EVENT:
	case YAML_SEQUENCE_END_EVENT:
		end = scratch_byte_of(scratch, event->end_mark.index);
		scratch_close_collection(scratch, section, end);
		return true;
	case YAML_STREAM_END_EVENT:
		return false;
	default:
		return true;
	}
	if (scratch->depth <= SECTION_MAXIMUM_DEPTH)
		return true;
	end = scratch_byte_of(scratch, event->end_mark.index);
	scratch_add_error(scratch, SYNTAX_ERROR_YAML,
		(struct range){scratch_byte_of(scratch, event->start_mark.index), end},
		(struct range){0}, STRING("nested too deeply"));
	return false;
}

void section_parser_start(yaml_parser_t *parser, struct string text)
{
	memory_of_library(yaml_parser_initialize(parser) ? parser : NULL);
	yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(parser, (const unsigned char *)text.bytes, text.length);
}

void section_read_events(struct section_scratch *scratch, struct section *section)
{
	struct string text = scratch->source;
	size_t skipped = string_starts_with(text, "\xef\xbb\xbf") ? 3 : 0;
	yaml_parser_t parser;
	bool goes_on = true;

	section_parser_start(&parser, string_slice(text, skipped, text.length));
	/* A byte order mark counts as a character of ours, and as none of libyaml's. */
	if (skipped)
		parser.mark.index = 1;
	while (goes_on) {
		yaml_event_t event;

		if (!yaml_parser_parse(&parser, &event)) {
			memory_of_library(parser.error == YAML_MEMORY_ERROR ? NULL : &parser);
			report_problem(scratch, section, &parser);
			break;
		}
		goes_on = section_read_event(scratch, section, &event);
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);

	uint32_t end = (uint32_t)text.length;

	while (end > 0 && strchr(" \t\r\n", text.bytes[end - 1]))
		end--;
	while (scratch->depth)
		scratch_close_collection(scratch, section, end);
}

#include "analyzer/syntax/tree/flow_text.h"

#include <string.h>

enum {
	DEEPEST = 32 /* aliases may lead in a circle */
};

struct writer {
	char *bytes;
	size_t length;
	size_t most;
	bool is_cut;
};

static void add(struct writer *writer, struct string text)
{
	size_t room = writer->most - writer->length;
	if (text.length > room) {
		writer->is_cut = true;
		while (room > 0 && ((unsigned char)text.bytes[room] & 0xC0) == 0x80)
			room--; /* not within a character */
		text.length = room;
	}
	memcpy(writer->bytes + writer->length, text.bytes, text.length);
	writer->length += text.length;
}

/* A plain scalar of several lines, or with what means something in flow style, needs quotes. */
static bool is_plain(struct node scalar)
{
	struct string text = node_text(scalar);
	for (size_t i = 0; i < text.length; i++)
		if (strchr(",[]{}\n", text.bytes[i]) != NULL)
			return false;
	return node_scalar_style(scalar) == SCALAR_PLAIN;
}

static void add_quoted(struct writer *writer, struct string text)
{
	add(writer, STRING("\""));
	for (size_t i = 0; i < text.length && !writer->is_cut;) {
		if (text.bytes[i] == '\n') {
			add(writer, STRING("\\n"));
			i++;
			continue;
		}
		if (strchr("\"\\", text.bytes[i]) != NULL)
			add(writer, STRING("\\"));
		size_t end = i + 1;
		while (end < text.length && strchr("\"\\\n", text.bytes[end]) == NULL)
			end++;
		add(writer, string_slice(text, i, end));
		i = end;
	}
	add(writer, STRING("\""));
}

static void add_node(struct writer *writer, struct node node, unsigned depth)
{
	if (writer->is_cut || depth > DEEPEST) {
		writer->is_cut = true;
		return;
	}
	uint32_t count = node_kind(node) == NODE_SCALAR ? 0 : node_count(node);
	switch (node_kind(node)) {
	case NODE_ABSENT:
		break;
	case NODE_SCALAR:
		if (is_plain(node))
			add(writer, node_text(node));
		else
			add_quoted(writer, node_text(node));
		break;
	case NODE_MAPPING:
		add(writer, STRING("{"));
		for (uint32_t i = 0; i < count && !writer->is_cut; i++) {
			struct node_entry entry = node_entry(node, i);
			add(writer, i > 0 ? STRING(", ") : STRING(""));
			add_node(writer, entry.key, depth + 1);
			add(writer, STRING(": "));
			add_node(writer, entry.value, depth + 1);
		}
		add(writer, STRING("}"));
		break;
	case NODE_SEQUENCE:
		add(writer, STRING("["));
		for (uint32_t i = 0; i < count && !writer->is_cut; i++) {
			add(writer, i > 0 ? STRING(", ") : STRING(""));
			add_node(writer, node_item(node, i), depth + 1);
		}
		add(writer, STRING("]"));
		break;
	}
}

struct string flow_text(struct node node, size_t most, struct arena *arena)
{
	struct writer writer = {.most = most};
	struct string end = STRING("…");
	writer.bytes = arena_allocate(arena, most + end.length + 1, 1);
	add_node(&writer, node, 0);
	if (writer.is_cut) {
		memcpy(writer.bytes + writer.length, end.bytes, end.length);
		writer.length += end.length;
	}
	return (struct string){writer.bytes, writer.length};
}

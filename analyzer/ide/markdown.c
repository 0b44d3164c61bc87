#include "analyzer/ide/markdown.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct markdown markdown_in(struct arena *arena)
{
	return (struct markdown){.arena = arena};
}

static void reserve(struct markdown *markdown, size_t length)
{
	if (markdown->length + length + 1 <= markdown->capacity) {
		return;
	}
	size_t capacity = 2 * (markdown->length + length) + 64;
	char *bytes = arena_allocate(markdown->arena, capacity, 1);
	if (markdown->length > 0) {
		memcpy(bytes, markdown->bytes, markdown->length);
	}
	markdown->bytes = bytes;
	markdown->capacity = capacity;
}

void markdown_add_string(struct markdown *markdown, struct string text)
{
	if (text.length == 0) {
		return;
	}
	reserve(markdown, text.length);
	memcpy(markdown->bytes + markdown->length, text.bytes, text.length);
	markdown->length += text.length;
}

void markdown_add(struct markdown *markdown, const char *format, ...)
{
	va_list arguments, again;
	va_start(arguments, format);
	va_copy(again, arguments);
	int length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (length > 0) {
		reserve(markdown, (size_t)length);
		vsnprintf(markdown->bytes + markdown->length, (size_t)length + 1, format, again);
		markdown->length += (size_t)length;
	}
	va_end(again);
}

void markdown_add_cell(struct markdown *markdown, struct string text)
{
	for (size_t i = 0; i < text.length; i++) {
		char character = text.bytes[i];
		if (character == '|') {
			markdown_add_string(markdown, STRING("\\|"));
		} else if (character == '\n' || character == '\r') {
			markdown_add_string(markdown, STRING(" "));
		} else {
			markdown_add_string(markdown, (struct string){&character, 1});
		}
	}
}

static size_t line_indentation(struct string text, size_t start)
{
	size_t place = start;
	while (place < text.length && text.bytes[place] == ' ') {
		place++;
	}
	bool blank = place == text.length || text.bytes[place] == '\n';
	return blank ? SIZE_MAX : place - start;
}

void markdown_add_yaml(struct markdown *markdown, struct string yaml)
{
	size_t common = SIZE_MAX;
	for (size_t i = 0; i < yaml.length; i++) {
		if (yaml.bytes[i] == '\n') {
			size_t indentation = line_indentation(yaml, i + 1);
			common = indentation < common ? indentation : common;
		}
	}
	markdown_add(markdown, "```yaml\n");
	for (size_t start = 0; start < yaml.length;) {
		const char *newline = memchr(yaml.bytes + start, '\n', yaml.length - start);
		size_t end = newline ? (size_t)(newline - yaml.bytes) : yaml.length;
		size_t skip = 0;
		while (start > 0 && skip < common && start + skip < end) {
			skip++;
		}
		markdown_add_string(markdown, string_slice(yaml, start + skip, end));
		markdown_add(markdown, "\n");
		start = end + 1;
	}
	markdown_add(markdown, "```\n");
}

struct string markdown_text(const struct markdown *markdown)
{
	return (struct string){markdown->bytes ? markdown->bytes : "", markdown->length};
}

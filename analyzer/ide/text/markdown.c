#include "analyzer/ide/text/markdown.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct markdown markdown_in(struct arena *arena)
{
	return (struct markdown){.arena = arena};
}

static void reserve(struct markdown *markdown, size_t length)
{
	if (markdown->length + length + 1 <= markdown->capacity)
		return;
	size_t capacity = 2 * (markdown->length + length) + 64;
	char *bytes = arena_allocate(markdown->arena, capacity, 1);
	if (markdown->length > 0)
		memcpy(bytes, markdown->bytes, markdown->length);
	markdown->bytes = bytes;
	markdown->capacity = capacity;
}

void markdown_add_string(struct markdown *markdown, struct string text)
{
	if (text.length == 0)
		return;
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
		if (character == '|')
			markdown_add_string(markdown, STRING("\\|"));
		else if (character == '\n' || character == '\r')
			markdown_add_string(markdown, STRING(" "));
		else
			markdown_add_string(markdown, (struct string){&character, 1});
	}
}

static size_t line_indentation(struct string text, size_t start)
{
	size_t place = start;
	while (place < text.length && text.bytes[place] == ' ')
		place++;
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
		while (start > 0 && skip < common && start + skip < end)
			skip++;
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

/* ---- plain text ---- */

static bool is_rule(struct string line)
{
	for (size_t i = 0; i < line.length; i++)
		if (strchr("|-: ", line.bytes[i]) == NULL)
			return false;
	return string_starts_with(line, "|");
}

/* `[words](target)`: the length of what stands behind the words, 0 if `]` ends no link. */
static size_t target_length(struct string rest)
{
	const char *end = rest.length > 2 ? memchr(rest.bytes, ')', rest.length) : NULL;
	return end && string_starts_with(rest, "](") ? (size_t)(end - rest.bytes) + 1 : 0;
}

static bool begins_link(struct string rest)
{
	const char *end = memchr(rest.bytes, ']', rest.length);
	size_t words = end ? (size_t)(end - rest.bytes) : rest.length;
	return target_length(string_slice(rest, words, rest.length)) > 0;
}

/* Code keeps its signs. */
static void add_line(struct markdown *plain, struct string line)
{
	bool is_code = false, is_link = false;
	for (size_t i = 0; i < line.length; i++) {
		struct string rest = string_slice(line, i, line.length);
		bool escapes = rest.bytes[0] == '\\' && rest.length > 1 &&
			       strchr("\\`*_{}[]()#+-.!|<>", rest.bytes[1]) != NULL;
		size_t target = is_link ? target_length(rest) : 0;
		if (rest.bytes[0] == '`') {
			is_code = !is_code;
		} else if (!is_code && string_starts_with(rest, "**")) {
			i++;
		} else if (!is_code && rest.bytes[0] == '[' && begins_link(rest)) {
			is_link = true;
		} else if (target > 0) {
			i += target - 1;
			is_link = false;
		} else {
			i += escapes;
			markdown_add_string(plain, (struct string){line.bytes + i, 1});
		}
	}
}

struct string markdown_as_plain_text(struct string markdown, struct arena *arena)
{
	struct markdown plain = markdown_in(arena);
	bool is_fenced = false;
	for (size_t start = 0; start < markdown.length;) {
		const char *from = markdown.bytes + start;
		const char *newline = memchr(from, '\n', markdown.length - start);
		size_t end = newline ? (size_t)(newline - markdown.bytes) + 1 : markdown.length;
		struct string line = string_slice(markdown, start, end);
		if (string_starts_with(line, "```"))
			is_fenced = !is_fenced;
		else if (is_fenced)
			markdown_add_string(&plain, line);
		else if (!is_rule(string_slice(line, 0, line.length - (newline ? 1 : 0))))
			add_line(&plain, line);
		start = end;
	}
	return markdown_text(&plain);
}

#include "analyzer/ide/text/markdown.h"

#include <assert.h>
#include <ctype.h>
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

/* ---- what comes from templates ---- */

static bool is_word(char character)
{
	return isalnum((unsigned char)character) || (unsigned char)character >= 0x80;
}

/* Whether the sign would mean something else than itself. */
static bool needs_escape(struct string text, size_t place)
{
	char before = place > 0 ? text.bytes[place - 1] : ' ';
	char after = place + 1 < text.length ? text.bytes[place + 1] : ' ';
	switch (text.bytes[place]) {
	case '`':
		return true;
	case '*':
	case '~':
		return before != ' ' || after != ' ';
	case '_':
		return !is_word(before) || !is_word(after);
	case '\\':
		return ispunct((unsigned char)after) || place + 1 == text.length;
	case '<':
		return is_word(after) || after == '/' || after == '!' || after == '?';
	case '&':
		return is_word(after) || after == '#';
	case ']': /* a link or an image, but no list */
		return after == '(' || after == '[' || after == ':';
	default:
		return false;
	}
}

static void add_character(struct markdown *markdown, char character)
{
	if (character == '\n' || character == '\r')
		character = ' ';
	markdown_add_string(markdown, (struct string){&character, 1});
}

static void add_escaped(struct markdown *markdown, struct string text, bool in_table)
{
	for (size_t i = 0; i < text.length; i++) {
		if (needs_escape(text, i) || (in_table && text.bytes[i] == '|'))
			add_character(markdown, '\\');
		add_character(markdown, text.bytes[i]);
	}
}

static size_t longest_run(struct string text, char character)
{
	size_t longest = 0, run = 0;
	for (size_t i = 0; i < text.length; i++) {
		run = text.bytes[i] == character ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	return longest;
}

static void add_run(struct markdown *markdown, char character, size_t length)
{
	while (length-- > 0)
		add_character(markdown, character);
}

static void add_code(struct markdown *markdown, struct string text, bool in_table)
{
	size_t run = longest_run(text, '`');
	add_run(markdown, '`', run + 1);
	add_run(markdown, ' ', run > 0);
	for (size_t i = 0; i < text.length; i++) {
		if (in_table && text.bytes[i] == '|')
			add_character(markdown, '\\');
		add_character(markdown, text.bytes[i]);
	}
	add_run(markdown, ' ', run > 0);
	add_run(markdown, '`', run + 1);
}

/* Adds what stands for the first conversion in `format`; returns how much of it that was. */
static size_t add_argument(
	struct markdown *markdown, const char *format, bool in_table, va_list *arguments)
{
	static const char code[] = "`%.*s`", text[] = "%.*s";
	bool is_code = strncmp(format, code, sizeof(code) - 1) == 0;
	if (is_code || strncmp(format, text, sizeof(text) - 1) == 0) {
		int length = va_arg(*arguments, int);
		struct string string = {va_arg(*arguments, const char *), (size_t)length};
		(is_code ? add_code : add_escaped)(markdown, string, in_table);
		return is_code ? sizeof(code) - 1 : sizeof(text) - 1;
	}
	if (strncmp(format, "%zu", 3) == 0) {
		markdown_add(markdown, "%zu", va_arg(*arguments, size_t));
		return 3;
	}
	if (strncmp(format, "%s", 2) == 0)
		markdown_add_string(markdown, string_from(va_arg(*arguments, const char *)));
	else if (strncmp(format, "%c", 2) == 0)
		add_character(markdown, (char)va_arg(*arguments, int));
	else
		assert(!"no conversion of markdown_write");
	return 2;
}

void markdown_write(struct markdown *markdown, const char *format, ...)
{
	bool in_table = format[0] == '|';
	va_list arguments;
	va_start(arguments, format);
	while (*format) {
		const char *next = strchr(format, '%');
		if (next && next > format && next[-1] == '`' && strncmp(next, "%.*s`", 5) == 0)
			next--;
		size_t plain = next ? (size_t)(next - format) : strlen(format);
		markdown_add_string(markdown, (struct string){format, plain});
		format += plain;
		if (next)
			format += add_argument(markdown, format, in_table, &arguments);
	}
	va_end(arguments);
}

void markdown_add_cell(struct markdown *markdown, struct string text)
{
	add_escaped(markdown, text, true);
}

void markdown_add_code_cell(struct markdown *markdown, struct string text)
{
	add_code(markdown, text, true);
}

/* The marks that begin or end a block of code; empty if the line does neither. */
static struct string fence_of(struct string line)
{
	size_t start = 0;
	while (start < line.length && start < 3 && line.bytes[start] == ' ')
		start++;
	size_t end = start;
	while (end < line.length && (line.bytes[start] == '`' || line.bytes[start] == '~') &&
		line.bytes[end] == line.bytes[start])
		end++;
	/* Marks that come back on the line are code within it. */
	bool is_fence =
		end - start >= 3 &&
		(line.bytes[start] == '~' || !memchr(line.bytes + end, '`', line.length - end));
	return string_slice(line, start, is_fence ? end : start);
}

static bool ends_fence(struct string marks, struct string open)
{
	return open.length > 0 && marks.length >= open.length && marks.bytes[0] == open.bytes[0];
}

/* Whether the sign begins an image, or a tag of HTML. */
static bool can_harm(struct string text, size_t place)
{
	return (text.bytes[place] == '<' && needs_escape(text, place)) ||
	       string_starts_with(string_slice(text, place, text.length), "![");
}

void markdown_add_description(struct markdown *markdown, struct string description)
{
	struct string open = {"", 0};
	if (markdown->length > 0)
		markdown_add(markdown, "\n");
	for (size_t start = 0; start < description.length;) {
		const char *from = description.bytes + start;
		const char *newline = memchr(from, '\n', description.length - start);
		size_t end = newline ? (size_t)(newline - description.bytes) : description.length;
		struct string line = string_slice(description, start, end);
		struct string fence = fence_of(line);
		bool is_code = open.length > 0;
		if (fence.length > 0 && open.length == 0)
			open = fence;
		else if (ends_fence(fence, open))
			open = (struct string){"", 0};
		for (size_t i = 0; i < line.length; i++) {
			if (!is_code && can_harm(line, i))
				markdown_add_string(markdown, STRING("\\"));
			markdown_add_string(markdown, string_slice(line, i, i + 1));
		}
		markdown_add(markdown, "\n");
		start = end + 1;
	}
	if (open.length > 0) {
		markdown_add_string(markdown, open);
		markdown_add(markdown, "\n");
	}
}

/* ---- YAML ---- */

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
	size_t run = longest_run(yaml, '`');
	size_t fence = run < 3 ? 3 : run + 1;
	add_run(markdown, '`', fence);
	markdown_add(markdown, "yaml\n");
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
	add_run(markdown, '`', fence);
	markdown_add(markdown, "\n");
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
	size_t words = 0;
	while (words < rest.length && rest.bytes[words] != ']')
		words += rest.bytes[words] == '\\' && words + 1 < rest.length ? 2 : 1;
	return target_length(string_slice(rest, words, rest.length)) > 0;
}

static size_t run_length(struct string text)
{
	size_t length = 0;
	while (length < text.length && text.bytes[length] == text.bytes[0])
		length++;
	return length;
}

/* Code keeps its signs, and ends at as many marks as it began with. */
static void add_line(struct markdown *plain, struct string line)
{
	size_t code = 0;
	bool is_link = false;
	for (size_t i = 0; i < line.length; i++) {
		struct string rest = string_slice(line, i, line.length);
		bool escapes = code == 0 && rest.bytes[0] == '\\' && rest.length > 1 &&
			       strchr("\\`*_{}[]()#+-.!|<>&~", rest.bytes[1]) != NULL;
		size_t target = is_link ? target_length(rest) : 0;
		size_t marks = rest.bytes[0] == '`' ? run_length(rest) : 0;
		if (marks > 0 && (code == 0 || code == marks)) {
			code = code == 0 ? marks : 0;
			i += marks - 1;
		} else if (code == 0 && string_starts_with(rest, "**")) {
			i++;
		} else if (code == 0 && rest.bytes[0] == '[' && begins_link(rest)) {
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
	struct string fence = {"", 0};
	for (size_t start = 0; start < markdown.length;) {
		const char *from = markdown.bytes + start;
		const char *newline = memchr(from, '\n', markdown.length - start);
		size_t end = newline ? (size_t)(newline - markdown.bytes) + 1 : markdown.length;
		struct string line = string_slice(markdown, start, end);
		struct string marks = fence_of(line);
		if (marks.length > 0 && fence.length == 0)
			fence = marks;
		else if (ends_fence(marks, fence))
			fence = (struct string){"", 0};
		else if (fence.length > 0)
			markdown_add_string(&plain, line);
		else if (!is_rule(string_slice(line, 0, line.length - (newline ? 1 : 0))))
			add_line(&plain, line);
		start = end;
	}
	return markdown_text(&plain);
}

#include "tests/unit/ide/fixture.h"

#include <assert.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#include <setjmp.h>
#include <cmocka.h>
/* clang-format on */

bool fixture_read(struct arena *arena, const char *path, struct string *text)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	char *bytes = NULL;
	size_t length = 0, capacity = 0;
	for (int byte = fgetc(file); byte != EOF; byte = fgetc(file)) {
		bytes = arena_reserve(arena, bytes, length, &capacity, 1);
		bytes[length++] = (char)byte;
	}
	fclose(file);
	*text = (struct string){bytes ? bytes : "", length};
	return true;
}

static struct string trim(struct string text)
{
	while (text.length > 0 && (text.bytes[0] == ' ' || text.bytes[0] == '\t')) {
		text.bytes++;
		text.length--;
	}
	while (text.length > 0 && strchr(" \t\r\n", text.bytes[text.length - 1]) != NULL)
		text.length--;
	return text;
}

static bool read_mark(struct fixture *fixture, struct string line, uint32_t number,
	struct range above, size_t *capacity)
{
	size_t hash = (size_t)((const char *)memchr(line.bytes, '#', line.length) - line.bytes);
	size_t start = hash + 1;
	bool from_margin = start < line.length && line.bytes[start] == '<';
	start += from_margin;
	while (start < line.length && line.bytes[start] == ' ')
		start++;
	size_t end = start;
	while (end < line.length && line.bytes[end] == '^')
		end++;
	if (end == start)
		return false;
	if (from_margin)
		start = 0;
	fixture->marks = arena_reserve(fixture->arena, fixture->marks, fixture->mark_count,
		capacity, sizeof(*fixture->marks));
	struct fixture_mark *mark = &fixture->marks[fixture->mark_count++];
	*mark = (struct fixture_mark){
		.line = number,
		.range = {above.start + (uint32_t)start, above.start + (uint32_t)end},
		.text = trim(string_slice(line, end, line.length)),
	};
	return true;
}

static bool read_expectation(struct string line, struct fixture_expectation *expectation)
{
	static const char *const features[] = {"active", "assignments", "codeaction", "codelens",
		"completion", "cursor", "definition", "document", "folding", "formatting", "golden",
		"highlight", "hover", "inlay", "links", "presence", "references", "rename",
		"selection", "signature", "symbols", "told", "tokens", NULL};
	line = trim(line);
	line = trim(string_slice(line, 1, line.length));
	const char *colon = line.length > 0 ? memchr(line.bytes, ':', line.length) : NULL;
	if (!colon)
		return false;
	struct string head = string_slice(line, 0, (size_t)(colon - line.bytes));
	const char *space = head.length > 0 ? memchr(head.bytes, ' ', head.length) : NULL;
	size_t length = space ? (size_t)(space - head.bytes) : head.length;
	expectation->feature = string_slice(head, 0, length);
	expectation->words = trim(string_slice(head, length, head.length));
	expectation->text = trim(string_slice(line, head.length + 1, line.length));
	for (size_t i = 0; features[i] != NULL; i++)
		if (string_is(expectation->feature, features[i]))
			return true;
	return false;
}

/* Takes cursors out of the text and takes note of everything that is expected. */
static void read_marks(struct fixture *fixture, struct string source)
{
	struct arena *arena = fixture->arena;
	char *text = arena_allocate(arena, source.length + 1, 1);
	size_t length = 0;
	uint32_t *cursors = NULL;
	struct fixture_expectation *expectations = NULL;
	size_t cursor_capacity = 0, expectation_capacity = 0, mark_capacity = 0;
	struct range above = {0, 0};
	uint32_t number = 0;
	for (size_t start = 0; start < source.length;) {
		const char *newline = memchr(source.bytes + start, '\n', source.length - start);
		size_t end = newline ? (size_t)(newline - source.bytes) : source.length;
		struct string line = string_slice(source, start, end);
		number++;
		start = end + 1;
		if (string_starts_with(trim(line), "#")) {
			struct fixture_expectation expectation = {.line = number};
			if (!read_mark(fixture, line, number, above, &mark_capacity) &&
				read_expectation(line, &expectation)) {
				expectation.cursor =
					fixture->cursor_count > 0 ? fixture->cursor_count - 1 : 0;
				expectations = arena_reserve(arena, expectations,
					fixture->expectation_count, &expectation_capacity,
					sizeof(*expectations));
				expectations[fixture->expectation_count++] = expectation;
			}
			memcpy(text + length, line.bytes, line.length);
			length += line.length;
		} else {
			above.start = (uint32_t)length;
			for (size_t i = 0; i < line.length; i++) {
				if (line.bytes[i] == '$' && i + 1 < line.length &&
					line.bytes[i + 1] == '0') {
					cursors =
						arena_reserve(arena, cursors, fixture->cursor_count,
							&cursor_capacity, sizeof(*cursors));
					cursors[fixture->cursor_count++] = (uint32_t)length;
					i++;
				} else {
					text[length++] = line.bytes[i];
				}
			}
			above.end = (uint32_t)length;
		}
		if (newline)
			text[length++] = '\n';
	}
	fixture->text = (struct string){text, length};
	fixture->cursors = cursors;
	fixture->expectations = expectations;
}

/* Files beside the fixture. */
static struct syntax_tree *read_tree(void *context, struct string path)
{
	(void)context;
	struct arena *arena = arena_create();
	struct string text;
	struct syntax_tree *tree = NULL;
	if (fixture_read(arena, arena_copy(arena, path).bytes, &text))
		tree = syntax_tree_create(text);
	arena_destroy(arena);
	return tree;
}

static bool is_folder(struct arena *arena, struct string folder, struct string name)
{
	struct string path =
		arena_format(arena, "%.*s/%.*s", STRING_ARGUMENTS(folder), STRING_ARGUMENTS(name));
	DIR *opened = opendir(path.bytes);
	if (opened)
		closedir(opened);
	return opened != NULL;
}

static const struct file_entry *list_folder(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	(void)context;
	struct dirent **found;
	path = arena_copy(arena, path);
	int total = scandir(path.bytes, &found, NULL, alphasort);
	struct file_entry *entries =
		arena_allocate(arena, total > 0 ? (size_t)total : 1, sizeof(*entries));
	*count = 0;
	for (int i = 0; i < total; i++) {
		struct string name = arena_copy(arena, string_from(found[i]->d_name));
		free(found[i]);
		if (!string_is(name, ".") && !string_is(name, "..")) {
			entries[(*count)++] = (struct file_entry){
				.name = name, .is_folder = is_folder(arena, path, name)};
		}
	}
	if (total >= 0)
		free(found);
	return entries;
}

const struct files fixture_files = {.read = read_tree, .list = list_folder};

struct fixture *fixture_open(const char *path)
{
	struct arena *arena = arena_create();
	struct string source;
	if (!fixture_read(arena, path, &source))
		fail_msg("%s: cannot be read", path);
	struct fixture *fixture = fixture_open_text(path, source);
	arena_destroy(arena);
	return fixture;
}

struct fixture *fixture_open_text(const char *path, struct string source)
{
	struct arena *arena = arena_create();
	struct fixture *fixture = arena_allocate(arena, 1, sizeof(*fixture));
	fixture->arena = arena;
	fixture->path = arena_copy(arena, string_from(path));
	fixture->complete = fixture_contains(fixture->path, STRING("/diagnostics/"));
	read_marks(fixture, arena_copy(arena, source));
	fixture->tree = syntax_tree_create(fixture->text);
	struct analysis_settings settings = {
		.active_variant = fixture_setting(fixture, "active"),
	};
	struct analysis_request request = {
		.tree = fixture->tree,
		.path = fixture->path,
		.files = &fixture_files,
		.settings = &settings,
	};
	fixture->analysis = analysis_create(&request);
	assert_non_null(fixture->analysis);
	return fixture;
}

void fixture_close(struct fixture *fixture)
{
	analysis_release(fixture->analysis);
	syntax_tree_release(fixture->tree);
	arena_destroy(fixture->arena);
}

struct string fixture_setting(const struct fixture *fixture, const char *feature)
{
	for (size_t i = 0; i < fixture->expectation_count; i++)
		if (string_is(fixture->expectations[i].feature, feature))
			return fixture->expectations[i].text;
	return (struct string){"", 0};
}

void fixture_fail(struct fixture *fixture, uint32_t line, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(stderr, "%.*s:%u: ", STRING_ARGUMENTS(fixture->path), line);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	fixture->failures++;
}

uint32_t fixture_line(const struct fixture *fixture, uint32_t offset)
{
	uint32_t line = 1;
	for (uint32_t i = 0; i < offset && i < fixture->text.length; i++)
		line += fixture->text.bytes[i] == '\n';
	return line;
}

void fixture_compare_golden(struct fixture *fixture, const char *extension, struct string text)
{
	assert_true(string_ends_with(fixture->path, ".yaml"));
	struct string path = arena_format(fixture->arena, "%.*s.%s", (int)fixture->path.length - 5,
		fixture->path.bytes, extension);
	if (getenv("VTOSCA_UPDATE_GOLDEN") != NULL) {
		FILE *file = fopen(path.bytes, "wb");
		assert_non_null(file);
		fwrite(text.bytes, 1, text.length, file);
		fclose(file);
		return;
	}
	struct string expected;
	if (!fixture_read(fixture->arena, path.bytes, &expected)) {
		fixture_fail(fixture, 1, "%s is missing; write it with VTOSCA_UPDATE_GOLDEN=1",
			path.bytes);
	} else if (!string_equal(expected, text)) {
		fixture_fail(
			fixture, 1, "differs from %s:\n%.*s", path.bytes, STRING_ARGUMENTS(text));
	}
}

bool fixture_next_word(struct string *list, struct string *word)
{
	*list = trim(*list);
	if (list->length == 0)
		return false;
	const char *comma = memchr(list->bytes, ',', list->length);
	size_t length = comma ? (size_t)(comma - list->bytes) : list->length;
	*word = trim(string_slice(*list, 0, length));
	*list = string_slice(*list, comma ? length + 1 : length, list->length);
	return true;
}

bool fixture_contains(struct string text, struct string part)
{
	for (size_t i = 0; i + part.length <= text.length; i++)
		if (memcmp(text.bytes + i, part.bytes, part.length) == 0)
			return true;
	return false;
}

struct string fixture_apply(
	struct arena *arena, struct string text, const struct text_edit *edits, size_t count)
{
	size_t length = text.length;
	for (size_t i = 0; i < count; i++)
		length += edits[i].text.length;
	char *result = arena_allocate(arena, length + 1, 1);
	size_t done = 0;
	length = 0;
	for (size_t i = 0; i < count; i++) {
		assert(edits[i].range.start >= done && edits[i].range.end >= edits[i].range.start);
		memcpy(result + length, text.bytes + done, edits[i].range.start - done);
		length += edits[i].range.start - done;
		memcpy(result + length, edits[i].text.bytes, edits[i].text.length);
		length += edits[i].text.length;
		done = edits[i].range.end;
	}
	memcpy(result + length, text.bytes + done, text.length - done);
	length += text.length - done;
	return (struct string){result, length};
}

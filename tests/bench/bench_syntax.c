/* What reading and editing a text costs: `bench_syntax FILE…`.
 *
 * For each file: libyaml's events of the whole text, which is the floor; a fresh tree; a
 * keystroke inside a value, in the middle of the text; a line added and taken away. */
#include "analyzer/syntax/tree/syntax_tree.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yaml.h>

enum {
	FRESH_ROUNDS = 5,
	EDIT_ROUNDS = 400
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static struct string read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct string text = {"", 0};

	if (!file || fseek(file, 0, SEEK_END) != 0) {
		fprintf(stderr, "%s cannot be read\n", path);
		exit(2);
	}

	size_t length = (size_t)ftell(file);
	char *bytes = memory_allocate(length + 1, 1);

	rewind(file);
	text.length = fread(bytes, 1, length, file);
	text.bytes = bytes;
	fclose(file);
	return text;
}

static double time_libyaml(struct string text)
{
	double start = now();
	yaml_parser_t parser;
	bool goes_on = true;

	if (!yaml_parser_initialize(&parser))
		abort();
	yaml_parser_set_input_string(&parser, (const unsigned char *)text.bytes, text.length);
	while (goes_on) {
		yaml_event_t event;

		if (!yaml_parser_parse(&parser, &event))
			break;
		goes_on = event.type != YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return now() - start;
}

static double time_fresh(struct string text)
{
	double start = now();
	struct syntax_tree *tree = syntax_tree_create(text);
	double end = now();

	syntax_tree_release(tree);
	return end - start;
}

static double best_of(double (*measure)(struct string text), struct string text)
{
	double best = measure(text);

	for (int i = 1; i < FRESH_ROUNDS; i++) {
		double again = measure(text);

		if (again < best)
			best = again;
	}
	return best;
}

/* Microseconds per edit, `inserted` put in and taken out again in turns. */
static double time_edits(struct syntax_tree **tree, uint32_t offset, const char *inserted)
{
	uint32_t length = (uint32_t)strlen(inserted);
	double start = now();

	for (int i = 0; i < EDIT_ROUNDS; i++) {
		struct text_edit edit = {{offset, offset}, string_from(inserted)};

		if (i % 2)
			edit = (struct text_edit){{offset, offset + length}, {"", 0}};

		struct syntax_tree *next = syntax_tree_edit(*tree, edit);

		syntax_tree_release(*tree);
		*tree = next;
	}
	return (now() - start) * 1e3 / EDIT_ROUNDS;
}

/* The last byte of the line in which `offset` stands. */
static uint32_t end_of_line(struct string text, uint32_t offset)
{
	while (offset < text.length && text.bytes[offset] != '\n')
		offset++;
	return offset;
}

static void measure(const char *path)
{
	struct string text = read_file(path);
	double floor = best_of(time_libyaml, text);
	double fresh = best_of(time_fresh, text);
	struct syntax_tree *tree = syntax_tree_create(text);
	uint32_t middle = end_of_line(text, (uint32_t)text.length / 2);
	uint32_t sections = syntax_tree_section_count(tree);
	double inside = time_edits(&tree, middle, "x");
	double bytes = (double)syntax_tree_change(tree)->parsed_bytes;
	double line = time_edits(&tree, middle + 1, "        added: {type: t}\n");
	double broken = time_edits(&tree, middle, " {a: [b");

	printf("%s: %.2f MB, %u sections; libyaml %.1f ms; fresh %.1f ms (%.2f x); "
	       "keystroke %.1f us (%.0f bytes); line %.1f us; open bracket %.1f us\n",
		path, (double)text.length / 1e6, sections, floor, fresh, fresh / floor, inside,
		bytes, line, broken);
	syntax_tree_release(tree);
	memory_release((char *)text.bytes);
}

int main(int count, char **arguments)
{
	for (int i = 1; i < count; i++)
		measure(arguments[i]);
	return 0;
}

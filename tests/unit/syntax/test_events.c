/* Where the text is valid YAML, the tree is what libyaml reads from the whole of it. */
#include "analyzer/syntax/tree/syntax_tree.h"
#include "base/memory.h"
#include "sample_texts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include <cmocka.h>

struct buffer {
	char *bytes;
	size_t length, capacity;
};

static void add(struct buffer *buffer, const char *bytes, size_t length)
{
	while (buffer->length + length + 1 > buffer->capacity) {
		buffer->capacity = 2 * buffer->capacity + 256;
		buffer->bytes = memory_resize(buffer->bytes, buffer->capacity, 1);
	}
	memcpy(buffer->bytes + buffer->length, bytes, length);
	buffer->length += length;
	buffer->bytes[buffer->length] = '\0';
}

static void add_properties(struct buffer *buffer, const char *anchor, const char *tag)
{
	if (anchor && *anchor) {
		add(buffer, " &", 2);
		add(buffer, anchor, strlen(anchor));
	}
	if (tag && *tag) {
		add(buffer, " !", 2);
		add(buffer, tag, strlen(tag));
	}
}

/* The first document as a line per event; false if the text is not valid. */
static bool events_of_libyaml(struct string text, struct buffer *buffer)
{
	yaml_parser_t parser;
	bool valid = true;
	bool done = false;

	if (!yaml_parser_initialize(&parser))
		abort();
	yaml_parser_set_input_string(&parser, (const unsigned char *)text.bytes, text.length);
	while (!done) {
		yaml_event_t event;

		if (!yaml_parser_parse(&parser, &event)) {
			valid = false;
			break;
		}
		switch (event.type) {
		case YAML_SCALAR_EVENT:
			add(buffer, "scalar", 6);
			add_properties(buffer, (char *)event.data.scalar.anchor,
				(char *)event.data.scalar.tag);
			add(buffer, " ", 1);
			add(buffer, (char *)event.data.scalar.value, event.data.scalar.length);
			break;
		case YAML_ALIAS_EVENT:
			add(buffer, "alias ", 6);
			add(buffer, (char *)event.data.alias.anchor,
				strlen((char *)event.data.alias.anchor));
			break;
		case YAML_MAPPING_START_EVENT:
			add(buffer, "mapping", 7);
			add_properties(buffer, (char *)event.data.mapping_start.anchor,
				(char *)event.data.mapping_start.tag);
			break;
		case YAML_SEQUENCE_START_EVENT:
			add(buffer, "sequence", 8);
			add_properties(buffer, (char *)event.data.sequence_start.anchor,
				(char *)event.data.sequence_start.tag);
			break;
		case YAML_MAPPING_END_EVENT:
		case YAML_SEQUENCE_END_EVENT:
			add(buffer, "end", 3);
			break;
		case YAML_STREAM_END_EVENT:
			done = true;
			break;
		default:
			break;
		}
		add(buffer, "\n", 1);
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return valid;
}

/* The events that would make the tree. Merge keys show as what they add, so texts with them are
 * compared elsewhere. */
static void add_node(struct buffer *buffer, struct node node)
{
	struct string text = node_text(node);
	struct string alias = node_alias(node);

	if (alias.length) {
		add(buffer, "alias ", 6);
		add(buffer, alias.bytes, alias.length);
	} else if (node_kind(node) == NODE_SCALAR) {
		add(buffer, "scalar", 6);
		add_properties(buffer, node_anchor(node).bytes, node_tag(node).bytes);
		add(buffer, " ", 1);
		add(buffer, text.bytes, text.length);
	} else {
		bool is_mapping = node_kind(node) == NODE_MAPPING;

		add(buffer, is_mapping ? "mapping" : "sequence", is_mapping ? 7 : 8);
		add_properties(buffer, node_anchor(node).bytes, node_tag(node).bytes);
		add(buffer, "\n", 1);
		for (uint32_t i = 0; i < node_count(node); i++) {
			if (is_mapping) {
				add_node(buffer, node_entry(node, i).key);
				add_node(buffer, node_entry(node, i).value);
			} else {
				add_node(buffer, node_item(node, i));
			}
		}
		add(buffer, "end", 3);
	}
	add(buffer, "\n", 1);
}

/* libyaml has a line for events that are no nodes: stream and document starts and ends. */
static void drop_empty_lines(struct buffer *buffer)
{
	size_t length = 0;

	for (size_t i = 0; i < buffer->length; i++) {
		if (buffer->bytes[i] == '\n' && (length == 0 || buffer->bytes[length - 1] == '\n'))
			continue;
		buffer->bytes[length++] = buffer->bytes[i];
	}
	if (buffer->bytes)
		buffer->bytes[length] = '\0';
	buffer->length = length;
}

static size_t count_errors(const struct syntax_tree *tree)
{
	struct arena *arena = arena_create();
	size_t count;

	syntax_tree_errors(tree, arena, &count);
	arena_destroy(arena);
	return count;
}

/* False if the text is not valid, or merges. */
static bool compare(struct string text)
{
	struct buffer expected = {0};
	struct buffer found = {0};
	bool valid = events_of_libyaml(text, &expected);
	char *terminated = memory_allocate(text.length + 1, 1);

	memcpy(terminated, text.bytes, text.length);
	struct syntax_tree *tree = syntax_tree_create(text);

	/* libyaml lets a quote or bracket go on in lines that are not deeper than its entry; YAML
	 * does not, and the tree ends it there and reports an error. */
	if (valid && !strstr(terminated, "<<") && count_errors(tree) == 0) {
		if (!node_is_absent(syntax_tree_root(tree)))
			add_node(&found, syntax_tree_root(tree));
		else
			add(&found, "", 0);
		drop_empty_lines(&expected);
		drop_empty_lines(&found);
		if (strcmp(expected.bytes, found.bytes) != 0)
			print_error("text:\n%s\n", terminated);
		assert_string_equal(found.bytes, expected.bytes);
	} else {
		valid = false;
	}
	syntax_tree_release(tree);
	memory_release(terminated);
	memory_release(expected.bytes);
	memory_release(found.bytes);
	return valid;
}

static void samples_are_read_as_libyaml_does(void **state)
{
	(void)state;
	for (size_t i = 0; i < sample_text_count; i++) {
		struct syntax_tree *tree = syntax_tree_create(string_from(sample_texts[i]));

		if (count_errors(tree) != 0)
			print_error("text:\n%s\n", sample_texts[i]);
		assert_int_equal(count_errors(tree), 0);
		syntax_tree_release(tree);
		compare(string_from(sample_texts[i]));
	}
}

/* Lines of samples put together at random, indented more or less: some of it is valid. */
static void random_lines_are_read_as_libyaml_does(void **state)
{
	static const char *const lines[] = {"a: b", "key:", "- item", "- k: v", "b: |", "c: >-",
		"text", "d: [x,", "y]", "e: {f: g}", "\"q\": 'r'", "# comment", "", "- - n",
		"h: \"open", "close\"", "i: &x j", "k: *x", "-", "l: m # n", "o: 'p", "q'",
		"r: 's'"};
	struct random *random = *state;
	unsigned valid = 0;

	for (unsigned round = 0; round < 20000; round++) {
		struct buffer text = {0};
		unsigned count = 1 + random_below(random, 8);

		for (unsigned i = 0; i < count; i++) {
			const char *line =
				lines[random_below(random, sizeof(lines) / sizeof(*lines))];

			add(&text, "        ", 2 * random_below(random, 4));
			add(&text, line, strlen(line));
			add(&text, "\n", 1);
		}
		valid += compare((struct string){text.bytes, text.length});
		memory_release(text.bytes);
	}
	printf("%u of 20000 texts were valid\n", valid);
	assert_true(valid > 500);
}

static struct string read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	size_t most = 1 << 20;
	char *bytes = memory_allocate(most, 1);

	if (!file) {
		fprintf(stderr, "%s cannot be read\n", path);
		exit(2);
	}

	size_t length = fread(bytes, 1, most, file);

	fclose(file);
	return (struct string){bytes, length};
}

/* Texts of the public YAML test suite, or any others. */
static void files_are_read_as_libyaml_does(void **state)
{
	unsigned compared = 0;
	unsigned count = 0;

	for (char **path = *state; *path; path++, count++) {
		struct string text = read_file(*path);
		struct buffer events = {0};

		if (compare(text))
			compared++;
		else if (events_of_libyaml(text, &events))
			printf("%s: valid for libyaml, not compared\n", *path);
		memory_release(events.bytes);
		memory_release((char *)text.bytes);
	}
	printf("%u of %u texts are valid and were compared\n", compared, count);
}

/* With arguments, compares these files. */
int main(int count, char **arguments)
{
	struct random random = random_seeded();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_read_as_libyaml_does),
		cmocka_unit_test_prestate(random_lines_are_read_as_libyaml_does, &random),
	};

	const struct CMUnitTest test_of_files[] = {
		cmocka_unit_test_prestate(files_are_read_as_libyaml_does, arguments + 1),
	};

	if (count > 1)
		return cmocka_run_group_tests(test_of_files, NULL, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

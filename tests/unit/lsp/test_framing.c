/* Framing: whatever the bytes and however they are split, the messages are found. */
#include "lsp/wire/framing.h"
#include "tests/unit/unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LIMIT = 1000
};

/* What came out, as text: contents in brackets, a "!" for each break. */
struct transcript {
	char text[4096];
	size_t length;
};

static void add(struct transcript *transcript, const char *format, struct string string)
{
	transcript->length += (size_t)snprintf(transcript->text + transcript->length,
		sizeof(transcript->text) - transcript->length, format, STRING_ARGUMENTS(string));
}

/* A message counts as nonsense unless it is a word in braces. */
static bool is_sensible(struct string content)
{
	return string_starts_with(content, "{") && string_ends_with(content, "}");
}

static void drain(struct framing *framing, struct transcript *transcript)
{
	struct string content;

	for (;;) {
		switch (framing_next(framing, &content)) {
		case FRAMING_INCOMPLETE:
			return;
		case FRAMING_MESSAGE:
			if (is_sensible(content)) {
				add(transcript, "[%.*s]", content);
			} else {
				add(transcript, "?%.*s", STRING(""));
				framing_reject(framing);
			}
			break;
		case FRAMING_BROKEN:
			add(transcript, "!%.*s", STRING(""));
			break;
		}
	}
}

/* The transcript of `input` given in pieces of `size` bytes. */
static struct transcript read_in_pieces(struct string input, size_t size)
{
	struct framing *framing = framing_create(LIMIT);
	struct transcript transcript = {0};

	for (size_t i = 0; i < input.length; i += size) {
		size_t end = i + size < input.length ? i + size : input.length;
		struct string piece = string_slice(input, i, end);
		char *copy = malloc(piece.length); /* exact, for the sanitizer */

		memcpy(copy, piece.bytes, piece.length);
		framing_feed(framing, (struct string){copy, piece.length});
		free(copy);
		drain(framing, &transcript);
		framing_rest(framing);
	}
	framing_destroy(framing);
	return transcript;
}

static void check(const char *input, const char *expected)
{
	struct string text = string_from(input);

	for (size_t size = 1; size <= text.length; size++) {
		struct transcript transcript = read_in_pieces(text, size);

		assert_string_equal(transcript.text, expected);
	}
}

static void one_message(void **state)
{
	(void)state;
	check("Content-Length: 3\r\n\r\n{a}", "[{a}]");
	check("Content-Length: 0\r\n\r\nContent-Length: 3\r\n\r\n{a}", "?[{a}]");
}

static void several_messages(void **state)
{
	(void)state;
	check("Content-Length: 3\r\n\r\n{a}Content-Length: 4\r\n\r\n{bc}", "[{a}][{bc}]");
}

static void any_header(void **state)
{
	(void)state;
	check("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"
	      "Content-Length: 3\r\n\r\n{a}",
		"[{a}]");
	check("content-length:3\r\n\r\n{a}", "[{a}]");
	check("CONTENT-LENGTH:\t 3 \r\nX: y\r\n\r\n{a}", "[{a}]");
	check("Content-Length: 3\n\n{a}", "[{a}]");
	check("\r\n\r\nContent-Length: 3\r\n\r\n{a}", "[{a}]");
}

static void lengths_that_are_none(void **state)
{
	(void)state;
	check("Content-Length: -5\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}", "![{b}]");
	check("Content-Length: x\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}", "![{b}]");
	check("Content-Length: 3 4\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}", "![{b}]");
	check("Content-Length: 3.5\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}", "![{b}]");
	check("Content-Length:\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}", "![{b}]");
	check("Content-Length: 1001\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}", "![{b}]");
	check("Content-Length: 99999999999999999999999\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}",
		"![{b}]");
	check("Content-Length: 18446744073709551619\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}",
		"![{b}]");
}

static void missing_length(void **state)
{
	(void)state;
	check("Content-Type: x\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}", "![{b}]");
	check("hello\r\n\r\n{a}\r\n\r\nContent-Length: 3\r\n\r\n{b}", "![{b}]");
}

static void garbage_before_a_header(void **state)
{
	(void)state;
	check("what is this Content-Length: 3\r\n\r\n{a}", "[{a}]");
	check("garbage\r\nContent-Length: 3\r\n\r\n{a}", "[{a}]");
}

static void endless_garbage(void **state)
{
	struct framing *framing = framing_create(LIMIT);
	struct transcript transcript = {0};

	(void)state;
	for (int i = 0; i < 100000; i++) {
		framing_feed(framing, STRING("Content-Length: CONTENT-LENGTH:7 \t\r\v"));
		drain(framing, &transcript);
		transcript.length = 0;
	}
	framing_feed(framing, STRING("\n\r\n\r\nContent-Length: 3\r\n\r\n{a}"));
	drain(framing, &transcript);
	assert_string_equal(transcript.text + transcript.length - 5, "[{a}]");
	framing_destroy(framing);
}

/* A line of so many bytes, whatever the pieces it comes in. */
static void check_line(size_t length, const char *expected)
{
	static const char rest[] = "\nContent-Length: 3\r\n\r\n{a}";
	static const size_t pieces[] = {1, 7, 4095, 4096, 4097, 10000};
	char text[5000];

	memset(text, 'x', length);
	memcpy(text + length, rest, sizeof(rest));
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
		assert_string_equal(read_in_pieces(string_from(text), pieces[i]).text, expected);
}

static void limits(void **state)
{
	char text[LIMIT + 100];

	(void)state;
	check_line(4095, "[{a}]");
	check_line(4096, "[{a}]");
	check_line(4097, "![{a}]");
	for (int length = LIMIT - 1; length <= LIMIT + 1; length++) {
		int header = snprintf(text, sizeof(text), "Content-Length: %d\r\n\r\n{", length);

		memset(text + header, 'x', (size_t)length - 2);
		snprintf(text + header + length - 2, 2, "}");
		assert_int_equal(
			read_in_pieces(string_from(text), 100).text[0], length > LIMIT ? '!' : '[');
	}
}

static void length_too_large(void **state)
{
	(void)state; /* swallows the header of the next message, which is found again */
	check("Content-Length: 30\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}"
	      "Content-Length: 3\r\n\r\n{c}",
		"?[{b}][{c}]");
}

static void length_too_small(void **state)
{
	(void)state;
	check("Content-Length: 2\r\n\r\n{a}Content-Length: 3\r\n\r\n{b}", "?[{b}]");
}

static void no_json(void **state)
{
	(void)state;
	check("Content-Length: 5\r\n\r\nhelloContent-Length: 3\r\n\r\n{b}", "?[{b}]");
}

static void random_bytes(void **state)
{
	static const char alphabet[] = "\r\n:{} -0123content-lengthContent-Length: 3\r\n\r\n{a}";
	unsigned seed = 1;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		char text[300];
		struct string input = {text, 0};

		while (input.length < sizeof(text) - 1) {
			seed = seed * 1103515245 + 12345;
			text[input.length++] = alphabet[(seed >> 16) % (sizeof(alphabet) - 1)];
		}
		text[input.length] = '\0';

		struct transcript whole = read_in_pieces(input, input.length);
		struct transcript bytes = read_in_pieces(input, 1);

		assert_string_equal(whole.text, bytes.text);
	}
}

/* Buffers of large messages are let go of between messages, never within one. */
static void large_messages(void **state)
{
	enum {
		SIZE = 200000
	};
	struct framing *framing = framing_create(SIZE);
	struct string content;
	char *message = malloc(SIZE);

	(void)state;
	memset(message, 'x', SIZE);
	for (int round = 0; round < 3; round++) {
		framing_feed(framing, STRING("Content-Length: 200000\r\n\r\n"));
		for (size_t i = 0; i < SIZE; i += SIZE / 4) {
			assert_int_equal(framing_next(framing, &content), FRAMING_INCOMPLETE);
			framing_rest(framing);
			framing_feed(framing, (struct string){message + i, SIZE / 4});
		}
		framing_feed(framing, STRING("Content-Length: 3\r\n\r\n{a"));
		assert_int_equal(framing_next(framing, &content), FRAMING_MESSAGE);
		assert_true(string_equal(content, (struct string){message, SIZE}));
		assert_int_equal(framing_next(framing, &content), FRAMING_INCOMPLETE);
		framing_rest(framing);
		framing_feed(framing, STRING("}"));
		assert_int_equal(framing_next(framing, &content), FRAMING_MESSAGE);
		assert_true(string_equal(content, STRING("{a}")));
		assert_int_equal(framing_next(framing, &content), FRAMING_INCOMPLETE);
		framing_rest(framing);
	}
	free(message);
	framing_destroy(framing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_message),
		cmocka_unit_test(several_messages),
		cmocka_unit_test(any_header),
		cmocka_unit_test(lengths_that_are_none),
		cmocka_unit_test(missing_length),
		cmocka_unit_test(garbage_before_a_header),
		cmocka_unit_test(endless_garbage),
		cmocka_unit_test(limits),
		cmocka_unit_test(length_too_large),
		cmocka_unit_test(length_too_small),
		cmocka_unit_test(no_json),
		cmocka_unit_test(random_bytes),
		cmocka_unit_test(large_messages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

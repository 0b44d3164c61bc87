/* JSON values and messages. */
#include "lsp/wire/json_text.h"
#include "lsp/wire/message.h"
#include "tests/unit/unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_valid(struct string text)
{
	bool valid;

	json_object_put(parse_json(text, &valid));
	return valid;
}

static void only_whole_values_are_valid(void **state)
{
	(void)state;
	assert_true(is_valid(STRING("{}")));
	assert_true(is_valid(STRING(" [1, \"x\", null] \r\n")));
	assert_true(is_valid(STRING("12")));
	assert_true(is_valid(STRING("null")));
	assert_false(is_valid(STRING("")));
	assert_false(is_valid(STRING("{")));
	assert_false(is_valid(STRING("{}{}")));
	assert_false(is_valid(STRING("{\"a\":1,}")));
	assert_false(is_valid(STRING("hello")));
	assert_false(is_valid(STRING("\"\xff\"")));
}

/* Also where the library, being strict, takes none of it. */
static void text_beyond_ascii_is_read_as_it_is(void **state)
{
	static const char text[] = "\xc3\xa9 \xe2\x9c\x93 \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf \x7f";
	char json[64];
	bool valid;
	struct json_object *value;

	(void)state;
	snprintf(json, sizeof(json), "{\"%s\":\"%s\"}", text, text);
	value = parse_json(string_from(json), &valid);
	assert_true(valid);
	assert_string_equal(json_object_get_string(member(value, text)), text);
	json_object_put(value);
	assert_false(is_valid(STRING("{\"\xc3\xa9\":\xc3\xa9}")));
	assert_false(is_valid(STRING("{\"\xc3\xa9\":\"\xff\"}")));
}

static void deep_nesting_is_not_valid(void **state)
{
	enum {
		DEPTH = 100000
	};
	char *deep = malloc(DEPTH);

	(void)state;
	memset(deep, '[', DEPTH);
	assert_false(is_valid((struct string){deep, DEPTH}));
	for (size_t levels = 199; levels <= 201; levels++) {
		memset(deep + levels, ']', levels);
		assert_int_equal(is_valid((struct string){deep, 2 * levels}), levels <= 200);
		memset(deep, '[', 2 * levels);
	}
	free(deep);
}

static enum message_kind kind_of(const char *text)
{
	bool valid;
	struct json_object *json = parse_json(string_from(text), &valid);
	enum message_kind kind = message_read(json).kind;

	assert_true(valid);
	json_object_put(json);
	return kind;
}

static void kinds_of_messages(void **state)
{
	(void)state;
	assert_int_equal(
		kind_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}"), MESSAGE_REQUEST);
	assert_int_equal(
		kind_of("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"m\"}"), MESSAGE_REQUEST);
	assert_int_equal(kind_of("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}"), MESSAGE_NOTIFICATION);
	assert_int_equal(
		kind_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}"), MESSAGE_RESPONSE);
	assert_int_equal(kind_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}"), MESSAGE_RESPONSE);
	assert_int_equal(
		kind_of("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}"), MESSAGE_INVALID);
	assert_int_equal(
		kind_of("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"m\"}"), MESSAGE_INVALID);
	assert_int_equal(
		kind_of("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"}"), MESSAGE_INVALID);
	assert_int_equal(kind_of("{\"id\":1,\"method\":\"m\"}"), MESSAGE_INVALID);
	assert_int_equal(kind_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}"), MESSAGE_INVALID);
	assert_int_equal(kind_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":3}"),
		MESSAGE_INVALID);
	assert_int_equal(kind_of("{\"jsonrpc\":\"2.0\",\"id\":1}"), MESSAGE_RESPONSE);
	assert_int_equal(kind_of("{\"jsonrpc\":\"2.0\"}"), MESSAGE_INVALID);
	assert_int_equal(kind_of("[]"), MESSAGE_INVALID);
	assert_int_equal(kind_of("3"), MESSAGE_INVALID);
}

static void raw_values_are_put_out_as_they_are(void **state)
{
	struct json_object *json = json_object_new_object();

	(void)state;
	put(json, "a", new_raw(STRING("[1,2]")));
	assert_true(string_is(write_json(json), "{\"a\":[1,2]}"));
	json_object_put(json);
}

static void assert_joined(struct json_object *json, const char *expected)
{
	struct json_parts parts = write_json_parts(json);
	size_t length = parts.head.length + parts.body.length + parts.tail.length;
	char *joined = malloc(length + 1);

	assert_int_equal(length, strlen(expected));
	memcpy(joined, parts.head.bytes, parts.head.length);
	if (parts.body.length > 0)
		memcpy(joined + parts.head.length, parts.body.bytes, parts.body.length);
	if (parts.tail.length > 0)
		memcpy(joined + parts.head.length + parts.body.length, parts.tail.bytes,
			parts.tail.length);
	joined[length] = '\0';
	assert_string_equal(joined, expected);
	free(joined);
}

/* Long text is not copied into what is around it. */
static void long_values_stand_by_themselves(void **state)
{
	enum {
		LONG = 10000
	};
	struct json_object *message = new_object();
	struct json_object *params = new_object();
	struct json_text text = {0};
	char *expected = malloc(LONG + 100);
	int length = sprintf(expected, "{\"id\":1,\"params\":{\"short\":[0],\"long\":\"");

	(void)state;
	put(message, "id", new_integer(1));
	put(message, "params", params);
	put(params, "short", new_raw(STRING("[0]")));
	json_text_add(&text, STRING("\""));
	for (int i = 0; i < LONG; i++) {
		json_text_add(&text, STRING("x"));
		expected[length++] = 'x';
	}
	json_text_add(&text, STRING("\""));
	put(params, "long", json_text_value(&text));
	strcpy(expected + length, "\",\"end\":2}}");
	put(params, "end", new_integer(2));
	assert_true(string_is(write_json(message), expected));
	assert_joined(message, expected);
	assert_int_equal(write_json_parts(message).body.length, LONG + 2);
	assert_true(string_is(write_json(message), expected));
	json_object_put(message);

	message = new_object();
	put(message, "short", new_raw(STRING("[0]")));
	assert_joined(message, "{\"short\":[0]}");
	json_object_put(message);
	free(expected);
}

/* What is written directly is what the library writes. */
static void strings_are_escaped(void **state)
{
	char bytes[256 + 1];
	struct json_text text = {0};
	struct json_object *json;

	(void)state;
	for (int i = 0; i < 128; i++)
		bytes[i] = (char)i;
	memcpy(bytes + 128, "\xc3\xa4/ \"quoted\" \\", 15);
	json = new_string((struct string){bytes, 128 + 15});
	json_text_add_string(&text, (struct string){bytes, 128 + 15});
	assert_true(string_equal((struct string){text.bytes, text.length}, write_json(json)));
	json_object_put(json);
	json_text_release(&text);
}

static void numbers_and_ranges_are_written(void **state)
{
	struct json_text text = {0};
	struct position start = {0, 10}, end = {4294967295u, 99};

	(void)state;
	json_text_add_range(&text, start, end);
	assert_true(string_is((struct string){text.bytes, text.length},
		"{\"start\":{\"line\":0,\"character\":10},"
		"\"end\":{\"line\":4294967295,\"character\":99}}"));
	json_text_release(&text);
}

static void paths_of_members(void **state)
{
	bool valid;
	struct json_object *json = parse_json(STRING("{\"a\":{\"b\":[\"x\"]}}"), &valid);

	(void)state;
	assert_true(array_has(member_path(json, "a.b"), "x"));
	assert_false(array_has(member_path(json, "a.c"), "x"));
	assert_null(member_path(json, "a.b.c"));
	assert_null(member_path(NULL, "a"));
	json_object_put(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_whole_values_are_valid),
		cmocka_unit_test(text_beyond_ascii_is_read_as_it_is),
		cmocka_unit_test(deep_nesting_is_not_valid),
		cmocka_unit_test(kinds_of_messages),
		cmocka_unit_test(raw_values_are_put_out_as_they_are),
		cmocka_unit_test(long_values_stand_by_themselves),
		cmocka_unit_test(strings_are_escaped),
		cmocka_unit_test(numbers_and_ranges_are_written),
		cmocka_unit_test(paths_of_members),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* JSON values and messages. */
#include "lsp/wire/message.h"
#include "tests/unit/unit_test.h"

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

static void deep_nesting_is_not_valid(void **state)
{
	enum {
		DEPTH = 100000
	};
	char *deep = malloc(DEPTH);

	(void)state;
	memset(deep, '[', DEPTH);
	assert_false(is_valid((struct string){deep, DEPTH}));
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
		cmocka_unit_test(deep_nesting_is_not_valid),
		cmocka_unit_test(kinds_of_messages),
		cmocka_unit_test(raw_values_are_put_out_as_they_are),
		cmocka_unit_test(paths_of_members),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

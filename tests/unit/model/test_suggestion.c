#include "analyzer/model/suggestion.h"

#include "tests/unit/unit_test.h"

static void suggests(const char *wanted, const char *a, const char *b, const char *expected)
{
	struct suggestion suggestion = suggestion_for(string_from(wanted));
	suggestion_offer(&suggestion, string_from(a));
	suggestion_offer(&suggestion, string_from(b));
	if (!string_is(suggestion.best, expected))
		fail_msg("for %s: \"%.*s\"", wanted, STRING_ARGUMENTS(suggestion.best));
}

static void test_suggestions(void **state)
{
	(void)state;
	suggests("mod", "mode", "model", "mode");
	suggests("requirments", "requirements", "properties", "requirements");
	suggests("tpye", "type", "types", "type");
	suggests("NODE-PRESENCE", "host_presence", "node_presence", "node_presence");
	suggests("a", "b", "ab", "");
	suggests("mode", "database", "x", "");
	suggests("", "mode", "x", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_suggestions)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

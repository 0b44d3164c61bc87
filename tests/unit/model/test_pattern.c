/* Regular expressions: what all dialects say alike is decided, the rest is not. */
#include "analyzer/model/text/pattern.h"

#include "tests/unit/unit_test.h"

struct row {
	const char *pattern;
	const char *text;
	enum verdict anywhere;
	enum verdict whole;
};

static void test_patterns(void **state)
{
	static const struct row rows[] = {
		{"abc", "xabcx", HOLDS, FAILS},
		{"^abc$", "abc", HOLDS, HOLDS},
		{"a|bc", "bc", HOLDS, HOLDS},
		{"\\d+", "a42", HOLDS, FAILS},
		{"\\d{3}", "123", HOLDS, HOLDS},
		{"\\d{3}", "12", FAILS, FAILS},
		{"[a-z0-9]([-a-z0-9]*[a-z0-9])?", "a-b", HOLDS, HOLDS},
		{"[a-z0-9]([-a-z0-9]*[a-z0-9])?", "a-", HOLDS, FAILS},
		{"^[\\w.-]+@[\\w.-]+$", "a.b@c-d.e", HOLDS, HOLDS},
		{"^[\\w.-]+@[\\w.-]+$", "a.b", FAILS, FAILS},
		{"^(?:\\d{1,3}\\.){3}\\d{1,3}$", "10.0.0.1", HOLDS, HOLDS},
		{"^(?:\\d{1,3}\\.){3}\\d{1,3}$", "10.0.0", FAILS, FAILS},
		{"\\S+\\s\\S+", "a b", HOLDS, HOLDS},
		{"[\\]\\^]", "]", HOLDS, HOLDS},
		{"[\\^]", "^", HOLDS, HOLDS},
		{"[\\^]", "a", FAILS, FAILS},
		{"[\\^-]", "-", HOLDS, HOLDS},
		{"[^\\^-]", "^", FAILS, FAILS},
		{"[\\\\]", "\\", HOLDS, HOLDS},
		{"a+?b", "aab", HOLDS, HOLDS},
		{"\\/", "/", HOLDS, HOLDS},
		/* Dialects differ, or do not know it. */
		{"(?i)abc", "ABC", UNKNOWN, UNKNOWN},
		{"a++", "aa", UNKNOWN, UNKNOWN},
		{"(a)\\1", "aa", UNKNOWN, UNKNOWN},
		{"\\p{L}", "a", UNKNOWN, UNKNOWN},
		{"\\bab\\b", "ab", UNKNOWN, UNKNOWN},
		{"[[:alpha:]]", "a", UNKNOWN, UNKNOWN},
		{"[a-z&&[^b]]", "a", UNKNOWN, UNKNOWN},
		{"(", "(", UNKNOWN, UNKNOWN},
		{"a{", "a{", UNKNOWN, UNKNOWN},
		{"*", "*", UNKNOWN, UNKNOWN},
		{"\xc3\xa4", "\xc3\xa4", UNKNOWN, UNKNOWN},
		{".", "\xc3\xa4", UNKNOWN, UNKNOWN},
		{"a.b", "a\nb", UNKNOWN, UNKNOWN},
		{"((a{255}){255}){255}", "a", UNKNOWN, UNKNOWN},
	};
	(void)state;
	struct pattern_cache *cache = pattern_cache_create();
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct string pattern = string_from(rows[i].pattern);
		struct string text = string_from(rows[i].text);
		if (pattern_search(cache, pattern, text) != rows[i].anywhere ||
			pattern_match(cache, pattern, text) != rows[i].whole)
			fail_msg("%s on %s", rows[i].pattern, rows[i].text);
	}
	pattern_cache_destroy(cache);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_patterns)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

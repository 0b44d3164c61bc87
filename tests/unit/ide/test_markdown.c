/* Whatever a name or a description holds, it is shown as it is written and changes nothing around
 * it. */
#include "analyzer/ide/text/markdown.h"

#include "tests/unit/syntax/sample_texts.h"
#include "tests/unit/unit_test.h"

#include <string.h>

enum {
	LONGEST = 12,
	ROUNDS = 20000
};

static void assert_text(struct string text, const char *expected)
{
	assert_string_equal(text.bytes, expected); /* arenas are zeroed */
	assert_int_equal(text.length, strlen(expected));
}

static struct string written(struct arena *arena, const char *format, struct string name)
{
	struct markdown markdown = markdown_in(arena);
	if (strcmp(format, "text") == 0)
		markdown_write(&markdown, "**%.*s** end", STRING_ARGUMENTS(name));
	else if (strcmp(format, "code") == 0)
		markdown_write(&markdown, "`%.*s` end", STRING_ARGUMENTS(name));
	else if (strcmp(format, "cell") == 0)
		markdown_write(&markdown, "| `%.*s` |", STRING_ARGUMENTS(name));
	else
		markdown_add_description(&markdown, name);
	return markdown_text(&markdown);
}

static void test_names(void **state)
{
	static const struct {
		const char *format, *name, *expected;
	} cases[] = {
		{"text", "web_shop", "**web_shop** end"},
		{"text", "![x](https://x)", "**![x\\](https://x)** end"},
		{"text", "a*b", "**a\\*b** end"},
		{"text", "_a_ 2 < 3 * 4", "**\\_a\\_ 2 < 3 * 4** end"},
		{"text", "<img src=x> &lt;", "**\\<img src=x> \\&lt;** end"},
		{"text", "a\nb|c", "**a b|c** end"},
		{"code", "a_*<b>\\|", "`a_*<b>\\|` end"},
		{"code", "a`b", "`` a`b `` end"},
		{"code", "```", "```` ``` ```` end"},
		{"cell", "a|b\nc", "| `a\\|b c` |"},
	};
	(void)state;
	struct arena *arena = arena_create();
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_text(written(arena, cases[i].format, string_from(cases[i].name)),
			cases[i].expected);
	arena_destroy(arena);
}

static void test_descriptions(void **state)
{
	static const struct {
		const char *description, *expected;
	} cases[] = {
		{"A *list*:\n- `one`", "A *list*:\n- `one`\n"},
		{"![x](https://x) <b>", "\\![x](https://x) \\<b>\n"},
		{"```\n<b>", "```\n<b>\n```\n"},
		{"  ~~~~ x\n```\n~~~\n", "  ~~~~ x\n```\n~~~\n~~~~\n"},
		{"```yaml\na: b\n```\nend", "```yaml\na: b\n```\nend\n"},
		{"```\na\n```` \n```", "```\na\n```` \n```\n```\n"},
	};
	(void)state;
	struct arena *arena = arena_create();
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_text(written(arena, "description", string_from(cases[i].description)),
			cases[i].expected);
	arena_destroy(arena);
}

/* Who shows no Markdown reads the name, and what follows it. */
static void test_any_name_is_read_as_written(void **state)
{
	static const char alphabet[] = "`*_~\\<>&[]()!|#-.:/ ab\n";
	(void)state;
	struct random random = random_seeded();
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct arena *arena = arena_create();
		char name[LONGEST];
		char line[LONGEST];
		size_t length = 1 + random_below(&random, LONGEST - 1);
		for (size_t k = 0; k < length; k++) {
			name[k] = alphabet[random_below(&random, sizeof(alphabet) - 1)];
			line[k] = name[k] == '\n' ? ' ' : name[k];
		}
		struct string text = written(arena, "text", (struct string){name, length});
		struct string plain = markdown_as_plain_text(text, arena);
		struct string expected = arena_format(arena, "%.*s end", (int)length, line);
		if (!string_equal(plain, expected))
			fail_msg("\"%.*s\" is written as \"%.*s\" and read as \"%.*s\"",
				(int)length, line, STRING_ARGUMENTS(text), STRING_ARGUMENTS(plain));
		bool is_padded = memchr(name, '`', length) != NULL;
		text = written(arena, "code", (struct string){name, length});
		plain = markdown_as_plain_text(text, arena);
		expected =
			is_padded ? arena_format(arena, " %.*s  end", (int)length, line) : expected;
		if (!string_equal(plain, expected))
			fail_msg("\"%.*s\" is written as \"%.*s\" and read as \"%.*s\"",
				(int)length, line, STRING_ARGUMENTS(text), STRING_ARGUMENTS(plain));
		arena_destroy(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_descriptions),
		cmocka_unit_test(test_any_name_is_read_as_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "analyzer/model/report/suggestion.h"

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

/* The textbook's table, all of it. */
static size_t full_distance(struct string a, struct string b)
{
	static size_t table[65][65];
	for (size_t i = 0; i <= a.length; i++) {
		for (size_t j = 0; j <= b.length; j++) {
			if (i == 0 || j == 0) {
				table[i][j] = i + j;
				continue;
			}
			bool same = a.bytes[i - 1] == b.bytes[j - 1];
			size_t least = table[i - 1][j - 1] + !same;
			if (table[i - 1][j] + 1 < least)
				least = table[i - 1][j] + 1;
			if (table[i][j - 1] + 1 < least)
				least = table[i][j - 1] + 1;
			if (i > 1 && j > 1 && a.bytes[i - 1] == b.bytes[j - 2] &&
				a.bytes[i - 2] == b.bytes[j - 1] && table[i - 2][j - 2] + 1 < least)
				least = table[i - 2][j - 2] + 1;
			table[i][j] = least;
		}
	}
	return table[a.length][b.length];
}

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

static struct string random_word(struct arena *arena, uint32_t *state)
{
	char letters[20];
	size_t length = 1 + next_random(state) % 12;
	for (size_t i = 0; i < length; i++)
		letters[i] = (char)('a' + next_random(state) % 3);
	return arena_copy(arena, (struct string){letters, length});
}

/* Among many words, the same is found as by looking at each of them in turn. */
static void test_among_many(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 300; seed++) {
		struct arena *arena = arena_create();
		struct suggestion_words *words = suggestion_words_create(arena);
		uint32_t random = seed;
		struct string wanted = random_word(arena, &random);
		struct string best = {0};
		size_t closest = wanted.length / 3 + 1;
		for (int i = 0; i < 20; i++) {
			struct string word = random_word(arena, &random);
			size_t found = full_distance(wanted, word);
			size_t shorter = word.length < wanted.length ? word.length : wanted.length;
			suggestion_words_add(words, word);
			if ((best.length ? found < closest : found <= closest) && found < shorter) {
				best = word;
				closest = found;
			}
		}
		struct suggestion suggestion = suggestion_among(words, wanted);
		if (!string_equal(suggestion.best, best))
			fail_msg("seed %u: for %.*s \"%.*s\", not \"%.*s\"", seed,
				STRING_ARGUMENTS(wanted), STRING_ARGUMENTS(best),
				STRING_ARGUMENTS(suggestion.best));
		arena_destroy(arena);
	}
}

/* A word of another length costs nothing, an unlike one little, and a second time nothing. */
static void test_work(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct suggestion_words *words = suggestion_words_create(arena);
	for (size_t i = 0; i < 1000; i++)
		suggestion_words_add(words, arena_format(arena, "Number%03zu", i));
	suggestion_words_add(words, STRING("tosca.nodes.SoftwareComponent"));
	struct suggestion found = suggestion_among(words, STRING("tosca.nodes.SoftwareComponents"));
	assert_true(string_is(found.best, "tosca.nodes.SoftwareComponent"));
	assert_int_equal(suggestion_words_work(words).words, 1);
	suggestion_among(words, STRING("tosca.nodes.SoftwareComponents"));
	assert_int_equal(suggestion_words_work(words).words, 1);
	suggestion_among(words, STRING("xxxxxxxxx"));
	struct suggestion_work work = suggestion_words_work(words);
	assert_int_equal(work.words, 1001);
	assert_true(work.characters <= 1000 * 9 * 6);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_suggestions),
		cmocka_unit_test(test_among_many),
		cmocka_unit_test(test_work),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

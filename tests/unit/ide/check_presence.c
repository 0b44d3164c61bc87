/* `# presence node.app: dev present, prod absent` — elements by variants. */
#include "analyzer/variability/analysis/analysis.h"
#include "tests/unit/ide/fixture.h"

static struct string presence_under(
	const struct fixture *fixture, const struct element *element, struct string variant)
{
	for (size_t i = 0; i < analysis_variant_count(fixture->analysis); i++) {
		if (string_equal(analysis_variant(fixture->analysis, i)->name, variant)) {
			return string_from(
				presence_name(analysis_presence(fixture->analysis, i, element)));
		}
	}
	return STRING("no such variant");
}

void check_presence(struct fixture *fixture)
{
	for (size_t i = 0; i < fixture->expectation_count; i++) {
		const struct fixture_expectation *expectation = &fixture->expectations[i];
		if (!string_is(expectation->feature, "presence"))
			continue;
		const struct element *element =
			analysis_find_element(fixture->analysis, expectation->words);
		if (!element) {
			fixture_fail(fixture, expectation->line, "there is no element \"%.*s\"",
				STRING_ARGUMENTS(expectation->words));
			continue;
		}
		struct string list = expectation->text;
		struct string pair;
		while (fixture_next_word(&list, &pair)) {
			size_t space = 0;
			while (space < pair.length && pair.bytes[space] != ' ')
				space++;
			struct string variant = string_slice(pair, 0, space);
			struct string found = presence_under(fixture, element, variant);
			struct string expected =
				space < pair.length ? string_slice(pair, space + 1, pair.length)
						    : STRING("");
			if (!string_equal(expected, found)) {
				fixture_fail(fixture, expectation->line, "it is %.*s under %.*s",
					STRING_ARGUMENTS(found), STRING_ARGUMENTS(variant));
			}
		}
	}
}

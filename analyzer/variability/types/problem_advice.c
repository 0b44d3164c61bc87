#include "analyzer/variability/types/problem.h"

#include <string.h>

static bool has_at(struct string text, size_t at, const char *part, size_t length)
{
	return text.length - at >= length && memcmp(text.bytes + at, part, length) == 0;
}

/* `*` stands for any text; behind the last one, the end decides. */
static bool fits(struct string text, const char *pattern)
{
	size_t at = 0;

	for (bool is_first = true;; is_first = false) {
		size_t length = strcspn(pattern, "*");
		bool is_last = pattern[length] == '\0';

		if (text.length < at + length)
			return false;
		if (is_last)
			return has_at(text, text.length - length, pattern, length);
		while (!is_first && at < text.length && !has_at(text, at, pattern, length))
			at++;
		if (!has_at(text, at, pattern, length))
			return false;
		at += length;
		pattern += length + 1;
	}
}

struct string problem_advice(const struct problem *problem)
{
	static const struct {
		const char *text, *advice;
	} rows[] = {
#define PROBLEM_ADVICE(text, advice) {text, advice},
#include "analyzer/variability/types/problem_advice.def"
#undef PROBLEM_ADVICE
	};

	if (problem->advice.length > 0)
		return problem->advice;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (fits(problem->text, rows[i].text))
			return string_from(rows[i].advice);
	return (struct string){"", 0};
}

#include "analyzer/language/grammar/words.h"

static const struct word_row rows[] = {
#define WORD(name, uses, meaning) {name, uses, meaning},
#include "analyzer/language/grammar/words.def"
#undef WORD
};

const struct word_row *word_next(const struct word_row *previous, unsigned uses)
{
	const struct word_row *end = rows + sizeof(rows) / sizeof(*rows);
	for (const struct word_row *row = previous ? previous + 1 : rows; row < end; row++)
		if (row->uses & uses)
			return row;
	return NULL;
}

const struct word_row *word_find(struct string name, unsigned uses)
{
	const struct word_row *row = word_next(NULL, uses);
	while (row && !string_is(name, row->name))
		row = word_next(row, uses);
	return row;
}

bool name_is_hosting(struct string name)
{
	size_t start = 0;

	for (size_t i = 0; i <= name.length; i++) {
		if (i < name.length && name.bytes[i] != '_')
			continue;
		if (string_is(string_slice(name, start, i), "host"))
			return true;
		start = i + 1;
	}
	return false;
}

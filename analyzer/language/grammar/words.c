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

#include "analyzer/model/suggestion.h"

#include <string.h>

enum {
	LONGEST = 64 /* longer words are never compared */
};

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static char fold(char character)
{
	if (character >= 'A' && character <= 'Z')
		return (char)(character - 'A' + 'a');
	return character == '-' ? '_' : character;
}

/* Optimal string alignment; upper and lower case, "-" and "_" count as the same. */
static size_t distance(struct string a, struct string b)
{
	size_t rows[3][LONGEST + 1];
	size_t *before = rows[0];
	size_t *above = rows[1];
	size_t *row = rows[2];

	for (size_t j = 0; j <= b.length; j++)
		above[j] = j;
	for (size_t i = 1; i <= a.length; i++) {
		row[0] = i;
		for (size_t j = 1; j <= b.length; j++) {
			char x = fold(a.bytes[i - 1]);
			char y = fold(b.bytes[j - 1]);
			row[j] = smaller(above[j] + 1, row[j - 1] + 1);
			row[j] = smaller(row[j], above[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == fold(b.bytes[j - 2]) &&
				fold(a.bytes[i - 2]) == y)
				row[j] = smaller(row[j], before[j - 2] + 1);
		}
		size_t *oldest = before;
		before = above;
		above = row;
		row = oldest;
	}
	return above[b.length];
}

struct suggestion suggestion_for(struct string wanted)
{
	return (struct suggestion){.wanted = wanted, .distance = wanted.length / 3 + 1};
}

void suggestion_offer(struct suggestion *suggestion, struct string candidate)
{
	struct string wanted = suggestion->wanted;
	if (wanted.length > LONGEST || candidate.length > LONGEST || !wanted.length)
		return;
	size_t apart = wanted.length > candidate.length ? wanted.length - candidate.length
							: candidate.length - wanted.length;
	size_t limit = suggestion->distance;
	if (apart > limit || candidate.length == 0)
		return;
	size_t found = distance(wanted, candidate);
	bool better = suggestion->best.length ? found < limit : found <= limit;
	/* Two short words that share nothing are not alike. */
	if (!better || found >= smaller(wanted.length, candidate.length))
		return;
	suggestion->best = candidate;
	suggestion->distance = found;
}

#include "analyzer/model/report/suggestion.h"

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
	return character == '-' ? '_' : string_lower(character);
}

/* Whether they are the same without "-" and "_", in upper or lower case: "getProperty". */
static bool is_same_word(struct string a, struct string b)
{
	size_t i = 0, j = 0;
	for (;; i++, j++) {
		while (i < a.length && fold(a.bytes[i]) == '_')
			i++;
		while (j < b.length && fold(b.bytes[j]) == '_')
			j++;
		if (i == a.length || j == b.length)
			return i == a.length && j == b.length;
		if (fold(a.bytes[i]) != fold(b.bytes[j]))
			return false;
	}
}

/* Optimal string alignment; upper and lower case, "-" and "_" count as the same. Only cells that
 * can lead to `limit` or less are filled; `limit` + 1 stands for anything more. */
static size_t distance(struct string a, struct string b, size_t limit, size_t *cells)
{
	size_t rows[3][LONGEST + 2];
	size_t *before = rows[0];
	size_t *above = rows[1];
	size_t *row = rows[2];
	size_t far = limit + 1;

	for (size_t j = 0; j <= b.length; j++)
		above[j] = j;
	for (size_t i = 1; i <= a.length; i++) {
		size_t first = i > limit ? i - limit : 1;
		size_t last = smaller(b.length, i + limit);
		size_t least = far;
		row[first - 1] = first == 1 ? i : far;
		for (size_t j = first; j <= last; j++) {
			char x = fold(a.bytes[i - 1]);
			char y = fold(b.bytes[j - 1]);
			/* Beyond the band, the row above has no cell. */
			size_t over = j < i + limit || i == 1 ? above[j] : far;
			row[j] = smaller(over + 1, row[j - 1] + 1);
			row[j] = smaller(row[j], above[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == fold(b.bytes[j - 2]) &&
				fold(a.bytes[i - 2]) == y)
				row[j] = smaller(row[j], before[j - 2] + 1);
			least = smaller(least, row[j]);
			(*cells)++;
		}
		if (least > limit)
			return far;
		size_t *oldest = before;
		before = above;
		above = row;
		row = oldest;
	}
	return smaller(above[b.length], far);
}

struct suggestion suggestion_for(struct string wanted)
{
	return (struct suggestion){.wanted = wanted, .distance = wanted.length / 3 + 1};
}

/* True if it is better than the best so far; `cells` counts the work. */
static bool offer(struct suggestion *suggestion, struct string candidate, size_t *cells)
{
	struct string wanted = suggestion->wanted;
	if (wanted.length > LONGEST || candidate.length > LONGEST || !wanted.length)
		return false;
	size_t apart = wanted.length > candidate.length ? wanted.length - candidate.length
							: candidate.length - wanted.length;
	size_t limit = suggestion->distance;
	if (apart > limit || candidate.length == 0)
		return false;
	size_t found = apart > 0 && is_same_word(wanted, candidate)
			       ? 1
			       : distance(wanted, candidate, limit, cells);
	bool better = suggestion->best.length ? found < limit : found <= limit;
	/* Two short words that share nothing are not alike. */
	if (!better || found >= smaller(wanted.length, candidate.length))
		return false;
	suggestion->best = candidate;
	suggestion->distance = found;
	return true;
}

void suggestion_offer(struct suggestion *suggestion, struct string candidate)
{
	size_t cells = 0;
	if (suggestion->offered++ < MOST_COMPARED)
		offer(suggestion, candidate, &cells);
}

/* ---- many words ---- */

struct word {
	struct word *next; /* of the same length, in the order in which they were added */
	struct string text;
	size_t order;
};

struct answer {
	struct answer *next;
	struct suggestion suggestion;
};

enum {
	ANSWER_SLOTS = 256
};

struct suggestion_words {
	struct arena *arena;
	struct word *first[LONGEST + 1]; /* by length */
	struct word *last[LONGEST + 1];
	size_t count;
	struct answer *answers[ANSWER_SLOTS];
	struct suggestion_work work;
};

struct suggestion_words *suggestion_words_create(struct arena *arena)
{
	struct suggestion_words *words = arena_allocate(arena, 1, sizeof(*words));
	words->arena = arena;
	return words;
}

void suggestion_words_add(struct suggestion_words *words, struct string text)
{
	if (text.length > LONGEST)
		return;
	struct word *word = arena_allocate(words->arena, 1, sizeof(*word));
	*word = (struct word){NULL, text, words->count++};
	if (words->last[text.length])
		words->last[text.length]->next = word;
	else
		words->first[text.length] = word;
	words->last[text.length] = word;
}

struct search {
	struct suggestion_words *words;
	struct suggestion best;
	size_t best_order;
};

/* Of equally close words the one that was added first: so a later one of another length has to
 * be closer, and an earlier one just as close. */
static void search_length(struct search *search, size_t length)
{
	struct suggestion *best = &search->best;
	struct word *word = length >= 1 && length <= LONGEST ? search->words->first[length] : NULL;
	for (; word && suggestion_wants_more(best); word = word->next) {
		struct suggestion trial = *best;
		bool comes_before = best->best.length && word->order < search->best_order;
		trial.best = comes_before ? (struct string){0} : best->best;
		search->words->work.words++;
		best->offered = ++trial.offered;
		if (!offer(&trial, word->text, &search->words->work.characters))
			continue;
		*best = trial;
		search->best_order = word->order;
	}
}

/* A mistake rarely changes the length by much. */
static struct suggestion search(struct suggestion_words *words, struct string wanted)
{
	struct search search = {.words = words, .best = suggestion_for(wanted)};
	search_length(&search, wanted.length);
	for (size_t apart = 1; apart <= search.best.distance && apart <= LONGEST; apart++) {
		if (wanted.length > apart)
			search_length(&search, wanted.length - apart);
		search_length(&search, wanted.length + apart);
	}
	return search.best;
}

struct suggestion suggestion_among(struct suggestion_words *words, struct string wanted)
{
	struct answer **slot = &words->answers[string_hash(wanted) % ANSWER_SLOTS];
	for (struct answer *answer = *slot; answer; answer = answer->next)
		if (string_equal(answer->suggestion.wanted, wanted))
			return answer->suggestion;
	struct answer *answer = arena_allocate(words->arena, 1, sizeof(*answer));
	*answer = (struct answer){*slot, search(words, wanted)};
	*slot = answer;
	return answer->suggestion;
}

struct suggestion_work suggestion_words_work(const struct suggestion_words *words)
{
	return words->work;
}

#include "analyzer/ide/completion/completion_affinity.h"

enum {
	MOST_WORDS = 12,
	MOST_NAMES = 4,
	STEM = 4,    /* letters that words of one meaning begin with, at least */
	ENDING = 4,  /* and those behind them, at most: `attach·es`, `attach·ment` */
	EQUAL = 160, /* for the same words as the nearest name */
	SHARED = 60, /* for one word of it */
};

struct words {
	struct string items[MOST_WORDS];
	size_t count;
};

struct affinity {
	struct words names[MOST_NAMES]; /* the nearest first */
	size_t count;
	bool is_common[MOST_NAMES][MOST_WORDS]; /* most of what is offered has the word, too */
};

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_letter(char c)
{
	return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* At the last capital of several a new word begins: `IngressTLS`, `TLSConfig`. */
static bool begins_word(struct string name, size_t i)
{
	if (!is_upper(name.bytes[i]))
		return false;
	return !is_upper(name.bytes[i - 1]) ||
	       (i + 1 < name.length && is_letter(name.bytes[i + 1]) &&
		       !is_upper(name.bytes[i + 1]));
}

static struct words words_of(struct string name)
{
	struct words words = {.count = 0};
	for (size_t i = 0; i < name.length && words.count < MOST_WORDS;) {
		size_t start = i++;
		if (!is_letter(name.bytes[start]))
			continue;
		while (i < name.length && is_letter(name.bytes[i]) && !begins_word(name, i))
			i++;
		words.items[words.count++] = string_slice(name, start, i);
	}
	return words;
}

/* The same word, or one stem with endings. */
static bool are_akin(struct string one, struct string other)
{
	size_t shorter = one.length < other.length ? one.length : other.length;
	size_t longer = one.length + other.length - shorter;
	size_t common = 0;
	while (common < shorter &&
		string_lower(one.bytes[common]) == string_lower(other.bytes[common]))
		common++;
	if (common == longer)
		return true;
	return common + ENDING >= longer && (common >= STEM || (common == shorter && common > 2));
}

static bool are_equal(const struct words *one, const struct words *other)
{
	bool equal = one->count == other->count;
	for (size_t i = 0; equal && i < one->count; i++)
		equal = one->items[i].length == other->items[i].length &&
			are_akin(one->items[i], other->items[i]);
	return equal;
}

static bool have_word(const struct words *words, struct string word)
{
	for (size_t i = 0; i < words->count; i++)
		if (are_akin(word, words->items[i]))
			return true;
	return false;
}

static uint32_t count_shared(
	const struct words *one, const bool *is_common, const struct words *other)
{
	uint32_t shared = 0;
	for (size_t i = 0; i < one->count; i++)
		shared += !is_common[i] && have_word(other, one->items[i]);
	return shared;
}

/* What all have in common tells none of them from the others: `tosca`, `nodes`. */
static void find_common(struct affinity *affinity, const struct completion_list *list)
{
	enum {
		LOOKED_AT = 200,
		FEWEST = 3
	};
	size_t total = list->count < LOOKED_AT ? list->count : LOOKED_AT;
	size_t counts[MOST_NAMES][MOST_WORDS] = {{0}};
	for (size_t k = 0; k < total; k++) {
		struct words words = words_of(list->items[k].label);
		for (size_t i = 0; i < affinity->count; i++)
			for (size_t j = 0; j < affinity->names[i].count; j++)
				counts[i][j] += have_word(&words, affinity->names[i].items[j]);
	}
	for (size_t i = 0; i < affinity->count; i++)
		for (size_t j = 0; j < affinity->names[i].count; j++)
			affinity->is_common[i][j] =
				counts[i][j] >= FEWEST && 2 * counts[i][j] >= total;
}

const struct affinity *affinity_create(const struct completion_list *list)
{
	struct affinity *affinity = arena_allocate(list->arena, 1, sizeof(*affinity));
	const struct cursor *cursor = &list->cursor;
	bool *chosen = arena_allocate(list->arena, cursor->path_length + 1, sizeof(*chosen));
	struct place place = place_root_of(grammar_file_kind(list->tree), list->place.version);
	for (size_t i = 0; i < cursor->path_length; i++) {
		chosen[i] = cursor->path[i].index < 0 &&
			    (place_keys_are_names(&place) || place.is_entry || place.is_free);
		place_enter(&place, &cursor->path[i], i);
	}
	for (size_t i = cursor->path_length; i > 0 && affinity->count < MOST_NAMES; i--)
		if (chosen[i - 1])
			affinity->names[affinity->count++] = words_of(cursor->path[i - 1].key);
	find_common(affinity, list);
	return affinity;
}

uint32_t affinity_of(const struct affinity *affinity, struct string name)
{
	struct words words = words_of(name);
	uint32_t sum = 0;
	for (size_t i = 0; i < affinity->count; i++) {
		const struct words *around = &affinity->names[i];
		if (are_equal(&words, around))
			sum += EQUAL >> i;
		else
			sum += (SHARED >> i) * count_shared(around, affinity->is_common[i], &words);
	}
	return sum;
}

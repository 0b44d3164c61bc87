#include "analyzer/model/text/pattern.h"

#include "analyzer/text/arena.h"
#include "base/memory.h"

#include <regex.h>

enum {
	LONGEST_PATTERN = 500,
	LONGEST_TEXT = 5000,
	MOST_LETTERS = 1000,       /* repetitions written out, */
	MOST_LETTERS_NESTED = 150, /* and those with repetitions inside */
	LARGEST = 20000,
};

struct pattern {
	struct pattern *next;
	struct string text;
	bool is_decided; /* what it says in all dialects is in `anywhere` */
	regex_t anywhere;
	regex_t whole;
};

struct pattern_cache {
	struct arena *arena;
	struct pattern *first;
};

/* ---- translating to extended regular expressions of POSIX ---- */

/* What is open: the whole, or what is in parentheses. */
struct pattern_group {
	unsigned letters; /* with repetitions written out */
	bool has_repetition;
};

struct translation {
	struct string from;
	size_t position;
	char to[LARGEST];
	size_t length;
	struct pattern_group groups[LONGEST_PATTERN + 1]; /* outermost first */
	size_t depth;
	struct pattern_group last; /* what a repetition repeats */
	bool is_good;
	bool is_too_large; /* to be tried */
};

static void put(struct translation *translation, const char *text)
{
	size_t length = strlen(text);
	if (translation->length + length + 1 > sizeof(translation->to)) {
		translation->is_good = false;
		return;
	}
	memcpy(translation->to + translation->length, text, length + 1);
	translation->length += length;
}

static void put_character(struct translation *translation, char character)
{
	bool is_special = strchr(".[]()*+?{}|^$\\", character) != NULL;
	put(translation,
		(char[3]){is_special ? '\\' : character, (char)(is_special ? character : 0), 0});
}

/* The next character, 0 at the end. */
static char peek(const struct translation *translation, size_t ahead)
{
	size_t position = translation->position + ahead;
	return position < translation->from.length ? translation->from.bytes[position] : 0;
}

struct characters {
	bool has[128];
};

static void add_range(struct characters *set, int first, int last)
{
	for (int i = first; i <= last; i++)
		set->has[i] = true;
}

/* \d, \w, \s; false for any other letter. */
static bool add_class(struct characters *set, char letter)
{
	switch (letter) {
	case 'w':
		add_range(set, 'A', 'Z');
		add_range(set, 'a', 'z');
		set->has['_'] = true;
		add_range(set, '0', '9');
		return true;
	case 'd':
		add_range(set, '0', '9');
		return true;
	case 's':
		add_range(set, '\t', '\r');
		set->has[' '] = true;
		return true;
	default:
		return false;
	}
}

/* The character behind a backslash; 0 if dialects differ. */
static char escaped(char letter)
{
	switch (letter) {
	case 'n':
		return '\n';
	case 't':
		return '\t';
	case 'r':
		return '\r';
	default:
		break;
	}
	bool is_word = (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
		       (letter >= 'a' && letter <= 'z');
	return is_word ? 0 : letter;
}

static bool is_caret_only(const struct characters *set)
{
	for (int i = 1; i < 128; i++)
		if (set->has[i] != (i == '^') && i != '-')
			return false;
	return true;
}

/* In a bracket, POSIX knows no escapes: "]" comes first, "-" last, and "^" not first. */
static void put_set(struct translation *translation, const struct characters *set, bool negated)
{
	if (!negated && is_caret_only(set)) {
		put(translation, set->has['-'] ? "[-^]" : "\\^");
		return;
	}
	put(translation, negated ? "[^" : "[");
	if (set->has[']'])
		put(translation, "]");
	for (int i = 1; i < 128; i++)
		if (set->has[i] && i != ']' && i != '-' && i != '^')
			put(translation, (char[2]){(char)i, 0});
	if (set->has['^'])
		put(translation, "^");
	if (set->has['-'])
		put(translation, "-");
	put(translation, "]");
}

static void put_class(struct translation *translation, char letter)
{
	struct characters set = {{false}};
	bool negated = letter >= 'A' && letter <= 'Z';
	char lower = (char)(negated ? letter - 'A' + 'a' : letter);
	if (!add_class(&set, lower))
		translation->is_good = false;
	else
		put_set(translation, &set, negated);
}

static void translate_escape(struct translation *translation)
{
	char letter = peek(translation, 0);
	translation->position++;
	if (letter && escaped(letter))
		put_character(translation, escaped(letter));
	else
		put_class(translation, letter);
}

/* One character of a bracket, or a class, which is added at once: then 0. */
static char bracket_character(struct translation *translation, struct characters *set)
{
	char character = peek(translation, 0);
	translation->position++;
	if (character != '\\')
		return character;
	char letter = peek(translation, 0);
	translation->position++;
	if (letter && escaped(letter))
		return escaped(letter);
	if (!add_class(set, letter))
		translation->is_good = false;
	return 0;
}

static void translate_bracket(struct translation *translation)
{
	struct characters set = {{false}};
	bool negated = peek(translation, 0) == '^';
	translation->position += negated;
	bool is_first = true;
	while (translation->is_good && (is_first || peek(translation, 0) != ']')) {
		/* "[]" and "[[:alpha:]]" and "[a&&b]" mean different things. */
		if (!peek(translation, 0) || peek(translation, 0) == '[' ||
			peek(translation, 0) == ']' ||
			(peek(translation, 0) == '&' && peek(translation, 1) == '&')) {
			translation->is_good = false;
			return;
		}
		char first = bracket_character(translation, &set);
		is_first = false;
		if (!first)
			continue;
		if (peek(translation, 0) != '-' || peek(translation, 1) == ']') {
			set.has[(unsigned char)first] = true;
			continue;
		}
		translation->position++;
		char last = bracket_character(translation, &set);
		if (last < first)
			translation->is_good = false;
		else
			add_range(&set, first, last);
	}
	translation->position++;
	if (translation->is_good)
		put_set(translation, &set, negated);
}

static unsigned read_number(struct translation *translation)
{
	unsigned number = 0;
	while (peek(translation, 0) >= '0' && peek(translation, 0) <= '9' && number < 10000) {
		number = 10 * number + (unsigned)(peek(translation, 0) - '0');
		translation->position++;
	}
	return number;
}

static void add_letters(struct translation *translation, unsigned letters)
{
	struct pattern_group *group = &translation->groups[translation->depth];
	group->letters += letters;
	translation->is_too_large |= group->letters > MOST_LETTERS;
	translation->is_good &= !translation->is_too_large;
}

static void add_letter(struct translation *translation)
{
	translation->last = (struct pattern_group){.letters = 1};
	add_letters(translation, 1);
}

static void repeat(struct translation *translation, unsigned times)
{
	struct pattern_group *last = &translation->last;
	translation->groups[translation->depth].has_repetition = true;
	if (times < 2)
		return;
	translation->is_too_large |=
		times > MOST_LETTERS ||
		(last->has_repetition && last->letters * times > MOST_LETTERS_NESTED);
	add_letters(translation, translation->is_too_large ? 0 : last->letters * (times - 1));
}

static void open_group(struct translation *translation)
{
	put(translation, "(");
	translation->groups[++translation->depth] = (struct pattern_group){0};
}

static void close_group(struct translation *translation)
{
	put(translation, ")");
	if (translation->depth == 0) {
		translation->is_good = false;
		return;
	}
	translation->last = translation->groups[translation->depth--];
	translation->groups[translation->depth].has_repetition |= translation->last.has_repetition;
	add_letters(translation, translation->last.letters);
}

/* "{2}", "{2,}", "{2,5}" */
static void translate_repetition(struct translation *translation)
{
	size_t start = translation->position - 1;
	unsigned least = read_number(translation);
	bool has_number = translation->position > start + 1;
	unsigned most = least;
	if (peek(translation, 0) == ',') {
		translation->position++;
		most = read_number(translation);
	}
	bool is_closed = peek(translation, 0) == '}';
	translation->position++;
	if (!has_number || !is_closed) {
		translation->is_good = false;
		return;
	}
	repeat(translation, most > least ? most : least);
	for (size_t i = start; i < translation->position; i++)
		put(translation, (char[2]){translation->from.bytes[i], 0});
}

/* Repetitions that prefer less match the same texts; those that give nothing back do not. */
static void skip_laziness(struct translation *translation)
{
	if (peek(translation, 0) == '?')
		translation->position++;
	if (peek(translation, 0) == '+' || peek(translation, 0) == '*')
		translation->is_good = false;
}

static void translate_next(struct translation *translation)
{
	char character = peek(translation, 0);
	translation->position++;
	switch (character) {
	case '\\':
		translate_escape(translation);
		add_letter(translation);
		break;
	case '[':
		translate_bracket(translation);
		add_letter(translation);
		break;
	case ')':
		close_group(translation);
		break;
	case '(':
		open_group(translation);
		if (peek(translation, 0) == '?' && peek(translation, 1) == ':')
			translation->position += 2;
		else if (peek(translation, 0) == '?' || peek(translation, 0) == ')')
			translation->is_good = false;
		break;
	case '{':
		translate_repetition(translation);
		skip_laziness(translation);
		break;
	case '*':
	case '+':
	case '?':
		put(translation, (char[2]){character, 0});
		repeat(translation, 1);
		skip_laziness(translation);
		break;
	case '}':
	case ']':
		translation->is_good = false;
		break;
	default:
		put(translation, (char[2]){character, 0});
		add_letter(translation);
	}
}

static bool is_ascii(struct string text)
{
	for (size_t i = 0; i < text.length; i++) {
		unsigned char byte = (unsigned char)text.bytes[i];
		if (byte == 0 || byte >= 128)
			return false;
	}
	return true;
}

static bool translate(struct translation *translation)
{
	translation->is_too_large = translation->from.length > LONGEST_PATTERN;
	translation->is_good = is_ascii(translation->from) && !translation->is_too_large;
	while (translation->is_good && translation->position < translation->from.length)
		translate_next(translation);
	return translation->is_good;
}

/* ---- compiling and matching ---- */

static bool compile(struct pattern *pattern)
{
	struct translation translation = {.from = pattern->text};
	char whole[LARGEST + 8];
	if (!translate(&translation))
		return false;
	memcpy(whole, "^(", 2);
	memcpy(whole + 2, translation.to, translation.length);
	memcpy(whole + 2 + translation.length, ")$", 3);
	if (regcomp(&pattern->anywhere, translation.to, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	if (regcomp(&pattern->whole, whole, REG_EXTENDED | REG_NOSUB) == 0)
		return true;
	regfree(&pattern->anywhere);
	return false;
}

struct pattern_cache *pattern_cache_create(void)
{
	struct pattern_cache *cache = memory_allocate(1, sizeof(*cache));
	cache->arena = arena_create();
	return cache;
}

void pattern_cache_destroy(struct pattern_cache *cache)
{
	if (!cache)
		return;
	for (struct pattern *pattern = cache->first; pattern; pattern = pattern->next) {
		if (pattern->is_decided) {
			regfree(&pattern->anywhere);
			regfree(&pattern->whole);
		}
	}
	arena_destroy(cache->arena);
	memory_release(cache);
}

static const struct pattern *pattern_of(struct pattern_cache *cache, struct string text)
{
	for (struct pattern *pattern = cache->first; pattern; pattern = pattern->next)
		if (string_equal(pattern->text, text))
			return pattern;
	struct pattern *pattern = arena_allocate(cache->arena, 1, sizeof(*pattern));
	pattern->text = arena_copy(cache->arena, text);
	pattern->is_decided = compile(pattern);
	pattern->next = cache->first;
	cache->first = pattern;
	return pattern;
}

void pattern_report_size(struct diagnostics *diagnostics, struct node pattern)
{
	struct translation translation = {.from = node_text(pattern)};
	translate(&translation);
	if (translation.is_too_large)
		diagnostics_add(diagnostics, DIAGNOSTIC_CODE_CHECKING_GIVEN_UP, pattern,
			"Values are not checked against patterns of more than %d letters, or, "
			"repetitions written out, of more than %d (%d inside other repetitions)",
			LONGEST_PATTERN, MOST_LETTERS, MOST_LETTERS_NESTED);
}

/* A dot matches a line break in one dialect and not in another. */
static bool is_plain(struct string text)
{
	return is_ascii(text) && text.length <= LONGEST_TEXT &&
	       (text.length == 0 || !memchr(text.bytes, '\n', text.length));
}

static enum verdict execute(const regex_t *expression, struct string text)
{
	char terminated[LONGEST_TEXT + 1];
	if (text.length)
		memcpy(terminated, text.bytes, text.length);
	terminated[text.length] = 0;
	return verdict_of(regexec(expression, terminated, 0, NULL, 0) == 0);
}

enum verdict pattern_search(struct pattern_cache *cache, struct string pattern, struct string text)
{
	const struct pattern *compiled = pattern_of(cache, pattern);
	return compiled->is_decided && is_plain(text) ? execute(&compiled->anywhere, text)
						      : UNKNOWN;
}

enum verdict pattern_match(struct pattern_cache *cache, struct string pattern, struct string text)
{
	const struct pattern *compiled = pattern_of(cache, pattern);
	return compiled->is_decided && is_plain(text) ? execute(&compiled->whole, text) : UNKNOWN;
}

#include "tests/unit/ide/accept.h"

#include "analyzer/ide/completion/completion.h"

enum {
	MOST_STOPS = 16, /* of a snippet */
	DEEPEST = 3      /* tab stops in what fills tab stops */
};

/* The text of a snippet, with places where it waits for more. */
struct expansion {
	struct string text;
	uint32_t stops[MOST_STOPS]; /* in order */
	size_t stop_count;
};

struct expander {
	struct random *random;
	char *bytes;
	size_t length;
	struct expansion *result;
};

/* One of `a,b,c`. */
static struct string choice(struct string choices, struct random *random)
{
	size_t count = 1;
	for (size_t i = 0; i < choices.length; i++)
		count += choices.bytes[i] == ',';
	uint32_t chosen = random_below(random, (uint32_t)count);
	size_t start = 0, end = 0;
	for (uint32_t i = 0; i <= chosen; i++) {
		start = i == 0 ? 0 : end + 1;
		for (end = start; end < choices.length && choices.bytes[end] != ',';)
			end++;
	}
	return string_slice(choices, start, end);
}

static void put(struct expander *expander, struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		expander->bytes[expander->length++] = text.bytes[i];
}

/* A `$1`, `${1:text}` or `${1|a,b|}` at `at`; returns what is behind it. */
static size_t put_stop(struct expander *expander, struct string text, size_t at)
{
	struct expansion *result = expander->result;
	bool in_braces = text.bytes[++at] == '{';
	at += in_braces;
	while (at < text.length && text.bytes[at] >= '0' && text.bytes[at] <= '9')
		at++;
	size_t start = at + 1, end = start;
	while (in_braces && end < text.length && text.bytes[end] != '}')
		end++;
	if (in_braces && text.bytes[at] == '|')
		put(expander, choice(string_slice(text, start, end - 1), expander->random));
	else if (in_braces && text.bytes[at] == ':')
		put(expander, string_slice(text, start, end));
	else if (result->stop_count < MOST_STOPS)
		result->stops[result->stop_count++] = (uint32_t)expander->length;
	return in_braces ? end + 1 : at;
}

static struct expansion expand(struct string text, struct random *random, struct arena *arena)
{
	struct expansion result = {0};
	struct expander expander = {random, arena_allocate(arena, text.length + 1, 1), 0, &result};
	for (size_t i = 0; i < text.length;) {
		if (text.bytes[i] == '$' && i + 1 < text.length) {
			i = put_stop(&expander, text, i);
			continue;
		}
		i += text.bytes[i] == '\\' && i + 1 < text.length;
		expander.bytes[expander.length++] = text.bytes[i++];
	}
	result.text = (struct string){expander.bytes, expander.length};
	return result;
}

/* Where a place is after the edit. */
static uint32_t moved(uint32_t place, struct range replaced, size_t length)
{
	return place < replaced.end ? place
				    : place - (replaced.end - replaced.start) + (uint32_t)length;
}

/* An edit elsewhere moves what was done. */
static void move(struct acceptance *done, struct range replaced, size_t length)
{
	done->inserted.start = moved(done->inserted.start, replaced, length);
	done->inserted.end = moved(done->inserted.end, replaced, length);
	for (size_t i = 0; i < done->invented_count; i++)
		done->invented[i] = moved(done->invented[i], replaced, length);
}

static void edit(struct acceptance *done, struct text_edit edit, struct arena *arena)
{
	done->text = fixture_apply(arena, done->text, &edit, 1);
	move(done, edit.range, edit.text.length);
}

static void accept_at(struct acceptance *done, struct string path,
	const struct completion_item *item, struct random *random, unsigned depth,
	struct arena *arena);

/* Fills a tab stop by something that is offered there. */
static void fill(struct acceptance *done, struct string path, uint32_t stop, struct random *random,
	unsigned depth, struct arena *arena)
{
	struct completion_settings settings = {
		.snippets = true, .files = &fixture_files, .path = path};
	struct syntax_tree *tree = syntax_tree_create(done->text);
	struct completion found = completion_at(tree, NULL, stop, &settings, arena);
	if (depth < DEEPEST && found.count > 0) {
		uint32_t chosen = random_below(random, (uint32_t)found.count);
		accept_at(done, path, &found.items[chosen], random, depth + 1, arena);
	} else if (done->invented_count < MOST_INVENTED) {
		edit(done, (struct text_edit){{stop, stop}, STRING("1")}, arena);
		done->invented[done->invented_count++] = stop;
	}
	syntax_tree_release(tree);
}

static void accept_at(struct acceptance *done, struct string path,
	const struct completion_item *item, struct random *random, unsigned depth,
	struct arena *arena)
{
	struct expansion expansion = {.text = item->text};
	if (item->snippet)
		expansion = expand(item->text, random, arena);
	done->labels = arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(done->labels),
		depth > 0 ? " > " : "", STRING_ARGUMENTS(item->label));
	uint32_t start = item->replace.start;
	edit(done, (struct text_edit){item->replace, expansion.text}, arena);
	if (depth == 0)
		done->inserted = (struct range){start, start + (uint32_t)expansion.text.length};
	for (size_t i = item->additional_count; i-- > 0;) {
		struct text_edit other = item->additional[i];
		if (other.range.start >= item->replace.end) {
			other.range.start =
				moved(other.range.start, item->replace, expansion.text.length);
			other.range.end =
				moved(other.range.end, item->replace, expansion.text.length);
		}
		edit(done, other, arena);
		start = moved(start, other.range, other.text.length);
	}
	for (size_t i = 0; i < expansion.stop_count; i++) {
		size_t before = done->text.length;
		fill(done, path, start + expansion.stops[i], random, depth, arena);
		start += (uint32_t)(done->text.length - before);
	}
}

struct acceptance accept_item(struct string text, struct string path,
	const struct completion_item *item, struct random *random, struct arena *arena)
{
	struct acceptance done = {.text = text};
	accept_at(&done, path, item, random, 0, arena);
	return done;
}

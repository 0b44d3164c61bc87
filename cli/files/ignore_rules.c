#include "cli/files/ignore_rules.h"

struct rule {
	struct string pattern; /* without "!", the slash in front and the one behind */
	bool is_exception;
	bool is_for_folders;
	bool is_anchored; /* has a slash in it: matches the whole way from the folder */
};

struct ignore_rules {
	const struct ignore_rules *above;
	struct string folder;
	struct rule *items;
	size_t count, capacity;
};

/* ---- patterns ---- */

static struct string rest(struct string text, size_t count)
{
	return string_slice(text, count, text.length);
}

/* A class "[a-z]" at the start of a pattern against one byte: how long the class is, 0 if it is
 * none. */
static size_t match_class(struct string pattern, char byte, bool *matches)
{
	size_t i = 1;
	bool is_negated =
		i < pattern.length && (pattern.bytes[i] == '!' || pattern.bytes[i] == '^');
	size_t first = i += is_negated;

	*matches = false;
	for (; i < pattern.length && (pattern.bytes[i] != ']' || i == first); i++) {
		unsigned char low = (unsigned char)pattern.bytes[i], high = low;

		if (i + 2 < pattern.length && pattern.bytes[i + 1] == '-' &&
			pattern.bytes[i + 2] != ']') {
			high = (unsigned char)pattern.bytes[i + 2];
			i += 2;
		}
		*matches |= low <= (unsigned char)byte && (unsigned char)byte <= high;
	}
	*matches = *matches != is_negated && byte != '/';
	return i < pattern.length ? i + 1 : 0;
}

static bool match(struct string pattern, struct string path);

/* "**" and a slash: any number of folders; at the end: all that is in one. */
static bool match_folders(struct string pattern, struct string path)
{
	if (pattern.length == 2)
		return path.length > 0;
	pattern = rest(pattern, 3);
	for (size_t i = 0; i <= path.length; i++)
		if ((i == 0 || path.bytes[i - 1] == '/') && match(pattern, rest(path, i)))
			return true;
	return false;
}

/* A star stands for bytes that are no slash. */
static bool match_star(struct string pattern, struct string path)
{
	while (pattern.length > 0 && pattern.bytes[0] == '*')
		pattern = rest(pattern, 1);
	for (size_t i = 0; i <= path.length; i++) {
		if (match(pattern, rest(path, i)))
			return true;
		if (i < path.length && path.bytes[i] == '/')
			return false;
	}
	return false;
}

static bool is_folders(struct string pattern)
{
	return pattern.length >= 2 && memcmp(pattern.bytes, "**", 2) == 0 &&
	       (pattern.length == 2 || pattern.bytes[2] == '/');
}

static bool match(struct string pattern, struct string path)
{
	bool is_segment_start = true;

	while (pattern.length > 0) {
		bool matches;
		size_t length = 1;
		char byte = pattern.bytes[0];

		if (is_segment_start && is_folders(pattern))
			return match_folders(pattern, path);
		if (byte == '*')
			return match_star(pattern, path);
		if (path.length == 0)
			return false;
		matches = path.bytes[0] == byte;
		if (byte == '?') {
			matches = path.bytes[0] != '/';
		} else if (byte == '\\' && pattern.length > 1) {
			matches = path.bytes[0] == pattern.bytes[1];
			length = 2;
		} else if (byte == '[') {
			size_t in_class = match_class(pattern, path.bytes[0], &matches);

			length = in_class ? in_class : 1;
			if (!in_class)
				matches = path.bytes[0] == '[';
		}
		if (!matches)
			return false;
		is_segment_start = byte == '/';
		pattern = rest(pattern, length);
		path = rest(path, 1);
	}
	return path.length == 0;
}

/* ---- rules ---- */

static bool has_slash(struct string pattern)
{
	return pattern.length > 0 && memchr(pattern.bytes, '/', pattern.length);
}

static void add(struct ignore_rules *rules, struct arena *arena, struct string line)
{
	struct rule rule = {0};

	while (line.length > 0 && strchr(" \t\r", line.bytes[line.length - 1]) &&
		!(line.length > 1 && line.bytes[line.length - 2] == '\\'))
		line.length--;
	if (line.length == 0 || line.bytes[0] == '#')
		return;
	rule.is_exception = line.bytes[0] == '!';
	line = rest(line, rule.is_exception);
	rule.is_for_folders = string_ends_with(line, "/");
	line.length -= rule.is_for_folders;
	rule.is_anchored = has_slash(line);
	rule.pattern = rest(line, string_starts_with(line, "/"));
	if (rule.pattern.length == 0)
		return;
	rules->items = arena_reserve(
		arena, rules->items, rules->count, &rules->capacity, sizeof(*rules->items));
	rules->items[rules->count++] = rule;
}

struct ignore_rules *ignore_rules_create(struct arena *arena, const struct ignore_rules *above,
	struct string folder, struct string text)
{
	struct ignore_rules *rules = arena_allocate(arena, 1, sizeof(*rules));

	rules->above = above;
	rules->folder = folder;
	for (size_t i = 0, length; i < text.length; i += length + 1) {
		const char *end = memchr(text.bytes + i, '\n', text.length - i);

		length = end ? (size_t)(end - text.bytes) - i : text.length - i;
		add(rules, arena, (struct string){text.bytes + i, length});
	}
	return rules;
}

/* The way from the folder of the rules; the whole path where that is the current one. */
static struct string way_to(const struct ignore_rules *rules, struct string path)
{
	size_t length = rules->folder.length;

	if (length == 0 || string_is(rules->folder, "."))
		return string_starts_with(path, "./") ? rest(path, 2) : path;
	if (path.length > length && memcmp(path.bytes, rules->folder.bytes, length) == 0)
		return rest(path, length + (path.bytes[length] == '/'));
	return path;
}

static struct string name_of(struct string path)
{
	for (size_t i = path.length; i-- > 0;)
		if (path.bytes[i] == '/')
			return rest(path, i + 1);
	return path;
}

bool ignore_rules_match(const struct ignore_rules *rules, struct string path, bool is_folder)
{
	for (; rules; rules = rules->above) {
		struct string way = way_to(rules, path);

		for (size_t i = rules->count; i-- > 0;) {
			const struct rule *rule = &rules->items[i];

			if ((is_folder || !rule->is_for_folders) &&
				match(rule->pattern, rule->is_anchored ? way : name_of(way)))
				return !rule->is_exception;
		}
	}
	return false;
}

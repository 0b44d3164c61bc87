#include "analyzer/model/text/eval_path.h"

#include <string.h>

/* ---- texts with paths ---- */

static bool begins_with(struct string text, size_t at, const char *words)
{
	return string_starts_with(string_slice(text, at, text.length), words);
}

/* Behind blanks, if any. */
static size_t past_blanks(struct string text, size_t at)
{
	while (at < text.length && strchr(" \t\r\n", text.bytes[at]))
		at++;
	return at;
}

/* What is piped into `eval` between quotes. */
static bool is_evaluated(struct string text, size_t behind_quote)
{
	size_t at = past_blanks(text, behind_quote);
	if (at >= text.length || text.bytes[at] != '|')
		return false;
	return begins_with(text, past_blanks(text, at + 1), "eval");
}

bool eval_path_next(struct string text, bool is_call, size_t *from, struct range *part)
{
	if (is_call) {
		*part = (struct range){0, (uint32_t)text.length};
		bool is_first = *from == 0 && text.length > 0;
		*from = text.length;
		return is_first;
	}
	size_t at = *from;
	if (at == 0 && !string_contains(text, STRING("{{")))
		return false;
	for (; at < text.length; at++) {
		char quote = text.bytes[at];
		if (quote != '\'' && quote != '"')
			continue;
		size_t end = at + 1;
		while (end < text.length && text.bytes[end] != quote)
			end++;
		if (end < text.length && is_evaluated(text, end + 1)) {
			*part = (struct range){(uint32_t)at + 1, (uint32_t)end};
			*from = end + 1;
			return true;
		}
		at = end;
	}
	*from = text.length;
	return false;
}

/* ---- steps ---- */

struct reader {
	struct string text;
	struct eval_path *path;
};

static void add(struct reader *reader, enum eval_step_kind kind, size_t start, size_t end)
{
	struct eval_path *path = reader->path;
	if (path->count < MOST_EVAL_STEPS)
		path->steps[path->count++] =
			(struct eval_step){kind, {(uint32_t)start, (uint32_t)end}};
}

static bool is_word(const struct reader *reader, struct range range, const char *word)
{
	return string_is(string_slice(reader->text, range.start, range.end), word);
}

/* `[.name=host]`: what is between the sign and the bracket. */
static bool name_of_filter(const struct reader *reader, struct range filter, struct range *name)
{
	static const char begin[] = "[.name=";
	if (!begins_with(reader->text, filter.start, begin))
		return false;
	*name = (struct range){filter.start + (uint32_t)strlen(begin), filter.end};
	if (name->end > name->start && reader->text.bytes[name->end - 1] == ']')
		name->end--;
	return name->start <= name->end;
}

static const struct eval_word words[] = {
	{".", EVAL_SELF, "where the path is written"},
	{".self", EVAL_SELF, "where the path is written"},
	{"SELF", EVAL_SELF, "where the path is written"},
	{".source", EVAL_SOURCE, "the node that the relationship starts at"},
	{"SOURCE", EVAL_SOURCE, "the node that the relationship starts at"},
	{".target", EVAL_TARGET, "the node that the requirement leads to"},
	{"TARGET", EVAL_TARGET, "the node that the requirement leads to"},
	{".requirements", EVAL_REQUIREMENT, "on along a requirement, `[.name=…]`"},
	{".targets", EVAL_REQUIREMENT, "on to the target of a requirement"},
	{".capabilities", EVAL_CAPABILITY, "on to a capability, `[.name=…]`"},
};

const struct eval_word *eval_words(size_t *count)
{
	*count = sizeof(words) / sizeof(*words);
	return words;
}

static enum eval_step_kind keyword_of(const struct reader *reader, struct range head)
{
	if (head.start == head.end)
		return EVAL_SELF;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (is_word(reader, head, words[i].word))
			return words[i].kind;
	char first = reader->text.bytes[head.start];
	return first == '.' || first == '$' || first == '*' ? EVAL_OTHER : EVAL_NAME;
}

/* A requirement or capability of which the name is still to come: in a filter, or as the next
 * segment. */
static bool awaits_name(const struct reader *reader)
{
	const struct eval_path *path = reader->path;
	const struct eval_step *last = path->count > 0 ? &path->steps[path->count - 1] : NULL;
	return last && (last->kind == EVAL_REQUIREMENT || last->kind == EVAL_CAPABILITY) &&
	       last->name.start == last->name.end;
}

static void read_filter(struct reader *reader, struct range filter)
{
	struct eval_path *path = reader->path;
	struct range name;
	if (filter.start == filter.end)
		return;
	if (awaits_name(reader) && name_of_filter(reader, filter, &name))
		path->steps[path->count - 1].name = name;
	else
		add(reader, EVAL_OTHER, filter.start, filter.end);
}

/* `head[filter]`, `name?`, `name*` */
static void read_segment(struct reader *reader, struct range segment, bool is_node)
{
	struct range head = segment;
	while (head.end > head.start && strchr("?*", reader->text.bytes[head.end - 1]))
		head.end--;
	for (uint32_t i = head.start; i < head.end; i++)
		if (reader->text.bytes[i] == '[')
			head.end = i;
	struct range filter = {head.end, segment.end};
	enum eval_step_kind kind = keyword_of(reader, head);
	bool only_filter = head.start == head.end && filter.end > filter.start;
	if (is_node && kind == EVAL_NAME)
		add(reader, EVAL_NODE, head.start, head.end);
	else if (kind == EVAL_NAME && awaits_name(reader))
		reader->path->steps[reader->path->count - 1].name = head;
	else if (kind == EVAL_NAME)
		add(reader, kind, head.start, head.end);
	else if (!only_filter)
		add(reader, kind, head.end, head.end);
	if (filter.end > filter.start && reader->text.bytes[filter.start] == '[')
		read_filter(reader, filter);
}

/* Of the root of all nodes, the inputs alone are known. */
static void read_input(struct reader *reader)
{
	struct eval_step *steps = reader->path->steps;
	size_t count = reader->path->count;
	if (count < 3 || steps[0].kind != EVAL_NODE || !is_word(reader, steps[0].name, "root") ||
		!is_word(reader, steps[1].name, "inputs") || steps[2].kind != EVAL_NAME)
		return;
	memmove(steps, steps + 2, (count - 2) * sizeof(*steps));
	reader->path->count = count - 2;
	steps[0].kind = EVAL_INPUT;
}

struct eval_path eval_path_read(struct string text, struct range part)
{
	struct eval_path path = {0};
	struct reader reader = {text, &path};
	uint32_t start = part.start, depth = 0;
	bool is_absolute = part.start + 1 < part.end && text.bytes[start] == ':' &&
			   text.bytes[start + 1] == ':';
	bool is_first = true;
	if (is_absolute)
		start += 2;
	for (uint32_t i = start; i <= part.end; i++) {
		char byte = i < part.end ? text.bytes[i] : '\0';
		depth += byte == '[';
		depth -= byte == ']' && depth > 0;
		bool is_separator =
			byte == ':' && i + 1 < part.end && text.bytes[i + 1] == ':' && depth == 0;
		if (i < part.end && !is_separator)
			continue;
		if (start < i || is_first)
			read_segment(&reader, (struct range){start, i}, is_absolute && is_first);
		is_first = false;
		start = i + 2;
		i++;
	}
	read_input(&reader);
	return path;
}

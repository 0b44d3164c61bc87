#include "analyzer/model/text/json_text.h"

#include <string.h>

enum {
	DEEPEST = 200
};

struct reader {
	struct string text;
	size_t at;
};

static char peek(const struct reader *reader)
{
	return reader->at < reader->text.length ? reader->text.bytes[reader->at] : '\0';
}

static bool take(struct reader *reader, char c)
{
	bool is_next = reader->at < reader->text.length && peek(reader) == c;
	reader->at += is_next;
	return is_next;
}

static void skip_space(struct reader *reader)
{
	while (peek(reader) == ' ' || peek(reader) == '\t' || peek(reader) == '\n' ||
		peek(reader) == '\r')
		reader->at++;
}

static bool take_word(struct reader *reader, const char *word)
{
	struct string rest = string_slice(reader->text, reader->at, reader->text.length);
	bool is_next = string_starts_with(rest, word);
	reader->at += is_next ? strlen(word) : 0;
	return is_next;
}

static bool take_digits(struct reader *reader)
{
	size_t start = reader->at;
	while (peek(reader) >= '0' && peek(reader) <= '9')
		reader->at++;
	return reader->at > start;
}

/* number = [ minus ] int [ frac ] [ exp ] */
static bool take_number(struct reader *reader)
{
	take(reader, '-');
	if (!take(reader, '0') && !take_digits(reader))
		return false;
	if (take(reader, '.') && !take_digits(reader))
		return false;
	if (!take(reader, 'e') && !take(reader, 'E'))
		return true;
	if (!take(reader, '+'))
		take(reader, '-');
	return take_digits(reader);
}

static bool take_escape(struct reader *reader)
{
	if (!take(reader, 'u')) {
		bool is_known = peek(reader) != '\0' && strchr("\"\\/bfnrt", peek(reader));
		reader->at += is_known;
		return is_known;
	}
	for (int i = 0; i < 4; i++) {
		if (peek(reader) == '\0' || !strchr("0123456789abcdefABCDEF", peek(reader)))
			return false;
		reader->at++;
	}
	return true;
}

static bool take_string(struct reader *reader)
{
	if (!take(reader, '"'))
		return false;
	while (reader->at < reader->text.length) {
		if (take(reader, '"'))
			return true;
		if ((unsigned char)peek(reader) < ' ')
			return false;
		if (!take(reader, '\\'))
			reader->at++;
		else if (!take_escape(reader))
			return false;
	}
	return false;
}

static bool take_value(struct reader *reader, unsigned depth);

/* object = { string : value, … }, array = [ value, … ] */
static bool take_collection(struct reader *reader, char end, unsigned depth)
{
	reader->at++;
	skip_space(reader);
	if (take(reader, end))
		return true;
	do {
		skip_space(reader);
		if (end == '}') {
			if (!take_string(reader))
				return false;
			skip_space(reader);
			if (!take(reader, ':'))
				return false;
		}
		if (!take_value(reader, depth + 1))
			return false;
	} while (take(reader, ','));
	return take(reader, end);
}

static bool take_value(struct reader *reader, unsigned depth)
{
	bool is_value;
	skip_space(reader);
	if (depth > DEEPEST)
		return false;
	switch (peek(reader)) {
	case '{':
		is_value = take_collection(reader, '}', depth);
		break;
	case '[':
		is_value = take_collection(reader, ']', depth);
		break;
	case '"':
		is_value = take_string(reader);
		break;
	default:
		is_value = take_word(reader, "true") || take_word(reader, "false") ||
			   take_word(reader, "null") || take_number(reader);
	}
	skip_space(reader);
	return is_value;
}

bool json_text_is_valid(struct string text)
{
	struct reader reader = {text, 0};
	return take_value(&reader, 0) && reader.at == text.length;
}

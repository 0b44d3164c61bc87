#include "analyzer/model/text/xml_text.h"

#include <string.h>

/* Elements that are open, innermost first. */
struct open_element {
	struct string name;
	struct open_element *around;
};

struct reader {
	struct string text;
	size_t at;
	struct arena *arena;
	struct open_element *open;
	size_t roots; /* elements that stand in no other, so far */
	const char *mistake;
};

static bool fail(struct reader *reader, const char *mistake)
{
	if (!reader->mistake)
		reader->mistake = mistake;
	return false;
}

static char peek(const struct reader *reader)
{
	return reader->at < reader->text.length ? reader->text.bytes[reader->at] : '\0';
}

static bool take(struct reader *reader, const char *word)
{
	struct string rest = string_slice(reader->text, reader->at, reader->text.length);
	bool is_next = string_starts_with(rest, word);
	reader->at += is_next ? strlen(word) : 0;
	return is_next;
}

/* Past the next `end`; false if there is none. */
static bool skip_past(struct reader *reader, const char *end)
{
	while (reader->at < reader->text.length) {
		if (take(reader, end))
			return true;
		reader->at++;
	}
	return false;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool skip_space(struct reader *reader)
{
	size_t start = reader->at;
	while (is_space(peek(reader)))
		reader->at++;
	return reader->at > start;
}

static bool begins_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
	       (unsigned char)c >= 128;
}

static struct string take_name(struct reader *reader)
{
	size_t start = reader->at;
	while (begins_name(peek(reader)) ||
		(reader->at > start && peek(reader) && strchr("-.0123456789", peek(reader))))
		reader->at++;
	return string_slice(reader->text, start, reader->at);
}

/* "&name;", "&#38;" */
static bool read_reference(struct reader *reader)
{
	bool is_number = take(reader, "&#") || !take(reader, "&");
	size_t start = reader->at;
	if (is_number)
		while (peek(reader) && strchr("0123456789abcdefABCDEFx", peek(reader)))
			reader->at++;
	else
		take_name(reader);
	if (reader->at > start && take(reader, ";"))
		return true;
	return fail(reader, "\"&\" alone is written \"&amp;\"");
}

/* attribute = name "=" ( '"' … '"' | "'" … "'" ) */
static bool read_attribute(struct reader *reader)
{
	struct string name = take_name(reader);
	skip_space(reader);
	if (!name.length || !take(reader, "="))
		return fail(reader, "an attribute is written name=\"value\"");
	skip_space(reader);
	char quote = peek(reader);
	if (quote != '"' && quote != '\'')
		return fail(reader, "values of attributes stand in quotes");
	reader->at++;
	while (peek(reader) && peek(reader) != quote) {
		if (peek(reader) == '<')
			return fail(reader, "\"<\" in an attribute is written \"&lt;\"");
		if (peek(reader) != '&')
			reader->at++;
		else if (!read_reference(reader))
			return false;
	}
	if (!peek(reader))
		return fail(reader, "a quote is never closed");
	reader->at++;
	return true;
}

static void open_element(struct reader *reader, struct string name)
{
	struct open_element *element = arena_allocate(reader->arena, 1, sizeof(*element));
	*element = (struct open_element){name, reader->open};
	reader->open = element;
}

/* "<name attribute…>" or "<name attribute…/>", behind its "<" */
static bool read_start(struct reader *reader)
{
	struct string name = take_name(reader);
	if (!name.length)
		return fail(reader, "\"<\" alone is written \"&lt;\"");
	if (!reader->open && reader->roots++ > 0)
		return fail(reader, "there is one element around all others");
	for (;;) {
		bool has_space = skip_space(reader);
		if (take(reader, "/>"))
			return true;
		if (take(reader, ">")) {
			open_element(reader, name);
			return true;
		}
		if (!has_space || !peek(reader))
			return fail(reader,
				arena_format(reader->arena, "the tag \"%.*s\" is never closed",
					STRING_ARGUMENTS(name))
					.bytes);
		if (!read_attribute(reader))
			return false;
	}
}

/* "</name>", behind its "</" */
static bool read_end(struct reader *reader)
{
	struct string name = take_name(reader);
	skip_space(reader);
	if (!take(reader, ">"))
		return fail(reader, "a tag is never closed");
	if (!reader->open)
		return fail(reader, arena_format(reader->arena, "\"%.*s\" closes nothing",
					    STRING_ARGUMENTS(name))
					    .bytes);
	if (!string_equal(reader->open->name, name))
		return fail(reader,
			arena_format(reader->arena, "\"%.*s\" closes what \"%.*s\" opens",
				STRING_ARGUMENTS(name), STRING_ARGUMENTS(reader->open->name))
				.bytes);
	reader->open = reader->open->around;
	return true;
}

/* "<!DOCTYPE name [ … ]>", behind its "<!DOCTYPE" */
static bool skip_document_type(struct reader *reader)
{
	while (peek(reader) && peek(reader) != '>' && peek(reader) != '[')
		reader->at++;
	return take(reader, "[") ? skip_past(reader, "]") && skip_past(reader, ">")
				 : skip_past(reader, ">");
}

static bool read_markup(struct reader *reader)
{
	if (take(reader, "<!--"))
		return skip_past(reader, "-->") || fail(reader, "a comment is never closed");
	if (take(reader, "<?"))
		return skip_past(reader, "?>") || fail(reader, "\"<?\" is never closed");
	if (reader->open && take(reader, "<![CDATA["))
		return skip_past(reader, "]]>") || fail(reader, "\"<![CDATA[\" is never closed");
	if (!reader->roots && take(reader, "<!DOCTYPE"))
		return skip_document_type(reader) || fail(reader, "\"<!DOCTYPE\" is never closed");
	if (take(reader, "</"))
		return read_end(reader);
	return take(reader, "<") && read_start(reader);
}

static bool read_text(struct reader *reader)
{
	if (!reader->open && !is_space(peek(reader)))
		return fail(reader, "text stands in an element");
	if (peek(reader) == '&')
		return read_reference(reader);
	reader->at++;
	return true;
}

const char *xml_text_mistake(struct string text, struct arena *arena)
{
	struct reader reader = {.text = text, .arena = arena};
	take(&reader, "\xEF\xBB\xBF"); /* a byte order mark */
	while (reader.at < text.length)
		if (!(peek(&reader) == '<' ? read_markup(&reader) : read_text(&reader)))
			return reader.mistake;
	if (reader.open)
		return arena_format(
			arena, "\"%.*s\" is never closed", STRING_ARGUMENTS(reader.open->name))
			.bytes;
	return reader.roots ? NULL : "there is no element";
}

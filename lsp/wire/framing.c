#include "lsp/wire/framing.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum {
	HEADER_LIMIT = 4096, /* bytes of one header line */
	KEPT_CAPACITY = 64 << 10,
	NO_LENGTH = -1,
};

enum framing_state {
	FRAMING_HEADER,
	FRAMING_CONTENT,
	FRAMING_SKIPPING, /* until something looks like a header again */
};

struct framing {
	char *bytes;
	size_t start;   /* consumed before here */
	size_t scanned; /* looked at before here, so that no byte is searched twice */
	size_t end;
	size_t capacity;
	size_t limit;
	size_t message; /* start of the content given out last */
	enum framing_state state;
	int64_t length; /* of the content to come, or NO_LENGTH */
	bool any_line;  /* a header line has been read for the message to come */
};

static const char length_header[] = "content-length:";

struct framing *framing_create(size_t limit)
{
	struct framing *framing = memory_allocate(1, sizeof(*framing));

	framing->limit = limit;
	framing->length = NO_LENGTH;
	return framing;
}

void framing_destroy(struct framing *framing)
{
	if (!framing)
		return;
	memory_release(framing->bytes);
	memory_release(framing);
}

/* For so many bytes, and if they end within a large message, for all of that. */
static void make_room(struct framing *framing, size_t size)
{
	size_t message =
		framing->state == FRAMING_CONTENT ? framing->start + (size_t)framing->length : 0;

	framing->capacity = message > size ? message : size + size / 2;
	framing->bytes = memory_resize(framing->bytes, framing->capacity, 1);
}

void framing_feed(struct framing *framing, struct string bytes)
{
	if (bytes.length == 0)
		return;
	/* Moving is paid for by the bytes consumed since the last time. */
	if (framing->start > 0 && framing->start >= framing->end - framing->start) {
		memmove(framing->bytes, framing->bytes + framing->start,
			framing->end - framing->start);
		framing->scanned -= framing->start;
		framing->end -= framing->start;
		framing->start = 0;
	}
	if (framing->end + bytes.length > framing->capacity)
		make_room(framing, framing->end + bytes.length);
	memcpy(framing->bytes + framing->end, bytes.bytes, bytes.length);
	framing->end += bytes.length;
}

static bool matches_length_header(const char *bytes)
{
	for (size_t i = 0; length_header[i]; i++)
		if (string_lower(bytes[i]) != length_header[i])
			return false;
	return true;
}

/* The place of "Content-Length:" in bytes `from` to `to`, or `to`. */
static size_t find_length_header(const struct framing *framing, size_t from, size_t to)
{
	const size_t size = sizeof(length_header) - 1;

	for (size_t i = from; i + size <= to; i++)
		if (string_lower(framing->bytes[i]) == 'c' &&
			matches_length_header(framing->bytes + i))
			return i;
	return to;
}

static void consume_to(struct framing *framing, size_t place)
{
	assert(place >= framing->start && place <= framing->end);
	framing->start = framing->scanned = place;
}

static void expect_header(struct framing *framing)
{
	framing->state = FRAMING_HEADER;
	framing->length = NO_LENGTH;
	framing->any_line = false;
}

static enum framing_result broken(
	struct framing *framing, struct string *content, const char *reason)
{
	expect_header(framing);
	framing->state = FRAMING_SKIPPING;
	*content = string_from(reason);
	return FRAMING_BROKEN;
}

/* The value of a Content-Length header: digits, white space around them. */
static bool read_length(struct string value, size_t limit, int64_t *length)
{
	size_t i = 0, end = value.length, digits = 0;
	size_t number = 0;

	while (i < end && (value.bytes[i] == ' ' || value.bytes[i] == '\t'))
		i++;
	while (end > i && (value.bytes[end - 1] == ' ' || value.bytes[end - 1] == '\t'))
		end--;
	for (; i < end; i++, digits++) {
		if (value.bytes[i] < '0' || value.bytes[i] > '9')
			return false;
		number = 10 * number + (size_t)(value.bytes[i] - '0');
		if (number > limit)
			return false;
	}
	*length = (int64_t)number;
	return digits > 0;
}

/* One header line without its end. Returns what is wrong with it, or NULL. */
static const char *read_line(struct framing *framing, size_t from, size_t to)
{
	size_t place = find_length_header(framing, from, to);

	framing->any_line = true;
	if (place < to) {
		size_t value = place + sizeof(length_header) - 1;

		if (!read_length((struct string){framing->bytes + value, to - value},
			    framing->limit, &framing->length))
			return "The Content-Length of a message is not a number of bytes, "
			       "or too large";
	}
	/* Other headers (Content-Type) are allowed and change nothing: the protocol
	 * knows UTF-8 only. */
	return NULL;
}

static enum framing_result without_end(struct framing *framing, struct string *content)
{
	consume_to(framing, framing->start + 1); /* not to find the same one again */
	return broken(framing, content, "A header line of a message has no end");
}

static enum framing_result next_header(struct framing *framing, struct string *content)
{
	while (framing->scanned < framing->end) {
		const char *newline = memchr(
			framing->bytes + framing->scanned, '\n', framing->end - framing->scanned);

		if (!newline) {
			framing->scanned = framing->end;
			break;
		}

		size_t from = framing->start;
		size_t to = (size_t)(newline - framing->bytes);

		if (to - from > HEADER_LIMIT)
			return without_end(framing, content);
		consume_to(framing, to + 1);
		if (to > from && framing->bytes[to - 1] == '\r')
			to--;
		if (to > from) {
			const char *reason = read_line(framing, from, to);

			if (reason)
				return broken(framing, content, reason);
		} else if (framing->length != NO_LENGTH) {
			framing->state = FRAMING_CONTENT;
			return FRAMING_INCOMPLETE;
		} else if (framing->any_line) {
			return broken(framing, content, "A message has no Content-Length");
		}
	}
	return framing->end - framing->start > HEADER_LIMIT ? without_end(framing, content)
							    : FRAMING_INCOMPLETE;
}

static void skip_to_header(struct framing *framing)
{
	const size_t size = sizeof(length_header) - 1;
	size_t place = find_length_header(framing, framing->start, framing->end);

	if (place < framing->end) {
		consume_to(framing, place);
		framing->state = FRAMING_HEADER;
	} else if (framing->end - framing->start >= size) {
		consume_to(framing, framing->end - (size - 1));
	}
}

enum framing_result framing_next(struct framing *framing, struct string *content)
{
	*content = (struct string){0};
	framing->message = framing->start;
	if (framing->state == FRAMING_SKIPPING)
		skip_to_header(framing);
	if (framing->state == FRAMING_SKIPPING)
		return FRAMING_INCOMPLETE;
	if (framing->state == FRAMING_HEADER) {
		enum framing_result result = next_header(framing, content);

		if (result == FRAMING_BROKEN || framing->state == FRAMING_HEADER)
			return result;
	}
	assert(framing->state == FRAMING_CONTENT);
	if ((int64_t)(framing->end - framing->start) < framing->length)
		return FRAMING_INCOMPLETE;
	framing->message = framing->start;
	*content = (struct string){framing->bytes + framing->start, (size_t)framing->length};
	consume_to(framing, framing->start + content->length);
	expect_header(framing);
	return FRAMING_MESSAGE;
}

void framing_rest(struct framing *framing)
{
	if (framing->start < framing->end || framing->capacity <= KEPT_CAPACITY)
		return;
	memory_release(framing->bytes);
	framing->bytes = NULL;
	framing->start = framing->scanned = framing->end = framing->message = framing->capacity = 0;
}

void framing_reject(struct framing *framing)
{
	size_t place = find_length_header(framing, framing->message, framing->start);

	expect_header(framing);
	framing->state = FRAMING_SKIPPING;
	if (place < framing->start)
		framing->start = framing->scanned = place;
	/* Nothing swallowed: the next message most likely begins right here. */
	else if (framing->start == framing->end ||
		 string_lower(framing->bytes[framing->start]) == 'c')
		framing->state = FRAMING_HEADER;
}

#include "lsp/wire/uri.h"

#include <string.h>

static int hexadecimal(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

struct string uri_decode(struct string escaped, struct arena *arena)
{
	char *bytes = arena_allocate(arena, escaped.length + 1, 1);
	size_t length = 0;

	for (size_t i = 0; i < escaped.length; i++) {
		int high = -1, low = -1;

		if (escaped.bytes[i] == '%' && i + 2 < escaped.length) {
			high = hexadecimal(escaped.bytes[i + 1]);
			low = hexadecimal(escaped.bytes[i + 2]);
		}
		if (high >= 0 && low >= 0 && high + low > 0) {
			bytes[length++] = (char)(16 * high + low);
			i += 2;
		} else {
			bytes[length++] = escaped.bytes[i];
		}
	}
	return (struct string){bytes, length};
}

/* RFC 3986, section 3.1: schemes are the same in upper and lower case. */
static bool is_of_file(struct string uri)
{
	static const char scheme[] = "file:";
	size_t i = 0;

	while (scheme[i] && i < uri.length && string_lower(uri.bytes[i]) == scheme[i])
		i++;
	return !scheme[i];
}

struct string uri_to_path(struct string uri, struct arena *arena)
{
	struct string path = uri;

	if (!is_of_file(uri))
		return arena_copy(arena, uri);
	path = string_slice(uri, 5, uri.length);
	if (string_starts_with(path, "//")) {
		size_t slash = 2;

		while (slash < path.length && path.bytes[slash] != '/')
			slash++;
		/* On another machine, it is another file than the one of that path here. */
		if (slash > 2 && !string_is(string_slice(path, 2, slash), "localhost"))
			return arena_copy(arena, uri);
		path = string_slice(path, slash, path.length);
	}
	return uri_decode(path, arena);
}

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c != '\0' && strchr("/-._~", c) != NULL);
}

struct string uri_encode(struct string text, struct arena *arena)
{
	static const char digits[] = "0123456789ABCDEF";
	char *bytes = arena_allocate(arena, 3 * text.length + 1, 1);
	size_t length = 0;

	for (size_t i = 0; i < text.length; i++) {
		unsigned char c = (unsigned char)text.bytes[i];

		if (is_plain(text.bytes[i])) {
			bytes[length++] = (char)c;
			continue;
		}
		bytes[length++] = '%';
		bytes[length++] = digits[c >> 4];
		bytes[length++] = digits[c & 15];
	}
	return (struct string){bytes, length};
}

struct string uri_from_path(struct string path, struct arena *arena)
{
	if (path.length == 0 || path.bytes[0] != '/')
		return arena_copy(arena, path);
	return arena_format(arena, "file://%.*s", STRING_ARGUMENTS(uri_encode(path, arena)));
}

#include "analyzer/text/path.h"

#include <string.h>

struct string path_name(struct string path)
{
	size_t start = path.length;

	while (start > 0 && path.bytes[start - 1] != '/')
		start--;
	return string_slice(path, start, path.length);
}

/* Removes the last name of `bytes` and the slash before it; false if there is none. */
static bool remove_name(const char *bytes, size_t *length)
{
	size_t start = *length;

	while (start > 0 && bytes[start - 1] != '/')
		start--;
	if (*length == start || (*length - start == 2 && memcmp(bytes + start, "..", 2) == 0))
		return false;
	*length = start > 1 ? start - 1 : start;
	return true;
}

struct string path_normalize(struct string path, struct arena *arena)
{
	char *bytes = arena_allocate(arena, path.length + 2, 1);
	size_t length = 0;

	if (path.length > 0 && path.bytes[0] == '/')
		bytes[length++] = '/';
	for (size_t start = 0, end; start < path.length; start = end + 1) {
		end = start;
		while (end < path.length && path.bytes[end] != '/')
			end++;

		struct string name = string_slice(path, start, end);

		if (name.length == 0 || string_is(name, "."))
			continue;
		if (string_is(name, "..") && remove_name(bytes, &length))
			continue;
		if (string_is(name, "..") && length == 1 && bytes[0] == '/')
			continue;
		if (length > 0 && bytes[length - 1] != '/')
			bytes[length++] = '/';
		memcpy(bytes + length, name.bytes, name.length);
		length += name.length;
	}
	bytes[length] = '\0';
	return (struct string){bytes, length};
}

struct string path_folder(struct string path)
{
	size_t length = path.length;

	while (length > 0 && path.bytes[length - 1] != '/')
		length--;
	return string_slice(path, 0, length > 1 ? length - 1 : length);
}

struct string path_join(struct arena *arena, struct string folder, struct string name)
{
	bool is_separated = folder.length == 0 || string_ends_with(folder, "/");

	return path_normalize(arena_join(arena, folder, is_separated ? "" : "/", name), arena);
}

/* The part of two paths that is the same, up to and with a slash. */
static size_t common_length(struct string a, struct string b)
{
	size_t common = 0;

	for (size_t i = 0; i < a.length && i < b.length && a.bytes[i] == b.bytes[i]; i++)
		if (a.bytes[i] == '/')
			common = i + 1;
	return common;
}

struct string path_relative(struct arena *arena, struct string from, struct string to)
{
	struct string start =
		path_normalize(arena_format(arena, "%.*s/.", STRING_ARGUMENTS(from)), arena);
	struct string end = path_normalize(to, arena);
	struct string way = STRING("");

	start = arena_format(
		arena, "%.*s%s", STRING_ARGUMENTS(start), string_ends_with(start, "/") ? "" : "/");
	size_t common = common_length(start, end);
	for (size_t i = common; i < start.length; i++)
		if (start.bytes[i] == '/')
			way = arena_format(arena, "%.*s../", STRING_ARGUMENTS(way));
	return arena_format(arena, "%.*s%.*s", STRING_ARGUMENTS(way),
		STRING_ARGUMENTS(string_slice(end, common, end.length)));
}

bool path_is_in(struct string path, struct string folder)
{
	bool is_root = folder.length > 0 && folder.bytes[folder.length - 1] == '/';

	if (path.length < folder.length || memcmp(path.bytes, folder.bytes, folder.length) != 0)
		return false;
	return is_root || path.length == folder.length || path.bytes[folder.length] == '/';
}

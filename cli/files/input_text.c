#include "cli/files/input_text.h"

#include "analyzer/text/path.h"
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

/* What cannot be measured before it is read. */
static bool read_all(FILE *file, struct arena *arena, struct string *text)
{
	char *bytes = NULL;
	size_t length = 0, capacity = 0, read;

	do {
		if (length == capacity) {
			capacity = capacity ? 2 * capacity : 1 << 16;
			bytes = memory_resize(bytes, capacity, 1);
		}
		read = fread(bytes + length, 1, capacity - length, file);
		length += read;
	} while (read > 0);
	*text = arena_copy(arena, (struct string){bytes, length});
	memory_release(bytes);
	return !ferror(file);
}

bool input_text_is_stream(const char *path)
{
	struct stat status;

	return strcmp(path, "-") == 0 ||
	       (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
}

struct string input_text_name(const struct arguments *arguments, const char *path)
{
	const char *name = arguments_value(arguments, OPTION_STDIN_NAME);

	if (!input_text_is_stream(path))
		return string_from(path);
	if (name)
		return string_from(name);
	if (strcmp(path, "-") == 0)
		return STRING("<stdin>");
	return arena_format(
		arguments->arena, "<%.*s>", STRING_ARGUMENTS(path_name(string_from(path))));
}

bool input_text_read(
	const struct arguments *arguments, const char *path, const char *what, struct string *text)
{
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
	struct stat status;
	const char *problem = NULL;

	if (!file)
		problem = errno == ENOENT ? "does not exist" : strerror(errno);
	else if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode))
		problem = "is a folder";
	else if (!read_all(file, arguments->arena, text))
		problem = strerror(errno);
	if (file && file != stdin)
		fclose(file);
	if (!problem)
		return true;
	arguments_refuse(arguments, "%s \"%s\" %s%s", what, path,
		file || errno == ENOENT ? "" : "cannot be read: ", problem);
	return false;
}

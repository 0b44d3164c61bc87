#include "cli/files/input_text.h"

#include "analyzer/text/path.h"
#include "base/memory.h"
#include "cli/files/disk_files.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

/* What cannot be measured before it is read: some files never end. Of what is too
 * large, more than is read of any file. */
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
	} while (read > 0 && length <= DISK_FILE_LARGEST);
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

/* "standard input", or what is called `what`. */
static struct string caption(const struct arguments *arguments, const char *path, const char *what)
{
	if (strcmp(path, "-") == 0)
		return STRING("standard input");
	return arena_format(arguments->arena, "%s \"%s\"", what, path);
}

bool input_text_read(
	const struct arguments *arguments, const char *path, const char *what, struct string *text)
{
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
	struct stat status;
	const char *problem = NULL, *reason = NULL;

	if (!file && errno == ENOENT)
		problem = "does not exist";
	else if (!file)
		reason = strerror(errno);
	else if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode))
		problem = "is a folder";
	else if (!read_all(file, arguments->arena, text))
		reason = strerror(errno);
	else if (text->length > DISK_FILE_LARGEST)
		problem = "is larger than 64 MiB";
	else if (string_starts_with(*text, "PK\3\4") && input_text_is_stream(path))
		problem = "is an archive: save it as a file, and name that";
	if (file && file != stdin)
		fclose(file);
	if (problem || reason)
		arguments_refuse(arguments, "%.*s %s%s",
			STRING_ARGUMENTS(caption(arguments, path, what)),
			problem ? problem : "cannot be read: ", problem ? "" : reason);
	return !problem && !reason;
}

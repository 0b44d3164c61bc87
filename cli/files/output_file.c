#include "cli/files/output_file.h"

#include "cli/print/console.h"

#include "analyzer/text/path.h"
#include "cli/files/disk_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool fail(const struct arguments *arguments, const char *path)
{
	arguments_refuse(arguments, "\"%s\" cannot be written: %s", path, strerror(errno));
	return false;
}

static bool is_free(const struct arguments *arguments, const char *path, const struct stat *status,
	const struct file_log *log)
{
	const struct logged_file *read =
		log && S_ISREG(status->st_mode) ? file_log_find(log, status) : NULL;

	if (!read)
		return true;
	if (string_is(read->path, path))
		arguments_refuse(
			arguments, "\"%s\" is not written: it is read for the result", path);
	else
		arguments_refuse(arguments,
			"\"%s\" is not written: it is \"%.*s\", which is read for the result", path,
			STRING_ARGUMENTS(read->path));
	return false;
}

static bool write_all(int descriptor, struct string text)
{
	while (text.length > 0) {
		ssize_t written = write(descriptor, text.bytes, text.length);

		if (written < 0 && errno != EINTR)
			return false;
		if (written > 0)
			text = string_slice(text, (size_t)written, text.length);
	}
	return true;
}

static bool write_in_place(const struct arguments *arguments, const char *path, struct string text)
{
	int descriptor = open(path, O_WRONLY | O_NOCTTY);
	bool is_written = descriptor >= 0 && write_all(descriptor, text);

	if (!is_written)
		fail(arguments, path);
	if (descriptor >= 0 && close(descriptor) != 0 && is_written)
		is_written = fail(arguments, path);
	return is_written;
}

/* The rights of the file before, or those that any new file gets. */
static mode_t mode_of(const struct stat *before)
{
	mode_t mask = umask(0);

	umask(mask);
	return before ? before->st_mode & 07777 : 0666 & ~mask;
}

static bool replace(const struct arguments *arguments, const char *path, struct string text,
	const struct stat *before)
{
	struct arena *arena = arguments->arena;
	struct string target = string_from(path);
	struct string name =
		arena_format(arena, ".%.*s.XXXXXX", STRING_ARGUMENTS(path_name(target)));
	char *temporary = (char *)disk_path_join(arena,
		target.length > path_name(target).length
			? string_slice(target, 0, target.length - path_name(target).length)
			: STRING("./"),
		name)
				  .bytes;
	int descriptor = mkstemp(temporary);

	if (descriptor < 0)
		return fail(arguments, path);
	bool is_written = write_all(descriptor, text) && fchmod(descriptor, mode_of(before)) == 0 &&
			  fsync(descriptor) == 0;
	int error = errno;
	if (close(descriptor) != 0 && is_written) {
		is_written = false;
		error = errno;
	}
	if (is_written && rename(temporary, path) == 0)
		return true;
	if (is_written)
		error = errno;
	unlink(temporary);
	errno = error;
	return fail(arguments, path);
}

static bool write_standard_output(
	const struct arguments *arguments, struct string text, const struct file_log *log)
{
	struct stat status;

	if (fstat(STDOUT_FILENO, &status) == 0 &&
		!is_free(arguments, "standard output", &status, log))
		return false;
	console_data(text);
	return true; /* whether it arrives is seen at the end */
}

static bool is_standard_output(const struct stat *status)
{
	struct stat own;

	return fstat(STDOUT_FILENO, &own) == 0 && own.st_ino == status->st_ino &&
	       own.st_dev == status->st_dev;
}

/* A link stays one: what it leads to is replaced. */
static bool write_file(const struct arguments *arguments, const char *path, struct string text,
	const struct file_log *log)
{
	struct stat status;
	bool exists = stat(path, &status) == 0;
	bool is_written;

	if (!exists)
		return replace(arguments, path, text, NULL);
	if (!is_free(arguments, path, &status, log))
		return false;
	if (S_ISDIR(status.st_mode)) {
		errno = EISDIR;
		return fail(arguments, path);
	}
	if (is_standard_output(&status)) /* as /dev/stdout */
		return write_standard_output(arguments, text, log);
	if (!S_ISREG(status.st_mode))
		return write_in_place(arguments, path, text);
	if (access(path, W_OK) != 0)
		return fail(arguments, path);
	char *target = realpath(path, NULL);
	is_written = target ? replace(arguments, target, text, &status) : fail(arguments, path);
	free(target);
	return is_written;
}

bool output_file_write(const struct arguments *arguments, const char *path, struct string text,
	const struct file_log *log)
{
	if (!path || strcmp(path, "-") == 0)
		return write_standard_output(arguments, text, log);
	return write_file(arguments, path, text, log);
}

/* Results that go to a file: all of it, or nothing.
 *
 * Written beside its place and moved there, so that whoever reads the file sees the one before or
 * the new one; what is no regular file (a pipe, a device) is written to. A file that was read is
 * never written over. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include "cli/arguments/arguments.h"
#include "cli/files/file_log.h"

/* `path` NULL or "-" is standard output. `log` may be NULL: nothing is protected. False after
 * saying why it is not written. */
bool output_file_write(const struct arguments *arguments, const char *path, struct string text,
	const struct file_log *log);

#endif

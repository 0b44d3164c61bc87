#include "lsp/system/file_status.h"

#include "lsp/system/event_loop.h"

#include <sys/stat.h>

bool file_status(struct string path, struct file_status *status)
{
	struct stat found;

	event_loop_await_file(path);
	if (stat(path.bytes, &found) != 0)
		return false;
	*status = (struct file_status){(uint64_t)found.st_size, found.st_mtim};
	return true;
}

bool file_exists(struct string path)
{
	struct file_status status;

	return file_status(path, &status);
}

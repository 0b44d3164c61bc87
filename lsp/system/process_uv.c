#include "lsp/system/process.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <uv.h>

int32_t process_parent(void)
{
	return uv_os_getppid();
}

bool process_lives(int32_t process)
{
	return kill(process, 0) == 0 || errno != ESRCH;
}

struct string process_program(struct arena *arena)
{
	char program[PATH_MAX];
	size_t length = sizeof(program);

	if (uv_exepath(program, &length) != 0)
		return (struct string){0};
	return arena_copy(arena, (struct string){program, length});
}

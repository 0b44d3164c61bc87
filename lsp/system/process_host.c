#include "lsp/system/process.h"

#include "lsp/system/host.h"

#include <limits.h>

int32_t process_parent(void)
{
	return host_process_parent();
}

bool process_lives(int32_t process)
{
	return host_process_lives(process);
}

struct string process_program(struct arena *arena)
{
	char program[PATH_MAX] = "";

	host_program(program, sizeof(program));
	return arena_copy(arena, string_from(program));
}

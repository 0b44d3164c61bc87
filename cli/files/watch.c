#include "cli/files/watch.h"

#include "analyzer/text/path.h"
#include "cli/files/disk_files.h"
#include "cli/files/folder_walk.h"

#include <sys/stat.h>
#include <time.h>

struct looking {
	struct arena *arena;
	uint64_t state;
};

static void visit(void *context, struct string file)
{
	struct looking *looking = context;
	struct stat status;

	if (stat(arena_copy(looking->arena, file).bytes, &status) != 0)
		return;
	uint64_t facts[] = {string_hash(file), (uint64_t)status.st_size,
		(uint64_t)status.st_mtim.tv_sec, (uint64_t)status.st_mtim.tv_nsec,
		(uint64_t)status.st_ino};
	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		looking->state = (looking->state ^ facts[i]) * UINT64_C(1099511628211);
}

static bool enter(void *context, struct string folder)
{
	(void)context;
	(void)folder;
	return true;
}

uint64_t watch_state(const struct argument_list *operands)
{
	struct looking looking = {.arena = arena_create()};
	struct folder_walk walk = {
		.arena = looking.arena, .enter = enter, .visit = visit, .context = &looking};

	for (size_t i = 0; i < operands->count; i++) {
		struct string folder = string_from(operands->items[i]);

		if (!disk_folder_exists(looking.arena, folder))
			folder = path_folder(folder);
		folder_walk(&walk, folder.length > 0 ? folder : STRING("."));
	}
	arena_destroy(looking.arena);
	return looking.state;
}

static void rest(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 300000000L}, NULL);
}

uint64_t watch_wait(const struct argument_list *operands, uint64_t state)
{
	uint64_t now = state, before;

	while (now == state) {
		rest();
		now = watch_state(operands);
	}
	do {
		before = now;
		rest();
		now = watch_state(operands);
	} while (now != before);
	return now;
}

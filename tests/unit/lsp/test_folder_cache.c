/* Folders are listed again exactly where they may have changed. */
#include "lsp/documents/folder_cache.h"

#include "tests/unit/unit_test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct folder {
	struct arena *arena;
	struct string path;
	struct files disk;
	struct folder_cache *cache;
	unsigned listed; /* times */
	size_t count;
};

static const struct file_entry *list(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	struct folder *folder = context;

	(void)path;
	struct file_entry *entries = arena_allocate(arena, folder->count, sizeof(*entries));
	for (size_t i = 0; i < folder->count; i++)
		entries[i] = (struct file_entry){.name = arena_format(arena, "%zu", i)};
	folder->listed++;
	*count = folder->count;
	return entries;
}

/* As if it had changed so many seconds ago. */
static void change(const struct folder *folder, long age)
{
	struct timespec times[2];

	timespec_get(&times[0], TIME_UTC);
	times[0].tv_sec -= age;
	times[1] = times[0];
	assert_int_equal(utimensat(AT_FDCWD, folder->path.bytes, times, 0), 0);
}

static int set_up(void **state)
{
	char path[] = "/tmp/folder-cache-XXXXXX";
	struct folder *folder = calloc(1, sizeof(*folder));

	assert_non_null(mkdtemp(path));
	folder->arena = arena_create();
	folder->path = arena_copy(folder->arena, string_from(path));
	folder->disk = (struct files){.context = folder, .list = list};
	folder->cache = folder_cache_create(&folder->disk);
	folder->count = 3;
	*state = folder;
	return 0;
}

static int tear_down(void **state)
{
	struct folder *folder = *state;

	rmdir(folder->path.bytes);
	folder_cache_destroy(folder->cache);
	arena_destroy(folder->arena);
	free(folder);
	return 0;
}

/* Each time in an arena of its own: what is given does not live in the cache. */
static void expect(struct folder *folder, size_t count, unsigned listed)
{
	struct arena *arena = arena_create();
	size_t found;
	const struct file_entry *entries =
		folder_cache_list(folder->cache, folder->path, arena, &found);

	assert_int_equal(found, count);
	for (size_t i = 0; i < found; i++)
		assert_true(string_equal(entries[i].name, arena_format(arena, "%zu", i)));
	assert_int_equal(folder->listed, listed);
	arena_destroy(arena);
}

static void test_what_has_not_changed_is_kept(void **state)
{
	struct folder *folder = *state;

	change(folder, 60);
	expect(folder, 3, 1);
	expect(folder, 3, 1);
	folder->count = 5;
	change(folder, 50);
	expect(folder, 5, 2);
	expect(folder, 5, 2);
	folder->count = 0;
	change(folder, 40);
	expect(folder, 0, 3);
	expect(folder, 0, 3);
}

static void test_what_has_just_changed_may_change_again(void **state)
{
	struct folder *folder = *state;

	change(folder, 0);
	expect(folder, 3, 1);
	folder->count = 4;
	expect(folder, 4, 2);
	change(folder, -3600); /* the clock of another machine */
	expect(folder, 4, 3);
	expect(folder, 4, 4);
}

static void test_who_watches_knows_better(void **state)
{
	struct folder *folder = *state;

	change(folder, 60);
	expect(folder, 3, 1);
	folder->count = 4;
	folder_cache_forget(folder->cache);
	expect(folder, 4, 2);
}

static void test_very_many_entries_are_not_kept(void **state)
{
	struct folder *folder = *state;

	folder->count = 5000;
	change(folder, 60);
	expect(folder, 5000, 1);
	expect(folder, 5000, 2);
}

static void test_a_folder_that_goes(void **state)
{
	struct folder *folder = *state;

	change(folder, 60);
	expect(folder, 3, 1);
	assert_int_equal(rmdir(folder->path.bytes), 0);
	expect(folder, 0, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_what_has_not_changed_is_kept, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			test_what_has_just_changed_may_change_again, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_who_watches_knows_better, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			test_very_many_entries_are_not_kept, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_a_folder_that_goes, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "lsp/session/watched_test.h"

#include "analyzer/text/path.h"

static struct test_report copy_report(struct arena *arena, struct test_report report)
{
	return (struct test_report){arena_copy(arena, report.path), arena_copy(arena, report.uri),
		arena_copy(arena, report.diagnostics)};
}

void watched_tests_add(struct watched_test **list, const struct watched_test *watched)
{
	struct arena *arena = arena_create();
	struct watched_test *copy = arena_allocate(arena, 1, sizeof(*copy));
	struct string *read = arena_allocate(arena, watched->read_count, sizeof(*read));

	watched_tests_remove(list, watched->path);
	copy->arena = arena;
	copy->path = arena_copy(arena, watched->path);
	for (size_t i = 0; i < TEST_REPORTS; i++)
		copy->reports[i] = copy_report(arena, watched->reports[i]);
	for (size_t i = 0; i < watched->read_count; i++)
		read[i] = arena_copy(arena, watched->read[i]);
	copy->read = read;
	copy->read_count = watched->read_count;
	copy->next = *list;
	*list = copy;
}

const struct watched_test *watched_tests_find(const struct watched_test *list, struct string path)
{
	while (list && !string_equal(list->path, path))
		list = list->next;
	return list;
}

void watched_tests_remove(struct watched_test **list, struct string path)
{
	struct watched_test *watched;

	while (*list && !string_equal((*list)->path, path))
		list = &(*list)->next;
	watched = *list;
	if (!watched)
		return;
	*list = watched->next;
	arena_destroy(watched->arena);
}

bool watched_test_has_read(const struct watched_test *watched, struct string path)
{
	struct string name = path_name(path);
	struct string folder = string_slice(path, 0, path.length - name.length);

	if (folder.length > 1)
		folder.length--;
	for (size_t i = 0; i < watched->read_count; i++)
		if (string_equal(watched->read[i], path) || string_equal(watched->read[i], folder))
			return true;
	return false;
}

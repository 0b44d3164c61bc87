#include "lsp/documents/workspace_folders.h"

#include "analyzer/text/path.h"
#include "base/memory.h"
#include "lsp/wire/uri.h"

#include <string.h>

static size_t find(const struct workspace_folders *folders, struct string path)
{
	size_t i = 0;

	while (i < folders->count && !string_is(path, folders->paths[i]))
		i++;
	return i;
}

static void add(struct workspace_folders *folders, struct string path)
{
	char *copy;

	if (find(folders, path) < folders->count)
		return;
	copy = memory_allocate(path.length + 1, 1);
	memcpy(copy, path.bytes, path.length);
	folders->paths = memory_reserve(
		folders->paths, folders->count, &folders->capacity, sizeof(*folders->paths));
	folders->paths[folders->count++] = copy;
}

static void remove_path(struct workspace_folders *folders, struct string path)
{
	size_t i = find(folders, path);

	if (i == folders->count)
		return;
	memory_release(folders->paths[i]);
	folders->paths[i] = folders->paths[--folders->count];
}

static void each(struct workspace_folders *folders, struct json_object *list,
	void (*change)(struct workspace_folders *, struct string))
{
	struct arena *arena = arena_create();
	struct string uri;

	for (size_t i = 0; list && i < json_object_array_length(list); i++)
		if (member_string(json_object_array_get_idx(list, i), "uri", &uri))
			change(folders, path_normalize(uri_to_path(uri, arena), arena));
	arena_destroy(arena);
}

void workspace_folders_read(struct workspace_folders *folders, struct json_object *params)
{
	struct json_object *list = member_array(params, "workspaceFolders");
	struct arena *arena;
	struct string uri;

	each(folders, list, add);
	if (list || !member_string(params, "rootUri", &uri))
		return;
	arena = arena_create();
	add(folders, path_normalize(uri_to_path(uri, arena), arena));
	arena_destroy(arena);
}

void workspace_folders_change(struct workspace_folders *folders, struct json_object *event)
{
	each(folders, member_array(event, "removed"), remove_path);
	each(folders, member_array(event, "added"), add);
}

bool workspace_folders_hold(const struct workspace_folders *folders, struct string path)
{
	for (size_t i = 0; i < folders->count; i++)
		if (path_is_in(path, string_from(folders->paths[i])))
			return true;
	return false;
}

void workspace_folders_finish(struct workspace_folders *folders)
{
	for (size_t i = 0; i < folders->count; i++)
		memory_release(folders->paths[i]);
	memory_release(folders->paths);
}

struct json_object *workspace_folders_capability(void)
{
	struct json_object *json = new_object();

	put(json, "supported", new_boolean(true));
	put(json, "changeNotifications", new_boolean(true));
	return json;
}

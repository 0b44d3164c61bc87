#include "cli/files/folder_walk.h"

#include "analyzer/text/path.h"
#include "cli/files/disk_files.h"
#include "cli/files/ignore_rules.h"

static const struct ignore_rules *rules_in(
	struct arena *arena, const struct ignore_rules *above, struct string folder)
{
	struct string text;

	if (!disk_file_read(arena, disk_path_join(arena, folder, STRING(".gitignore")), &text))
		return above;
	return ignore_rules_create(arena, above, folder, text);
}

static bool is_repository(struct arena *arena, struct string folder)
{
	struct string git = disk_path_join(arena, folder, STRING(".git"));

	return disk_folder_exists(arena, git) || disk_file_exists(arena, git);
}

/* Those of the folders above, up to the top of the repository; none where there is none. They speak
 * of absolute paths, as their folders are. */
static const struct ignore_rules *rules_above(
	struct arena *arena, const struct ignore_rules *first, struct string folder)
{
	struct string parent = path_folder(folder);

	if (is_repository(arena, folder) || string_is(folder, "/") || folder.length == 0)
		return first;
	for (struct string top = parent; !is_repository(arena, top); top = path_folder(top))
		if (string_is(top, "/") || top.length == 0)
			return first;
	return rules_in(arena, rules_above(arena, first, parent), parent);
}

static void walk_folder(const struct folder_walk *walk, const struct ignore_rules *above,
	struct string shown, struct string folder)
{
	const struct ignore_rules *rules = rules_in(walk->arena, above, folder);
	size_t count;
	const struct file_entry *entries =
		disk_files.list(disk_files.context, folder, walk->arena, &count);

	for (size_t i = 0; i < count; i++) {
		const struct file_entry *entry = &entries[i];
		struct string path = disk_path_join(walk->arena, shown, entry->name);
		struct string full = disk_path_join(walk->arena, folder, entry->name);

		if (entry->name.bytes[0] == '.' ||
			ignore_rules_match(rules, full, entry->is_folder))
			continue;
		if (!entry->is_folder && disk_file_exists(walk->arena, full))
			walk->visit(walk->context, path);
		else if (entry->is_folder && walk->enter(walk->context, path))
			walk_folder(walk, rules, path, full);
	}
}

void folder_walk(const struct folder_walk *walk, struct string folder)
{
	struct string full = disk_folder_absolute(walk->arena, folder);

	while (folder.length > 1 && string_ends_with(folder, "/"))
		folder.length--;
	walk_folder(walk, rules_above(walk->arena, walk->rules, full),
		string_is(folder, ".") ? STRING("") : folder, full);
}

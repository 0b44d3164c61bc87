/* textDocument/documentLink */
#include "analyzer/ide/views/document_views.h"
#include "analyzer/model/archive/csar.h"
#include "analyzer/model/types/imports.h"
#include "analyzer/text/name_table.h"
#include "analyzer/text/path.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/wire/uri.h"

#include <string.h>

/* Whether it begins with "scheme:". */
static bool is_url(struct string target)
{
	size_t i = 0;

	while (i < target.length && ((target.bytes[i] >= 'a' && target.bytes[i] <= 'z') ||
					    (i > 0 && strchr("+.-0123456789", target.bytes[i]))))
		i++;
	return i > 1 && i < target.length && target.bytes[i] == ':';
}

/* A folder into which names lead, listed once however many do. */
struct listed_folder {
	struct name_table entries;
};

struct targets {
	const struct feature *feature;
	struct string base;        /* beside which names are looked for */
	struct name_table folders; /* of `struct listed_folder`, by their paths */
	bool may_be_moved;
};

static struct targets targets_of(const struct feature *feature)
{
	struct targets targets = {
		.feature = feature, .base = csar_base(feature->document.path, feature->arena)};

	targets.may_be_moved = imports_may_be_moved(targets.base, feature->files, feature->arena);
	return targets;
}

static const struct listed_folder *folder_at(struct targets *targets, struct string path)
{
	struct arena *arena = targets->feature->arena;
	struct listed_folder *folder = name_table_find(&targets->folders, path);
	const struct file_entry *entries;
	size_t count;

	if (folder)
		return folder;
	folder = arena_allocate(arena, 1, sizeof(*folder));
	entries = files_list(targets->feature->files, path, arena, &count);
	name_table_reserve(&folder->entries, arena, (uint32_t)count);
	for (size_t i = 0; i < count; i++)
		name_table_add(&folder->entries, arena, entries[i].name, folder);
	name_table_add(&targets->folders, arena, path, folder);
	return folder;
}

static bool leads_to_file(struct targets *targets, struct string path)
{
	struct string folder = path_folder(path);

	return name_table_find(&folder_at(targets, folder.length ? folder : STRING("."))->entries,
		       path_name(path)) != NULL;
}

/* Empty if the link leads nowhere. Of most names that may be others than those of files, a look
 * into the folder is enough. */
static struct string target_uri(struct targets *targets, const struct link *link)
{
	struct arena *arena = targets->feature->arena;
	struct string path = link->target;
	bool is_moved = targets->may_be_moved || string_starts_with(path, "/");

	if (is_url(path))
		return path;
	if (link->may_be_no_file && !is_moved)
		path = path_join(arena, path_folder(targets->base), path);
	else
		path = imports_path(path, targets->base, targets->feature->files, arena);
	if (path.length == 0 || (link->may_be_no_file && !leads_to_file(targets, path)))
		return (struct string){0};
	return uri_from_path(path, arena);
}

struct string linked_file(struct feature *feature, uint32_t offset, struct range *origin)
{
	struct targets targets = targets_of(feature);
	size_t count;
	const struct link *links =
		document_views_links(feature_views(feature), feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct string target;

		if (offset < links[i].range.start || offset > links[i].range.end)
			continue;
		target = target_uri(&targets, &links[i]);
		if (target.length > 0 && !is_url(links[i].target)) {
			*origin = links[i].range;
			return target;
		}
	}
	return (struct string){0};
}

struct json_object *handle_document_link(struct feature *feature)
{
	struct json_object *result = new_array();
	struct targets targets = targets_of(feature);
	size_t count;
	const struct link *links =
		document_views_links(feature_views(feature), feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct string target = target_uri(&targets, &links[i]);
		struct json_object *json;

		if (target.length == 0)
			continue;
		json = new_object();
		put(json, "range", feature_convert(feature, links[i].range));
		put(json, "target", new_string(target));
		if (feature->client.link_tooltips)
			put(json, "tooltip", new_text(links[i].title));
		push(result, json);
	}
	return result;
}

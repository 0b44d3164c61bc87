/* textDocument/documentLink */
#include "analyzer/ide/views/document_views.h"
#include "analyzer/model/archive/csar.h"
#include "analyzer/model/types/imports.h"
#include "analyzer/text/path.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/system/file_status.h"
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

/* Many names lead into the same folder, and where there is none, there are no files. */
struct known_folder {
	struct string path;
	bool exists;
};

static bool leads_to_file(struct known_folder *known, struct string path, struct arena *arena)
{
	struct string folder = path_folder(path);

	if (folder.length == 0)
		return file_exists(path);
	if (!string_equal(folder, known->path))
		*known = (struct known_folder){folder, file_exists(arena_copy(arena, folder))};
	return known->exists && file_exists(path);
}

/* Empty if the link leads nowhere. */
static struct string target_uri(
	const struct feature *feature, const struct link *link, struct known_folder *known)
{
	struct arena *arena = feature->arena;
	struct string path = link->target;

	if (is_url(path))
		return path;
	path = imports_path(path, csar_base(feature->document.path, arena), feature->files, arena);
	if (path.length == 0 || (link->may_be_no_file && !leads_to_file(known, path, arena)))
		return (struct string){0};
	return uri_from_path(path, arena);
}

struct string linked_file(struct feature *feature, uint32_t offset, struct range *origin)
{
	struct known_folder known = {0};
	size_t count;
	const struct link *links =
		document_views_links(feature_views(feature), feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct string target;

		if (offset < links[i].range.start || offset > links[i].range.end)
			continue;
		target = target_uri(feature, &links[i], &known);
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
	struct known_folder known = {0};
	size_t count;
	const struct link *links =
		document_views_links(feature_views(feature), feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct string target = target_uri(feature, &links[i], &known);
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

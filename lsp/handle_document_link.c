/* textDocument/documentLink */
#include "analyzer/ide/links.h"
#include "analyzer/model/files.h"

#include "lsp/feature.h"
#include "lsp/method.h"
#include "lsp/uri.h"

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

static struct string target_uri(const struct feature *feature, struct string target)
{
	struct arena *arena = feature->arena;

	if (is_url(target))
		return target;
	if (target.bytes[0] != '/')
		target = files_beside(arena, feature->document.path, target);
	return uri_from_path(path_normalize(target, arena), arena);
}

struct json_object *handle_document_link(struct feature *feature)
{
	struct json_object *result = json_object_new_array();
	size_t count;
	const struct link *links = links_list(feature->document.tree, feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct json_object *json;

		if (links[i].target.length == 0)
			continue;
		json = json_object_new_object();
		put(json, "range", feature_convert(feature, links[i].range));
		put(json, "target", new_string(target_uri(feature, links[i].target)));
		push(result, json);
	}
	return result;
}

#include "lsp/publication.h"

#include "lsp/convert.h"
#include "solver/memory.h"

#include <string.h>

struct publication {
	char *json;
	size_t length;
	size_t capacity;
};

static void append(struct publication *publication, struct string text)
{
	if (publication->length + text.length > publication->capacity) {
		publication->capacity = 2 * (publication->length + text.length);
		publication->json = memory_resize(publication->json, publication->capacity, 1);
	}
	memcpy(publication->json + publication->length, text.bytes, text.length);
	publication->length += text.length;
}

static struct json_object *related_json(const struct ide_diagnostic *diagnostic,
	const struct syntax_tree *tree, const struct client *client, struct string uri)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < diagnostic->related_count; i++) {
		const struct ide_related *related = &diagnostic->related[i];
		struct json_object *item = json_object_new_object();
		struct json_object *location = json_object_new_object();

		put(location, "uri", new_string(related->file.length ? related->file : uri));
		put(location, "range", convert_range(tree, related->range, client->encoding));
		put(item, "location", location);
		put(item, "message", new_string(related->message));
		push(list, item);
	}
	return list;
}

static struct json_object *diagnostic_json(const struct ide_diagnostic *diagnostic,
	const struct syntax_tree *tree, const struct client *client, struct string uri)
{
	struct json_object *json = json_object_new_object();
	struct json_object *tags = json_object_new_array();

	put(json, "range", convert_range(tree, diagnostic->range, client->encoding));
	put(json, "severity", new_integer(diagnostic->severity));
	put(json, "code", new_string(diagnostic->code));
	put(json, "source", new_text("vtosca"));
	put(json, "message", new_string(diagnostic->message));
	if (diagnostic->unnecessary && client->unnecessary_tag)
		push(tags, new_integer(1));
	if (diagnostic->deprecated && client->deprecated_tag)
		push(tags, new_integer(2));
	if (json_object_array_length(tags) > 0)
		put(json, "tags", json_object_get(tags));
	json_object_put(tags);
	if (diagnostic->related_count > 0 && client->related_information)
		put(json, "relatedInformation", related_json(diagnostic, tree, client, uri));
	return json;
}

struct publication *publication_create(const struct publication *previous,
	struct ide_diagnostics diagnostics, const struct syntax_tree *tree,
	const struct client *client, struct string uri)
{
	struct publication *publication = memory_allocate(1, sizeof(*publication));

	(void)previous;
	append(publication, STRING("["));
	for (size_t i = 0; i < diagnostics.count; i++) {
		struct json_object *json =
			diagnostic_json(&diagnostics.items[i], tree, client, uri);

		if (i > 0)
			append(publication, STRING(","));
		append(publication, write_json(json));
		json_object_put(json);
	}
	append(publication, STRING("]"));
	return publication;
}

void publication_destroy(struct publication *publication)
{
	if (!publication)
		return;
	memory_release(publication->json);
	memory_release(publication);
}

struct string publication_json(const struct publication *publication)
{
	return (struct string){publication->json, publication->length};
}

struct json_object *publication_params(
	const struct publication *publication, const char *uri, int64_t version)
{
	struct json_object *params = json_object_new_object();

	put(params, "uri", new_text(uri));
	put(params, "version", new_integer(version));
	put(params, "diagnostics", new_raw(publication_json(publication)));
	return params;
}

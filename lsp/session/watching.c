#include "lsp/session/watching.h"

#include "analyzer/text/path.h"
#include "base/memory.h"
#include "lsp/session/call.h"
#include "lsp/session/server.h"
#include "lsp/wire/uri.h"

#include <stdio.h>
#include <string.h>

#define FILES "*.{yaml,yml,tosca,xml}"

enum {
	ID_SIZE = 40
};

static struct json_object *watcher(struct json_object *pattern)
{
	struct json_object *json = new_object();

	put(json, "globPattern", pattern);
	return json;
}

static void add_folder(struct json_object *watchers, struct string folder, const char *pattern)
{
	struct json_object *json = new_object();
	struct arena *arena = arena_create();

	put(json, "baseUri", new_string(uri_from_path(folder, arena)));
	put(json, "pattern", new_text(pattern));
	push(watchers, watcher(json));
	arena_destroy(arena);
}

/* An earlier document of the list lies in the same folder. */
static bool is_known(const struct server *server, const struct document *document)
{
	struct string folder = path_folder(string_from(document->path));

	for (const struct document *d = server->documents; d != document; d = d->next)
		if (string_equal(path_folder(string_from(d->path)), folder))
			return true;
	return false;
}

/* Of a template from elsewhere: what lies beside it, its tests, and its types. */
static void add_outsiders(struct json_object *watchers, const struct server *server)
{
	for (const struct document *d = server->documents; d; d = d->next) {
		struct string folder = path_folder(string_from(d->path));

		if (d->path[0] != '/' ||
			workspace_folders_hold(&server->folders, string_from(d->path)) ||
			is_known(server, d))
			continue;
		add_folder(watchers, folder, FILES);
		add_folder(watchers, folder, "{tests,lib}/**/" FILES);
	}
}

static struct json_object *wanted(const struct server *server)
{
	struct json_object *watchers = new_array();

	if (!server->client.watches_relative_patterns) {
		push(watchers, watcher(new_text("**/" FILES)));
		return watchers;
	}
	for (size_t i = 0; i < server->folders.count; i++)
		add_folder(watchers, string_from(server->folders.paths[i]), "**/" FILES);
	add_outsiders(watchers, server);
	return watchers;
}

static struct json_object *registration(const struct server *server)
{
	struct json_object *json = new_object();
	char id[ID_SIZE];

	snprintf(id, sizeof(id), "watch-%llu", (unsigned long long)server->watch_number);
	put(json, "id", new_text(id));
	put(json, "method", new_text("workspace/didChangeWatchedFiles"));
	return json;
}

/* A client that refuses tells nothing about files: they may have changed whenever they are read. */
static void registered(struct server *server, const struct message *response, uint64_t tag)
{
	(void)tag;
	if (response->failed)
		server->client.watches_files = false;
}

/* `list` is the member of the params that holds what is registered or not any more. */
static void tell(struct server *server, const char *method, const char *list,
	struct json_object *item, struct reaction reaction)
{
	struct json_object *params = new_object();
	struct json_object *items = new_array();

	push(items, item);
	json_object_object_add(params, list, items);
	call_client(server, method, params, reaction);
}

void watching_update(struct server *server)
{
	struct json_object *watchers, *item, *options;
	struct string text;

	if (!server->client.watches_files)
		return;
	watchers = wanted(server);
	text = write_json(watchers);
	if (server->watched && string_is(text, server->watched)) {
		json_object_put(watchers);
		return;
	}
	if (server->watched)
		tell(server, "client/unregisterCapability",
			"unregisterations", /* the protocol's spelling */
			registration(server), (struct reaction){0});
	memory_release(server->watched);
	server->watched = memory_allocate(text.length + 1, 1);
	memcpy(server->watched, text.bytes, text.length);
	server->watch_number++;
	item = registration(server);
	options = new_object();
	put(options, "watchers", watchers);
	put(item, "registerOptions", options);
	tell(server, "client/registerCapability", "registrations", item,
		(struct reaction){.answered = registered});
}

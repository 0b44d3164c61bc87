#include "lsp/session/outside.h"

#include "lsp/documents/workspace_files.h"
#include "lsp/session/call.h"
#include "lsp/session/server.h"

#include <string.h>

#define YES "Read them"
#define NO "Not now"

static bool is_bound(const struct server *server)
{
	switch (server->settings->imports_outside) {
	case CONSENT_ALWAYS:
		return false;
	case CONSENT_ASKED:
		return server->folders.count > 0 && server->outside != OUTSIDE_IS_ALLOWED;
	case CONSENT_NEVER:
		return server->folders.count > 0;
	}
	return true;
}

struct file_view *outside_view(const struct server *server, bool with_open)
{
	struct file_view *view =
		file_view_create(server->files, with_open ? server->documents : NULL);

	if (is_bound(server))
		file_view_bind(view, &server->folders, server->documents);
	return view;
}

static void answered(struct server *server, const struct message *response, uint64_t tag)
{
	struct string title;

	(void)tag;
	if (!member_string(response->result, "title", &title) || !string_is(title, YES))
		return;
	server->outside = OUTSIDE_IS_ALLOWED;
	server->outside_allowed(server);
}

static struct json_object *action(const char *title)
{
	struct json_object *json = new_object();

	put(json, "title", new_text(title));
	return json;
}

void outside_ask(struct server *server, struct string path, void (*allowed)(struct server *server))
{
	struct json_object *params, *actions;
	struct arena *arena;

	if (path.length == 0 || server->outside != OUTSIDE_IS_UNASKED ||
		server->settings->imports_outside != CONSENT_ASKED ||
		!server->client.has_message_requests)
		return;
	server->outside = OUTSIDE_IS_ASKED;
	server->outside_allowed = allowed;
	arena = arena_create();
	params = new_object();
	actions = new_array();
	push(actions, action(YES));
	push(actions, action(NO));
	put(params, "type", new_integer(LOG_WARNING));
	put(params, "message",
		new_string(arena_format(arena,
			"A template names %.*s, which lies outside the folders that are open. Read "
			"such "
			"files until the editor ends? (The setting vtosca.importsOutsideWorkspace "
			"decides it for good.)",
			STRING_ARGUMENTS(path))));
	put(params, "actions", actions);
	call_client(server, "window/showMessageRequest", params,
		(struct reaction){.answered = answered});
	arena_destroy(arena);
}

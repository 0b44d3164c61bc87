#include "lsp/session/progress.h"

#include "lsp/session/server.h"

/* A client that gives something else as its token would not understand it either. */
static bool is_token(struct json_object *token)
{
	return json_object_is_type(token, json_type_string) ||
	       json_object_is_type(token, json_type_int);
}

static struct json_object *value_of(const char *kind)
{
	struct json_object *value = new_object();

	put(value, "kind", new_text(kind));
	return value;
}

static void tell(struct server *server, struct json_object *token, struct json_object *value)
{
	struct json_object *params = new_object();

	put(params, "token", json_object_get(token));
	put(params, "value", value);
	server_notify(server, "$/progress", params);
}

void progress_begin(
	struct server *server, struct json_object *token, const char *title, struct string message)
{
	struct json_object *value;

	if (!is_token(token))
		return;
	value = value_of("begin");
	put(value, "title", new_text(title));
	if (message.length > 0)
		put(value, "message", new_string(message));
	tell(server, token, value);
}

void progress_report(struct server *server, struct json_object *token, struct string message,
	unsigned percentage)
{
	struct json_object *value;

	if (!is_token(token))
		return;
	value = value_of("report");
	put(value, "message", new_string(message));
	put(value, "percentage", new_integer(percentage));
	tell(server, token, value);
}

void progress_end(struct server *server, struct json_object *token)
{
	if (is_token(token))
		tell(server, token, value_of("end"));
}

/* ---- of one's own ---- */

void own_progress_ask(struct server *server, struct own_progress *progress,
	void (*answered)(struct server *server, const struct message *response, uint64_t tag))
{
	struct json_object *params;

	if (progress->tag)
		return;
	progress->tag = ++server->last_progress;
	params = new_object();
	put(params, "token", new_integer((int64_t)progress->tag));
	call_client(server, "window/workDoneProgress/create", params,
		(struct reaction){answered, progress->tag});
}

void own_progress_show(struct server *server, struct own_progress *progress,
	const struct message *response, uint64_t tag, const char *title, struct string message)
{
	struct json_object *token;

	if (progress->tag != tag || response->failed)
		return;
	token = new_integer((int64_t)tag);
	progress_begin(server, token, title, message);
	json_object_put(token);
	progress->is_shown = true;
}

void own_progress_end(struct server *server, const struct own_progress *progress)
{
	struct json_object *token;

	if (!progress->is_shown)
		return;
	token = new_integer((int64_t)progress->tag);
	progress_end(server, token);
	json_object_put(token);
}

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

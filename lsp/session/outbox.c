#include "lsp/session/server.h"

#include <stdarg.h>
#include <stdio.h>

/* Bytes. A client that never reads costs what is unsent, the few answers that were being made, and
 * what became of what it said. */
enum {
	UNSENT_MUCH = 8 << 20,   /* then no further answers are made, */
	UNSENT_LIMIT = 24 << 20, /* then the client has to read before it may write, */
	HEARD_LIMIT = 1 << 20,   /* and also if it has said so much since the first */
};

bool server_is_behind(const struct server *server)
{
	return server->transport && transport_unsent(server->transport) > UNSENT_MUCH;
}

void server_heard(struct server *server, size_t length)
{
	server->heard = server_is_behind(server) ? server->heard + length : 0;
	if (server->heard > HEARD_LIMIT)
		transport_pause(server->transport, true);
}

void server_send(struct server *server, struct json_object *message)
{
	if (!server->transport || server->state == SERVER_STOPPED) {
		json_object_put(message);
		return;
	}
	transport_send(server->transport, message);
	/* If that failed, the server has stopped. */
	if (server->transport && transport_unsent(server->transport) > UNSENT_LIMIT)
		transport_pause(server->transport, true);
}

void server_notify(struct server *server, const char *method, struct json_object *params)
{
	server_send(server, message_notification(method, params));
}

void server_log(struct server *server, enum log_level level, const char *format, ...)
{
	char text[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (server->state != SERVER_RUNNING) {
		fprintf(stderr, "vtosca lsp: %s\n", text);
		return;
	}

	struct json_object *params = new_object();

	put(params, "type", new_integer(level));
	put(params, "message", new_text(text));
	server_notify(server, "window/logMessage", params);
}

void server_show(struct server *server, enum log_level level, struct string text)
{
	struct json_object *params = new_object();

	put(params, "type", new_integer(level));
	put(params, "message", new_string(text));
	server_notify(server, "window/showMessage", params);
}

struct document *server_find_document(struct server *server, struct string uri)
{
	struct document *document = server->documents;

	while (document && !string_is(uri, document->uri))
		document = document->next;
	return document;
}

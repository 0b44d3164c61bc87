#include "lsp/session/server.h"

#include <stdarg.h>
#include <stdio.h>

enum {
	UNSENT_LIMIT = 64 << 20, /* bytes; then the client has to read before it may write */
};

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

struct document *server_find_document(struct server *server, struct string uri)
{
	struct document *document = server->documents;

	while (document && !string_is(uri, document->uri))
		document = document->next;
	return document;
}

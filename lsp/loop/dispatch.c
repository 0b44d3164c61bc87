#include "lsp/loop/dispatch.h"

#include "lsp/jobs/feature.h"
#include "lsp/loop/methods.h"
#include "lsp/session/call.h"
#include "lsp/session/server.h"

#include <string.h>

static void refuse(struct server *server, struct json_object *id, enum error_code code,
	struct string explanation)
{
	server_send(server, message_error(id, code, explanation));
}

static void handle_request(struct server *server, const struct message *message)
{
	const struct method *method = method_find(message->method);
	bool initializes = strcmp(message->method, "initialize") == 0;
	bool ends = strcmp(message->method, "shutdown") == 0;

	if (request_find(server, message->id)) {
		refuse(server, message->id, ERROR_INVALID_REQUEST,
			STRING("The id is that of a request without an answer"));
		return;
	}

	struct request *request = request_create(server, method, message);

	if (server->state == SERVER_SHUT_DOWN)
		request_fail(server, request, ERROR_INVALID_REQUEST, "The server is shut down");
	else if (server->state == SERVER_UNINITIALIZED && !initializes)
		request_fail(server, request, ERROR_SERVER_NOT_INITIALIZED,
			"The first request must be initialize");
	else if (!method || method->kind == METHOD_NOTIFICATION)
		request_fail(server, request, ERROR_METHOD_NOT_FOUND, "Unknown method \"%.200s\"",
			message->method);
	else if (ends)
		method->handle.request(server, request);
	else if (method->kind == METHOD_REQUEST)
		request_handle(server, request);
	else
		feature_request(server, request);
}

static void handle_notification(struct server *server, const struct message *message)
{
	const struct method *method = method_find(message->method);
	bool exits = strcmp(message->method, "exit") == 0;

	if (!method || method->kind != METHOD_NOTIFICATION)
		return; /* the protocol: a notification is ignored, never an error */
	if (server->state == SERVER_RUNNING || exits)
		method->handle.notification(server, message->params);
}

static void handle_message(struct server *server, struct json_object *json)
{
	struct message message = message_read(json);

	switch (message.kind) {
	case MESSAGE_REQUEST:
		handle_request(server, &message);
		break;
	case MESSAGE_NOTIFICATION:
		handle_notification(server, &message);
		break;
	case MESSAGE_RESPONSE:
		call_answered(server, &message);
		break;
	case MESSAGE_INVALID:
		refuse(server, message.id, ERROR_INVALID_REQUEST, string_from(message.fault));
		break;
	}
}

bool dispatch(struct server *server, struct string content)
{
	bool valid;
	struct json_object *json = parse_json(content, &valid);

	if (!valid) {
		refuse(server, NULL, ERROR_PARSE, STRING("The content of a message is no JSON"));
		return false;
	}
	if (json_object_is_type(json, json_type_array) && json_object_array_length(json) > 0) {
		for (size_t i = 0; i < json_object_array_length(json); i++)
			if (server->state != SERVER_STOPPED)
				handle_message(server, json_object_array_get_idx(json, i));
	} else {
		handle_message(server, json);
	}
	json_object_put(json);
	return true;
}

void dispatch_broken(struct server *server, struct string reason)
{
	refuse(server, NULL, ERROR_PARSE, reason);
}

#include "lsp/session/request.h"

#include "base/memory.h"
#include "lsp/session/method.h"
#include "lsp/session/server.h"

#include <stdarg.h>
#include <stdio.h>

struct request *request_create(
	struct server *server, const struct method *method, const struct message *message)
{
	struct request *request = memory_allocate(1, sizeof(*request));

	request->id = json_object_get(message->id);
	/* References are not counted atomically: the params must be the request's alone
	 * before another thread sees them. */
	request->params = json_object_get(message->params);
	json_object_object_del(message->json, "params");
	request->method = method;
	request->next = server->requests;
	server->requests = request;
	return request;
}

static void release_if_done(struct request *request)
{
	if (!request->answered || request->running)
		return;
	json_object_put(request->id);
	json_object_put(request->params);
	memory_release(request);
}

static void stop_waiting(struct request *request)
{
	struct request **link;

	if (!request->document)
		return;
	link = &request->document->waiting;
	while (*link != request)
		link = &(*link)->next_waiting;
	*link = request->next_waiting;
	request->document = NULL;
}

/* Sends the answer and forgets the request. */
static void close_with(struct server *server, struct request *request, struct json_object *answer)
{
	struct request **link = &server->requests;

	while (*link != request)
		link = &(*link)->next;
	*link = request->next;
	stop_waiting(request);
	request->answered = true;
	atomic_store(&request->cancelled, true);
	server_send(server, answer);
	release_if_done(request);
}

void request_answer(struct server *server, struct request *request, struct json_object *result)
{
	if (request->answered)
		json_object_put(result);
	else
		close_with(server, request, message_result(request->id, result));
}

void request_fail(struct server *server, struct request *request, enum error_code code,
	const char *format, ...)
{
	char text[512];
	va_list arguments;

	if (request->answered)
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	close_with(server, request, message_error(request->id, code, string_from(text)));
}

void request_finish_running(struct request *request)
{
	request->running = false;
	release_if_done(request);
}

struct request *request_find(struct server *server, struct json_object *id)
{
	struct request *request = server->requests;

	while (request && !message_same_id(request->id, id))
		request = request->next;
	return request;
}

#include "lsp/session/request.h"

#include "base/memory.h"
#include "lsp/session/method.h"
#include "lsp/session/server.h"

#include <stdarg.h>
#include <stdio.h>

enum {
	RUNNING_LIMIT = 4 /* as many as the pool has threads */
};

/* A client may ask much before it reads: those of one id are found without looking at all. */
static struct request **bucket_of(struct server *server, struct json_object *id)
{
	uint64_t hash = json_object_is_type(id, json_type_string)
				? string_hash(string_from(json_object_get_string(id)))
				: (uint64_t)json_object_get_int64(id);

	return &server->requests[hash % REQUEST_BUCKETS];
}

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

	struct request **bucket = bucket_of(server, request->id);

	request->next = *bucket;
	*bucket = request;
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

static void leave_queue(struct server *server, struct request *request)
{
	struct request **link = &server->queued;
	struct request *before = NULL;

	while (*link && *link != request) {
		before = *link;
		link = &before->next_queued;
	}
	if (!*link)
		return;
	*link = request->next_queued;
	if (server->last_queued == request)
		server->last_queued = before;
}

static void miss_turn(struct server *server, struct request *request)
{
	if (!request->turn.take)
		return;
	leave_queue(server, request);
	if (request->turn.miss)
		request->turn.miss(request);
	request->turn = (struct turn){0};
}

/* Sends the answer and forgets the request. */
static void close_with(struct server *server, struct request *request, struct json_object *answer)
{
	struct request **link = bucket_of(server, request->id);

	while (*link != request)
		link = &(*link)->next;
	*link = request->next;
	stop_waiting(request);
	miss_turn(server, request);
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

/* ---- turns ---- */

void requests_go_on(struct server *server)
{
	if (server->goes_on)
		return;
	server->goes_on = true;
	while (server->queued && server->running_features < RUNNING_LIMIT &&
		!server_is_behind(server)) {
		struct request *request = server->queued;
		struct turn turn = request->turn;

		leave_queue(server, request);
		request->turn.take = NULL;
		turn.take(server, request);
	}
	server->goes_on = false;
}

void request_queue(struct server *server, struct request *request, struct turn turn)
{
	request->turn = turn;
	request->next_queued = NULL;
	if (server->queued)
		server->last_queued->next_queued = request;
	else
		server->queued = request;
	server->last_queued = request;
	requests_go_on(server);
}

void request_handle(struct server *server, struct request *request)
{
	void (*handle)(struct server *, struct request *) = request->method->handle.request;

	if (server_is_behind(server))
		request_queue(server, request, (struct turn){.take = handle});
	else
		handle(server, request);
}

void requests_outdated(struct server *server)
{
	while (server_is_behind(server) && server->queued)
		request_fail(server, server->queued, ERROR_CONTENT_MODIFIED,
			"A document has changed since");
}

void request_finish_running(struct request *request)
{
	request->running = false;
	release_if_done(request);
}

struct request *request_find(struct server *server, struct json_object *id)
{
	struct request *request = *bucket_of(server, id);

	while (request && !message_same_id(request->id, id))
		request = request->next;
	return request;
}

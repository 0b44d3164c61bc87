#include "lsp/session/call.h"

#include "base/memory.h"
#include "lsp/session/server.h"

struct call {
	struct call *next;
	int64_t id;
	struct reaction reaction;
};

void call_client(struct server *server, const char *method, struct json_object *params,
	struct reaction reaction)
{
	struct call *call = memory_allocate(1, sizeof(*call));

	call->id = ++server->last_call;
	call->reaction = reaction;
	call->next = server->calls;
	server->calls = call;
	server_send(server, message_request(call->id, method, params));
}

void call_answered(struct server *server, const struct message *response)
{
	struct call **link = &server->calls;

	if (!json_object_is_type(response->id, json_type_int))
		return;
	while (*link && (*link)->id != json_object_get_int64(response->id))
		link = &(*link)->next;
	if (!*link)
		return;

	struct call *call = *link;

	*link = call->next;
	if (call->reaction.answered)
		call->reaction.answered(server, response, call->reaction.tag);
	memory_release(call);
}

void calls_destroy(struct server *server)
{
	while (server->calls) {
		struct call *call = server->calls;

		server->calls = call->next;
		memory_release(call);
	}
}

/* Messages of JSON-RPC 2.0: telling them apart, and making them. Pure. */
#ifndef LSP_WIRE_MESSAGE_H
#define LSP_WIRE_MESSAGE_H

#include "lsp/wire/json.h"

enum message_kind {
	MESSAGE_INVALID, /* `fault` says why */
	MESSAGE_REQUEST,
	MESSAGE_NOTIFICATION,
	MESSAGE_RESPONSE,
};

enum error_code {
	ERROR_PARSE = -32700,
	ERROR_INVALID_REQUEST = -32600,
	ERROR_METHOD_NOT_FOUND = -32601,
	ERROR_INVALID_PARAMS = -32602,
	ERROR_INTERNAL = -32603,
	ERROR_SERVER_NOT_INITIALIZED = -32002,
	ERROR_REQUEST_FAILED = -32803,
	ERROR_SERVER_CANCELLED = -32802,
	ERROR_CONTENT_MODIFIED = -32801,
	ERROR_REQUEST_CANCELLED = -32800,
};

/* Everything is borrowed from the JSON it was read from. */
struct message {
	enum message_kind kind;
	struct json_object *json; /* all of it */
	struct json_object *id;   /* number or string; NULL if there is none to answer to */
	const char *method;
	struct json_object *params; /* may be NULL */
	struct json_object *result; /* of a response; NULL for null, or if it failed */
	bool failed;
	const char *fault;
};

struct message message_read(struct json_object *json);

/* Whether two ids are the same number or the same string. */
bool message_same_id(struct json_object *a, struct json_object *b);

/* New messages. `id` is borrowed (NULL becomes null), everything else is taken over. */
struct json_object *message_result(struct json_object *id, struct json_object *result);
struct json_object *message_error(
	struct json_object *id, enum error_code code, struct string explanation);
struct json_object *message_notification(const char *method, struct json_object *params);
struct json_object *message_request(int64_t id, const char *method, struct json_object *params);

#endif

#include "lsp/wire/message.h"

/* Integers that do not fit are read as the last that do: their answers would have another id. */
static bool may_be_cut(struct json_object *number)
{
	return json_object_get_int64(number) == INT64_MIN ||
	       json_object_get_uint64(number) == UINT64_MAX;
}

static bool is_id(struct json_object *id)
{
	return json_object_is_type(id, json_type_string) ||
	       (json_object_is_type(id, json_type_int) && !may_be_cut(id));
}

static struct message invalid(struct json_object *id, const char *fault)
{
	return (struct message){
		.kind = MESSAGE_INVALID, .id = is_id(id) ? id : NULL, .fault = fault};
}

struct message message_read(struct json_object *json)
{
	struct string text;
	struct json_object *id = NULL;
	bool has_id;

	if (!json_object_is_type(json, json_type_object))
		return invalid(NULL, "A message must be an object");
	has_id = json_object_object_get_ex(json, "id", &id);
	if (!member_string(json, "jsonrpc", &text) || !string_is(text, "2.0"))
		return invalid(id, "A message must have the member \"jsonrpc\": \"2.0\"");
	if (!member(json, "method")) {
		/* Clients in JavaScript leave out a result that is undefined. */
		if (json_object_object_get_ex(json, "result", NULL) || member(json, "error") ||
			is_id(id))
			return (struct message){.kind = MESSAGE_RESPONSE,
				.id = is_id(id) ? id : NULL,
				.result = member(json, "result"),
				.failed = member(json, "error") != NULL};
		return invalid(id, "A message must have a method, a result or an error");
	}
	if (!member_string(json, "method", &text))
		return invalid(id, "The method of a message must be a string");
	if (has_id && !is_id(id))
		return invalid(NULL, "The id of a request must be an integer or a string");

	struct json_object *params = member(json, "params");

	if (params && !json_object_is_type(params, json_type_object) &&
		!json_object_is_type(params, json_type_array))
		return invalid(id, "The params of a message must be an object or an array");
	return (struct message){.kind = has_id ? MESSAGE_REQUEST : MESSAGE_NOTIFICATION,
		.json = json,
		.id = id,
		.method = text.bytes,
		.params = params};
}

bool message_same_id(struct json_object *a, struct json_object *b)
{
	return json_object_get_type(a) == json_object_get_type(b) && json_object_equal(a, b);
}

static struct json_object *new_message(void)
{
	struct json_object *message = new_object();

	put(message, "jsonrpc", new_text("2.0"));
	return message;
}

struct json_object *message_result(struct json_object *id, struct json_object *result)
{
	struct json_object *message = new_message();

	put(message, "id", json_object_get(id));
	put(message, "result", result);
	return message;
}

struct json_object *message_error(
	struct json_object *id, enum error_code code, struct string explanation)
{
	struct json_object *message = new_message();
	struct json_object *error = new_object();

	put(error, "code", new_integer(code));
	put(error, "message", new_string(explanation));
	put(message, "id", json_object_get(id));
	put(message, "error", error);
	return message;
}

struct json_object *message_notification(const char *method, struct json_object *params)
{
	struct json_object *message = new_message();

	put(message, "method", new_text(method));
	if (params)
		put(message, "params", params);
	return message;
}

struct json_object *message_request(int64_t id, const char *method, struct json_object *params)
{
	struct json_object *message = new_message();

	put(message, "id", new_integer(id));
	put(message, "method", new_text(method));
	if (params)
		put(message, "params", params);
	return message;
}

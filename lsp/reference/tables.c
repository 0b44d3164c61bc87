/* Prints the tables that the reference pages and the editors' settings are written from, as JSON.
 * A tool of the build; write.py calls it. */
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "lsp/documents/settings.h"
#include "lsp/handlers/client_command.h"
#include "lsp/loop/methods.h"
#include "lsp/wire/json.h"

#include <stdio.h>

static struct json_object *codes(void)
{
	static const char *const severities[] = {"error", "warning", "information", "hint"};
	struct json_object *list = new_array();

	for (size_t i = 0; i < DIAGNOSTIC_CODE_COUNT; i++) {
		const struct diagnostic_code_row *row =
			diagnostic_code_row((enum diagnostic_code)i);
		struct json_object *json = new_object();

		put(json, "name", new_text(row->name));
		put(json, "severity", new_text(severities[row->severity]));
		put(json, "title", new_text(row->title));
		put(json, "problem", new_text(row->problem));
		put(json, "reason", new_text(row->reason));
		put(json, "remedy", new_text(row->remedy));
		push(list, json);
	}
	return list;
}

static struct json_object *parsed(const char *text)
{
	bool valid;

	return parse_json(string_from(text), &valid);
}

static struct json_object *settings(void)
{
	struct json_object *list = new_array();
	size_t count;
	const struct setting *rows = settings_rows(&count);
	static const char *const scopes[] = {[SETTING_RESOURCE] = "resource",
		[SETTING_PROJECT] = "project",
		[SETTING_USER] = "user",
		[SETTING_CLIENT] = "client"};

	for (size_t i = 0; i < count; i++) {
		struct json_object *json = new_object();

		put(json, "name", new_text(rows[i].name));
		put(json, "scope", new_text(scopes[rows[i].scope]));
		put(json, "schema", parsed(setting_schema(rows[i].type)));
		put(json, "default", parsed(rows[i].initial));
		put(json, "documentation", new_text(rows[i].documentation));
		push(list, json);
	}
	return list;
}

static struct json_object *commands(void)
{
	struct json_object *list = new_array();
	size_t count;
	const struct client_command *rows = client_commands(&count);

	for (size_t i = 0; i < count; i++) {
		struct json_object *json = new_object();

		put(json, "name", new_text(rows[i].name));
		put(json, "arguments", new_text(rows[i].arguments));
		put(json, "result", new_text(rows[i].result));
		put(json, "documentation", new_text(rows[i].documentation));
		push(list, json);
	}
	return list;
}

static struct json_object *own_message(
	const char *name, const char *documentation, const char *params, const char *result)
{
	struct json_object *json = new_object();

	put(json, "name", new_text(name));
	put(json, "documentation", new_text(documentation));
	put(json, "params", new_text(params));
	if (result)
		put(json, "result", new_text(result));
	return json;
}

static struct json_object *own_messages(void)
{
	struct json_object *list = new_array();

#define OWN_REQUEST(name, documentation, params, result)                                           \
	push(list, own_message(name, documentation, params, result));
#define OWN_NOTIFICATION(name, documentation, params)                                              \
	push(list, own_message(name, documentation, params, NULL));
#include "lsp/session/own_requests.def"
#undef OWN_REQUEST
#undef OWN_NOTIFICATION
	return list;
}

static struct json_object *methods(void)
{
	struct json_object *list = new_array();
	size_t count;
	const struct method *rows = methods_all(&count);

	for (size_t i = 0; i < count; i++)
		push(list, new_text(rows[i].name));
	return list;
}

int main(void)
{
	struct json_object *tables = new_object();

	put(tables, "codes", codes());
	put(tables, "settings", settings());
	put(tables, "commands", commands());
	put(tables, "messages", own_messages());
	put(tables, "methods", methods());
	puts(write_json(tables).bytes);
	json_object_put(tables);
	return 0;
}

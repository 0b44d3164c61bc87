/* initialize, initialized, shutdown, exit, $/setTrace, $/cancelRequest */
#include "lsp/documents/types_document.h"
#include "lsp/handlers/handlers.h"
#include "lsp/loop/methods.h"
#include "lsp/session/call.h"
#include "lsp/session/resolved_document.h"
#include "lsp/session/server.h"
#include "lsp/session/watching.h"

static struct json_object *workspace_capabilities(const struct client *client)
{
	struct json_object *workspace = new_object();

	put(workspace, "workspaceFolders", workspace_folders_capability());
	if (client->text_document_contents) {
		struct json_object *content = new_object();
		struct json_object *schemes = new_array();

		push(schemes, new_text(RESOLVED_SCHEME));
		push(schemes, new_text(TYPES_SCHEME));
		put(content, "schemes", schemes);
		put(workspace, "textDocumentContent", content);
	}
	return workspace;
}

/* Options that only some clients may be told, and what would have no effect with others. */
static void adapt(struct json_object *capabilities, const struct client *client)
{
	if (!client->code_action_literals)
		json_object_object_del(capabilities, "codeActionProvider");
	if (!client->rename_preparation) {
		json_object_object_del(capabilities, "renameProvider");
		put(capabilities, "renameProvider", new_boolean(true));
	}
}

static struct json_object *server_capabilities(const struct client *client)
{
	struct json_object *capabilities = methods_capabilities();
	struct json_object *sync = new_object();
	struct json_object *save = new_object();

	put(save, "includeText", new_boolean(false));
	adapt(capabilities, client);
	put(sync, "openClose", new_boolean(true));
	put(sync, "change", new_integer(2)); /* incremental */
	put(sync, "save", save);
	put(capabilities, "textDocumentSync", sync);
	put(capabilities, "workspace", workspace_capabilities(client));
	put(capabilities, "positionEncoding", new_text(client_encoding_name(client->encoding)));
	return capabilities;
}

static struct json_object *server_info(void)
{
	struct json_object *info = new_object();

	put(info, "name", new_text("vtosca"));
	put(info, "version", new_text(VTOSCA_VERSION));
	return info;
}

void handle_initialize(struct server *server, struct request *request)
{
	struct json_object *result;
	int64_t process;

	if (server->state != SERVER_UNINITIALIZED) {
		request_fail(server, request, ERROR_INVALID_REQUEST,
			"The server is initialized already");
		return;
	}
	if (!json_object_is_type(request->params, json_type_object)) {
		request_fail(server, request, ERROR_INVALID_PARAMS, "initialize needs params");
		return;
	}
	server->state = SERVER_RUNNING;
	server->client = client_read(member(request->params, "capabilities"));
	if (member_integer(request->params, "processId", &process))
		server_watch_client(server, process);
	server->options = json_object_get(member(request->params, "initializationOptions"));
	workspace_folders_read(&server->folders, request->params);
	server_read_settings(server);

	result = new_object();
	put(result, "capabilities", server_capabilities(&server->client));
	put(result, "serverInfo", server_info());
	request_answer(server, request, result);
}

/* Without it, some clients never tell that the configuration has changed. */
static void register_configuration(struct server *server)
{
	struct json_object *params = new_object();
	struct json_object *registrations = new_array();
	struct json_object *item = new_object();
	struct json_object *options = new_object();

	put(options, "section", new_text("vtosca"));
	put(item, "id", new_text("configuration"));
	put(item, "method", new_text("workspace/didChangeConfiguration"));
	put(item, "registerOptions", options);
	push(registrations, item);
	put(params, "registrations", registrations);
	call_client(server, "client/registerCapability", params, (struct reaction){0});
}

void handle_initialized(struct server *server, struct json_object *params)
{
	(void)params;
	watching_update(server);
	if (server->client.configuration_registration)
		register_configuration(server);
	server_ask_configuration(server);
}

void handle_shutdown(struct server *server, struct request *request)
{
	request_answer(server, request, NULL);
	server->state = SERVER_SHUT_DOWN;
}

void handle_exit(struct server *server, struct json_object *params)
{
	(void)params;
	server_stop(server, server->state == SERVER_SHUT_DOWN ? 0 : 1);
}

void handle_set_trace(struct server *server, struct json_object *params)
{
	(void)server; /* nothing is traced */
	(void)params;
}

void handle_cancel(struct server *server, struct json_object *params)
{
	struct json_object *id = member(params, "id");
	struct request *request = id ? request_find(server, id) : NULL;

	if (request) /* else it is answered already, or never was */
		request_fail(server, request, ERROR_REQUEST_CANCELLED, "Cancelled by the client");
}

/* workspace/executeCommand: vtosca.setActiveVariant */
#include "lsp/analysis_job.h"
#include "lsp/method.h"
#include "lsp/server.h"

#include <string.h>

/* [uri, name] for one document, [name] for all; a name of null is "as the settings say". */
static void set_active_variant(
	struct server *server, struct request *request, struct json_object *arguments)
{
	size_t count = arguments ? json_object_array_length(arguments) : 0;
	struct json_object *uri = count == 2 ? json_object_array_get_idx(arguments, 0) : NULL;
	struct json_object *name =
		count > 0 ? json_object_array_get_idx(arguments, count - 1) : NULL;
	struct document *only = NULL;

	if (count < 1 || count > 2 || (name && !json_object_is_type(name, json_type_string))) {
		request_fail(server, request, ERROR_INVALID_PARAMS,
			"The arguments must be the URI of a document and the name of a variant");
		return;
	}
	if (uri && json_object_is_type(uri, json_type_string))
		only = server_find_document(server, string_from(json_object_get_string(uri)));
	if (count == 2 && !only) {
		request_fail(server, request, ERROR_INVALID_PARAMS, "The document is not open");
		return;
	}
	for (struct document *d = server->documents; d; d = d->next) {
		if (only && d != only)
			continue;
		document_set_active_variant(d, name ? json_object_get_string(name) : NULL);
		analysis_want_again(server, d);
	}
	request_answer(server, request, NULL);
}

void handle_execute_command(struct server *server, struct request *request)
{
	struct string command = {0};

	member_string(request->params, "command", &command);
	if (string_is(command, "vtosca.setActiveVariant"))
		set_active_variant(server, request, member_array(request->params, "arguments"));
	else
		request_fail(server, request, ERROR_INVALID_PARAMS, "Unknown command \"%.*s\"",
			STRING_ARGUMENTS(command));
}

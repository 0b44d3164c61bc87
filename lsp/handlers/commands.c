/* What single commands of client_commands.def do. */
#include "lsp/handlers/client_command.h"
#include "lsp/handlers/command_arguments.h"
#include "lsp/jobs/analysis_job.h"
#include "lsp/jobs/test_job.h"
#include "lsp/session/server.h"

/* ---- vtosca.setActiveVariant ---- */

static void choose(struct server *server, const struct document *only, struct json_object *name)
{
	for (struct document *d = server->documents; d; d = d->next) {
		if (only && d != only)
			continue;
		document_set_active_variant(d, name ? json_object_get_string(name) : NULL);
		analysis_want_again(server, d);
	}
}

void command_set_active_variant(
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
	choose(server, only, name);
	request_answer(server, request, NULL);
}

/* ---- vtosca.runTest, vtosca.recordExpected ---- */

static void start_tests(struct server *server, struct request *request,
	struct json_object *arguments, enum test_purpose purpose)
{
	struct test_selection selection = {0};

	client_command_argument(arguments, 1, &selection.name);
	if (client_command_argument(arguments, 0, &selection.uri))
		test_job_start(server, request, purpose, selection);
	else
		request_fail(server, request, ERROR_INVALID_PARAMS,
			"The arguments must be the URI of a template or of a file of a test, and "
			"the name of a test");
}

void command_run_test(struct server *server, struct request *request, struct json_object *arguments)
{
	start_tests(server, request, arguments, TEST_SHOW);
}

void command_record_expected(
	struct server *server, struct request *request, struct json_object *arguments)
{
	if (server->client.applies_edits)
		start_tests(server, request, arguments, TEST_RECORD);
	else
		request_fail(server, request, ERROR_REQUEST_FAILED,
			"The editor does not let the server edit files");
}

/* vtosca/runTest */
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/test_job.h"
#include "lsp/session/server.h"

void handle_run_test(struct server *server, struct request *request)
{
	struct test_selection selection = {0};

	member_string(request->params, "test", &selection.name);
	if (member_string(member(request->params, "textDocument"), "uri", &selection.uri))
		test_job_start(server, request, TEST_TELL, selection);
	else
		request_fail(server, request, ERROR_INVALID_PARAMS, "The params name no document");
}

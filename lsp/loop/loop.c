/* The loop: bytes come in, messages are dispatched, everything ends in order. */
#include "base/memory.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/jobs/analysis_job.h"
#include "lsp/loop/dispatch.h"
#include "lsp/loop/lsp.h"
#include "lsp/session/call.h"
#include "lsp/session/document_diagnostics.h"
#include "lsp/session/partial_results.h"
#include "lsp/session/reference_page.h"
#include "lsp/session/resolved_document.h"
#include "lsp/session/server.h"
#include "lsp/session/watched_test.h"
#include "lsp/system/process.h"

#include <signal.h>
#include <stdio.h>

enum {
	MESSAGE_LIMIT = 1 << 30, /* bytes; more is a mistake of the client */
	SILENCE = 3000,          /* milliseconds; who types or looks around is faster */
};

/* ---- messages ---- */

/* What requests and analyses needed for a moment is kept for the next ones, but not for ever. */
static void client_is_silent(void *context)
{
	(void)context;
	memory_return_released();
}

static void received(void *context, struct string bytes)
{
	struct server *server = context;
	struct string content;

	framing_feed(server->framing, bytes);
	while (server->state != SERVER_STOPPED) {
		enum framing_result result = framing_next(server->framing, &content);

		if (result == FRAMING_INCOMPLETE)
			break;
		server_heard(server, content.length);
		if (result == FRAMING_BROKEN)
			dispatch_broken(server, content);
		else if (!dispatch(server, content))
			framing_reject(server->framing);
	}
	framing_rest(server->framing);
	analysis_start_wanted(server);
	if (server->state != SERVER_STOPPED)
		loop_timer_start(server->idle, client_is_silent, SILENCE, 0);
}

static void drained(void *context)
{
	struct server *server = context;

	if (server->state == SERVER_STOPPED) {
		server_close(server);
		return;
	}
	transport_pause(server->transport, false);
	document_diagnostics_publish_owed(server);
	requests_go_on(server);
}

static void ended(void *context, const char *reason)
{
	struct server *server = context;

	if (server->state != SERVER_STOPPED) {
		fprintf(stderr, "vtosca lsp: the client is gone: %s\n", reason);
		server_stop(server, 1);
	} else if (server->transport) {
		server_close(server);
	}
}

/* ---- the whole ---- */

static bool server_init(struct server *server, const struct files *disk)
{
	struct transport_events events = {server, received, drained, ended};

	server->loop = event_loop_create();
	server->watch = loop_timer_create(server->loop, server);
	server->grace = loop_timer_create(server->loop, server);
	server->idle = loop_timer_create(server->loop, server);
	server->rest = loop_timer_create(server->loop, server);
	server->progress = loop_timer_create(server->loop, server);
	server->space_rest = loop_timer_create(server->loop, server);
	server->space_progress = loop_timer_create(server->loop, server);
	server->space_found = analysis_want_redraw;
	server->order_wanted = analysis_want_order;
	server->parent_process = process_parent();
	server->exit_code = 1;
	server->settings = settings_create(NULL);
	server->arena = arena_create();
	server->reference_page = reference_page_find(server->arena);
	server->files = file_cache_create(disk);
	server->partial_results = partial_results_create(server);
	server->framing = framing_create(MESSAGE_LIMIT);
	server->transport = transport_create(server->loop, events);
	return server->transport != NULL;
}

static void server_finish(struct server *server)
{
	server_close(server);
	loop_timer_destroy(server->watch);
	loop_timer_destroy(server->progress);
	loop_timer_destroy(server->grace);
	loop_timer_destroy(server->idle);
	loop_timer_destroy(server->rest);
	loop_timer_destroy(server->space_rest);
	loop_timer_destroy(server->space_progress);
	event_loop_destroy(server->loop);
	partial_results_destroy(server->partial_results);
	while (server->documents) {
		struct document *document = server->documents;

		server->documents = document->next;
		document_destroy(document);
	}
	while (server->watched_tests)
		watched_tests_remove(&server->watched_tests, server->watched_tests->path);
	shown_contents_destroy(server);
	calls_destroy(server);
	file_cache_destroy(server->files);
	workspace_folders_finish(&server->folders);
	memory_release(server->watched);
	framing_destroy(server->framing);
	settings_release(server->settings);
	json_object_put(server->options);
	json_object_put(server->configuration);
	arena_destroy(server->arena);
}

int lsp_run(const struct files *disk, bool verifies)
{
	struct server *server = memory_allocate(1, sizeof(*server));
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	int code;

	server->verifies = verifies;
	sigaction(SIGPIPE, &ignore, NULL); /* a broken pipe is an error of the write */
	if (server_init(server, disk))
		event_loop_run(server->loop);
	server_finish(server);
	code = server->exit_code;
	memory_release(server);
	return code;
}

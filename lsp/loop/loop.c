/* The loop: bytes come in, messages are dispatched, everything ends in order. */
#include "base/memory.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/jobs/analysis_job.h"
#include "lsp/loop/dispatch.h"
#include "lsp/loop/lsp.h"
#include "lsp/session/call.h"
#include "lsp/session/partial_results.h"
#include "lsp/session/reference_page.h"
#include "lsp/session/resolved_document.h"
#include "lsp/session/server.h"
#include "lsp/session/watched_test.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	MESSAGE_LIMIT = 1 << 30, /* bytes; more is a mistake of the client */
};

/* ---- messages ---- */

static void received(void *context, struct string bytes)
{
	struct server *server = context;
	struct string content;

	framing_feed(server->framing, bytes);
	while (server->state != SERVER_STOPPED) {
		enum framing_result result = framing_next(server->framing, &content);

		if (result == FRAMING_INCOMPLETE)
			break;
		if (result == FRAMING_BROKEN)
			dispatch_broken(server, content);
		else if (!dispatch(server, content))
			framing_reject(server->framing);
	}
	analysis_start_wanted(server);
}

static void drained(void *context)
{
	struct server *server = context;

	if (server->state == SERVER_STOPPED)
		server_close(server);
	else
		transport_pause(server->transport, false);
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

	uv_loop_init(&server->loop);
	uv_timer_init(&server->loop, &server->watch);
	uv_timer_init(&server->loop, &server->grace);
	uv_timer_init(&server->loop, &server->progress);
	server->progress.data = server;
	server->watch.data = server;
	server->grace.data = server;
	server->parent_process = uv_os_getppid();
	server->exit_code = 1;
	server->settings = settings_create(NULL);
	server->arena = arena_create();
	server->reference_page = reference_page_find(server->arena);
	server->files = file_cache_create(disk);
	server->partial_results = partial_results_create(server);
	server->framing = framing_create(MESSAGE_LIMIT);
	server->transport = transport_create(&server->loop, STDIN_FILENO, STDOUT_FILENO, events);
	return server->transport != NULL;
}

static void server_finish(struct server *server)
{
	uv_close((uv_handle_t *)&server->grace, NULL);
	if (!uv_is_closing((uv_handle_t *)&server->watch)) {
		uv_close((uv_handle_t *)&server->watch, NULL);
		uv_close((uv_handle_t *)&server->progress, NULL);
	}
	partial_results_close(server->partial_results);
	uv_run(&server->loop, UV_RUN_DEFAULT);
	uv_loop_close(&server->loop);
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

int lsp_run(const struct files *disk)
{
	struct server *server = memory_allocate(1, sizeof(*server));
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	int code;

	sigaction(SIGPIPE, &ignore, NULL); /* a broken pipe is an error of the write */
	if (server_init(server, disk))
		uv_run(&server->loop, UV_RUN_DEFAULT);
	server_finish(server);
	code = server->exit_code;
	memory_release(server);
	return code;
}

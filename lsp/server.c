#include "lsp/server.h"

#include "lsp/analysis_job.h"
#include "lsp/call.h"
#include "lsp/dispatch.h"
#include "lsp/lsp.h"
#include "lsp/partial_results.h"
#include "lsp/reference_page.h"
#include "lsp/resolved_document.h"
#include "lsp/watched_test.h"
#include "lsp/workspace_files.h"
#include "solver/memory.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	MESSAGE_LIMIT = 1 << 30,  /* bytes; more is a mistake of the client */
	UNSENT_LIMIT = 256 << 20, /* bytes; then the client has to read before it may write */
	WATCH_INTERVAL = 1000,    /* milliseconds */
	GRACE = 2000,             /* milliseconds, for a client that reads slowly */
};

/* ---- sending ---- */

void server_send(struct server *server, struct json_object *message)
{
	if (!server->transport || server->state == SERVER_STOPPED) {
		json_object_put(message);
		return;
	}
	transport_send(server->transport, message);
	if (transport_unsent(server->transport) > UNSENT_LIMIT)
		transport_pause(server->transport, true);
}

void server_notify(struct server *server, const char *method, struct json_object *params)
{
	server_send(server, message_notification(method, params));
}

void server_log(struct server *server, enum log_level level, const char *format, ...)
{
	char text[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (server->state != SERVER_RUNNING) {
		fprintf(stderr, "vtosca lsp: %s\n", text);
		return;
	}

	struct json_object *params = json_object_new_object();

	put(params, "type", new_integer(level));
	put(params, "message", new_text(text));
	server_notify(server, "window/logMessage", params);
}

/* ---- stopping ---- */

static void grace_is_over(uv_timer_t *timer)
{
	struct server *server = timer->data;

	_exit(server->exit_code);
}

static void close_everything(struct server *server)
{
	transport_close(server->transport);
	server->transport = NULL;
	uv_close((uv_handle_t *)&server->watch, NULL);
	uv_close((uv_handle_t *)&server->progress, NULL);
	partial_results_close(server->partial_results);
	/* Kept running, but not waited for: a job that does not give up in time is left. */
	uv_unref((uv_handle_t *)&server->grace);
}

void server_stop(struct server *server, int code)
{
	if (server->state == SERVER_STOPPED)
		return;
	while (server->requests)
		request_fail(server, server->requests, ERROR_SERVER_CANCELLED, "The server ends");
	server->state = SERVER_STOPPED;
	server->exit_code = code;
	for (struct document *d = server->documents; d; d = d->next)
		analysis_forget(d);
	uv_timer_start(&server->grace, grace_is_over, GRACE, 0);
	transport_pause(server->transport, true);
	if (transport_unsent(server->transport) == 0)
		close_everything(server);
}

/* ---- the client ---- */

static void look_for_client(uv_timer_t *timer)
{
	struct server *server = timer->data;
	bool orphaned = server->client_process == server->parent_process &&
			uv_os_getppid() != server->parent_process;

	if (orphaned || (kill(server->client_process, 0) != 0 && errno == ESRCH))
		server_stop(server, 1);
}

void server_watch_client(struct server *server, int64_t process)
{
	if (process <= 0 || process > INT32_MAX)
		return;
	server->client_process = (uv_pid_t)process;
	uv_timer_start(&server->watch, look_for_client, WATCH_INTERVAL, WATCH_INTERVAL);
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
		close_everything(server);
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
		close_everything(server);
	}
}

/* ---- documents ---- */

struct document *server_find_document(struct server *server, struct string uri)
{
	struct document *document = server->documents;

	while (document && !string_is(uri, document->uri))
		document = document->next;
	return document;
}

void server_analyse_all(struct server *server)
{
	for (struct document *d = server->documents; d; d = d->next)
		analysis_want_again(server, d);
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

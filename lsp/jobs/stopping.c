/* The end of the server: asked for, or because the client is gone. */
#include "lsp/session/server.h"

#include "lsp/jobs/analysis_job.h"
#include "lsp/session/partial_results.h"
#include "lsp/system/process.h"

#include <unistd.h>

enum {
	WATCH_INTERVAL = 1000, /* milliseconds */
	GRACE = 2000,          /* milliseconds, for a client that reads slowly */
};

static void grace_is_over(void *context)
{
	const struct server *server = context;

	_exit(server->exit_code);
}

void server_close(struct server *server)
{
	transport_close(server->transport);
	server->transport = NULL;
	loop_timer_stop(server->watch);
	loop_timer_stop(server->progress);
	loop_timer_stop(server->idle);
	loop_timer_stop(server->rest);
	loop_timer_stop(server->space_rest);
	loop_timer_stop(server->space_progress);
	partial_results_close(server->partial_results);
	/* Kept running, but not waited for: a job that does not give up in time is left. */
	loop_timer_let_loop_end(server->grace);
}

void server_stop(struct server *server, int code)
{
	if (server->state == SERVER_STOPPED)
		return;
	for (size_t i = 0; i < REQUEST_BUCKETS; i++)
		while (server->requests[i])
			request_fail(server, server->requests[i], ERROR_SERVER_CANCELLED,
				"The server ends");
	server->state = SERVER_STOPPED;
	server->exit_code = code;
	for (struct document *d = server->documents; d; d = d->next)
		analysis_forget(d);
	loop_timer_start(server->grace, grace_is_over, GRACE, 0);
	transport_pause(server->transport, true);
	if (transport_unsent(server->transport) == 0)
		server_close(server);
}

static void look_for_client(void *context)
{
	struct server *server = context;
	bool orphaned = server->client_process == server->parent_process &&
			process_parent() != server->parent_process;

	if (orphaned || !process_lives(server->client_process))
		server_stop(server, 1);
}

void server_watch_client(struct server *server, int64_t process)
{
	if (process <= 0 || process > INT32_MAX)
		return;
	server->client_process = (int32_t)process;
	loop_timer_start(server->watch, look_for_client, WATCH_INTERVAL, WATCH_INTERVAL);
}

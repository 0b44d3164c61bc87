#include "lsp/jobs/test_job.h"

#include "analyzer/text/path.h"
#include "analyzer/variability/resolution/variability_test_run.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/session/call.h"
#include "lsp/session/outside.h"
#include "lsp/session/progress.h"
#include "lsp/session/server.h"
#include "lsp/session/test_outcome.h"
#include "lsp/session/watched_test.h"
#include "lsp/wire/uri.h"

struct test_job {
	struct server *server;
	struct request *request; /* NULL: a file has changed */
	enum test_purpose purpose;
	struct arena *arena;
	struct client client;
	struct file_view *files; /* of the test that runs */
	struct string path, name;
	struct json_object *token; /* for progress; NULL: none is told */

	/* Found by the first piece of work. */
	bool has_looked;
	const struct variability_test *tests;
	size_t count;

	/* Of the test that ran last. */
	size_t next; /* the one behind it */
	struct test_outcome outcome;
	struct json_object *json;
	struct test_report reports[TEST_REPORTS];
	struct json_object *edit; /* for recording; NULL: impossible, */
	struct string problem;    /* and why */

	size_t failed;
	struct json_object *results;
	struct string first_failed;  /* name, */
	struct string first_failure; /* and what is wrong with it */
};

/* ---- on another thread ---- */

static void look_for_tests(struct test_job *job)
{
	const struct files *files = file_view_files(job->files);
	struct variability_test *test = arena_allocate(job->arena, 1, sizeof(*test));
	const struct variability_test *beside;
	size_t count;

	job->has_looked = true;
	job->tests = test;
	if (variability_test_of_file(job->arena, files, job->path, test)) {
		job->count = 1;
		return;
	}
	beside = variability_tests_beside(job->arena, files, job->path, &count);
	if (job->name.length == 0) {
		job->tests = beside;
		job->count = count;
	}
	for (size_t i = 0; i < count && job->count == 0; i++) {
		if (string_equal(beside[i].name, job->name)) {
			*test = beside[i];
			job->count = 1;
		}
	}
}

static void work(void *context)
{
	struct test_job *job = context;
	const struct files *files = file_view_files(job->files);
	struct test_outcome *outcome = &job->outcome;

	if (!job->has_looked)
		look_for_tests(job);
	if (job->next >= job->count)
		return;
	*outcome = (struct test_outcome){.arena = job->arena,
		.client = &job->client,
		.files = files,
		.page = job->server->reference_page,
		.test = &job->tests[job->next++]};
	outcome->expected = variability_test_expected(job->arena, files, outcome->test);
	outcome->result = variability_test_run(
		job->arena, files, outcome->test, job->request ? &job->request->cancelled : NULL);
	job->json = test_outcome_json(outcome);
	job->reports[0] = test_outcome_report(outcome, outcome->expected);
	job->reports[1] = test_outcome_report(outcome, outcome->test->configured_in);
	if (job->purpose == TEST_RECORD)
		job->edit = test_outcome_recording(outcome, &job->problem);
}

/* ---- the loop's thread ---- */

static bool is_open(const struct server *server, struct string path)
{
	for (const struct document *d = server->documents; d; d = d->next)
		if (string_is(path, d->path))
			return true;
	return false;
}

static void publish(struct server *server, const struct test_report *report)
{
	struct json_object *params;

	if (is_open(server, report->path))
		return;
	params = new_object();
	put(params, "uri", new_string(report->uri));
	put(params, "diagnostics", new_raw(report->diagnostics));
	server_notify(server, "textDocument/publishDiagnostics", params);
}

/* It is known by its test.yaml, or else by what it expects. */
static void watch(const struct test_job *job)
{
	const struct test_outcome *outcome = &job->outcome;
	struct watched_test watched = {.path = outcome->test->configured_in};

	if (outcome->test->configuration.kind == VALUE_NONE)
		watched.path = outcome->expected;
	memcpy(watched.reports, job->reports, sizeof(watched.reports));
	watched.read = file_view_asked(job->files, &watched.read_count);
	watched_tests_add(&job->server->watched_tests, &watched);
}

/* Takes over what has been found out about one test. */
static void adopt(struct test_job *job)
{
	const struct variability_test_result *result = &job->outcome.result;

	push(job->results, job->json);
	if (job->purpose != TEST_RECORD) {
		for (size_t i = 0; i < TEST_REPORTS; i++)
			publish(job->server, &job->reports[i]);
		watch(job);
	}
	if (result->failure_count == 0)
		return;
	if (job->failed++ == 0) {
		job->first_failed = job->outcome.test->name;
		job->first_failure = result->failures[0].text;
	}
}

static void show_results(const struct test_job *job)
{
	struct arena *arena = job->arena;
	struct string name = job->tests[0].name;
	struct string text;

	if (job->failed > 0 && job->count == 1)
		text = arena_format(arena, "Variability test \"%.*s\" failed: %.*s%s",
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(job->first_failure),
			job->outcome.result.failure_count > 1 ? " …" : "");
	else if (job->failed > 0)
		text = arena_format(arena,
			"%zu of %zu variability tests failed, the first one is \"%.*s\": %.*s",
			job->failed, job->count, STRING_ARGUMENTS(job->first_failed),
			STRING_ARGUMENTS(job->first_failure));
	else if (job->count == 1)
		text = arena_format(
			arena, "Variability test \"%.*s\" passed", STRING_ARGUMENTS(name));
	else
		text = arena_format(arena, "All %zu variability tests passed", job->count);
	server_show(job->server, job->failed > 0 ? LOG_WARNING : LOG_INFO, text);
}

static void answer_results(struct test_job *job)
{
	struct json_object *result = new_object();

	if (job->purpose == TEST_SHOW && !job->request->answered)
		show_results(job);
	put(result, "tests", job->results);
	put(result, "passed", new_integer((int64_t)(job->count - job->failed)));
	put(result, "failed", new_integer((int64_t)job->failed));
	job->results = NULL;
	request_answer(job->server, job->request, result);
}

static void recorded(struct server *server, const struct message *response, uint64_t tag)
{
	(void)tag;
	if (response->failed || !member_is_true(response->result, "applied"))
		server_log(server, LOG_WARNING, "The expected result could not be written");
}

static void answer_recording(struct test_job *job)
{
	struct server *server = job->server;
	struct string name = job->tests[0].name;

	if (job->count > 1) {
		request_fail(server, job->request, ERROR_INVALID_PARAMS,
			"There are several variability tests: name the one to record");
	} else if (!job->edit) {
		request_fail(server, job->request, ERROR_REQUEST_FAILED, "%.*s",
			STRING_ARGUMENTS(job->problem));
	} else if (!job->request->answered) {
		struct json_object *params = new_object();

		put(params, "label",
			new_string(arena_format(job->arena, "Record what \"%.*s\" expects",
				STRING_ARGUMENTS(name))));
		put(params, "edit", job->edit);
		job->edit = NULL;
		call_client(server, "workspace/applyEdit", params,
			(struct reaction){.answered = recorded});
		request_answer(server, job->request, NULL);
	}
}

static void answer(struct test_job *job)
{
	if (job->count == 0)
		request_fail(job->server, job->request, ERROR_INVALID_PARAMS,
			"There is no variability test%s%.*s%s at \"%.*s\"",
			job->name.length ? " \"" : "", STRING_ARGUMENTS(job->name),
			job->name.length ? "\"" : "", STRING_ARGUMENTS(job->path));
	else if (job->purpose == TEST_RECORD)
		answer_recording(job);
	else
		answer_results(job);
	request_finish_running(job->request);
}

/* The test is gone, and with it what it expected. */
static void forget(struct test_job *job)
{
	struct server *server = job->server;
	const struct watched_test *watched = watched_tests_find(server->watched_tests, job->path);

	for (size_t i = 0; watched && i < TEST_REPORTS; i++) {
		struct test_report report = watched->reports[i];

		report.diagnostics = STRING("[]");
		publish(server, &report);
	}
	watched_tests_remove(&server->watched_tests, job->path);
}

static void finish(struct test_job *job)
{
	progress_end(job->server, job->token);
	if (job->request)
		answer(job);
	else if (job->count == 0)
		forget(job);
	json_object_put(job->results);
	json_object_put(job->edit);
	json_object_put(job->token);
	arena_destroy(job->arena);
}

static bool goes_on(const struct test_job *job)
{
	return job->next < job->count && job->server->state == SERVER_RUNNING &&
	       job->purpose != TEST_RECORD && !(job->request && job->request->answered);
}

static void queue(struct test_job *job);

static void worked(void *context)
{
	struct test_job *job = context;
	bool ran = job->json != NULL;

	if (ran)
		adopt(job);
	job->json = NULL;
	file_view_destroy(job->files);
	if (goes_on(job))
		queue(job);
	else
		finish(job);
}

/* Every test sees the files as they are when it begins. */
static void queue(struct test_job *job)
{
	if (job->has_looked)
		progress_report(job->server, job->token, job->tests[job->next].name,
			(unsigned)(100 * job->next / job->count));
	job->files = outside_view(job->server, true);
	event_loop_queue(job->server->loop, work, worked, job);
}

static struct test_job *create(struct server *server, enum test_purpose purpose)
{
	struct arena *arena = arena_create();
	struct test_job *job = arena_allocate(arena, 1, sizeof(*job));

	job->arena = arena;
	job->server = server;
	job->purpose = purpose;
	job->client = server->client;
	job->results = new_array();
	return job;
}

void test_job_start(struct server *server, struct request *request, enum test_purpose purpose,
	struct test_selection selection)
{
	struct test_job *job = create(server, purpose);

	job->request = request;
	request->running = true;
	job->path = path_normalize(uri_to_path(selection.uri, job->arena), job->arena);
	job->name = arena_copy(job->arena, selection.name);
	job->token = json_object_get(member(request->params, "workDoneToken"));
	progress_begin(server, job->token, "Running variability tests", path_name(job->path));
	queue(job);
}

void test_job_file_changed(struct server *server, struct string path)
{
	for (struct watched_test *watched = server->watched_tests; watched;
		watched = watched->next) {
		struct test_job *job;

		if (!watched_test_has_read(watched, path))
			continue;
		job = create(server, TEST_TELL);
		job->path = arena_copy(job->arena, watched->path);
		queue(job);
	}
}

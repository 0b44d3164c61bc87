#include "lsp/jobs/inputs_job.h"

#include "analyzer/ide/edits/assignment.h"
#include "analyzer/text/path.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/values/value_reader.h"
#include "base/memory.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/session/call.h"
#include "lsp/session/outside.h"
#include "lsp/session/server.h"
#include "lsp/wire/convert.h"
#include "lsp/wire/uri.h"

struct inputs_job {
	struct server *server;
	struct request *request;
	struct arena *arena;
	struct analysis *analysis;
	struct file_view *files;
	struct client client;
	struct string uri;
	struct string path;
	int64_t version;
	struct inputs_choice choice;
	struct json_object *edit; /* the result; NULL if there is none */
	struct string label;
};

/* ---- on a thread of the pool ---- */

static struct json_object *changes_of(
	struct string uri, int64_t version, bool has_version, struct json_object *edits)
{
	struct json_object *json = new_object(), *document = new_object();

	put(document, "uri", new_string(uri));
	put(document, "version", has_version ? new_integer(version) : NULL);
	put(json, "textDocument", document);
	put(json, "edits", edits);
	return json;
}

static struct json_object *edit_of(
	const struct inputs_job *job, const struct syntax_tree *tree, const struct text_edit *edit)
{
	struct json_object *json = new_object();

	put(json, "range", convert_range(tree, edit->range, job->client.encoding));
	put(json, "newText", new_string(convert_new_text(tree, edit->text, job->arena)));
	return json;
}

static void write_preset(struct inputs_job *job, struct value inputs)
{
	struct json_object *edits, *list;
	struct text_edit edit;

	if (!assignment_as_preset(job->analysis, inputs, job->choice.name, &edit, job->arena))
		return;
	edits = new_array();
	push(edits, edit_of(job, analysis_tree(job->analysis), &edit));
	job->edit = new_object();
	job->label = STRING("Add a preset");
	if (job->client.document_changes) {
		list = new_array();
		push(list, changes_of(job->uri, job->version, true, edits));
		put(job->edit, "documentChanges", list);
	} else {
		list = new_object();
		json_object_object_add(list, job->uri.bytes, edits);
		put(job->edit, "changes", list);
	}
}

static void add_file(const struct inputs_job *job, struct json_object *list, struct string folder,
	const char *name, struct string text)
{
	struct string uri =
		uri_from_path(path_join(job->arena, folder, string_from(name)), job->arena);
	struct json_object *creation = new_object(), *edits = new_array();
	struct syntax_tree *empty = syntax_tree_create(STRING(""));

	put(creation, "kind", new_text("create"));
	put(creation, "uri", new_string(uri));
	push(list, creation);
	push(edits, edit_of(job, empty, &(struct text_edit){.text = text}));
	push(list, changes_of(uri, 0, false, edits));
	syntax_tree_release(empty);
}

static void write_test(struct inputs_job *job, struct value inputs)
{
	struct assignment_test test = assignment_as_test(job->analysis, job->path,
		file_view_files(job->files), inputs, job->choice.name, job->arena);
	struct json_object *list = new_array();

	add_file(job, list, test.folder, "test.yaml", test.test);
	add_file(job, list, test.folder, "inputs.yaml", test.inputs);
	if (test.expected.bytes)
		add_file(job, list, test.folder, "expected.yaml", test.expected);
	job->edit = new_object();
	put(job->edit, "documentChanges", list);
	job->label = arena_format(
		job->arena, "Add the test \"%.*s\"", STRING_ARGUMENTS(path_name(test.folder)));
}

static void work(void *context)
{
	struct inputs_job *job = context;
	struct value inputs = value_from_json_or_text(job->arena, job->choice.inputs);

	if (job->choice.purpose == INPUTS_AS_PRESET)
		write_preset(job, inputs);
	else
		write_test(job, inputs);
}

/* ---- the loop's thread ---- */

static void applied(struct server *server, const struct message *response, uint64_t tag)
{
	(void)tag;
	if (response->failed || !member_is_true(response->result, "applied"))
		server_log(server, LOG_WARNING, "The values of the inputs could not be written");
}

static void worked(void *context)
{
	struct inputs_job *job = context;

	if (!job->edit) {
		request_fail(job->server, job->request, ERROR_REQUEST_FAILED,
			"There is no place for a preset that is written in block style");
	} else if (!job->request->answered) {
		struct json_object *params = new_object();

		put(params, "label", new_string(job->label));
		put(params, "edit", job->edit);
		job->edit = NULL;
		call_client(job->server, "workspace/applyEdit", params,
			(struct reaction){.answered = applied});
		request_answer(job->server, job->request, NULL);
	}
	json_object_put(job->edit);
	request_finish_running(job->request);
	analysis_release(job->analysis);
	file_view_destroy(job->files);
	arena_destroy(job->arena);
	memory_release(job);
}

void inputs_job_start(struct server *server, struct request *request,
	const struct document *document, struct inputs_choice choice)
{
	struct inputs_job *job = memory_allocate(1, sizeof(*job));

	job->server = server;
	job->request = request;
	job->arena = arena_create();
	job->analysis = analysis_retain(document->analysis);
	job->files = outside_view(server, true);
	job->client = server->client;
	job->uri = arena_copy(job->arena, string_from(document->uri));
	job->path = arena_copy(job->arena, string_from(document->path));
	job->version = document->version;
	job->choice = (struct inputs_choice){choice.purpose, arena_copy(job->arena, choice.inputs),
		arena_copy(job->arena, choice.name)};
	request->running = true;
	event_loop_queue(server->loop, work, worked, job);
}

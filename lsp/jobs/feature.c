#include "lsp/jobs/feature.h"

#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/ide/views/document_views.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_report.h"
#include "base/interruption.h"
#include "base/memory.h"
#include "lsp/documents/sent_tokens.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/jobs/space_job.h"
#include "lsp/session/method.h"
#include "lsp/session/outside.h"
#include "lsp/session/partial_results.h"
#include "lsp/session/progress.h"
#include "lsp/session/server.h"
#include "lsp/wire/convert.h"
#include "lsp/wire/json_text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A feature on its way through the pool. */
struct feature_job {
	struct server *server;
	struct request *request;
	struct file_view *files;
	struct json_object *(*handle)(struct feature *feature);
	struct feature feature;
	struct json_object *result;
};

static struct feature_document hold_document(
	const struct document *document, const struct settings *settings, struct arena *arena)
{
	const struct space_report *report =
		space_is_known(document) ? space_report_retain(document->space) : NULL;

	return (struct feature_document){
		.report = report,
		.space = report ? space_report_space(report) : NULL,
		.changed = report && document->is_changed
				   ? space_report_changed(report, SINCE_SAVED)
				   : NULL,
		.changed_since_base = report ? space_report_changed(report, SINCE_BASE) : NULL,
		.uri = arena_copy(arena, string_from(document->uri)),
		.path = arena_copy(arena, string_from(document->path)),
		.version = document->version,
		.tree = syntax_tree_retain(document->tree),
		.analysis = document->analysis ? analysis_retain(document->analysis) : NULL,
		.shown = document->shown ? analysis_retain(document->shown) : NULL,
		.facts = document->facts ? document_facts_retain(document->facts) : NULL,
		.fades = document_fades(document, settings),
		.views = document_views_retain(document->views),
		.tokens = sent_tokens_retain(document->tokens),
	};
}

static void let_go(const struct feature_document *document)
{
	syntax_tree_release((struct syntax_tree *)document->tree);
	analysis_release((struct analysis *)document->analysis);
	analysis_release((struct analysis *)document->shown);
	document_facts_release((struct document_facts *)document->facts);
	space_report_release((struct space_report *)document->report);
	document_views_release((struct document_views *)document->views);
	sent_tokens_release((struct sent_tokens *)document->tokens);
}

const struct analysis *feature_show(struct feature *feature)
{
	struct feature_document *document = &feature->document;
	const struct analysis *known = document->analysis;

	if (document->shown) {
		document->analysis = document->shown;
		document->shown = known;
	}
	return document->analysis;
}

static void hold_folders(struct feature *feature, const struct server *server)
{
	const struct workspace_folders *folders = &server->folders;
	struct string *paths = arena_allocate(feature->arena, folders->count, sizeof(*paths));

	for (size_t i = 0; i < folders->count; i++)
		paths[i] = arena_copy(feature->arena, string_from(folders->paths[i]));
	feature->folders = paths;
	feature->folder_count = folders->count;
}

static void hold_all_documents(struct feature *feature, const struct server *server)
{
	struct feature_document *documents;
	size_t count = 0;

	for (const struct document *d = server->documents; d; d = d->next)
		count++;
	documents = arena_allocate(feature->arena, count, sizeof(*documents));
	for (const struct document *d = server->documents; d; d = d->next)
		documents[feature->document_count++] =
			hold_document(d, feature->settings, feature->arena);
	feature->documents = documents;
}

static bool reads_workspace(const struct method *method)
{
	return method->kind == METHOD_OF_FILES || method->kind == METHOD_OF_WORKSPACE;
}

void feature_pass_on(const struct feature *feature, struct json_object *list)
{
	enum {
		PART = 200
	};
	size_t count = json_object_array_length(list);

	if (!member(feature->params, "partialResultToken") || count == 0)
		return;
	for (size_t i = 0; i < count; i += PART) {
		struct json_object *part = new_array();

		for (size_t k = i; k < i + PART && k < count; k++)
			push(part, json_object_get(json_object_array_get_idx(list, k)));
		partial_results_add(feature->partial_results, feature->request, write_json(part));
		json_object_put(part);
	}
	json_object_array_del_idx(list, 0, count);
}

/* Writing a long answer takes longer than finding it: the loop gets it written. */
static struct json_object *written(const struct feature *feature, struct json_object *result)
{
	if (json_object_is_type(result, json_type_array))
		feature_pass_on(feature, result);
	return result ? new_written(result) : NULL;
}

static void work(void *context)
{
	struct feature_job *job = context;

	if (!interrupted(&job->request->cancelled))
		job->result = written(&job->feature, job->handle(&job->feature));
}

/* What was made for the next answers, unless the document is closed, or newer views are there. */
static void keep(struct feature_job *job)
{
	struct feature *feature = &job->feature;
	struct document *document = NULL;

	if (feature->views || feature->tokens)
		document = server_find_document(job->server, feature->document.uri);
	if (document && feature->tokens) {
		sent_tokens_release(document->tokens);
		document->tokens = sent_tokens_retain(feature->tokens);
	}
	if (document && feature->views &&
		(!document->views || document->version == feature->document.version)) {
		document_views_release(document->views);
		document->views = document_views_retain(feature->views);
	}
	document_views_release(feature->views);
	sent_tokens_release(feature->tokens);
}

static void release(struct feature_job *job)
{
	struct feature *feature = &job->feature;

	if (feature->document.tree)
		let_go(&feature->document);
	for (size_t i = 0; i < feature->document_count; i++)
		let_go(&feature->documents[i]);
	settings_release((struct settings *)feature->settings);
	file_view_destroy(job->files);
	arena_destroy(feature->arena);
	memory_release(job);
}

/* Whoever renames has to know each time. */
static void tell_part(struct server *server, const struct request *request)
{
	if (server->told_part && strcmp(request->method->name, "textDocument/rename") != 0)
		return;
	server->told_part = true;
	server_show(server, LOG_WARNING,
		STRING("The workspace has more files or deeper folders than vtosca looks through: "
		       "what "
		       "the others use is neither found nor renamed. Open a smaller folder."));
}

static void worked(void *context)
{
	struct feature_job *job = context;
	struct feature *feature = &job->feature;

	partial_results_send(job->server->partial_results);
	if (feature->looked_at_part)
		tell_part(job->server, job->request);
	if (feature->error) {
		request_fail(job->server, job->request, feature->error, "%.*s",
			STRING_ARGUMENTS(feature->explanation));
		json_object_put(job->result);
	} else {
		request_answer(job->server, job->request, job->result);
	}
	if (reads_workspace(job->request->method))
		progress_end(job->server, member(feature->params, "workDoneToken"));
	request_finish_running(job->request);
	keep(job);
	job->server->running_features--;
	requests_go_on(job->server);
	release(job);
}

static void take_turn(struct server *server, struct request *request)
{
	struct feature_job *job = request->turn.context;

	if (reads_workspace(request->method))
		progress_begin(server, member(request->params, "workDoneToken"),
			"Looking through the workspace", (struct string){0});
	server->running_features++;
	request->running = true;
	event_loop_queue(server->loop, work, worked, job);
}

static void miss_turn(struct request *request)
{
	release(request->turn.context);
}

void feature_start(struct server *server, struct request *request, const struct document *document,
	struct json_object *(*handle)(struct feature *feature))
{
	struct feature_job *job = memory_allocate(1, sizeof(*job));
	struct feature *feature = &job->feature;

	job->server = server;
	job->request = request;
	job->handle = handle;
	feature->arena = arena_create();
	feature->params = request->params;
	feature->client = server->client;
	feature->settings = settings_retain(
		document ? document_settings(document, server->settings) : server->settings);
	job->files = outside_view(server, true);
	feature->files = file_view_files(job->files);
	feature->cancelled = &request->cancelled;
	feature->request = request;
	feature->partial_results = server->partial_results;
	feature->result_id = ++server->last_result;
	if (document)
		feature->document = hold_document(document, feature->settings, feature->arena);
	if (reads_workspace(request->method)) {
		hold_all_documents(feature, server);
		hold_folders(feature, server);
	}
	request_queue(server, request, (struct turn){take_turn, miss_turn, job});
}

static void start(struct server *server, struct request *request, const struct document *document)
{
	feature_start(server, request, document, request->method->handle.feature);
}

/* The document's URI stands in one of a few places of the params. */
static bool params_uri(struct json_object *params, struct string *uri)
{
	return member_string(member(params, "textDocument"), "uri", uri) ||
	       member_string(member_path(params, "item.data"), "uri", uri) ||
	       member_string(member(params, "item"), "uri", uri) ||
	       member_string(member(params, "data"), "uri", uri) ||
	       member_string(params, "uri", uri);
}

struct document *feature_find_document(struct server *server, struct request *request)
{
	struct document *document;
	struct string uri = {0};

	if (!params_uri(request->params, &uri)) {
		request_fail(server, request, ERROR_INVALID_PARAMS, "The params name no document");
		return NULL;
	}
	document = server_find_document(server, uri);
	if (!document)
		request_fail(server, request, ERROR_INVALID_PARAMS,
			"The document \"%.200s\" is not open", uri.bytes);
	return document;
}

void feature_wait(struct request *request, struct document *document)
{
	request->document = document;
	request->next_waiting = document->waiting;
	document->waiting = request;
}

/* Clients ask for the rest of items that are complete, too: they name no document. */
static bool is_complete_item(const struct request *request)
{
	struct string uri;

	return string_ends_with(string_from(request->method->name), "/resolve") &&
	       json_object_is_type(request->params, json_type_object) &&
	       !params_uri(request->params, &uri);
}

static bool has_to_wait(const struct request *request, const struct document *document)
{
	switch (request->method->kind) {
	case METHOD_OF_ANALYSIS:
		return !document_is_analysed(document);
	case METHOD_OF_SPACE:
		return !document_is_analysed(document) || !space_is_known(document);
	default:
		return false;
	}
}

static void start_or_wait(struct server *server, struct request *request, struct document *document)
{
	if (!has_to_wait(request, document)) {
		start(server, request, document);
		return;
	}
	feature_wait(request, document);
	if (request->method->kind == METHOD_OF_SPACE)
		space_demand(server, document);
}

void feature_request(struct server *server, struct request *request)
{
	struct document *document = NULL;

	if (is_complete_item(request)) {
		request_answer(server, request, json_object_get(request->params));
		return;
	}
	if (request->method->kind == METHOD_OF_WORKSPACE) {
		start(server, request, NULL);
		return;
	}
	document = feature_find_document(server, request);
	if (!document)
		return;
	start_or_wait(server, request, document);
}

void feature_resume(struct server *server, struct document *document)
{
	struct request *waiting = NULL;

	while (document->waiting) { /* oldest first */
		struct request *request = document->waiting;

		document->waiting = request->next_waiting;
		request->next_waiting = waiting;
		request->document = NULL;
		waiting = request;
	}
	while (waiting) {
		struct request *next = waiting->next_waiting;

		if (waiting->method->kind == METHOD_REQUEST)
			request_handle(server, waiting);
		else
			start_or_wait(server, waiting, document);
		waiting = next;
	}
}

void feature_abandon(struct server *server, struct document *document)
{
	while (document->waiting)
		request_fail(server, document->waiting, ERROR_CONTENT_MODIFIED,
			"The document has changed since");
	requests_outdated(server);
}

bool feature_offset(struct feature *feature, uint32_t *offset)
{
	if (convert_to_offset(feature->document.tree, member(feature->params, "position"),
		    feature->client.encoding, offset))
		return true;
	feature_fail(feature, ERROR_INVALID_PARAMS, "The position is not in the document");
	return false;
}

bool feature_range(struct feature *feature, struct range *range)
{
	if (convert_to_range(feature->document.tree, member(feature->params, "range"),
		    feature->client.encoding, range))
		return true;
	feature_fail(feature, ERROR_INVALID_PARAMS, "The range is none");
	return false;
}

const struct document_views *feature_views(struct feature *feature)
{
	const struct feature_document *document = &feature->document;

	if (feature->views)
		return feature->views;
	feature->views = document->views && document_views_tree(document->views) == document->tree
				 ? document_views_retain(document->views)
				 : document_views_create(document->tree, document->views,
					   feature->client.encoding);
	return feature->views;
}

struct json_object *feature_fail(
	struct feature *feature, enum error_code code, const char *format, ...)
{
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	feature->error = code;
	feature->explanation = arena_copy(feature->arena, string_from(text));
	return NULL;
}

struct string feature_active_variant(const struct feature *feature)
{
	const struct analysis *analysis = feature->document.analysis;

	if (!analysis || !feature->document.fades)
		return (struct string){0};
	return analysis_variant(analysis, analysis_active_variant(analysis))->name;
}

struct json_object *feature_convert(const struct feature *feature, struct range range)
{
	return convert_range(feature->document.tree, range, feature->client.encoding);
}

static void add_edit(
	struct json_text *text, const struct feature *feature, const struct text_edit *edit)
{
	const struct syntax_tree *tree = feature->document.tree;
	enum position_encoding encoding = feature->client.encoding;

	json_text_add(text, STRING("{\"range\":"));
	json_text_add_range(text, syntax_tree_position(tree, edit->range.start, encoding),
		syntax_tree_position(tree, edit->range.end, encoding));
	json_text_add(text, STRING(",\"newText\":"));
	json_text_add_string(text, convert_new_text(tree, edit->text, feature->arena));
	json_text_add(text, STRING("}"));
}

struct json_object *feature_convert_edit(
	const struct feature *feature, const struct text_edit *edit)
{
	struct json_text text = {0};

	add_edit(&text, feature, edit);
	return json_text_value(&text);
}

struct json_object *feature_convert_edits(
	const struct feature *feature, const struct text_edit *edits, size_t count)
{
	struct json_text text = {0};

	json_text_add(&text, STRING("["));
	for (size_t i = 0; i < count; i++) {
		json_text_add(&text, i > 0 ? STRING(",") : STRING(""));
		add_edit(&text, feature, &edits[i]);
	}
	json_text_add(&text, STRING("]"));
	return json_text_value(&text);
}

struct json_object *feature_markup(const struct feature *feature, struct string text, bool markdown)
{
	struct json_object *json = new_object();

	put(json, "kind", new_text(markdown ? "markdown" : "plaintext"));
	put(json, "value",
		new_string(markdown ? text : markdown_as_plain_text(text, feature->arena)));
	return json;
}

static struct json_object *versioned_edits(const struct feature *feature, struct json_object *edits)
{
	struct json_object *list = new_array();
	struct json_object *change = new_object();
	struct json_object *document = new_object();

	put(document, "uri", new_string(feature->document.uri));
	put(document, "version", new_integer(feature->document.version));
	put(change, "textDocument", document);
	put(change, "edits", edits);
	push(list, change);
	return list;
}

struct json_object *feature_workspace_edit(
	const struct feature *feature, const struct text_edit *edits, size_t count)
{
	struct json_object *json = new_object();
	struct json_object *list = feature_convert_edits(feature, edits, count);

	if (feature->client.document_changes) {
		put(json, "documentChanges", versioned_edits(feature, list));
	} else {
		struct json_object *changes = new_object();

		json_object_object_add(changes, feature->document.uri.bytes, list);
		put(json, "changes", changes);
	}
	return json;
}

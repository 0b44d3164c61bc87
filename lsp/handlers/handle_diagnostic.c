/* textDocument/diagnostic, workspace/diagnostic: diagnostics for clients that ask for them.
 *
 * The answer is what would have been published. A client that asks about a document is not
 * told of its own accord any more: it would show everything twice. */
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/analysis_job.h"
#include "lsp/jobs/feature.h"
#include "lsp/session/document_diagnostics.h"
#include "lsp/session/server.h"

#include <stdio.h>

enum {
	RESULT_ID_SIZE = 24
};

static void write_result_id(const struct document *document, char *id)
{
	snprintf(id, RESULT_ID_SIZE, "%llu", (unsigned long long)document->result);
}

/* A full report, or "unchanged" if the client has this result already. */
static struct json_object *report(
	const struct server *server, struct document *document, struct string known)
{
	struct arena *arena = arena_create();
	struct json_object *json = new_object();
	char id[RESULT_ID_SIZE];
	bool unchanged;

	write_result_id(document, id);
	unchanged = string_is(known, id);
	put(json, "kind", new_text(unchanged ? "unchanged" : "full"));
	put(json, "resultId", new_text(id));
	if (!unchanged)
		put(json, "items", new_raw(document_diagnostics_json(server, document, arena)));
	arena_destroy(arena);
	return json;
}

void handle_document_diagnostic(struct server *server, struct request *request)
{
	struct document *document = feature_find_document(server, request);
	struct string known = {0};

	if (!document)
		return;
	if (!document_is_analysed(document)) {
		feature_wait(request, document);
		return;
	}
	if (server->client.pulls_diagnostics && !document->is_pulled) {
		document->is_pulled = true;
		analysis_publish_none(server, document);
	}
	member_string(request->params, "previousResultId", &known);
	request_answer(server, request, report(server, document, known));
}

static struct string known_result(struct json_object *params, const char *uri)
{
	struct json_object *known = member_array(params, "previousResultIds");
	struct string value;

	for (size_t i = 0; known && i < json_object_array_length(known); i++) {
		struct json_object *item = json_object_array_get_idx(known, i);

		if (member_string(item, "uri", &value) && string_is(value, uri) &&
			member_string(item, "value", &value))
			return value;
	}
	return (struct string){0};
}

static struct json_object *report_of(struct json_object *items)
{
	struct json_object *json = new_object();

	put(json, "items", items);
	return json;
}

/* To a client that takes documents one by one, as messages of their own. */
static void pass_on(struct server *server, struct json_object *token, struct json_object *item)
{
	struct json_object *items = new_array();
	struct json_object *params = new_object();

	push(items, item);
	put(params, "token", json_object_get(token));
	put(params, "value", report_of(items));
	server_notify(server, "$/progress", params);
}

/* All that is known now; documents that are being analysed come with the next question. */
void handle_workspace_diagnostic(struct server *server, struct request *request)
{
	struct json_object *token = member(request->params, "partialResultToken");
	struct json_object *items = new_array();

	for (struct document *d = server->documents; d; d = d->next) {
		struct json_object *json;

		if (!document_is_analysed(d))
			continue;
		json = report(server, d, known_result(request->params, d->uri));
		put(json, "uri", new_text(d->uri));
		put(json, "version", new_integer(d->version));
		if (token)
			pass_on(server, token, json);
		else
			push(items, json);
	}
	request_answer(server, request, report_of(items));
}

/* textDocument/didOpen, didChange, didSave, didClose, workspace/didChangeWatchedFiles */
#include "analyzer/text/path.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/analysis_job.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/space_job.h"
#include "lsp/jobs/test_job.h"
#include "lsp/session/document_diagnostics.h"
#include "lsp/session/server.h"
#include "lsp/session/watching.h"
#include "lsp/system/file_status.h"
#include "lsp/wire/uri.h"

#include <inttypes.h>

/* The open document of the notification; NULL after a word in the log. */
static struct document *named_document(
	struct server *server, struct json_object *params, const char *notification)
{
	struct string uri = {0};
	struct document *document = NULL;

	if (member_string(member(params, "textDocument"), "uri", &uri))
		document = server_find_document(server, uri);
	if (!document)
		server_log(server, LOG_WARNING, "%s of a document that is not open: %.300s",
			notification, uri.bytes ? uri.bytes : "(none)");
	return document;
}

static void close_document(struct server *server, struct document *document)
{
	struct document **link = &server->documents;

	while (*link != document)
		link = &(*link)->next;
	*link = document->next;
	feature_abandon(server, document);
	analysis_forget(document);
	analysis_file_changed(server, string_from(document->path));
	document_destroy(document);
	analysis_want_used(server);
	document_diagnostics_publish_others(server, NULL);
}

void handle_did_open(struct server *server, struct json_object *params)
{
	struct json_object *item = member(params, "textDocument");
	struct string uri, text;
	int64_t version = 0;
	struct document *document;
	struct arena *arena;

	if (!member_string(item, "uri", &uri) || !member_string(item, "text", &text)) {
		server_log(server, LOG_WARNING, "didOpen without a document");
		return;
	}
	member_integer(item, "version", &version);
	document = server_find_document(server, uri);
	if (document) /* the client has lost count; what it says now is right */
		close_document(server, document);
	arena = arena_create();
	document =
		document_create(uri, path_normalize(uri_to_path(uri, arena), arena), version, text);
	arena_destroy(arena);
	document->number = ++server->last_document;
	document->next = server->documents;
	server->documents = document;
	server_ask_configuration_of(server, document);
	watching_update(server);
	analysis_want(server, document);
	analysis_file_changed(server, string_from(document->path));
}

void handle_did_change(struct server *server, struct json_object *params)
{
	struct document *document = named_document(server, params, "didChange");
	struct json_object *changes = member_array(params, "contentChanges");
	int64_t version;
	const char *fault;

	if (!document || !changes)
		return;
	fault = document_change(document, changes, server->client.encoding);
	if (fault)
		server_log(server, LOG_WARNING, "didChange of %.300s has %s", document->uri, fault);
	/* Versions may come out of order; the texts are those of the newest one. */
	if (member_integer(member(params, "textDocument"), "version", &version)) {
		if (version > document->version)
			document->version = version;
		else
			server_log(server, LOG_WARNING,
				"Version %" PRId64 " of %.300s comes after version %" PRId64,
				version, document->uri, document->version);
	}
	feature_abandon(server, document);
	analysis_want(server, document);
	analysis_file_changed(server, string_from(document->path));
}

/* The text is known already. Clients that watch files tell of the new one on disk, too. */
void handle_did_save(struct server *server, struct json_object *params)
{
	struct document *document = named_document(server, params, "didSave");

	if (document)
		space_saved(server, document);
	if (document && !server->client.watches_files)
		test_job_file_changed(server, string_from(document->path));
}

void handle_did_close(struct server *server, struct json_object *params)
{
	struct document *document = named_document(server, params, "didClose");
	struct arena *arena;
	struct string path;

	if (!document)
		return;
	arena = arena_create();
	analysis_publish_none(server, document);
	path = arena_copy(arena, string_from(document->path));
	close_document(server, document);
	watching_update(server);
	test_job_file_changed(server, path);
	arena_destroy(arena);
}

/* What leads to a file by another way than its own name. */
struct file_link {
	struct string path, target;
};

static const struct file_link *links_read(
	const struct server *server, struct arena *arena, size_t *count)
{
	struct file_link *links = NULL;
	size_t capacity = 0;

	*count = 0;
	for (const struct document *d = server->documents; d; d = d->next) {
		for (size_t i = 0; i < d->reads.count; i++) {
			struct string path = d->reads.items[i];
			struct file_link link = {path, file_real_path(path, arena)};

			if (string_equal(link.path, link.target))
				continue;
			links = arena_reserve(arena, links, *count, &capacity, sizeof(*links));
			links[(*count)++] =
				(struct file_link){arena_copy(arena, path), link.target};
		}
	}
	return links;
}

static void file_changed(struct server *server, struct string path)
{
	analysis_file_changed(server, path);
	test_job_file_changed(server, path);
}

void handle_did_change_watched_files(struct server *server, struct json_object *params)
{
	struct json_object *changes = member_array(params, "changes");
	struct arena *arena = arena_create();
	size_t link_count;
	const struct file_link *links = links_read(server, arena, &link_count);

	file_cache_note_change(server->files);
	for (size_t i = 0; changes && i < json_object_array_length(changes); i++) {
		struct string uri, path;

		if (!member_string(json_object_array_get_idx(changes, i), "uri", &uri))
			continue;
		path = path_normalize(uri_to_path(uri, arena), arena);
		file_changed(server, path);
		if (link_count)
			path = file_real_path(path, arena);
		for (size_t k = 0; k < link_count; k++)
			if (string_equal(links[k].target, path) ||
				string_equal(links[k].target, path_folder(path)))
				file_changed(server, links[k].path);
	}
	arena_destroy(arena);
}

#include "lsp/document_diagnostics.h"

#include "lsp/call.h"
#include "lsp/server.h"

static struct string elsewhere_in(const struct document *from, const struct document *document)
{
	if (from == document || !document_is_analysed(from))
		return (struct string){0};
	return publication_elsewhere(from->publication, string_from(document->path));
}

struct string document_diagnostics_json(
	const struct server *server, struct document *document, struct arena *arena)
{
	struct string json = publication_json(document->publication);

	document->has_foreign = false;
	for (const struct document *d = server->documents; d; d = d->next) {
		struct string more = elsewhere_in(d, document);

		if (more.length == 0)
			continue;
		document->has_foreign = true;
		/* Both are lists: the bracket that closes the first makes room for the second. */
		json = arena_format(arena, "%.*s%s%.*s]", (int)json.length - 1, json.bytes,
			json.length > 2 ? "," : "", STRING_ARGUMENTS(more));
	}
	return json;
}

void document_diagnostics_publish(struct server *server, struct document *document)
{
	struct arena *arena;

	if (document->is_pulled)
		return;
	arena = arena_create();
	server_notify(server, "textDocument/publishDiagnostics",
		publication_params(document_diagnostics_json(server, document, arena),
			document->uri, document->version, &server->client));
	arena_destroy(arena);
}

void document_diagnostics_publish_others(struct server *server, const struct document *document)
{
	for (struct document *d = server->documents; d; d = d->next) {
		if (d == document || !document_is_analysed(d) ||
			!(d->has_foreign || (document && elsewhere_in(document, d).length > 0)))
			continue;
		document_diagnostics_publish(server, d);
		if (!d->is_pulled)
			continue;
		d->result = ++server->last_result;
		if (server->client.diagnostic_refresh)
			call_client(
				server, "workspace/diagnostic/refresh", NULL, (struct reaction){0});
	}
}

#include "lsp/document_diagnostics.h"

#include "lsp/call.h"
#include "lsp/server.h"

/* What `from` says about other files, if it may say anything now. */
static struct elsewhere_list said_by(const struct document *from)
{
	if (!document_is_analysed(from))
		return (struct elsewhere_list){0};
	return publication_elsewhere(from->publication);
}

static bool is_about(const struct elsewhere *said, const struct document *document)
{
	return string_equal(said->path, string_from(document->path));
}

static bool says_about(const struct document *from, const struct document *document)
{
	struct elsewhere_list said = said_by(from);

	for (size_t i = 0; from != document && i < said.count; i++) {
		if (is_about(&said.items[i], document))
			return true;
	}
	return false;
}

/* Whether a document before `end` has said so: a mistake is told once, however many templates use
 * the file. */
static bool is_said_before(const struct server *server, const struct document *end,
	const struct document *document, struct string mistake)
{
	for (const struct document *d = server->documents; d != end; d = d->next) {
		struct elsewhere_list said = said_by(d);

		for (size_t i = 0; d != document && i < said.count; i++) {
			if (is_about(&said.items[i], document) &&
				string_equal(said.items[i].mistake, mistake))
				return true;
		}
	}
	return false;
}

struct string document_diagnostics_json(
	const struct server *server, struct document *document, struct arena *arena)
{
	struct string json = publication_json(document->publication);

	document->has_foreign = false;
	for (const struct document *d = server->documents; d; d = d->next) {
		struct elsewhere_list said = said_by(d);

		for (size_t i = 0; d != document && i < said.count; i++) {
			const struct elsewhere *more = &said.items[i];

			if (!is_about(more, document) ||
				is_said_before(server, d, document, more->mistake))
				continue;
			document->has_foreign = true;
			/* The bracket that closes the list makes room for one more. */
			json = arena_format(arena, "%.*s%s%.*s]", (int)json.length - 1, json.bytes,
				json.length > 2 ? "," : "", STRING_ARGUMENTS(more->json));
		}
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
			!(d->has_foreign || (document && says_about(document, d))))
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

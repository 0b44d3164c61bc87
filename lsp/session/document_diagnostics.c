#include "lsp/session/document_diagnostics.h"

#include "lsp/session/call.h"
#include "lsp/session/server.h"

#include <stdlib.h>

/* What `from` says about other files, if it may say anything now. */
static struct elsewhere_list said_by(const struct document *from)
{
	if (!document_is_analysed(from))
		return (struct elsewhere_list){0};
	return publication_elsewhere(from->publication);
}

/* What is no valid YAML is told by the document itself, if it is TOSCA. */
static bool is_about(const struct elsewhere *said, const struct document *document)
{
	return string_equal(said->path, string_from(document->path)) &&
	       !(said->is_syntax_error && document->publication &&
		       publication_tells_syntax_errors(document->publication));
}

static bool says_about(const struct document *from, const struct document *document)
{
	struct elsewhere_list said = said_by(from);

	for (size_t i = 0; from != document && i < said.count; i++)
		if (is_about(&said.items[i], document))
			return true;
	return false;
}

/* What a document says about another one. */
struct remark {
	struct string path; /* of the document that says so */
	const struct elsewhere *said;
};

/* By who says it, so that the order in which documents were opened does not show. */
static int compare_remarks(const void *a, const void *b)
{
	const struct remark *one = a, *other = b;
	int order = string_compare(one->path, other->path);

	return order ? order : (one->said > other->said) - (one->said < other->said);
}

static struct remark *remarks_about(const struct server *server, const struct document *document,
	struct arena *arena, size_t *count)
{
	struct remark *remarks = NULL;
	size_t capacity = 0;

	*count = 0;
	for (const struct document *d = server->documents; d; d = d->next) {
		struct elsewhere_list said = said_by(d);

		for (size_t i = 0; d != document && i < said.count; i++) {
			if (!is_about(&said.items[i], document))
				continue;
			remarks =
				arena_reserve(arena, remarks, *count, &capacity, sizeof(*remarks));
			remarks[(*count)++] = (struct remark){string_from(d->path), &said.items[i]};
		}
	}
	if (*count > 1)
		qsort(remarks, *count, sizeof(*remarks), compare_remarks);
	return remarks;
}

/* A mistake is told once, however many templates use the file. */
static bool is_said_before(const struct remark *remarks, size_t position)
{
	for (size_t i = 0; i < position; i++)
		if (string_equal(remarks[i].said->mistake, remarks[position].said->mistake))
			return true;
	return false;
}

/* What other documents say about this one, with commas between. */
static struct string foreign_json(
	const struct server *server, const struct document *document, struct arena *arena)
{
	size_t count;
	const struct remark *remarks = remarks_about(server, document, arena, &count);
	struct string json = STRING("");

	for (size_t i = 0; i < count; i++)
		if (!is_said_before(remarks, i))
			json = arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(json),
				json.length > 0 ? "," : "",
				STRING_ARGUMENTS(remarks[i].said->json));
	return json;
}

/* The bracket that closes the list makes room for more. */
static struct string join(struct string own, struct string foreign, struct arena *arena)
{
	if (foreign.length == 0)
		return own;
	return arena_format(arena, "%.*s%s%.*s]", (int)own.length - 1, own.bytes,
		own.length > 2 ? "," : "", STRING_ARGUMENTS(foreign));
}

struct string document_diagnostics_json(
	const struct server *server, const struct document *document, struct arena *arena)
{
	return join(publication_json(document->publication), foreign_json(server, document, arena),
		arena);
}

/* Whether others say something else than the client was told; then it is told now. */
static bool has_foreign_news(struct document *document, struct string foreign)
{
	struct string told = document->foreign ? string_from(document->foreign) : STRING("");

	if (string_equal(told, foreign))
		return false;
	document_note_foreign(document, foreign);
	return true;
}

static void publish(struct server *server, struct document *document, struct string json)
{
	document->is_untold = false;
	server_notify(server, "textDocument/publishDiagnostics",
		publication_params(json, document->uri, document->version, &server->client));
}

void document_diagnostics_publish(struct server *server, struct document *document)
{
	struct arena *arena;
	struct string foreign;

	if (document->is_pulled)
		return;
	server->owes_diagnostics |= server_is_behind(server);
	if (server_is_behind(server))
		return;
	arena = arena_create();
	foreign = foreign_json(server, document, arena);
	if (has_foreign_news(document, foreign) || document->is_untold)
		publish(server, document,
			join(publication_json(document->publication), foreign, arena));
	arena_destroy(arena);
}

void document_diagnostics_publish_owed(struct server *server)
{
	if (!server->owes_diagnostics)
		return;
	server->owes_diagnostics = false;
	for (struct document *d = server->documents; d; d = d->next)
		if (document_is_analysed(d))
			document_diagnostics_publish(server, d);
}

/* The next question is answered with something else than the last one. */
static void invite(struct server *server, struct document *document)
{
	document->result = ++server->last_result;
	if (server->client.diagnostic_refresh)
		call_client(server, "workspace/diagnostic/refresh", NULL, (struct reaction){0});
}

void document_diagnostics_publish_others(struct server *server, const struct document *document)
{
	for (struct document *d = server->documents; d; d = d->next) {
		struct arena *arena;

		if (d == document || !document_is_analysed(d) ||
			!(d->foreign || (document && says_about(document, d))))
			continue;
		arena = arena_create();
		if (!d->is_pulled)
			document_diagnostics_publish(server, d);
		else if (has_foreign_news(d, foreign_json(server, d, arena)))
			invite(server, d);
		arena_destroy(arena);
	}
}

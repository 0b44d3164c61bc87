#include "lsp/session/resolved_document.h"

#include "analyzer/text/path.h"
#include "lsp/session/call.h"
#include "lsp/session/server.h"
#include "lsp/wire/uri.h"

/* A document that the client shows, as far as is known. */
struct shown_content {
	struct shown_content *next;
	struct arena *arena;
	struct string uri;
	struct string template;
};

static struct string without_extension(struct string name)
{
	return string_ends_with(name, ".yaml") ? string_slice(name, 0, name.length - 5) : name;
}

struct string resolved_document_uri(struct resolved_document resolved, struct arena *arena)
{
	struct string name = without_extension(uri_decode(path_name(resolved.template), arena));
	struct string query = arena_format(arena, "%.*s&%.*s",
		STRING_ARGUMENTS(uri_encode(resolved.variant, arena)),
		STRING_ARGUMENTS(resolved.template));

	if (resolved.variant.length > 0)
		name = arena_format(arena, "%.*s (%.*s)", STRING_ARGUMENTS(name),
			STRING_ARGUMENTS(resolved.variant));
	return arena_format(arena, RESOLVED_SCHEME "://template/%.*s.yaml?%.*s",
		STRING_ARGUMENTS(uri_encode(name, arena)),
		STRING_ARGUMENTS(uri_encode(query, arena)));
}

bool resolved_document_read(
	struct string uri, struct arena *arena, struct resolved_document *resolved)
{
	const char *mark = uri.length ? memchr(uri.bytes, '?', uri.length) : NULL;
	struct string query;
	const char *separator;

	if (!string_starts_with(uri, RESOLVED_SCHEME ":") || !mark)
		return false;
	query = uri_decode(string_slice(uri, (size_t)(mark + 1 - uri.bytes), uri.length), arena);
	separator = memchr(query.bytes, '&', query.length);
	if (!separator)
		return false;
	resolved->variant =
		uri_decode(string_slice(query, 0, (size_t)(separator - query.bytes)), arena);
	resolved->template =
		string_slice(query, (size_t)(separator + 1 - query.bytes), query.length);
	return true;
}

void resolved_document_asked(struct server *server, struct string uri, struct string template)
{
	struct shown_content *shown = server->shown_contents;
	struct arena *arena;

	while (shown && !string_equal(shown->uri, uri))
		shown = shown->next;
	if (shown || !server->client.text_document_contents)
		return;
	arena = arena_create();
	shown = arena_allocate(arena, 1, sizeof(*shown));
	shown->arena = arena;
	shown->uri = arena_copy(arena, uri);
	shown->template = arena_copy(arena, template);
	shown->next = server->shown_contents;
	server->shown_contents = shown;
}

static void refresh(struct server *server, const struct shown_content *shown)
{
	struct json_object *params = new_object();

	put(params, "uri", new_string(shown->uri));
	call_client(server, "workspace/textDocumentContent/refresh", params, (struct reaction){0});
}

void resolved_document_refresh(struct server *server, const struct document *document)
{
	struct shown_content **link = &server->shown_contents;

	while (*link) {
		struct shown_content *shown = *link;

		if (!string_is(shown->template, document->uri)) {
			link = &shown->next;
			continue;
		}
		refresh(server, shown);
		*link = shown->next;
		arena_destroy(shown->arena);
	}
}

void shown_contents_destroy(struct server *server)
{
	while (server->shown_contents) {
		struct shown_content *shown = server->shown_contents;

		server->shown_contents = shown->next;
		arena_destroy(shown->arena);
	}
}

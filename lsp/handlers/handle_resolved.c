/* vtosca/resolved, vtosca/difference, workspace/textDocumentContent, vtosca.openResolved: the
 * resolved templates of variants. Contents are those of normative types, too. */
#include "analyzer/variability/resolution/resolved_template.h"
#include "lsp/documents/types_document.h"
#include "lsp/handlers/client_command.h"
#include "lsp/handlers/command_arguments.h"
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/variant_json.h"
#include "lsp/session/call.h"
#include "lsp/session/resolved_document.h"
#include "lsp/session/server.h"

/* Empty if the variant has no resolved template; `error` says why. */
static struct string resolved_text(
	const struct feature *feature, size_t variant, struct string *error)
{
	const struct analysis *analysis = feature->document.analysis;
	struct arena *arena = feature->arena;
	struct yaml_writer *writer;
	struct string text;

	*error = variant_error_text(analysis_variant(analysis, variant), feature->arena);
	if (error->length > 0)
		return (struct string){0};
	writer = yaml_writer_create();
	resolved_template_write(analysis, variant, arena, writer);
	text = arena_copy(arena, yaml_writer_text(writer));
	yaml_writer_destroy(writer);
	return text;
}

/* ---- vtosca/resolved ---- */

/* {text | error, uri?}: the URI is for clients that show text document contents. */
static struct json_object *resolved_json(const struct feature *feature, size_t variant)
{
	struct json_object *json = new_object();
	struct string name = analysis_variant(feature->document.analysis, variant)->name;
	struct string error;
	struct string text = resolved_text(feature, variant, &error);

	if (error.length > 0)
		put(json, "error", new_string(error));
	else
		put(json, "text", new_string(text));
	if (feature->client.text_document_contents)
		put(json, "uri",
			new_string(resolved_document_uri(
				(struct resolved_document){feature->document.uri, name},
				feature->arena)));
	return json;
}

struct json_object *handle_resolved(struct feature *feature)
{
	size_t variant;

	return variant_param(feature, "variant", &variant) ? resolved_json(feature, variant) : NULL;
}

/* ---- vtosca/difference ---- */

/* The elements whose presence is not the same. */
static struct json_object *different_elements(const struct feature *feature, size_t from, size_t to)
{
	const struct analysis *analysis = feature->document.analysis;
	struct elements elements = analysis_elements(analysis);
	struct json_text text = {0};

	for (uint32_t i = 0; i < elements.count; i++) {
		enum presence before = analysis_presence(analysis, from, elements.items[i]);
		enum presence after = analysis_presence(analysis, to, elements.items[i]);

		if (before == after)
			continue;
		json_text_add(&text, text.length > 0 ? STRING(",") : STRING("["));
		variant_write_element(feature, elements.items[i], &text);
		json_text_add(&text, STRING(",\"from\":"));
		json_text_add_string(&text, string_from(presence_name(before)));
		json_text_add(&text, STRING(",\"to\":"));
		json_text_add_string(&text, string_from(presence_name(after)));
		json_text_add(&text, STRING("}"));
	}
	json_text_add(&text, text.length > 0 ? STRING("]") : STRING("[]"));
	return json_text_value(&text);
}

static struct json_object *side_json(const struct feature *feature, size_t variant)
{
	struct json_object *json = resolved_json(feature, variant);

	put(json, "variant",
		new_string(analysis_variant(feature->document.analysis, variant)->name));
	return json;
}

struct json_object *handle_difference(struct feature *feature)
{
	struct json_object *result;
	size_t from, to;

	if (!variant_param(feature, "from", &from) || !variant_param(feature, "to", &to))
		return NULL;
	result = new_object();
	put(result, "from", side_json(feature, from));
	put(result, "to", side_json(feature, to));
	put(result, "elements", different_elements(feature, from, to));
	return result;
}

/* ---- workspace/textDocumentContent ---- */

static struct json_object *content_json(struct string text)
{
	struct json_object *json = new_object();

	put(json, "text", new_string(text));
	return json;
}

/* What there is to show instead is a comment, so that the document is valid YAML all the same. */
static struct json_object *handle_content(struct feature *feature)
{
	const struct analysis *analysis = feature->document.analysis;
	struct resolved_document resolved = {0};
	size_t variant = analysis_active_variant(analysis);
	struct string uri = {0}, error, text;

	member_string(feature->params, "uri", &uri);
	resolved_document_read(uri, feature->arena, &resolved);
	if (resolved.variant.length > 0 && !variant_find(analysis, resolved.variant, &variant))
		return content_json(arena_format(feature->arena,
			"# There is no variant \"%.*s\".\n", STRING_ARGUMENTS(resolved.variant)));
	text = resolved_text(feature, variant, &error);
	if (error.length > 0)
		text = arena_format(feature->arena, "# error: %.*s\n", STRING_ARGUMENTS(error));
	return content_json(text);
}

void handle_text_document_content(struct server *server, struct request *request)
{
	struct arena *arena = arena_create();
	struct resolved_document resolved;
	struct document *document;
	struct string uri = {0}, text;

	member_string(request->params, "uri", &uri);
	if (types_document_text(uri, &text)) {
		request_answer(server, request, content_json(text));
	} else if (!resolved_document_read(uri, arena, &resolved)) {
		request_fail(server, request, ERROR_INVALID_PARAMS,
			"The URI is that of neither a resolved template nor normative types");
	} else {
		resolved_document_asked(server, uri, resolved.template);
		document = server_find_document(server, resolved.template);
		if (!document)
			request_answer(server, request,
				content_json(STRING("# The template is not open.\n")));
		else if (document_is_analysed(document))
			feature_start(server, request, document, handle_content);
		else
			feature_wait(request, document);
	}
	arena_destroy(arena);
}

/* ---- vtosca.openResolved ---- */

void command_open_resolved(
	struct server *server, struct request *request, struct json_object *arguments)
{
	struct resolved_document resolved = {0};
	struct json_object *params;
	struct arena *arena;

	if (!server->client.text_document_contents || !server->client.shows_documents) {
		request_fail(server, request, ERROR_REQUEST_FAILED,
			"The editor cannot show contents of the server");
		return;
	}
	client_command_argument(arguments, 1, &resolved.variant);
	if (!client_command_argument(arguments, 0, &resolved.template)) {
		request_fail(server, request, ERROR_INVALID_PARAMS,
			"The arguments must be the URI of a document and the name of a variant");
		return;
	}
	arena = arena_create();
	params = new_object();
	put(params, "uri", new_string(resolved_document_uri(resolved, arena)));
	put(params, "takeFocus", new_boolean(true));
	call_client(server, "window/showDocument", params, (struct reaction){0});
	request_answer(server, request, NULL);
	arena_destroy(arena);
}

/* vtosca.tryInputs, vtosca.dismissVariant, vtosca.setBase, vtosca.addPreset, vtosca.addTest: values
 * of inputs that somebody wants to see, or to keep. */
#include "lsp/handlers/client_command.h"
#include "lsp/handlers/command_arguments.h"
#include "lsp/jobs/analysis_job.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/inputs_job.h"
#include "lsp/jobs/space_job.h"
#include "lsp/session/server.h"

#include <stdio.h>
#include <string.h>

/* The open document that the first argument names; NULL if the request has failed. */
static struct document *document_argument(
	struct server *server, struct request *request, struct json_object *arguments)
{
	struct document *document = NULL;
	struct string uri;

	if (client_command_argument(arguments, 0, &uri))
		document = server_find_document(server, uri);
	if (!document)
		request_fail(server, request, ERROR_INVALID_PARAMS,
			"The first argument must be the URI of an open document");
	return document;
}

/* The second argument, an object; NULL if the request has failed. */
static struct json_object *inputs_argument(
	struct server *server, struct request *request, struct json_object *arguments)
{
	struct json_object *inputs = arguments ? json_object_array_get_idx(arguments, 1) : NULL;

	if (json_object_is_type(inputs, json_type_object))
		return inputs;
	request_fail(server, request, ERROR_INVALID_PARAMS,
		"The second argument must be an object: variability inputs and their values");
	return NULL;
}

static struct string name_argument(struct json_object *arguments)
{
	struct string name = STRING("");

	client_command_argument(arguments, 2, &name);
	return name;
}

/* ---- vtosca.tryInputs ---- */

static bool is_tried(const struct document *document, const char *name)
{
	for (size_t i = 0; i < document->tried_count; i++)
		if (strcmp(document->tried[i].name, name) == 0)
			return true;
	return false;
}

/* `try 2`, if nobody says how it is called. */
static struct string tried_name(
	const struct document *document, struct string wanted, char *room, size_t size)
{
	unsigned number = 1;

	if (wanted.length > 0)
		return wanted;
	do
		snprintf(room, size, "try %u", number++);
	while (is_tried(document, room));
	return string_from(room);
}

void command_try_inputs(
	struct server *server, struct request *request, struct json_object *arguments)
{
	struct document *document = document_argument(server, request, arguments);
	struct json_object *inputs = document ? inputs_argument(server, request, arguments) : NULL;
	char room[32];
	struct string name;

	if (!inputs)
		return;
	name = tried_name(document, name_argument(arguments), room, sizeof(room));
	document_try(document, name, write_json(inputs));
	analysis_want_again(server, document);
	request_answer(server, request, new_string(name));
}

/* ---- vtosca.dismissVariant ---- */

void command_dismiss_variant(
	struct server *server, struct request *request, struct json_object *arguments)
{
	struct document *document = document_argument(server, request, arguments);
	struct string name = STRING("");

	if (!document)
		return;
	client_command_argument(arguments, 1, &name);
	if (document_dismiss(document, name))
		analysis_want_again(server, document);
	else if (name.length > 0) {
		request_fail(server, request, ERROR_INVALID_PARAMS,
			"No variant \"%.*s\" is being tried", STRING_ARGUMENTS(name));
		return;
	}
	request_answer(server, request, NULL);
}

/* ---- vtosca.setBase ---- */

void command_set_base(struct server *server, struct request *request, struct json_object *arguments)
{
	struct document *document = document_argument(server, request, arguments);
	struct string text, name = name_argument(arguments);
	bool has_text = client_command_argument(arguments, 1, &text);

	if (!document)
		return;
	document_set_base(
		document, has_text ? &text : NULL, name.length > 0 ? name : STRING("HEAD"));
	space_rebase(server, document);
	request_answer(server, request, NULL);
}

/* ---- vtosca.addPreset, vtosca.addTest ---- */

static void write_inputs(struct server *server, struct request *request,
	struct json_object *arguments, enum inputs_purpose purpose)
{
	struct document *document = document_argument(server, request, arguments);
	struct json_object *inputs = document ? inputs_argument(server, request, arguments) : NULL;
	bool can_create = server->client.document_changes && server->client.creates_files;

	if (!inputs)
		return;
	if (!server->client.applies_edits || (purpose == INPUTS_AS_TEST && !can_create))
		request_fail(server, request, ERROR_REQUEST_FAILED,
			"The editor does not let the server %s files",
			server->client.applies_edits ? "create" : "edit");
	else if (!document_is_analysed(document))
		feature_wait(request, document);
	else
		inputs_job_start(server, request, document,
			(struct inputs_choice){
				purpose, write_json(inputs), name_argument(arguments)});
}

void command_add_preset(
	struct server *server, struct request *request, struct json_object *arguments)
{
	write_inputs(server, request, arguments, INPUTS_AS_PRESET);
}

void command_add_test(struct server *server, struct request *request, struct json_object *arguments)
{
	write_inputs(server, request, arguments, INPUTS_AS_TEST);
}

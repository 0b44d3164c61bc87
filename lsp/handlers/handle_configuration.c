/* workspace/didChangeConfiguration, and workspace/configuration in the other direction */
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/analysis_job.h"
#include "lsp/session/call.h"
#include "lsp/session/server.h"

#include <json-c/linkhash.h>

/* Clients give the settings themselves, or an object that holds them as `vtosca`. */
static struct json_object *own_settings(struct json_object *settings)
{
	struct json_object *own = member_object(settings, "vtosca");

	return own ? own : settings;
}

/* What has been configured since wins over what came with `initialize`. */
static struct settings *merge(struct server *server, struct json_object *configuration)
{
	struct json_object *sources[] = {
		own_settings(server->options), own_settings(configuration)};
	struct json_object *all = new_object();
	struct settings *settings;

	for (size_t i = 0; i < 2; i++) {
		if (!json_object_is_type(sources[i], json_type_object))
			continue;
		json_object_object_foreach(sources[i], name, value)
		{
			if (value)
				json_object_object_add(all, name, json_object_get(value));
		}
	}
	settings = settings_create(all);
	json_object_put(all);
	return settings;
}

void server_read_settings(struct server *server)
{
	struct settings *before = server->settings;

	server->settings = merge(server, server->configuration);
	if (!settings_are_same(before, server->settings))
		analysis_want_all(server);
	settings_release(before);
}

static void configure(struct server *server, struct json_object *configuration)
{
	json_object_put(server->configuration);
	server->configuration = json_object_get(configuration);
	server_read_settings(server);
}

/* The first item of the response, if there is one. */
static bool read_answer(const struct message *response, struct json_object **configuration)
{
	struct json_object *result = response->result;

	if (!json_object_is_type(result, json_type_array) || json_object_array_length(result) == 0)
		return false;
	*configuration = json_object_array_get_idx(result, 0);
	return true;
}

static void answered(struct server *server, const struct message *response, uint64_t tag)
{
	struct json_object *configuration;

	(void)tag;
	if (read_answer(response, &configuration))
		configure(server, configuration);
}

/* Most documents have the settings that all have: then nothing happens. */
static void answered_for_document(
	struct server *server, const struct message *response, uint64_t number)
{
	struct document *document = server->documents;
	struct json_object *configuration;
	struct settings *settings;
	bool changed;

	while (document && document->number != number)
		document = document->next;
	if (!document || !read_answer(response, &configuration))
		return;
	settings = merge(server, configuration);
	changed = !settings_are_same(settings, document_settings(document, server->settings));
	settings_release(document->settings);
	document->settings = settings;
	if (changed)
		analysis_want_again(server, document);
}

/* `scope` may be NULL. */
static void ask(struct server *server, const char *scope, struct reaction reaction)
{
	struct json_object *params = new_object();
	struct json_object *items = new_array();
	struct json_object *item = new_object();

	if (scope)
		put(item, "scopeUri", new_text(scope));
	put(item, "section", new_text("vtosca"));
	push(items, item);
	put(params, "items", items);
	call_client(server, "workspace/configuration", params, reaction);
}

void server_ask_configuration_of(struct server *server, const struct document *document)
{
	if (server->client.configuration)
		ask(server, document->uri,
			(struct reaction){answered_for_document, document->number});
}

void server_ask_configuration(struct server *server)
{
	if (!server->client.configuration)
		return;
	ask(server, NULL, (struct reaction){.answered = answered});
	for (const struct document *d = server->documents; d; d = d->next)
		server_ask_configuration_of(server, d);
}

void handle_did_change_configuration(struct server *server, struct json_object *params)
{
	struct json_object *settings = member(params, "settings");

	if (server->client.configuration)
		server_ask_configuration(server);
	else if (json_object_is_type(settings, json_type_object))
		configure(server, settings);
}

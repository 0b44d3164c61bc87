/* workspace/didChangeConfiguration, and workspace/configuration in the other direction */
#include "lsp/call.h"
#include "lsp/method.h"
#include "lsp/server.h"

#include <json-c/linkhash.h>

/* Clients give the settings themselves, or an object that holds them as `vtosca`. */
static struct json_object *own_settings(struct json_object *settings)
{
	struct json_object *own = member_object(settings, "vtosca");

	return own ? own : settings;
}

/* What has been configured since wins over what came with `initialize`. */
static struct json_object *merged(struct server *server)
{
	struct json_object *sources[] = {
		own_settings(server->options), own_settings(server->configuration)};
	struct json_object *all = json_object_new_object();

	for (size_t i = 0; i < 2; i++) {
		if (!json_object_is_type(sources[i], json_type_object))
			continue;
		json_object_object_foreach(sources[i], name, value)
		{
			if (value)
				json_object_object_add(all, name, json_object_get(value));
		}
	}
	return all;
}

void server_read_settings(struct server *server)
{
	struct json_object *json = merged(server);

	settings_release(server->settings);
	server->settings = settings_create(json);
	json_object_put(json);
	server_analyse_all(server);
}

static void configure(struct server *server, struct json_object *configuration)
{
	json_object_put(server->configuration);
	server->configuration = json_object_get(configuration);
	server_read_settings(server);
}

static void answered(struct server *server, const struct message *response, uint64_t tag)
{
	struct json_object *result = response->result;

	(void)tag;
	if (json_object_is_type(result, json_type_array) && json_object_array_length(result) > 0)
		configure(server, json_object_array_get_idx(result, 0));
}

void server_ask_configuration(struct server *server)
{
	struct json_object *params, *items, *item;

	if (!server->client.configuration)
		return;
	params = json_object_new_object();
	items = json_object_new_array();
	item = json_object_new_object();
	put(item, "section", new_text("vtosca"));
	push(items, item);
	put(params, "items", items);
	call_client(
		server, "workspace/configuration", params, (struct reaction){.answered = answered});
}

void handle_did_change_configuration(struct server *server, struct json_object *params)
{
	struct json_object *settings = member(params, "settings");

	if (server->client.configuration)
		server_ask_configuration(server);
	else if (json_object_is_type(settings, json_type_object))
		configure(server, settings);
}

/* textDocument/completion, completionItem/resolve */
#include "analyzer/ide/completion/completion.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"
#include "lsp/wire/convert.h"

#include <string.h>

/* Kinds of completion items, numbered as the protocol does. */
static int protocol_kind(enum completion_kind kind)
{
	enum {
		METHOD = 2,
		FUNCTION = 3,
		FIELD = 5,
		VARIABLE = 6,
		CLASS = 7,
		INTERFACE = 8,
		MODULE = 9,
		PROPERTY = 10,
		VALUE = 12,
		ENUM = 13,
		KEYWORD = 14,
		SNIPPET = 15,
		FILE_KIND = 17,
		REFERENCE = 18,
		ENUM_MEMBER = 20,
		CONSTANT = 21,
		EVENT = 23,
		OPERATOR = 24,
	};

	switch (kind) {
	case COMPLETION_KEYNAME:
		return PROPERTY;
	case COMPLETION_OPERATOR:
		return OPERATOR;
	case COMPLETION_FUNCTION:
		return FUNCTION;
	case COMPLETION_OPTION:
		return ENUM;
	case COMPLETION_VALUE:
		return VALUE;
	case COMPLETION_VARIABILITY_INPUT:
	case COMPLETION_INPUT:
	case COMPLETION_OUTPUT:
		return VARIABLE;
	case COMPLETION_EXPRESSION:
		return CONSTANT;
	case COMPLETION_PRESET:
		return ENUM_MEMBER;
	case COMPLETION_NODE:
	case COMPLETION_GROUP:
		return MODULE;
	case COMPLETION_RELATION:
	case COMPLETION_RELATIONSHIP_TEMPLATE:
		return REFERENCE;
	case COMPLETION_POLICY:
		return EVENT;
	case COMPLETION_ARTIFACT:
	case COMPLETION_FILE:
		return FILE_KIND;
	case COMPLETION_PROPERTY:
	case COMPLETION_ATTRIBUTE:
		return FIELD;
	case COMPLETION_TECHNOLOGY:
	case COMPLETION_CAPABILITY:
	case COMPLETION_INTERFACE:
		return INTERFACE;
	case COMPLETION_OPERATION:
		return METHOD;
	case COMPLETION_TYPE:
		return CLASS;
	case COMPLETION_VERSION:
		return KEYWORD;
	case COMPLETION_ELEMENT:
		return SNIPPET;
	}
	return VALUE;
}

/* What `completionItem/resolve` needs to find the item again. */
static struct json_object *data_json(const struct feature *feature)
{
	struct json_object *data = new_object();

	put(data, "uri", new_string(feature->document.uri));
	put(data, "position", json_object_get(member(feature->params, "position")));
	return data;
}

/* What the editor does by itself behind the item: it offers what can stand at the tab stop. */
static struct json_object *suggest_command(struct string name)
{
	struct json_object *json = json_object_new_object();

	put(json, "title", new_text("Suggest"));
	put(json, "command", new_string(name));
	return json;
}

static struct json_object *item_json(
	const struct feature *feature, const struct completion_item *item)
{
	const struct client *client = &feature->client;
	struct json_object *json = new_object();
	struct text_edit edit = {item->replace, item->text};

	put(json, "label", new_string(item->label));
	put(json, "kind", new_integer(protocol_kind(item->kind)));
	if (item->detail.length > 0)
		put(json, "detail", new_string(item->detail));
	if (item->sort_text.length > 0)
		put(json, "sortText", new_string(item->sort_text));
	if (item->deprecated && client->completion_tags) {
		struct json_object *tags = new_array();

		push(tags, new_integer(1));
		put(json, "tags", tags);
	}
	if (item->snippet)
		put(json, "insertTextFormat", new_integer(2));
	if (client->completion_inserts_as_is && memchr(item->text.bytes, '\n', item->text.length))
		put(json, "insertTextMode", new_integer(1)); /* its lines are indented already */
	if (item->leads_on && feature->settings->suggest_command.length > 0)
		put(json, "command", suggest_command(feature->settings->suggest_command));
	put(json, "textEdit", feature_convert_edit(feature, &edit));
	if (item->additional_count > 0)
		put(json, "additionalTextEdits",
			feature_convert_edits(feature, item->additional, item->additional_count));
	if (item->documentation.length == 0)
		return json;
	if (client->completion_resolves_documentation)
		put(json, "data", data_json(feature));
	else
		put(json, "documentation",
			feature_markup(feature, item->documentation, client->completion_markdown));
	return json;
}

/* Names in a file beside a template are those of the template. Borrows from `files`. */
static struct completion complete(
	const struct feature *feature, struct feature_files *files, uint32_t offset)
{
	struct completion_settings settings = {
		.snippets = feature->client.completion_snippets,
		.indents_snippets = !feature->client.completion_inserts_as_is,
		.files = feature->files,
		.path = feature->document.path,
	};

	if (grammar_is_tosca(feature->document.tree)) {
		settings.result_of = feature_files_result_of(files);
		if (settings.result_of)
			settings.path = settings.result_of->path;
	} else {
		settings.template = feature_files_document(files)->template;
		settings.kind = feature_files_kind(files);
	}
	return completion_at(feature->document.tree, feature->document.analysis, offset, &settings,
		feature->arena);
}

struct json_object *handle_completion(struct feature *feature)
{
	struct json_object *result, *items;
	struct feature_files *files;
	struct completion completion;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	files = feature_files_create(feature);
	completion = complete(feature, files, offset);
	items = new_array();
	for (size_t i = 0; i < completion.count; i++)
		push(items, item_json(feature, &completion.items[i]));
	feature_files_destroy(files);
	result = new_object();
	put(result, "isIncomplete", new_boolean(completion.follows_word));
	put(result, "items", items);
	return result;
}

/* The item comes back with its documentation, or as it was if the text has moved on. */
struct json_object *handle_completion_resolve(struct feature *feature)
{
	struct json_object *item = feature->params;
	struct feature_files *files = feature_files_create(feature);
	struct completion completion = {0};
	struct string label;
	uint32_t offset;

	if (member_string(item, "label", &label) &&
		convert_to_offset(feature->document.tree, member(member(item, "data"), "position"),
			feature->client.encoding, &offset))
		completion = complete(feature, files, offset);
	for (size_t i = 0; i < completion.count; i++) {
		if (!string_equal(completion.items[i].label, label))
			continue;
		if (!member(item, "documentation"))
			put(item, "documentation",
				feature_markup(feature, completion.items[i].documentation,
					feature->client.completion_markdown));
		break;
	}
	feature_files_destroy(files);
	return json_object_get(item);
}

struct json_object *completion_options(void)
{
	/* What begins a name where something can be chosen. */
	static const char *const triggers[] = {" ", "{", "[", ",", "$", "/", "."};
	struct json_object *options = new_object();
	struct json_object *characters = new_array();

	for (size_t i = 0; i < sizeof(triggers) / sizeof(triggers[0]); i++)
		push(characters, new_text(triggers[i]));
	put(options, "triggerCharacters", characters);
	put(options, "resolveProvider", new_boolean(true));
	return options;
}

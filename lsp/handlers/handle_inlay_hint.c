/* textDocument/inlayHint, inlayHint/resolve */
#include "analyzer/ide/views/inlay.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/wire/convert.h"

/* In an editor that can explain, a click on the presence does so. */
static struct json_object *label_json(const struct feature *feature, const struct inlay *hint)
{
	struct string name = feature->settings->explain_command;
	struct json_object *parts, *part, *command, *arguments;

	if (hint->is_count || name.length == 0)
		return new_string(hint->label);
	arguments = new_array();
	push(arguments, new_string(feature->document.uri));
	push(arguments, convert_position(syntax_tree_position(
				feature->document.tree, hint->subject, feature->client.encoding)));
	command = new_object();
	put(command, "title", new_text("Explain"));
	put(command, "command", new_string(name));
	put(command, "arguments", arguments);
	part = new_object();
	put(part, "value", new_string(hint->label));
	put(part, "command", command);
	parts = new_array();
	push(parts, part);
	return parts;
}

/* What a resolved hint is about. */
static struct json_object *data_json(const struct feature *feature, const struct inlay *hint)
{
	struct json_object *json = new_object();

	put(json, "uri", new_string(feature->document.uri));
	put(json, "position",
		convert_position(syntax_tree_position(
			feature->document.tree, hint->subject, feature->client.encoding)));
	return json;
}

struct json_object *handle_inlay_hint(struct feature *feature)
{
	const struct syntax_tree *tree = feature->document.tree;
	struct json_object *result;
	const struct inlay *hints;
	struct range range;
	size_t count = 0;

	if (!feature_range(feature, &range))
		return NULL;
	result = new_array();
	if (!feature->settings->inlay_hints)
		return result;
	hints = inlay_hints(feature_show(feature),
		feature->settings->condition_hints ? feature->document.space : NULL, range,
		feature->settings->inlay_hints_at_end, feature->arena, &count);
	for (size_t i = 0; i < count; i++) {
		struct json_object *json = new_object();

		put(json, "position",
			convert_position(syntax_tree_position(
				tree, hints[i].offset, feature->client.encoding)));
		put(json, "label", label_json(feature, &hints[i]));
		put(json, "paddingLeft", new_boolean(true));
		if (feature->client.inlay_hint_resolves_tooltip)
			put(json, "data", data_json(feature, &hints[i]));
		push(result, json);
	}
	return result;
}

/* Who rests on a hint sees what they would see on the name that it speaks of. */
struct json_object *handle_inlay_hint_resolve(struct feature *feature)
{
	struct json_object *hint = feature->params, *tooltip = NULL;
	struct range range;
	uint32_t offset;

	if (convert_to_offset(feature->document.tree, member(member(hint, "data"), "position"),
		    feature->client.encoding, &offset))
		tooltip = hover_contents(feature, offset, &range);
	if (tooltip)
		put(hint, "tooltip", tooltip);
	return json_object_get(hint);
}

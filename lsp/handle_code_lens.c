/* textDocument/codeLens */
#include "analyzer/ide/lens.h"

#include "lsp/feature.h"
#include "lsp/method.h"

static struct json_object *command_json(const struct feature *feature, const struct lens *lens)
{
	struct json_object *json = json_object_new_object();
	struct json_object *arguments = json_object_new_array();

	push(arguments, new_string(feature->document.uri));
	push(arguments, new_string(lens->variant));
	put(json, "title", new_string(lens->title));
	put(json, "command", new_text("vtosca.setActiveVariant"));
	put(json, "arguments", arguments);
	return json;
}

struct json_object *handle_code_lens(struct feature *feature)
{
	struct json_object *result = json_object_new_array();
	const struct lens *lenses;
	size_t count = 0;

	if (!feature->settings->code_lenses)
		return result;
	lenses = lens_list(feature->document.analysis, feature_active_variant(feature),
		feature->arena, &count);
	for (size_t i = 0; i < count; i++) {
		struct json_object *json = json_object_new_object();

		put(json, "range", feature_convert(feature, lenses[i].range));
		put(json, "command", command_json(feature, &lenses[i]));
		push(result, json);
	}
	return result;
}

/* textDocument/codeLens */
#include "analyzer/ide/lens.h"

#include "lsp/feature.h"
#include "lsp/method.h"

static const char *const command_names[] = {
	[LENS_SET_ACTIVE_VARIANT] = "vtosca.setActiveVariant",
	[LENS_RUN_TEST] = "vtosca.runTest",
	[LENS_RECORD_EXPECTED] = "vtosca.recordExpected",
};

static struct json_object *command_json(const struct feature *feature, const struct lens *lens)
{
	struct json_object *json = json_object_new_object();
	struct json_object *arguments = json_object_new_array();

	push(arguments, new_string(feature->document.uri));
	if (lens->argument.length > 0)
		push(arguments, new_string(lens->argument));
	put(json, "title", new_string(lens->title));
	put(json, "command", new_text(command_names[lens->command]));
	put(json, "arguments", arguments);
	return json;
}

struct json_object *handle_code_lens(struct feature *feature)
{
	struct json_object *result = json_object_new_array();
	struct lens_request request = {.analysis = feature->document.analysis,
		.path = feature->document.path,
		.files = feature->files,
		.active_variant = feature_active_variant(feature)};
	const struct lens *lenses;
	size_t count;

	if (!feature->settings->code_lenses)
		return result;
	lenses = lens_list(&request, feature->arena, &count);
	for (size_t i = 0; i < count; i++) {
		struct json_object *json;

		if (lenses[i].command == LENS_RECORD_EXPECTED && !feature->client.applies_edits)
			continue;
		json = json_object_new_object();
		put(json, "range", feature_convert(feature, lenses[i].range));
		put(json, "command", command_json(feature, &lenses[i]));
		push(result, json);
	}
	return result;
}

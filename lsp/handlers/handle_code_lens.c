/* textDocument/codeLens, codeLens/resolve */
#include "analyzer/ide/views/document_views.h"
#include "analyzer/ide/views/lens.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"

static const char *const command_names[] = {
	[LENS_SET_ACTIVE_VARIANT] = "vtosca.setActiveVariant",
	[LENS_RUN_TEST] = "vtosca.runTest",
	[LENS_RECORD_EXPECTED] = "vtosca.recordExpected",
	[LENS_NOTHING] = "",
	[LENS_TRY_INPUTS] = "vtosca.tryInputs",
	[LENS_DISMISS_VARIANT] = "vtosca.dismissVariant",
};

static struct json_object *command_json(const struct feature *feature, const struct lens *lens)
{
	struct json_object *json = new_object();
	struct json_object *arguments = new_array();

	put(json, "title", new_string(lens->title));
	put(json, "command", new_text(command_names[lens->command]));
	push(arguments, new_string(feature->document.uri));
	if (lens->command == LENS_TRY_INPUTS)
		push(arguments, new_raw(value_json(feature->arena, lens->inputs)));
	if (lens->argument.length > 0)
		push(arguments, new_string(lens->argument));
	if (lens->command == LENS_NOTHING)
		json_object_put(arguments);
	else
		put(json, "arguments", arguments);
	return json;
}

static struct lens_request lenses_for(const struct feature *feature)
{
	return (struct lens_request){.analysis = feature->document.analysis,
		.space = feature->document.space,
		.changed = feature->document.changed,
		.changed_since_base = feature->document.changed_since_base,
		.path = feature->document.path,
		.files = feature->files,
		.active_variant = feature_active_variant(feature)};
}

/* What must be set is found when the client shows the lens. */
static struct json_object *data_of_absent(const struct feature *feature, struct string element)
{
	struct json_object *data = new_object();

	put(data, "uri", new_string(feature->document.uri));
	put(data, "element", new_string(element));
	return data;
}

static void add_lenses(struct feature *feature, struct json_object *result)
{
	struct lens_request request = lenses_for(feature);
	size_t count;
	const struct lens *lenses = lens_list(&request, feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct json_object *json;

		if (lenses[i].command == LENS_RECORD_EXPECTED && !feature->client.applies_edits)
			continue;
		json = new_object();
		put(json, "range", feature_convert(feature, lenses[i].range));
		if (lenses[i].element.length > 0)
			put(json, "data", data_of_absent(feature, lenses[i].element));
		else
			put(json, "command", command_json(feature, &lenses[i]));
		push(result, json);
	}
}

static struct json_object *resolve_absent(struct feature *feature, struct string element)
{
	struct lens_request request = lenses_for(feature);
	struct lens lens = lens_of_absent(&request, element, feature->arena);
	struct json_object *json = new_object();

	put(json, "range", json_object_get(member(feature->params, "range")));
	put(json, "command", command_json(feature, &lens));
	put(json, "data", json_object_get(member(feature->params, "data")));
	return json;
}

/* ---- references ---- */

/* They are counted when the client shows them. */
static void add_reference_lenses(struct feature *feature, struct json_object *result)
{
	size_t count;
	const struct reference_lens *lenses =
		document_views_reference_lenses(feature_views(feature), feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct json_object *json = new_object();
		struct json_object *data = new_object();

		put(data, "uri", new_string(feature->document.uri));
		put(data, "kind", new_integer(lenses[i].kind));
		put(data, "name", new_string(lenses[i].name));
		put(json, "range", feature_convert(feature, lenses[i].range));
		put(json, "data", data);
		push(result, json);
	}
}

/* The lens of the params in the text as it is now; NULL if it is none, or gone. */
static const struct reference_lens *resolved_lens(const struct feature *feature)
{
	struct json_object *data = member(feature->params, "data");
	struct string name;
	int64_t kind;

	if (!member_integer(data, "kind", &kind) || kind < 0 || kind >= DECLARED_KIND_COUNT ||
		!member_string(data, "name", &name))
		return NULL;
	return reference_lens_find(
		feature->document.tree, (enum declared_kind)kind, name, feature->arena);
}

/* Without a command of the editor that shows them, the title is all there is. */
static struct json_object *references_command(const struct feature *feature, struct range range,
	const struct place_of_name *uses, size_t count)
{
	struct json_object *json = new_object();
	bool shows = feature->settings->shows_references && count > 0;

	put(json, "title", new_string(reference_lens_title(count, feature->arena)));
	put(json, "command", new_text(shows ? "vtosca.showReferences" : ""));
	if (shows) {
		struct json_object *arguments = new_array();
		struct json_object *locations = new_array();
		struct json_object *place = feature_convert(feature, range);

		for (size_t i = 0; i < count; i++)
			push(locations, feature_files_location(feature, &uses[i]));
		push(arguments, new_string(feature->document.uri));
		push(arguments, json_object_get(member(place, "start")));
		push(arguments, locations);
		put(json, "arguments", arguments);
		json_object_put(place);
	}
	return json;
}

/* A lens that was given for another text is looked up in this one. */
struct json_object *handle_code_lens_resolve(struct feature *feature)
{
	const struct reference_lens *lens = resolved_lens(feature);
	const struct place_of_name *uses;
	struct feature_files *files;
	struct known_files all;
	struct json_object *json;
	struct string element;
	size_t count;

	if (member_string(member(feature->params, "data"), "element", &element))
		return resolve_absent(feature, element);
	if (!lens)
		return feature_fail(feature, ERROR_CONTENT_MODIFIED,
			"What the lens was about is not there any more");
	files = feature_files_create(feature);
	all = feature_files_all(files);
	uses = reference_lens_uses(
		feature_files_document(files), &all, lens, feature->arena, &count);
	json = new_object();
	put(json, "range", feature_convert(feature, lens->range));
	put(json, "command", references_command(feature, lens->range, uses, count));
	put(json, "data", json_object_get(member(feature->params, "data")));
	feature_files_destroy(files);
	return json;
}

struct json_object *handle_code_lens(struct feature *feature)
{
	struct json_object *result = new_array();

	feature_show(feature);
	if (feature->settings->code_lenses)
		add_lenses(feature, result);
	if (feature->settings->reference_lenses)
		add_reference_lenses(feature, result);
	return result;
}

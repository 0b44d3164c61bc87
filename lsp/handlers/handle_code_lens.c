/* textDocument/codeLens, codeLens/resolve */
#include "analyzer/ide/views/document_views.h"
#include "analyzer/ide/views/lens.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"
#include "lsp/wire/json_text.h"

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

/* The next lens: its range, and the name of what follows. There may be hundreds of them. */
static void begin_lens(
	const struct feature *feature, struct json_text *text, struct range range, const char *rest)
{
	const struct syntax_tree *tree = feature->document.tree;
	enum position_encoding encoding = feature->client.encoding;

	json_text_add(text, text->length > 1 ? STRING(",{\"range\":") : STRING("{\"range\":"));
	json_text_add_range(text, syntax_tree_position(tree, range.start, encoding),
		syntax_tree_position(tree, range.end, encoding));
	json_text_add(text, string_from(rest));
}

static void add_member(struct json_text *text, const char *name, struct string value)
{
	json_text_add(text, string_from(name));
	json_text_add_string(text, value);
}

/* What must be set is found when the client shows the lens. */
static void add_data_of_absent(
	const struct feature *feature, struct json_text *text, struct string element)
{
	add_member(text, "{\"uri\":", feature->document.uri);
	add_member(text, ",\"element\":", element);
	json_text_add(text, STRING("}"));
}

static void add_lenses(struct feature *feature, struct json_text *text)
{
	struct lens_request request = lenses_for(feature);
	size_t count;
	const struct lens *lenses = lens_list(&request, feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		const struct lens *lens = &lenses[i];

		if (lens->command == LENS_RECORD_EXPECTED && !feature->client.applies_edits)
			continue;
		if (lens->element.length > 0) {
			begin_lens(feature, text, lens->range, ",\"data\":");
			add_data_of_absent(feature, text, lens->element);
		} else {
			struct json_object *command = command_json(feature, lens);

			begin_lens(feature, text, lens->range, ",\"command\":");
			json_text_add(text, write_json(command));
			json_object_put(command);
		}
		json_text_add(text, STRING("}"));
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
static void add_reference_lenses(struct feature *feature, struct json_text *text)
{
	size_t count;
	const struct reference_lens *lenses =
		document_views_reference_lenses(feature_views(feature), feature->arena, &count);

	for (size_t i = 0; i < count; i++) {
		begin_lens(feature, text, lenses[i].range, ",\"data\":");
		add_member(text, "{\"uri\":", feature->document.uri);
		json_text_add(text, STRING(",\"kind\":"));
		json_text_add_number(text, lenses[i].kind);
		add_member(text, ",\"name\":", lenses[i].name);
		json_text_add(text, STRING("}}"));
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
	struct feature_files *files, const struct place_of_name *uses, size_t count)
{
	size_t in_results = 0;
	struct json_object *json = new_object();
	bool shows = feature->settings->shows_references && count > 0;

	for (size_t i = 0; i < count; i++)
		in_results += feature_files_is_result(files, uses[i].path);
	put(json, "title",
		new_string(reference_lens_title(count - in_results, in_results, feature->arena)));
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
	put(json, "command", references_command(feature, lens->range, files, uses, count));
	put(json, "data", json_object_get(member(feature->params, "data")));
	feature_files_destroy(files);
	return json;
}

struct json_object *handle_code_lens(struct feature *feature)
{
	struct json_text text = {0};

	feature_show(feature);
	json_text_add(&text, STRING("["));
	if (feature->settings->code_lenses)
		add_lenses(feature, &text);
	if (feature->settings->reference_lenses)
		add_reference_lenses(feature, &text);
	json_text_add(&text, STRING("]"));
	return json_text_value(&text);
}

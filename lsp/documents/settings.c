#include "lsp/documents/settings.h"

#include "analyzer/variability/values/value_reader.h"

#include <json-c/linkhash.h>
#include <string.h>

/* -1: it is none. */
static int consent_of(struct json_object *value)
{
	static const char *const words[] = {
		[CONSENT_ALWAYS] = "always", [CONSENT_ASKED] = "ask", [CONSENT_NEVER] = "never"};

	for (int i = 0; i < 3 && json_object_is_type(value, json_type_string); i++)
		if (strcmp(json_object_get_string(value), words[i]) == 0)
			return i;
	return -1;
}

static bool type_fits(const struct setting *row, struct json_object *value)
{
	switch (row->type) {
	case SETTING_TEXT:
		return json_object_is_type(value, json_type_string);
	case SETTING_FLAG:
		return json_object_is_type(value, json_type_boolean);
	case SETTING_VARIANTS:
		return json_object_is_type(value, json_type_array);
	case SETTING_SEVERITIES:
		return json_object_is_type(value, json_type_object);
	case SETTING_CONSENT:
		return consent_of(value) >= 0;
	case SETTING_LEVEL:
	case SETTING_PATTERNS:
		return false;
	}
	return false;
}

/* Every setting with a value of its type: the given one, or else the default. */
static struct json_object *complete(struct json_object *json)
{
	struct json_object *all = new_object();
	size_t count;
	const struct setting *rows = settings_rows(&count);

	for (size_t i = 0; i < count; i++) {
		struct json_object *value = member(json, rows[i].name);
		bool valid;

		put(all, rows[i].name,
			value && type_fits(&rows[i], value)
				? json_object_get(value)
				: parse_json(string_from(rows[i].initial), &valid));
	}
	return all;
}

static void read_active_variant(
	struct settings *settings, struct json_object *json, const char *name)
{
	struct string variant;

	settings->fades_absent = true;
	if (!member_string(json, name, &variant))
		return;
	settings->fades_absent = variant.length > 0;
	settings->analysis.active_variant = arena_copy(settings->arena, variant);
}

static void read_presets(
	struct settings *settings, struct json_object *json, struct variant_setting *variant)
{
	struct json_object *names = member_array(json, "presets");
	size_t count = names ? json_object_array_length(names) : 0;
	struct string *presets = arena_allocate(settings->arena, count, sizeof(*presets));

	for (size_t i = 0; i < count; i++) {
		struct json_object *name = json_object_array_get_idx(names, i);

		if (json_object_is_type(name, json_type_string))
			presets[variant->preset_count++] = arena_copy(
				settings->arena, string_from(json_object_get_string(name)));
	}
	variant->presets = presets;
}

static void read_variants(struct settings *settings, struct json_object *json, const char *name)
{
	struct json_object *list = member_array(json, name);
	size_t count = list ? json_object_array_length(list) : 0;
	struct variant_setting *variants;

	if (count == 0)
		return;
	variants = arena_allocate(settings->arena, count, sizeof(*variants));
	for (size_t i = 0; i < count; i++) {
		struct variant_setting *variant = &variants[settings->analysis.variant_count];
		struct json_object *item = json_object_array_get_idx(list, i);
		struct string variant_name;

		if (!member_string(item, "name", &variant_name) || variant_name.length == 0)
			continue;
		variant->name = arena_copy(settings->arena, variant_name);
		read_presets(settings, item, variant);
		if (member_object(item, "inputs"))
			variant->inputs = value_from_json_or_text(
				settings->arena, write_json(member_object(item, "inputs")));
		settings->analysis.variant_count++;
	}
	settings->analysis.variants = variants;
}

static void read_severities(struct settings *settings, struct json_object *json, const char *name)
{
	struct json_object *map = member_object(json, name);
	struct severity_setting *severities;
	struct severity_settings *list = &settings->severities;

	if (!map)
		return;
	severities = arena_allocate(
		settings->arena, (size_t)json_object_object_length(map), sizeof(*severities));
	json_object_object_foreach(map, code, value)
	{
		struct severity_setting *item = &severities[list->count];

		if (!json_object_is_type(value, json_type_string) ||
			!severity_from_name(
				string_from(json_object_get_string(value)), &item->severity))
			continue;
		item->code = arena_copy(settings->arena, string_from(code));
		list->count++;
	}
	list->items = severities;
}

struct settings *settings_create(struct json_object *json)
{
	struct arena *arena = arena_create();
	struct settings *settings = arena_allocate(arena, 1, sizeof(*settings));

	settings->arena = arena;
	atomic_init(&settings->references, 1);
	json = complete(json);
	read_active_variant(settings, json, "activeVariant");
	read_variants(settings, json, "variants");
	settings->all_inputs = member_is_true(json, "allInputs");
	settings->condition_hints = member_is_true(json, "conditionHints");
	settings->client_fades = member_is_true(json, "fadesAbsent");
	settings->calm_typing = member_is_true(json, "calmTyping");
	settings->code_lenses = member_is_true(json, "codeLenses");
	settings->inlay_hints = member_is_true(json, "inlayHints");
	settings->inlay_hints_at_end = member_is_true(json, "inlayHintsAtLineEnd");
	settings->imports_outside =
		(enum consent)consent_of(member(json, "importsOutsideWorkspace"));
	settings->presence_notifications = member_is_true(json, "presenceNotifications");
	settings->reference_lenses = member_is_true(json, "referenceLenses");
	settings->shows_references = member_is_true(json, "showReferences");
	if (member_string(json, "explainCommand", &settings->explain_command))
		settings->explain_command = arena_copy(arena, settings->explain_command);
	if (member_string(json, "suggestCommand", &settings->suggest_command))
		settings->suggest_command = arena_copy(arena, settings->suggest_command);
	read_severities(settings, json, "diagnosticSeverities");
	settings->json = arena_copy(arena, write_json(json));
	json_object_put(json);
	return settings;
}

struct settings *settings_retain(struct settings *settings)
{
	atomic_fetch_add(&settings->references, 1);
	return settings;
}

void settings_release(struct settings *settings)
{
	if (!settings || atomic_fetch_sub(&settings->references, 1) != 1)
		return;
	arena_destroy(settings->arena);
}

bool settings_are_same(const struct settings *a, const struct settings *b)
{
	return string_equal(a->json, b->json);
}

#include "analyzer/ide/publication/project_settings.h"

#include "analyzer/model/report/suggestion.h"
#include "analyzer/text/path.h"
#include "analyzer/variability/values/value_reader.h"

struct reading {
	struct project_settings settings;
	struct arena *arena;
	struct diagnostics *diagnostics;
};

static void report(struct reading *reading, struct node place, struct string message)
{
	if (reading->diagnostics)
		diagnostics_add(reading->diagnostics, DIAGNOSTIC_CODE_BAD_SETTING, place, "%.*s",
			STRING_ARGUMENTS(message));
}

static void report_unknown(struct reading *reading, struct node place, const char *what,
	const struct suggestion *suggestion)
{
	report(reading, place,
		arena_format(reading->arena, "There is no %s \"%.*s\"%s%.*s%s", what,
			STRING_ARGUMENTS(suggestion->wanted),
			suggestion->best.length ? "; did you mean \"" : "",
			STRING_ARGUMENTS(suggestion->best), suggestion->best.length ? "\"?" : ""));
}

static void report_kind(struct reading *reading, struct node value, const char *expected)
{
	report(reading, value, arena_format(reading->arena, "This must be %s", expected));
}

/* ---- the settings ---- */

static bool is_text(struct node node)
{
	return node_kind(node) == NODE_SCALAR && !node_is_null(node);
}

static void read_severity(
	struct reading *reading, struct severity_setting *items, struct node_entry entry)
{
	struct severity_settings *list = &reading->settings.severities;
	struct suggestion suggestion = suggestion_for(node_text(entry.key));
	enum diagnostic_code code;

	if (!diagnostic_code_find(node_text(entry.key), &code)) {
		for (int i = 0; i < DIAGNOSTIC_CODE_COUNT; i++)
			suggestion_offer(&suggestion,
				string_from(diagnostic_code_row((enum diagnostic_code)i)->name));
		report_unknown(reading, entry.key, "diagnostic", &suggestion);
	} else if (!severity_from_name(node_text(entry.value), &items[list->count].severity)) {
		report_kind(reading, node_is_absent(entry.value) ? entry.key : entry.value,
			"error, warning, information, hint or off");
	} else {
		items[list->count++].code = arena_copy(reading->arena, node_text(entry.key));
	}
}

static void read_severities(struct reading *reading, struct node map)
{
	if (node_kind(map) != NODE_MAPPING) {
		report_kind(reading, map, "a map from codes of diagnostics to severities");
		return;
	}
	struct severity_setting *items =
		arena_allocate(reading->arena, node_count(map), sizeof(*items));
	reading->settings.severities.items = items;
	reading->settings.severities.count = 0;
	for (uint32_t i = 0; i < node_count(map); i++)
		read_severity(reading, items, node_entry(map, i));
}

static const struct string *read_texts(struct reading *reading, struct node list, size_t *count)
{
	*count = 0;
	if (node_kind(list) != NODE_SEQUENCE) {
		report_kind(reading, list, "a list of texts");
		return NULL;
	}
	struct string *texts = arena_allocate(reading->arena, node_count(list), sizeof(*texts));
	for (uint32_t i = 0; i < node_count(list); i++) {
		struct node item = node_item(list, i);

		if (is_text(item))
			texts[(*count)++] = arena_copy(reading->arena, node_text(item));
		else
			report_kind(reading, item, "a text");
	}
	return texts;
}

static void read_variant(struct reading *reading, struct variant_setting *variant, struct node item)
{
	static const char *const keys[] = {"name", "presets", "inputs"};
	struct node presets = node_get(item, "presets"), inputs = node_get(item, "inputs");

	variant->name = arena_copy(reading->arena, node_text(node_get(item, "name")));
	if (!node_is_absent(presets))
		variant->presets = read_texts(reading, presets, &variant->preset_count);
	if (node_kind(inputs) == NODE_MAPPING)
		variant->inputs =
			value_detach(reading->arena, value_from_node(reading->arena, inputs));
	else if (!node_is_null(inputs))
		report_kind(reading, inputs, "a map from names of variability inputs to values");
	for (uint32_t i = 0; i < node_count(item); i++) {
		struct node key = node_entry(item, i).key;
		struct suggestion suggestion = suggestion_for(node_text(key));
		bool is_known = false;

		for (size_t k = 0; k < 3; k++) {
			is_known |= string_is(node_text(key), keys[k]);
			suggestion_offer(&suggestion, string_from(keys[k]));
		}
		if (!is_known)
			report_unknown(reading, key, "key of variants", &suggestion);
	}
}

static void read_variants(struct reading *reading, struct node list)
{
	struct analysis_settings *analysis = &reading->settings.analysis;

	if (node_kind(list) != NODE_SEQUENCE) {
		report_kind(reading, list, "a list of variants");
		return;
	}
	struct variant_setting *variants =
		arena_allocate(reading->arena, node_count(list), sizeof(*variants));
	analysis->variants = variants;
	analysis->variant_count = 0; /* of a key that stands there twice, the last one counts */
	for (uint32_t i = 0; i < node_count(list); i++) {
		struct node item = node_item(list, i);

		if (node_kind(item) == NODE_MAPPING && is_text(node_get(item, "name")))
			read_variant(reading, &variants[analysis->variant_count++], item);
		else
			report_kind(reading, item, "a variant with a name");
	}
}

static void read_level(struct reading *reading, struct node value)
{
	if (string_is(node_text(value), "never"))
		reading->settings.fail_on = 0;
	else if (string_is(node_text(value), "off") || string_is(node_text(value), "hint") ||
		 !severity_from_name(node_text(value), &reading->settings.fail_on))
		report_kind(reading, value, "error, warning, information or never");
}

static void read_text(struct reading *reading, const char *name, struct node value)
{
	struct string text = arena_copy(reading->arena, node_text(value));

	if (!is_text(value) && !node_is_null(value)) {
		report_kind(reading, value, "a text");
	} else if (strcmp(name, "baseline") == 0) {
		reading->settings.baseline = text;
	} else if (!node_is_null(value)) {
		reading->settings.analysis.active_variant = text;
		reading->settings.fades_nothing = text.length == 0;
	}
}

static void read_value(struct reading *reading, const struct setting *row, struct node value)
{
	switch (row->type) {
	case SETTING_TEXT:
		read_text(reading, row->name, value);
		return;
	case SETTING_FLAG: /* only editors ask */
		if (!string_is(node_text(value), "true") && !string_is(node_text(value), "false"))
			report_kind(reading, value, "true or false");
		return;
	case SETTING_CONSENT: /* no project gives it */
		return;
	case SETTING_LEVEL:
		read_level(reading, value);
		return;
	case SETTING_PATTERNS:
		reading->settings.exclude =
			read_texts(reading, value, &reading->settings.exclude_count);
		return;
	case SETTING_VARIANTS:
		read_variants(reading, value);
		return;
	case SETTING_SEVERITIES:
		read_severities(reading, value);
		return;
	}
}

static void read_entry(struct reading *reading, struct node_entry entry)
{
	struct suggestion suggestion = suggestion_for(node_text(entry.key));
	size_t count;
	const struct setting *rows = settings_rows(&count);

	for (size_t i = 0; i < count; i++) {
		if (rows[i].scope == SETTING_CLIENT || rows[i].scope == SETTING_USER)
			continue;
		if (string_is(node_text(entry.key), rows[i].name)) {
			read_value(reading, &rows[i], entry.value);
			return;
		}
		suggestion_offer(&suggestion, string_from(rows[i].name));
	}
	report_unknown(reading, entry.key, "setting", &suggestion);
}

/* What `tree`, the tree of the file, says; `diagnostics` (may be NULL) is what is wrong with it. */
static struct project_settings read_settings(
	const struct syntax_tree *tree, struct arena *arena, struct diagnostics *diagnostics)
{
	struct node root = syntax_tree_root(tree);
	struct reading reading = {.arena = arena,
		.diagnostics = diagnostics,
		.settings = {.fail_on = IDE_ERROR, .all = value_from_map(arena, NULL, 0)}};

	if (node_kind(root) == NODE_MAPPING) {
		reading.settings.all = value_detach(arena, value_from_node(arena, root));
		for (uint32_t i = 0; i < node_count(root); i++)
			read_entry(&reading, node_entry(root, i));
	} else if (!node_is_null(root) && !node_is_broken(root)) {
		report_kind(&reading, root, "a map of settings");
	}
	return reading.settings;
}

struct ide_diagnostics project_settings_diagnostics(
	const struct syntax_tree *tree, struct arena *arena)
{
	struct diagnostics found = diagnostics_in(arena);

	read_settings(tree, arena, &found);
	return diagnostics_of_test_file(tree, diagnostics_of_meta_file(tree, &found, arena), arena);
}

/* ---- finding the file ---- */

struct project_settings project_settings_of(
	struct string path, const struct files *files, struct arena *arena)
{
	struct project_settings settings = {.fail_on = IDE_ERROR};
	struct string folder = path_folder(path);

	for (;;) {
		struct string candidate = path_join(arena, folder, STRING(PROJECT_SETTINGS_NAME));
		struct syntax_tree *tree = files_read(files, candidate);

		if (tree) {
			settings = read_settings(tree, arena, NULL);
			settings.path = candidate;
			syntax_tree_release(tree);
			return settings;
		}
		if (folder.length == 0 || string_is(folder, "/"))
			return settings;
		folder = path_folder(folder);
	}
}

bool project_settings_are_at(struct string path)
{
	return string_is(path_name(path), PROJECT_SETTINGS_NAME);
}

#include "analyzer/variability/variants.h"

#include "analyzer/variability/variability_inputs.h"

struct collecting {
	struct variants *variants;
	struct arena *arena;
	const struct analysis_request *request;
	struct node variability;
	size_t tree_capacity;
	struct value_definitions *definitions;
	struct problems *problems;
	size_t capacity;
};

/* ---- settings, as a value that can be compared ---- */

static struct value fingerprint_variant(struct arena *arena, const struct variant_setting *setting)
{
	struct value *parts = arena_allocate(arena, setting->preset_count + 2, sizeof(*parts));

	for (size_t i = 0; i < setting->preset_count; i++)
		parts[i] = value_from_string(arena_copy(arena, setting->presets[i]));
	parts[setting->preset_count] = value_from_string(value_json(arena, setting->inputs));
	parts[setting->preset_count + 1] = value_from_string(arena_copy(arena, setting->name));
	return value_from_list(arena, parts, setting->preset_count + 2);
}

static struct value fingerprint(struct arena *arena, const struct analysis_settings *settings)
{
	struct value *parts;

	if (!settings)
		return value_none();
	parts = arena_allocate(arena, settings->variant_count + 2, sizeof(*parts));
	parts[0] = value_from_string(arena_copy(arena, settings->active_variant));
	parts[1] = value_from_boolean(settings->only_settings);
	for (size_t i = 0; i < settings->variant_count; i++)
		parts[i + 2] = fingerprint_variant(arena, &settings->variants[i]);
	return value_from_list(arena, parts, settings->variant_count + 2);
}

bool variants_are_same(const struct variants *variants, const struct analysis_settings *settings)
{
	struct arena *arena = arena_create();
	bool is_same = value_equal(variants->fingerprint, fingerprint(arena, settings));

	arena_destroy(arena);
	return is_same;
}

/* ---- variants ---- */

static struct problem *report(struct collecting *collecting, enum phase phase,
	enum diagnostic_code code, struct node place, struct string text)
{
	struct problem *problem = problems_add(
		collecting->problems, phase, code, place, "%.*s", STRING_ARGUMENTS(text));

	problem->variants = UINT64_C(1) << collecting->variants->count;
	return problem;
}

static void add_variant(struct collecting *collecting, const struct variant_setting *setting,
	enum variant_origin origin, struct node place)
{
	struct variants *variants = collecting->variants;
	struct variability_assignment *assignment;
	struct variability_inputs_violation violation;
	struct variant_context *item;
	struct string *presets;

	if (variants->count == ANALYSIS_MAXIMUM_VARIANTS)
		return;
	assignment = variability_assignment_create(collecting->arena);
	presets = arena_allocate(collecting->arena, setting->preset_count, sizeof(*presets));
	for (size_t i = 0; i < setting->preset_count; i++) {
		presets[i] = arena_copy(collecting->arena, setting->presets[i]);

		struct string error = variability_assignment_add_preset(
			assignment, collecting->variability, setting->presets[i]);

		if (error.length) {
			report(collecting, PHASE_PRESETS, DIAGNOSTIC_CODE_UNKNOWN_PRESET,
				(struct node){0}, error);
			variants->unusable |= UINT64_C(1) << variants->count;
		}
	}
	variability_assignment_add(assignment, setting->inputs);
	violation =
		variability_inputs_validate(collecting->arena, collecting->variability, assignment);
	if (violation.error.length)
		report(collecting, PHASE_VALIDATE_INPUTS, DIAGNOSTIC_CODE_INPUT_CONSTRAINTS,
			node_is_absent(place) ? violation.cause : place, violation.error);
	variants->items = arena_reserve(collecting->arena, variants->items, variants->count,
		&collecting->capacity, sizeof(*variants->items));
	item = &variants->items[variants->count++];
	*item = (struct variant_context){
		.variant = {.name = setting->name, .origin = origin, .place = place},
		.presets = presets,
		.preset_count = setting->preset_count,
		.inputs = setting->inputs,
		.context = value_context_create_for(
			collecting->arena, collecting->definitions, assignment)};
}

struct value_context *variants_create_context(const struct variants *variants, size_t variant,
	struct node variability, struct arena *arena)
{
	const struct variant_context *item = &variants->items[variant];
	struct variability_assignment *assignment = variability_assignment_create(arena);

	for (size_t i = 0; i < item->preset_count; i++)
		variability_assignment_add_preset(assignment, variability, item->presets[i]);
	variability_assignment_add(assignment, item->inputs);
	return value_context_create(arena, variability, assignment);
}

static void add_presets(struct collecting *collecting)
{
	const struct string *names;
	size_t count = variability_preset_names(collecting->arena, collecting->variability, &names);
	struct node presets = node_get(collecting->variability, "presets");

	add_variant(collecting, &(struct variant_setting){.name = STRING("defaults")},
		VARIANT_DEFAULTS, (struct node){0});
	for (size_t i = 0; i < count; i++) {
		struct variant_setting setting = {
			.name = names[i], .presets = &names[i], .preset_count = 1};

		add_variant(collecting, &setting, VARIANT_PRESET, node_find(presets, names[i]).key);
	}
}

/* ---- variability tests beside the template: DIR/tests/NAME/ ---- */

/* NULL if there is no such file. The tree is kept as long as the variants. */
static const struct syntax_tree *read_file(
	struct collecting *collecting, struct string folder, struct string name)
{
	struct variants *variants = collecting->variants;
	struct string path = arena_format(
		collecting->arena, "%.*s/%.*s", STRING_ARGUMENTS(folder), STRING_ARGUMENTS(name));
	struct syntax_tree *tree = files_read(collecting->request->files, path);

	if (!tree)
		return NULL;
	variants->trees = arena_reserve(collecting->arena, variants->trees, variants->tree_count,
		&collecting->tree_capacity, sizeof(*variants->trees));
	variants->trees[variants->tree_count++] = tree;
	return tree;
}

static bool is_yaml(struct string name)
{
	return string_ends_with(name, ".yaml") || string_ends_with(name, ".yml");
}

static struct string last_component(struct string path)
{
	size_t start = path.length;

	while (start > 0 && path.bytes[start - 1] != '/')
		start--;
	return string_slice(path, start, path.length);
}

/* A test may name its template; it is ours if the file has our name. */
static bool is_about(struct string path, struct node template)
{
	return node_is_null(template) ||
	       string_equal(last_component(node_text(template)), last_component(path));
}

static void add_test(struct collecting *collecting, struct string folder, struct string name)
{
	const struct syntax_tree *test = read_file(collecting, folder, STRING("test.yaml"));
	const struct syntax_tree *inputs = NULL;
	struct variant_setting setting = {.name = name};
	struct node root, presets, file;
	struct string *names;

	if (!test)
		return;
	root = syntax_tree_root(test);
	/* Tests of another template, and tests that want an error, are no variants. */
	if (!is_about(collecting->request->path, node_get(root, "template")) ||
		!node_is_null(node_get(root, "error")))
		return;
	presets = node_get(root, "presets");
	file = node_get(root, "inputs");
	if (node_is_null(file) || is_yaml(node_text(file)))
		inputs = read_file(collecting, folder,
			node_is_null(file) ? STRING("inputs.yaml") : node_text(file));
	if (inputs)
		setting.inputs = value_from_node(collecting->arena, syntax_tree_root(inputs));
	setting.preset_count = node_kind(presets) == NODE_SEQUENCE ? node_count(presets)
			       : node_is_string(presets)           ? 1
								   : 0;
	names = arena_allocate(collecting->arena, setting.preset_count, sizeof(*names));
	for (uint32_t i = 0; i < setting.preset_count; i++)
		names[i] = node_text(
			node_kind(presets) == NODE_SEQUENCE ? node_item(presets, i) : presets);
	setting.presets = names;
	add_variant(collecting, &setting, VARIANT_TEST, (struct node){0});
}

static void add_tests(struct collecting *collecting)
{
	const struct analysis_request *request = collecting->request;
	struct string folder = files_beside(collecting->arena, request->path, STRING("tests"));
	size_t count;
	const struct file_entry *entries =
		files_list(request->files, folder, collecting->arena, &count);

	for (size_t i = 0; i < count; i++) {
		if (entries[i].is_folder && !string_ends_with(entries[i].name, "---disabled"))
			add_test(collecting,
				arena_format(collecting->arena, "%.*s/%.*s",
					STRING_ARGUMENTS(folder),
					STRING_ARGUMENTS(entries[i].name)),
				arena_format(collecting->arena, "test %.*s",
					STRING_ARGUMENTS(entries[i].name)));
	}
}

void variants_release(struct variants *variants)
{
	for (size_t i = 0; i < variants->tree_count; i++)
		syntax_tree_release(variants->trees[i]);
}

static void choose_active(struct collecting *collecting, struct string name)
{
	struct variants *variants = collecting->variants;

	variants->active = variants->count > 1 ? 1 : 0;
	for (size_t i = 0; i < variants->count; i++) {
		if (string_equal(variants->items[i].variant.name, name)) {
			variants->active = i;
			return;
		}
	}
}

void variants_collect(struct variants *variants, struct arena *arena,
	const struct service_template *service_template, const struct analysis_request *request,
	struct problems *problems)
{
	const struct analysis_settings *settings = request->settings;
	struct collecting collecting = {.variants = variants,
		.arena = arena,
		.request = request,
		.variability = service_template->graph.variability,
		.problems = problems};

	collecting.definitions = value_definitions_create(arena, collecting.variability);
	if (!settings || !settings->only_settings) {
		add_presets(&collecting);
		add_tests(&collecting);
	}
	for (size_t i = 0; settings && i < settings->variant_count; i++) {
		struct variant_setting setting = settings->variants[i];

		setting.name = arena_copy(arena, setting.name);
		add_variant(&collecting, &setting, VARIANT_SETTINGS, (struct node){0});
	}
	choose_active(&collecting, settings ? settings->active_variant : (struct string){0});
	variants->fingerprint = fingerprint(arena, settings);
}

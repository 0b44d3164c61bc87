#include "analyzer/variability/analysis/variants.h"

#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/inputs/variability_test.h"
#include "analyzer/variability/values/value_reader.h"

struct collecting {
	struct variants *variants;
	struct arena *arena;
	const struct analysis_request *request;
	struct node variability;
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

static bool is_taken(const struct collecting *collecting, struct string name)
{
	for (size_t i = 0; i < collecting->variants->count; i++)
		if (string_equal(collecting->variants->items[i].variant.name, name))
			return true;
	return false;
}

/* Names tell variants apart: a preset may be called "defaults", or as a test is. */
static struct string distinct_name(
	struct collecting *collecting, struct string name, enum variant_origin origin)
{
	struct string first = name;

	if (is_taken(collecting, name) && origin == VARIANT_PRESET)
		name = arena_format(collecting->arena, "preset %.*s", STRING_ARGUMENTS(first));
	for (int i = 2; is_taken(collecting, name); i++)
		name = arena_format(collecting->arena, "%.*s (%d)", STRING_ARGUMENTS(first), i);
	return name;
}

/* Of a key that is there twice, the first entry counts both times: it is told as what it is. */
static bool is_repeated(const struct collecting *collecting, struct node place)
{
	for (size_t i = 0; i < collecting->variants->count; i++)
		if (node_equal_place(collecting->variants->items[i].variant.place, place))
			return true;
	return false;
}

static void tell_of_name(
	struct collecting *collecting, struct string before, struct string name, struct node place)
{
	if (node_is_absent(place) || string_equal(before, name) || is_repeated(collecting, place))
		return;
	report(collecting, PHASE_WARNING, DIAGNOSTIC_CODE_AMBIGUOUS_VARIANT, place,
		arena_format(collecting->arena,
			"Another variant is called \"%.*s\" as well; this one is shown as \"%.*s\"",
			STRING_ARGUMENTS(before), STRING_ARGUMENTS(name)));
}

static bool repeats_preset(const struct variants *variants, const struct variant_setting *setting)
{
	bool assigns = setting->inputs.kind == VALUE_MAP && setting->inputs.map->count > 0;

	for (size_t i = 0; setting->preset_count == 1 && !assigns && i < variants->count; i++)
		if (variants->items[i].variant.origin == VARIANT_PRESET &&
			string_equal(variants->items[i].presets[0], setting->presets[0]))
			return true;
	return false;
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
	struct string name = distinct_name(collecting, setting->name, origin);
	tell_of_name(collecting, setting->name, name, place);
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
	bool repeats = origin == VARIANT_TEST && repeats_preset(variants, setting);
	variants->items = arena_reserve(collecting->arena, variants->items, variants->count,
		&collecting->capacity, sizeof(*variants->items));
	item = &variants->items[variants->count++];
	*item = (struct variant_context){.variant = {.name = name,
						 .origin = origin,
						 .repeats_preset = repeats,
						 .place = place},
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
	if (count >= ANALYSIS_MAXIMUM_VARIANTS)
		problems_add(collecting->problems, PHASE_WARNING, DIAGNOSTIC_CODE_TOO_MANY_VARIANTS,
			node_find(presets, names[ANALYSIS_MAXIMUM_VARIANTS - 1]).key,
			"Only %d variants are looked at: this preset and those below it are left "
			"out",
			ANALYSIS_MAXIMUM_VARIANTS)
			->variants = 1;
}

/* Variability tests beside the template; those that want an error are no variants. */
static void add_tests(struct collecting *collecting)
{
	const struct analysis_request *request = collecting->request;
	struct arena *arena = collecting->arena;
	size_t count;
	const struct variability_test *tests =
		variability_tests_beside(arena, request->files, request->path, &count);

	for (size_t i = 0; i < count; i++) {
		struct variant_setting setting = {
			.presets = tests[i].presets, .preset_count = tests[i].preset_count};
		struct string error;

		if (tests[i].error.bytes)
			continue;
		setting.name = arena_format(arena, "test %.*s", STRING_ARGUMENTS(tests[i].name));
		variability_test_inputs(arena, request->files, &tests[i], &setting.inputs, &error);
		add_variant(collecting, &setting, VARIANT_TEST, (struct node){0});
	}
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
		setting.inputs = value_detach(arena, setting.inputs);
		add_variant(&collecting, &setting,
			setting.is_tried ? VARIANT_TRIED : VARIANT_SETTINGS, (struct node){0});
	}
	choose_active(&collecting, settings ? settings->active_variant : (struct string){0});
	variants->fingerprint = fingerprint(arena, settings);
}

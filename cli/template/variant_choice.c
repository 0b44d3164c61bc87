#include "cli/template/variant_choice.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/diagnostics/assigned_inputs.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/variability/inputs/inputs_file.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/values/value_reader.h"
#include "analyzer/variability/values/value_writer.h"
#include "cli/files/disk_files.h"
#include "cli/files/input_text.h"
#include "cli/print/console.h"

extern char **environ;

/* ---- inputs ---- */

/* NAME=VALUE, the value read as YAML. */
static bool add_input(const struct arguments *arguments, struct variability_assignment *assignment,
	const char *word)
{
	struct arena *arena = arguments->arena;
	const char *equals = strchr(word, '=');
	struct string error;

	if (!equals || equals == word) {
		arguments_refuse(arguments, "--input is \"%s\" but must be NAME=VALUE", word);
		return false;
	}
	struct string text = string_from(equals + 1);
	struct value_entry *entry = arena_allocate(arena, 1, sizeof(*entry));
	entry->key = (struct string){word, (size_t)(equals - word)};
	entry->value = value_from_yaml(arena, text, &error);
	if (error.length > 0) {
		arguments_refuse(arguments, "--input \"%s\": the value is no YAML: %.*s", word,
			STRING_ARGUMENTS(error));
		return false;
	}
	variability_assignment_add(assignment, value_from_map(arena, entry, 1));
	return true;
}

static bool add_file(const struct arguments *arguments, struct variability_assignment *assignment,
	const char *path)
{
	struct string text, error;

	if (!input_text_read(arguments, path, "file", &text))
		return false;
	struct value inputs = inputs_file_read(arguments->arena, string_from(path), text, &error);
	if (error.length > 0) {
		arguments_refuse(arguments, "%.*s", STRING_ARGUMENTS(error));
		return false;
	}
	variability_assignment_add(assignment, inputs);
	return true;
}

/* The environment counts only where a file of inputs is given, and less than the file: so it is
 * with the reference implementation. */
static bool read_inputs(struct variant_choice *choice)
{
	const struct arguments *arguments = choice->arguments;
	const struct argument_list *files = &arguments->options[OPTION_INPUTS];
	const struct argument_list *inputs = &arguments->options[OPTION_INPUT];
	struct variability_assignment *assignment = variability_assignment_create(arguments->arena);

	if (files->count > 0)
		variability_assignment_add_environment(assignment, (const char *const *)environ);
	for (size_t i = 0; i < files->count; i++)
		if (!add_file(arguments, assignment, files->items[i]))
			return false;
	for (size_t i = 0; i < inputs->count; i++)
		if (!add_input(arguments, assignment, inputs->items[i]))
			return false;
	if (files->count + inputs->count > 0)
		choice->inputs = variability_assignment_value(assignment);
	return true;
}

bool variant_choice_read(struct variant_choice *choice, const struct arguments *arguments)
{
	*choice = (struct variant_choice){
		.arguments = arguments, .has_names = arguments_has(arguments, OPTION_VARIANT)};
	if (choice->has_names && arguments_has(arguments, OPTION_PRESET)) {
		arguments_refuse(arguments,
			"--variant and --preset exclude each other: a preset is a "
			"variant, and presets are laid over each other");
		return false;
	}
	return read_inputs(choice);
}

bool variant_choice_is_given(const struct variant_choice *choice)
{
	return choice->has_names || choice->inputs.kind == VALUE_MAP ||
	       arguments_has(choice->arguments, OPTION_PRESET);
}

bool variant_choice_is_plain(const struct variant_choice *choice)
{
	return choice->has_names && choice->inputs.kind != VALUE_MAP;
}

/* ---- names ---- */

/* "preset NAME" and "test NAME" also where the name alone would do. */
static struct string long_name(struct arena *arena, const struct variant *variant)
{
	const char *prefix = variant->origin == VARIANT_PRESET ? "preset "
			     : variant->origin == VARIANT_TEST ? "test "
							       : "";

	if (string_starts_with(variant->name, prefix))
		return variant->name;
	return arena_format(arena, "%s%.*s", prefix, STRING_ARGUMENTS(variant->name));
}

/* The name without "preset " or "test ". */
static struct string short_name(const struct variant *variant)
{
	const char *prefix = variant->origin == VARIANT_PRESET ? "preset " : "test ";

	if ((variant->origin != VARIANT_PRESET && variant->origin != VARIANT_TEST) ||
		!string_starts_with(variant->name, prefix))
		return variant->name;
	return string_slice(variant->name, strlen(prefix), variant->name.length);
}

static bool is_named(struct arena *arena, const struct variant *variant, struct string name)
{
	return string_equal(variant->name, name) || string_equal(long_name(arena, variant), name);
}

static void refuse_unknown(const struct arguments *arguments, const struct analysis *all,
	struct string path, struct string name)
{
	struct suggestion suggestion = suggestion_for(name);
	struct string known = STRING("");

	for (size_t i = 0; i < analysis_variant_count(all); i++) {
		const struct variant *variant = analysis_variant(all, i);

		suggestion_offer(&suggestion, short_name(variant));
		suggestion_offer(&suggestion, variant->name);
		known = arena_format(arguments->arena, "%.*s%s%.*s", STRING_ARGUMENTS(known),
			i ? ", " : "", STRING_ARGUMENTS(variant->name));
	}
	if (suggestion.best.length > 0)
		known = arena_format(arguments->arena, "did you mean \"%.*s\"?",
			STRING_ARGUMENTS(suggestion.best));
	else
		known = arena_format(arguments->arena, "it has %.*s", STRING_ARGUMENTS(known));
	arguments_refuse(arguments, "\"%.*s\" has no variant \"%.*s\"; %.*s",
		STRING_ARGUMENTS(path), STRING_ARGUMENTS(name), STRING_ARGUMENTS(known));
}

static void refuse_ambiguous(
	const struct arguments *arguments, const struct analysis *all, struct string name)
{
	struct string known = STRING("");

	for (size_t i = 0; i < analysis_variant_count(all); i++) {
		const struct variant *variant = analysis_variant(all, i);

		if (string_equal(short_name(variant), name))
			known = arena_format(arguments->arena, "%.*s%s\"%.*s\"",
				STRING_ARGUMENTS(known), known.length ? " or " : "",
				STRING_ARGUMENTS(long_name(arguments->arena, variant)));
	}
	arguments_refuse(arguments, "several variants are called \"%.*s\": say %.*s",
		STRING_ARGUMENTS(name), STRING_ARGUMENTS(known));
}

bool variant_choice_find(const struct arguments *arguments, const struct analysis *all,
	struct string path, const char *word, size_t *variant)
{
	struct string name = string_from(word);
	size_t exact = 0, rough = 0;

	*variant = SIZE_MAX;
	for (size_t i = 0; i < analysis_variant_count(all); i++) {
		const struct variant *candidate = analysis_variant(all, i);

		if (is_named(arguments->arena, candidate, name)) {
			exact++;
			*variant = i;
		}
	}
	for (size_t i = 0; i < analysis_variant_count(all); i++) {
		if (!string_equal(short_name(analysis_variant(all, i)), name))
			continue;
		rough++;
		if (exact == 0)
			*variant = i;
	}
	if (rough > 1)
		refuse_ambiguous(arguments, all, name);
	else if (exact + rough == 0)
		refuse_unknown(arguments, all, path, name);
	return rough <= 1 && exact + rough > 0;
}

/* ---- settings ---- */

static struct string caption(const struct variant_choice *choice, struct string name)
{
	const struct argument_list *inputs = &choice->arguments->options[OPTION_INPUT];
	const struct argument_list *files = &choice->arguments->options[OPTION_INPUTS];
	struct arena *arena = choice->arguments->arena;

	for (size_t i = 0; i < files->count; i++)
		name = arena_format(arena, "%.*s + %s", STRING_ARGUMENTS(name), files->items[i]);
	for (size_t i = 0; i < inputs->count; i++)
		name = arena_format(arena, "%.*s + %s", STRING_ARGUMENTS(name), inputs->items[i]);
	return name;
}

/* Adds a variant with the inputs of the command line on top. */
static void add_variant(struct variant_choice *choice, struct variant_setting setting)
{
	struct arena *arena = choice->arguments->arena;

	setting.name = arena_copy(arena, caption(choice, setting.name));
	setting.inputs = value_detach(arena, setting.inputs);
	if (choice->inputs.kind == VALUE_MAP)
		setting.inputs = setting.inputs.kind == VALUE_MAP
					 ? value_merge(arena, setting.inputs, choice->inputs)
					 : choice->inputs;
	choice->variants[choice->settings.variant_count++] = setting;
}

static bool has_preset(
	const struct arguments *arguments, const struct syntax_tree *tree, const char *name)
{
	const struct string *names;
	size_t count = variability_preset_names(arguments->arena, names_variability(tree), &names);
	struct suggestion suggestion = suggestion_for(string_from(name));

	for (size_t i = 0; i < count; i++) {
		if (string_is(names[i], name))
			return true;
		suggestion_offer(&suggestion, names[i]);
	}
	arguments_refuse(arguments, "Did not find variability preset \"%s\"%s%.*s%s", name,
		suggestion.best.length ? "; did you mean \"" : "",
		STRING_ARGUMENTS(suggestion.best), suggestion.best.length ? "\"?" : "");
	return false;
}

/* One variant of all presets, or of none. */
static bool add_presets(struct variant_choice *choice, const struct syntax_tree *tree)
{
	struct arena *arena = choice->arguments->arena;
	const struct argument_list *given = &choice->arguments->options[OPTION_PRESET];
	struct string *presets = arena_allocate(arena, given->count, sizeof(*presets));
	struct string name = given->count ? STRING("") : STRING("defaults");

	for (size_t i = 0; i < given->count; i++) {
		if (!has_preset(choice->arguments, tree, given->items[i]))
			return false;
		presets[i] = string_from(given->items[i]);
		name = arena_format(
			arena, "%.*s%s%s", STRING_ARGUMENTS(name), i ? " + " : "", given->items[i]);
	}
	add_variant(
		choice, (struct variant_setting){
				.name = name, .presets = presets, .preset_count = given->count});
	return true;
}

/* The settings of variants borrow from their analysis, which will be gone. */
static struct variant_setting detached(struct arena *arena, struct variant_setting setting)
{
	struct string *presets = arena_allocate(arena, setting.preset_count, sizeof(*presets));

	for (size_t i = 0; i < setting.preset_count; i++)
		presets[i] = arena_copy(arena, setting.presets[i]);
	setting.presets = presets;
	return setting;
}

bool variant_choice_resolve(struct variant_choice *choice, const struct syntax_tree *tree,
	const struct analysis *all, struct string path)
{
	const struct arguments *arguments = choice->arguments;
	const struct argument_list *names = &arguments->options[OPTION_VARIANT];
	size_t variant;

	choice->variants =
		arena_allocate(arguments->arena, names->count + 1, sizeof(*choice->variants));
	choice->settings =
		(struct analysis_settings){.variants = choice->variants, .only_settings = true};
	for (size_t i = 0; i < names->count; i++) {
		if (!variant_choice_find(arguments, all, path, names->items[i], &variant))
			return false;
		add_variant(
			choice, detached(arguments->arena, analysis_variant_setting(all, variant)));
	}
	return choice->has_names || add_presets(choice, tree);
}

void variant_choice_warn(const struct variant_choice *choice, const struct analysis *analysis,
	struct string place, FILE *stream)
{
	struct arena *arena = choice->arguments->arena;
	struct yaml_writer *writer;

	if (choice->inputs.kind != VALUE_MAP || !stream)
		return;
	writer = yaml_writer_create();
	value_write(writer, arena, choice->inputs);

	struct syntax_tree *assigned = syntax_tree_create(yaml_writer_text(writer));
	struct diagnostics found = assigned_inputs_check(analysis_types(analysis), assigned, arena);

	for (size_t i = 0; i < found.count; i++)
		console_line(stream, "%.*swarning: %.*s", STRING_ARGUMENTS(place),
			STRING_ARGUMENTS(found.items[i].message));
	syntax_tree_release(assigned);
	yaml_writer_destroy(writer);
}

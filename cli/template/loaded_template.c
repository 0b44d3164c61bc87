#include "cli/template/loaded_template.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/variability/expressions/value_expression.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/space/space.h"
#include "analyzer/variability/values/value_reader.h"
#include "cli/files/disk_files.h"
#include "cli/print/console.h"

#include <stdio.h>
#include <stdlib.h>

static struct analysis *analyse(const struct loaded_template *loaded,
	const struct analysis_settings *settings, bool only_presence)
{
	return analysis_create(&(struct analysis_request){
		.tree = loaded->tree,
		.path = loaded->path,
		.files = loaded->files,
		.settings = settings,
		.only_presence = only_presence,
	});
}

static const struct analysis_settings *chosen_settings(const struct loaded_template *loaded)
{
	return variant_choice_is_given(&loaded->choice) ? &loaded->choice.settings : NULL;
}

/* The variants of the template have to be known before some of them can be chosen. */
bool loaded_template_choose(const struct loaded_template *loaded, struct variant_choice *choice)
{
	struct analysis *all = NULL;

	if (choice->has_names)
		all = analyse(loaded, &loaded->project.analysis, true);
	bool is_known = variant_choice_resolve(choice, loaded->tree, all, loaded->path);
	analysis_release(all);
	return is_known;
}

static bool open_source(
	struct loaded_template *loaded, const struct arguments *arguments, const char *path)
{
	if (!template_source_open(&loaded->source, arguments, path))
		return false;
	loaded->arena = arena_create();
	loaded->path = loaded->source.path;
	loaded->files = loaded->source.files;
	loaded->tree = loaded->source.tree;
	loaded->project = project_of(
		arguments, disk_file_absolute(arguments->arena, loaded->path), loaded->files);
	if (project_has_mistakes(&loaded->project, loaded->files, arguments->arena))
		arguments_refuse(arguments, "\"%.*s\" has mistakes, which \"vtosca check\" tells",
			STRING_ARGUMENTS(loaded->project.path));
	for (size_t i = 0; i < arguments->options[OPTION_INPUTS].count; i++)
		file_log_add_operand(
			loaded->source.log, arguments->options[OPTION_INPUTS].items[i]);
	return true;
}

bool loaded_template_read(
	struct loaded_template *loaded, const struct arguments *arguments, const char *path)
{
	*loaded = (struct loaded_template){0};
	if (!variant_choice_read(&loaded->choice, arguments) ||
		!open_source(loaded, arguments, path))
		return false;
	if (!variant_choice_is_given(&loaded->choice) ||
		loaded_template_choose(loaded, &loaded->choice))
		return true;
	loaded_template_finish(loaded);
	return false;
}

void loaded_template_analyse(struct loaded_template *loaded)
{
	loaded->analysis = analyse(loaded, chosen_settings(loaded), false);
	loaded_template_check_inputs(loaded);
}

/* The inputs that the chosen variant assigns, with what it computes for them; the others are open.
 */
static struct value assigned_inputs(const struct loaded_template *loaded)
{
	const struct variant_setting *setting = &loaded->choice.variants[0];
	struct variability_assignment *assignment = variability_assignment_create(loaded->arena);
	struct analysis *analysis = analyse(loaded, &loaded->choice.settings, true);
	struct value_context *context = analysis_value_context(analysis, 0, loaded->arena);

	for (size_t i = 0; i < setting->preset_count; i++)
		variability_assignment_add_preset(
			assignment, names_variability(loaded->tree), setting->presets[i]);
	variability_assignment_add(assignment, setting->inputs);

	struct value inputs = value_detach(loaded->arena, variability_assignment_value(assignment));
	for (size_t i = 0; i < inputs.map->count; i++) {
		struct value_entry *entry = (struct value_entry *)&inputs.map->entries[i];
		struct value_result result = value_of_input(context, entry->key);

		entry->value = result.outcome == VALUE_KNOWN
				       ? value_detach(loaded->arena, result.value)
				       : value_none();
	}
	analysis_release(analysis);
	return inputs;
}

bool loaded_template_fix(struct loaded_template *loaded, const struct arguments *arguments)
{
	if (loaded->choice.settings.variant_count > 1) {
		arguments_refuse(arguments,
			"what can become of a template is told within one variant, but %zu are "
			"named",
			loaded->choice.settings.variant_count);
		return false;
	}
	if (variant_choice_is_given(&loaded->choice))
		loaded->fixed = assigned_inputs(loaded);
	loaded->analysis = analyse(loaded, NULL, false);
	loaded_template_check_inputs(loaded);
	return true;
}

bool loaded_template_open(
	struct loaded_template *loaded, const struct arguments *arguments, const char *path)
{
	if (!loaded_template_read(loaded, arguments, path))
		return false;
	/* Types are asked for the values of inputs alone. */
	loaded->analysis = analyse(loaded, chosen_settings(loaded),
		loaded->choice.inputs.kind != VALUE_MAP &&
			!arguments_has(arguments, OPTION_WHAT_IF));
	loaded_template_check_inputs(loaded);
	return true;
}

void loaded_template_check_inputs(const struct loaded_template *loaded)
{
	struct analysis *analysis = loaded->analysis;

	if (!analysis && loaded->choice.inputs.kind == VALUE_MAP)
		analysis = analyse(loaded, NULL, false);
	variant_choice_warn(&loaded->choice, analysis, STRING(""), stderr);
	if (!loaded->analysis)
		analysis_release(analysis);
}

void loaded_template_finish(struct loaded_template *loaded)
{
	analysis_release(loaded->analysis);
	template_source_close(&loaded->source);
	arena_destroy(loaded->arena);
}

bool loaded_template_is_empty(const struct loaded_template *loaded)
{
	struct node root = syntax_tree_root(loaded->tree);

	return node_is_absent(node_get(root, "tosca_definitions_version")) &&
	       analysis_elements(loaded->analysis).count == 0;
}

bool loaded_template_is_valid(const struct loaded_template *loaded)
{
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(loaded->tree, loaded->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct position start =
			syntax_tree_position(loaded->tree, errors[i].range.start, POSITION_UTF32);

		console_line(stderr, "%.*s:%u:%u: error: %.*s", STRING_ARGUMENTS(loaded->path),
			start.line + 1, start.character + 1, STRING_ARGUMENTS(errors[i].message));
	}
	if (count == 0 && loaded_template_is_empty(loaded)) {
		console_line(stderr,
			"%.*s: error: this is no TOSCA file: it has neither a "
			"tosca_definitions_version nor a topology",
			STRING_ARGUMENTS(loaded->path));
		return false;
	}
	return count == 0;
}

bool loaded_template_is_resolvable(const struct loaded_template *loaded)
{
	size_t count = analysis_variant_count(loaded->analysis);
	bool is_resolvable = true;

	if (!variant_choice_is_given(&loaded->choice))
		return true;
	for (size_t i = 0; i < count; i++) {
		const struct variant *variant = analysis_variant(loaded->analysis, i);

		if (variant->error.length == 0)
			continue;
		is_resolvable = false;
		if (count > 1)
			console_print(stderr, "%.*s: ", STRING_ARGUMENTS(variant->name));
		struct string error = variant_error_text(variant, loaded->arena);
		console_line(stderr, "error: %.*s", STRING_ARGUMENTS(error));
	}
	return is_resolvable;
}

bool element_is_listed(const struct element *element)
{
	return !element->is_synthetic &&
	       !(element->kind == ELEMENT_GROUP && element->group.is_variability_group);
}

struct position loaded_template_position(const struct loaded_template *loaded, struct node node)
{
	node = analysis_node(loaded->analysis, node);
	return syntax_tree_position(loaded->tree, node_range(node).start, POSITION_UTF32);
}

struct space *loaded_template_space(
	const struct loaded_template *loaded, const struct arguments *arguments)
{
	const char *bound = arguments_value(arguments, OPTION_BOUND);
	char *end = NULL;
	unsigned long limit = bound ? strtoul(bound, &end, 10) : SPACE_MOST_COMBINATIONS;

	if (bound && (*bound < '0' || *bound > '9' || *end != '\0')) {
		arguments_refuse(arguments, "--bound is \"%s\" but must be a number", bound);
		return NULL;
	}
	if (limit > SPACE_MOST_COMBINATIONS)
		limit = SPACE_MOST_COMBINATIONS;
	return space_create_within(loaded->analysis, limit, loaded->fixed, NULL);
}

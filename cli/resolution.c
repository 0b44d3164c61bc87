#include "cli/resolution.h"

#include "analyzer/variability/analysis.h"
#include "analyzer/variability/inputs_file.h"
#include "analyzer/variability/resolved_template.h"
#include "cli/disk_files.h"

static struct string missing(struct arena *arena, struct string path)
{
	return arena_format(arena, "File \"%.*s\" does not exist", STRING_ARGUMENTS(path));
}

/* Broken YAML has no meaning: nothing is resolved from what is left of it. */
static bool is_valid(struct arena *arena, struct string path, const struct syntax_tree *tree,
	struct string *error)
{
	const struct syntax_error *errors;
	struct position place;
	size_t count;

	errors = syntax_tree_errors(tree, arena, &count);
	if (count == 0)
		return true;
	place = syntax_tree_position(tree, errors[0].range.start, POSITION_UTF8);
	*error = arena_format(arena, "%.*s:%u:%u: %.*s", STRING_ARGUMENTS(path), place.line + 1,
		place.character + 1, STRING_ARGUMENTS(errors[0].message));
	return false;
}

/* The environment counts only where a file of inputs is given, and less than the file. */
static bool read_inputs(struct arena *arena, const struct resolution_request *request,
	struct value *inputs, struct string *error)
{
	struct variability_assignment *assignment = variability_assignment_create(arena);
	struct string text;

	if (request->inputs.length > 0) {
		variability_assignment_add_environment(assignment, request->environment);
		if (!disk_file_read(arena, request->inputs, &text)) {
			*error = missing(arena, request->inputs);
			return false;
		}
		variability_assignment_add(
			assignment, inputs_file_read(arena, request->inputs, text, error));
		if (error->length > 0)
			return false;
	}
	for (size_t i = 0; i < request->assignment_count; i++)
		variability_assignment_add(assignment, request->assignments[i]);
	*inputs = variability_assignment_value(assignment);
	return true;
}

static enum resolution_outcome write_resolved(struct arena *arena,
	const struct resolution_request *request, const struct syntax_tree *tree,
	struct yaml_writer *writer, struct string *error)
{
	struct variant_setting variant = {.name = STRING("resolve"),
		.presets = request->presets,
		.preset_count = request->preset_count};
	struct analysis_settings settings = {
		.variants = &variant, .variant_count = 1, .only_settings = true};
	struct analysis_request analysed = {.tree = tree,
		.path = request->template,
		.files = &disk_files,
		.settings = &settings,
		.only_presence = true};
	struct resolved_template_problem problem;
	struct analysis *analysis;

	if (variant.preset_count == 0)
		variant.preset_count = variability_environment_presets(
			arena, request->environment, &variant.presets);
	if (!read_inputs(arena, request, &variant.inputs, error))
		return RESOLUTION_UNREADABLE;
	analysis = analysis_create(&analysed);
	problem = resolved_template_problem(analysis, 0, arena);
	if (problem.error.length == 0)
		resolved_template_write(analysis, 0, arena, writer);
	*error = arena_copy(arena, problem.error);
	analysis_release(analysis);
	return problem.error.length == 0 ? RESOLUTION_WRITTEN : RESOLUTION_REFUSED;
}

/* The text goes as soon as there is a tree: it is large. */
static struct syntax_tree *read_template(struct string path)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = NULL;
	struct string text;

	if (disk_file_read(arena, path, &text))
		tree = syntax_tree_create(text);
	arena_destroy(arena);
	return tree;
}

enum resolution_outcome resolve_template(struct arena *arena,
	const struct resolution_request *request, struct yaml_writer *writer, struct string *error)
{
	enum resolution_outcome outcome = RESOLUTION_REFUSED;
	struct syntax_tree *tree = read_template(request->template);

	*error = STRING("");
	if (!tree) {
		*error = missing(arena, request->template);
		return RESOLUTION_UNREADABLE;
	}
	if (is_valid(arena, request->template, tree, error))
		outcome = write_resolved(arena, request, tree, writer, error);
	syntax_tree_release(tree);
	return outcome;
}

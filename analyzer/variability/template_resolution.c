#include "analyzer/variability/template_resolution.h"

#include "analyzer/variability/analysis.h"
#include "analyzer/variability/resolved_template.h"

static bool is_valid(
	struct arena *arena, const struct template_resolution *resolution, struct string *error)
{
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(resolution->tree, arena, &count);
	struct position place;

	if (count == 0)
		return true;
	place = syntax_tree_position(resolution->tree, errors[0].range.start, POSITION_UTF8);
	*error = arena_format(arena, "%.*s:%u:%u: %.*s", STRING_ARGUMENTS(resolution->path),
		place.line + 1, place.character + 1, STRING_ARGUMENTS(errors[0].message));
	return false;
}

static struct analysis *analyse(const struct template_resolution *resolution)
{
	struct variant_setting variant = {.name = STRING("resolve"),
		.presets = resolution->presets,
		.preset_count = resolution->preset_count,
		.inputs = resolution->inputs};
	struct analysis_settings settings = {
		.variants = &variant, .variant_count = 1, .only_settings = true};

	return analysis_create(&(struct analysis_request){.tree = resolution->tree,
		.path = resolution->path,
		.files = resolution->files,
		.settings = &settings,
		.cancelled = resolution->cancelled,
		.only_presence = true});
}

bool template_resolve(struct arena *arena, const struct template_resolution *resolution,
	struct yaml_writer *writer, struct string *error)
{
	struct resolved_template_problem problem;
	struct analysis *analysis;

	*error = STRING("");
	if (!is_valid(arena, resolution, error))
		return false;
	analysis = analyse(resolution);
	if (!analysis) {
		*error = STRING("Cancelled");
		return false;
	}
	problem = resolved_template_problem(analysis, 0, arena);
	if (problem.error.length == 0)
		resolved_template_write(analysis, 0, arena, writer);
	*error = arena_copy(arena, problem.error);
	analysis_release(analysis);
	return error->length == 0;
}

struct string template_resolution_missing(struct arena *arena, struct string path)
{
	return arena_format(arena, "File \"%.*s\" does not exist", STRING_ARGUMENTS(path));
}

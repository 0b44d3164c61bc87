#include "analyzer/variability/resolution/template_resolution.h"

#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/resolution/resolved_template.h"

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

/* One line for each part of a conflict. */
static struct string reasons_of(struct arena *arena, const struct template_resolution *resolution,
	const struct diagnostic *diagnostic)
{
	struct string lines = STRING("");

	for (size_t i = 0; i < diagnostic->related_count; i++) {
		const struct related_location *related = &diagnostic->related[i];
		struct string file = related->location.file;
		struct range range = location_range(&related->location, resolution->tree);
		struct position place =
			syntax_tree_position(resolution->tree, range.start, POSITION_UTF8);

		if (file.length > 0)
			file = arena_format(arena, "%.*s", STRING_ARGUMENTS(file));
		else
			file = arena_format(arena, "%.*s:%u:%u", STRING_ARGUMENTS(resolution->path),
				place.line + 1, place.character + 1);
		lines = arena_format(arena, "%.*s  %.*s: %.*s\n", STRING_ARGUMENTS(lines),
			STRING_ARGUMENTS(file), STRING_ARGUMENTS(related->message));
	}
	return lines;
}

static void refuse(struct arena *arena, const struct template_resolution *resolution,
	const struct analysis *analysis, struct string error, struct template_refusal *refusal)
{
	size_t count;
	const struct diagnostic *diagnostics = analysis_diagnostics(analysis, &count);

	refusal->error = arena_copy(arena, error);
	for (size_t i = 0; i < count; i++)
		if (diagnostics[i].code == DIAGNOSTIC_CODE_COULD_NOT_SOLVE)
			refusal->reasons = reasons_of(arena, resolution, &diagnostics[i]);
}

bool template_resolve(struct arena *arena, const struct template_resolution *resolution,
	struct yaml_writer *writer, struct template_refusal *refusal)
{
	struct string error;
	struct analysis *analysis;

	*refusal = (struct template_refusal){STRING(""), STRING("")};
	if (!is_valid(arena, resolution, &refusal->error))
		return false;
	analysis = analyse(resolution);
	if (!analysis) {
		refusal->error = STRING("Cancelled");
		return false;
	}
	error = analysis_variant(analysis, 0)->error;
	if (error.length == 0)
		resolved_template_write(analysis, 0, arena, writer);
	else
		refuse(arena, resolution, analysis, error, refusal);
	analysis_release(analysis);
	return refusal->error.length == 0;
}

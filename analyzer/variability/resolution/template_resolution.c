#include "analyzer/variability/resolution/template_resolution.h"

#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/resolution/resolved_template.h"

static struct string place_of(
	struct arena *arena, const struct template_resolution *resolution, struct range range)
{
	struct position place = syntax_tree_position(resolution->tree, range.start, POSITION_UTF32);

	return arena_format(arena, "%.*s:%u:%u", STRING_ARGUMENTS(resolution->path), place.line + 1,
		place.character + 1);
}

static bool is_valid(struct arena *arena, const struct template_resolution *resolution,
	struct template_refusal *refusal)
{
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(resolution->tree, arena, &count);

	if (count == 0)
		return true;
	refusal->error = errors[0].message;
	refusal->place = place_of(arena, resolution, errors[0].range);
	refusal->is_broken = true;
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

		if (file.length == 0)
			file = place_of(arena, resolution,
				location_range(&related->location, resolution->tree));
		lines = arena_format(arena, "%.*s  %.*s: %.*s\n", STRING_ARGUMENTS(lines),
			STRING_ARGUMENTS(file), STRING_ARGUMENTS(related->message));
	}
	return lines;
}

static void refuse(struct arena *arena, const struct template_resolution *resolution,
	const struct analysis *analysis, struct string error, struct template_refusal *refusal)
{
	struct node place = analysis_variant(analysis, 0)->error_place;
	size_t count;
	const struct diagnostic *diagnostics = analysis_diagnostics(analysis, &count);

	refusal->error = arena_copy(arena, error);
	refusal->reason = arena_copy(arena, analysis_variant(analysis, 0)->reason);
	for (size_t i = 0; i < count; i++) {
		struct string message = diagnostics[i].message;

		if (diagnostics[i].code == DIAGNOSTIC_CODE_COULD_NOT_SOLVE)
			refusal->reasons = reasons_of(arena, resolution, &diagnostics[i]);
		else if (message.length > error.length + 2 &&
			 string_equal(string_slice(message, 0, error.length), error))
			refusal->reasons = arena_format(arena, "  %.*s\n",
				STRING_ARGUMENTS(
					string_slice(message, error.length + 2, message.length)));
	}
	if (!node_is_absent(place))
		refusal->place =
			place_of(arena, resolution, node_range(analysis_node(analysis, place)));
}

bool template_resolve(struct arena *arena, const struct template_resolution *resolution,
	struct yaml_writer *writer, struct template_refusal *refusal)
{
	struct string error;
	struct analysis *analysis;

	*refusal = (struct template_refusal){.place = resolution->path};
	if (!is_valid(arena, resolution, refusal))
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

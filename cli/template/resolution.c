#include "cli/template/resolution.h"

#include "analyzer/model/types/files.h"
#include "analyzer/variability/inputs/inputs_file.h"
#include "cli/files/disk_files.h"

/* The environment counts only where a file of inputs is given, and less than the file. */
static bool read_inputs(struct arena *arena, const struct resolution_request *request,
	struct value *inputs, struct string *error)
{
	struct variability_assignment *assignment = variability_assignment_create(arena);
	struct string text;

	if (request->inputs.length > 0) {
		variability_assignment_add_environment(assignment, request->environment);
		if (!disk_file_read(arena, request->inputs, &text)) {
			*error = file_missing_text(arena, request->inputs);
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
	const struct resolution_request *request, struct yaml_writer *writer,
	struct template_refusal *refusal)
{
	struct template_resolution resolution = {.path = request->template,
		.files = &disk_files,
		.presets = request->presets,
		.preset_count = request->preset_count};
	struct syntax_tree *tree = read_template(request->template);
	enum resolution_outcome outcome = RESOLUTION_UNREADABLE;

	*refusal = (struct template_refusal){STRING(""), STRING("")};
	if (!tree) {
		refusal->error = file_missing_text(arena, request->template);
		return RESOLUTION_UNREADABLE;
	}
	resolution.tree = tree;
	if (resolution.preset_count == 0)
		resolution.preset_count = variability_environment_presets(
			arena, request->environment, &resolution.presets);
	if (read_inputs(arena, request, &resolution.inputs, &refusal->error))
		outcome = template_resolve(arena, &resolution, writer, refusal)
				  ? RESOLUTION_WRITTEN
				  : RESOLUTION_REFUSED;
	syntax_tree_release(tree);
	return outcome;
}

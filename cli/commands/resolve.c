/* vtosca resolve FILE: writes the variability-resolved service template. */
#include "analyzer/model/types/types.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/resolution/template_resolution.h"
#include "cli/commands/commands.h"
#include "cli/files/disk_files.h"
#include "cli/files/output_file.h"
#include "cli/print/console.h"
#include "cli/template/loaded_template.h"
#include "cli/template/moved_paths.h"

#include <stdio.h>
#include <stdlib.h>

extern char **environ;

/* The presets that the environment asks for where the command line asks for nothing: so it is
 * with the reference implementation. False after saying that it asks for nothing that can be read.
 */
static bool add_environment(
	const struct arguments *arguments, struct template_resolution *resolution)
{
	const char *text = getenv("VTOSCA_VARIABILITY_PRESETS");

	resolution->preset_count = variability_environment_presets(
		arguments->arena, (const char *const *)environ, &resolution->presets);
	if (!text || resolution->preset_count > 0 || text[0] == '\0' || strcmp(text, "[]") == 0)
		return true;
	arguments_refuse(arguments,
		"VTOSCA_VARIABILITY_PRESETS is \"%s\" but must be a JSON list of names, such as "
		"[\"peak\"]",
		text);
	return false;
}

/* Without a file of inputs these are passed over, which nobody would guess. */
static void mention_unused_environment(const struct arguments *arguments)
{
	for (char **entry = environ; *entry; entry++) {
		struct string name = {*entry, strcspn(*entry, "=")};

		if (string_starts_with(name, "VTOSCA_VARIABILITY_INPUT_") &&
			!arguments_has(arguments, OPTION_INPUTS))
			console_line(stderr, "warning: %.*s has no effect without --inputs",
				STRING_ARGUMENTS(name));
	}
}

static bool choose(const struct loaded_template *loaded, const struct arguments *arguments,
	struct template_resolution *resolution)
{
	const struct variant_choice *choice = &loaded->choice;

	if (choice->settings.variant_count > 1) {
		arguments_refuse(arguments, "one variant is resolved at a time, but %zu are named",
			choice->settings.variant_count);
		return false;
	}
	if (choice->settings.variant_count == 1) {
		resolution->presets = choice->variants[0].presets;
		resolution->preset_count = choice->variants[0].preset_count;
		resolution->inputs = choice->variants[0].inputs;
	}
	return resolution->preset_count > 0 || choice->has_names ||
	       add_environment(arguments, resolution);
}

/* What the template imports is read for the result by whoever deploys it. */
static void log_imports(const struct loaded_template *loaded)
{
	types_release(types_create(loaded->tree, loaded->path, loaded->files, NULL));
}

/* Nothing outside leads into an archive. */
static void mention_packed_files(const struct arguments *arguments, struct string text)
{
	struct string first;
	size_t count = named_paths(arguments->arena, text, &first);

	if (count > 0)
		console_line(stderr,
			"warning: the result names %zu file%s of the archive, such as \"%.*s\": it "
			"is "
			"of use inside the archive only",
			count, count > 1 ? "s" : "", STRING_ARGUMENTS(first));
}

static bool write_result(
	const struct loaded_template *loaded, const struct arguments *arguments, struct string text)
{
	const char *output = arguments_value(arguments, OPTION_OUTPUT);

	if (output)
		log_imports(loaded);
	if (output && loaded->source.archive)
		mention_packed_files(arguments, text);

	if (output && strcmp(output, "-") != 0 &&
		!string_starts_with(string_from(output), "/dev/") && !loaded->source.archive)
		text = moved_paths(arguments->arena, text, loaded->path, string_from(output));
	return output_file_write(arguments, output, text, loaded->source.log);
}

static int resolve(const struct loaded_template *loaded, const struct arguments *arguments)
{
	struct template_resolution resolution = {
		.tree = loaded->tree, .path = loaded->path, .files = loaded->files};
	struct template_refusal refusal;

	if (!choose(loaded, arguments, &resolution))
		return EXIT_CODE_USAGE;
	mention_unused_environment(arguments);
	loaded_template_check_inputs(loaded);

	struct yaml_writer *writer = yaml_writer_create();
	int code = EXIT_CODE_OK;

	if (!template_resolve(arguments->arena, &resolution, writer, &refusal)) {
		console_line(stderr, "%.*s: error: %.*s", STRING_ARGUMENTS(refusal.place),
			STRING_ARGUMENTS(refusal.error));
		console_text(stderr, refusal.reasons);
		code = EXIT_CODE_PROBLEM;
	} else if (!write_result(loaded, arguments, yaml_writer_text(writer)))
		code = EXIT_CODE_USAGE;
	yaml_writer_destroy(writer);
	return code;
}

int run_resolve(const struct arguments *arguments)
{
	struct loaded_template loaded;

	if (!loaded_template_read(&loaded, arguments, arguments->operands.items[0]))
		return EXIT_CODE_USAGE;
	int code = resolve(&loaded, arguments);
	loaded_template_finish(&loaded);
	return code;
}

/* vtosca graph FILE: the topology as a drawing, absent elements dashed. */
#include "analyzer/ide/views/graph_text.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/command.h"
#include "cli/template/loaded_template.h"

#include <stdio.h>

enum {
	OPTION_FORMAT,
	OPTION_PRESET,
};

static const struct option options[] = {
	[OPTION_FORMAT] = {"format", 'f', true},
	[OPTION_PRESET] = {"preset", 'p', true},
	{0},
};

static void print(const struct loaded_template *loaded, enum graph_format format)
{
	struct graph_variants all = {0, analysis_variant_count(loaded->analysis)};
	struct string text = graph_text(loaded->analysis, all, format, loaded->arena);

	fwrite(text.bytes, 1, text.length, stdout);
}

static int run(const char *path, enum graph_format format, const struct analysis_settings *settings)
{
	struct loaded_template loaded;
	const struct variant *first;
	bool valid;

	if (!loaded_template_init(&loaded, "graph", path, settings))
		return EXIT_CODE_USAGE;
	valid = loaded_template_is_valid(&loaded);
	first = analysis_variant(loaded.analysis, 0);
	if (settings && first->error.length > 0) {
		valid = false;
		fprintf(stderr, "error: %.*s\n", STRING_ARGUMENTS(first->error));
	} else {
		print(&loaded, format);
	}
	loaded_template_finish(&loaded);
	return valid ? EXIT_CODE_OK : EXIT_CODE_PROBLEM;
}

static int read_arguments(
	struct arguments *arguments, struct arena *arena, struct chosen_variants *chosen)
{
	const char *path = NULL;
	const char *value;
	int format = GRAPH_DOT;

	for (;;) {
		switch (arguments_next(arguments, options, &value)) {
		case ARGUMENT_END:
			if (!path)
				return command_usage_error("graph");
			return run(path, (enum graph_format)format,
				chosen_variants_settings(chosen, arena));
		case ARGUMENT_OPERAND:
			if (path)
				return command_usage_error("graph");
			path = value;
			break;
		case OPTION_FORMAT:
			format = arguments_choice(arguments, "format", value, graph_formats);
			if (format < 0)
				return EXIT_CODE_USAGE;
			break;
		case OPTION_PRESET:
			chosen_variants_add(chosen, arena, value);
			break;
		default:
			return command_usage_error("graph");
		}
	}
}

int run_graph(struct arguments *arguments)
{
	struct arena *arena = arena_create();
	struct chosen_variants chosen = {0};
	int code = read_arguments(arguments, arena, &chosen);

	arena_destroy(arena);
	return code;
}

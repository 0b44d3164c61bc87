/* vtosca resolve FILE: writes the variability-resolved service template. */
#include "analyzer/variability/values/value_reader.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/command.h"
#include "cli/template/resolution.h"

#include <stdio.h>
#include <string.h>

extern char **environ;

enum {
	OPTION_PRESET,
	OPTION_INPUTS,
	OPTION_INPUT,
	OPTION_OUTPUT,
};

static const struct option options[] = {
	[OPTION_PRESET] = {"preset", 'p', true},
	[OPTION_INPUTS] = {"inputs", 0, true},
	[OPTION_INPUT] = {"input", 'i', true},
	[OPTION_OUTPUT] = {"output", 'o', true},
	{0},
};

struct resolve_command {
	struct arena *arena;
	struct resolution_request request;
	struct string *presets;
	size_t preset_capacity;
	struct value *assignments;
	size_t assignment_capacity;
	const char *output; /* NULL: standard output */
};

/* NAME=VALUE, the value read as YAML. */
static bool add_input(struct resolve_command *command, const char *word)
{
	const char *equals = strchr(word, '=');
	struct value_entry *entry;

	if (!equals || equals == word) {
		fprintf(stderr, "vtosca resolve: --input is \"%s\" but must be NAME=VALUE\n", word);
		return false;
	}
	entry = arena_allocate(command->arena, 1, sizeof(*entry));
	entry->key = (struct string){word, (size_t)(equals - word)};
	entry->value = value_from_yaml_or_text(command->arena, string_from(equals + 1));
	command->assignments = arena_reserve(command->arena, command->assignments,
		command->request.assignment_count, &command->assignment_capacity,
		sizeof(*command->assignments));
	command->assignments[command->request.assignment_count++] =
		value_from_map(command->arena, entry, 1);
	command->request.assignments = command->assignments;
	return true;
}

static void add_preset(struct resolve_command *command, const char *word)
{
	command->presets =
		arena_reserve(command->arena, command->presets, command->request.preset_count,
			&command->preset_capacity, sizeof(*command->presets));
	command->presets[command->request.preset_count++] = string_from(word);
	command->request.presets = command->presets;
}

static bool read_arguments(struct resolve_command *command, struct arguments *arguments)
{
	const char *value;

	for (;;) {
		switch (arguments_next(arguments, options, &value)) {
		case ARGUMENT_END:
			return command->request.template.length > 0;
		case ARGUMENT_OPERAND:
			if (command->request.template.length > 0)
				return false;
			command->request.template = string_from(value);
			break;
		case OPTION_PRESET:
			add_preset(command, value);
			break;
		case OPTION_INPUTS:
			command->request.inputs = string_from(value);
			break;
		case OPTION_INPUT:
			if (!add_input(command, value))
				return false;
			break;
		case OPTION_OUTPUT:
			command->output = value;
			break;
		default:
			return false;
		}
	}
}

static bool write_output(const char *path, struct string text)
{
	FILE *file = path && strcmp(path, "-") != 0 ? fopen(path, "wb") : stdout;
	bool written;

	if (!file) {
		perror(path);
		return false;
	}
	written = fwrite(text.bytes, 1, text.length, file) == text.length && fflush(file) == 0;
	if (file != stdout && fclose(file) != 0)
		written = false;
	if (!written)
		perror(path ? path : "standard output");
	return written;
}

static int resolve(const struct resolve_command *command)
{
	struct yaml_writer *writer = yaml_writer_create();
	int code = EXIT_CODE_USAGE;
	struct template_refusal refusal;

	switch (resolve_template(command->arena, &command->request, writer, &refusal)) {
	case RESOLUTION_WRITTEN:
		if (write_output(command->output, yaml_writer_text(writer)))
			code = EXIT_CODE_OK;
		break;
	case RESOLUTION_REFUSED:
		code = EXIT_CODE_PROBLEM;
		fprintf(stderr, "error: %.*s\n%.*s", STRING_ARGUMENTS(refusal.error),
			STRING_ARGUMENTS(refusal.reasons));
		break;
	case RESOLUTION_UNREADABLE:
		fprintf(stderr, "error: %.*s\n", STRING_ARGUMENTS(refusal.error));
		break;
	}
	yaml_writer_destroy(writer);
	return code;
}

int run_resolve(struct arguments *arguments)
{
	struct resolve_command command = {.arena = arena_create()};
	int code;

	command.request.environment = (const char *const *)environ;
	if (read_arguments(&command, arguments))
		code = resolve(&command);
	else
		code = command_usage_error("resolve");
	arena_destroy(command.arena);
	return code;
}

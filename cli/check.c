/* vtosca check FILE…: every diagnostic that an editor would show. */
#include "analyzer/ide/expectations.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/disk_files.h"
#include "cli/loaded_template.h"
#include "cli/report.h"

#include <stdio.h>

enum {
	OPTION_FORMAT,
	OPTION_VARIANT,
};

static const struct option options[] = {
	[OPTION_FORMAT] = {"format", 'f', true},
	[OPTION_VARIANT] = {"variant", 0, true},
	{0},
};

static const char *const formats[] = {"text", "json", "sarif", NULL};

static void (*const printers[])(const struct report_file *files, size_t count) = {
	report_print_text, report_print_json, report_print_sarif};

struct check {
	struct arena *arena;
	const char **paths;
	size_t path_count;
	size_t path_capacity;
	struct string *variants; /* none: all of them */
	size_t variant_count;
	size_t variant_capacity;
	int format;
};

static bool holds_under(const struct ide_diagnostic *diagnostic, struct string variant)
{
	for (size_t i = 0; i < diagnostic->variant_count; i++) {
		if (string_equal(diagnostic->variants[i], variant))
			return true;
	}
	return diagnostic->variant_count == 0;
}

static bool is_wanted(const struct check *check, const struct ide_diagnostic *diagnostic)
{
	for (size_t i = 0; i < check->variant_count; i++) {
		if (holds_under(diagnostic, check->variants[i]))
			return true;
	}
	return check->variant_count == 0;
}

static struct ide_diagnostics everything(const struct loaded_template *loaded, struct string active)
{
	const struct ide_diagnostics *expectations =
		expectations_of_document(loaded->path, &disk_files, NULL, loaded->arena);

	return expectations ? diagnostics_of_test_file(loaded->tree, *expectations, loaded->arena)
			    : diagnostics_collect(loaded->analysis, active, loaded->arena);
}

/* What is absent is told for one variant only, as in an editor. */
static struct ide_diagnostics collect(
	const struct check *check, const struct loaded_template *loaded)
{
	struct string active = check->variant_count == 1 ? check->variants[0] : STRING("");
	struct ide_diagnostics all = everything(loaded, active);
	struct ide_diagnostic *wanted =
		arena_allocate(loaded->arena, all.count + 1, sizeof(*wanted));
	size_t count = 0;

	for (size_t i = 0; i < all.count; i++) {
		if (is_wanted(check, &all.items[i]))
			wanted[count++] = all.items[i];
	}
	return (struct ide_diagnostics){.items = wanted, .count = count};
}

static bool has_variant(const struct analysis *analysis, struct string name)
{
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		if (string_equal(analysis_variant(analysis, i)->name, name))
			return true;
	}
	return false;
}

static bool knows_variants(const struct check *check, const struct loaded_template *loaded)
{
	for (size_t i = 0; i < check->variant_count; i++) {
		if (has_variant(loaded->analysis, check->variants[i]))
			continue;
		fprintf(stderr, "vtosca check: \"%.*s\" has no variant \"%.*s\"\n",
			STRING_ARGUMENTS(loaded->path), STRING_ARGUMENTS(check->variants[i]));
		return false;
	}
	return true;
}

static void print_summary(const struct report_file *files, size_t count)
{
	size_t errors = report_count(files, count, IDE_ERROR);
	size_t warnings = report_count(files, count, IDE_WARNING);

	fflush(stdout);
	if (errors + warnings > 0)
		fprintf(stderr, "%zu error%s, %zu warning%s\n", errors, errors == 1 ? "" : "s",
			warnings, warnings == 1 ? "" : "s");
}

static int run(const struct check *check)
{
	struct loaded_template *loaded =
		arena_allocate(check->arena, check->path_count, sizeof(*loaded));
	struct report_file *files = arena_allocate(check->arena, check->path_count, sizeof(*files));
	int code = EXIT_CODE_OK;
	size_t count = 0;

	for (size_t i = 0; i < check->path_count; i++) {
		if (!loaded_template_init(&loaded[count], "check", check->paths[i], NULL)) {
			code = EXIT_CODE_USAGE;
			continue;
		}
		if (!knows_variants(check, &loaded[count]))
			code = EXIT_CODE_USAGE;
		files[count] = (struct report_file){.path = loaded[count].path,
			.tree = loaded[count].tree,
			.arena = loaded[count].arena,
			.diagnostics = collect(check, &loaded[count])};
		count++;
	}
	printers[check->format](files, count);
	print_summary(files, count);
	if (code == EXIT_CODE_OK && report_count(files, count, IDE_ERROR) > 0)
		code = EXIT_CODE_PROBLEM;
	for (size_t i = 0; i < count; i++)
		loaded_template_finish(&loaded[i]);
	return code;
}

static int read_arguments(struct check *check, struct arguments *arguments)
{
	const char *value;

	for (;;) {
		switch (arguments_next(arguments, options, &value)) {
		case ARGUMENT_END:
			return check->path_count > 0 ? run(check) : command_usage_error("check");
		case ARGUMENT_OPERAND:
			check->paths = arena_reserve(check->arena, check->paths, check->path_count,
				&check->path_capacity, sizeof(*check->paths));
			check->paths[check->path_count++] = value;
			break;
		case OPTION_FORMAT:
			check->format = arguments_choice(arguments, "format", value, formats);
			if (check->format < 0)
				return EXIT_CODE_USAGE;
			break;
		case OPTION_VARIANT:
			check->variants =
				arena_reserve(check->arena, check->variants, check->variant_count,
					&check->variant_capacity, sizeof(*check->variants));
			check->variants[check->variant_count++] = string_from(value);
			break;
		default:
			return command_usage_error("check");
		}
	}
}

int run_check(struct arguments *arguments)
{
	struct check check = {.arena = arena_create()};
	int code = read_arguments(&check, arguments);

	arena_destroy(check.arena);
	return code;
}

/* vtosca check FILE…: every diagnostic that an editor would show, of files and archives. */
#include "analyzer/ide/diagnostics/expectations.h"
#include "analyzer/model/archive/csar.h"
#include "cli/commands/commands.h"
#include "cli/files/archive.h"
#include "cli/files/disk_files.h"
#include "cli/report/report.h"
#include "cli/template/loaded_template.h"

#include <stdio.h>

static void (*const printers[])(const struct report_file *files, size_t count) = {
	report_print_text, report_print_json, report_print_sarif};

/* An archive, packed or not, whose files are being checked. */
struct checked_archive {
	struct archive *zip; /* NULL: a folder */
	struct csar csar;
	struct checked_archive *next;
};

/* A template with what was found in it. */
struct checked_template {
	struct loaded_template loaded;
	struct checked_template *next;
};

struct check {
	struct arena *arena;
	struct checked_archive *archives;
	struct checked_template *templates;
	struct report_file *files;
	size_t file_count;
	size_t file_capacity;
	int code;
	const struct arguments *arguments;
	struct string *variants; /* none: all of them */
	size_t variant_count;
};

static bool holds_under(const struct ide_diagnostic *diagnostic, struct string variant)
{
	for (size_t i = 0; i < diagnostic->variant_count; i++)
		if (string_equal(diagnostic->variants[i], variant))
			return true;
	return diagnostic->variant_count == 0;
}

static bool is_wanted(const struct check *check, const struct ide_diagnostic *diagnostic)
{
	for (size_t i = 0; i < check->variant_count; i++)
		if (holds_under(diagnostic, check->variants[i]))
			return true;
	return check->variant_count == 0;
}

static struct ide_diagnostics everything(const struct loaded_template *loaded, struct string active)
{
	const struct ide_diagnostics *expectations =
		expectations_of_document(loaded->path, loaded->files, NULL, loaded->arena);

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

	for (size_t i = 0; i < all.count; i++)
		if (is_wanted(check, &all.items[i]))
			wanted[count++] = all.items[i];
	return (struct ide_diagnostics){.items = wanted, .count = count};
}

/* Replaces the names of the command line by those of the template. */
static bool knows_variants(struct check *check, const struct loaded_template *loaded)
{
	const struct argument_list *names = &check->arguments->options[OPTION_VARIANT];

	for (check->variant_count = 0; check->variant_count < names->count;
		check->variant_count++) {
		size_t variant;

		if (!variant_choice_find(check->arguments, loaded->analysis, loaded->path,
			    names->items[check->variant_count], &variant))
			return false;
		check->variants[check->variant_count] =
			arena_copy(check->arena, analysis_variant(loaded->analysis, variant)->name);
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

static void add_file(struct check *check, struct report_file file)
{
	check->files = arena_reserve(check->arena, check->files, check->file_count,
		&check->file_capacity, sizeof(*check->files));
	check->files[check->file_count++] = file;
}

static void add_template(struct check *check, struct loaded_template loaded)
{
	struct checked_template *template = arena_allocate(check->arena, 1, sizeof(*template));

	template->loaded = loaded;
	template->next = check->templates;
	check->templates = template;
	if (!knows_variants(check, &loaded))
		check->code = EXIT_CODE_USAGE;
	add_file(check, (struct report_file){.path = loaded.path,
				.tree = loaded.tree,
				.arena = loaded.arena,
				.diagnostics = collect(check, &loaded)});
}

/* ---- archives ---- */

static void fail(struct check *check, const char *path, struct string problem)
{
	fprintf(stderr, "vtosca check: archive \"%s\" %.*s\n", path, STRING_ARGUMENTS(problem));
	if (check->code == EXIT_CODE_OK)
		check->code = EXIT_CODE_PROBLEM;
}

/* The TOSCA.meta of an archive, then all definitions that it leads to. */
static void check_definitions(struct check *check, const char *path, struct archive *zip)
{
	const struct files *files = zip ? archive_files(zip) : &disk_files;
	struct checked_archive *archive = arena_allocate(check->arena, 1, sizeof(*archive));
	struct csar *csar = &archive->csar;

	*csar = csar_read(string_from(path), files, check->arena);
	archive->zip = zip;
	archive->next = check->archives;
	check->archives = archive;
	if (csar->problem.length)
		fail(check, path, csar->problem);
	if (csar->meta)
		add_file(check, (struct report_file){.path = csar->meta_path,
					.tree = csar->meta,
					.arena = check->arena,
					.diagnostics = diagnostics_of_meta_file(
						csar->meta, &csar->diagnostics, check->arena)});
	for (size_t i = 0; i < csar->definition_count; i++) {
		struct loaded_template loaded;

		if (loaded_template_init_from(&loaded, csar->definitions[i], files, NULL))
			add_template(check, loaded);
	}
	if (zip && archive_problem(zip).length)
		fail(check, path,
			arena_format(check->arena, "is not read to its end: %.*s",
				STRING_ARGUMENTS(archive_problem(zip))));
}

static void check_zip(struct check *check, const char *path)
{
	struct string problem;
	struct archive *zip = archive_open(path, check->arena, &problem);

	if (zip)
		check_definitions(check, path, zip);
	else
		fail(check, path, problem);
}

static void check_path(struct check *check, const char *path)
{
	struct loaded_template loaded;
	struct string root;

	if (csar_root_of_meta(string_from(path), check->arena, &root) &&
		csar_has_meta(root, &disk_files))
		check_definitions(check, root.bytes, NULL);
	else if (disk_folder_exists(check->arena, string_from(path)) &&
		 csar_has_meta(string_from(path), &disk_files))
		check_definitions(check, path, NULL);
	else if (archive_is_one(path))
		check_zip(check, path);
	else if (loaded_template_open_all(&loaded, check->arguments, path))
		add_template(check, loaded);
	else
		check->code = EXIT_CODE_USAGE;
}

/* ---- all of it ---- */

static void finish(struct check *check)
{
	for (struct checked_template *t = check->templates; t; t = t->next)
		loaded_template_finish(&t->loaded);
	for (struct checked_archive *a = check->archives; a; a = a->next) {
		csar_finish(&a->csar);
		archive_close(a->zip);
	}
}

int run_check(const struct arguments *arguments)
{
	struct check check = {.arena = arguments->arena, .arguments = arguments};
	const struct argument_list *names = &arguments->options[OPTION_VARIANT];

	check.variants = arena_allocate(check.arena, names->count, sizeof(*check.variants));
	for (size_t i = 0; i < arguments->operands.count; i++)
		check_path(&check, arguments->operands.items[i]);
	printers[arguments_choice(arguments, OPTION_FORMAT)](check.files, check.file_count);
	print_summary(check.files, check.file_count);
	if (check.code == EXIT_CODE_OK &&
		report_count(check.files, check.file_count, IDE_ERROR) > 0)
		check.code = EXIT_CODE_PROBLEM;
	finish(&check);
	return check.code;
}

#include "cli/checking/check_file.h"

#include "analyzer/ide/diagnostics/beside_file.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/diagnostics/expectations.h"
#include "analyzer/ide/publication/silenced.h"
#include "analyzer/ide/publication/told_once.h"
#include "analyzer/model/archive/csar.h"
#include "analyzer/model/grammar/grammar_file.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/types/imports.h"
#include "analyzer/variability/space/space_report.h"
#include "cli/files/archive.h"
#include "cli/files/disk_files.h"
#include "cli/files/input_text.h"
#include "cli/template/project.h"

#include <stdio.h>
#include <stdlib.h>

struct job {
	struct checked_target *checked;
	struct arena *scratch; /* for all that the target does not keep */
	const struct check_request *request;
	struct arguments arguments; /* with an arena and messages of its own */
	const struct check_target *target;
	const struct files *files;
	struct cached_files *cache;
};

/* A text with all that is said about it. */
struct subject {
	struct string path;
	const struct syntax_tree *tree;
	struct project_settings project; /* that it is in */
	struct ide_diagnostics all;      /* before anything is left out */
	struct ide_diagnostics shown;    /* under the variants asked for */
};

static struct subject subject_of(
	const struct job *job, struct string path, const struct syntax_tree *tree)
{
	return (struct subject){.path = path,
		.tree = tree,
		.project = project_of(&job->arguments,
			cached_files_absolute(job->cache, path, job->scratch), job->files)};
}

static void fail(struct job *job, int code)
{
	if (job->checked->code < code)
		job->checked->code = code;
}

/* ---- severities ---- */

static bool add_severity(
	const struct arguments *arguments, const char *word, struct severity_setting *setting)
{
	const char *equals = strchr(word, '=');
	size_t length = equals ? (size_t)(equals - word) : strlen(word);
	struct suggestion suggestion = suggestion_for((struct string){word, length});
	enum diagnostic_code code;

	setting->code = suggestion.wanted;
	if (!equals || !severity_from_name(string_from(equals + 1), &setting->severity)) {
		arguments_refuse(arguments,
			"--severity is \"%s\" but must be CODE=LEVEL, with error, warning, "
			"information, hint or off as the level",
			word);
		return false;
	}
	if (diagnostic_code_find(setting->code, &code))
		return true;
	for (int i = 0; i < DIAGNOSTIC_CODE_COUNT; i++)
		suggestion_offer(&suggestion,
			string_from(diagnostic_code_row((enum diagnostic_code)i)->name));
	arguments_refuse(arguments, "there is no diagnostic \"%.*s\"%s%.*s%s",
		STRING_ARGUMENTS(setting->code), suggestion.best.length ? "; did you mean \"" : "",
		STRING_ARGUMENTS(suggestion.best), suggestion.best.length ? "\"?" : "");
	return false;
}

bool check_request_read(struct check_request *request, const struct arguments *arguments)
{
	const struct argument_list *words = &arguments->options[OPTION_SEVERITY];
	struct severity_setting *items =
		arena_allocate(arguments->arena, words->count, sizeof(*items));

	*request =
		(struct check_request){.arguments = arguments, .severities = {items, words->count}};
	for (size_t i = 0; i < words->count; i++)
		if (!add_severity(arguments, words->items[i], &items[i]))
			return false;
	return variant_choice_read(&request->choice, arguments);
}

/* Those of the project, and of the command line, which wins. */
static struct severity_settings severities_of(
	const struct job *job, const struct project_settings *project)
{
	struct severity_settings own = job->request->severities;
	size_t count = project->severities.count;
	struct severity_setting *items =
		arena_allocate(job->scratch, count + own.count, sizeof(*items));

	for (size_t i = 0; i < count; i++)
		items[i] = project->severities.items[i];
	for (size_t i = 0; i < own.count; i++)
		items[count + i] = own.items[i];
	return (struct severity_settings){items, count + own.count};
}

static enum ide_severity fail_on(const struct job *job, const struct project_settings *project)
{
	static const enum ide_severity levels[] = {IDE_ERROR, IDE_WARNING, IDE_INFORMATION, 0};

	return arguments_has(&job->arguments, OPTION_FAIL_ON)
		       ? levels[arguments_choice(&job->arguments, OPTION_FAIL_ON)]
		       : project->fail_on;
}

/* ---- one text ---- */

static int compare(const void *a, const void *b)
{
	const struct ide_diagnostic *left = a, *right = b;

	return (left->range.start > right->range.start) - (left->range.start < right->range.start);
}

/* Both, in the order of the text. */
static struct ide_diagnostics joined(
	struct arena *arena, struct ide_diagnostics a, struct ide_diagnostics b)
{
	struct ide_diagnostic *items = arena_allocate(arena, a.count + b.count, sizeof(*items));
	size_t count = 0, j = 0;

	for (size_t i = 0; i < a.count; i++) {
		while (j < b.count && compare(&b.items[j], &a.items[i]) < 0)
			items[count++] = b.items[j++];
		items[count++] = a.items[i];
	}
	while (j < b.count)
		items[count++] = b.items[j++];
	return (struct ide_diagnostics){items, count};
}

static void add_report_file(struct checked_target *checked, struct report_file file)
{
	checked->files = arena_reserve(checked->arena, checked->files, checked->count,
		&checked->capacity, sizeof(*checked->files));
	checked->files[checked->count++] = file;
}

/* What is less than an error is told where a file is checked for its own sake. */
static struct ide_diagnostics errors_of(struct ide_diagnostics all, struct arena *arena)
{
	struct ide_diagnostic *items = arena_allocate(arena, all.count, sizeof(*items));
	size_t count = 0;

	for (size_t i = 0; i < all.count; i++)
		if (all.items[i].severity == IDE_ERROR)
			items[count++] = all.items[i];
	return (struct ide_diagnostics){items, count};
}

static void add_file(struct job *job, const struct subject *subject)
{
	struct checked_target *checked = job->checked;
	struct ide_diagnostics shown = silenced_remove(subject->tree, subject->shown, job->scratch);
	enum ide_severity level = fail_on(job, &subject->project);

	if (job->target->kind != TARGET_IMPORTED)
		checked->silenced += subject->shown.count - shown.count;
	shown = joined(
		job->scratch, shown, silenced_in_vain(subject->tree, subject->all, job->scratch));
	shown = severities_apply(severities_of(job, &subject->project), shown, job->scratch);
	if (!job->request->counts_all)
		shown = told_once(subject->tree, shown, job->scratch);
	if (job->target->kind == TARGET_IMPORTED)
		shown = errors_of(shown, job->scratch);
	if (job->target->kind == TARGET_IMPORTED && shown.count == 0)
		return;

	struct report_file file =
		report_file_of(checked->arena, subject->path, subject->tree, shown, job->files);
	for (size_t i = 0; i < file.count; i++)
		((struct finding *)file.findings)[i].fails = file.findings[i].severity <= level;
	add_report_file(checked, file);
}

/* ---- variants ---- */

static bool holds_under(const struct ide_diagnostic *diagnostic, struct string variant)
{
	for (size_t i = 0; i < diagnostic->variant_count; i++)
		if (string_equal(diagnostic->variants[i], variant))
			return true;
	return diagnostic->variant_count == 0;
}

static struct ide_diagnostics under(struct arena *arena, struct ide_diagnostics all,
	const struct string *variants, size_t count)
{
	struct ide_diagnostic *wanted = arena_allocate(arena, all.count, sizeof(*wanted));
	size_t found = 0;

	for (size_t i = 0; i < all.count; i++) {
		bool is_wanted = all.items[i].variant_count == 0;

		for (size_t k = 0; k < count; k++)
			is_wanted |= holds_under(&all.items[i], variants[k]);
		if (is_wanted)
			wanted[found++] = all.items[i];
	}
	return (struct ide_diagnostics){wanted, found};
}

/* What a folder or an archive holds need not have the variants asked for: then it is checked for
 * what holds under all. */
static bool may_lack_variants(const struct job *job)
{
	return job->target->kind != TARGET_NAMED && job->target->kind != TARGET_CONTENT;
}

static struct arguments silent(const struct job *job)
{
	struct arguments arguments = job->arguments;

	arguments.messages = NULL;
	arguments.refused = NULL;
	return arguments;
}

/* The position of a variant; SIZE_MAX if the template may do without. False after saying why
 * not. */
static bool find_variant(const struct job *job, const struct analysis *analysis, struct string path,
	const char *word, size_t *variant)
{
	struct arguments quiet = silent(job);

	if (may_lack_variants(job) && !variant_choice_find(&quiet, analysis, path, word, variant) &&
		*variant == SIZE_MAX)
		return true;
	return variant_choice_find(&job->arguments, analysis, path, word, variant);
}

/* The names of the template for those of the command line. False after saying which it lacks. */
static bool name_variants(struct job *job, const struct analysis *analysis, struct string path,
	struct string *names, size_t *count)
{
	const struct argument_list *words = &job->arguments.options[OPTION_VARIANT];
	bool is_known = true;
	size_t variant;

	*count = 0;
	for (size_t i = 0; i < words->count; i++) {
		if (!find_variant(job, analysis, path, words->items[i], &variant))
			is_known = false;
		else if (variant != SIZE_MAX)
			names[(*count)++] = analysis_variant(analysis, variant)->name;
	}
	if (!is_known)
		fail(job, EXIT_CODE_USAGE);
	return is_known;
}

static struct analysis *analyse(const struct job *job, const struct subject *subject,
	const struct analysis_settings *settings)
{
	return analysis_create(&(struct analysis_request){.tree = subject->tree,
		.path = subject->path,
		.files = job->files,
		.settings = settings});
}

static void note_variants(struct job *job, bool has_some)
{
	job->checked->has_variant |= has_some;
	job->checked->lacks_variant |= !has_some;
}

/* What is absent is told for one variant only, as in an editor. */
static void check_under(struct job *job, struct subject *subject, const struct analysis *analysis,
	struct document_facts_task *task, const struct string *names, size_t count)
{
	struct arena *arena = job->scratch;
	bool is_asked = arguments_has(&job->arguments, OPTION_VARIANT) ||
			arguments_has(&job->arguments, OPTION_PRESET);
	bool is_one = count == 1 && job->arguments.options[OPTION_VARIANT].count == 1;
	struct space_report *report =
		analysis_is_variable(analysis) ? space_report_create(analysis, NULL, NULL) : NULL;

	subject->all = diagnostics_collect_all(analysis, document_facts_end(task),
		report ? space_report_diagnostics(report) : NULL,
		severities_ask_for(severities_of(job, &subject->project), "untested-condition"),
		is_one ? names[0] : STRING(""), arena);
	subject->all = beside_file_add(subject->all, subject->tree,
		cached_files_absolute(job->cache, subject->path, arena), job->files, arena);
	space_report_release(report);
	subject->shown = is_asked ? under(arena, subject->all, names, count) : subject->all;
	note_variants(job, count > 0 || !is_asked);
	add_file(job, subject);
}

/* Under all variants or those named. */
static void check_all(struct job *job, struct subject *subject)
{
	struct analysis_settings settings = {.variants = subject->project.analysis.variants,
		.variant_count = subject->project.analysis.variant_count};
	struct string *names = arena_allocate(
		job->scratch, job->arguments.options[OPTION_VARIANT].count, sizeof(*names));
	struct document_facts_task task;
	struct analysis *analysis;
	size_t count;

	document_facts_begin(&task, subject->tree, NULL);
	analysis = analyse(job, subject, &settings);
	if (name_variants(job, analysis, subject->path, names, &count))
		check_under(job, subject, analysis, &task, names, count);
	document_facts_release(document_facts_end(&task));
	analysis_release(analysis);
}

static void check_chosen(
	struct job *job, struct subject *subject, const struct variant_choice *choice)
{
	struct analysis *analysis = analyse(job, subject, &choice->settings);

	subject->all = subject->shown =
		diagnostics_collect(analysis, choice->variants[0].name, job->scratch);
	variant_choice_warn(choice, analysis,
		arena_format(job->scratch, "%.*s: ", STRING_ARGUMENTS(subject->path)),
		choice->arguments->messages);
	note_variants(job, true);
	add_file(job, subject);
	analysis_release(analysis);
}

/* Under variants that presets and inputs of the command line make, and under no other. */
static void check_made(struct job *job, struct subject *subject)
{
	struct variant_choice choice = job->request->choice;
	struct analysis *all = choice.has_names ? analyse(job, subject, NULL) : NULL;
	struct arguments quiet = silent(job);
	bool may_lack = may_lack_variants(job);

	choice.arguments = may_lack ? &quiet : &job->arguments;
	bool is_known = variant_choice_resolve(&choice, subject->tree, all, subject->path);
	analysis_release(all);
	if (is_known) {
		check_chosen(job, subject, &choice);
	} else if (may_lack) {
		check_all(job, subject);
	} else {
		fail(job, EXIT_CODE_USAGE);
	}
}

/* ---- kinds of files ---- */

/* A folder or an archive is checked with all that is in it; a file by itself is not. */
static bool names_imports(const struct job *job)
{
	enum check_target_kind kind = job->target->kind;

	return kind == TARGET_NAMED || kind == TARGET_CONTENT || kind == TARGET_IMPORTED;
}

static void note_imports(struct job *job, const struct subject *subject)
{
	struct checked_target *checked = job->checked;
	struct import_list imports =
		imports_of(subject->tree, subject->path, job->files, job->scratch);

	checked->imports = arena_allocate(checked->arena, imports.count, sizeof(*checked->imports));
	for (size_t i = 0; i < imports.count; i++)
		if (imports.items[i].path.length)
			checked->imports[checked->import_count++] =
				arena_copy(checked->arena, imports.items[i].path);
}

static void check_template(struct job *job, struct subject *subject)
{
	struct arena *arena = job->scratch;
	const struct ide_diagnostics *expectations =
		expectations_of_document(subject->path, job->files, NULL, arena);
	const struct variant_choice *choice = &job->request->choice;

	if (expectations) {
		subject->all = subject->shown =
			diagnostics_of_test_file(subject->tree, *expectations, arena);
		add_file(job, subject);
	} else if (variant_choice_is_given(choice) && !variant_choice_is_plain(choice)) {
		check_made(job, subject);
	} else {
		check_all(job, subject);
	}
}

static void check_settings(struct job *job, struct subject *subject)
{
	subject->all = subject->shown = project_settings_diagnostics(subject->tree, job->scratch);
	add_file(job, subject);
}

static void check_text(struct job *job, struct string path, const struct syntax_tree *tree)
{
	struct subject subject = subject_of(job, path, tree);

	if (project_settings_are_at(path)) {
		check_settings(job, &subject);
		return;
	}
	check_template(job, &subject);
	if (names_imports(job))
		note_imports(job, &subject);
}

/* The tree of the file that is named or found; NULL if that is none of our business, or after
 * saying why it cannot be read. What others import is parsed once. */
static struct syntax_tree *tree_of_file(struct job *job)
{
	struct string path = job->target->path, text;
	struct arguments arguments = job->arguments;
	struct syntax_tree *tree = NULL;
	struct variability_test test;

	arguments.arena = arena_create(); /* the text is kept by its tree */
	if (!input_text_read(&arguments, path.bytes, "file", &text)) {
		job->checked->problem = arena_copy(job->scratch, job->checked->problem);
		fail(job, EXIT_CODE_USAGE);
	} else if (job->target->kind == TARGET_NAMED || project_settings_are_at(path) ||
		   check_target_is_ours(text) ||
		   variability_test_of_file(job->scratch, job->files, path, &test))
		tree = cached_files_take(job->cache, path, text);
	arena_destroy(arguments.arena);
	return tree;
}

static void check_file(struct job *job)
{
	struct syntax_tree *tree = tree_of_file(job);

	if (tree)
		check_text(job, job->target->path, tree);
	syntax_tree_release(tree);
}

/* What cannot be read, or is none of TOSCA, is told where it is imported. */
static void check_import(struct job *job)
{
	struct syntax_tree *tree = files_read(job->files, job->target->path);

	if (tree && grammar_is_tosca(tree))
		check_text(job, job->target->path, tree);
	syntax_tree_release(tree);
}

static void check_content(struct job *job)
{
	struct syntax_tree *tree = syntax_tree_of_file(job->target->text);

	check_text(job, job->target->path, tree);
	syntax_tree_release(tree);
}

/* ---- archives ---- */

/* Of an archive as a whole, which has no text to point into. */
static void fail_archive(struct job *job, struct string problem)
{
	struct checked_target *checked = job->checked;
	struct arena *arena = checked->arena;
	struct string path = arena_copy(arena, job->target->path);
	struct subject subject = subject_of(job, path, NULL);
	struct finding *finding = arena_allocate(arena, 1, sizeof(*finding));

	*finding = (struct finding){.place = {.path = path},
		.severity = IDE_ERROR,
		.code = string_from(diagnostic_code_row(DIAGNOSTIC_CODE_BAD_ARCHIVE)->name),
		.message = arena_format(arena, "The archive %.*s", STRING_ARGUMENTS(problem)),
		.fails = IDE_ERROR <= fail_on(job, &subject.project)};
	add_report_file(checked, (struct report_file){path, finding, 1});
}

/* The TOSCA.meta of an archive, then all definitions that it leads to. */
static void check_definitions(struct job *job)
{
	struct arena *arena = job->scratch;
	struct csar csar = csar_read(job->target->path, job->files, arena);

	if (csar.problem.length)
		fail_archive(job, csar.problem);
	if (csar.meta) {
		struct subject meta = subject_of(job, csar.meta_path, csar.meta);

		meta.all = meta.shown =
			diagnostics_of_meta_file(csar.meta, &csar.diagnostics, arena);
		add_file(job, &meta);
	}
	for (size_t i = 0; i < csar.definition_count; i++) {
		struct syntax_tree *tree = files_read(job->files, csar.definitions[i]);
		struct subject subject = subject_of(job, csar.definitions[i], tree);

		if (tree)
			check_template(job, &subject);
		syntax_tree_release(tree);
	}
	csar_finish(&csar);
}

static void check_packed(struct job *job)
{
	struct string problem;
	struct archive *archive = archive_open(job->target->path.bytes, job->scratch, &problem);

	if (!archive) {
		fail_archive(job, problem);
		return;
	}
	job->files = archive_files(archive);
	check_definitions(job);
	if (archive_problem(archive).length)
		fail_archive(job, arena_format(job->scratch, "is not read to its end: %.*s",
					  STRING_ARGUMENTS(archive_problem(archive))));
	archive_close(archive);
}

/* ---- all of it ---- */

void check_worker_start(struct check_worker *worker)
{
	*worker = (struct check_worker){.cache = cached_files_create()};
	worker->messages = open_memstream(&worker->bytes, &worker->length);
}

void check_worker_finish(struct check_worker *worker)
{
	cached_files_destroy(worker->cache);
	if (worker->messages)
		fclose(worker->messages);
	free(worker->bytes);
}

/* What was said since it was asked last. */
static struct string take_messages(struct check_worker *worker, struct arena *arena)
{
	if (!worker->messages)
		return STRING("");
	fflush(worker->messages);
	struct string taken = arena_copy(arena, (struct string){worker->bytes, worker->length});
	rewind(worker->messages);
	worker->length = 0; /* some libraries say so only when there is more */
	return taken;
}

void check_target(struct checked_target *checked, const struct check_request *request,
	const struct check_target *target, struct check_worker *worker)
{
	struct job job = {.checked = checked,
		.request = request,
		.arguments = *request->arguments,
		.target = target,
		.files = cached_files_get(worker->cache),
		.cache = worker->cache};

	*checked = (struct checked_target){.arena = arena_create()};
	job.scratch = job.arguments.arena = arena_create();
	job.arguments.refused = &checked->problem;
	job.arguments.messages = worker->messages;
	switch (target->kind) {
	case TARGET_NAMED:
	case TARGET_FOUND:
		check_file(&job);
		break;
	case TARGET_IMPORTED:
		check_import(&job);
		break;
	case TARGET_CONTENT:
		check_content(&job);
		break;
	case TARGET_FOLDER:
		check_definitions(&job);
		break;
	case TARGET_PACKED:
		check_packed(&job);
		break;
	}
	checked->messages = take_messages(worker, checked->arena);
	checked->problem = arena_copy(checked->arena, checked->problem);
	arena_destroy(job.scratch);
}

void checked_target_finish(struct checked_target *checked)
{
	arena_destroy(checked->arena);
}

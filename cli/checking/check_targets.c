#include "cli/checking/check_targets.h"

#include "analyzer/ide/publication/project_settings.h"
#include "analyzer/model/archive/csar.h"
#include "analyzer/model/grammar/grammar_file.h"
#include "analyzer/text/path.h"
#include "cli/files/archive.h"
#include "cli/files/disk_files.h"
#include "cli/files/folder_walk.h"
#include "cli/files/ignore_rules.h"
#include "cli/files/input_text.h"
#include "cli/template/project.h"

struct collecting {
	struct check_targets *targets;
	struct arena *arena;
	size_t operand;
};

static void add(struct collecting *collecting, struct string path, enum check_target_kind kind)
{
	struct check_targets *targets = collecting->targets;

	targets->items = arena_reserve(collecting->arena, targets->items, targets->count,
		&targets->capacity, sizeof(*targets->items));
	targets->items[targets->count++] =
		(struct check_target){.path = path, .kind = kind, .operand = collecting->operand};
}

static bool enter_folder(void *context, struct string folder)
{
	struct collecting *collecting = context;

	if (!csar_has_meta(folder, &disk_files))
		return true;
	add(collecting, folder, TARGET_FOLDER);
	return false;
}

static void visit_file(void *context, struct string file)
{
	struct collecting *collecting = context;

	if (string_ends_with(file, ".yaml") || string_ends_with(file, ".yml") ||
		string_ends_with(file, ".tosca"))
		add(collecting, file, TARGET_FOUND);
	else if (string_ends_with(file, ".csar") &&
		 archive_is_one(arena_copy(collecting->arena, file).bytes))
		add(collecting, file, TARGET_PACKED);
}

/* What the project leaves out, as rules. */
static const struct ignore_rules *excluded(const struct arguments *arguments, struct string folder)
{
	struct arena *arena = arguments->arena;
	struct project_settings project = project_of(arguments,
		disk_path_join(
			arena, disk_folder_absolute(arena, folder), STRING(PROJECT_SETTINGS_NAME)),
		&disk_files);
	struct string text = arena_join_list(arena, project.exclude, project.exclude_count, "\n");

	return ignore_rules_create(arena, NULL, path_folder(project.path), text);
}

static bool add_operand(
	struct collecting *collecting, const struct arguments *arguments, const char *word)
{
	struct string path = string_from(word), root;

	if (input_text_is_stream(word)) {
		add(collecting, input_text_name(arguments, word), TARGET_CONTENT);
		return input_text_read(arguments, word, "file",
			&collecting->targets->items[collecting->targets->count - 1].text);
	}
	if (csar_root_of_meta(path, collecting->arena, &root) && csar_has_meta(root, &disk_files)) {
		add(collecting, root, TARGET_FOLDER);
	} else if (disk_folder_exists(collecting->arena, path)) {
		struct folder_walk walk = {.arena = collecting->arena,
			.rules = excluded(arguments, path),
			.enter = enter_folder,
			.visit = visit_file,
			.context = collecting};

		if (enter_folder(collecting, path))
			folder_walk(&walk, path);
	} else {
		bool is_packed = disk_file_exists(collecting->arena, path) && archive_is_one(word);

		add(collecting, path,
			is_packed                                     ? TARGET_PACKED
			: arguments_has(arguments, OPTION_ONLY_TOSCA) ? TARGET_FOUND
								      : TARGET_NAMED);
	}
	return true;
}

/* Of an absolute path. */
static bool is_target(struct collecting *collecting, struct string path)
{
	struct check_targets *targets = collecting->targets;

	for (; targets->known_count < targets->count; targets->known_count++)
		name_table_add(&targets->known, collecting->arena,
			disk_file_absolute(
				collecting->arena, targets->items[targets->known_count].path),
			targets);
	return name_table_find(&targets->known, path) != NULL;
}

/* The settings that hold for an operand, and stand above it, if they are wrong: who expects another
 * result has to know. */
static void add_settings(
	struct collecting *collecting, const struct arguments *arguments, const char *word)
{
	struct string path = string_from(word);
	struct arena *arena = collecting->arena;
	struct project_settings project;

	if (input_text_is_stream(word))
		return;
	if (disk_folder_exists(arena, path))
		path = disk_path_join(
			arena, disk_folder_absolute(arena, path), STRING(PROJECT_SETTINGS_NAME));
	project = project_of(arguments, disk_file_absolute(arena, path), &disk_files);
	if (!is_target(collecting, project.path) &&
		project_has_mistakes(&project, &disk_files, arena))
		add(collecting, project.path, TARGET_NAMED);
}

bool check_targets_collect(struct check_targets *targets, const struct arguments *arguments)
{
	struct collecting collecting = {.targets = targets, .arena = arguments->arena};

	*targets = (struct check_targets){0};
	for (size_t i = 0; i < arguments->operands.count; i++) {
		collecting.operand = i;
		if (!add_operand(&collecting, arguments, arguments->operands.items[i]))
			return false;
	}
	for (size_t i = 0; i < arguments->operands.count; i++) {
		collecting.operand = i;
		add_settings(&collecting, arguments, arguments->operands.items[i]);
	}
	return true;
}

/* Whether rules leave it out, or a folder that it is in. */
static bool is_excluded(const struct ignore_rules *rules, struct string path)
{
	bool is_out = ignore_rules_match(rules, path, false);

	for (struct string folder = path_folder(path); folder.length > 1 && !is_out;
		folder = path_folder(folder))
		is_out = ignore_rules_match(rules, folder, true);
	return is_out;
}

void check_targets_add_import(struct check_targets *targets, const struct arguments *arguments,
	size_t importer, struct string path)
{
	struct collecting collecting = {.targets = targets,
		.arena = arguments->arena,
		.operand = targets->items[importer].operand};
	struct string absolute = disk_file_absolute(arguments->arena, path);

	if (!is_target(&collecting, absolute) &&
		!is_excluded(excluded(arguments, path_folder(path)), absolute))
		add(&collecting, arena_copy(arguments->arena, path), TARGET_IMPORTED);
}

/* Words without which a text is none of those that stand beside a template. */
static bool may_be_beside(struct string text)
{
	static const char *const words[] = {"presets", "expected", "inputs", "template",
		"technology", "component", "conditions", "dependencies"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (string_contains(text, string_from(words[i])))
			return true;
	return false;
}

bool check_target_is_ours(struct string text)
{
	struct syntax_tree *tree;
	enum grammar_file kind;

	if (string_contains(text, STRING("tosca_definitions_version")))
		return true;
	if (!may_be_beside(text))
		return false;
	tree = syntax_tree_of_file(text);
	kind = grammar_file_kind(tree);
	syntax_tree_release(tree);
	return kind != GRAMMAR_FILE_OTHER && kind != GRAMMAR_FILE_TOSCA;
}

/* Prints what the grammar and type checks say about files: `grammar_report FILE…`. One line per
 * diagnostic, `path:line:column: severity code message`; a file without error, and no
 * broken YAML, adds `path: clean`. For the scripts that run over folders of files. */
#include "analyzer/model/grammar.h"
#include "analyzer/model/type_check.h"
#include "solver/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static struct string read_file(const char *path, struct arena *arena)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		return (struct string){0};
	char *bytes = NULL;
	size_t length = 0;
	size_t capacity = 0;
	int character;
	while ((character = getc(file)) != EOF) {
		bytes = memory_reserve(bytes, length, &capacity, 1);
		bytes[length++] = (char)character;
	}
	fclose(file);
	struct string text = arena_copy(arena, (struct string){bytes, length});
	memory_release(bytes);
	return text;
}

static struct syntax_tree *read_tree(void *context, struct string path)
{
	(void)context;
	struct arena *arena = arena_create();
	const char *terminated = arena_copy(arena, path).bytes;
	struct stat status;
	struct syntax_tree *tree = NULL;
	if (stat(terminated, &status) == 0 && S_ISREG(status.st_mode))
		tree = syntax_tree_create(read_file(terminated, arena));
	arena_destroy(arena);
	return tree;
}

static const struct file_entry *list_folder(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	(void)context;
	struct dirent **found;
	int total =
		scandir(path.length ? arena_copy(arena, path).bytes : ".", &found, NULL, alphasort);
	*count = 0;
	if (total < 0)
		return NULL;
	struct file_entry *entries = arena_allocate(arena, (size_t)total + 1, sizeof(*entries));
	for (int i = 0; i < total; i++) {
		entries[i].name = arena_copy(arena, string_from(found[i]->d_name));
		free(found[i]);
	}
	free(found);
	*count = (size_t)total;
	return entries;
}

static bool report(const char *path)
{
	static const char *const severities[] = {"error", "warning", "information", "hint"};
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(read_file(path, arena));
	size_t error_count;
	syntax_tree_errors(tree, arena, &error_count);
	struct diagnostics diagnostics = diagnostics_in(arena);
	bool clean = error_count == 0;
	if (error_count > 0)
		printf("%s: error yaml-syntax\n", path);
	grammar_check(tree, &diagnostics);
	struct files files = {.read = read_tree, .list = list_folder};
	struct types *types = types_create(tree, string_from(path), &files, NULL);
	if (error_count == 0)
		types_check(types, &diagnostics);
	for (size_t i = 0; i < diagnostics.count; i++) {
		const struct diagnostic *diagnostic = &diagnostics.items[i];
		struct range range = location_range(&diagnostic->location, tree);
		struct position start = syntax_tree_position(tree, range.start, POSITION_UTF8);
		printf("%s:%u:%u: %s %s %.*s\n", path, start.line + 1, start.character + 1,
			severities[diagnostic->severity],
			diagnostic_code_row(diagnostic->code)->name,
			STRING_ARGUMENTS(diagnostic->message));
		clean = clean && diagnostic->severity != DIAGNOSTIC_ERROR;
	}
	if (clean)
		printf("%s: clean\n", path);
	types_release(types);
	syntax_tree_release(tree);
	arena_destroy(arena);
	return clean;
}

int main(int argc, char **argv)
{
	bool clean = true;
	for (int i = 1; i < argc; i++)
		clean = report(argv[i]) && clean;
	return clean ? 0 : 1;
}

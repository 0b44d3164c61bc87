/* Prints what the grammar check says about files: `grammar_report FILE…`. One line per
 * diagnostic, `path:line:column: severity code message`; a file without error, and no
 * broken YAML, adds `path: clean`. For the scripts that run over folders of files. */
#include "analyzer/model/grammar.h"
#include "solver/memory.h"

#include <stdio.h>

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

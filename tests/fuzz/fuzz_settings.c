/* Any text as settings: as the project's file vtosca.yaml, and as what an editor sends. What is
 * wrong is told inside the text; each setting has a value in its range. */
#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/ide/publication/project_settings.h"
#include "lsp/documents/settings.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The only file there is. */
static struct syntax_tree *read_tree(void *context, struct string path)
{
	(void)path;
	return syntax_tree_retain(context);
}

static void read_project(struct string text)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(text);
	struct files files = {.context = tree, .read = read_tree};
	struct project_settings settings =
		project_settings_of(STRING("template.yaml"), &files, arena);
	struct ide_diagnostics found = project_settings_diagnostics(tree, arena);

	if (settings.fail_on > IDE_HINT || settings.analysis.variant_count > 1000000)
		abort();
	for (size_t i = 0; i < found.count; i++)
		if (found.items[i].range.end > syntax_tree_length(tree)) {
			fprintf(stderr, "a message lies behind the end\n");
			abort();
		}
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void read_editor(struct string text)
{
	bool valid;
	struct json_object *json = parse_json(text, &valid);
	struct settings *settings = settings_create(json);
	struct settings *again = settings_create(json);

	if (!settings_are_same(settings, again)) {
		fprintf(stderr, "the same settings are not the same\n");
		abort();
	}
	settings_release(again);
	settings_release(settings);
	json_object_put(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct string text = {(const char *)data, size};

	read_project(text);
	read_editor(text);
	return 0;
}

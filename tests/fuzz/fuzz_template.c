/* Any text as a service template: its analysis, every diagnostic and the resolved template come to
 * an end without a crash; an analysis made from that of another text equals one made anew. */
#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/resolution/template_resolution.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct analysis *analyse(const struct syntax_tree *tree, struct analysis *previous)
{
	static const struct analysis_settings settings = {0};

	return analysis_create(&(struct analysis_request){.tree = tree,
		.path = STRING("/template.yaml"),
		.settings = &settings,
		.previous = previous});
}

static struct string told(const struct analysis *analysis, struct arena *arena)
{
	struct ide_diagnostics found = diagnostics_collect(analysis, STRING(""), arena);
	struct string text = STRING("");

	for (size_t i = 0; i < found.count && i < 200; i++)
		text = arena_format(arena, "%.*s%u %.*s\n", STRING_ARGUMENTS(text),
			found.items[i].range.start, STRING_ARGUMENTS(found.items[i].message));
	return text;
}

static void resolve(const struct syntax_tree *tree, struct arena *arena)
{
	struct yaml_writer *writer = yaml_writer_create();
	struct template_resolution resolution = {.tree = tree, .path = STRING("/template.yaml")};
	struct template_refusal refusal;

	template_resolve(arena, &resolution, writer, &refusal);
	yaml_writer_destroy(writer);
}

/* The text without its middle byte, and with it again: two edits. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_create();
	struct string text = {(const char *)data, size};
	uint32_t middle = (uint32_t)size / 2;
	struct syntax_tree *tree = syntax_tree_create(text);
	struct syntax_tree *less = syntax_tree_edit(
		tree, (struct text_edit){{middle, middle + (size > 0)}, STRING("")});
	struct analysis *first = analyse(tree, NULL);
	struct analysis *edited = analyse(less, first);
	struct range all = {0, syntax_tree_length(less)};
	struct syntax_tree *fresh = syntax_tree_create(syntax_tree_text(less, all, arena));
	struct analysis *anew = analyse(fresh, NULL);
	struct string expected = told(anew, arena);
	struct string found = told(edited, arena);

	if (!string_equal(expected, found)) {
		fprintf(stderr, "--- anew\n%.*s\n--- edited\n%.*s\n", STRING_ARGUMENTS(expected),
			STRING_ARGUMENTS(found));
		abort();
	}
	resolve(tree, arena);
	analysis_release(first);
	analysis_release(edited);
	analysis_release(anew);
	syntax_tree_release(tree);
	syntax_tree_release(less);
	syntax_tree_release(fresh);
	arena_destroy(arena);
	return 0;
}

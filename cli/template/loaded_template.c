#include "cli/template/loaded_template.h"

#include "cli/files/disk_files.h"

#include <stdio.h>

static const char *unreadable_reason(struct arena *arena, struct string path)
{
	if (disk_folder_exists(arena, path))
		return "is a folder";
	if (disk_file_exists(arena, path))
		return "cannot be read";
	return "does not exist";
}

/* Takes over the tree. */
static void analyse(struct loaded_template *loaded, struct syntax_tree *tree,
	const struct files *files, const struct analysis_settings *settings)
{
	loaded->tree = tree;
	loaded->files = files;
	loaded->analysis = analysis_create(&(struct analysis_request){
		.tree = tree,
		.path = loaded->path,
		.files = files,
		.settings = settings,
	});
}

bool loaded_template_init(struct loaded_template *loaded, const char *command, const char *path,
	const struct analysis_settings *settings)
{
	struct string text;

	*loaded = (struct loaded_template){.arena = arena_create(), .path = string_from(path)};
	if (!disk_file_read(loaded->arena, loaded->path, &text)) {
		fprintf(stderr, "vtosca %s: file \"%s\" %s\n", command, path,
			unreadable_reason(loaded->arena, loaded->path));
		arena_destroy(loaded->arena);
		return false;
	}
	analyse(loaded, syntax_tree_create(text), &disk_files, settings);
	return true;
}

bool loaded_template_init_from(struct loaded_template *loaded, struct string path,
	const struct files *files, const struct analysis_settings *settings)
{
	struct syntax_tree *tree = files_read(files, path);

	if (!tree)
		return false;
	*loaded = (struct loaded_template){.arena = arena_create(), .path = path};
	analyse(loaded, tree, files, settings);
	return true;
}

void loaded_template_finish(struct loaded_template *loaded)
{
	analysis_release(loaded->analysis);
	syntax_tree_release(loaded->tree);
	arena_destroy(loaded->arena);
}

bool loaded_template_is_valid(const struct loaded_template *loaded)
{
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(loaded->tree, loaded->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct position start =
			syntax_tree_position(loaded->tree, errors[i].range.start, POSITION_UTF32);

		fprintf(stderr, "%.*s:%u:%u: error: %.*s\n", STRING_ARGUMENTS(loaded->path),
			start.line + 1, start.character + 1, STRING_ARGUMENTS(errors[i].message));
	}
	return count == 0;
}

bool element_is_listed(const struct element *element)
{
	return !element->is_synthetic &&
	       !(element->kind == ELEMENT_GROUP && element->group.is_variability_group);
}

void chosen_variants_add(struct chosen_variants *chosen, struct arena *arena, const char *preset)
{
	chosen->presets = arena_reserve(arena, chosen->presets, chosen->preset_count,
		&chosen->preset_capacity, sizeof(*chosen->presets));
	chosen->presets[chosen->preset_count++] = string_from(preset);
}

const struct analysis_settings *chosen_variants_settings(
	struct chosen_variants *chosen, struct arena *arena)
{
	struct string name = STRING("");

	if (chosen->preset_count == 0)
		return NULL;
	for (size_t i = 0; i < chosen->preset_count; i++)
		name = arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(name),
			i == 0 ? "" : " + ", STRING_ARGUMENTS(chosen->presets[i]));
	chosen->variant = (struct variant_setting){
		.name = name, .presets = chosen->presets, .preset_count = chosen->preset_count};
	chosen->settings = (struct analysis_settings){
		.variants = &chosen->variant, .variant_count = 1, .only_settings = true};
	return &chosen->settings;
}

struct position loaded_template_position(const struct loaded_template *loaded, struct node node)
{
	node = analysis_node(loaded->analysis, node);
	return syntax_tree_position(loaded->tree, node_range(node).start, POSITION_UTF32);
}

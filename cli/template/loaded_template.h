/* A service template on disk with its analysis: where most commands start. */
#ifndef CLI_LOADED_TEMPLATE_H
#define CLI_LOADED_TEMPLATE_H

#include "analyzer/text/arena.h"
#include "analyzer/variability/analysis/analysis.h"

struct loaded_template {
	struct arena *arena;       /* for what the command makes of it, too */
	struct string path;        /* as given on the command line, or within an archive */
	const struct files *files; /* beside it */
	struct syntax_tree *tree;
	struct analysis *analysis;
};

/* False after saying on standard error, in the name of `command`, why the file cannot be
 * read. `settings` may be NULL and is borrowed until the template is unloaded. */
bool loaded_template_init(struct loaded_template *loaded, const char *command, const char *path,
	const struct analysis_settings *settings);

/* The same for a file that `files` can read; false if they cannot. `path` is borrowed. */
bool loaded_template_init_from(struct loaded_template *loaded, struct string path,
	const struct files *files, const struct analysis_settings *settings);
void loaded_template_finish(struct loaded_template *loaded);

/* Says where the file is no valid YAML; true if it is. What can be read of a broken file is
 * analysed all the same. */
bool loaded_template_is_valid(const struct loaded_template *loaded);

/* Whether an element is one for people: written by someone, and not a variability group, which
 * is neither present nor absent but only lends its conditions to its members. */
bool element_is_listed(const struct element *element);

/* The variants a command is about: those of the template, or the one that the presets given
 * by `--preset` make together. Its name is theirs, joined by " + ". */
struct chosen_variants {
	struct string *presets;
	size_t preset_count;
	size_t preset_capacity;
	struct variant_setting variant;
	struct analysis_settings settings;
};

void chosen_variants_add(struct chosen_variants *chosen, struct arena *arena, const char *preset);
const struct analysis_settings *chosen_variants_settings(
	struct chosen_variants *chosen, struct arena *arena);

/* Where a node starts, counted from 0, in characters. */
struct position loaded_template_position(const struct loaded_template *loaded, struct node node);

#endif

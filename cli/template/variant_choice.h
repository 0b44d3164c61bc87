/* The variants that a command line asks for, by --variant, --preset, --input and --inputs.
 *
 * --variant gives each of the variants it names; --preset gives one, of all presets together;
 * inputs are laid over each of these, or over the defaults where there is none. Without any of
 * these options a command is about all variants of the template. */
#ifndef CLI_VARIANT_CHOICE_H
#define CLI_VARIANT_CHOICE_H

#include "analyzer/variability/analysis/analysis.h"
#include "cli/arguments/arguments.h"

struct variant_choice {
	const struct arguments *arguments;
	struct value inputs; /* a map, or none */
	bool has_names;      /* some --variant */
	struct variant_setting *variants;
	struct analysis_settings settings; /* `variants` and nothing else */
};

/* Reads the options, and the files they name. False after saying what is wrong. */
bool variant_choice_read(struct variant_choice *choice, const struct arguments *arguments);

/* Whether there is any choice. */
bool variant_choice_is_given(const struct variant_choice *choice);

/* Only --variant: the variants as the template has them, nothing laid over them. */
bool variant_choice_is_plain(const struct variant_choice *choice);

/* Makes `settings` from what the options name: presets of the template in `tree`, variants of its
 * analysis `all`, which may be NULL where none is named. False after saying what there is not. */
bool variant_choice_resolve(struct variant_choice *choice, const struct syntax_tree *tree,
	const struct analysis *all, struct string path);

/* Warns of inputs that the command line assigns, as `check` does of those in presets: a line each,
 * which begins with `place`. */
void variant_choice_warn(const struct variant_choice *choice, const struct analysis *analysis,
	struct string place, FILE *stream);

/* The position of a variant by its name: as it is shown, "preset NAME", "test NAME", or the name
 * of a test alone. False after saying that there is none, where it becomes SIZE_MAX, or
 * several. */
bool variant_choice_find(const struct arguments *arguments, const struct analysis *all,
	struct string path, const char *name, size_t *variant);

#endif

/* A service template on disk with its analysis: where most commands start. */
#ifndef CLI_LOADED_TEMPLATE_H
#define CLI_LOADED_TEMPLATE_H

#include "analyzer/variability/analysis/analysis.h"
#include "cli/template/project.h"
#include "cli/template/template_source.h"
#include "cli/template/variant_choice.h"

struct loaded_template {
	struct arena *arena;       /* for what the command makes of it, too */
	struct string path;        /* for messages and files beside it */
	const struct files *files; /* beside it */
	struct syntax_tree *tree;
	struct analysis *analysis;
	struct variant_choice choice;
	struct value fixed; /* what `loaded_template_fix` found, or none */
	struct project_settings project;

	/* Private. */
	struct template_source source;
};

/* Of the template `path` with the variants that the arguments choose, or all. Says what is wrong
 * with inputs that the command line assigns. False after saying on standard error why there is no
 * such analysis. */
bool loaded_template_open(
	struct loaded_template *loaded, const struct arguments *arguments, const char *path);

/* The same without the analysis: `choice` tells the variants. */
bool loaded_template_read(
	struct loaded_template *loaded, const struct arguments *arguments, const char *path);

/* Makes the settings of a choice of variants of the template; false after saying what there is not.
 */
bool loaded_template_choose(const struct loaded_template *loaded, struct variant_choice *choice);

/* Makes the analysis of what was read, under the variants of `choice`, or all. */
void loaded_template_analyse(struct loaded_template *loaded);

/* The same for what is about all inputs: under all variants. What the variant of `choice` assigns
 * becomes `fixed`. False after saying that there are several. */
bool loaded_template_fix(struct loaded_template *loaded, const struct arguments *arguments);

/* Warns of inputs that the command line assigns, as `check` does of those in presets. */
void loaded_template_check_inputs(const struct loaded_template *loaded);

void loaded_template_finish(struct loaded_template *loaded);

/* Says where the file is no valid YAML; true if it is. What can be read of a broken file is
 * analysed all the same. */
bool loaded_template_is_valid(const struct loaded_template *loaded);

/* Whether it is no TOSCA at all, so that there is nothing to show. */
bool loaded_template_is_empty(const struct loaded_template *loaded);

/* Says of each variant that the arguments chose and that cannot be resolved why; true if there is
 * none. */
bool loaded_template_is_resolvable(const struct loaded_template *loaded);

/* Whether an element is one for people: written by someone, and not a variability group, which
 * is neither present nor absent but only lends its conditions to its members. */
bool element_is_listed(const struct element *element);

/* Where a node starts, counted from 0, in characters. */
struct position loaded_template_position(const struct loaded_template *loaded, struct node node);

/* What becomes of it under all assignments of the inputs that are not fixed, as --bound asks for;
 * the caller releases it. NULL if --bound is no number: that is told. */
struct space *loaded_template_space(
	const struct loaded_template *loaded, const struct arguments *arguments);

#endif

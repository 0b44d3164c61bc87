/* Variability options: `topology_template.variability.options`, read once and completely
 * resolved (Variability4TOSCA, sections "Pruning Options", "Default Conditions Options",
 * "Consistency Options", "Solver Options", "Constraints Options").
 *
 * What is not given follows from the pruning mode, a wider option or the definitions
 * version. A mode stands between the two: it loses against the option itself, and wins
 * against the wider option. Unknown names are ignored. */
#ifndef ANALYZER_VARIABILITY_ELEMENTS_OPTIONS_H
#define ANALYZER_VARIABILITY_ELEMENTS_OPTIONS_H

#include "analyzer/language/grammar/element_kinds.h"
#include "analyzer/language/grammar/versions.h"
#include "analyzer/variability/types/problem.h"

#include <stdbool.h>

/* The six switches that decide about generated conditions of a kind of elements, and
 * that an element may override. The first three are about default conditions. */
enum condition_option {
	CONDITION_OPTION_DEFAULT_CONDITION,
	CONDITION_OPTION_DEFAULT_CONSISTENCY_CONDITION,
	CONDITION_OPTION_DEFAULT_SEMANTIC_CONDITION,
	CONDITION_OPTION_PRUNING,
	CONDITION_OPTION_CONSISTENCY_PRUNING,
	CONDITION_OPTION_SEMANTIC_PRUNING,
	CONDITION_OPTION_COUNT
};

enum flag_option {
#define FLAG_OPTION(option, name, parent_ab, default_ab, parent_cd, default_cd) FLAG_##option,
#include "analyzer/variability/elements/flag_options.def"
#undef FLAG_OPTION
	FLAG_OPTION_COUNT
};

enum optimisation {
	OPTIMISATION_NONE,
	OPTIMISATION_MINIMUM,
	OPTIMISATION_MAXIMUM,
};

enum optimisation_mode {
	OPTIMISATION_WEIGHT,
	OPTIMISATION_COUNT,
	OPTIMISATION_WEIGHT_COUNT,
};

struct options {
	enum version_class version_class;  /* CLASS_A if the version is not supported */
	struct node map;                   /* as written */
	const struct draft_option *drafts; /* options by names of old drafts */
	size_t draft_count;
	bool conditions[ELEMENT_KIND_COUNT][CONDITION_OPTION_COUNT];
	struct string default_condition_mode[ELEMENT_KIND_COUNT]; /* empty: the kind has none */
	bool flags[FLAG_OPTION_COUNT];
	enum optimisation topology;
	enum optimisation_mode topology_mode;
	enum optimisation technologies;
	enum optimisation_mode technologies_mode;
};

/* "pruning", "consistency_pruning" …: also the keyword by which an element overrides it. */
const char *condition_option_name(enum condition_option option);

/* Reads the map of options, which may be absent; mistakes become problems. */
void options_read(struct options *options, enum version_class version_class, struct node map,
	struct problems *problems);

/* What a Boolean option that is not given comes to, and why. */
enum option_origin {
	ORIGIN_UNKNOWN, /* it is no Boolean option */
	ORIGIN_MODE,    /* the pruning mode `from` supplies it */
	ORIGIN_WIDER,   /* it follows the wider option `from` */
	ORIGIN_VERSION, /* the default of the definitions version */
};
struct option_effect {
	enum option_origin origin;
	bool value;
	struct string from;
};
struct option_effect options_effect(
	const struct options *options, struct string name, struct arena *arena);

#endif

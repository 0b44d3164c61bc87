/* Variability options: what `topology_template.variability.options` may hold.
 *
 * One row per option with its type, its parent and its default in each class of
 * definitions versions. How a value is found:
 *
 *     the user's value, else the one the pruning mode pins, else the parent's, else
 *     the default of the row
 *
 * where the parent counts as `inheritance` says. */
#ifndef ANALYZER_LANGUAGE_VARIABILITY_OPTIONS_H
#define ANALYZER_LANGUAGE_VARIABILITY_OPTIONS_H

#include "analyzer/language/grammar/element_kinds.h"
#include "analyzer/language/grammar/versions.h"
#include "analyzer/text/string.h"

enum option {
#define OPTION(option, name, group, type, parent, inheritance, a, b, c, d, summary) OPTION_##option,
#include "analyzer/language/variability/options.def"
#undef OPTION
	OPTION_TOTAL,
	OPTION_NONE = OPTION_TOTAL
};

enum option_group {
	OPTIONS_GENERAL,
	OPTIONS_DEFAULT_CONDITION,
	OPTIONS_PRUNING,
	OPTIONS_CHECK,
	OPTIONS_SOLVER,
	OPTIONS_CONSTRAINT,
	OPTIONS_ENRICHER,
};

enum option_type {
	OPTION_BOOLEAN,
	OPTION_PRUNING_MODE,           /* a name of pruning_modes.def */
	OPTION_DEFAULT_CONDITION_MODE, /* words of default_condition_modes.def joined by "-" */
	OPTION_DIRECTION,              /* a Boolean, min or max */
	OPTION_TOPOLOGY_MODE,          /* weight or count */
	OPTION_TECHNOLOGIES_MODE,      /* weight, count; weight-count not in class A */
};

enum option_inheritance {
	INHERITS_NOTHING,    /* there is no parent, or it is not asked */
	INHERITS,            /* the parent's value, whether given or not */
	INHERITS_GIVEN,      /* the parent's value only if the user gave it */
	INHERITS_IN_C_AND_D, /* like INHERITS, in the classes C and D only */
};

struct option_row {
	const char *name;
	enum option_group group;
	enum option_type type;
	enum option parent; /* OPTION_NONE at the top */
	enum option_inheritance inheritance;
	const char *defaults[CLASS_COUNT]; /* as written in YAML */
	const char *summary;
};

const struct option_row *option_row(enum option option);
enum option option_find(struct string name); /* OPTION_NONE if there is none */
const char *option_group_title(enum option_group group);

/* The options that exist once per kind of element. OPTION_NONE for imports, which have
 * none, and for modes of kinds without mode. */
enum kind_option {
	KIND_DEFAULT_CONDITION,
	KIND_DEFAULT_CONSISTENCY_CONDITION,
	KIND_DEFAULT_SEMANTIC_CONDITION,
	KIND_PRUNING,
	KIND_CONSISTENCY_PRUNING,
	KIND_SEMANTIC_PRUNING,
	KIND_DEFAULT_CONDITION_MODE,
	KIND_OPTION_TOTAL
};
enum option option_of_kind(enum element_kind kind, enum kind_option option);

/* Names of older texts, and names that are accepted but never read. */
struct deprecated_option_row {
	const char *name;
	const char *replacement; /* an option's name; empty if there is none */
	bool negated;            /* the replacement takes the opposite value */
	bool understood;         /* it has an effect, that of the replacement */
	const char *note;
};
const struct deprecated_option_row *deprecated_option_find(struct string name);

/* Pruning modes: values of the option `mode`. */
enum pruning_mode {
#define PRUNING_MODE(mode, name, same_as, summary) PRUNING_MODE_##mode,
#include "analyzer/language/variability/pruning_modes.def"
#undef PRUNING_MODE
	PRUNING_MODE_TOTAL,
	PRUNING_MODE_NONE = PRUNING_MODE_TOTAL
};
struct pruning_mode_row {
	const char *name;
	enum pruning_mode same_as; /* itself, unless it is another name of that one */
	const char *summary;
};
const struct pruning_mode_row *pruning_mode_row(enum pruning_mode mode);
enum pruning_mode pruning_mode_find(struct string name); /* PRUNING_MODE_NONE if none */

/* Words that a value of `type` may be, besides true and false: NULL-terminated, empty for
 * Booleans and for the two kinds of modes that have tables of their own. */
const char *const *option_type_words(enum option_type type, enum version_class version_class);
bool option_type_takes_boolean(enum option_type type);

#endif

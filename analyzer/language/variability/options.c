#include "analyzer/language/variability/options.h"

#include "base/documented.h"

#include <assert.h>

static const struct option_row rows[] = {
#define OPTION(option, name, group, type, parent, inheritance, a, b, c, d, summary)                \
	{name, group, type, OPTION_##parent, inheritance, {a, b, c, d}, summary},
#include "analyzer/language/variability/options.def"
#undef OPTION
};

#define OPTION(option, name, group, type, parent, inheritance, a, b, c, d, summary)                \
	IS_DOCUMENTED(name, summary)
#include "analyzer/language/variability/options.def"
#undef OPTION

static const struct deprecated_option_row deprecated_rows[] = {
#define DEPRECATED_OPTION(name, replacement, negated, understood, note)                            \
	{name, replacement, negated, understood, note},
#include "analyzer/language/variability/deprecated_options.def"
#undef DEPRECATED_OPTION
};

static const struct pruning_mode_row mode_rows[] = {
#define PRUNING_MODE(mode, name, same_as, summary) {name, PRUNING_MODE_##same_as, summary},
#include "analyzer/language/variability/pruning_modes.def"
#undef PRUNING_MODE
};

enum {
	DEPRECATED_TOTAL = sizeof(deprecated_rows) / sizeof(*deprecated_rows)
};

const struct option_row *option_row(enum option option)
{
	assert(option < OPTION_TOTAL);
	return &rows[option];
}

enum option option_find(struct string name)
{
	for (size_t i = 0; i < OPTION_TOTAL; i++)
		if (string_is(name, rows[i].name))
			return (enum option)i;
	return OPTION_NONE;
}

const char *option_group_title(enum option_group group)
{
	switch (group) {
	case OPTIONS_GENERAL:
		return "General options";
	case OPTIONS_DEFAULT_CONDITION:
		return "Default condition options";
	case OPTIONS_PRUNING:
		return "Pruning options";
	case OPTIONS_CHECK:
		return "Check options";
	case OPTIONS_SOLVER:
		return "Solver options";
	case OPTIONS_CONSTRAINT:
		return "Constraint options";
	case OPTIONS_ENRICHER:
		return "Enricher options";
	}
	return "";
}

#define ALL_OF(kind, mode)                                                                         \
	{                                                                                          \
		OPTION_##kind##_DEFAULT_CONDITION, OPTION_##kind##_DEFAULT_CONSISTENCY_CONDITION,  \
			OPTION_##kind##_DEFAULT_SEMANTIC_CONDITION, OPTION_##kind##_PRUNING,       \
			OPTION_##kind##_CONSISTENCY_PRUNING, OPTION_##kind##_SEMANTIC_PRUNING,     \
			mode                                                                       \
	}
#define WITH_MODE(kind) ALL_OF(kind, OPTION_##kind##_DEFAULT_CONDITION_MODE)
#define WITHOUT_MODE(kind) ALL_OF(kind, OPTION_NONE)

static const enum option of_kind[ELEMENT_KIND_COUNT][KIND_OPTION_TOTAL] = {
	[ELEMENT_TYPE] = WITHOUT_MODE(TYPE),
	[ELEMENT_NODE] = WITH_MODE(NODE),
	[ELEMENT_RELATION] = WITH_MODE(RELATION),
	[ELEMENT_PROPERTY] = WITH_MODE(PROPERTY),
	[ELEMENT_POLICY] = WITHOUT_MODE(POLICY),
	[ELEMENT_GROUP] = WITHOUT_MODE(GROUP),
	[ELEMENT_INPUT] = WITHOUT_MODE(INPUT),
	[ELEMENT_ARTIFACT] = WITH_MODE(ARTIFACT),
	[ELEMENT_IMPORT] = {OPTION_NONE, OPTION_NONE, OPTION_NONE, OPTION_NONE, OPTION_NONE,
		OPTION_NONE, OPTION_NONE},
	[ELEMENT_TECHNOLOGY] = WITH_MODE(TECHNOLOGY),
	[ELEMENT_OUTPUT] = WITH_MODE(OUTPUT),
};

enum option option_of_kind(enum element_kind kind, enum kind_option option)
{
	assert(kind < ELEMENT_KIND_COUNT && option < KIND_OPTION_TOTAL);
	return of_kind[kind][option];
}

const struct deprecated_option_row *deprecated_option_find(struct string name)
{
	for (size_t i = 0; i < DEPRECATED_TOTAL; i++)
		if (string_is(name, deprecated_rows[i].name))
			return &deprecated_rows[i];
	return NULL;
}

const struct pruning_mode_row *pruning_mode_row(enum pruning_mode mode)
{
	assert(mode < PRUNING_MODE_TOTAL);
	return &mode_rows[mode];
}

enum pruning_mode pruning_mode_find(struct string name)
{
	for (size_t i = 0; i < PRUNING_MODE_TOTAL; i++)
		if (string_is(name, mode_rows[i].name))
			return (enum pruning_mode)i;
	return PRUNING_MODE_NONE;
}

const char *const *option_type_words(enum option_type type, enum version_class version_class)
{
	static const char *const none[] = {NULL};
	static const char *const directions[] = {"min", "max", NULL};
	static const char *const weight_or_count[] = {"weight", "count", NULL};
	static const char *const technologies[] = {"weight", "count", "weight-count", NULL};

	switch (type) {
	case OPTION_DIRECTION:
		return directions;
	case OPTION_TOPOLOGY_MODE:
		return weight_or_count;
	case OPTION_TECHNOLOGIES_MODE:
		return version_class == CLASS_A ? weight_or_count : technologies;
	case OPTION_BOOLEAN:
	case OPTION_PRUNING_MODE:
	case OPTION_DEFAULT_CONDITION_MODE:
		break;
	}
	return none;
}

bool option_type_takes_boolean(enum option_type type)
{
	return type == OPTION_BOOLEAN || type == OPTION_DIRECTION;
}

#include "analyzer/variability/elements/options.h"

#include "analyzer/variability/elements/draft_options.h"
#include "analyzer/variability/values/value.h"

#include <stdio.h>
#include <string.h>

enum {
	PIN_NONE = -1
};

static const enum element_kind kinds_with_conditions[] = {ELEMENT_INPUT, ELEMENT_OUTPUT,
	ELEMENT_NODE, ELEMENT_RELATION, ELEMENT_POLICY, ELEMENT_GROUP, ELEMENT_ARTIFACT,
	ELEMENT_PROPERTY, ELEMENT_TYPE, ELEMENT_TECHNOLOGY};

static const char *const condition_option_names[CONDITION_OPTION_COUNT] = {"default_condition",
	"default_consistency_condition", "default_semantic_condition", "pruning",
	"consistency_pruning", "semantic_pruning"};

/* ---- pruning modes ---- */

/* What a mode supplies: for the two wide options, for inputs and outputs, and for all other
 * kinds; '1', '0', or '-' where it supplies nothing. The six characters are the condition
 * options in their order. */
struct pruning_mode {
	const char *name;
	const char *wide; /* default_condition, pruning */
	const char *parameters;
	const char *others;
};

static const struct pruning_mode modes[] = {
	{"strict", "--", "000000", "------"},
	{"manual", "--", "000000", "------"},
	{"consistent-strict", "--", "000---", "110---"},
	{"consistent-loose", "--", "---000", "---110"},
	{"default", "1-", "000000", "------"},
	{"semantic-strict", "1-", "000000", "---110"},
	{"semantic-loose", "-1", "000000", "------"},
	{"loose", "-1", "000000", "------"},
};

/* In class C, modes treat inputs and outputs like all other kinds. */
static const struct pruning_mode modes_of_class_c[] = {
	{"strict", "--", "------", "------"},
	{"manual", "--", "------", "------"},
	{"consistent-strict", "--", "110---", "110---"},
	{"consistent-loose", "--", "---110", "---110"},
	{"default", "1-", "------", "------"},
	{"semantic-strict", "1-", "---110", "---110"},
	{"semantic-loose", "-1", "------", "------"},
	{"loose", "-1", "------", "------"},
};

static const struct pruning_mode *find_mode(enum version_class version_class, struct string name)
{
	const struct pruning_mode *table = version_class == CLASS_C ? modes_of_class_c : modes;

	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (string_is(name, table[i].name))
			return &table[i];
	return NULL;
}

static int pin(char character)
{
	return character == '-' ? PIN_NONE : character == '1';
}

/* ---- reading ---- */

static struct string json(struct problems *problems, struct node node)
{
	return value_json(problems->arena, value_from_node(problems->arena, node));
}

/* `fallback` unless the option is given. */
static bool read_boolean(const struct options *options, const char *name, bool fallback,
	enum phase phase, struct problems *problems)
{
	if (node_is_absent(options->map))
		return fallback; /* as in most files */

	struct node node = node_get(options->map, name);

	for (size_t i = 0; node_is_null(node) && i < options->draft_count; i++) {
		const struct draft_option *draft = &options->drafts[i];

		if (strcmp(draft->replacement, name) == 0 &&
			node_scalar_type(draft->value) == SCALAR_BOOLEAN)
			return node_boolean(draft->value) != draft->is_negated;
	}
	if (node_is_null(node))
		return fallback;
	if (node_scalar_type(node) == SCALAR_BOOLEAN)
		return node_boolean(node);
	problems_add(problems, phase, DIAGNOSTIC_CODE_WRONG_OPTION_VALUE, node,
		"Element \"%.*s\" is not a boolean", STRING_ARGUMENTS(json(problems, node)));
	return fallback;
}

/* Drafts have one option for each kind, and no modes that would fix the narrower ones. */
static bool is_given_by_draft(const struct options *options, const char *name)
{
	for (size_t i = 0; i < options->draft_count; i++)
		if (strcmp(options->drafts[i].replacement, name) == 0)
			return true;
	return false;
}

/* first(given, what the mode supplies, the wider option) */
static bool read_pinned(const struct options *options, const char *name, int pinned, bool wider,
	struct problems *problems)
{
	return read_boolean(
		options, name, pinned == PIN_NONE ? wider : pinned != 0, PHASE_OPTIONS, problems);
}

static const struct pruning_mode *read_mode(
	const struct options *options, struct problems *problems)
{
	bool semantic = options->version_class == CLASS_B || options->version_class == CLASS_C;
	struct string fallback = semantic ? STRING("semantic-loose") : STRING("manual");
	struct node node = node_get(options->map, "mode");
	const struct pruning_mode *mode =
		find_mode(options->version_class, node_is_null(node) ? fallback : node_text(node));

	if (mode)
		return mode;

	struct string text = value_text(problems->arena, value_from_node(problems->arena, node));

	problems_add(problems, PHASE_OPTIONS, DIAGNOSTIC_CODE_WRONG_OPTION_VALUE, node,
		"Pruning mode \"%.*s\" unknown", STRING_ARGUMENTS(text));
	return find_mode(options->version_class, fallback);
}

/* The wide option `default_condition` or `pruning`, and the three that follow it for each kind. */
static void read_condition_options(struct options *options, const struct pruning_mode *mode,
	enum condition_option group, struct problems *problems)
{
	bool wide = read_pinned(options, condition_option_names[group],
		pin(mode->wide[group == CONDITION_OPTION_PRUNING]), false, problems);

	for (size_t i = 0; i < sizeof(kinds_with_conditions) / sizeof(kinds_with_conditions[0]);
		i++) {
		enum element_kind kind = kinds_with_conditions[i];
		bool *values = options->conditions[kind];
		const char *pins = kind == ELEMENT_INPUT || kind == ELEMENT_OUTPUT
					   ? mode->parameters
					   : mode->others;

		bool is_draft = false;

		for (int option = (int)group; option < (int)group + 3; option++) {
			struct string name = STRING("");

			if (!node_is_absent(options->map))
				name = arena_join(problems->arena,
					string_from(element_kind_row(kind)->name), "_",
					string_from(condition_option_names[option]));
			is_draft |= is_given_by_draft(options, name.bytes);
			values[option] = read_pinned(options, name.bytes,
				is_draft ? PIN_NONE : pin(pins[option]),
				option == (int)group ? wide : values[group], problems);
		}
	}
}

/* Default condition modes, per class; kinds that are not listed have none. */
static const struct {
	enum element_kind kind;
	const char *modes[CLASS_COUNT];
} default_condition_modes[] = {
	{ELEMENT_NODE, {"incoming-artifact", "incomingnaive-artifact-host",
			       "incomingnaive-artifact-host", "incomingnaive-artifact-host"}},
	{ELEMENT_RELATION,
		{"source-target", "source-target", "source-target-default", "source-target"}},
	{ELEMENT_PROPERTY, {"container-consuming", "container-consuming",
				   "container-consuming-default", "container-consuming"}},
	{ELEMENT_ARTIFACT, {"container", "container", "container-managed-default", "container"}},
	{ELEMENT_TECHNOLOGY,
		{"container-other-scenario", "container-other-scenario",
			"container-other-scenario-default", "container-other-scenario"}},
	{ELEMENT_OUTPUT, {"produced", "produced", "produced-default", "produced"}},
};

static void read_default_condition_modes(struct options *options, struct problems *problems)
{
	for (size_t i = 0; i < sizeof(default_condition_modes) / sizeof(default_condition_modes[0]);
		i++) {
		enum element_kind kind = default_condition_modes[i].kind;
		char name[64];

		snprintf(name, sizeof(name), "%s_default_condition_mode",
			element_kind_row(kind)->name);

		struct node node = node_get(options->map, name);

		options->default_condition_mode[kind] =
			string_from(default_condition_modes[i].modes[options->version_class]);
		if (node_is_string(node))
			options->default_condition_mode[kind] = node_text(node);
		else if (!node_is_null(node))
			problems_add(problems, PHASE_OPTIONS, DIAGNOSTIC_CODE_WRONG_OPTION_VALUE,
				node, "Element \"%.*s\" is not a string",
				STRING_ARGUMENTS(json(problems, node)));
	}
}

static enum optimisation read_optimisation(struct options *options, const char *name,
	enum optimisation of_true, struct problems *problems)
{
	struct node node = node_get(options->map, name);

	if (node_is_null(node))
		return options->version_class == CLASS_A ? OPTIMISATION_NONE : of_true;
	if (node_scalar_type(node) == SCALAR_BOOLEAN)
		return node_boolean(node) ? of_true : OPTIMISATION_NONE;
	if (node_is_string(node) && string_is(node_text(node), "min"))
		return OPTIMISATION_MINIMUM;
	if (node_is_string(node) && string_is(node_text(node), "max"))
		return OPTIMISATION_MAXIMUM;
	problems_add(problems, PHASE_OPTIONS, DIAGNOSTIC_CODE_WRONG_OPTION_VALUE, node,
		"Option %s must be a boolean, \"min\", or \"max\"", name);
	return of_true;
}

static enum optimisation_mode read_optimisation_mode(struct options *options, const char *name,
	enum optimisation_mode fallback, const char *text, struct problems *problems)
{
	static const char *const names[] = {"weight", "count", "weight-count"};
	bool third = string_ends_with(string_from(text), "\"weight-count\"");
	struct node node = node_get(options->map, name);

	if (node_is_null(node))
		return fallback;
	for (int i = 0; i < (third ? 3 : 2); i++)
		if (node_is_string(node) && string_is(node_text(node), names[i]))
			return (enum optimisation_mode)i;
	problems_add(problems, PHASE_OPTIONS, DIAGNOSTIC_CODE_WRONG_OPTION_VALUE, node, "%s", text);
	return fallback;
}

/* ---- Boolean options ---- */

#define FLAG_NONE FLAG_OPTION_COUNT

static const struct {
	const char *name;
	int parent[2]; /* in classes A and B; in classes C and D */
	bool fallback[2];
} flag_options[] = {
#define FLAG_OPTION(option, name, parent_ab, default_ab, parent_cd, default_cd)                    \
	{name, {FLAG_##parent_ab, FLAG_##parent_cd}, {default_ab, default_cd}},
#include "analyzer/variability/elements/flag_options.def"
#undef FLAG_OPTION
};

/* Not checked for its type: whatever is neither empty nor zero counts as true. */
static bool read_unchecked(struct node map, const char *name, bool fallback)
{
	struct node node = node_get(map, name);

	if (node_is_null(node))
		return fallback;
	switch (node_scalar_type(node)) {
	case SCALAR_BOOLEAN:
		return node_boolean(node);
	case SCALAR_INTEGER:
	case SCALAR_FLOAT:
		return node_number(node) != 0;
	default:
		return node_kind(node) != NODE_SCALAR || node_text(node).length > 0;
	}
}

static bool flag_fallback(const struct options *options, enum flag_option option)
{
	bool is_constraint =
		option >= FLAG_CONSTRAINTS && option <= FLAG_UNIQUE_RELATION_CONSTRAINT;
	enum version_class class = options->version_class;
	int column = class == CLASS_C || class == CLASS_D;

	/* A constraint follows `constraints` if that is given, else its own default. */
	if (is_constraint) {
		int parent = flag_options[option].parent[0];

		if (parent != FLAG_NONE && !node_is_null(node_get(options->map, "constraints")))
			return options->flags[FLAG_CONSTRAINTS];
		return flag_options[option].fallback[class != CLASS_A];
	}
	if (option == FLAG_RELATION_DEFAULT_IMPLIED)
		return class != CLASS_A;
	if (option == FLAG_FALLBACK_PROPERTY_DEFAULT_ALTERNATIVE)
		return class != CLASS_C;
	if (option == FLAG_ENRICH_TECHNOLOGIES)
		return class == CLASS_B || class == CLASS_C;

	int parent = flag_options[option].parent[column];

	return parent == FLAG_NONE ? flag_options[option].fallback[column] : options->flags[parent];
}

static void read_flags(struct options *options, enum flag_option first, enum flag_option last,
	enum phase phase, struct problems *problems)
{
	for (int i = (int)first; i <= (int)last; i++) {
		bool fallback = flag_fallback(options, (enum flag_option)i);
		const char *name = flag_options[i].name;

		if (i == FLAG_REQUIRED_TECHNOLOGY_CHECK || i == FLAG_ENRICH_TECHNOLOGIES_BEST_ONLY)
			options->flags[i] = read_unchecked(options->map, name, fallback);
		else
			options->flags[i] = read_boolean(options, name, fallback, phase, problems);
	}
}

/* ---- all of them ---- */

static void read_solver_options(struct options *options, struct problems *problems)
{
	bool is_a = options->version_class == CLASS_A;

	options->topology =
		read_optimisation(options, "optimization_topology", OPTIMISATION_MINIMUM, problems);
	options->topology_mode = read_optimisation_mode(options, "optimization_topology_mode",
		OPTIMISATION_WEIGHT,
		"Option optimization_topology_mode must be \"weight\" or \"count\"", problems);
	read_flags(options, FLAG_OPTIMIZATION_TOPOLOGY_UNIQUE,
		FLAG_OPTIMIZATION_TOPOLOGY_UNIQUE_BACKWARD, PHASE_OPTIONS, problems);
	options->technologies = read_optimisation(options, "optimization_technologies",
		is_a ? OPTIMISATION_MINIMUM : OPTIMISATION_MAXIMUM, problems);
	options->technologies_mode = read_optimisation_mode(options,
		"optimization_technologies_mode",
		is_a ? OPTIMISATION_COUNT : OPTIMISATION_WEIGHT_COUNT,
		is_a ? "Option optimization_technology_mode must be \"weight\" or \"count\""
		     : "Option optimization_technology_mode must be \"weight\", \"count\", or "
		       "\"weight-count\"",
		problems);
	read_flags(options, FLAG_OPTIMIZATION_TECHNOLOGIES_UNIQUE,
		FLAG_OPTIMIZATION_SCENARIOS_UNIQUE, PHASE_OPTIONS, problems);
}

const char *condition_option_name(enum condition_option option)
{
	return condition_option_names[option];
}

void options_read(struct options *options, enum version_class version_class, struct node map,
	struct problems *problems)
{
	memset(options, 0, sizeof(*options));
	options->version_class = version_class == CLASS_NONE ? CLASS_A : version_class;
	if (node_kind(map) == NODE_MAPPING)
		options->map = map;
	options->drafts = draft_options(problems->arena, options->map, &options->draft_count);

	const struct pruning_mode *mode = read_mode(options, problems);

	read_condition_options(options, mode, CONDITION_OPTION_DEFAULT_CONDITION, problems);
	read_default_condition_modes(options, problems);
	read_condition_options(options, mode, CONDITION_OPTION_PRUNING, problems);
	read_flags(options, FLAG_CHECKS, FLAG_UNPRODUCED_OUTPUT_CHECK, PHASE_OPTIONS, problems);
	read_solver_options(options, problems);
	read_flags(options, FLAG_CONSTRAINTS, FLAG_RELATION_ENHANCED_IMPLICATION_MODE,
		PHASE_OPTIONS, problems);
	read_flags(options, FLAG_RELATION_DEFAULT_IMPLIED, FLAG_BRATANS_UNKNOWN,
		PHASE_NORMALISATION_OPTIONS, problems);
	read_flags(options, FLAG_ENRICH_INPUT_CONDITION, FLAG_ENRICH_IMPLEMENTATIONS, PHASE_OPTIONS,
		problems);
}

/* ---- why an option has its value ---- */

static const struct pruning_mode *effective_mode(const struct options *options)
{
	struct problems ignored = {.arena = arena_create()};
	const struct pruning_mode *mode = read_mode(options, &ignored);

	arena_destroy(ignored.arena);
	return mode;
}

/* `wider` is empty if there is no wider option. */
static struct option_effect pinned_or_wider(
	const struct pruning_mode *mode, int pinned, bool value, struct string wider)
{
	if (pinned != PIN_NONE)
		return (struct option_effect){ORIGIN_MODE, value, string_from(mode->name)};
	return (struct option_effect){
		wider.length > 0 ? ORIGIN_WIDER : ORIGIN_VERSION, value, wider};
}

/* "node_consistency_pruning" follows "node_pruning", and that "pruning". */
static struct option_effect condition_effect(const struct options *options, enum element_kind kind,
	enum condition_option option, struct arena *arena)
{
	const struct pruning_mode *mode = effective_mode(options);
	bool is_parameter = kind == ELEMENT_INPUT || kind == ELEMENT_OUTPUT;
	const char *pins = is_parameter ? mode->parameters : mode->others;
	enum condition_option group = option < CONDITION_OPTION_PRUNING
					      ? CONDITION_OPTION_DEFAULT_CONDITION
					      : CONDITION_OPTION_PRUNING;
	const char *wide = condition_option_names[group];
	struct string wider =
		option == group ? string_from(wide)
				: arena_format(arena, "%s_%s", element_kind_row(kind)->name, wide);

	return pinned_or_wider(mode, pin(pins[option]), options->conditions[kind][option], wider);
}

static struct option_effect flag_effect(const struct options *options, enum flag_option option)
{
	bool is_constraint =
		option >= FLAG_CONSTRAINTS && option <= FLAG_UNIQUE_RELATION_CONSTRAINT;
	int column = options->version_class == CLASS_C || options->version_class == CLASS_D;
	int parent = flag_options[option].parent[is_constraint ? 0 : column];
	bool follows = parent != FLAG_NONE &&
		       (!is_constraint || !node_is_null(node_get(options->map, "constraints")));

	return (struct option_effect){
		.origin = follows ? ORIGIN_WIDER : ORIGIN_VERSION,
		.value = options->flags[option],
		.from = string_from(follows ? flag_options[parent].name : ""),
	};
}

static bool find_condition_option(struct string name, enum element_kind *kind,
	enum condition_option *option, struct arena *arena)
{
	for (size_t i = 0; i < sizeof(kinds_with_conditions) / sizeof(kinds_with_conditions[0]);
		i++) {
		for (int j = 0; j < CONDITION_OPTION_COUNT; j++) {
			const char *kind_name = element_kind_row(kinds_with_conditions[i])->name;
			struct string own =
				arena_format(arena, "%s_%s", kind_name, condition_option_names[j]);

			*kind = kinds_with_conditions[i];
			*option = (enum condition_option)j;
			if (string_equal(own, name))
				return true;
		}
	}
	return false;
}

struct option_effect options_effect(
	const struct options *options, struct string name, struct arena *arena)
{
	enum element_kind kind;
	enum condition_option option;

	for (int group = CONDITION_OPTION_DEFAULT_CONDITION; group <= (int)CONDITION_OPTION_PRUNING;
		group += 3) {
		if (string_is(name, condition_option_names[group])) {
			const struct pruning_mode *mode = effective_mode(options);
			int pinned = pin(mode->wide[group == (int)CONDITION_OPTION_PRUNING]);

			return pinned_or_wider(mode, pinned, pinned == 1, STRING(""));
		}
	}
	if (find_condition_option(name, &kind, &option, arena))
		return condition_effect(options, kind, option, arena);
	for (int i = 0; i < (int)FLAG_OPTION_COUNT; i++)
		if (string_is(name, flag_options[i].name))
			return flag_effect(options, (enum flag_option)i);
	return (struct option_effect){.origin = ORIGIN_UNKNOWN};
}

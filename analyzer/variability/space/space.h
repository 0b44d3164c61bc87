/* All assignments of the variability inputs, and what they come to.
 *
 * A space is made of a finished analysis. Values that nothing distinguishes are one class; inputs
 * that have nothing to do with one another are in different parts, and parts multiply. Up to 2^16
 * combinations of the classes of one part are gone through one by one, by the code of resolving;
 * what they come to is the same wherever no expression differs. Beyond, everything that resolving
 * demands becomes a formula over the classes, and a solver proves, or finds what is then
 * resolved. So whatever is said is either
 * shown by an assignment that was resolved, or holds for all of them.
 *
 * An assignment *fails* if resolving with it ends with an error. Elements are judged over those
 * that do not. Immutable once made; lives as long as it is retained. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_H

#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/classes/space_number.h"
#include "analyzer/variability/presence/solved_parts.h"
#include "analyzer/variability/types/problem.h"

struct space;

enum {
	SPACE_MOST_COMBINATIONS = 1 << 16 /* of a part, that are gone through one by one */
};

/* NULL if it was cancelled. The space keeps the analysis alive, whose elements are in order
 * (analysis_is_in_order), and whose types are known (not `only_presence`). `answers` are those of
 * the space of an earlier revision, or NULL: about parts that are still the same the solver is not
 * asked again.
 */
struct space *space_create(const struct analysis *analysis, const struct solved_parts *answers,
	const atomic_bool *cancelled);

/* The same, but that no more than `limit` combinations of a part, at most 2^16, are gone through
 * one by one; beyond, a solver answers. Inputs that `fixed` assigns, a map or nothing, have no
 * other value. */
struct space *space_create_within(const struct analysis *analysis, size_t limit, struct value fixed,
	const atomic_bool *cancelled);

void space_release(struct space *space); /* NULL is harmless */

/* What the solver has answered; to be retained by who keeps it. */
struct solved_parts *space_answers(const struct space *space);

const struct analysis *space_analysis(const struct space *space);

/* ---- inputs ---- */

struct space_classes {
	struct string name;
	struct node key;            /* where the input is declared */
	const struct value *values; /* one of each class */
	uint32_t count;
};

size_t space_input_count(const struct space *space);
struct space_classes space_classes(const struct space *space, size_t input);

/* A class of each input. */
typedef const uint32_t *space_assignment;

/* The assignment as a map of names to values, in `arena`. */
struct value space_assignment_value(
	const struct space *space, space_assignment assignment, struct arena *arena);

/* The classes of what a variant assigns; false if a value is in none of them, or not known. In
 * `classes` there is room for all inputs. */
bool space_variant_classes(const struct space *space, size_t variant, uint32_t *classes);

/* ---- counts ---- */

/* Their digits live in `arena`. */
struct space_number space_assignments(const struct space *space, struct arena *arena);
struct space_number space_failing(const struct space *space, struct arena *arena);

/* Different sets of present elements among the assignments that do not fail. */
struct space_number space_distinct(const struct space *space, struct arena *arena);

/* ---- elements ---- */

enum space_when {
	WHEN_ALWAYS,
	WHEN_NEVER,
	WHEN_VARIES,
	WHEN_UNKNOWN,
};

/* "always", "never", "varies", "unknown" */
const char *space_when_name(enum space_when when);

struct space_presence {
	enum space_when when;
	space_assignment present; /* shows it; NULL: there is none, or none was found */
	space_assignment absent;
	const char *reason; /* why it is unknown, in words */
};

/* The assignments live in `arena`. */
struct space_presence space_presence(
	const struct space *space, const struct element *element, struct arena *arena);

/* ---- failures ---- */

struct space_failure {
	enum phase phase;
	enum diagnostic_code code;
	struct string message; /* as resolving has it */
	struct string advice;  /* often empty; of what could not be solved: the reason */
	const struct conflict_part *conflict; /* what cannot hold together */
	size_t conflict_count;
	struct node place;             /* may be absent */
	const struct element *element; /* what is there; may be NULL */
	space_assignment inputs;
	bool is_divided; /* others tell its reasons; while the space is made */
	bool is_general; /* what cannot hold together does not, whatever the inputs are */
};

/* Does every assignment fail? Then no element is ever present, and that says nothing about it. */
bool space_always_fails(const struct space *space);

/* If so, what says best why: the failure that a variant shows, if one does; or else NULL. */
const struct space_failure *space_hopeless(const struct space *space);

/* Does a variant of the analysis end with it? */
bool space_failure_is_shown(const struct space *space, const struct space_failure *failure);

/* One for each message and place, each with an assignment that differs as little as possible from
 * the defaults. */
const struct space_failure *space_failures(const struct space *space, size_t *count);

/* ---- what is never present ---- */

enum space_never {
	NEVER_BY_CONDITIONS, /* they do not hold, whatever the inputs are */
	NEVER_BUT_FAILING,   /* where it would be present, resolving fails */
	NEVER_CHOSEN,        /* neither */
};

struct space_never_reason {
	enum space_never kind;
	const struct space_failure *failure; /* NEVER_BUT_FAILING: one of those, if it is kept */
	uint32_t part, state;                /* … and where it shows */
};

/* The assignment that shows the reason, NEVER_BUT_FAILING; in the arena. */
space_assignment space_never_inputs(
	const struct space *space, const struct space_never_reason *reason, struct arena *arena);

/* Why elements are never present, by position; `never` says of which ones it is asked. */
const struct space_never_reason *space_never_reasons(
	const struct space *space, const bool *never, struct arena *arena);

#endif

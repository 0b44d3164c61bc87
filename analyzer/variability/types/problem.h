/* Problems: what goes wrong on the way from a template to the presence of its elements.
 *
 * The reference implementation (OpenTOSCA Vintner) stops at the first error; people want
 * to see all of them. So every problem is kept, with the phase of resolving it belongs to
 * and its order within that phase: the first one is the error of a variant, all of them
 * become diagnostics. */
#ifndef ANALYZER_VARIABILITY_TYPES_PROBLEM_H
#define ANALYZER_VARIABILITY_TYPES_PROBLEM_H

#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"

/* The phases of resolving, in the order in which their errors count. */
enum phase {
	PHASE_LOAD,
	PHASE_VERSION,
	PHASE_NORMALISATION_OPTIONS,
	PHASE_NORMALISE_NODES,
	PHASE_NORMALISE_POLICIES,
	PHASE_NORMALISE_GROUPS,
	PHASE_NORMALISE_RELATIONSHIPS,
	PHASE_OPTIONS,
	PHASE_POPULATE,
	PHASE_ENRICH,
	PHASE_POPULATE_ENRICHED,
	PHASE_CONDITIONS,
	PHASE_CONSTRAINTS,
	PHASE_PRESETS,
	PHASE_POPULATE_CLEANED,
	PHASE_VALIDATE_INPUTS,
	PHASE_TRANSFORM,
	PHASE_SOLVE,
	PHASE_VALUES,
	PHASE_CHECK,
	PHASE_OUTPUT,
	PHASE_WARNING, /* not an error of any variant */
};

struct conflict_part;
struct element;

/* The passes in which a template is read, one after the other: in which of them something is met,
 * and of which element, is where it stands among all else that is met. */
enum reading_pass {
	READING_FILES, /* options, inputs, outputs, relationship templates */
	READING_NODES,
	READING_UNUSED,
	READING_TARGETS,
	READING_GROUPS,
	READING_POLICIES,
	READING_CONSUMED,
	READING_PRODUCED,
	READING_ANCHOR,
	READING_PLUGINS,
	READING_IMPLEMENTATIONS,
	READING_TECHNOLOGIES,
	READING_WEIGHTS,
	READING_CONDITIONS,
	READING_CLEANED,
	READING_OPTION_WARNINGS,
	READING_WARNINGS,
	READING_TYPE_WARNINGS,
	READING_CONSTRAINTS_OF_NODES,
	READING_IMPLIED,
};

struct problem {
	enum phase phase;
	uint32_t order; /* within the phase */
	enum reading_pass reading;
	const struct element *owner; /* what was read; NULL: the template */
	enum diagnostic_code code;
	struct string text;   /* as the reference implementation has it */
	struct string advice; /* what it leaves unsaid; often empty */
	struct node place;    /* may be absent */
	struct string file;   /* the mistake is in this other file, and `place` leads there */
	struct range range;   /* … here */
	const struct conflict_part *conflict; /* what cannot hold together */
	size_t conflict_count;
	uint64_t variants; /* for which it holds */
};

#define PROBLEM_EVERY_VARIANT UINT64_MAX

/* Zeroed but for the arena, a list is empty. */
struct problems {
	struct arena *arena;
	struct problem *items;
	size_t count;
	size_t capacity;
	uint32_t next_order;
	enum reading_pass reading; /* what is read now */
	const struct element *owner;
};

/* What is added from now on is met in this pass, while `owner` is read. */
static inline void problems_read(
	struct problems *problems, enum reading_pass reading, const struct element *owner)
{
	problems->reading = reading;
	problems->owner = owner;
}

/* Adds a problem of every variant and returns it for completion. */
struct problem *problems_add(struct problems *problems, enum phase phase, enum diagnostic_code code,
	struct node place, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Its own advice, or what `problem_advice.def` says of its text; may be empty. */
struct string problem_advice(const struct problem *problem);

/* Is `a` met before `b`? */
bool problem_precedes(const struct problem *a, const struct problem *b);

/* The variants that have an error. */
uint64_t problems_failing(const struct problems *problems);

/* The first error of a variant (given as a set of one); NULL if there is none. */
const struct problem *problems_first(const struct problems *problems, uint64_t variant);

#endif

/* Classes of values of variability inputs: values that nothing in a template distinguishes are one
 * class, and one of them stands for all.
 *
 * A Boolean has two classes, an input with `valid_values` one for each. Otherwise the expressions
 * tell where values begin to matter: the constants that an input is compared with, also through
 * arithmetic, and the intervals between them. Internal to space.h. */
#ifndef ANALYZER_VARIABILITY_CLASSES_SPACE_INPUT_H
#define ANALYZER_VARIABILITY_CLASSES_SPACE_INPUT_H

#include "analyzer/variability/analysis/findings.h"

/* A value that an expression, a default or a preset names, or one beside such a value. */
struct space_value {
	struct value value;
	uint32_t class; /* of the input's classes */
	bool is_named;  /* an expression compares it with something */
};

struct space_input {
	struct string name;
	struct node key;
	struct node definition;
	bool is_listed;   /* its classes are all the values there are */
	bool is_complete; /* each value is in one of the classes, as far as that can be told */
	bool needs_all;   /* an expression looks at it in an opaque way */
	bool has_all;     /* its classes, before any are merged, are all the values there are */
	bool is_number;
	bool is_whole; /* … without a fraction */
	bool is_text;
	bool is_anything; /* nothing tells of which type it is */
	bool is_compared; /* with other inputs */
	const char *unit; /* the shortest one, of a text that is no number: 4 GB; or NULL */
	unsigned looks;   /* of enum space_look: those that the classes are enough for */
	unsigned kinds;   /* of enum value_kinds: those that its values may have */

	struct value *classes; /* a representative of each */
	uint32_t class_count;
	struct space_value *values; /* all that were looked at */
	size_t value_count;
};

/* Ways of looking at a value. The classes of an input stand for all values as far as it is looked
 * at in some of them, together. */
enum space_look {
	LOOK_EQUAL = 1,   /* is it a certain value; of a number, between which? */
	LOOK_ORDER = 2,   /* of texts: is it before or behind another one? */
	LOOK_NUMBER = 4,  /* … as the number it is? */
	LOOK_LENGTH = 8,  /* how long is it? */
	LOOK_PIECES = 16, /* what is a piece of it? */
	LOOK_OTHERS = 32, /* how does it compare with other inputs? */
	LOOK_OPAQUE = 64, /* in a way that only a list of all values could tell */
	LOOK_ALL = 127
};

/* How the expressions of one analysis look at inputs. */
struct space_looks {
	uint8_t *atoms;      /* by number */
	uint8_t *properties; /* by position */
};

struct space_inputs {
	struct space_input *items;
	size_t count;
	struct name_table names;
	struct space_looks *looks; /* of each analysis */
	bool are_related; /* some declare constraints on others: see variability_inputs_are_related
			   */
};

/* The inputs that the analyses declare; several analyses have those of the same name in common.
 * Each candidate is a class of its own, the most telling ones first. Lives in the arena. */
void space_inputs_find(struct space_inputs *inputs, struct arena *arena,
	const struct analysis *const *analyses, size_t analysis_count);

/* Leaves the inputs that `fixed`, a map of names or nothing, assigns this one value each, whether
 * their declarations allow it or not. */
void space_inputs_fix(struct space_inputs *inputs, struct arena *arena, struct value fixed);

/* The classes of what a variant assigns, one for each input; UINT32_MAX, and false, where a value
 * is in none of them, or not known. */
bool space_inputs_of_variant(const struct space_inputs *inputs, const struct findings *findings,
	size_t variant, uint32_t *classes);

/* Whether what the expression comes to depends on the day it is asked. */
bool space_expression_is_volatile(struct value expression);

/* The variability inputs that are set to `values`, one for each, as a map. */
static inline struct value space_inputs_map(
	const struct space_inputs *inputs, const struct value *values, struct arena *arena)
{
	struct value_entry *entries = arena_allocate(arena, inputs->count + 1, sizeof(*entries));

	for (size_t i = 0; i < inputs->count; i++)
		entries[i] = (struct value_entry){inputs->items[i].name, values[i]};
	return value_from_map(arena, entries, inputs->count);
}

#endif

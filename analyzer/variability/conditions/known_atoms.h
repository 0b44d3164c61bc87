/* The atoms of a presence formula: what is known only under a variant.
 *
 * Numbered as they are made. Equal value expressions are one atom, and so are equal names. Atoms of
 * an edited template go on where those of the template before end. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_KNOWN_ATOMS_H
#define ANALYZER_VARIABILITY_CONDITIONS_KNOWN_ATOMS_H

#include "analyzer/text/name_table.h"
#include "analyzer/variability/values/value.h"
#include "solver/formula.h"

#define ATOM_NONE UINT32_MAX

enum atom_kind {
	ATOM_VALUE, /* a value expression, folded to a Boolean */
	ATOM_FREE,  /* a string that names no element */
	ATOM_ERROR, /* an expression that has no meaning; see its problem */
};

struct atom {
	enum atom_kind kind;
	bool is_made_up; /* nobody wrote this value expression */
	formula variable;
	struct node expression; /* its first occurrence */
	struct value value;     /* ATOM_VALUE: the expression, converted */
	struct string name;     /* ATOM_FREE */
	uint32_t order;         /* among the problems of PHASE_TRANSFORM */
};

/* Zeroed but for the base, it is empty. */
struct known_atoms {
	const struct known_atoms *base; /* or NULL */
	struct atom *items;             /* those that the base does not have */
	size_t count;
	size_t capacity;
	struct value_slot *slots; /* value expressions among them */
	size_t slot_count;
	struct name_table free; /* names → numbers */
};

/* Whether both say the same, wherever they stand. */
bool expressions_are_equal(struct node a, struct node b);

/* Atoms live in the arena they are added with; this releases the rest. */
void known_atoms_finish(struct known_atoms *known);

uint32_t known_atoms_count(const struct known_atoms *known);
const struct atom *known_atoms_at(const struct known_atoms *known, uint32_t number);

/* The one that has this variable, whose sign is ignored; NULL if none has. */
const struct atom *known_atoms_of_variable(const struct known_atoms *known, formula variable);

/* Returns its number. */
uint32_t known_atoms_add(struct known_atoms *known, struct arena *arena, struct atom atom);

/* ATOM_NONE if there is none. */
uint32_t known_atoms_find_value(const struct known_atoms *known, struct node expression);
uint32_t known_atoms_find_free(const struct known_atoms *known, struct string name);

#endif

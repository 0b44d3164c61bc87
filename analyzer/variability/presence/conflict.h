/* Why a variant has no solution: a smallest set of constraints, and of elements with their
 * conditions, that cannot hold together. Without any one of them, the rest can. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_CONFLICT_H
#define ANALYZER_VARIABILITY_PRESENCE_CONFLICT_H

#include "analyzer/variability/presence/service_template.h"
#include "solver/propagation/propagation.h"

/* A constraint, or what the conditions of an element say. */
struct conflict_part {
	const struct constraint *constraint;
	const struct element *element; /* NULL for constraints of the template */
	enum conflict_answer {
		CONFLICT_OPEN, /* the conditions alone do not decide */
		CONFLICT_PRESENT,
		CONFLICT_ABSENT,
		CONFLICT_ALWAYS, /* it has no conditions */
	} answer;                /* of an element without constraint */
};

struct conflicts;

/* Of what an evaluation and the propagation of the constraints have found out. Borrows all of it.
 * Variants whose reasons are the same share their conflict, which does not depend on the order in
 * which formulas were made. */
struct conflicts *conflicts_create(const struct service_template *service_template,
	const struct evaluation *evaluation, const struct propagation *propagation,
	struct arena *arena);
void conflicts_destroy(struct conflicts *conflicts); /* NULL is harmless */

/* Of a variant that cannot be solved: constraints first, both in their order. In the arena. What
 * has been found to be impossible, by position of the elements, is where a search begins; NULL if
 * that is not known. */
const struct conflict_part *conflicts_find(
	struct conflicts *conflicts, unsigned variant, const bool *is_impossible, size_t *count);

/* The same for one variant alone. */
const struct conflict_part *conflict_find(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, struct arena *arena, size_t *count);

/* Of a variant that can be solved: with what it contradicts that the element is not `present`, as
 * it is in all results. Nothing if it does not. */
const struct conflict_part *conflict_of_contrary(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, const struct element *element,
	bool present, struct arena *arena, size_t *count);

/* `node "app" needs exactly one hosting relation …`, `node "app" is present` */
struct string conflict_part_text(const struct conflict_part *part, struct arena *arena);

/* All of it in one line: `constraint {node_presence: app}, but node "app" is absent` */
struct string conflict_text(const struct conflict_part *parts, size_t count, struct arena *arena);

/* Where it is written, or the element it is about. */
struct node conflict_part_place(const struct conflict_part *part);

#endif

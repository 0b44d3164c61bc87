#include "analyzer/variability/conditions/formula_merge.h"

#include "analyzer/text/numbers.h"
#include "analyzer/variability/conditions/constraints.h"
#include "base/memory.h"

#include <string.h>

/* Why an entry of a list is there, which is sorted by that. */
struct reason {
	unsigned pass;
	const struct element *element; /* or NULL */
};

/* Passages or constraints. */
struct entries {
	const char *items;
	size_t count, size;
	struct reason (*reason)(const void *entry);
};

static struct reason reason_of_passage(const void *entry)
{
	const struct passage *passage = entry;

	return (struct reason){passage->pass, passage->context};
}

static struct reason reason_of_constraint(const void *entry)
{
	const struct constraint *constraint = entry;

	return (struct reason){constraint->pass, constraint->element};
}

static struct reason reason_at(const struct entries *entries, size_t i)
{
	return entries->reason(entries->items + i * entries->size);
}

static uint32_t place_of(const struct presence_formula *result, const struct element *element)
{
	return element ? element_order(result->graph, element) : 0;
}

static bool is_before(unsigned pass, uint32_t place, unsigned other_pass, uint32_t other)
{
	return pass != other_pass ? pass < other_pass : place < other;
}

/* Where the first of the changed elements stands that does not stand in front of this place;
 * UINT32_MAX if all do. */
static uint32_t next_changed(
	const struct presence_formula *result, const struct formula_edit *edit, uint32_t place)
{
	const struct element_graph *graph = result->graph;
	size_t low = 0, high = edit->changed_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (place_of(result, graph->places.items[edit->changed[middle]]) < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low < edit->changed_count ? place_of(result, graph->places.items[edit->changed[low]])
					 : UINT32_MAX;
}

/* Whether what was said in the base is said again. */
static bool is_replaced(const struct presence_formula *result, const struct formula_edit *edit,
	struct reason reason)
{
	if (reason.pass == PASS_WRITTEN)
		return edit->writes_constraints;
	if (!reason.element)
		return false;
	if (element_is_renewed(result->graph, reason.element))
		return true;
	if (reason.pass != PASS_CONDITIONS)
		return false;
	return next_changed(result, edit, place_of(result, reason.element)) ==
	       place_of(result, reason.element);
}

/* The positions of elements of the base that are read again, or have gone; ascending. */
static struct numbers concerned_positions(
	const struct presence_formula *result, const struct formula_edit *edit)
{
	struct elements gone = result->graph->gone;
	struct numbers positions = {0};

	for (size_t i = 0; i < edit->changed_count; i++)
		numbers_add(&positions, edit->changed[i]);
	for (uint32_t i = 0; i < gone.count; i++)
		numbers_add(&positions, gone.items[i]->position);
	numbers_sort(positions.items, positions.count);
	return positions;
}

static uint32_t position_of(const struct element *element)
{
	return element ? element->position : 0;
}

/* The first of these positions that is none before this one; UINT32_MAX if there is none. */
static uint32_t next_position(const struct numbers *positions, uint32_t position)
{
	size_t low = 0, high = positions->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (positions->items[middle] < position)
			low = middle + 1;
		else
			high = middle;
	}
	return low < positions->count ? positions->items[low] : UINT32_MAX;
}

/* The first entry of the base from this one on that may be replaced, or behind which something is
 * that is read again. */
static size_t next_concerned(const struct presence_formula *result, const struct formula_edit *edit,
	const struct numbers *positions, const struct entries *known, size_t i)
{
	struct reason first = reason_at(known, i);
	size_t low = i, high = known->count;
	uint32_t position = UINT32_MAX, place = UINT32_MAX;

	if (first.pass == PASS_WRITTEN && edit->writes_constraints)
		return i;
	if (first.pass != PASS_WRITTEN) {
		position = next_position(positions, position_of(first.element));
		if (position == position_of(first.element))
			return i;
		place = next_changed(result, edit, place_of(result, first.element));
	}
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct reason other = reason_at(known, middle);

		/* What has gone has no place. */
		if (is_before(other.pass, position_of(other.element), first.pass, position) &&
			is_before(other.pass, place_of(result, other.element), first.pass, place))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void *append(void *end, const struct entries *entries, size_t i, size_t count)
{
	if (count)
		memcpy(end, entries->items + i * entries->size, count * entries->size);
	return (char *)end + count * entries->size;
}

/* What is known, without what is replaced, and what is read again. */
static void *merge(const struct presence_formula *result, const struct formula_edit *edit,
	const struct entries *known, const struct entries *again, size_t *count)
{
	void *merged =
		arena_allocate(result->graph->arena, known->count + again->count, known->size);
	struct numbers positions = concerned_positions(result, edit);
	void *end = merged;
	size_t next = 0, i = 0;

	while (i < known->count) {
		struct reason reason = reason_at(known, i);
		size_t kept = next_concerned(result, edit, &positions, known, i) - i;

		while (next < again->count &&
			is_before(reason_at(again, next).pass,
				place_of(result, reason_at(again, next).element), reason.pass,
				place_of(result, reason.element)))
			end = append(end, again, next++, 1);
		if (kept == 0 && !is_replaced(result, edit, reason))
			kept = 1;
		end = append(end, known, i, kept);
		i += kept > 0 ? kept : 1;
	}
	end = append(end, again, next, again->count - next);
	memory_release(positions.items);
	*count = (size_t)((char *)end - (char *)merged) / known->size;
	return merged;
}

static struct entries passages_of(const struct presence_formula *of)
{
	return (struct entries){(const char *)of->passages, of->passage_count,
		sizeof(*of->passages), reason_of_passage};
}

static struct entries constraints_of(const struct presence_formula *of)
{
	return (struct entries){(const char *)of->constraints, of->constraint_count,
		sizeof(*of->constraints), reason_of_constraint};
}

void formula_merge_passages(struct presence_formula *result, const struct formula_edit *edit)
{
	struct entries known = passages_of(result->base), again = passages_of(result);

	result->passages = merge(result, edit, &known, &again, &result->passage_count);
}

void formula_merge_constraints(struct presence_formula *result, const struct formula_edit *edit)
{
	struct entries known = constraints_of(result->base), again = constraints_of(result);

	result->constraints = merge(result, edit, &known, &again, &result->constraint_count);
}

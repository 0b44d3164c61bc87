/* Sets of formulas by index: each names another member of its set, and the first names itself. */
#ifndef SOLVER_SETS_H
#define SOLVER_SETS_H

#include <stdint.h>

static inline int32_t sets_first(int32_t *sets, int32_t index)
{
	while (sets[index] != index) {
		sets[index] = sets[sets[index]];
		index = sets[index];
	}
	return index;
}

static inline void sets_unite(int32_t *sets, int32_t one, int32_t other)
{
	one = sets_first(sets, one);
	other = sets_first(sets, other);
	if (one < other)
		sets[other] = one;
	else
		sets[one] = other;
}

#endif

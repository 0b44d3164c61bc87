#include "analyzer/syntax/tree/section_moves.h"

#include "base/memory.h"

enum {
	/* Sections that come or go at one place: to look for more would take longer than what it
	 * saves. */
	LARGEST_GAP = 64
};

static void add_run(struct section_moves *moves, struct section_run run)
{
	struct section_run *last = moves->count ? &moves->runs[moves->count - 1] : NULL;

	if (run.count == 0)
		return;
	if (last && last->before + last->count == run.before &&
		last->now + last->count == run.now) {
		last->count += run.count;
		return;
	}
	moves->runs =
		memory_reserve(moves->runs, moves->count, &moves->capacity, sizeof(*moves->runs));
	moves->runs[moves->count++] = run;
}

/* Two trees between the ends that they share. */
struct middle {
	const struct syntax_tree *before, *now;
	uint32_t before_end, now_end;
};

static bool goes_on_at(const struct middle *middle, uint32_t before, uint32_t now)
{
	if (before >= middle->before_end || now >= middle->now_end)
		return before == middle->before_end && now == middle->now_end;
	return syntax_tree_shares_section(middle->before, before, middle->now, now);
}

/* The next sections that both share, or the end of both. */
static bool find_next(const struct middle *middle, uint32_t *before, uint32_t *now)
{
	for (uint32_t distance = 0; distance <= LARGEST_GAP; distance++)
		for (uint32_t gone = 0; gone <= distance; gone++) {
			if (!goes_on_at(middle, *before + gone, *now + distance - gone))
				continue;
			*before += gone;
			*now += distance - gone;
			return true;
		}
	return false;
}

bool section_moves_find(struct section_moves *moves, const struct syntax_tree *before,
	const struct syntax_tree *now)
{
	struct shared_ends shared = syntax_tree_shared_ends(before, now);
	struct middle middle = {before, now, syntax_tree_section_count(before) - shared.tail,
		syntax_tree_section_count(now) - shared.tail};
	uint32_t i = shared.head, j = shared.head;

	add_run(moves, (struct section_run){0, 0, shared.head});
	while (i < middle.before_end || j < middle.now_end) {
		struct section_run changed = {i, j, 0};

		if (i < middle.before_end && j < middle.now_end && goes_on_at(&middle, i, j)) {
			add_run(moves, (struct section_run){i++, j++, 1});
			continue;
		}
		if (!find_next(&middle, &i, &j)) {
			if (middle.before_end - i != middle.now_end - j)
				return false;
			i = middle.before_end;
			j = middle.now_end;
		}
		if (i - changed.before == j - changed.now)
			changed.count = i - changed.before;
		add_run(moves, changed);
	}
	add_run(moves, (struct section_run){middle.before_end, middle.now_end, shared.tail});
	return true;
}

void section_moves_finish(struct section_moves *moves)
{
	memory_release(moves->runs);
	*moves = (struct section_moves){0};
}

uint32_t section_moves_now(const struct section_moves *moves, uint32_t section)
{
	size_t low = 0, high = moves->count;

	if (moves->count == 0)
		return section;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (moves->runs[middle].before <= section)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || section - moves->runs[low - 1].before >= moves->runs[low - 1].count)
		return UINT32_MAX;
	return moves->runs[low - 1].now + (section - moves->runs[low - 1].before);
}

struct node section_moves_node(const struct section_moves *moves, const struct syntax_tree *now,
	struct node_reference reference)
{
	uint32_t section = section_moves_now(moves, reference.section);

	if (section == UINT32_MAX)
		return (struct node){0};
	return syntax_tree_node(now, (struct node_reference){section, reference.index});
}

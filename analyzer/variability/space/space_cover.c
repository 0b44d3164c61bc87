#include "analyzer/variability/space/space_cover.h"

#include "analyzer/variability/space/space_truth.h"
#include "base/memory.h"

#include <string.h>

enum {
	MOST_LOOKED_AT = 4096, /* combinations of a part in search of the best */
	MOST_PRESETS = 1000,
	MOST_TRIED = 4096, /* assignments, for what hangs on several parts */
	BATCH = 64
};

#define UNSET UINT32_MAX

struct covering {
	const struct space *space;
	struct arena *arena;
	struct space_cover *cover;
	size_t capacity;
	uint32_t *classes; /* of the preset in the making; UNSET: not yet chosen */
	uint32_t *trial;
};

static struct space_preset *add_preset(struct covering *covering, const uint32_t *classes)
{
	struct space_cover *cover = covering->cover;
	struct space_preset *presets = (struct space_preset *)cover->presets;
	size_t size = covering->space->inputs.count;
	uint32_t *copy = arena_allocate(covering->arena, size + 1, sizeof(*copy));

	memcpy(copy, classes, size * sizeof(*copy));
	presets = arena_reserve(
		covering->arena, presets, cover->count, &covering->capacity, sizeof(*presets));
	presets[cover->count] = (struct space_preset){.inputs = copy};
	cover->presets = presets;
	return &presets[cover->count++];
}

/* ---- pairs ---- */

struct pairs {
	struct covering *covering;
	uint32_t *offsets; /* of an input's classes among all classes */
	uint32_t size;     /* all classes */
	uint8_t *covered;  /* by two classes, the lower first; one alone is a pair with itself */
	uint8_t *possible;
};

static size_t pair_index(
	const struct pairs *pairs, uint32_t a, uint32_t class_a, uint32_t b, uint32_t class_b)
{
	size_t x = pairs->offsets[a] + class_a, y = pairs->offsets[b] + class_b;

	return x < y ? x * pairs->size + y : y * pairs->size + x;
}

/* What two inputs of one part can be together, and what one can be at all. */
static void find_possible(struct pairs *pairs)
{
	const struct space *space = pairs->covering->space;
	uint32_t *classes = pairs->covering->trial;

	for (uint32_t p = 0; p < space->part_count; p++) {
		const struct space_part *part = &space->parts[p];

		for (uint32_t c = 0; c < part->combinations; c++) {
			if (part->states[part->state_of[c]].is_failing)
				continue;
			space_part_classes(space, part, c, classes);
			for (uint32_t i = 0; i < part->input_count; i++)
				for (uint32_t k = i; k < part->input_count; k++)
					pairs->possible[pair_index(pairs, part->inputs[i],
						classes[part->inputs[i]], part->inputs[k],
						classes[part->inputs[k]])] = true;
		}
	}
	for (uint32_t a = 0; a < space->inputs.count; a++)
		for (uint32_t b = a + 1; b < space->inputs.count; b++)
			for (uint32_t x = 0; x < space->inputs.items[a].class_count; x++)
				for (uint32_t y = 0; y < space->inputs.items[b].class_count; y++)
					if (space->part_of_input[a] != space->part_of_input[b])
						pairs->possible[pair_index(pairs, a, x, b, y)] =
							pairs->possible[pair_index(
								pairs, a, x, a, x)] &&
							pairs->possible[pair_index(
								pairs, b, y, b, y)];
}

/* Pairs that are new, of the inputs of a part with one another and with those chosen before. */
static unsigned count_new(
	const struct pairs *pairs, const struct space_part *part, const uint32_t *classes)
{
	size_t inputs = pairs->covering->space->inputs.count;
	unsigned count = 0;

	for (uint32_t i = 0; i < part->input_count; i++)
		for (uint32_t other = 0; other < inputs; other++)
			if (classes[other] != UNSET)
				count += !pairs->covered[pair_index(pairs, part->inputs[i],
					classes[part->inputs[i]], other, classes[other])];
	return count;
}

static bool agrees(const struct space_part *part, const uint32_t *wanted, const uint32_t *classes)
{
	for (uint32_t i = 0; i < part->input_count; i++)
		if (wanted[part->inputs[i]] != UNSET &&
			wanted[part->inputs[i]] != classes[part->inputs[i]])
			return false;
	return true;
}

/* The best combination of a part that agrees with what is chosen. False if all of them fail. */
static bool choose(struct pairs *pairs, const struct space_part *part, bool may_fail)
{
	struct covering *covering = pairs->covering;
	size_t inputs = covering->space->inputs.count;
	uint32_t best = UNSET;
	unsigned most = 0, looked_at = 0;

	for (uint32_t c = 0; c < part->combinations && looked_at < MOST_LOOKED_AT; c++) {
		unsigned count;

		if (part->states[part->state_of[c]].is_failing && !may_fail)
			continue;
		memcpy(covering->trial, covering->classes, inputs * sizeof(*covering->trial));
		space_part_classes(covering->space, part, c, covering->trial);
		if (!agrees(part, covering->classes, covering->trial))
			continue;
		looked_at++;
		count = count_new(pairs, part, covering->trial);
		if (best == UNSET || count > most) {
			best = c;
			most = count;
		}
	}
	if (best != UNSET)
		space_part_classes(covering->space, part, best, covering->classes);
	return best != UNSET;
}

/* Of several parts that fail, the error that comes first is told. */
static void tell_failure(struct covering *covering, struct space_preset *preset)
{
	const struct space *space = covering->space;
	const uint32_t *classes = preset->inputs;
	const struct space_failure *failures[2] = {NULL};
	unsigned failing = 0;

	for (uint32_t p = 0; p < space->part_count; p++) {
		const struct space_part *part = &space->parts[p];
		uint32_t state = part->state_of[space_part_combination(space, part, classes)];

		if (!part->states[state].is_failing)
			continue;
		failures[failing > 0] = space_failure_of(space, &part->states[state]);
		failing++;
	}
	if (failing > 0)
		preset->error = failing == 1 && failures[0]
					? failures[0]->message
					: space_error_of(space, classes, covering->arena);
	for (unsigned i = 0; i < 2 && preset->reason.length == 0; i++)
		if (failures[i] && string_equal(failures[i]->message, preset->error))
			preset->reason = failures[i]->advice;
}

/* One more preset with this pair, and with as many new ones as can be. */
static bool cover_pair(
	struct pairs *pairs, uint32_t a, uint32_t x, uint32_t b, uint32_t y, bool may_fail)
{
	struct covering *covering = pairs->covering;
	const struct space *space = covering->space;

	for (size_t i = 0; i < space->inputs.count; i++)
		covering->classes[i] = UNSET;
	covering->classes[a] = x;
	covering->classes[b] = y;
	for (int round = 0; round < 2; round++)
		for (uint32_t p = 0; p < space->part_count; p++) {
			const struct space_part *part = &space->parts[p];
			bool is_wanted = part == &space->parts[space->part_of_input[a]] ||
					 part == &space->parts[space->part_of_input[b]];

			if (is_wanted == (round == 0) && !choose(pairs, part, false) &&
				!(may_fail && choose(pairs, part, true)))
				return false;
		}
	for (uint32_t i = 0; i < space->inputs.count; i++)
		for (uint32_t k = i; k < space->inputs.count; k++)
			pairs->covered[pair_index(
				pairs, i, covering->classes[i], k, covering->classes[k])] = true;
	tell_failure(covering, add_preset(covering, covering->classes));
	return true;
}

static void cover_possible(struct pairs *pairs, bool may_fail)
{
	const struct space_inputs *inputs = &pairs->covering->space->inputs;

	for (uint32_t a = 0; a < inputs->count; a++)
		for (uint32_t b = a; b < inputs->count; b++)
			for (uint32_t x = 0; x < inputs->items[a].class_count; x++)
				for (uint32_t y = 0; y < inputs->items[b].class_count; y++) {
					size_t pair = pair_index(pairs, a, x, b, y);

					if ((a == b && x != y) || pairs->covered[pair] ||
						pairs->possible[pair] == may_fail ||
						pairs->covering->cover->count >= MOST_PRESETS)
						continue;
					cover_pair(pairs, a, x, b, y, may_fail);
				}
}

static void cover_pairs(struct covering *covering)
{
	const struct space *space = covering->space;
	struct pairs pairs = {.covering = covering};

	pairs.offsets =
		arena_allocate(covering->arena, space->inputs.count + 1, sizeof(*pairs.offsets));
	for (size_t i = 0; i < space->inputs.count; i++) {
		pairs.offsets[i] = pairs.size;
		pairs.size += space->inputs.items[i].class_count;
	}
	pairs.covered = memory_allocate((size_t)pairs.size * pairs.size + 1, 1);
	pairs.possible = memory_allocate((size_t)pairs.size * pairs.size + 1, 1);
	find_possible(&pairs);
	cover_possible(&pairs, false);
	cover_possible(&pairs, true);
	memory_release(pairs.covered);
	memory_release(pairs.possible);
}

/* ---- conditions ---- */

/* The two ways of an observation that a state of its part shows. */
static unsigned shows(const struct space_observation *observation, const bool *seen, size_t number,
	uint32_t state)
{
	return !seen[2 * number + space_observation_holds(observation, state)];
}

static void mark_shown(const struct covering *covering, bool *seen, const uint32_t *classes)
{
	const struct space *space = covering->space;

	for (size_t i = 0; i < space->truth->count; i++) {
		const struct space_observation *observation = &space->truth->items[i];
		const struct space_part *part;

		if (observation->part == SPACE_NO_PART)
			continue;
		part = &space->parts[observation->part];
		seen[2 * i +
			space_observation_holds(observation,
				part->state_of[space_part_combination(space, part, classes)])] =
			true;
	}
}

/* The state of a part that shows most of what has not been seen. */
static uint32_t best_state(const struct space *space, uint32_t number, const bool *seen)
{
	const struct space_part *part = &space->parts[number];
	uint32_t best = UNSET;
	unsigned most = 0;

	for (uint32_t s = 0; s < part->state_count; s++) {
		unsigned count = 0;

		if (part->states[s].is_failing)
			continue;
		for (size_t i = 0; i < space->truth->count; i++)
			if (space->truth->items[i].part == number)
				count += shows(&space->truth->items[i], seen, i, s);
		if (count > most) {
			most = count;
			best = s;
		}
	}
	return best;
}

/* ---- … that ask for several parts ---- */

/* An assignment of few, or some at random. */
static void assignment_at(
	const struct space *space, double all, uint32_t number, uint64_t *random, uint32_t *classes)
{
	for (size_t i = 0; i < space->inputs.count; i++) {
		uint32_t count = space->inputs.items[i].class_count;

		*random ^= *random << 13;
		*random ^= *random >> 7;
		*random ^= *random << 17;
		classes[i] = all <= MOST_TRIED ? number % count : (uint32_t)(*random >> 32) % count;
		number /= count;
	}
}

/* Does one of 64 show anything of them that has not been seen? Then it is seen. */
static bool mark_several(
	const struct space *space, bool *seen, const uint64_t *holds, unsigned assignment)
{
	bool is_new = false;

	for (size_t i = 0; i < space->truth->count; i++) {
		bool *side = &seen[2 * i + (holds[i] >> assignment & 1)];

		if (!space->truth->items[i].is_mixed || *side)
			continue;
		*side = is_new = true;
	}
	return is_new;
}

static bool is_any_left(const struct space *space, const bool *seen)
{
	for (size_t i = 0; i < space->truth->count; i++)
		if (space->truth->items[i].is_mixed && !(seen[2 * i] && seen[2 * i + 1]))
			return true;
	return false;
}

/* … by the presets there are, else by the base, and then by those that it takes to go both ways. */
static void cover_several(struct covering *covering, bool *seen)
{
	const struct space *space = covering->space;
	double all = space_assignments(space, covering->arena).count;
	size_t stride = space->inputs.count + 1, presets = covering->cover->count;
	size_t known = presets > 0 ? presets : 1;
	uint32_t *classes = memory_allocate(BATCH * stride, sizeof(*classes));
	uint64_t *holds = memory_allocate(space->truth->count + 1, sizeof(*holds));
	size_t most = known + (all < MOST_TRIED ? (size_t)all : MOST_TRIED);
	uint64_t random = 0x9e3779b97f4a7c15u;

	for (size_t first = 0; first < most && is_any_left(space, seen); first += BATCH) {
		size_t count = most - first < BATCH ? most - first : BATCH;
		uint64_t passing;

		for (size_t k = 0; k < count; k++)
			if (first + k < known)
				memcpy(classes + k * stride,
					presets > 0 ? covering->cover->presets[first + k].inputs
						    : space->base,
					space->inputs.count * sizeof(*classes));
			else
				assignment_at(space, all, (uint32_t)(first + k - known), &random,
					classes + k * stride);
		passing = space_truth_try(space, classes, stride, count, holds);
		for (unsigned k = 0; k < count; k++)
			if (passing >> k & 1 && mark_several(space, seen, holds, k) &&
				first + k >= known && covering->cover->count < MOST_PRESETS) {
				if (covering->cover->count == 0)
					add_preset(covering, space->base);
				add_preset(covering, classes + k * stride);
			}
	}
	memory_release(classes);
	memory_release(holds);
}

/* ---- … all of them ---- */

static void cover_conditions(struct covering *covering)
{
	const struct space *space = covering->space;
	bool *seen = memory_allocate(2 * space->truth->count + 1, sizeof(*seen));
	bool is_new = space->truth->count > 0 && !space->base_fails;

	while (is_new && covering->cover->count < MOST_PRESETS) {
		is_new = false;
		memcpy(covering->classes, space->base,
			space->inputs.count * sizeof(*covering->classes));
		for (uint32_t p = 0; p < space->part_count; p++) {
			uint32_t state = best_state(space, p, seen);

			if (state == UNSET)
				continue;
			is_new = true;
			space_part_classes(space, &space->parts[p],
				space->parts[p].states[state].first, covering->classes);
		}
		if (!is_new)
			break;
		mark_shown(covering, seen, covering->classes);
		add_preset(covering, covering->classes);
	}
	if (!space->base_fails)
		cover_several(covering, seen);
	memory_release(seen);
}

/* ---- either ---- */

struct space_cover space_cover(
	const struct space *space, enum space_cover_kind kind, struct arena *arena)
{
	struct space_cover cover = {0};
	struct covering covering = {.space = space,
		.arena = arena,
		.cover = &cover,
		.classes = arena_allocate(arena, space->inputs.count + 1, sizeof(uint32_t)),
		.trial = arena_allocate(arena, space->inputs.count + 1, sizeof(uint32_t))};

	for (uint32_t p = 0; p < space->part_count; p++)
		if (space->parts[p].combinations == 0) {
			cover.reason = "more than 65,536 combinations of inputs hang together";
			return cover;
		}
	if (kind == COVER_PAIRS)
		cover_pairs(&covering);
	else
		cover_conditions(&covering);
	return cover;
}

#include "analyzer/variability/space/space_difference.h"

#include "analyzer/variability/analysis/deciding.h"
#include "analyzer/variability/classes/space_signals.h"
#include "base/memory.h"

#include <string.h>

enum {
	BATCH = 64,
	MOST_SAMPLES = 4096,
	MOST_SAMPLED = 1 << 21 /* elements, looked at 64 assignments at a time */
};

/* What is tried of one template. */
struct side {
	const struct analysis *analysis;
	struct solved_parts *solved;
	struct trial *trial;
};

struct differing {
	struct arena *arena;
	const atomic_bool *cancelled;
	struct template_difference *result;
	struct side sides[2];
	struct space_inputs inputs;
	struct space_signals signals;
	struct name_table changed; /* ids with their direction → changed_element */
	struct changed_element **elements;
	size_t element_count, element_capacity;
	size_t failure_capacity;
	/* Combinations that no signal tells apart, of which the first is tried. */
	uint32_t *classes; /* of the batch */
	double *weights;
	size_t count;
	struct string *ids[2]; /* by position */
	uint32_t *other;       /* position in the newer template, by that in the older one */
	bool *is_known;        /* by position in the newer one */
	bool is_removal;       /* what failed may do otherwise */
};

static bool is_cancelled(const struct differing *differing)
{
	return differing->cancelled && atomic_load(differing->cancelled);
}

/* ---- what is tried ---- */

static void note_element(struct differing *differing, struct string id, bool is_added,
	double weight, struct value inputs)
{
	struct string key = arena_format(
		differing->arena, "%s%.*s", is_added ? "+" : "-", STRING_ARGUMENTS(id));
	struct changed_element *known = name_table_find(&differing->changed, key);

	if (!known) {
		known = arena_allocate(differing->arena, 1, sizeof(*known));
		*known = (struct changed_element){.id = id, .is_added = is_added, .inputs = inputs};
		name_table_add(&differing->changed, differing->arena, key, known);
		differing->elements = arena_reserve(differing->arena, differing->elements,
			differing->element_count, &differing->element_capacity,
			sizeof(struct changed_element *));
		differing->elements[differing->element_count++] = known;
	}
	known->count += weight;
}

static bool note_failure(
	struct differing *differing, unsigned assignment, double weight, struct value inputs)
{
	struct template_difference *result = differing->result;
	struct changed_failure *failures = (struct changed_failure *)result->failures;
	struct string texts[2] = {STRING(""), STRING("")};

	for (int side = 0; side < 2; side++) {
		const struct problem *error = trial_error(differing->sides[side].trial, assignment);

		if (error)
			texts[side] = error->text;
	}
	if (texts[0].length + texts[1].length == 0)
		return false;
	if (string_equal(texts[0], texts[1]))
		return true;
	result->changed += weight;
	for (size_t i = 0; i < result->failure_count; i++)
		if (string_equal(failures[i].before, texts[0]) &&
			string_equal(failures[i].after, texts[1])) {
			failures[i].count += weight;
			return true;
		}
	failures = arena_reserve(differing->arena, failures, result->failure_count,
		&differing->failure_capacity, sizeof(*failures));
	failures[result->failure_count++] =
		(struct changed_failure){arena_copy(differing->arena, texts[0]),
			arena_copy(differing->arena, texts[1]), weight, inputs};
	result->failures = failures;
	return true;
}

static bool is_listed(const struct element *element)
{
	return !element->is_synthetic && !element_is_cleaned(element);
}

static bool is_present(const struct side *side, uint32_t position, unsigned assignment)
{
	return side->trial->findings.presence.present[position] >> assignment & 1;
}

static void compare(
	struct differing *differing, unsigned assignment, double weight, struct value inputs)
{
	const struct side *before = &differing->sides[0], *after = &differing->sides[1];
	struct elements old = analysis_elements(before->analysis);
	struct elements new = analysis_elements(after->analysis);
	bool differs = false;

	if ((differing->is_removal && trial_error(before->trial, assignment)) ||
		note_failure(differing, assignment, weight, inputs))
		return;
	for (uint32_t i = 0; i < old.count; i++) {
		bool was = is_present(before, i, assignment), is = false;

		if (!is_listed(old.items[i]))
			continue;
		if (differing->other[i] != UINT32_MAX)
			is = is_present(after, differing->other[i], assignment);
		if (was == is)
			continue;
		differs = true;
		note_element(differing, differing->ids[0][i], is, weight, inputs);
	}
	for (uint32_t i = 0; i < new.count; i++)
		if (!differing->is_known[i] && is_listed(new.items[i]) &&
			is_present(after, i, assignment)) {
			differs = true;
			note_element(differing, differing->ids[1][i], true, weight, inputs);
		}
	differing->result->changed += differs ? weight : 0;
}

static struct value inputs_of(const struct differing *differing, const uint32_t *classes)
{
	struct value *values =
		arena_allocate(differing->arena, differing->inputs.count + 1, sizeof(*values));

	for (size_t i = 0; i < differing->inputs.count; i++)
		values[i] = differing->inputs.items[i].classes[classes[i]];
	return space_inputs_map(&differing->inputs, values, differing->arena);
}

static bool try_batch(struct differing *differing)
{
	struct value inputs[BATCH];
	bool is_done = true;

	if (differing->count == 0)
		return true;
	for (size_t i = 0; i < differing->count; i++)
		inputs[i] = inputs_of(
			differing, differing->classes + i * (differing->inputs.count + 1));
	for (int side = 0; side < 2; side++) {
		struct side *of = &differing->sides[side];

		of->trial = trial_create(&(struct trial_request){
			.service_template = of->analysis->findings->service_template,
			.inputs = inputs,
			.count = differing->count,
			.solved = of->solved,
			.cancelled = differing->cancelled});
		is_done &= of->trial != NULL;
	}
	for (unsigned i = 0; i < differing->count && is_done; i++)
		compare(differing, i, differing->weights[i], inputs[i]);
	for (int side = 0; side < 2; side++)
		trial_destroy(differing->sides[side].trial);
	differing->count = 0;
	return is_done;
}

/* ---- all combinations ---- */

struct seen_states {
	uint64_t *hashes;
	uint32_t *first; /* where in `weights` */
	size_t count;
};

static uint64_t hash_of(const struct differing *differing, const uint32_t *classes)
{
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < differing->signals.count; i++) {
		const struct space_signal *signal = &differing->signals.items[i];

		if (signal->table_size > 0)
			hash = (hash ^ space_signal_at(signal, &differing->inputs, classes)) *
			       1099511628211u;
		for (uint32_t k = 0; signal->table_size == 0 && k < signal->input_count; k++)
			hash = (hash ^ classes[signal->inputs[k]]) * 1099511628211u;
	}
	return hash ^ hash >> 29;
}

static void classes_of(const struct differing *differing, size_t number, uint32_t *classes)
{
	size_t rest = number;

	for (size_t i = 0; i < differing->inputs.count; i++) {
		uint32_t count = differing->inputs.items[i].class_count;

		classes[i] = (uint32_t)(rest % count);
		rest /= count;
	}
}

/* Two combinations with one hash of 64 bits are taken for the same. */
static void group(
	const struct differing *differing, size_t total, struct seen_states *seen, double *weights)
{
	size_t capacity = 64;
	uint32_t *slots, *classes = memory_allocate(differing->inputs.count + 1, sizeof(*classes));

	while (capacity < 2 * total)
		capacity *= 2;
	slots = memory_allocate(capacity, sizeof(*slots));
	for (size_t c = 0; c < total; c++) {
		uint64_t hash;
		size_t slot;

		classes_of(differing, c, classes);
		hash = hash_of(differing, classes);
		slot = (size_t)hash & (capacity - 1);
		while (slots[slot] && seen->hashes[slots[slot] - 1] != hash)
			slot = (slot + 1) & (capacity - 1);
		if (!slots[slot]) {
			seen->hashes[seen->count] = hash;
			seen->first[seen->count] = (uint32_t)c;
			slots[slot] = (uint32_t)++seen->count;
		}
		weights[slots[slot] - 1]++;
	}
	memory_release(slots);
	memory_release(classes);
}

static bool try_one(struct differing *differing, size_t number, double weight)
{
	classes_of(differing, number,
		differing->classes + differing->count * (differing->inputs.count + 1));
	differing->weights[differing->count++] = weight;
	return differing->count < BATCH || try_batch(differing);
}

static bool try_all(struct differing *differing, size_t total)
{
	struct seen_states seen = {.hashes = memory_allocate(total, sizeof(uint64_t)),
		.first = memory_allocate(total, sizeof(uint32_t))};
	double *weights = memory_allocate(total, sizeof(*weights));
	bool is_done = true;

	group(differing, total, &seen, weights);
	for (size_t i = 0; i < seen.count && is_done; i++)
		is_done = try_one(differing, seen.first[i], weights[i]);
	memory_release(seen.hashes);
	memory_release(seen.first);
	memory_release(weights);
	return is_done && try_batch(differing);
}

/* ---- … or some ---- */

/* Assignments to be tried that are not yet among the batch or what was tried. */
struct sampling {
	struct differing *differing;
	struct name_table tried; /* as bytes */
	size_t size;             /* of an assignment */
	size_t most;
};

static size_t most_samples(const struct differing *differing)
{
	uint32_t elements = analysis_elements(differing->sides[0].analysis).count +
			    analysis_elements(differing->sides[1].analysis).count;
	size_t most = BATCH * (size_t)(1 + MOST_SAMPLED / (elements + 1));

	return most < MOST_SAMPLES ? most : MOST_SAMPLES;
}

static bool try_new(struct sampling *sampling, const uint32_t *classes)
{
	struct differing *differing = sampling->differing;
	struct string bytes = {(const char *)classes, sampling->size};

	if (sampling->tried.count >= sampling->most || name_table_find(&sampling->tried, bytes))
		return true;
	bytes = arena_copy(differing->arena, bytes);
	name_table_add(&sampling->tried, differing->arena, bytes, differing);
	memcpy(differing->classes + differing->count * (differing->inputs.count + 1), classes,
		sampling->size);
	differing->weights[differing->count++] = 1;
	return differing->count < BATCH || try_batch(differing);
}

/* A variant; inputs that it says nothing of have their first class. */
static void take_variant(const struct differing *differing, const struct analysis *analysis,
	size_t variant, uint32_t *classes)
{
	space_inputs_of_variant(&differing->inputs, analysis->findings, variant, classes);
	for (size_t i = 0; i < differing->inputs.count; i++)
		if (classes[i] == UINT32_MAX)
			classes[i] = 0;
}

/* What somebody has thought of, and what differs from the defaults in one input. */
static bool try_telling(struct sampling *sampling, const struct analysis *analysis)
{
	const struct differing *differing = sampling->differing;
	uint32_t *classes = memory_allocate(differing->inputs.count + 1, sizeof(*classes));
	bool is_done = true;

	for (size_t v = analysis_variant_count(analysis); v-- > 0 && is_done;) {
		take_variant(differing, analysis, v, classes);
		is_done = try_new(sampling, classes);
	}
	/* the first variant is that of the defaults */
	for (size_t i = 0; i < differing->inputs.count && is_done; i++) {
		uint32_t usual = classes[i];

		for (uint32_t c = 0; c < differing->inputs.items[i].class_count && is_done; c++) {
			classes[i] = c;
			is_done = try_new(sampling, classes);
		}
		classes[i] = usual;
	}
	memory_release(classes);
	return is_done;
}

static bool try_some(struct differing *differing)
{
	struct sampling sampling = {.differing = differing,
		.size = differing->inputs.count * sizeof(uint32_t),
		.most = most_samples(differing)};
	uint32_t *classes = memory_allocate(differing->inputs.count + 1, sizeof(*classes));
	uint64_t random = 0x9e3779b97f4a7c15u;
	bool is_done = try_telling(&sampling, differing->sides[0].analysis) &&
		       try_telling(&sampling, differing->sides[1].analysis);

	for (size_t n = 0; n < sampling.most && is_done; n++) {
		for (size_t i = 0; i < differing->inputs.count; i++) {
			random ^= random << 13;
			random ^= random >> 7;
			random ^= random << 17;
			classes[i] =
				(uint32_t)(random >> 32) % differing->inputs.items[i].class_count;
		}
		is_done = try_new(&sampling, classes);
	}
	memory_release(classes);
	return is_done && try_batch(differing);
}

/* ---- elements of both ---- */

static void match_elements(struct differing *differing)
{
	struct elements all[2];
	struct name_table names = {0};

	for (int side = 0; side < 2; side++) {
		all[side] = analysis_elements(differing->sides[side].analysis);
		differing->ids[side] = arena_allocate(
			differing->arena, all[side].count + 1, sizeof(struct string));
		for (uint32_t i = 0; i < all[side].count; i++)
			differing->ids[side][i] = element_id(all[side].items[i], differing->arena);
	}
	differing->other = arena_allocate(differing->arena, all[0].count + 1, sizeof(uint32_t));
	differing->is_known = arena_allocate(differing->arena, all[1].count + 1, sizeof(bool));
	for (uint32_t i = 0; i < all[1].count; i++)
		name_table_add(
			&names, differing->arena, differing->ids[1][i], &differing->is_known[i]);
	for (uint32_t i = 0; i < all[0].count; i++) {
		bool *known = name_table_find(&names, differing->ids[0][i]);

		differing->other[i] = known ? (uint32_t)(known - differing->is_known) : UINT32_MAX;
		if (known)
			*known = true;
	}
}

static void take_elements(struct differing *differing)
{
	struct changed_element *elements =
		arena_allocate(differing->arena, differing->element_count + 1, sizeof(*elements));

	for (size_t i = 0; i < differing->element_count; i++)
		elements[i] = *differing->elements[i];
	differing->result->elements = elements;
	differing->result->element_count = differing->element_count;
}

static bool is_certain(const struct differing *differing)
{
	for (size_t i = 0; i < differing->signals.count; i++)
		if (!differing->signals.items[i].is_certain ||
			differing->signals.items[i].table_size == 0)
			return false;
	return true;
}

/* All assignments, or many of them, once it is known which element is which. */
static bool try_assignments(struct differing *differing)
{
	struct template_difference *difference = differing->result;
	bool is_done;

	differing->classes =
		memory_allocate(BATCH * (differing->inputs.count + 1), sizeof(uint32_t));
	differing->weights = memory_allocate(BATCH, sizeof(double));
	is_done = difference->is_exact ? try_all(differing, (size_t)difference->assignments.count)
				       : try_some(differing);
	memory_release(differing->classes);
	memory_release(differing->weights);
	return is_done;
}

/* Makes classes of the values of both; false if it was cancelled. */
static bool begin(struct differing *differing, struct template_difference *difference,
	const struct analysis *before, const struct analysis *after, struct value fixed,
	struct arena *arena, const atomic_bool *cancelled)
{
	const struct analysis *analyses[] = {before, after};
	struct natural assignments = natural_from(arena, 1);

	*differing = (struct differing){.arena = arena,
		.cancelled = cancelled,
		.result = difference,
		.sides = {{.analysis = before, .solved = solved_parts_create()},
			{.analysis = after, .solved = solved_parts_create()}}};
	*difference = (struct template_difference){.is_exact = true};
	space_inputs_find(&differing->inputs, arena, analyses, 2);
	space_inputs_fix(&differing->inputs, arena, fixed);
	if (!space_signals_find(
		    &differing->signals, &differing->inputs, arena, analyses, 2, cancelled))
		return false;
	for (size_t i = 0; i < differing->inputs.count; i++)
		natural_multiply(&assignments, differing->inputs.items[i].class_count);
	difference->assignments = space_number_of(&assignments, true);
	difference->is_exact = difference->assignments.count <= SPACE_LIMIT;
	return true;
}

static void end(struct differing *differing)
{
	for (int side = 0; side < 2; side++)
		solved_parts_destroy(differing->sides[side].solved);
}

bool space_difference(struct template_difference *difference, const struct analysis *before,
	const struct analysis *after, struct value fixed, struct arena *arena,
	const atomic_bool *cancelled)
{
	struct differing differing;
	bool is_done = begin(&differing, difference, before, after, fixed, arena, cancelled);

	if (is_done) {
		match_elements(&differing);
		is_done = try_assignments(&differing);
		take_elements(&differing);
	}
	end(&differing);
	return is_done && !is_cancelled(&differing);
}

/* ---- the same for all ---- */

/* Elements that stay, in their order: the same kinds, in containers of the same names. */
static bool is_same_element(const struct element *before, const struct element *after)
{
	return before->kind == after->kind && string_equal(before->name, after->name) &&
	       before->is_synthetic == after->is_synthetic &&
	       !before->container == !after->container &&
	       (!before->container ||
		       string_equal(before->container->name, after->container->name));
}

static bool match_in_order(struct differing *differing, const bool *removed)
{
	struct elements old = analysis_elements(differing->sides[0].analysis);
	struct elements new = analysis_elements(differing->sides[1].analysis);
	uint32_t next = 0;

	differing->other = arena_allocate(differing->arena, old.count + 1, sizeof(uint32_t));
	differing->is_known = arena_allocate(differing->arena, new.count + 1, sizeof(bool));
	for (int side = 0; side < 2; side++)
		differing->ids[side] = arena_allocate(
			differing->arena, (size_t)old.count + new.count + 1, sizeof(struct string));
	for (uint32_t i = 0; i < old.count; i++) {
		differing->other[i] = UINT32_MAX;
		if (removed && removed[i])
			continue;
		if (next == new.count || !is_same_element(old.items[i], new.items[next]))
			return false;
		differing->is_known[next] = true;
		differing->other[i] = next++;
	}
	return next == new.count;
}

bool space_is_same(const struct analysis *before, const struct analysis *after, const bool *removed,
	const atomic_bool *cancelled)
{
	struct arena *arena = arena_create();
	struct template_difference difference;
	struct differing differing;
	bool is_same =
		begin(&differing, &difference, before, after, value_none(), arena, cancelled) &&
		difference.is_exact && is_certain(&differing) &&
		match_in_order(&differing, removed);

	differing.is_removal = removed != NULL;
	is_same = is_same && try_assignments(&differing) && difference.changed == 0;
	end(&differing);
	arena_destroy(arena);
	return is_same;
}

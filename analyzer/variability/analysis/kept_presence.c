/* What is shown while a line is being typed: variants that can no longer be resolved, only because
 * the line is not finished, look as they did. */
#include "analyzer/variability/analysis/findings.h"
#include "base/memory.h"

struct remembered_presence {
	atomic_uint references;
	struct arena *arena;      /* that holds it */
	struct variant *variants; /* their names, origins and errors alone */
	size_t variant_count;
	struct string *ids; /* of the elements in their order */
	struct presence_of_variants *elements;
	uint32_t count;
};

static void remember_variants(
	struct remembered_presence *remembered, const struct analysis *analysis)
{
	struct arena *arena = remembered->arena;
	size_t count = remembered->variant_count = analysis_variant_count(analysis);

	remembered->variants = arena_allocate(arena, count, sizeof(*remembered->variants));
	for (size_t i = 0; i < count; i++) {
		const struct variant *variant = analysis_variant(analysis, i);

		remembered->variants[i] = (struct variant){.name = arena_copy(arena, variant->name),
			.origin = variant->origin,
			.error = arena_copy(arena, variant->error)};
	}
}

struct remembered_presence *presence_remember(const struct analysis *analysis)
{
	struct arena *arena = arena_create(), *scratch = arena_create();
	struct remembered_presence *remembered = arena_allocate(arena, 1, sizeof(*remembered));
	struct elements elements = analysis_elements(analysis);

	atomic_init(&remembered->references, 1);
	remembered->arena = arena;
	remembered->count = elements.count;
	remembered->ids = arena_allocate(arena, elements.count, sizeof(*remembered->ids));
	remembered->elements = arena_allocate(arena, elements.count, sizeof(*remembered->elements));
	for (uint32_t i = 0; i < elements.count; i++) {
		remembered->ids[i] = arena_copy(arena, element_id(elements.items[i], scratch));
		remembered->elements[i] =
			analysis_presence_of_variants(analysis, elements.items[i]);
	}
	remember_variants(remembered, analysis);
	arena_destroy(scratch);
	return remembered;
}

struct remembered_presence *remembered_presence_retain(const struct remembered_presence *remembered)
{
	struct remembered_presence *shared = (struct remembered_presence *)remembered;

	atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
	return shared;
}

void remembered_presence_release(struct remembered_presence *remembered)
{
	if (remembered &&
		atomic_fetch_sub_explicit(&remembered->references, 1, memory_order_acq_rel) == 1)
		arena_destroy(remembered->arena);
}

/* Bits of variants that have an error now and had none before. */
struct lost_variant {
	unsigned now, before;
};

struct lost {
	struct lost_variant items[ANALYSIS_MAXIMUM_VARIANTS];
	size_t count;
};

static bool loses(const struct variant *now, const struct variant *before)
{
	return now->error.length > 0 && before->error.length == 0 &&
	       before->origin == now->origin && string_equal(before->name, now->name);
}

static void find_lost(
	struct lost *lost, const struct analysis *analysis, const struct remembered_presence *good)
{
	lost->count = 0;
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		for (size_t k = 0; k < good->variant_count; k++)
			if (loses(analysis_variant(analysis, i), &good->variants[k]))
				lost->items[lost->count++] =
					(struct lost_variant){(unsigned)i, (unsigned)k};
}

bool analysis_loses_variants(const struct analysis *analysis, const struct analysis *before)
{
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		for (size_t k = 0; k < analysis_variant_count(before); k++)
			if (loses(analysis_variant(analysis, i), analysis_variant(before, k)))
				return true;
	return false;
}

/* Mostly, the one after the last that was found is asked for. Returns `count` if there is none. */
static uint32_t find_remembered(
	const struct remembered_presence *good, uint32_t *next, struct string id)
{
	for (uint32_t i = 0; i < good->count; i++) {
		uint32_t at = (*next + i) % good->count;

		if (!string_equal(good->ids[at], id))
			continue;
		*next = at + 1;
		return at;
	}
	return good->count;
}

static void move_bit(uint64_t *bits, unsigned to, uint64_t from, unsigned position)
{
	uint64_t bit = UINT64_C(1) << to;

	*bits = from >> position & 1 ? *bits | bit : *bits & ~bit;
}

/* An element that was not there yet is taken for present. */
static struct presence_of_variants kept_for(struct presence_of_variants now,
	const struct lost *lost, struct presence_of_variants before)
{
	for (size_t i = 0; i < lost->count; i++) {
		struct lost_variant variant = lost->items[i];

		move_bit(&now.present, variant.now, before.present, variant.before);
		move_bit(&now.depends, variant.now, before.depends, variant.before);
		move_bit(&now.error, variant.now, before.error, variant.before);
	}
	return now;
}

static void keep(
	struct analysis *analysis, const struct lost *lost, const struct remembered_presence *good)
{
	struct arena *arena = arena_create(), *scratch = arena_create();
	struct elements elements = analysis_elements(analysis);
	size_t count = analysis_variant_count(analysis);
	struct kept_presence *kept = arena_allocate(arena, 1, sizeof(*kept));
	uint32_t next = 0;

	kept->arena = arena;
	kept->elements = arena_allocate(arena,
		analysis->findings->service_template->graph.places.count, sizeof(*kept->elements));
	kept->variants = arena_allocate(arena, count, sizeof(*kept->variants));
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		uint32_t before = find_remembered(good, &next, element_id(element, scratch));
		struct presence_of_variants is_there = {.present = UINT64_MAX};

		kept->elements[element->position] =
			kept_for(analysis_presence_of_variants(analysis, element), lost,
				before < good->count ? good->elements[before] : is_there);
	}
	for (size_t i = 0; i < count; i++)
		kept->variants[i] = *analysis_variant(analysis, i);
	for (size_t i = 0; i < lost->count; i++) {
		struct variant *variant = &kept->variants[lost->items[i].now];

		variant->error = variant->reason = (struct string){0};
		variant->error_place = (struct node){0};
	}
	arena_destroy(scratch);
	analysis->kept = kept;
}

struct analysis *analysis_with_presence_of(
	const struct analysis *analysis, const struct remembered_presence *good)
{
	struct analysis *result;
	struct lost lost;

	find_lost(&lost, analysis, good);
	if (lost.count == 0)
		return NULL;
	result = memory_allocate(1, sizeof(*result));
	atomic_init(&result->references, 1);
	result->tree = syntax_tree_retain(analysis->tree);
	result->findings = analysis->findings;
	atomic_fetch_add_explicit(&result->findings->references, 1, memory_order_relaxed);
	keep(result, &lost, good);
	return result;
}

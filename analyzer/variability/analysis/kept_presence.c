/* What is shown while a line is being typed: variants that can no longer be resolved, only because
 * the line is not finished, look as they did. */
#include "analyzer/variability/analysis/findings.h"
#include "base/memory.h"

/* Bits of variants that have an error now and had none before. */
struct lost_variant {
	unsigned now, before;
};

struct lost {
	struct lost_variant items[ANALYSIS_MAXIMUM_VARIANTS];
	size_t count;
};

static void find_lost(
	struct lost *lost, const struct analysis *analysis, const struct analysis *good)
{
	lost->count = 0;
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		const struct variant *now = analysis_variant(analysis, i);

		for (size_t k = 0; now->error.length > 0 && k < analysis_variant_count(good); k++) {
			const struct variant *before = analysis_variant(good, k);

			if (before->error.length == 0 && before->origin == now->origin &&
				string_equal(before->name, now->name))
				lost->items[lost->count++] =
					(struct lost_variant){(unsigned)i, (unsigned)k};
		}
	}
}

/* The elements in their order, by id: mostly, the one after the last that was found is asked for.
 */
struct known {
	struct elements elements;
	const struct string *ids;
	uint32_t next;
};

static struct known known_of(const struct analysis *analysis, struct arena *arena)
{
	struct elements elements = analysis_elements(analysis);
	struct string *ids = arena_allocate(arena, elements.count, sizeof(*ids));

	for (uint32_t i = 0; i < elements.count; i++)
		ids[i] = element_id(elements.items[i], arena);
	return (struct known){elements, ids, 0};
}

static const struct element *known_find(struct known *known, struct string id)
{
	uint32_t count = known->elements.count;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = (known->next + i) % count;

		if (!string_equal(known->ids[at], id))
			continue;
		known->next = at + 1;
		return known->elements.items[at];
	}
	return NULL;
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

static void keep(struct analysis *analysis, const struct lost *lost, const struct analysis *good)
{
	struct arena *arena = arena_create(), *scratch = arena_create();
	struct elements elements = analysis_elements(analysis);
	size_t count = analysis_variant_count(analysis);
	struct kept_presence *kept = arena_allocate(arena, 1, sizeof(*kept));
	struct known known = known_of(good, scratch);

	kept->arena = arena;
	kept->elements = arena_allocate(arena, elements.count, sizeof(*kept->elements));
	kept->variants = arena_allocate(arena, count, sizeof(*kept->variants));
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		const struct element *before = known_find(&known, element_id(element, scratch));
		struct presence_of_variants is_there = {.present = UINT64_MAX};

		kept->elements[element->position] =
			kept_for(analysis_presence_of_variants(analysis, element), lost,
				before ? analysis_presence_of_variants(good, before) : is_there);
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
	const struct analysis *analysis, const struct analysis *good)
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

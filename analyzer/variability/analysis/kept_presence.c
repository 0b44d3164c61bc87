/* What is shown while a line is being typed: variants that can no longer be resolved, only because
 * the line is not finished, look as they did. */
#include "analyzer/variability/analysis/findings.h"
#include "base/memory.h"

struct remembered_presence {
	atomic_uint references;
	struct findings *findings;
};

struct remembered_presence *presence_remember(const struct analysis *analysis)
{
	struct remembered_presence *remembered = memory_allocate(1, sizeof(*remembered));

	atomic_init(&remembered->references, 1);
	remembered->findings = findings_retain(analysis->findings);
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
	if (!remembered ||
		atomic_fetch_sub_explicit(&remembered->references, 1, memory_order_acq_rel) > 1)
		return;
	findings_release(remembered->findings);
	memory_release(remembered);
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
	struct lost *lost, const struct analysis *analysis, const struct findings *good)
{
	lost->count = 0;
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		for (size_t k = 0; k < good->variants.count; k++)
			if (loses(analysis_variant(analysis, i), &good->variants.items[k].variant))
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

/* Which element of a former template stands for one of this template: the one in its place, if both
 * were read at once, and else the one that is called the same. */
struct counterparts {
	const struct element_graph *good;
	uint32_t read_at_once; /* so many elements */
	bool by_name;
	struct name_table ids; /* of the others, filled when first needed */
	bool has_ids;
	struct arena *arena;
};

static const struct element *find_by_name(
	struct counterparts *counterparts, const struct element *element)
{
	struct elements all = counterparts->good->all;
	struct arena *arena = counterparts->arena;

	for (uint32_t i = 0; i < all.count && !counterparts->has_ids; i++)
		if (counterparts->by_name || all.items[i]->position >= counterparts->read_at_once)
			name_table_add(&counterparts->ids, arena, element_id(all.items[i], arena),
				all.items[i]);
	counterparts->has_ids = true;
	return name_table_find(&counterparts->ids, element_id(element, arena));
}

static void move_bit(uint64_t *bits, unsigned to, uint64_t from, unsigned position)
{
	uint64_t bit = UINT64_C(1) << to;

	*bits = from >> position & 1 ? *bits | bit : *bits & ~bit;
}

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

/* Of the element that stands for the one at `position`. What was not there yet is taken for
 * present. Elements are looked at only if they are not in the same place. */
static struct presence_of_variants presence_before(struct counterparts *counterparts,
	const struct findings *good, struct element *const *places, uint32_t position)
{
	const struct element *before = NULL;

	if (counterparts->by_name || position >= counterparts->read_at_once)
		before = find_by_name(counterparts, places[position]);
	else if (counterparts->good->places.items[position])
		return findings_presence_by_position(good, position);
	return before ? findings_presence_by_position(good, before->position)
		      : (struct presence_of_variants){.present = UINT64_MAX};
}

static void keep(struct analysis *analysis, const struct lost *lost, const struct findings *good)
{
	const struct service_template *now = analysis->findings->service_template;
	struct arena *arena = arena_create(), *scratch = arena_create();
	struct elements places = analysis_places(analysis);
	size_t count = analysis_variant_count(analysis);
	struct kept_presence *kept = arena_allocate(arena, 1, sizeof(*kept));
	struct counterparts counterparts = {.good = &good->service_template->graph,
		.read_at_once = service_template_read_at_once(good->service_template),
		.by_name = !service_templates_share_elements(now, good->service_template),
		.arena = scratch};

	kept->arena = arena;
	kept->elements = arena_allocate(arena, places.count, sizeof(*kept->elements));
	kept->variants = arena_allocate(arena, count, sizeof(*kept->variants));
	for (uint32_t i = 0; i < places.count; i++)
		if (places.items[i])
			kept->elements[i] =
				kept_for(findings_presence_by_position(analysis->findings, i), lost,
					presence_before(&counterparts, good, places.items, i));
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

	find_lost(&lost, analysis, good->findings);
	if (lost.count == 0)
		return NULL;
	result = memory_allocate(1, sizeof(*result));
	atomic_init(&result->references, 1);
	result->tree = syntax_tree_retain(analysis->tree);
	result->findings = findings_retain(analysis->findings);
	keep(result, &lost, good->findings);
	return result;
}

/* A list that revisions share.
 *
 * Most of what is known of one revision of a document, one item per section of its text, is
 * known of the next. Items are reference-counted; counting each of them would touch all on
 * every keystroke. So neighbours form runs, runs are counted instead, and only those that an
 * edit falls in are made anew. Knows nothing of its items. Immutable: made on one thread,
 * read and released by many. */
#ifndef ANALYZER_TEXT_SHARED_LIST_H
#define ANALYZER_TEXT_SHARED_LIST_H

#include <stdbool.h>
#include <stdint.h>

/* What items are. `weight` tells how much there is to say about one: walks visit only those
 * that weigh something. `traits`, which may be NULL, are bits for what may be met in one, so that
 * those in which it is not met are passed over without a look at them. */
struct shared_kind {
	void (*retain)(void *item);
	void (*release)(void *item);
	uint32_t (*weight)(const void *item);
	uint64_t (*traits)(const void *item);
};

struct shared_run;

struct shared_list {
	const struct shared_kind *kind;
	struct shared_run **runs;
	uint32_t run_count;
	uint32_t count;
	uint32_t weight;  /* of all items */
	uint32_t counted; /* items put into new runs to make this list: what it has cost */
};

/* Takes over the reference to each of `items`. */
struct shared_list shared_list_create(
	const struct shared_kind *kind, void *const *items, uint32_t count);

/* The list with `count` items in place of the `removed` ones from number `first` on. Takes
 * over the references to the new ones; the old list stays as it is. */
struct shared_list shared_list_replace(const struct shared_list *old, uint32_t first,
	uint32_t removed, void *const *items, uint32_t count);

/* The list with other items in `count` places, whose numbers `positions` has, rising. Takes over
 * the references to them; each run that has such a place is made anew once. */
struct shared_list shared_list_exchange(const struct shared_list *old, const uint32_t *positions,
	void *const *items, uint32_t count);
void shared_list_release(struct shared_list *list); /* leaves an empty one */

/* How many items at the beginning and at the end two lists have in common, no item twice. */
struct shared_ends {
	uint32_t head, tail;
};

/* The list of the next revision, which has `count` items: those at the `kept` ends are shared, but
 * for the `again_count` ones whose numbers `again` has, rising; all others are made. `list` may be
 * NULL. */
struct shared_list shared_list_renew(const struct shared_list *list, const struct shared_kind *kind,
	uint32_t count, struct shared_ends kept, const uint32_t *again, uint32_t again_count,
	void *(*make)(void *context, uint32_t position), void *context);

/* Borrowed; takes a step per run. */
void *shared_list_item(const struct shared_list *list, uint32_t position);

/* All of them, borrowed, in a new array that the caller releases. */
void **shared_list_items(const struct shared_list *list);

/* The weight of the items in front of number `position`. */
uint32_t shared_list_weight_before(const struct shared_list *list, uint32_t position);

struct shared_ends shared_list_common(const struct shared_list *a, const struct shared_list *b);

/* A walk over the items that weigh something, in their order; begins zeroed. */
struct shared_walk {
	void *item;
	uint32_t position;
	uint32_t run, next, start; /* where it goes on */
};

bool shared_list_next(const struct shared_list *list, struct shared_walk *walk);

/* The same over the items that have any of these traits. */
bool shared_list_next_with(
	const struct shared_list *list, uint64_t traits, struct shared_walk *walk);

/* Whether both have the same items that weigh something, at the same places. */
bool shared_list_weighs_alike(const struct shared_list *a, const struct shared_list *b);

/* The same of those that have any of these traits; `is_same` says whether two items are the same in
 * what matters. */
bool shared_list_has_same_with(const struct shared_list *a, const struct shared_list *b,
	uint64_t traits, bool (*is_same)(const void *left, const void *right));

#endif

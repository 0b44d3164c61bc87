#include "analyzer/ide/completion/completion_use.h"

#include "analyzer/ide/completion/completion_affinity.h"
#include "analyzer/ide/cursor/walk.h"
#include "analyzer/language/grammar/primitive_types.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
	WINDOW = 24 * 1024, /* bytes before and behind the cursor */
	NEAR = 2 * 1024,
	/* How much a use tells. */
	SAME_PLACE = 8,
	SAME_KEYNAME = 2,
};

struct counting {
	struct completion_list *list;
	const uint32_t *slots; /* items by label, all kinds; 0: none */
	size_t slot_count;
	uint32_t *scores;         /* by item */
	bool *is_there;           /* by item: already in the list around the cursor */
	uint32_t uses;            /* at places like this one */
	uint32_t *next;           /* item with the same slot, from 1 */
	struct string key;        /* that the cursor is behind */
	enum construct construct; /* whose keys are asked for; CONSTRUCT_NONE: not keynames */
	struct node last_map;
	uint32_t last_weight;
};

static uint32_t distance_of(const struct completion_list *list, uint32_t offset)
{
	uint32_t cursor = list->cursor.replace.start;
	return offset > cursor ? offset - cursor : cursor - offset;
}

/* What stands in the cursor's own place is what is being replaced. */
static bool is_here(const struct completion_list *list, struct range range)
{
	return range.start <= list->cursor.replace.end && list->cursor.replace.start <= range.end;
}

static void count(struct counting *counting, struct string text, uint32_t offset, uint32_t weight)
{
	uint32_t distance = distance_of(counting->list, offset);
	uint32_t near = distance < NEAR ? 3 : distance < WINDOW / 3 ? 2 : 1;
	size_t slot = string_hash(text) & (counting->slot_count - 1);
	bool is_known = false;
	for (uint32_t i = counting->slots[slot]; i != 0; i = counting->next[i]) {
		if (!string_equal(counting->list->items[i - 1].label, text))
			continue;
		counting->scores[i - 1] += weight * near;
		is_known = true;
	}
	counting->uses += is_known && weight >= SAME_PLACE;
}

static void note_item(struct counting *counting, struct string text)
{
	size_t slot = string_hash(text) & (counting->slot_count - 1);
	for (uint32_t i = counting->slots[slot]; i != 0; i = counting->next[i])
		if (string_equal(counting->list->items[i - 1].label, text))
			counting->is_there[i - 1] = true;
}

/* The name of the step that leads to a place: the key, or that around the list. */
static struct string last_key(const struct cursor_step *path, size_t length)
{
	while (length > 0 && path[length - 1].index >= 0)
		length--;
	return length > 0 ? path[length - 1].key : STRING("");
}

/* A map that has what the cursor's map has tells more about what is missing there. */
static uint32_t likeness(struct counting *counting, struct node key)
{
	const struct cursor *cursor = &counting->list->cursor;
	struct node map = node_parent(key);
	if (!node_is_absent(counting->last_map) && node_equal_place(map, counting->last_map))
		return counting->last_weight;
	size_t known = cursor->sibling_count < 6 ? cursor->sibling_count : 6;
	uint32_t shared = 0;
	for (size_t i = 0; i < known; i++)
		shared += !node_is_absent(node_find(map, cursor->siblings[i]).key);
	counting->last_map = map;
	counting->last_weight = SAME_PLACE * (1 + (known > 0 ? 3 * shared / (uint32_t)known : 0));
	return counting->last_weight;
}

static void visit_key(struct counting *counting, const struct walk_item *item)
{
	const struct place *here = &counting->list->place;
	const struct place *there = item->place;
	if (counting->construct != CONSTRUCT_NONE) {
		if (place_construct(there) == counting->construct)
			count(counting, node_text(item->node), node_range(item->node).start,
				likeness(counting, item->node));
		return;
	}
	if (here->is_expression != there->is_expression || here->is_free != there->is_free)
		return;
	bool calls = here->is_expression || here->is_free;
	bool is_same = calls ? string_equal(last_key(item->path, item->path_length), counting->key)
			     : there->keyname == here->keyname && there->depth == here->depth;
	if (is_same || calls)
		count(counting, node_text(item->node), node_range(item->node).start,
			is_same ? SAME_PLACE : SAME_KEYNAME);
}

/* Nobody lists the same thing twice; a list of expressions holds maps. */
static bool is_in_list_here(const struct completion_list *list, const struct walk_item *item)
{
	const struct cursor *cursor = &list->cursor;
	if (node_is_absent(item->list) || cursor->path_length == 0 ||
		cursor->path[cursor->path_length - 1].index < 0)
		return false;
	struct range range = node_range(item->list);
	return range.start <= cursor->replace.end && cursor->replace.start <= range.end &&
	       item->path_length == cursor->path_length;
}

static void visit_scalar(struct counting *counting, const struct walk_item *item)
{
	const struct place *here = &counting->list->place;
	const struct place *there = item->place;
	uint32_t weight = 0;
	if (!here->is_free && is_in_list_here(counting->list, item)) {
		note_item(counting, node_text(item->node));
		return;
	}
	if (here->is_expression != there->is_expression)
		return;
	if (string_equal(last_key(item->path, item->path_length), counting->key))
		weight = here->is_expression || here->construct == there->construct ? SAME_PLACE
										    : SAME_KEYNAME;
	else if (!here->is_expression && here->keyname && here->keyname == there->keyname &&
		 here->depth == there->depth)
		weight = SAME_KEYNAME;
	if (weight > 0)
		count(counting, node_text(item->node), node_range(item->node).start, weight);
}

static void visit(void *context, const struct walk_item *item)
{
	struct counting *counting = context;
	if (is_here(counting->list, node_range(item->node)))
		return;
	if (item->is_key)
		visit_key(counting, item);
	else
		visit_scalar(counting, item);
}

struct ranked {
	struct completion_item item;
	uint32_t score;
	size_t position;
};

static int compare(const void *left, const void *right)
{
	const struct ranked *a = left;
	const struct ranked *b = right;
	if (a->item.precedence != b->item.precedence)
		return a->item.precedence < b->item.precedence ? -1 : 1;
	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	return a->position < b->position ? -1 : 1;
}

/* Where each name is used once, what is not used yet is what is missing. */
static bool is_each_used_once(const struct counting *counting)
{
	uint32_t different = 0;
	if (counting->construct != CONSTRUCT_NONE || counting->uses < 3)
		return false;
	for (size_t i = 0; i < counting->list->count; i++)
		different += counting->scores[i] >= SAME_PLACE;
	return 10 * different >= 8 * counting->uses;
}

/* What may speak of the same thing as the names around: neither keynames nor operators, nor the
 * types of every language. */
static bool is_name(const struct counting *counting, const struct completion_item *item)
{
	const struct completion_list *list = counting->list;
	enum operand_kind operand = list->operand.expected;
	if (list->place.is_expression && (operand == OPERAND_LOGIC || operand == OPERAND_VALUE))
		return false;
	return counting->construct == CONSTRUCT_NONE &&
	       primitive_type_find(list->place.version, item->label) == PRIMITIVE_NONE;
}

/* Elements may be of one type, and types derive from one; what a type is for, lists tell. */
static bool is_set_of_types(const struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	return cursor->path_length > 0 && cursor->path[cursor->path_length - 1].index >= 0;
}

static void put_in_order(const struct counting *counting)
{
	struct completion_list *list = counting->list;
	struct ranked *ranked = arena_allocate(list->arena, list->count, sizeof(*ranked));
	bool once = is_each_used_once(counting);
	const struct affinity *affinity = affinity_create(list);
	for (size_t i = 0; i < list->count; i++) {
		uint32_t score = counting->scores[i];
		ranked[i] = (struct ranked){list->items[i], score, i};
		if (once && (list->items[i].kind != COMPLETION_TYPE || is_set_of_types(list)))
			ranked[i].score = score < SAME_PLACE;
		if (is_name(counting, &list->items[i]))
			ranked[i].score += affinity_of(affinity, list->items[i].label);
		if (counting->is_there[i])
			ranked[i].item.precedence = INT_MAX;
	}
	qsort(ranked, list->count, sizeof(*ranked), compare);
	for (size_t i = 0; i < list->count; i++) {
		list->items[i] = ranked[i].item;
		list->items[i].sort_text = arena_format(list->arena, "%05zu", i);
	}
}

/* The items by their labels, of whatever kind. */
static void index_items(struct counting *counting)
{
	struct completion_list *list = counting->list;
	counting->slot_count = 64;
	while (counting->slot_count < 2 * list->count)
		counting->slot_count *= 2;
	uint32_t *slots = arena_allocate(list->arena, counting->slot_count, sizeof(*slots));
	counting->next = arena_allocate(list->arena, list->count + 1, sizeof(*counting->next));
	counting->scores = arena_allocate(list->arena, list->count, sizeof(*counting->scores));
	counting->is_there = arena_allocate(list->arena, list->count, sizeof(*counting->is_there));
	for (size_t i = 0; i < list->count; i++) {
		size_t slot = string_hash(list->items[i].label) & (counting->slot_count - 1);
		counting->next[i + 1] = slots[slot];
		slots[slot] = (uint32_t)i + 1;
	}
	counting->slots = slots;
}

struct range completion_surroundings(const struct completion_list *list)
{
	uint32_t at = list->cursor.replace.start, end = syntax_tree_length(list->tree);
	return (struct range){at > WINDOW ? at - WINDOW : 0, end - at > WINDOW ? at + WINDOW : end};
}

void completion_sort_by_use(struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	if (list->count < 2)
		return;
	struct counting counting = {
		.list = list,
		.key = last_key(cursor->path, cursor->path_length),
		.construct = cursor->place == CURSOR_KEY || cursor->may_be_key
				     ? place_construct(&list->place)
				     : CONSTRUCT_NONE,
	};
	index_items(&counting);
	struct walk walk = {
		.arena = list->arena,
		.context = &counting,
		.visit = visit,
		.only_range = true,
		.range = completion_surroundings(list),
	};
	walk_document(list->tree, &walk);
	put_in_order(&counting);
}

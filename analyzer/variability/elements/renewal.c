/* What stands where something stood, and who is made anew because others are. */
#include "analyzer/variability/elements/renewal.h"

#include "base/memory.h"

#include <string.h>

uint32_t renewal_list_parts(const struct element *element, struct elements parts[5])
{
	uint32_t count = 0;

	parts[count++] = element->types;
	parts[count++] = element->properties;
	if (element->kind == ELEMENT_NODE) {
		parts[count++] = element->node.relations;
		parts[count++] = element->node.artifacts;
		parts[count++] = element->node.technologies;
	}
	return count;
}

/* ---- pairs ---- */

struct pairing pairing_of(struct elements now, struct elements before)
{
	uint32_t most = now.count < before.count ? now.count : before.count;
	struct pairing pairing = {.now = now, .before = before};

	while (pairing.next < most &&
		string_equal(now.items[pairing.next]->name, before.items[pairing.next]->name))
		pairing.next++;
	while (pairing.last < most - pairing.next &&
		string_equal(now.items[now.count - 1 - pairing.last]->name,
			before.items[before.count - 1 - pairing.last]->name))
		pairing.last++;
	pairing.next = 0;
	return pairing;
}

bool pairing_next(struct pairing *pairing, struct element **now, const struct element **before)
{
	uint32_t come = pairing->now.count - pairing->last;
	uint32_t gone = pairing->before.count - pairing->last;
	uint32_t most = come > gone ? come : gone, i = pairing->next++;
	bool is_last = i >= most;

	if (i >= most + pairing->last)
		return false;
	*now = is_last || i < come ? pairing->now.items[is_last ? come + i - most : i] : NULL;
	*before = is_last || i < gone ? pairing->before.items[is_last ? gone + i - most : i] : NULL;
	return true;
}

/* ---- what stands where something stood ---- */

static void place(struct renewal *renewal, struct element *element, const struct element *before)
{
	struct elements *places = &renewal->graph->places;

	if (before) {
		element->position = before->position;
	} else if (renewal->come_count < MOST_COME) {
		element->position = renewal->base->all.count + renewal->come_count++;
	} else {
		renewal->reaches_further = true;
		return;
	}
	((struct element **)places->items)[element->position] = element;
	renewal->graph->is_written[element->position] = !element->is_synthetic;
}

/* Other elements may refer to it by its position. */
static void forget(struct renewal *renewal, const struct element *element)
{
	((struct element **)renewal->graph->places.items)[element->position] = NULL;
	renewal->graph->is_written[element->position] = false;
	renewal->gone = memory_reserve(renewal->gone, renewal->gone_count, &renewal->gone_capacity,
		sizeof(*renewal->gone));
	renewal->gone[renewal->gone_count++] = element;
}

void renewal_replace(struct renewal *renewal, struct element *element, const struct element *before)
{
	static const struct element nothing;
	struct elements now[5] = {0}, then[5] = {0};
	uint32_t count = renewal_list_parts(element ? element : before, now);

	if (element)
		place(renewal, element, before);
	else
		forget(renewal, before);
	renewal_list_parts(before ? before : &nothing, then);
	if (!element)
		memset(now, 0, sizeof(now));
	for (uint32_t i = 0; i < count; i++) {
		struct pairing pairing = pairing_of(now[i], then[i]);
		const struct element *stood;
		struct element *part;

		while (pairing_next(&pairing, &part, &stood))
			renewal_replace(renewal, part, stood);
	}
}

/* ---- who is made anew ---- */

uint32_t renewal_number(const struct element_graph *base, const struct element *element)
{
	return element->position - base->kinds[element->kind].items[0]->position;
}

void renewal_renew(struct renewal *renewal, struct node_edit edit)
{
	if (renewal->count == MOST_RENEWED)
		renewal->reaches_further = true;
	else
		renewal->nodes[renewal->count++] = (struct renewed){.edit = edit};
}

uint32_t renewal_entry_now(const struct renewal *renewal, uint32_t number)
{
	uint32_t entry = number;

	for (uint32_t i = 0; i < renewal->count; i++) {
		const struct node_edit *edit = &renewal->nodes[i].edit;

		entry += edit->has_come && edit->number <= number;
		entry -= edit->has_gone && edit->number < number;
	}
	return entry;
}

void renewal_renew_node(struct renewal *renewal, const struct element *node)
{
	uint32_t number = renewal_number(renewal->base, node);

	if (node->position >= renewal->base->all.count)
		return; /* it has come */
	for (uint32_t i = 0; i < renewal->count; i++)
		if (renewal->nodes[i].edit.number == number && !renewal->nodes[i].edit.has_come)
			return;
	renewal_renew(renewal,
		(struct node_edit){.number = number, .entry = renewal_entry_now(renewal, number)});
}

/* What a policy is about are the members of a group, not the group itself. */
static void renew_policies_of(struct renewal *renewal, const struct element *group)
{
	struct elements policies = renewal->base->kinds[ELEMENT_POLICY];

	for (uint32_t i = 0; i < policies.count; i++)
		for (uint32_t j = 0; j < policies.items[i]->policy.targets.count; j++)
			if (policies.items[i]->policy.targets.items[j] == group)
				renewal_renew_other(renewal, policies.items[i]);
}

static void renew_askers_of_other(struct renewal *renewal, const struct element *other)
{
	renewal_renew_askers(renewal, other->name, MENTION_OF_CONTENT);
	if (other->kind == ELEMENT_GROUP)
		renew_policies_of(renewal, other);
}

void renewal_add_made(struct renewal *renewal, struct element *other)
{
	struct elements *made = &renewal->graph->renewed_others;

	made->items = arena_reserve(renewal->graph->arena, (void *)made->items, made->count,
		&renewal->made_capacity, sizeof(*made->items));
	((struct element **)made->items)[made->count++] = other;
}

void renewal_add_other(struct renewal *renewal, struct renewed_other other)
{
	renewal->others = memory_reserve(renewal->others, renewal->other_count,
		&renewal->other_capacity, sizeof(*renewal->others));
	renewal->others[renewal->other_count++] = other;
}

void renewal_follow_one_of_all(struct renewal *renewal, const struct element *other)
{
	bool *is_followed =
		&renewal->is_followed[other->kind][renewal_number(renewal->base, other)];

	if (!*is_followed) {
		*is_followed = true;
		renew_askers_of_other(renewal, other);
	}
}

void renewal_renew_other(struct renewal *renewal, const struct element *other)
{
	if (renewal->whole & 1u << other->kind) {
		renewal_follow_one_of_all(renewal, other);
		return;
	}
	for (uint32_t i = 0; i < renewal->other_count; i++)
		if (renewal->others[i].before == other)
			return;
	if (renewal->other_count == MOST_RENEWED) {
		renewal->reaches_further = true;
		return;
	}
	renewal_add_other(
		renewal, (struct renewed_other){
				 .number = renewal_number(renewal->base, other), .before = other});
	renew_askers_of_other(renewal, other);
}

static void renew_asker(struct renewal *renewal, const struct element *asker)
{
	while (asker && asker->container)
		asker = asker->container;
	if (asker && asker->kind == ELEMENT_NODE)
		renewal_renew_node(renewal, asker);
	else if (asker && asker->kind != ELEMENT_IMPORT)
		renewal_renew_other(renewal, asker);
	else
		renewal->reaches_further = true;
}

void renewal_renew_askers(struct renewal *renewal, struct string name, enum mention_kind least)
{
	const struct mentions *all[] = {&renewal->base->mentions, renewal->more};

	for (size_t i = 0; i < 2; i++)
		for (const struct mention *mention = mentions_of_name(all[i], name); mention;
			mention = mention->next)
			if (mention->kind >= least)
				renew_asker(renewal, mention->asker);
}

#include "analyzer/ide/publication/teller.h"

#include "analyzer/language/diagnostics/code_subjects.h"
#include "analyzer/language/variability/operators.h"

enum {
	MOST_NODES = 256 /* of a condition that is looked through */
};

/* Whoever writes an operand that can never be, or a name that is none, means another condition:
 * what is so for all inputs comes of it. */
static bool misleads(enum diagnostic_code code)
{
	return code == DIAGNOSTIC_CODE_OPERAND_TYPE || code == DIAGNOSTIC_CODE_WRONG_ARITY ||
	       code == DIAGNOSTIC_CODE_SEVERAL_OPERATORS || code == DIAGNOSTIC_CODE_FREE_VARIABLE ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_OPTION ||
	       code == DIAGNOSTIC_CODE_UNWRAPPED_PROPERTY || code_is_wrong_value(code);
}

/* Messages that mislead, by their place; and the first of them that others may read. */
struct misleading {
	size_t *items;
	size_t count;
	size_t shared;
};

static struct node node_at(const struct teller *teller, size_t i)
{
	return syntax_tree_node_at(teller->tree, teller->items[i].range.start);
}

/* What the message is about: behind a key, its value. */
static struct node subject_of(const struct teller *teller, size_t i)
{
	struct node node = node_at(teller, i), map = node_parent(node);
	uint32_t entry = node_kind(map) == NODE_MAPPING
				 ? teller_entry_at(map, teller->items[i].range.start)
				 : 0;
	if (entry > 0 && node_equal_place(node_entry(map, entry - 1).key, node))
		return node_entry(map, entry - 1).value;
	return node;
}

/* Inputs, presets and expressions are read everywhere. */
static bool is_of_variability(struct node node)
{
	for (; !node_is_absent(node); node = node_parent(node))
		if (string_is(node_text(node), "variability") ||
			string_is(node_text(node_key(node)), "variability"))
			return true;
	return false;
}

static struct misleading find_misleading(struct teller *teller)
{
	struct misleading found = {.shared = teller->count};
	found.items = arena_allocate(teller->arena, teller->count + 1, sizeof(*found.items));
	for (size_t i = 0; i < teller->count; i++) {
		if (!teller_tells(teller, i) || !misleads(teller->messages[i].code))
			continue;
		found.items[found.count++] = i;
		if (found.shared == teller->count && is_of_variability(node_at(teller, i)))
			found.shared = i;
	}
	return found;
}

/* The first inside of the subject, which begins with its key; none: the count of messages. */
static size_t misleading_in(const struct teller *teller, const struct misleading *misleading,
	size_t i, struct node subject)
{
	size_t low = 0, high = misleading->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (teller->items[misleading->items[middle]].range.start <
			teller->items[i].range.start)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == misleading->count || node_is_absent(subject) ||
		teller->items[misleading->items[low]].range.start >= node_range(subject).end)
		return teller->count;
	return misleading->items[low];
}

/* Whether the condition looks at inputs alone: at no other condition, and at no element. What is
 * longer than `*left` nodes may. */
static bool looks_at_inputs_alone(struct node condition, size_t *left)
{
	if (*left == 0)
		return false;
	--*left;
	for (uint32_t i = 0; i < node_count(condition); i++) {
		struct node_entry entry =
			node_kind(condition) == NODE_MAPPING
				? node_entry(condition, i)
				: (struct node_entry){.value = node_item(condition, i)};
		const struct operator_row *row =
			node_is_absent(entry.key) ? NULL : operator_find(node_text(entry.key));
		if (row &&
			(row->group == OPERATORS_PRESENCE || row->op == OPERATOR_LOGIC_EXPRESSION ||
				row->op == OPERATOR_VALUE_EXPRESSION))
			return false;
		if (!looks_at_inputs_alone(entry.value, left))
			return false;
	}
	return true;
}

static bool is_of_inputs_alone(struct node condition)
{
	size_t left = MOST_NODES;
	return looks_at_inputs_alone(condition, &left);
}

/* Whether the message about an element has its reason inside: a condition that never holds. */
static bool has_own_reason(const struct teller *teller, size_t i, struct node subject)
{
	for (size_t k = i + 1; k < teller->count; k++) {
		if (node_is_absent(subject) ||
			teller->items[k].range.start >= node_range(subject).end)
			return false;
		if (teller->messages[k].code == DIAGNOSTIC_CODE_CONSTANT_CONDITION &&
			is_of_inputs_alone(subject_of(teller, k)))
			return true;
	}
	return false;
}

static size_t cause_of(const struct teller *teller, const struct misleading *misleading, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	struct node subject = subject_of(teller, i);
	size_t inside = misleading_in(teller, misleading, i, subject);
	if (inside < teller->count || misleading->shared < teller->count)
		return inside < teller->count ? inside : misleading->shared;
	if ((code == DIAGNOSTIC_CODE_CONSTANT_CONDITION && is_of_inputs_alone(subject)) ||
		(code == DIAGNOSTIC_CODE_NEVER_PRESENT && has_own_reason(teller, i, subject)))
		return teller->count;
	return misleading->items[0];
}

void tell_of_inputs(struct teller *teller)
{
	struct misleading misleading = find_misleading(teller);
	for (size_t i = 0; i < teller->count && misleading.count > 0; i++) {
		if (!teller_tells(teller, i) || !code_is_about_inputs(teller->messages[i].code))
			continue;
		size_t cause = cause_of(teller, &misleading, i);
		if (cause < teller->count)
			teller_relate(teller, i, cause);
	}
}

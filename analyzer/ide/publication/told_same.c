#include "analyzer/ide/publication/teller.h"

#include "analyzer/model/grammar/grammar.h"

#include <stdlib.h>

enum {
	MANY_VALUES = 3, /* that violate one constraint */
	MANY_RESULTS = 5 /* elements that are wrong for one reason */
};

struct same {
	uint64_t key; /* equal: they say the same; 0: nothing else says it */
	size_t number;
};

static int compare_same(const void *left, const void *right)
{
	const struct same *a = left, *b = right;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* Of at least `least` messages with the same key, the first one is told. */
static void tell_first(
	struct teller *teller, uint64_t key_of(const struct teller *teller, size_t i), size_t least)
{
	struct same *same = arena_allocate(teller->arena, teller->count + 1, sizeof(*same));
	size_t count = 0;
	for (size_t i = 0; i < teller->count; i++) {
		uint64_t key = teller_tells(teller, i) ? key_of(teller, i) : 0;
		if (key)
			same[count++] = (struct same){key, i};
	}
	qsort(same, count, sizeof(*same), compare_same);
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count && same[end].key == same[first].key;)
			end++;
		for (size_t i = first + 1; end - first >= least && i < end; i++)
			teller_relate(teller, same[i].number, same[first].number);
	}
}

static uint64_t mixed(struct string words, uint64_t with)
{
	return (string_hash(words) ^ with * UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

/* What is missing at one place is missing together; the weight of a rule is that of all nodes. */
static uint64_t key_of_place(const struct teller *teller, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	bool is_one = code == DIAGNOSTIC_CODE_MISSING_KEYNAME ||
		      code == DIAGNOSTIC_CODE_MISSING_PROPERTY ||
		      (code == DIAGNOSTIC_CODE_BAD_WEIGHT && !teller->items[i].is_elsewhere);
	return is_one ? mixed(STRING("place"), teller->items[i].range.start + UINT64_C(1)) +
				code * UINT64_C(2)
		      : 0;
}

static uint64_t key_of_name(const struct teller *teller, size_t i)
{
	return teller->messages[i].kind == KIND_NAME
		       ? mixed(teller->items[i].message, teller->messages[i].code)
		       : 0;
}

/* Where the names of a kind are declared has none: all of them are unknown for the same reason. */
static bool is_empty_everywhere(const struct teller *teller, struct string section)
{
	struct node root = syntax_tree_root(teller->tree);
	struct node template = grammar_template(teller->tree).value;
	struct node variability = node_get(template, "variability");
	return section.length > 0 && node_count(node_find(root, section).value) == 0 &&
	       node_count(node_find(template, section).value) == 0 &&
	       node_count(node_find(variability, section).value) == 0;
}

/* "Unknown capability type …": they are declared in `capability_types`. */
static struct string section_of(const struct teller *teller, size_t i, struct range name)
{
	struct string message = teller->items[i].message;
	struct string start = STRING("Unknown ");
	if (teller->messages[i].code != DIAGNOSTIC_CODE_UNKNOWN_TYPE ||
		!string_starts_with(message, "Unknown ") || name.start < start.length + 2)
		return string_from(teller->messages[i].section);
	struct string kind = string_slice(message, start.length, name.start - 2);
	char *section = arena_allocate(teller->arena, kind.length + 2, 1);
	for (size_t at = 0; at < kind.length; at++)
		section[at] = kind.bytes[at] == ' ' ? '_' : kind.bytes[at];
	section[kind.length] = 's';
	return (struct string){section, kind.length + 1};
}

static uint64_t key_of_section(const struct teller *teller, size_t i)
{
	struct string message = teller->items[i].message;
	struct range name;
	if (teller->messages[i].kind != KIND_NAME || teller->items[i].replacement.length > 0 ||
		!teller_next_name(message, 0, &name))
		return 0;
	/* "Unknown node type "A": this is the name of a group type": so are all that stand beside
	 * it. */
	struct string rest = string_slice(message, name.end + 1, message.length);
	if (string_starts_with(rest, ": this is the name of a"))
		return mixed(rest, string_hash(string_slice(message, 0, name.start)));
	struct string section = section_of(teller, i, name);
	bool is_of_variability =
		string_is(section, "expressions") ||
		teller->messages[i].code == DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT;
	if (is_of_variability && is_empty_everywhere(teller, STRING("variability")))
		return mixed(STRING("variability"), 1);
	return is_empty_everywhere(teller, section) ? mixed(section, teller->messages[i].code) : 0;
}

/* What one element lacks: it is of another type than the one that is meant. */
static uint64_t key_of_owner(const struct teller *teller, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	struct string message = teller->items[i].message;
	struct range name, last = {0, 0};
	size_t names = 0;
	bool is_member = code == DIAGNOSTIC_CODE_UNKNOWN_PROPERTY ||
			 code == DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY ||
			 code == DIAGNOSTIC_CODE_UNKNOWN_REQUIREMENT ||
			 code == DIAGNOSTIC_CODE_UNKNOWN_OPERATION;
	for (size_t from = 0; teller_next_name(message, from, &name); from = name.end + 1) {
		last = name;
		names++;
	}
	return is_member && names >= 2 && teller->items[i].replacement.length == 0
		       ? mixed(string_slice(message, 0, last.start), code)
		       : 0;
}

/* Where the default of an input and the values of presets violate a constraint, it is the
 * constraint. */
static uint64_t key_of_constraint(const struct teller *teller, size_t i)
{
	return teller->messages[i].code == DIAGNOSTIC_CODE_CONSTRAINT_VIOLATED
		       ? mixed(teller->items[i].message, teller->messages[i].code)
		       : 0;
}

static uint64_t key_of_rule(const struct teller *teller, size_t i)
{
	return teller->messages[i].code == DIAGNOSTIC_CODE_NO_MATCHING_RULE ? 1 : 0;
}

static uint64_t key_of_result(const struct teller *teller, size_t i)
{
	return teller->messages[i].kind == KIND_RESULT
		       ? mixed(STRING("result"), teller->messages[i].code)
		       : 0;
}

void tell_same_places(struct teller *teller)
{
	tell_first(teller, key_of_place, 2);
}

void tell_same_names(struct teller *teller)
{
	tell_first(teller, key_of_name, 2);
	tell_first(teller, key_of_section, 2);
	tell_first(teller, key_of_owner, 2);
	tell_first(teller, key_of_constraint, MANY_VALUES);
}

void tell_same_results(struct teller *teller)
{
	tell_first(teller, key_of_rule, 2);
	tell_first(teller, key_of_result, MANY_RESULTS);
}

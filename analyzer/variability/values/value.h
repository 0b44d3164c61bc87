/* Values: what variability inputs hold and value expressions yield.
 *
 * A value is small and passed by copy; the lists and maps behind it live in the
 * arena they were made in and never change. A value remembers the node it was
 * read from, if any, so that a message can point there. Knows the printed forms
 * (JSON, JavaScript's numbers) in which the reference implementation, OpenTOSCA
 * Vintner, quotes values in its messages; does not evaluate anything. */
#ifndef ANALYZER_VARIABILITY_VALUES_VALUE_H
#define ANALYZER_VARIABILITY_VALUES_VALUE_H

#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"

enum value_kind {
	VALUE_NONE, /* null, or nothing at all: the two are treated alike */
	VALUE_BOOLEAN,
	VALUE_NUMBER,
	VALUE_STRING,
	VALUE_DATE, /* an unquoted YAML timestamp */
	VALUE_LIST,
	VALUE_MAP,
};

struct value_list;
struct value_map;

struct value {
	enum value_kind kind;
	union {
		bool boolean;
		double number; /* of a date: milliseconds since 1970-01-01T00:00Z, or NaN */
		struct string string;
		const struct value_list *list;
		const struct value_map *map;
	};
	struct node node; /* absent if the value was computed or merged */
};

struct value_list {
	size_t count;
	const struct value *items;
};

struct value_entry {
	struct string key;
	struct value value;
};

struct name_table;

struct value_map {
	size_t count;
	const struct value_entry *entries;
	const struct name_table *by_key; /* of what was merged; NULL: entries are looked through */
};

static inline struct value value_none(void)
{
	return (struct value){.kind = VALUE_NONE};
}

static inline struct value value_from_boolean(bool boolean)
{
	return (struct value){.kind = VALUE_BOOLEAN, .boolean = boolean};
}

static inline struct value value_from_number(double number)
{
	return (struct value){.kind = VALUE_NUMBER, .number = number};
}

/* The bytes are borrowed. */
static inline struct value value_from_string(struct string string)
{
	return (struct value){.kind = VALUE_STRING, .string = string};
}

/* A deep copy of what a node says; strings are borrowed from the tree. Aliases count
 * as copies: a list is a list of its own wherever it is repeated. */
struct value value_from_node(struct arena *arena, struct node node);

/* `values` and `entries` are borrowed. */
struct value value_from_list(struct arena *arena, const struct value *values, size_t count);
struct value value_from_map(struct arena *arena, const struct value_entry *entries, size_t count);

/* The value of a key; NULL if the map lacks it or `map` is no map. */
const struct value *value_get(struct value map, struct string key);

/* Same type and same value. Lists, maps and dates are identical only to themselves:
 * two lists of the same items differ unless they are one literal. */
bool value_identical(struct value a, struct value b);

/* Deep equality; the order of a map's entries does not matter. */
bool value_equal(struct value a, struct value b);

/* Later scalars replace, maps merge by key, lists merge by position. */
struct value value_merge(struct arena *arena, struct value before, struct value after);

/* Compact JSON: {"a":[1,"b"]}. Nothing at all prints as "undefined", and as null
 * inside a list; an invalid or infinite number as null. */
struct string value_json(struct arena *arena, struct value value);

/* JSON with four spaces of indentation. */
struct string value_pretty(struct arena *arena, struct value value);

/* The text form used by `concat` and `join`. */
struct string value_text(struct arena *arena, struct value value);

/* The shortest decimal that reads back as the same number, as JavaScript prints it:
 * 1.5, 1e+21, 1e-7, NaN, Infinity. */
struct string value_number_text(struct arena *arena, double number);

#endif

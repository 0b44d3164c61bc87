/* Values against data types: properties, inputs, defaults.
 *
 * Values that a function computes are not looked into: what they will be is known at
 * deployment only. */
#ifndef ANALYZER_MODEL_VALUES_VALUE_CHECK_H
#define ANALYZER_MODEL_VALUES_VALUE_CHECK_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/model/text/pattern.h"
#include "analyzer/model/types/member_cache.h"
#include "analyzer/model/types/value_schema.h"

struct template_checker;

struct value_checker {
	const struct types *types;
	enum definitions_version version;
	struct diagnostics *diagnostics;
	struct member_cache *members;
	struct pattern_cache *patterns; /* to be destroyed; NULL: none yet */
	bool is_open;    /* a parent is not known, and may define what seems to be unknown */
	bool is_default; /* values of definitions: templates may add what is missing */
	/* Looks at the calls that stand for values; NULL if nobody does. */
	void (*check_call)(struct template_checker *caller, struct value_schema schema,
		struct node call, struct string name);
	struct template_checker *caller; /* whose values these are; NULL: nobody's */
};

/* The checker's cache of patterns, made when first asked for. */
struct pattern_cache *value_checker_patterns(struct value_checker *checker);

/* Whether `node` is a call of a function, or text that some tool will evaluate. */
bool value_is_computed(enum definitions_version version, struct node node);

/* Whether a value that is written out is one of the type, constraints aside: what it has to be for
 * `primitive`, or in units of `type`. */
bool value_is_of(const struct value_checker *checker, enum primitive_type primitive,
	const struct type *type, struct node value);

/* "`name` must be `expected`", at the value, or at its key if there is none. */
void value_report(struct value_checker *checker, struct node key, struct node value,
	struct string name, const char *expected);

/* Whether there must be a value and the definition has none. */
bool value_is_required(const struct type_member *definition);

/* The shortest value that fits, to be filled in; empty if there is none that always does. */
struct string value_plain(const struct type_member *member);

/* `name` is for messages. */
void value_check(struct value_checker *checker, struct value_schema schema, struct node key,
	struct node value, struct string name);

/* Several values by name, in a map, such as those of a data type, against what a type defines:
 * unknown ones, missing ones, and each value. `place` is where missing ones are reported. */
void value_check_map(struct value_checker *checker, struct type_members definitions,
	struct node values, struct node place, const char *what, struct string owner,
	bool report_missing);

/* The same for the properties of an element, which may be a list (Variability4TOSCA, section
 * "Property") and have no value under some variants. */
void value_check_all(struct value_checker *checker, struct type_members definitions,
	struct node values, struct node place, const char *what, struct string owner,
	bool report_missing);

#endif

/* The keywords of JSON Schema: what each demands. Shared by the files of json_schema.h. */
#ifndef ANALYZER_MODEL_VALUES_JSON_RULE_H
#define ANALYZER_MODEL_VALUES_JSON_RULE_H

#include "analyzer/model/text/pattern.h"
#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"

struct json_judge {
	struct pattern_cache *patterns;
	struct node root;    /* of the schema, for references */
	struct arena *arena; /* NULL if nobody asks for the failure */
	struct string failure;
	unsigned quiet; /* inside alternatives, whose failures are none */
	unsigned depth;
	unsigned steps;
	bool gave_up; /* because it goes too deep, or takes too many steps */
};

/* A value, and the way to it. */
struct json_place {
	struct node value;
	const struct json_place *around;
	struct string step;
};

/* `schema` is the one that has the keyword, `operand` what is written behind it. */
struct json_rule {
	struct json_judge *judge;
	const struct json_place *place;
	struct node schema;
	struct node operand;
};

/* Whether the value passes a schema, which is a map or a Boolean. */
enum verdict json_passes(
	struct json_judge *judge, const struct json_place *place, struct node schema);

/* The same for one of several alternatives. */
enum verdict json_passes_quietly(
	struct json_judge *judge, const struct json_place *place, struct node schema);

/* What one keyword of the schema says of the value. Each is about one kind of values, and demands
 * nothing of others. */
enum verdict json_rule_verdict(const struct json_rule *rule, struct string keyword);

/* Keywords about parts: the properties of objects, the items of arrays. */
enum verdict json_check_required(const struct json_rule *rule);
enum verdict json_check_properties(const struct json_rule *rule);
enum verdict json_check_pattern_properties(const struct json_rule *rule);
enum verdict json_check_additional_properties(const struct json_rule *rule);
enum verdict json_check_property_names(const struct json_rule *rule);
enum verdict json_check_dependencies(const struct json_rule *rule);
enum verdict json_check_items(const struct json_rule *rule);
enum verdict json_check_prefix_items(const struct json_rule *rule);
enum verdict json_check_unique_items(const struct json_rule *rule);
enum verdict json_check_contains(const struct json_rule *rule);

#endif

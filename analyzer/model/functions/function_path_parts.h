/* What paths of TOSCA 1.x and 2.0 have in common: the names at their end. */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_PATH_PARTS_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_PATH_PARTS_H

#include "analyzer/model/functions/function_path.h"

/* A path, and what it was followed to. */
struct path {
	const struct function_path *written;
	struct value_schema result;
};

bool path_has_word(const struct path *path, uint32_t position, const char *word);

/* The property or attribute that the path asks for. "Attribute and Property reflection": each
 * property is an attribute, too. */
enum verdict path_find_value(struct template_checker *checker, struct path *path,
	const struct graph_place *place, struct string name);

/* The part `name` of a value: of a list or map its entries, of a data type a property. Fails if
 * there is no such part. */
enum verdict path_step_into(struct template_checker *checker, struct value_schema *schema,
	struct string name, bool is_index);

/* "; did you mean …?", of the parts that a value has, or nothing. */
struct suggestion path_suggest_part(
	struct template_checker *checker, struct value_schema schema, struct string name);

/* "Node", "Capability" and the like. */
const char *path_noun_of(const struct graph_place *place);

/* Names and indices from `position` on, inside of what was found. */
enum verdict path_follow_parts(
	struct template_checker *checker, struct path *path, uint32_t position);

/* What is told of a path, unless it is silent. */
void path_report_unknown(struct template_checker *checker, const struct path *path,
	const struct graph_place *place, struct node name);
void path_report(struct template_checker *checker, const struct path *path,
	enum diagnostic_code code, struct node node, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* An argument that is a literal, and no name or index: `wanted` is "a name" or the like. */
void path_report_form(struct template_checker *checker, const struct path *path, struct node node,
	const char *wanted);

/* Paths of TOSCA 2.0. */
enum verdict path_traverse(
	struct template_checker *checker, struct path *path, const struct graph_place *start);

#endif

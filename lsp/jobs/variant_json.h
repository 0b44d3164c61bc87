/* Variants and elements in requests of our own. For handlers of features. */
#ifndef LSP_JOBS_VARIANT_JSON_H
#define LSP_JOBS_VARIANT_JSON_H

#include "analyzer/variability/analysis/analysis.h"
#include "lsp/jobs/feature.h"
#include "lsp/wire/json_text.h"

/* The variant that the member `name` of the params names, else the active one. Fails and returns
 * false if there is no such variant. */
bool variant_param(struct feature *feature, const char *name, size_t *variant);

/* False if there is no such variant. */
bool variant_find(const struct analysis *analysis, struct string name, size_t *variant);

/* The range of a node of this or an earlier tree; false if it is in no tree. */
bool variant_node_place(const struct feature *feature, struct node node, struct range *range);

/* The name of the variant whose absent elements are faded, or NULL. */
struct json_object *variant_active_json(const struct feature *feature);

/* Whether the element is written in the file, so that people can be told of it. */
bool variant_lists_element(const struct feature *feature, const struct element *element);

/* From the element's key to the end of its value. */
struct json_object *variant_element_range(
	const struct feature *feature, const struct element *element);

/* {id, name, display, kind, container?, range, but not the brace at the end: more may follow. */
void variant_write_element(
	const struct feature *feature, const struct element *element, struct json_text *text);

#endif

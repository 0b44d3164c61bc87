/* Parts that the templates of all kinds share when the resolved template is written. */
#ifndef ANALYZER_VARIABILITY_RESOLUTION_RESOLUTION_H
#define ANALYZER_VARIABILITY_RESOLUTION_RESOLUTION_H

#include "analyzer/syntax/writer/yaml_writer.h"
#include "analyzer/variability/analysis/analysis.h"

/* One variant on its way into a writer. */
struct resolution {
	const struct analysis *analysis;
	size_t variant;
	struct arena *arena;
	struct yaml_writer *writer;
};

bool resolution_is_present(const struct resolution *resolution, const struct element *element);

/* Whether a present element gets into a map, where of same-named ones the last counts. */
bool resolution_is_written(const struct resolution *resolution, const struct element *element);

/* Whether it is somewhere in the resolved template: what is in something that is not there, or is
 * written over by its namesake, nobody sees. */
bool resolution_is_seen(const struct resolution *resolution, const struct element *element);

/* The element's template as it stands in the tree of the analysis. */
struct node resolution_value(const struct resolution *resolution, const struct element *element);

/* Keywords of variability on templates and assignments; the resolved template has none. */
bool keyname_is_variability(struct string keyname);

/* `type: …`, the first present one; a node that has technologies is written as the type that
 * the first present one assigns. */
void resolution_write_type(struct resolution *resolution, const struct element *element);

/* `properties: …`, nothing if none is left. */
void resolution_write_properties(struct resolution *resolution, const struct element *element);

/* What a template says, but for `handled` keys and the keywords of variability. */
void resolution_write_rest(struct resolution *resolution, struct node template,
	const char *const *handled, size_t count);

/* A node template, with its key. */
void resolution_write_node(struct resolution *resolution, const struct element *node);

#endif

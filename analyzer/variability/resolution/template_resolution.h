/* Resolving one service template for one choice of presets and inputs.
 *
 * What `vtosca resolve`, variability tests and the server share: the template must be valid
 * YAML, the choice becomes the only variant of an analysis, and its resolved template is
 * written. */
#ifndef ANALYZER_VARIABILITY_RESOLUTION_TEMPLATE_RESOLUTION_H
#define ANALYZER_VARIABILITY_RESOLUTION_TEMPLATE_RESOLUTION_H

#include "analyzer/model/types/files.h"
#include "analyzer/syntax/writer/yaml_writer.h"
#include "analyzer/variability/values/value.h"

#include <stdatomic.h>

struct template_resolution {
	const struct syntax_tree *tree;
	struct string path;        /* of the template, for the files beside it */
	const struct files *files; /* NULL: no files */
	const struct string *presets;
	size_t preset_count;
	struct value inputs;          /* on top of the presets; a map, or none */
	const atomic_bool *cancelled; /* NULL: runs to its end */
};

struct template_refusal {
	struct string error;   /* in the words of the reference implementation */
	struct string place;   /* of it: the path, and the line and column where they are known */
	bool is_broken;        /* the template is no valid YAML */
	struct string reason;  /* for what could not be solved, in one line; else empty */
	struct string reasons; /* what contradicts each other: lines with places; often empty */
};

/* Writes the resolved template. False if there is none: `refusal`, in `arena`, says why. Broken
 * YAML has no meaning, so that nothing is resolved from what is left of it. */
bool template_resolve(struct arena *arena, const struct template_resolution *resolution,
	struct yaml_writer *writer, struct template_refusal *refusal);

#endif

/* Resolving one service template on disk, with inputs from files, arguments and the environment. */
#ifndef CLI_RESOLUTION_H
#define CLI_RESOLUTION_H

#include "analyzer/syntax/writer/yaml_writer.h"
#include "analyzer/text/arena.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/resolution/template_resolution.h"

struct resolution_request {
	struct string template;
	const struct string *presets;
	size_t preset_count;
	struct string inputs;            /* path of an inputs file; empty: none */
	const struct value *assignments; /* maps merged behind it, in order */
	size_t assignment_count;
	const char *const *environment; /* NULL: not read */
};

enum resolution_outcome {
	RESOLUTION_WRITTEN,    /* the resolved template is in the writer */
	RESOLUTION_REFUSED,    /* the template cannot be resolved: `refusal` */
	RESOLUTION_UNREADABLE, /* a file cannot be read: its error */
};

enum resolution_outcome resolve_template(struct arena *arena,
	const struct resolution_request *request, struct yaml_writer *writer,
	struct template_refusal *refusal);

#endif

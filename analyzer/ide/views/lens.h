/* Lines of text above a place, with something to do there: above presets what each of them keeps
 * and how it differs from the active variant, above the variability definition and in the files of
 * variability tests how the tests are run. */
#ifndef ANALYZER_IDE_VIEWS_LENS_H
#define ANALYZER_IDE_VIEWS_LENS_H

#include "analyzer/model/types/files.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/position.h"

#include <stddef.h>

struct analysis;

/* What happens when the lens is chosen. */
enum lens_command {
	LENS_SET_ACTIVE_VARIANT, /* `argument` becomes the active variant */
	LENS_RUN_TEST,           /* runs the tests beside the template, or the one of the file */
	LENS_RECORD_EXPECTED,    /* makes the result of the test what it expects */
};

struct lens {
	struct range range;
	struct string title;
	enum lens_command command;
	struct string argument; /* empty: none */
};

struct lens_request {
	const struct analysis *analysis;
	struct string path;        /* of the document */
	const struct files *files; /* for the tests beside it; NULL: none */
	struct string active_variant;
};

const struct lens *lens_list(
	const struct lens_request *request, struct arena *arena, size_t *count);

#endif

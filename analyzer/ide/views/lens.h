/* Lines of text above a place, with something to do there: above presets what each of them keeps
 * and how it differs from the active variant, above the variability definition and in the files of
 * variability tests how the tests are run; where all inputs have been looked at, how many variants
 * there are and under how many something has changed since the text was saved, what fails for which
 * of them, and what must be set for what is absent. */
#ifndef ANALYZER_IDE_VIEWS_LENS_H
#define ANALYZER_IDE_VIEWS_LENS_H

#include "analyzer/model/types/files.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/position.h"
#include "analyzer/variability/values/value.h"

#include <stddef.h>

struct analysis;
struct space;
struct space_changed;

/* What happens when the lens is chosen. */
enum lens_command {
	LENS_SET_ACTIVE_VARIANT, /* `argument` becomes the active variant */
	LENS_RUN_TEST,           /* runs the tests beside the template, or the one of the file */
	LENS_NOTHING,            /* it only tells */
	LENS_TRY_INPUTS,         /* `inputs` become a variant named `argument` */
	LENS_DISMISS_VARIANT,    /* the variant `argument` is no longer tried */
	LENS_RECORD_EXPECTED,    /* makes the result of the test what it expects */
};

struct lens {
	struct range range;
	struct string title;
	enum lens_command command;
	struct string argument; /* empty: none */
	struct value inputs;
	struct string
		element; /* id; what must be set to make it present is found when it is shown */
};

struct lens_request {
	const struct analysis *analysis;
	const struct space *space; /* of the analysis, or NULL */
	/* Since it was saved, and since its base; each or NULL. */
	const struct space_changed *changed, *changed_since_base;
	struct string path;        /* of the document */
	const struct files *files; /* for the tests beside it; NULL: none */
	struct string active_variant;
};

/* What must be set to make the element with this id present, from the variant that is active, as
 * a lens without a range. */
struct lens lens_of_absent(
	const struct lens_request *request, struct string id, struct arena *arena);

const struct lens *lens_list(
	const struct lens_request *request, struct arena *arena, size_t *count);

#endif

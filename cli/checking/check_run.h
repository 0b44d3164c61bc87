/* All targets of `vtosca check`, on as many threads as there are processors. */
#ifndef CLI_CHECK_RUN_H
#define CLI_CHECK_RUN_H

#include "cli/checking/check_file.h"

/* As many as there are targets then, in their order; each to be finished. Adds those that are
 * imported. */
struct checked_target *check_run(
	const struct check_request *request, struct check_targets *targets);

#endif

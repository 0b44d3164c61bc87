/* The element that a command line names. */
#ifndef CLI_ELEMENT_CHOICE_H
#define CLI_ELEMENT_CHOICE_H

#include "cli/template/loaded_template.h"

/* By its id; by the beginning of its id, as the table of presence shows it below its container; by
 * its caption ("host → cluster"); or by its name alone. NULL after saying that there is none, or
 * which there are. */
const struct element *element_choice(
	const struct loaded_template *loaded, const struct arguments *arguments, const char *word);

#endif

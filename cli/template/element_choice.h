/* The element that a command line names. */
#ifndef CLI_ELEMENT_CHOICE_H
#define CLI_ELEMENT_CHOICE_H

#include "cli/template/loaded_template.h"

/* What an id does not say and the table of presence does: where a relation leads, which file is
 * imported. Empty: nothing. */
struct string element_target(const struct loaded_template *loaded, const struct element *element);

/* By its id; by its row in the table of presence; by the beginning of its id, as the table of
 * presence shows it below its container; by its caption ("host → cluster"); or by its name alone.
 * NULL after saying that there is none, or which there are. */
const struct element *element_choice(
	const struct loaded_template *loaded, const struct arguments *arguments, const char *word);

#endif

/* vtosca difference OLD NEW: what a change of a template changes, over all values of its inputs. */
#ifndef CLI_TEMPLATE_DIFFERENCE_H
#define CLI_TEMPLATE_DIFFERENCE_H

#include "cli/arguments/arguments.h"

/* Prints it for the two operands; returns the exit code. */
int template_difference_run(const struct arguments *arguments);

#endif

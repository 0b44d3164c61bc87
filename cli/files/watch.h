/* Waiting until files change, by looking at them now and then: that works on every file system. */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include "cli/arguments/arguments.h"

#include <stdint.h>

/* A number for the state of all files that the operands are or hold, and of those beside them:
 * imports and settings may stand there. */
uint64_t watch_state(const struct argument_list *operands);

/* Returns the next state that is not `state`, once it has come to rest. */
uint64_t watch_wait(const struct argument_list *operands, uint64_t state);

#endif

/* Processes, where there are such. */
#ifndef LSP_SYSTEM_PROCESS_H
#define LSP_SYSTEM_PROCESS_H

#include "analyzer/text/arena.h"
#include "analyzer/text/string.h"

#include <stdbool.h>
#include <stdint.h>

/* The process that has started this one; 0: unknown. */
int32_t process_parent(void);

bool process_lives(int32_t process);

/* The path of this program; empty: unknown. */
struct string process_program(struct arena *arena);

#endif

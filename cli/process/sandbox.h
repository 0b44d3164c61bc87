/* Rights given up: what a command that reads strangers' files does not need.
 *
 * Linux only, and only as far as the kernel has it (Landlock since 5.13, seccomp filters since
 * 3.5); elsewhere, and where the kernel refuses, nothing changes. What is open stays usable, so
 * standard output may be a file. */
#ifndef CLI_PROCESS_SANDBOX_H
#define CLI_PROCESS_SANDBOX_H

#include <stdbool.h>

/* From now on, and for all threads that the calling one starts later: no socket is made or
 * connected and, unless the process `may_write`, no file is created, written, renamed, removed or
 * executed. False: the kernel does not have all of it; what it has is in force. */
bool sandbox_enter(bool may_write);

#endif

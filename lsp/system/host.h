/* What the host of the WebAssembly module does for it (wasm/host.js). */
#ifndef LSP_SYSTEM_HOST_H
#define LSP_SYSTEM_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event_loop;

/* Returns when something has happened, or after some milliseconds; the host does other things
 * meanwhile. Not in a job. */
void host_wait(double milliseconds);

double host_time(void); /* milliseconds */

/* Bytes for the client, and how many it has not taken yet. */
void host_send(const char *bytes, size_t length);
size_t host_unsent(void);

/* The next bytes from the client; 0: none now, -1: none any more. */
int host_receive(char *buffer, size_t size);

/* The host cannot read the file or folder at once: it has to be asked again after something has
 * happened. */
bool host_file_is_coming(const char *path, size_t length);

bool host_process_lives(int32_t process);
int32_t host_process_parent(void);
void host_program(char *buffer, size_t size);

/* A module has one loop at most, or none; NULL. */
void host_set_loop(struct event_loop *loop);
struct event_loop *host_loop(void);

/* The program has ended with this exit code. */
void host_ended(int code);

#endif

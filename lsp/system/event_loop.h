/* What the server needs of the system it runs on: one thread that waits for events, and others for
 * what takes long.
 *
 * There are two of it. On libuv (…_uv.c) jobs run on a pool of threads. As WebAssembly (…_host.c)
 * there is one thread, which the host lends: jobs run in slices, the loop has its turn in between,
 * and the server, which knows one thread for itself and others for jobs, sees no difference.
 *
 * All functions but wakeup_send belong to the loop's thread. */
#ifndef LSP_SYSTEM_EVENT_LOOP_H
#define LSP_SYSTEM_EVENT_LOOP_H

#include "analyzer/text/string.h"

#include <stdint.h>

struct event_loop;
struct loop_timer;
struct wakeup;

struct event_loop *event_loop_create(void);

/* Ends when there is nothing left to wait for: no transport, wakeup, running timer or job. */
void event_loop_run(struct event_loop *loop);

/* What still is to be closed is closed first. */
void event_loop_destroy(struct event_loop *loop);

/* Milliseconds since some moment; stays the same while an event is handled. */
uint64_t event_loop_now(const struct event_loop *loop);

/* ---- timers ---- */

struct loop_timer *loop_timer_create(struct event_loop *loop, void *context);

/* Calls `function` after `delay` milliseconds, and then every `repeat` milliseconds (0: once). */
void loop_timer_start(
	struct loop_timer *timer, void (*function)(void *context), unsigned delay, unsigned repeat);
void loop_timer_stop(struct loop_timer *timer);

/* From now on the loop does not go on for the sake of this timer alone. */
void loop_timer_let_loop_end(struct loop_timer *timer);
void loop_timer_destroy(struct loop_timer *timer);

/* ---- wakeups: `function` is called on the loop's thread soon after it was sent, from any thread
 * ----
 */

struct wakeup *wakeup_create(
	struct event_loop *loop, void (*function)(void *context), void *context);
void wakeup_send(struct wakeup *wakeup);
void wakeup_destroy(struct wakeup *wakeup); /* not while another thread may send it */

/* ---- jobs ---- */

/* Calls `work` on another thread, a few jobs at a time in the order in which they were queued, and
 * then `worked` on the loop's. Work that takes long asks `interrupted` (base/interruption.h). */
void event_loop_queue(struct event_loop *loop, void (*work)(void *context),
	void (*worked)(void *context), void *context);

/* In a job: returns as soon as the file or folder `path` can be read at once, which on libuv is
 * always. Elsewhere the host may have to fetch it. */
void event_loop_await_file(struct string path);

#endif

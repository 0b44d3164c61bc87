#include "lsp/system/event_loop_uv.h"

#include "base/memory.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct event_loop {
	uv_loop_t uv;
};

struct loop_timer {
	uv_timer_t uv;
	void (*elapsed)(void *context);
	void *context;
};

struct wakeup {
	uv_async_t uv;
	void (*woken)(void *context);
	void *context;
};

struct job {
	uv_work_t uv;
	void (*work)(void *context);
	void (*worked)(void *context);
	void *context;
};

static void *allocate(size_t size)
{
	return memory_allocate(1, size);
}

static void *resize(void *block, size_t size)
{
	return memory_resize(block, 1, size);
}

static void nothing(void *context)
{
	(void)context;
}

static void no_thread(int number)
{
	static const char message[] = "vtosca: out of memory (no thread could be started)\n";

	ssize_t written = write(STDERR_FILENO, message, sizeof(message) - 1);

	(void)number;
	(void)written;
	_Exit(70);
}

/* libuv starts its threads with the first job, and aborts if it cannot. */
static void start_threads(struct event_loop *loop)
{
	void (*before)(int) = signal(SIGABRT, no_thread);

	event_loop_queue(loop, nothing, nothing, NULL);
	signal(SIGABRT, before);
}

struct event_loop *event_loop_create(void)
{
	struct event_loop *loop = memory_allocate(1, sizeof(*loop));

	/* Without memory, libuv would abort. */
	uv_replace_allocator(allocate, resize, memory_allocate, memory_release);
	memory_of_library(uv_loop_init(&loop->uv) == 0 ? loop : NULL);
	start_threads(loop);
	return loop;
}

uv_loop_t *event_loop_uv(struct event_loop *loop)
{
	return &loop->uv;
}

void event_loop_run(struct event_loop *loop)
{
	uv_run(&loop->uv, UV_RUN_DEFAULT);
}

void event_loop_destroy(struct event_loop *loop)
{
	event_loop_run(loop);
	uv_loop_close(&loop->uv);
	memory_release(loop);
}

uint64_t event_loop_now(const struct event_loop *loop)
{
	return uv_now(&loop->uv);
}

static void closed(uv_handle_t *handle)
{
	memory_release(handle->data);
}

/* ---- timers ---- */

static void elapsed(uv_timer_t *uv)
{
	struct loop_timer *timer = uv->data;

	timer->elapsed(timer->context);
}

struct loop_timer *loop_timer_create(struct event_loop *loop, void *context)
{
	struct loop_timer *timer = memory_allocate(1, sizeof(*timer));

	timer->context = context;
	uv_timer_init(&loop->uv, &timer->uv); /* cannot fail */
	timer->uv.data = timer;
	return timer;
}

void loop_timer_start(
	struct loop_timer *timer, void (*function)(void *context), unsigned delay, unsigned repeat)
{
	timer->elapsed = function;
	uv_timer_start(&timer->uv, elapsed, delay, repeat);
}

void loop_timer_stop(struct loop_timer *timer)
{
	uv_timer_stop(&timer->uv);
}

void loop_timer_let_loop_end(struct loop_timer *timer)
{
	uv_unref((uv_handle_t *)&timer->uv);
}

void loop_timer_destroy(struct loop_timer *timer)
{
	uv_close((uv_handle_t *)&timer->uv, closed);
}

/* ---- wakeups ---- */

static void woken(uv_async_t *uv)
{
	struct wakeup *wakeup = uv->data;

	wakeup->woken(wakeup->context);
}

struct wakeup *wakeup_create(
	struct event_loop *loop, void (*function)(void *context), void *context)
{
	struct wakeup *wakeup = memory_allocate(1, sizeof(*wakeup));

	wakeup->woken = function;
	wakeup->context = context;
	memory_of_library(uv_async_init(&loop->uv, &wakeup->uv, woken) == 0 ? loop : NULL);
	wakeup->uv.data = wakeup;
	return wakeup;
}

void wakeup_send(struct wakeup *wakeup)
{
	uv_async_send(&wakeup->uv);
}

void wakeup_destroy(struct wakeup *wakeup)
{
	uv_close((uv_handle_t *)&wakeup->uv, closed);
}

/* ---- jobs ---- */

static void work(uv_work_t *uv)
{
	struct job *job = uv->data;

	job->work(job->context);
}

static void worked(uv_work_t *uv, int status)
{
	struct job *job = uv->data;

	(void)status;
	job->worked(job->context);
	memory_release(job);
}

void event_loop_queue(struct event_loop *loop, void (*work_function)(void *context),
	void (*worked_function)(void *context), void *context)
{
	struct job *job = memory_allocate(1, sizeof(*job));

	job->work = work_function;
	job->worked = worked_function;
	job->context = context;
	job->uv.data = job;
	memory_of_library(uv_queue_work(&loop->uv, &job->uv, work, worked) == 0 ? loop : NULL);
}

void event_loop_await_file(struct string path)
{
	(void)path;
}

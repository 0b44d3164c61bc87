#include "lsp/system/event_loop_host.h"

#include "base/interruption.h"
#include "base/memory.h"
#include "lsp/system/host.h"

#include <emscripten/fiber.h>

enum {
	FIBERS = 4,           /* jobs at a time, as many as libuv has threads */
	STACK_SIZE = 2 << 20, /* bytes of a job's data */
	STACK_ALIGNMENT =
		16, /* what compiled code takes for granted, and malloc does not promise */
	FRAMES_SIZE = 1 << 20, /* bytes of its calls, while it waits */
	LOOP_FRAMES_SIZE = 64 << 10,
	SLICE = 8,         /* milliseconds of a job before the loop has its turn */
	FOREVER = 1 << 30, /* milliseconds */
};

struct loop_timer {
	struct loop_timer *next;
	struct event_loop *loop;
	void (*elapsed)(void *context);
	void *context;
	double due;
	unsigned repeat;
	bool runs;
	bool holds_loop;
};

struct wakeup {
	struct wakeup *next;
	struct event_loop *loop;
	void (*woken)(void *context);
	void *context;
	bool is_sent;
};

struct job {
	struct job *next;
	void (*work)(void *context);
	void (*worked)(void *context);
	void *context;
};

/* Runs one job after the other; has its own stack, so that it can stop anywhere. */
struct job_fiber {
	emscripten_fiber_t fiber;
	struct event_loop *loop;
	struct job *job; /* NULL: none */
	bool has_worked;
	bool waits; /* for a file */
	void *stack, *frames;
};

struct event_loop {
	struct loop_timer *timers;
	struct wakeup *wakeups;
	struct job *first, **end; /* not begun yet */
	struct job_fiber fibers[FIBERS];
	struct job_fiber *running;
	unsigned last; /* fiber that had its turn */
	double slice_end;
	emscripten_fiber_t fiber;
	char *frames;
	struct event_source *source;
	double now;
};

struct event_loop *event_loop_create(void)
{
	struct event_loop *loop = memory_allocate(1, sizeof(*loop));

	loop->end = &loop->first;
	loop->frames = memory_allocate(LOOP_FRAMES_SIZE, 1);
	loop->now = host_time();
	emscripten_fiber_init_from_current_context(&loop->fiber, loop->frames, LOOP_FRAMES_SIZE);
	host_set_loop(loop);
	return loop;
}

uint64_t event_loop_now(const struct event_loop *loop)
{
	return (uint64_t)loop->now;
}

void event_loop_set_source(struct event_loop *loop, struct event_source *source)
{
	loop->source = source;
}

struct event_source *event_loop_source(const struct event_loop *loop)
{
	return loop->source;
}

/* ---- timers ---- */

struct loop_timer *loop_timer_create(struct event_loop *loop, void *context)
{
	struct loop_timer *timer = memory_allocate(1, sizeof(*timer));

	*timer = (struct loop_timer){
		.next = loop->timers, .loop = loop, .context = context, .holds_loop = true};
	loop->timers = timer;
	return timer;
}

void loop_timer_start(
	struct loop_timer *timer, void (*elapsed)(void *context), unsigned delay, unsigned repeat)
{
	timer->elapsed = elapsed;
	timer->due = timer->loop->now + delay;
	timer->repeat = repeat;
	timer->runs = true;
}

void loop_timer_stop(struct loop_timer *timer)
{
	timer->runs = false;
}

void loop_timer_let_loop_end(struct loop_timer *timer)
{
	timer->holds_loop = false;
}

void loop_timer_destroy(struct loop_timer *timer)
{
	struct loop_timer **link = &timer->loop->timers;

	while (*link != timer)
		link = &(*link)->next;
	*link = timer->next;
	memory_release(timer);
}

/* The first one that is due: its function may destroy any. */
static struct loop_timer *due_timer(const struct event_loop *loop)
{
	struct loop_timer *timer = loop->timers;

	while (timer && !(timer->runs && timer->due <= loop->now))
		timer = timer->next;
	return timer;
}

static void run_timers(struct event_loop *loop)
{
	struct loop_timer *timer;

	while ((timer = due_timer(loop)) != NULL) {
		if (timer->repeat)
			timer->due = loop->now + timer->repeat;
		else
			timer->runs = false;
		timer->elapsed(timer->context);
	}
}

/* ---- wakeups ---- */

struct wakeup *wakeup_create(struct event_loop *loop, void (*woken)(void *context), void *context)
{
	struct wakeup *wakeup = memory_allocate(1, sizeof(*wakeup));

	*wakeup = (struct wakeup){loop->wakeups, loop, woken, context, false};
	loop->wakeups = wakeup;
	return wakeup;
}

void wakeup_send(struct wakeup *wakeup)
{
	wakeup->is_sent = true;
}

void wakeup_destroy(struct wakeup *wakeup)
{
	struct wakeup **link = &wakeup->loop->wakeups;

	while (*link != wakeup)
		link = &(*link)->next;
	*link = wakeup->next;
	memory_release(wakeup);
}

static struct wakeup *sent_wakeup(const struct event_loop *loop)
{
	struct wakeup *wakeup = loop->wakeups;

	while (wakeup && !wakeup->is_sent)
		wakeup = wakeup->next;
	return wakeup;
}

static void run_wakeups(struct event_loop *loop)
{
	struct wakeup *wakeup;

	while ((wakeup = sent_wakeup(loop)) != NULL) {
		wakeup->is_sent = false;
		wakeup->woken(wakeup->context);
	}
}

/* ---- jobs ---- */

void event_loop_queue(struct event_loop *loop, void (*work)(void *context),
	void (*worked)(void *context), void *context)
{
	struct job *job = memory_allocate(1, sizeof(*job));

	*job = (struct job){NULL, work, worked, context};
	*loop->end = job;
	loop->end = &job->next;
}

static void back_to_loop(struct job_fiber *fiber)
{
	emscripten_fiber_swap(&fiber->fiber, &fiber->loop->fiber);
}

static void work_forever(void *context)
{
	struct job_fiber *fiber = context;

	for (;;) {
		fiber->job->work(fiber->job->context);
		fiber->has_worked = true;
		back_to_loop(fiber);
	}
}

static char *aligned(char *stack)
{
	return stack + (STACK_ALIGNMENT - (uintptr_t)stack % STACK_ALIGNMENT) % STACK_ALIGNMENT;
}

static void begin(struct event_loop *loop, struct job_fiber *fiber)
{
	fiber->job = loop->first;
	fiber->has_worked = false;
	loop->first = loop->first->next;
	if (!loop->first)
		loop->end = &loop->first;
	if (fiber->stack)
		return;
	fiber->loop = loop;
	fiber->stack = memory_allocate(STACK_SIZE + STACK_ALIGNMENT, 1);
	fiber->frames = memory_allocate(FRAMES_SIZE, 1);
	emscripten_fiber_init(&fiber->fiber, work_forever, fiber, aligned(fiber->stack), STACK_SIZE,
		fiber->frames, FRAMES_SIZE);
}

/* In turns, so that a short job need not wait for the end of a long one. */
static struct job_fiber *next_fiber(struct event_loop *loop)
{
	for (unsigned i = 1; i <= FIBERS; i++) {
		struct job_fiber *fiber = &loop->fibers[(loop->last + i) % FIBERS];

		if (!fiber->job && loop->first)
			begin(loop, fiber);
		if (fiber->job && !fiber->waits) {
			loop->last = (loop->last + i) % FIBERS;
			return fiber;
		}
	}
	return NULL;
}

static void finish(struct job_fiber *fiber)
{
	struct job *job = fiber->job;

	fiber->job = NULL;
	job->worked(job->context);
	memory_release(job);
}

static void run_slice(struct event_loop *loop)
{
	loop->slice_end = host_time() + SLICE;
	do {
		struct job_fiber *fiber = next_fiber(loop);

		if (!fiber)
			return;
		loop->running = fiber;
		emscripten_fiber_swap(&loop->fiber, &fiber->fiber);
		loop->running = NULL;
		if (fiber->has_worked)
			finish(fiber);
	} while (host_time() < loop->slice_end);
}

bool interrupted(const atomic_bool *flag)
{
	struct event_loop *loop = host_loop();

	if (loop && loop->running && host_time() >= loop->slice_end)
		back_to_loop(loop->running);
	return flag && atomic_load(flag);
}

void event_loop_await_file(struct string path)
{
	struct event_loop *loop = host_loop();

	while (loop && loop->running && host_file_is_coming(path.bytes, path.length)) {
		loop->running->waits = true;
		back_to_loop(loop->running);
	}
}

/* ---- the loop ---- */

static bool has_work(const struct event_loop *loop)
{
	bool is_free = false;

	for (size_t i = 0; i < FIBERS; i++) {
		if (loop->fibers[i].job && !loop->fibers[i].waits)
			return true;
		is_free = is_free || !loop->fibers[i].job;
	}
	return (is_free && loop->first) || sent_wakeup(loop) || due_timer(loop);
}

static bool is_alive(const struct event_loop *loop)
{
	for (const struct loop_timer *timer = loop->timers; timer; timer = timer->next) {
		if (timer->runs && timer->holds_loop)
			return true;
	}
	for (size_t i = 0; i < FIBERS; i++) {
		if (loop->fibers[i].job)
			return true;
	}
	return loop->first || loop->wakeups ||
	       (loop->source && loop->source->is_open(loop->source));
}

static double time_to_wait(const struct event_loop *loop)
{
	double wait = FOREVER;

	if (has_work(loop))
		return 0;
	for (const struct loop_timer *timer = loop->timers; timer; timer = timer->next) {
		if (timer->runs && timer->due - loop->now < wait)
			wait = timer->due - loop->now;
	}
	return wait;
}

void event_loop_run(struct event_loop *loop)
{
	while (is_alive(loop)) {
		host_wait(time_to_wait(loop));
		loop->now = host_time();
		for (size_t i = 0; i < FIBERS; i++)
			loop->fibers[i].waits = false;
		if (loop->source)
			loop->source->poll(loop->source);
		run_timers(loop);
		run_wakeups(loop);
		run_slice(loop);
	}
}

void event_loop_destroy(struct event_loop *loop)
{
	event_loop_run(loop);
	host_set_loop(NULL);
	for (size_t i = 0; i < FIBERS; i++) {
		memory_release(loop->fibers[i].stack);
		memory_release(loop->fibers[i].frames);
	}
	memory_release(loop->frames);
	memory_release(loop);
}

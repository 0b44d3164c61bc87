#include "base/side_task.h"

enum {
	LEAST_BYTES = 1 << 16, /* of which a thread takes longer than it costs */
	STACK_SIZE = 8 << 20   /* bytes: as deep as on other threads */
};

static void *run(void *context)
{
	struct side_task *task = context;

	task->work(task->context);
	return NULL;
}

static bool start_thread(struct side_task *task)
{
	pthread_attr_t attributes;
	bool is_started;

	if (pthread_attr_init(&attributes) != 0)
		return false;
	is_started = pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0 &&
		     pthread_create(&task->thread, &attributes, run, task) == 0;
	pthread_attr_destroy(&attributes);
	return is_started;
}

void side_task_begin(
	struct side_task *task, size_t bytes, void (*work)(void *context), void *context)
{
	*task = (struct side_task){.work = work, .context = context};
	task->is_running = bytes >= LEAST_BYTES && start_thread(task);
	if (!task->is_running)
		work(context);
}

void side_task_end(struct side_task *task)
{
	if (task->is_running)
		pthread_join(task->thread, NULL);
	task->is_running = false;
}

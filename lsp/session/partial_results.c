#include "lsp/session/partial_results.h"

#include "base/memory.h"
#include "lsp/session/request.h"
#include "lsp/session/server.h"

#include <pthread.h>

struct part {
	struct part *next;
	const struct request *request;
	struct json_object *value;
};

struct partial_results {
	struct server *server;
	struct wakeup *wakeup;
	pthread_mutex_t mutex;
	bool closed;               /* guarded by the mutex, */
	struct part *first, **end; /* as these are */
};

static void woken(void *context)
{
	partial_results_send(context);
}

struct partial_results *partial_results_create(struct server *server)
{
	struct partial_results *results = memory_allocate(1, sizeof(*results));

	results->server = server;
	results->end = &results->first;
	pthread_mutex_init(&results->mutex, NULL);
	results->wakeup = wakeup_create(server->loop, woken, results);
	return results;
}

void partial_results_close(struct partial_results *results)
{
	if (results->closed)
		return;
	pthread_mutex_lock(&results->mutex);
	results->closed = true;
	pthread_mutex_unlock(&results->mutex);
	wakeup_destroy(results->wakeup);
}

static struct part *take_all(struct partial_results *results)
{
	struct part *first;

	pthread_mutex_lock(&results->mutex);
	first = results->first;
	results->first = NULL;
	results->end = &results->first;
	pthread_mutex_unlock(&results->mutex);
	return first;
}

static void tell(struct server *server, const struct part *part)
{
	struct json_object *params = new_object();

	put(params, "token", json_object_get(member(part->request->params, "partialResultToken")));
	put(params, "value", part->value);
	server_notify(server, "$/progress", params);
}

void partial_results_send(struct partial_results *results)
{
	struct part *part = take_all(results);

	while (part) {
		struct part *next = part->next;

		if (part->request->answered)
			json_object_put(part->value);
		else
			tell(results->server, part);
		memory_release(part);
		part = next;
	}
}

void partial_results_destroy(struct partial_results *results)
{
	struct part *part;

	if (!results)
		return;
	for (part = take_all(results); part;) {
		struct part *next = part->next;

		json_object_put(part->value);
		memory_release(part);
		part = next;
	}
	pthread_mutex_destroy(&results->mutex);
	memory_release(results);
}

void partial_results_add(
	struct partial_results *results, const struct request *request, struct string part)
{
	struct part *added = memory_allocate(1, sizeof(*added));

	added->request = request;
	added->value = new_raw(part);
	pthread_mutex_lock(&results->mutex);
	*results->end = added;
	results->end = &added->next;
	if (!results->closed)
		wakeup_send(results->wakeup);
	pthread_mutex_unlock(&results->mutex);
}

#include "lsp/system/event_loop_uv.h"
#include "lsp/system/transport.h"

#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	READ_SIZE = 64 * 1024
};

/* One end: a stream, or a file that is read and written through the thread pool. */
struct channel {
	bool is_file;
	uv_file file;
	union {
		uv_handle_t handle;
		uv_stream_t stream;
		uv_pipe_t pipe;
		uv_tty_t tty;
		uv_tcp_t tcp;
	} as;
};

struct transport {
	uv_loop_t *loop;
	struct transport_events events;
	struct channel input;
	struct channel output;
	uv_fs_t reading; /* of a file */
	bool is_reading;
	bool paused;
	bool ended;
	bool closed;
	unsigned open_handles;
	size_t unsent;
	char buffer[READ_SIZE];
};

enum {
	HEADER_SIZE = 48,
	ENVELOPE = 1024 /* of JSON around a long text, about */
};

struct sending {
	uv_write_t request;
	struct transport *transport;
	struct json_object
		*message; /* owns the bytes that are written, but for the first; or NULL */
	size_t size;      /* of all that is kept for it, about */
	char first[];     /* the header, and all of a message that is in one part */
};

static void release_if_done(struct transport *transport)
{
	if (transport->closed && transport->open_handles == 0 && !transport->is_reading)
		memory_release(transport);
}

static void end(struct transport *transport, const char *reason)
{
	if (transport->ended || transport->closed)
		return;
	transport->ended = true;
	transport->events.ended(transport->events.context, reason);
}

/* ---- reading ---- */

static void give_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
	struct transport *transport = handle->data;

	(void)suggested;
	*buffer = uv_buf_init(transport->buffer, sizeof(transport->buffer));
}

static void stream_received(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
	struct transport *transport = stream->data;

	if (size > 0)
		transport->events.received(
			transport->events.context, (struct string){buffer->base, (size_t)size});
	else if (size == UV_EOF)
		end(transport, "the input has ended");
	else if (size < 0)
		end(transport, uv_strerror((int)size));
}

static void read_file(struct transport *transport);

static void file_received(uv_fs_t *request)
{
	struct transport *transport = request->data;
	ssize_t size = request->result;

	uv_fs_req_cleanup(request);
	if (size > 0 && !transport->closed)
		transport->events.received(transport->events.context,
			(struct string){transport->buffer, (size_t)size});
	else
		end(transport, size == 0 ? "the input has ended" : uv_strerror((int)size));
	transport->is_reading = false;
	if (size > 0 && !transport->closed)
		read_file(transport);
	else
		release_if_done(transport);
}

static void read_file(struct transport *transport)
{
	uv_buf_t buffer = uv_buf_init(transport->buffer, sizeof(transport->buffer));

	if (transport->closed || transport->paused || transport->is_reading)
		return;
	transport->is_reading = true;
	transport->reading.data = transport;
	if (uv_fs_read(transport->loop, &transport->reading, transport->input.file, &buffer, 1, -1,
		    file_received) != 0) {
		transport->is_reading = false;
		end(transport, "the input cannot be read");
	}
}

static void start_reading(struct transport *transport)
{
	if (transport->input.is_file)
		read_file(transport);
	else
		uv_read_start(&transport->input.as.stream, give_buffer, stream_received);
}

void transport_pause(struct transport *transport, bool paused)
{
	if (transport->paused == paused || transport->closed || transport->ended)
		return;
	transport->paused = paused;
	if (!paused)
		start_reading(transport);
	else if (!transport->input.is_file)
		uv_read_stop(&transport->input.as.stream);
}

/* ---- writing ---- */

static void sent(uv_write_t *request, int status)
{
	struct sending *sending = (struct sending *)request;
	struct transport *transport = sending->transport;

	transport->unsent -= sending->size;
	json_object_put(sending->message);
	memory_release(sending);
	if (status < 0 && status != UV_ECANCELED)
		end(transport, uv_strerror(status));
	else if (transport->unsent == 0 && !transport->closed)
		transport->events.drained(transport->events.context);
}

/* Files never make the server wait for a client, so this is done on the spot. */
static bool write_file(struct transport *transport, uv_buf_t *buffers, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		while (buffers[i].len > 0) {
			uv_fs_t request;
			int size = uv_fs_write(transport->loop, &request, transport->output.file,
				&buffers[i], 1, -1, NULL);

			uv_fs_req_cleanup(&request);
			if (size <= 0)
				return false;
			buffers[i].base += size;
			buffers[i].len -= (size_t)size;
		}
	}
	return true;
}

static uv_buf_t buffer_of(struct string text)
{
	return uv_buf_init((char *)text.bytes, (unsigned)text.length);
}

/* A long text stays where it is; of others, the text is kept and nothing else. */
static struct sending *prepare(struct transport *transport, struct json_object *message,
	uv_buf_t *buffers, unsigned *count)
{
	struct json_parts parts = write_json_parts(message);
	size_t length = parts.head.length + parts.body.length + parts.tail.length;
	struct sending *sending =
		memory_resize(NULL, 1, sizeof(*sending) + HEADER_SIZE + parts.head.length);
	int header_length =
		snprintf(sending->first, HEADER_SIZE, "Content-Length: %zu\r\n\r\n", length);

	memset(&sending->request, 0, sizeof(sending->request));
	memcpy(sending->first + header_length, parts.head.bytes, parts.head.length);
	sending->transport = transport;
	sending->size = sizeof(*sending) + HEADER_SIZE + length + ENVELOPE;
	sending->message = message;
	buffers[0] =
		uv_buf_init(sending->first, (unsigned)((size_t)header_length + parts.head.length));
	buffers[1] = buffer_of(parts.body);
	buffers[2] = buffer_of(parts.tail);
	*count = 3;
	while (buffers[*count - 1].len == 0) /* each would be a call of the system of its own */
		(*count)--;
	if (*count == 1) {
		json_object_put(message);
		sending->message = NULL;
	}
	return sending;
}

void transport_send(struct transport *transport, struct json_object *message)
{
	struct sending *sending;
	uv_buf_t buffers[3];
	unsigned count;

	if (transport->closed || transport->ended) {
		json_object_put(message);
		return;
	}
	sending = prepare(transport, message, buffers, &count);
	transport->unsent += sending->size;
	if (transport->output.is_file) {
		bool written = write_file(transport, buffers, count);

		sent(&sending->request, written ? 0 : UV_EIO);
		return;
	}

	int status =
		uv_write(&sending->request, &transport->output.as.stream, buffers, count, sent);

	if (status < 0)
		sent(&sending->request, status);
}

size_t transport_unsent(const struct transport *transport)
{
	return transport->unsent;
}

/* ---- opening and closing ---- */

static bool channel_open(
	struct channel *channel, struct transport *transport, uv_file file, bool readable)
{
	int status = 0;

	channel->file = file;
	switch (uv_guess_handle(file)) {
	case UV_NAMED_PIPE:
		uv_pipe_init(transport->loop, &channel->as.pipe, 0);
		channel->as.handle.data = transport;
		transport->open_handles++;
		status = uv_pipe_open(&channel->as.pipe, file);
		break;
	case UV_TTY:
		status = uv_tty_init(transport->loop, &channel->as.tty, file, readable);
		channel->as.handle.data = transport;
		if (status == 0)
			transport->open_handles++;
		break;
	case UV_TCP:
		uv_tcp_init(transport->loop, &channel->as.tcp);
		channel->as.handle.data = transport;
		transport->open_handles++;
		status = uv_tcp_open(&channel->as.tcp, (uv_os_sock_t)file);
		break;
	case UV_FILE:
		channel->is_file = true;
		break;
	default:
		status = UV_EBADF;
	}
	if (status != 0)
		fprintf(stderr, "vtosca lsp: standard %s cannot be used: %s\n",
			readable ? "input" : "output", uv_strerror(status));
	return status == 0;
}

static void handle_closed(uv_handle_t *handle)
{
	struct transport *transport = handle->data;

	transport->open_handles--;
	release_if_done(transport);
}

static void channel_close(struct channel *channel)
{
	if (!channel->is_file && channel->as.handle.type != UV_UNKNOWN_HANDLE &&
		!uv_is_closing(&channel->as.handle))
		uv_close(&channel->as.handle, handle_closed);
}

void transport_close(struct transport *transport)
{
	if (!transport || transport->closed)
		return;
	transport->closed = true;
	channel_close(&transport->input);
	channel_close(&transport->output);
	release_if_done(transport);
}

struct transport *transport_create(struct event_loop *loop, struct transport_events events)
{
	struct transport *transport = memory_allocate(1, sizeof(*transport));

	transport->loop = event_loop_uv(loop);
	transport->events = events;
	if (!channel_open(&transport->input, transport, STDIN_FILENO, true) ||
		!channel_open(&transport->output, transport, STDOUT_FILENO, false)) {
		transport_close(transport);
		return NULL;
	}
	start_reading(transport);
	return transport;
}

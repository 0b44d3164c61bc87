/* Any messages, in any frames: the server neither crashes nor hangs nor leaks, what it sends are
 * well-formed messages, and every request that it can read is answered exactly once.
 *
 * The input is a conversation. A line that begins with `{` or `[` is the content of a message and
 * is sent with its header, any other line as it is; at the end the client leaves. */
#include "analyzer/model/types/files.h"
#include "base/memory.h"
#include "lsp/loop/lsp.h"
#include "lsp/wire/framing.h"
#include "lsp/wire/message.h"

#include <fcntl.h>
#include <json-c/json.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum {
	LONGEST_MESSAGE = 1 << 28,
	PATIENCE = 60 * 1000, /* milliseconds, for the end */
	QUIET = 50,           /* milliseconds, for answers that may come at the end only */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what, struct string where)
{
	fprintf(stderr, "%s\n%.*s\n", what, STRING_ARGUMENTS(where));
	abort();
}

/* ---- what is asked ---- */

struct expectation {
	size_t answers;
	bool is_countable; /* all that is sent are well-formed messages */
	bool is_over;      /* the client has left */
};

static void expect_message(struct expectation *expectation, struct json_object *json)
{
	struct message message = message_read(json);

	if (expectation->is_over)
		return;
	if (message.kind == MESSAGE_REQUEST || message.kind == MESSAGE_INVALID)
		expectation->answers++;
	expectation->is_over =
		message.kind == MESSAGE_NOTIFICATION && strcmp(message.method, "exit") == 0;
}

static void expect(struct expectation *expectation, struct string content)
{
	bool valid;
	struct json_object *json = parse_json(content, &valid);
	bool is_batch = json_object_is_type(json, json_type_array);
	size_t count = is_batch ? json_object_array_length(json) : 0;

	for (size_t i = 0; i < count; i++)
		expect_message(expectation, json_object_array_get_idx(json, i));
	if (count == 0)
		expect_message(expectation, json);
	if (!valid)
		expectation->is_countable = false;
	json_object_put(json);
}

/* A server that has left reads nothing more. */
static void send_bytes(int to_server, struct string bytes)
{
	while (bytes.length > 0) {
		ssize_t written = write(to_server, bytes.bytes, bytes.length);

		if (written <= 0)
			return;
		bytes = string_slice(bytes, (size_t)written, bytes.length);
	}
}

static void send_content(int to_server, struct string content)
{
	char header[48];
	int length =
		snprintf(header, sizeof(header), "Content-Length: %zu\r\n\r\n", content.length);

	send_bytes(to_server, (struct string){header, (size_t)length});
	send_bytes(to_server, content);
}

static struct expectation send_lines(int to_server, struct string conversation)
{
	struct expectation expectation = {.is_countable = true};
	size_t start = 0;

	while (start < conversation.length) {
		const char *first = conversation.bytes + start;
		const char *feed = memchr(first, '\n', conversation.length - start);
		size_t end = feed ? (size_t)(feed - conversation.bytes) + 1 : conversation.length;
		struct string line = string_slice(conversation, start, end);

		if (*first == '{' || *first == '[') {
			expect(&expectation, line);
			send_content(to_server, line);
		} else {
			expectation.is_countable = false;
			send_bytes(to_server, line);
		}
		start = end;
	}
	return expectation;
}

/* ---- what is answered ---- */

struct listener {
	int from_server;
	struct framing *framing;
	size_t answers;
};

static bool is_answer(struct string content)
{
	bool valid;
	struct json_object *json = parse_json(content, &valid);
	bool has_method = member(json, "method") != NULL;

	if (!valid || message_read(json).kind == MESSAGE_INVALID)
		fail("what the server sends is no message", content);
	json_object_put(json);
	return !has_method;
}

/* False if nothing came in time, or nothing more can come. */
static bool receive(struct listener *listener, int patience)
{
	struct pollfd ready = {.fd = listener->from_server, .events = POLLIN};
	char bytes[1 << 14];
	struct string content;
	enum framing_result result;
	ssize_t length;

	if (poll(&ready, 1, patience) != 1)
		return false;
	length = read(listener->from_server, bytes, sizeof(bytes));
	if (length <= 0)
		return false;
	framing_feed(listener->framing, (struct string){bytes, (size_t)length});
	while ((result = framing_next(listener->framing, &content)) == FRAMING_MESSAGE)
		listener->answers += is_answer(content);
	if (result == FRAMING_BROKEN)
		fail("what the server sends is not framed", content);
	return true;
}

/* Nothing is left that the next message would be taken for a part of. */
static void check_end(struct listener *listener)
{
	struct string content;

	framing_feed(listener->framing, STRING("Content-Length: 2\r\n\r\n{}"));
	if (framing_next(listener->framing, &content) != FRAMING_MESSAGE ||
		!string_is(content, "{}"))
		fail("the server does not end what it sends", content);
}

/* ---- a conversation ---- */

/* The end of a new pipe that is not that of the server, whose descriptor is the other one. */
static int open_pipe(int of_server)
{
	int ends[2];
	bool is_input = of_server == STDIN_FILENO;

	if (pipe(ends) != 0 || dup2(ends[is_input ? 0 : 1], of_server) < 0)
		fail("there is no pipe", STRING(""));
	close(ends[is_input ? 0 : 1]);
	return ends[is_input ? 1 : 0];
}

/* libuv leaves standard streams open. They stay taken, so that no pipe is put there. */
static void close_standard_streams(void)
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
		fail("there is no /dev/null", STRING(""));
	close(null);
}

static void serve(void *unused)
{
	const struct files nothing = {0};

	(void)unused;
	lsp_run(&nothing, true);
	close_standard_streams();
}

static void converse(int to_server, struct listener *listener, struct string conversation)
{
	struct expectation expectation = send_lines(to_server, conversation);
	bool may_come = true;

	while (may_come && !(expectation.is_countable && listener->answers >= expectation.answers))
		may_come = receive(listener, QUIET);
	send_content(to_server, STRING("{\"jsonrpc\": \"2.0\", \"method\": \"exit\"}"));
	close(to_server);
	while (receive(listener, PATIENCE))
		;
	check_end(listener);
	if (expectation.is_countable && listener->answers != expectation.answers)
		fail("not every request is answered exactly once", conversation);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int to_server = open_pipe(STDIN_FILENO);
	struct listener listener = {.from_server = open_pipe(STDOUT_FILENO),
		.framing = framing_create(LONGEST_MESSAGE)};
	uv_thread_t server;

	signal(SIGPIPE, SIG_IGN);
	uv_thread_create(&server, serve, NULL);
	converse(to_server, &listener, (struct string){(const char *)data, size});
	uv_thread_join(&server);
	close(listener.from_server);
	framing_destroy(listener.framing);
	return 0;
}

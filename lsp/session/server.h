/* The running server: the loop's thread, which owns the protocol and the documents.
 *
 * Everything here is used on the loop's thread alone. Other threads get what never
 * changes (trees, analyses, settings) and hand back results; see analysis_job.h and
 * feature.h. */
#ifndef LSP_SESSION_SERVER_H
#define LSP_SESSION_SERVER_H

#include "lsp/documents/document.h"
#include "lsp/documents/settings.h"
#include "lsp/documents/workspace_folders.h"
#include "lsp/session/request.h"
#include "lsp/system/event_loop.h"
#include "lsp/system/transport.h"
#include "lsp/wire/client.h"
#include "lsp/wire/framing.h"

struct call;
struct file_cache;
struct partial_results;
struct shown_content;
struct watched_test;

enum server_state {
	SERVER_UNINITIALIZED,
	SERVER_RUNNING,   /* after `initialize` */
	SERVER_SHUT_DOWN, /* after `shutdown` */
	SERVER_STOPPED,   /* no message is read or sent any more */
};

enum log_level {
	LOG_ERROR = 1, /* numbered as the protocol does */
	LOG_WARNING,
	LOG_INFO,
};

enum {
	REQUEST_BUCKETS = 4096
};

struct server {
	struct event_loop *loop;
	struct loop_timer *watch;          /* looks whether the client still lives */
	struct loop_timer *progress;       /* runs while documents are analysed */
	struct loop_timer *idle;           /* elapses when the client has been silent for long */
	struct loop_timer *rest;           /* elapses when no one has typed for a moment */
	struct loop_timer *space_rest;     /* elapses when there is time for all inputs */
	struct loop_timer *space_progress; /* runs while these are looked at */
	/* What holds for all inputs is known of the document. */
	void (*space_found)(struct server *server, struct document *document);
	void (*order_wanted)(struct server *server, struct document *document);
	struct loop_timer *grace; /* ends the process if stopping takes too long */
	struct partial_results *partial_results;
	struct transport *transport;
	struct framing *framing;
	enum server_state state;
	bool verifies; /* that edits come to what making everything anew does; never changes */
	int exit_code;
	struct client client;
	int32_t client_process; /* 0: unknown */
	int32_t parent_process;
	struct settings *settings;
	struct json_object *options;       /* settings given with `initialize` */
	struct json_object *configuration; /* settings given since, or NULL */
	struct arena *arena;               /* lives as long as the server */
	struct string reference_page;      /* URI; never changes, so that all threads may read it */
	struct document *documents;
	struct file_cache *files;
	struct workspace_folders folders;
	enum {
		OUTSIDE_IS_UNASKED,
		OUTSIDE_IS_ASKED, /* or the answer was no */
		OUTSIDE_IS_ALLOWED,
	} outside; /* whether files outside the folders may be read, if the setting is to ask */
	void (*outside_allowed)(struct server *server);
	char *watched; /* JSON of what the client watches; NULL: nothing yet */
	uint64_t watch_number;
	struct watched_test *watched_tests;   /* that were run */
	struct shown_content *shown_contents; /* resolved templates */
	unsigned running_analyses;
	unsigned running_spaces;
	struct request *requests[REQUEST_BUCKETS]; /* without an answer, by id */
	struct request *queued; /* of them: those that wait for their turn, the oldest first */
	struct request *last_queued;
	unsigned running_features;
	bool goes_on;          /* with those whose turn has come: at this moment */
	size_t heard;          /* bytes of messages since the client reads no more */
	bool owes_diagnostics; /* that have changed since */
	bool told_part;        /* of a workspace that only a part of it is looked at */
	struct call *calls;    /* of ours, without an answer */
	int64_t last_call;
	uint64_t last_document; /* number */
	uint64_t last_result;   /* of diagnostics, of semantic tokens */
	uint64_t last_progress; /* told about */
};

/* Takes over `message`. */
void server_send(struct server *server, struct json_object *message);
void server_notify(struct server *server, const char *method, struct json_object *params);

/* To the client's log once it listens, before that to standard error. */
void server_log(struct server *server, enum log_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* To the user, at once. */
void server_show(struct server *server, enum log_level level, struct string text);

/* Whether much of what was sent is not read yet: what can wait, should. */
bool server_is_behind(const struct server *server);

/* The client has sent a message of so many bytes. While it does not read, it may send only a few.
 */
void server_heard(struct server *server, size_t length);

/* NULL if it is not open. */
struct document *server_find_document(struct server *server, struct string uri);

/* Writes what is left, cancels all work and ends the loop; `code` is the process's. */
void server_stop(struct server *server, int code);

/* Closes the transport and what keeps the loop running; may be called again. */
void server_close(struct server *server);

/* Looks now and then whether the process still runs, and stops when it does not. */
void server_watch_client(struct server *server, int64_t process);

/* The settings follow from `options` and `configuration`; all documents from the settings. */
void server_read_settings(struct server *server);

/* Asks the client for the configuration, if it can answer: for all documents, or for one. */
void server_ask_configuration(struct server *server);
void server_ask_configuration_of(struct server *server, const struct document *document);

#endif

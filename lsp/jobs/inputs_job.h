/* Writing down values of inputs, as a preset or as a test: the edit is made on a thread of the
 * pool, and the client is asked to apply it. Loop's thread only. */
#ifndef LSP_JOBS_INPUTS_JOB_H
#define LSP_JOBS_INPUTS_JOB_H

#include "analyzer/text/string.h"

struct document;
struct request;
struct server;

enum inputs_purpose {
	INPUTS_AS_PRESET,
	INPUTS_AS_TEST,
};

struct inputs_choice {
	enum inputs_purpose purpose;
	struct string inputs; /* JSON, an object */
	struct string name;   /* empty: one is found */
};

/* Answers `request`, now or later. The document is analysed. */
void inputs_job_start(struct server *server, struct request *request,
	const struct document *document, struct inputs_choice choice);

#endif

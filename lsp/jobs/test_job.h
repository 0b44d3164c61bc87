/* Runs of variability tests on the threads of the pool, one test after the other.
 *
 * What a test expects and does not get is published as diagnostics of its files, unless they are
 * open: then their analysis says so (see analysis_job.h). A test that was run once is run again
 * when a file that it reads is saved or changes on disk, so that what is published stays true.
 * Loop's thread only. */
#ifndef LSP_JOBS_TEST_JOB_H
#define LSP_JOBS_TEST_JOB_H

#include "lsp/wire/json.h"

struct request;
struct server;

enum test_purpose {
	TEST_TELL,   /* the answer says it all */
	TEST_SHOW,   /* the user is shown a message, too */
	TEST_RECORD, /* the result becomes what is expected; one test only */
};

struct test_selection {
	struct string uri;  /* of a template, or of a file of a test */
	struct string name; /* one of the tests beside the template; empty: all of them */
};

/* Answers `request`. */
void test_job_start(struct server *server, struct request *request, enum test_purpose purpose,
	struct test_selection selection);

/* The file or folder `path` has changed: runs the tests again that read it. */
void test_job_file_changed(struct server *server, struct string path);

#endif

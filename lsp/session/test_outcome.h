/* What a run of a variability test has found out, as the client is told. For any thread. */
#ifndef LSP_SESSION_TEST_OUTCOME_H
#define LSP_SESSION_TEST_OUTCOME_H

#include "analyzer/variability/inputs/variability_test.h"
#include "analyzer/variability/resolution/variability_test_run.h"
#include "lsp/wire/client.h"
#include "lsp/wire/json.h"

struct test_outcome {
	struct arena *arena; /* of everything */
	const struct client *client;
	const struct files *files;
	struct string page; /* URI of what is said about each code */
	const struct variability_test *test;
	struct string expected; /* path of the expected result, which may be missing */
	struct variability_test_result result;
};

/* A file that states expectations, and those of them that are not met. */
struct test_report {
	struct string path; /* normalized */
	struct string uri;
	struct string diagnostics; /* JSON */
};

/* An item of `tests` in the result of vtosca/runTest. */
struct json_object *test_outcome_json(const struct test_outcome *outcome);

struct test_report test_outcome_report(const struct test_outcome *outcome, struct string path);

/* A WorkspaceEdit after which the test expects what it gets: the file `expected` holds the resolved
 * template, or `test.yaml` the error if it expects one. NULL if that is not possible; then
 * `*problem` says why. */
struct json_object *test_outcome_recording(
	const struct test_outcome *outcome, struct string *problem);

#endif

#include "lsp/session/test_outcome.h"

#include "analyzer/ide/diagnostics/expectations.h"
#include "analyzer/ide/text/name_text.h"
#include "analyzer/text/path.h"
#include "analyzer/variability/resolution/variability_test_run.h"
#include "lsp/documents/publication.h"
#include "lsp/wire/convert.h"
#include "lsp/wire/uri.h"

/* Of a file that may be missing. */
static struct syntax_tree *tree_of(const struct test_outcome *outcome, struct string path)
{
	struct syntax_tree *tree = files_read(outcome->files, path);

	return tree ? tree : syntax_tree_create(STRING(""));
}

static struct string file_uri(const struct test_outcome *outcome, struct string path)
{
	return uri_from_path(path_normalize(path, outcome->arena), outcome->arena);
}

static struct json_object *failure_json(
	const struct test_outcome *outcome, const struct variability_failure *failure)
{
	struct syntax_tree *tree = tree_of(outcome, failure->file);
	struct json_object *json = new_object();
	struct json_object *location = new_object();

	put(location, "uri", new_string(file_uri(outcome, failure->file)));
	put(location, "range", convert_range(tree, failure->range, outcome->client->encoding));
	put(json, "message", new_string(failure->text));
	put(json, "location", location);
	syntax_tree_release(tree);
	return json;
}

/* Both sides of a comparison, if there are two. */
static void put_comparison(const struct test_outcome *outcome, struct json_object *json)
{
	struct syntax_tree *expected = files_read(outcome->files, outcome->expected);

	if (!expected)
		return;
	if (outcome->result.failure_count > 0 && outcome->result.resolved.bytes) {
		struct range all = {0, syntax_tree_length(expected)};

		put(json, "expected", new_string(syntax_tree_text(expected, all, outcome->arena)));
		put(json, "actual", new_string(outcome->result.resolved));
	}
	syntax_tree_release(expected);
}

struct json_object *test_outcome_json(const struct test_outcome *outcome)
{
	const struct variability_test *test = outcome->test;
	struct json_object *json = new_object();
	struct json_object *failures = new_array();

	for (size_t i = 0; i < outcome->result.failure_count; i++)
		push(failures, failure_json(outcome, &outcome->result.failures[i]));
	put(json, "name", new_string(test->name));
	put(json, "folder", new_string(file_uri(outcome, test->folder)));
	put(json, "passed", new_boolean(outcome->result.failure_count == 0));
	put(json, "failures", failures);
	put_comparison(outcome, json);
	return json;
}

struct test_report test_outcome_report(const struct test_outcome *outcome, struct string path)
{
	struct syntax_tree *tree = tree_of(outcome, path);
	struct test_report report = {
		.path = path_normalize(path, outcome->arena), .uri = file_uri(outcome, path)};
	struct publication *publication = publication_create(&(struct publication_request){
		.diagnostics = diagnostics_of_test_file(tree,
			expectations_in_file(&outcome->result, path, outcome->arena),
			outcome->arena),
		.tree = tree,
		.uri = report.uri,
		.client = outcome->client,
		.page = outcome->page,
	});

	report.diagnostics = arena_copy(outcome->arena, publication_json(publication));
	publication_destroy(publication);
	syntax_tree_release(tree);
	return report;
}

static struct json_object *change_of_file(const struct test_outcome *outcome,
	const struct syntax_tree *tree, struct string uri, struct text_edit edit)
{
	struct json_object *change = new_object();
	struct json_object *document = new_object();
	struct json_object *edits = new_array();
	struct json_object *json = new_object();

	put(document, "uri", new_string(uri));
	put(document, "version", NULL);
	put(json, "range", convert_range(tree, edit.range, outcome->client->encoding));
	put(json, "newText", new_string(edit.text));
	push(edits, json);
	put(change, "textDocument", document);
	put(change, "edits", edits);
	return change;
}

static struct json_object *creation_of_file(struct string uri)
{
	struct json_object *creation = new_object();

	put(creation, "kind", new_text("create"));
	put(creation, "uri", new_string(uri));
	return creation;
}

/* The edit of a file that is created first if it `is_missing`. Takes `change` over. */
static struct json_object *workspace_edit(const struct test_outcome *outcome, struct string uri,
	struct json_object *change, bool is_missing)
{
	struct json_object *edit = new_object();

	if (outcome->client->document_changes) {
		struct json_object *list = new_array();

		if (is_missing)
			push(list, creation_of_file(uri));
		push(list, change);
		put(edit, "documentChanges", list);
	} else {
		struct json_object *changes = new_object();

		json_object_object_add(
			changes, uri.bytes, json_object_get(member(change, "edits")));
		json_object_put(change);
		put(edit, "changes", changes);
	}
	return edit;
}

static struct json_object *record_template(
	const struct test_outcome *outcome, struct string *problem)
{
	const struct client *client = outcome->client;
	struct syntax_tree *tree = files_read(outcome->files, outcome->expected);
	struct syntax_tree *old = tree ? tree : syntax_tree_create(STRING(""));
	struct string uri = file_uri(outcome, outcome->expected);
	struct text_edit edit = {{0, syntax_tree_length(old)}, outcome->result.resolved};
	struct json_object *result = NULL;

	if (tree || (client->document_changes && client->creates_files))
		result = workspace_edit(
			outcome, uri, change_of_file(outcome, old, uri, edit), !tree);
	else
		*problem = arena_format(outcome->arena, "The editor cannot create \"%.*s\"",
			STRING_ARGUMENTS(outcome->expected));
	syntax_tree_release(old);
	return result;
}

static bool is_on_one_line(struct node scalar)
{
	enum scalar_style style = node_scalar_style(scalar);

	return style != SCALAR_LITERAL && style != SCALAR_FOLDED;
}

static struct json_object *record_error(const struct test_outcome *outcome, struct string *problem)
{
	struct string path = outcome->test->configured_in;
	struct string uri = file_uri(outcome, path);
	struct syntax_tree *tree = tree_of(outcome, path);
	struct node error = node_get(syntax_tree_root(tree), "error");
	struct json_object *result = NULL;

	if (node_kind(error) == NODE_SCALAR && is_on_one_line(error)) {
		struct text_edit edit = name_edit(error, name_range(error, outcome->arena),
			outcome->result.error, outcome->arena);

		result = workspace_edit(
			outcome, uri, change_of_file(outcome, tree, uri, edit), false);
	} else {
		*problem = STRING("The expected error is written on several lines");
	}
	syntax_tree_release(tree);
	return result;
}

struct json_object *test_outcome_recording(
	const struct test_outcome *outcome, struct string *problem)
{
	const struct variability_test_result *result = &outcome->result;
	bool expects_error = outcome->test->error.bytes != NULL;

	if (expects_error && result->error.length > 0)
		return record_error(outcome, problem);
	if (!expects_error && result->resolved.bytes)
		return record_template(outcome, problem);
	*problem = expects_error
			   ? STRING("The template can be resolved: without \"error\", the "
				    "test expects the result")
			   : arena_format(outcome->arena, "There is no result to record: %.*s",
				     STRING_ARGUMENTS(result->failures[0].text));
	return NULL;
}

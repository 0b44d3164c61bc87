#include "lsp/test_outcome.h"

#include "analyzer/ide/expectations.h"
#include "analyzer/text/path.h"
#include "lsp/convert.h"
#include "lsp/publication.h"
#include "lsp/uri.h"

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
	struct json_object *json = json_object_new_object();
	struct json_object *location = json_object_new_object();

	put(location, "uri", new_string(file_uri(outcome, failure->file)));
	put(location, "range", convert_range(tree, failure->range, outcome->client->encoding));
	put(json, "message", new_string(failure->text));
	put(json, "location", location);
	syntax_tree_release(tree);
	return json;
}

struct json_object *test_outcome_json(const struct test_outcome *outcome)
{
	const struct variability_test *test = outcome->test;
	struct json_object *json = json_object_new_object();
	struct json_object *failures = json_object_new_array();

	for (size_t i = 0; i < outcome->result.failure_count; i++)
		push(failures, failure_json(outcome, &outcome->result.failures[i]));
	put(json, "name", new_string(test->name));
	put(json, "folder", new_string(file_uri(outcome, test->folder)));
	put(json, "passed", new_boolean(outcome->result.failure_count == 0));
	put(json, "failures", failures);
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

static struct json_object *change_of_file(
	const struct test_outcome *outcome, const struct syntax_tree *tree, struct string uri)
{
	struct json_object *change = json_object_new_object();
	struct json_object *document = json_object_new_object();
	struct json_object *edits = json_object_new_array();
	struct json_object *edit = json_object_new_object();
	struct range all = {0, syntax_tree_length(tree)};

	put(document, "uri", new_string(uri));
	put(document, "version", NULL);
	put(edit, "range", convert_range(tree, all, outcome->client->encoding));
	put(edit, "newText", new_string(outcome->result.resolved));
	push(edits, edit);
	put(change, "textDocument", document);
	put(change, "edits", edits);
	return change;
}

static struct json_object *creation_of_file(struct string uri)
{
	struct json_object *creation = json_object_new_object();

	put(creation, "kind", new_text("create"));
	put(creation, "uri", new_string(uri));
	return creation;
}

struct json_object *test_outcome_recording(const struct test_outcome *outcome)
{
	struct syntax_tree *tree = files_read(outcome->files, outcome->expected);
	struct syntax_tree *old = tree ? tree : syntax_tree_create(STRING(""));
	struct string uri = file_uri(outcome, outcome->expected);
	struct json_object *change = change_of_file(outcome, old, uri);
	struct json_object *edit = json_object_new_object();

	if (outcome->client->document_changes && (tree || outcome->client->creates_files)) {
		struct json_object *list = json_object_new_array();

		if (!tree)
			push(list, creation_of_file(uri));
		push(list, change);
		put(edit, "documentChanges", list);
	} else if (tree) {
		struct json_object *changes = json_object_new_object();

		json_object_object_add(
			changes, uri.bytes, json_object_get(member(change, "edits")));
		json_object_put(change);
		put(edit, "changes", changes);
	} else {
		json_object_put(change);
		json_object_put(edit);
		edit = NULL;
	}
	syntax_tree_release(old);
	return edit;
}

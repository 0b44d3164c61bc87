/* textDocument/rename, textDocument/prepareRename */
#include "analyzer/ide/names/rename.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"
#include "lsp/wire/convert.h"

struct json_object *handle_prepare_rename(struct feature *feature)
{
	struct rename_subject subject;
	struct feature_files *files;
	const struct known_file *file;
	struct json_object *result;
	struct range origin;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	files = feature_files_create(feature);
	file = feature_files_subject(files, &offset, &origin);
	subject = rename_prepare(file, offset, feature->arena);
	if (file->tree != feature->document.tree)
		subject.range = origin;
	feature_files_destroy(files);
	if (subject.error.length > 0)
		return feature_fail(feature, ERROR_REQUEST_FAILED, "Cannot rename: %.*s",
			STRING_ARGUMENTS(subject.error));
	if (subject.name.length == 0)
		return NULL;
	result = new_object();
	put(result, "range", feature_convert(feature, subject.range));
	put(result, "placeholder", new_string(subject.name));
	return result;
}

static struct json_object *edit_json(const struct feature *feature, const struct rename_edit *edit)
{
	struct json_object *json = new_object();

	put(json, "range", convert_range(edit->tree, edit->edit.range, feature->client.encoding));
	put(json, "newText", new_string(edit->edit.text));
	return json;
}

/* Files that are not open have no version. */
static struct json_object *document_change(
	const struct feature *feature, struct string path, struct json_object *edits)
{
	struct json_object *change = new_object();
	struct json_object *document = new_object();
	int64_t version;

	put(document, "uri", new_string(feature_files_uri(feature, path, &version)));
	put(document, "version", version >= 0 ? new_integer(version) : NULL);
	put(change, "textDocument", document);
	put(change, "edits", edits);
	return change;
}

/* The edits of one file after the other. */
static struct json_object *workspace_edit(
	const struct feature *feature, const struct rename *rename)
{
	struct json_object *json = new_object();
	bool versioned = feature->client.document_changes;
	struct json_object *all = versioned ? new_array() : new_object();
	size_t next;

	for (size_t i = 0; i < rename->count; i = next) {
		struct string path = rename->edits[i].path;
		struct json_object *edits = new_array();
		int64_t version;

		for (next = i; next < rename->count && string_equal(rename->edits[next].path, path);
			next++)
			push(edits, edit_json(feature, &rename->edits[next]));
		if (versioned)
			push(all, document_change(feature, path, edits));
		else
			json_object_object_add(
				all, feature_files_uri(feature, path, &version).bytes, edits);
	}
	put(json, versioned ? "documentChanges" : "changes", all);
	return json;
}

struct json_object *handle_rename(struct feature *feature)
{
	struct json_object *result = NULL;
	struct feature_files *files;
	struct known_files all;
	struct rename rename;
	const struct known_file *file;
	struct range origin;
	struct string name;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	if (!member_string(feature->params, "newName", &name))
		return feature_fail(feature, ERROR_INVALID_PARAMS, "The params have no new name");
	files = feature_files_create(feature);
	all = feature_files_all(files);
	file = feature_files_subject(files, &offset, &origin);
	rename = rename_edits(file, &all, offset, name, feature->arena);
	if (rename.error.length > 0)
		feature_fail(feature, ERROR_REQUEST_FAILED, "Cannot rename: %.*s",
			STRING_ARGUMENTS(rename.error));
	else if (rename.count > 0)
		result = workspace_edit(feature, &rename);
	feature_files_destroy(files);
	return result;
}

/* The files that a feature looks into: its document, other open ones, and the TOSCA files in
 * the folders of the workspace, read when they are asked for. Of a large workspace it is a part,
 * which the user is told.
 *
 * Everything found in them is borrowed until `feature_files_destroy`. */
#ifndef LSP_JOBS_FEATURE_FILES_H
#define LSP_JOBS_FEATURE_FILES_H

#include "analyzer/ide/names/navigation.h"
#include "analyzer/model/grammar/grammar_file.h"
#include "lsp/jobs/feature.h"

struct feature_files;

struct feature_files *feature_files_create(struct feature *feature);
void feature_files_destroy(struct feature_files *files);

/* The document of the request, with its types. */
const struct known_file *feature_files_document(struct feature_files *files);

/* The template of which it is an expected result; NULL: it is none. Makes no types of its own. */
const struct known_file *feature_files_result_of(struct feature_files *files);

/* Whether the file of that path, one of all, is an expected result of another. */
bool feature_files_is_result(struct feature_files *files, struct string path);

/* What the document is, once it was asked for: TOSCA, or a file beside a template. */
enum grammar_file feature_files_kind(const struct feature_files *files);

/* The file to look into for the name at `*offset` of the document, with its types: the document, or
 * for a name in a variability test the template, `*offset` then being that of the declaration and
 * `*origin` the name in the document. Else `*origin` is as before. */
const struct known_file *feature_files_subject(
	struct feature_files *files, uint32_t *offset, struct range *origin);

/* All of them. A request that is cancelled finds nothing more. */
struct known_files feature_files_all(struct feature_files *files);

/* Without asking for a name, and without types; NULL if it is no TOSCA file. */
const struct syntax_tree *feature_files_tree(struct feature_files *files, size_t position);
struct string feature_files_path(const struct feature_files *files, size_t position);

/* As the client names the file of a path, if it is open; its version then, else -1. */
struct string feature_files_uri(
	const struct feature *feature, struct string path, int64_t *version);

/* The URI of the file that a place is in: for what the language defines, that of a document of
 * the server, which not every client can show. */
struct string feature_files_uri_of(
	const struct feature *feature, const struct place_of_name *place);
bool feature_files_can_show(const struct feature *feature, const struct place_of_name *place);

/* A place as the protocol's Location. */
struct json_object *feature_files_location(
	const struct feature *feature, const struct place_of_name *place);

#endif

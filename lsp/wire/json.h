/* Reading and making JSON values with fewer words than json-c needs.
 *
 * Readers accept anything, also NULL: a member that is missing, null or of another
 * type is simply not there. Makers give a new reference to the caller, never NULL: running out of
 * memory ends the process (base/memory.h). */
#ifndef LSP_WIRE_JSON_H
#define LSP_WIRE_JSON_H

#include "analyzer/text/string.h"

#include <json-c/json_object.h>
#include <stdbool.h>
#include <stdint.h>

/* NULL unless `text` is exactly one JSON value in UTF-8; a null is NULL as well, with
 * `*valid` true. Values nested too deeply are not valid. */
struct json_object *parse_json(struct string text, bool *valid);

/* Values are borrowed from `object`. */
struct json_object *member(struct json_object *object, const char *name);
struct json_object *member_object(struct json_object *object, const char *name);
struct json_object *member_array(struct json_object *object, const char *name);
bool member_string(struct json_object *object, const char *name, struct string *value);
bool member_integer(struct json_object *object, const char *name, int64_t *value);
bool member_is_true(struct json_object *object, const char *name);

/* Follows names separated by dots: "textDocument.hover.contentFormat". */
struct json_object *member_path(struct json_object *object, const char *path);

/* Whether an array holds the string. */
bool array_has(struct json_object *array, const char *string);

struct json_object *new_object(void);
struct json_object *new_array(void);
struct json_object *new_string(struct string string);
struct json_object *new_text(const char *text);
struct json_object *new_integer(int64_t integer);
struct json_object *new_boolean(bool boolean);

/* JSON text that is already written; copied, and put out as it is. */
struct json_object *new_raw(struct string json);

/* The same without a copy: `json` lies in `owned`, from `memory_allocate`, which is taken over. */
struct json_object *new_raw_of(void *owned, struct string json);

/* The text of `value`, which is taken over: putting it out takes no more than that. */
struct json_object *new_written(struct json_object *value);

/* Adds a member to an object that does not have it yet; takes over `value`. `name` is
 * not copied: for literals only. */
void put(struct json_object *object, const char *name, struct json_object *value);

/* Appends to an array; takes over `value`. */
void push(struct json_object *array, struct json_object *value);

/* The text of `value`, borrowed from it until it is written again or released. */
struct string write_json(struct json_object *value);

/* The same in three parts, one behind the other, of which all but the first may be empty: long
 * text of `new_raw` is not copied for it. */
struct json_parts {
	struct string head, body, tail;
};
struct json_parts write_json_parts(struct json_object *value);

#endif

#include "lsp/wire/json.h"

#include "base/memory.h"

#include <json-c/json_tokener.h>
#include <json-c/printbuf.h>
#include <limits.h>
#include <string.h>

enum {
	DEPTH_LIMIT = 200
};

struct json_object *parse_json(struct string text, bool *valid)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_LIMIT);
	struct json_object *value = NULL;

	*valid = false;
	memory_of_library(tokener);
	if (text.length < INT_MAX) {
		json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
		value = json_tokener_parse_ex(tokener, text.bytes, (int)text.length);
		/* A number may go on: only the end of the text ends it. */
		if (json_tokener_get_error(tokener) == json_tokener_continue)
			value = json_tokener_parse_ex(tokener, "", -1);
		*valid = json_tokener_get_error(tokener) == json_tokener_success;
	}
	json_tokener_free(tokener);
	if (!*valid) {
		json_object_put(value);
		return NULL;
	}
	return value;
}

struct json_object *member(struct json_object *object, const char *name)
{
	struct json_object *value = NULL;

	if (!json_object_is_type(object, json_type_object))
		return NULL;
	json_object_object_get_ex(object, name, &value);
	return value;
}

static struct json_object *member_of_type(
	struct json_object *object, const char *name, enum json_type type)
{
	struct json_object *value = member(object, name);

	return value && json_object_is_type(value, type) ? value : NULL;
}

struct json_object *member_object(struct json_object *object, const char *name)
{
	return member_of_type(object, name, json_type_object);
}

struct json_object *member_array(struct json_object *object, const char *name)
{
	return member_of_type(object, name, json_type_array);
}

bool member_string(struct json_object *object, const char *name, struct string *value)
{
	struct json_object *string = member_of_type(object, name, json_type_string);

	if (!string)
		return false;
	value->bytes = json_object_get_string(string);
	value->length = (size_t)json_object_get_string_len(string);
	return true;
}

bool member_integer(struct json_object *object, const char *name, int64_t *value)
{
	struct json_object *integer = member_of_type(object, name, json_type_int);

	if (!integer)
		return false;
	*value = json_object_get_int64(integer);
	return true;
}

bool member_is_true(struct json_object *object, const char *name)
{
	struct json_object *boolean = member_of_type(object, name, json_type_boolean);

	return boolean && json_object_get_boolean(boolean);
}

struct json_object *member_path(struct json_object *object, const char *path)
{
	char name[64];

	while (object && *path) {
		size_t length = strcspn(path, ".");

		if (length >= sizeof(name))
			return NULL;
		memcpy(name, path, length);
		name[length] = '\0';
		object = member(object, name);
		path += length + (path[length] == '.');
	}
	return object;
}

bool array_has(struct json_object *array, const char *string)
{
	if (!json_object_is_type(array, json_type_array))
		return false;
	for (size_t i = 0; i < json_object_array_length(array); i++) {
		struct json_object *item = json_object_array_get_idx(array, i);

		if (json_object_is_type(item, json_type_string) &&
			strcmp(json_object_get_string(item), string) == 0)
			return true;
	}
	return false;
}

struct json_object *new_object(void)
{
	return memory_of_library(json_object_new_object());
}

struct json_object *new_array(void)
{
	return memory_of_library(json_object_new_array());
}

struct json_object *new_string(struct string string)
{
	return memory_of_library(
		json_object_new_string_len(string.bytes ? string.bytes : "", (int)string.length));
}

struct json_object *new_text(const char *text)
{
	return memory_of_library(json_object_new_string(text));
}

struct json_object *new_integer(int64_t integer)
{
	return memory_of_library(json_object_new_int64(integer));
}

struct json_object *new_boolean(bool boolean)
{
	return memory_of_library(json_object_new_boolean(boolean));
}

static int write_raw(struct json_object *value, struct printbuf *buffer, int level, int flags)
{
	struct string *json = json_object_get_userdata(value);

	(void)level;
	(void)flags;
	return printbuf_memappend(buffer, json->bytes, (int)json->length);
}

static void release_raw(struct json_object *value, void *raw)
{
	(void)value;
	memory_release(raw);
}

struct json_object *new_raw(struct string json)
{
	struct json_object *value = new_boolean(true); /* any type would do */
	struct string *copy = memory_allocate(1, sizeof(*copy) + json.length);
	char *bytes = (char *)(copy + 1);

	memcpy(bytes, json.bytes, json.length);
	*copy = (struct string){bytes, json.length};
	json_object_set_serializer(value, write_raw, copy, release_raw);
	return value;
}

void put(struct json_object *object, const char *name, struct json_object *value)
{
	bool is_added = json_object_object_add_ex(object, name, value,
				JSON_C_OBJECT_ADD_KEY_IS_NEW | JSON_C_OBJECT_KEY_IS_CONSTANT) == 0;

	memory_of_library(is_added ? object : NULL);
}

void push(struct json_object *array, struct json_object *value)
{
	memory_of_library(json_object_array_add(array, value) == 0 ? array : NULL);
}

struct string write_json(struct json_object *value)
{
	struct string text = {0};

	text.bytes = json_object_to_json_string_length(
		value, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &text.length);
	memory_of_library((void *)text.bytes);
	return text;
}

#include "lsp/wire/json.h"

#include "analyzer/text/utf8.h"
#include "base/memory.h"

#include <errno.h>
#include <json-c/json_c_version.h>
#include <json-c/json_object_iterator.h>
#include <json-c/json_tokener.h>
#include <json-c/printbuf.h>
#include <limits.h>
#include <string.h>

enum {
	DEPTH_LIMIT = 200,
	VERSION_0_18 = 18 << 8,
	MOST_ESCAPED = 3 /* bytes for one: six for two of them, or twelve for four */
};

/* json-c 0.18, where it is strict, takes all beyond ASCII for control characters. */
static bool needs_escapes(struct string text)
{
	return json_c_version_num() >= VERSION_0_18 && !utf8_is_ascii(text);
}

static size_t write_escaped(char *bytes, uint32_t unit)
{
	static const char digits[] = "0123456789abcdef";

	bytes[0] = '\\';
	bytes[1] = 'u';
	for (unsigned i = 0; i < 4; i++)
		bytes[2 + i] = digits[unit >> (12 - 4 * i) & 15];
	return 6;
}

/* The same JSON in ASCII alone; of text that is no UTF-8, nothing. To be released. */
static char *escape(struct string text, size_t *length)
{
	struct utf8_problem problem;
	char *bytes = memory_resize(NULL, MOST_ESCAPED * text.length + 1, 1);
	bool is_utf8 = utf8_check(text, &problem);

	*length = 0;
	for (size_t i = 0; i < text.length && is_utf8;) {
		unsigned char lead = (unsigned char)text.bytes[i++];
		uint32_t point = lead < 0xe0   ? lead & 0x1fu
				 : lead < 0xf0 ? lead & 0x0fu
					       : lead & 7u;

		if (lead < 0x80) {
			bytes[(*length)++] = (char)lead;
			continue;
		}
		while (i < text.length && utf8_continues(text.bytes[i]))
			point = point << 6 | ((unsigned char)text.bytes[i++] & 0x3fu);
		if (point >= 0x10000)
			*length += write_escaped(bytes + *length, 0xd7c0 + (point >> 10));
		*length += write_escaped(
			bytes + *length, point >= 0x10000 ? 0xdc00 + (point & 0x3ff) : point);
	}
	return bytes;
}

/* json-c does not look whether its copies of keys are there. It takes this function, by the rules
 * of dynamic linking, instead of the one of the C library; so these copies are always there. */
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): theirs begins with __
char *strdup(const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(memory_allocate(1, size), text, size);
}

static struct json_object *parse(struct string text, bool *valid)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_LIMIT);
	struct json_object *value = NULL;

	memory_of_library(tokener);
	errno = 0;
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	value = json_tokener_parse_ex(tokener, text.bytes, (int)text.length);
	/* A number may go on: only the end of the text ends it. */
	if (json_tokener_get_error(tokener) == json_tokener_continue)
		value = json_tokener_parse_ex(tokener, "", -1);
	*valid = json_tokener_get_error(tokener) == json_tokener_success;
	/* It calls a text invalid, or a part of it null, for which it found no memory. */
	if (errno == ENOMEM)
		memory_of_library(NULL);
	json_tokener_free(tokener);
	if (!*valid) {
		json_object_put(value);
		return NULL;
	}
	return value;
}

struct json_object *parse_json(struct string text, bool *valid)
{
	char *escaped = NULL;
	struct json_object *value;

	*valid = false;
	if (text.length >= INT_MAX / MOST_ESCAPED)
		return NULL;
	if (needs_escapes(text)) {
		size_t length;

		escaped = escape(text, &length);
		text = (struct string){escaped, length};
	}
	value = parse(text, valid);
	memory_release(escaped);
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

/* JSON text in place of a value. */
struct raw {
	struct string json;
	void *owned;   /* where the text lies */
	bool is_apart; /* not written together with what is around it, */
	size_t place;  /* but to be put in here */
};

static int write_raw(struct json_object *value, struct printbuf *buffer, int level, int flags)
{
	struct raw *raw = json_object_get_userdata(value);

	(void)level;
	(void)flags;
	raw->place = (size_t)printbuf_length(buffer);
	return raw->is_apart ? 0
			     : printbuf_memappend(buffer, raw->json.bytes, (int)raw->json.length);
}

static void release_raw(struct json_object *value, void *userdata)
{
	struct raw *raw = userdata;

	(void)value;
	memory_release(raw->owned);
	memory_release(raw);
}

static struct raw *raw_of(struct json_object *value)
{
	return json_object_is_type(value, json_type_boolean) ? json_object_get_userdata(value)
							     : NULL;
}

static bool is_raw(struct json_object *value)
{
	return raw_of(value) != NULL;
}

static struct json_object *new_value_of(struct raw raw)
{
	struct json_object *value = new_boolean(true); /* any type would do */
	struct raw *kept = memory_allocate(1, sizeof(*kept));

	*kept = raw;
	json_object_set_serializer(value, write_raw, kept, release_raw);
	return value;
}

struct json_object *new_raw_of(void *owned, struct string json)
{
	return new_value_of((struct raw){.json = json, .owned = owned});
}

struct json_object *new_raw(struct string json)
{
	char *copy = memory_resize(NULL, json.length, 1);

	memcpy(copy, json.bytes, json.length);
	return new_raw_of(copy, (struct string){copy, json.length});
}

/* The tree of values takes many times as much as its text. */
struct json_object *new_written(struct json_object *value)
{
	struct json_object *written;

	if (is_raw(value))
		return value;
	written = new_raw(write_json(value));
	json_object_put(value);
	return written;
}

/* The longest text that stands in for a member of `value`, or of a member of it. */
static struct raw *longest_raw(struct json_object *value, int depth)
{
	struct raw *longest = raw_of(value);

	struct json_object_iterator member, end;

	if (!json_object_is_type(value, json_type_object) || depth == 0)
		return longest;
	member = json_object_iter_begin(value);
	end = json_object_iter_end(value);
	for (; !json_object_iter_equal(&member, &end); json_object_iter_next(&member)) {
		struct raw *raw = longest_raw(json_object_iter_peek_value(&member), depth - 1);

		if (raw && (!longest || raw->json.length > longest->json.length))
			longest = raw;
	}
	return longest;
}

struct json_parts write_json_parts(struct json_object *value)
{
	enum {
		DEPTH = 2,
		WORTH_IT = 4096
	};
	struct raw *raw = longest_raw(value, DEPTH);
	struct string text;

	if (!raw || raw->json.length < WORTH_IT)
		return (struct json_parts){.head = write_json(value)};
	raw->is_apart = true;
	text = write_json(value);
	raw->is_apart = false;
	return (struct json_parts){string_slice(text, 0, raw->place), raw->json,
		string_slice(text, raw->place, text.length)};
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

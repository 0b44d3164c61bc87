#include "lsp/wire/client.h"

#include <string.h>

/* UTF-8 is what the text is kept in, UTF-16 what every client must understand. */
static enum position_encoding choose_encoding(struct json_object *capabilities)
{
	struct json_object *offered = member_path(capabilities, "general.positionEncodings");

	if (array_has(offered, "utf-8"))
		return POSITION_UTF8;
	if (array_has(offered, "utf-16") || !array_has(offered, "utf-32"))
		return POSITION_UTF16;
	return POSITION_UTF32;
}

/* A capability is there if it is true, or an object that tells more. */
static bool is_flagged(struct json_object *value)
{
	return value && (json_object_is_type(value, json_type_object) ||
				(json_object_is_type(value, json_type_boolean) &&
					json_object_get_boolean(value)));
}

static bool has_text(struct json_object *list, const char *text)
{
	return array_has(list, text);
}

static bool has_number(struct json_object *list, int number)
{
	if (!json_object_is_type(list, json_type_array))
		return false;
	for (size_t i = 0; i < json_object_array_length(list); i++)
		if (json_object_get_int(json_object_array_get_idx(list, i)) == number)
			return true;
	return false;
}

struct client client_read(struct json_object *capabilities)
{
	struct client client = {.encoding = choose_encoding(capabilities)};

#define CLIENT_FLAG(name, path) client.name = is_flagged(member_path(capabilities, path));
#define CLIENT_CHOICE(name, path, value)                                                           \
	client.name = _Generic((value), int                                                        \
			       : has_number, default                                               \
			       : has_text)(member_path(capabilities, path), value);
#include "lsp/wire/client.def"
#undef CLIENT_FLAG
#undef CLIENT_CHOICE
	return client;
}

const char *client_encoding_name(enum position_encoding encoding)
{
	switch (encoding) {
	case POSITION_UTF8:
		return "utf-8";
	case POSITION_UTF16:
		return "utf-16";
	case POSITION_UTF32:
		return "utf-32";
	}
	return "utf-16";
}

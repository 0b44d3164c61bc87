#include "lsp/handlers/command_arguments.h"

bool client_command_argument(struct json_object *arguments, size_t position, struct string *text)
{
	struct json_object *item =
		arguments ? json_object_array_get_idx(arguments, position) : NULL;

	if (!json_object_is_type(item, json_type_string))
		return false;
	*text = (struct string){
		json_object_get_string(item), (size_t)json_object_get_string_len(item)};
	return true;
}

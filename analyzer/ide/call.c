#include "analyzer/ide/call.h"

const struct function_row *call_function(enum definitions_version version, struct string key)
{
	if (version_is_2_0(version)) {
		if (!string_starts_with(key, "$") || string_starts_with(key, "$$")) {
			return NULL;
		}
		key = string_slice(key, 1, key.length);
	}
	return function_find(version, key);
}

struct call call_at(enum definitions_version version, const struct cursor_step *path, size_t length)
{
	struct call call = {.argument = -1};
	for (size_t i = 0; i < length; i++) {
		if (path[i].index < 0) {
			const struct function_row *function = call_function(version, path[i].key);
			if (function != NULL) {
				call = (struct call){function, i + 1, -1, false};
				continue;
			}
		}
		if (i == call.steps && path[i].index >= 0) {
			call.argument = path[i].index;
		} else {
			call.is_nested = true;
		}
	}
	return call;
}

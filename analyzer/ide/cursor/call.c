#include "analyzer/ide/cursor/call.h"

const struct function_row *call_function(enum definitions_version version, struct string key)
{
	return function_find(version, function_called(version, key));
}

struct string call_own_name(enum definitions_version version, struct string key)
{
	bool is_own = version_is_2_0(version) && !call_function(version, key);
	return is_own ? function_called(version, key) : (struct string){"", 0};
}

struct call call_at(enum definitions_version version, const struct cursor_step *path, size_t length)
{
	struct call call = {.argument = -1};
	for (size_t i = 0; i < length; i++) {
		if (path[i].index < 0) {
			const struct function_row *function = call_function(version, path[i].key);
			struct string own = call_own_name(version, path[i].key);
			if (function || own.length > 0) {
				call = (struct call){.function = function,
					.own = own,
					.steps = i + 1,
					.argument = -1};
				continue;
			}
		}
		if (i == call.steps && path[i].index >= 0)
			call.argument = path[i].index;
		else
			call.is_nested = true;
	}
	return call;
}

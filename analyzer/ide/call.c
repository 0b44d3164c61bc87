#include "analyzer/ide/call.h"

/* The name of a function in TOSCA 2.0; empty if it is none. */
static struct string called_name(enum definitions_version version, struct string key)
{
	bool is_call = version_is_2_0(version) && string_starts_with(key, "$") &&
		       !string_starts_with(key, "$$");
	return is_call ? string_slice(key, 1, key.length) : (struct string){"", 0};
}

const struct function_row *call_function(enum definitions_version version, struct string key)
{
	return function_find(version, version_is_2_0(version) ? called_name(version, key) : key);
}

struct string call_own_name(enum definitions_version version, struct string key)
{
	return call_function(version, key) == NULL ? called_name(version, key)
						   : (struct string){"", 0};
}

struct call call_at(enum definitions_version version, const struct cursor_step *path, size_t length)
{
	struct call call = {.argument = -1};
	for (size_t i = 0; i < length; i++) {
		if (path[i].index < 0) {
			const struct function_row *function = call_function(version, path[i].key);
			struct string own = call_own_name(version, path[i].key);
			if (function != NULL || own.length > 0) {
				call = (struct call){.function = function,
					.own = own,
					.steps = i + 1,
					.argument = -1};
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

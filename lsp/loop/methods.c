#include "lsp/loop/methods.h"

#include "lsp/handlers/handlers.h"

#include <string.h>

// clang-format off
#define NOTIFICATION(name, handler) \
	{name, METHOD_NOTIFICATION, {.notification = handler}, NULL, NULL, NULL},
#define REQUEST(name, handler, capability, options) \
	{name, METHOD_REQUEST, {.request = handler}, capability, options, NULL},
#define REQUEST_WITH(name, handler, capability, make_options) \
	{name, METHOD_REQUEST, {.request = handler}, capability, NULL, make_options},
#define FEATURE(name, kind, handler, capability, options) \
	{name, METHOD_##kind, {.feature = handler}, capability, options, NULL},
#define FEATURE_WITH(name, kind, handler, capability, make_options) \
	{name, METHOD_##kind, {.feature = handler}, capability, NULL, make_options},
// clang-format on

static const struct method methods[] = {
#include "lsp/handlers/methods.def"
};

#undef NOTIFICATION
#undef REQUEST
#undef REQUEST_WITH
#undef FEATURE
#undef FEATURE_WITH

const struct method *methods_all(size_t *count)
{
	*count = sizeof(methods) / sizeof(methods[0]);
	return methods;
}

const struct method *method_find(const char *name)
{
	size_t low = 0, high = sizeof(methods) / sizeof(methods[0]);

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(name, methods[middle].name);

		if (order == 0)
			return &methods[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

struct json_object *methods_capabilities(void)
{
	struct json_object *capabilities = new_object();

	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		const struct method *method = &methods[i];
		bool valid;

		if (!method->capability)
			continue;
		put(capabilities, method->capability,
			method->make_options ? method->make_options()
					     : parse_json(string_from(method->options), &valid));
	}
	return capabilities;
}

#include "analyzer/ide/hover/hover_parts.h"

#include <string.h>

void hover_named_element(struct hover_context *context, const char *kind, struct string name)
{
	struct string id = arena_format(context->arena, "%s.%.*s", kind, STRING_ARGUMENTS(name));
	const struct element *element =
		context->analysis ? analysis_find_element(context->analysis, id) : NULL;
	if (element)
		hover_element(context, element);
}

bool hover_is_within(const struct place *place, enum construct construct, const char *keyname)
{
	return place->keyname && place->keyname->construct == construct &&
	       strcmp(place->keyname->name, keyname) == 0;
}

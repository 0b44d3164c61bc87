#include "analyzer/model/text/alternatives_text.h"

struct string alternatives_list(const struct alternatives_text *text, struct arena *arena)
{
	struct string parts[sizeof(text->names) / sizeof(*text->names) + 1];
	size_t most = sizeof(text->names) / sizeof(*text->names);
	size_t shown = text->count < most ? text->count : most;

	for (size_t i = 0; i < shown; i++)
		parts[i] = arena_format(arena, "\"%.*s\"", STRING_ARGUMENTS(text->names[i]));
	if (text->count > shown)
		parts[shown] = arena_format(arena, "%zu more", text->count - shown);
	return arena_join_list(arena, parts, shown + (text->count > shown), " or ");
}

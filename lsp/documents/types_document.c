#include "lsp/documents/types_document.h"

#include "analyzer/language/types/normative_files.h"

#include <string.h>

#define PREFIX TYPES_SCHEME "://normative/"

struct string types_document_uri(struct string name, struct arena *arena)
{
	return arena_format(arena, PREFIX "%.*s", STRING_ARGUMENTS(name));
}

bool types_document_text(struct string uri, struct string *text)
{
	if (!string_starts_with(uri, PREFIX))
		return false;
	uri = string_slice(uri, strlen(PREFIX), uri.length);
	for (size_t i = 0; i < NORMATIVE_FILE_TOTAL; i++) {
		if (string_is(uri, normative_file(i).name)) {
			*text = normative_file(i).text;
			return true;
		}
	}
	return false;
}

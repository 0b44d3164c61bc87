/* The normative types as read-only documents (text document content):
 * `vtosca-types://normative/FILE`, one for each version of the Simple Profile that has types of its
 * own. With an authority, since Vim and Emacs take other URIs for names of files in some folder. */
#ifndef LSP_DOCUMENTS_TYPES_DOCUMENT_H
#define LSP_DOCUMENTS_TYPES_DOCUMENT_H

#include "analyzer/text/arena.h"

#include <stdbool.h>

#define TYPES_SCHEME "vtosca-types"

/* `name` as in `type_path`. */
struct string types_document_uri(struct string name, struct arena *arena);

/* False if `uri` is none. */
bool types_document_text(struct string uri, struct string *text);

#endif

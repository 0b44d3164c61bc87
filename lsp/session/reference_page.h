/* The reference pages as files that an editor can open: installed, packed with an extension, or in
 * the checkout that the program was built in. */
#ifndef LSP_SESSION_REFERENCE_PAGE_H
#define LSP_SESSION_REFERENCE_PAGE_H

#include "analyzer/text/arena.h"

/* The URI of the page about diagnostics, which has an anchor for each code; empty if there is no
 * such file near the program. */
struct string reference_page_find(struct arena *arena);

#endif

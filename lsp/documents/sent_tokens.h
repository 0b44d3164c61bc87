/* The semantic tokens that a client was sent last for a document: by the views that they are of,
 * so that the next answer can be what changed.
 *
 * Immutable and reference-counted: made on one thread, kept by the loop's. */
#ifndef LSP_DOCUMENTS_SENT_TOKENS_H
#define LSP_DOCUMENTS_SENT_TOKENS_H

#include "analyzer/ide/views/document_views.h"

struct sent_tokens;

/* `id` names the answer. */
struct sent_tokens *sent_tokens_create(uint64_t id, const struct document_views *views);
struct sent_tokens *sent_tokens_retain(const struct sent_tokens *tokens); /* NULL is harmless */
void sent_tokens_release(struct sent_tokens *tokens);                     /* NULL is harmless */

uint64_t sent_tokens_id(const struct sent_tokens *tokens);
const struct document_views *sent_tokens_views(const struct sent_tokens *tokens);

#endif

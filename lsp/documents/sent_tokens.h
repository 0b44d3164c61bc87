/* The semantic tokens that a client was sent last for a document, as the numbers of the
 * protocol: five for each token, places relative to the token before. Kept so that the next
 * answer can be what changed.
 *
 * Immutable and reference-counted: made on one thread, kept by the loop's. */
#ifndef LSP_DOCUMENTS_SENT_TOKENS_H
#define LSP_DOCUMENTS_SENT_TOKENS_H

#include <stddef.h>
#include <stdint.h>

struct sent_tokens;

/* Takes over `numbers`, from `memory_allocate`. `id` names the answer. */
struct sent_tokens *sent_tokens_create(uint64_t id, uint32_t *numbers, size_t count);
struct sent_tokens *sent_tokens_retain(const struct sent_tokens *tokens); /* NULL is harmless */
void sent_tokens_release(struct sent_tokens *tokens);                     /* NULL is harmless */

uint64_t sent_tokens_id(const struct sent_tokens *tokens);
const uint32_t *sent_tokens_numbers(const struct sent_tokens *tokens, size_t *count);

/* `removed` numbers at `start` of the old ones give way to `added` numbers that stand at
 * `start` of the new ones. Numbers in front and behind are the same. */
struct tokens_edit {
	size_t start, removed, added;
};
struct tokens_edit sent_tokens_difference(
	const struct sent_tokens *before, const struct sent_tokens *now);

#endif

#include "lsp/documents/sent_tokens.h"

#include "base/memory.h"

#include <stdatomic.h>

struct sent_tokens {
	atomic_uint references;
	uint64_t id;
	struct document_views *views;
};

struct sent_tokens *sent_tokens_create(uint64_t id, const struct document_views *views)
{
	struct sent_tokens *tokens = memory_allocate(1, sizeof(*tokens));

	atomic_init(&tokens->references, 1);
	tokens->id = id;
	tokens->views = document_views_retain(views);
	return tokens;
}

struct sent_tokens *sent_tokens_retain(const struct sent_tokens *tokens)
{
	struct sent_tokens *shared = (struct sent_tokens *)tokens;

	if (shared)
		atomic_fetch_add(&shared->references, 1);
	return shared;
}

void sent_tokens_release(struct sent_tokens *tokens)
{
	if (!tokens || atomic_fetch_sub(&tokens->references, 1) != 1)
		return;
	document_views_release(tokens->views);
	memory_release(tokens);
}

uint64_t sent_tokens_id(const struct sent_tokens *tokens)
{
	return tokens->id;
}

const struct document_views *sent_tokens_views(const struct sent_tokens *tokens)
{
	return tokens->views;
}

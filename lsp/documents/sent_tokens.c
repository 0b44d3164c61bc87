#include "lsp/documents/sent_tokens.h"

#include "base/memory.h"

#include <stdatomic.h>

struct sent_tokens {
	atomic_uint references;
	uint64_t id;
	uint32_t *numbers;
	size_t count;
};

struct sent_tokens *sent_tokens_create(uint64_t id, uint32_t *numbers, size_t count)
{
	struct sent_tokens *tokens = memory_allocate(1, sizeof(*tokens));

	atomic_init(&tokens->references, 1);
	tokens->id = id;
	tokens->numbers = numbers;
	tokens->count = count;
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
	memory_release(tokens->numbers);
	memory_release(tokens);
}

uint64_t sent_tokens_id(const struct sent_tokens *tokens)
{
	return tokens->id;
}

const uint32_t *sent_tokens_numbers(const struct sent_tokens *tokens, size_t *count)
{
	*count = tokens->count;
	return tokens->numbers;
}

struct tokens_edit sent_tokens_difference(
	const struct sent_tokens *before, const struct sent_tokens *now)
{
	size_t shorter = before->count < now->count ? before->count : now->count;
	size_t front = 0, back = 0;

	while (front < shorter && before->numbers[front] == now->numbers[front])
		front++;
	while (back < shorter - front &&
		before->numbers[before->count - 1 - back] == now->numbers[now->count - 1 - back])
		back++;
	return (struct tokens_edit){front, before->count - front - back, now->count - front - back};
}

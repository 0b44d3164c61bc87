/* Without libFuzzer, a fuzz target is a program that replays the files it is given, and then as
 * many damaged copies of them as VTOSCA_FUZZ_RUNS says (default 60). VTOSCA_SEED chooses other
 * ones; the copy that breaks a promise is left in the file NAME.input. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	LONGEST = 1 << 20,
	MOST_FILES = 256,
	MOST_DAMAGES = 8
};

struct input {
	uint8_t *bytes;
	size_t size;
};

static uint64_t state;

static size_t below(size_t limit)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return limit ? (size_t)(state >> 33) % limit : 0;
}

static struct input read_input(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct input input = {malloc(LONGEST), 0};

	if (!file || !input.bytes) {
		fprintf(stderr, "%s cannot be read\n", path);
		exit(2);
	}
	input.size = fread(input.bytes, 1, LONGEST, file);
	fclose(file);
	return input;
}

/* Puts `size` bytes in the place of `removed` ones. */
static void replace(
	struct input *input, size_t at, size_t removed, const uint8_t *bytes, size_t size)
{
	if (input->size - removed + size > LONGEST)
		return;
	memmove(input->bytes + at + size, input->bytes + at + removed, input->size - at - removed);
	memcpy(input->bytes + at, bytes, size);
	input->size += size - removed;
}

static void damage(struct input *input, const struct input *other)
{
	static const char *const words[] = {"\n", "\n  ", "\n- ", ": ", "- ", "? ", "{", "}", "[",
		"]", ", ", "\"", "'", "|\n", "&a ", "*a", "<<: *a\n", "!t ", "#", "---\n", "\r\n",
		"\t", "\xef\xbb\xbf", "\xc3\xa9", "\xf0\x9f\x98\x80", "\xff", "0", "-1", "1e9",
		"null", "not: ", "node_presence: ", "variability_input: ", "type: ", "{}", "[]"};
	static uint8_t copy[LONGEST];
	size_t at = below(input->size + 1);
	size_t removed = below(2) ? below(input->size - at < 40 ? input->size - at + 1 : 40) : 0;
	const char *word = words[below(sizeof(words) / sizeof(*words))];
	size_t from = below(other->size + 1);
	size_t size = below(other->size - from < 200 ? other->size - from + 1 : 200);

	switch (below(4)) {
	case 0:
		replace(input, at, removed, (const uint8_t *)"", 0);
		break;
	case 1:
		replace(input, at, removed, (const uint8_t *)word, strlen(word));
		break;
	case 2:
		memcpy(copy, other->bytes + from, size);
		replace(input, at, removed, copy, size);
		break;
	default:
		if (at < input->size)
			input->bytes[at] ^= (uint8_t)(1 << below(8));
	}
}

static void keep(const char *name, const struct input *input)
{
	FILE *file = fopen(name, "wb");

	if (file) {
		fwrite(input->bytes, 1, input->size, file);
		fclose(file);
	}
}

static void run_damaged(const char *name, const struct input *files, size_t count)
{
	const char *runs = getenv("VTOSCA_FUZZ_RUNS");
	const char *seed = getenv("VTOSCA_SEED");
	struct input input = {malloc(LONGEST), 0};

	state = seed ? strtoull(seed, NULL, 10) : 18;
	printf("VTOSCA_SEED=%llu\n", (unsigned long long)state);
	fflush(stdout);
	for (long i = runs ? strtol(runs, NULL, 10) : 60; input.bytes && i > 0; i--) {
		const struct input *file = &files[below(count)];

		memcpy(input.bytes, file->bytes, file->size);
		input.size = file->size;
		for (size_t damages = 1 + below(MOST_DAMAGES); damages > 0; damages--)
			damage(&input, &files[below(count)]);
		keep(name, &input);
		LLVMFuzzerTestOneInput(input.bytes, input.size);
	}
	remove(name);
	free(input.bytes);
}

int main(int count, char **arguments)
{
	struct input files[MOST_FILES];
	char name[256];
	size_t file_count = 0;

	for (int i = 1; i < count && file_count < MOST_FILES; i++) {
		struct input input = read_input(arguments[i]);

		LLVMFuzzerTestOneInput(input.bytes, input.size);
		files[file_count++] = input;
	}
	snprintf(name, sizeof(name), "%s.input", arguments[0]);
	if (file_count)
		run_damaged(name, files, file_count);
	for (size_t i = 0; i < file_count; i++)
		free(files[i].bytes);
	return 0;
}

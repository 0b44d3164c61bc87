#include "analyzer/ide/views/folding.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A line that deeper lines may follow. */
struct opener {
	uint32_t line;
	uint32_t column;
	bool imports;
};

struct folder {
	struct arena *arena;
	struct fold *folds;
	size_t count, capacity;
	struct opener *openers;
	size_t depth, openers_capacity;
	uint32_t last_content; /* the last line that is not blank */
	uint32_t comment_start, comment_lines;
	uint32_t *regions; /* the lines where those begin that are still open */
	size_t region_count, region_capacity;
};

static void add(struct folder *folder, uint32_t first, uint32_t last, enum fold_kind kind)
{
	if (last <= first)
		return;
	folder->folds = arena_reserve(folder->arena, folder->folds, folder->count,
		&folder->capacity, sizeof(*folder->folds));
	folder->folds[folder->count++] = (struct fold){first, last, kind};
}

static void close_to(struct folder *folder, uint32_t column)
{
	while (folder->depth > 0 && folder->openers[folder->depth - 1].column >= column) {
		struct opener opener = folder->openers[--folder->depth];
		add(folder, opener.line, folder->last_content,
			opener.imports ? FOLD_IMPORTS : FOLD_BLOCK);
	}
}

static void end_comment(struct folder *folder)
{
	if (folder->comment_lines > 1) {
		add(folder, folder->comment_start,
			folder->comment_start + folder->comment_lines - 1, FOLD_COMMENT);
	}
	folder->comment_lines = 0;
}

/* The word `# region` or `# endregion`, with a title or without. */
static bool comment_says(struct string comment, const char *word)
{
	size_t start = 0;
	size_t end = 0;
	while (start < comment.length && strchr("# \t", comment.bytes[start]) != NULL)
		start++;
	for (end = start; end < comment.length; end++)
		if (strchr(" \t\r:", comment.bytes[end]) != NULL)
			break;
	return string_is(string_slice(comment, start, end), word);
}

static void read_comment(struct folder *folder, struct string comment, uint32_t number)
{
	bool begins = comment_says(comment, "region");
	bool ends = comment_says(comment, "endregion");
	if (begins || ends)
		end_comment(folder);
	else if (folder->comment_lines++ == 0)
		folder->comment_start = number;
	if (begins) {
		folder->regions = arena_reserve(folder->arena, folder->regions,
			folder->region_count, &folder->region_capacity, sizeof(*folder->regions));
		folder->regions[folder->region_count++] = number;
	} else if (ends && folder->region_count > 0) {
		add(folder, folder->regions[--folder->region_count], number, FOLD_REGION);
	}
}

static void read_line(struct folder *folder, struct string line, uint32_t number)
{
	uint32_t column = 0;
	while (column < line.length && line.bytes[column] == ' ')
		column++;
	struct string content = string_slice(line, column, line.length);
	if (content.length == 0 || content.bytes[0] == '\r') {
		end_comment(folder);
		return;
	}
	if (content.bytes[0] == '#') {
		read_comment(folder, content, number);
		return;
	}
	end_comment(folder);
	/* A dash belongs to the key above it, even if it stands in the same column; a bracket
	 * that only closes stays in sight with the line that opened it. */
	bool dash = content.bytes[0] == '-' && (content.length == 1 || content.bytes[1] == ' ');
	bool closing = strchr("]}", content.bytes[0]) != NULL;
	uint32_t rank = 2 * column + dash;
	if (!closing)
		close_to(folder, rank);
	folder->openers = arena_reserve(folder->arena, folder->openers, folder->depth,
		&folder->openers_capacity, sizeof(*folder->openers));
	if (!closing) {
		folder->openers[folder->depth++] = (struct opener){
			number, rank, column == 0 && string_starts_with(content, "imports:")};
	}
	folder->last_content = number;
}

static int compare(const void *left, const void *right)
{
	const struct fold *a = left;
	const struct fold *b = right;
	if (a->first_line != b->first_line)
		return a->first_line < b->first_line ? -1 : 1;
	return a->last_line > b->last_line ? -1 : a->last_line < b->last_line;
}

/* In the order of the text, outer before inner ones. */
const struct fold *folding_ranges(
	const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	struct folder folder = {.arena = arena};
	struct string text =
		syntax_tree_text(tree, (struct range){0, syntax_tree_length(tree)}, arena);
	uint32_t number = 0;
	for (size_t start = 0; start < text.length; number++) {
		const char *newline = memchr(text.bytes + start, '\n', text.length - start);
		size_t end = newline ? (size_t)(newline - text.bytes) : text.length;
		read_line(&folder, string_slice(text, start, end), number);
		start = end + 1;
	}
	end_comment(&folder);
	close_to(&folder, 0);
	if (folder.count > 0)
		qsort(folder.folds, folder.count, sizeof(*folder.folds), compare);
	*count = folder.count;
	return folder.folds;
}

#include "analyzer/ide/views/folding.h"

#include <stdbool.h>
#include <string.h>

/* A line that deeper lines may follow. */
struct opener {
	uint32_t column;
	size_t fold; /* which it begins */
};

struct folder {
	struct arena *arena;
	struct fold *folds;
	size_t count, capacity;
	struct opener *openers;
	size_t depth, openers_capacity;
	uint32_t last_content; /* the last line that is not blank */
	size_t comment;        /* the last one, and how many lines it has so far */
	uint32_t comment_lines;
	size_t *regions; /* those that are still open */
	size_t region_count, region_capacity;
};

/* A fold begins, which is one if it ends on another line. */
static size_t begin(struct folder *folder, uint32_t line, enum fold_kind kind)
{
	folder->folds = arena_reserve(folder->arena, folder->folds, folder->count,
		&folder->capacity, sizeof(*folder->folds));
	folder->folds[folder->count] = (struct fold){line, line, kind};
	return folder->count++;
}

static void close_to(struct folder *folder, uint32_t column)
{
	while (folder->depth > 0 && folder->openers[folder->depth - 1].column >= column)
		folder->folds[folder->openers[--folder->depth].fold].last_line =
			folder->last_content;
}

static void end_comment(struct folder *folder)
{
	if (folder->comment_lines > 0)
		folder->folds[folder->comment].last_line += folder->comment_lines - 1;
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
		folder->comment = begin(folder, number, FOLD_COMMENT);
	if (begins) {
		folder->regions = arena_reserve(folder->arena, folder->regions,
			folder->region_count, &folder->region_capacity, sizeof(*folder->regions));
		folder->regions[folder->region_count++] = begin(folder, number, FOLD_REGION);
	} else if (ends && folder->region_count > 0) {
		folder->folds[folder->regions[--folder->region_count]].last_line = number;
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
	bool closing = content.bytes[0] == ']' || content.bytes[0] == '}';
	uint32_t rank = 2 * column + dash;
	if (!closing)
		close_to(folder, rank);
	if (!closing) {
		folder->openers = arena_reserve(folder->arena, folder->openers, folder->depth,
			&folder->openers_capacity, sizeof(*folder->openers));
		bool imports = column == 0 && string_starts_with(content, "imports:");
		folder->openers[folder->depth++] = (struct opener){
			rank, begin(folder, number, imports ? FOLD_IMPORTS : FOLD_BLOCK)};
	}
	folder->last_content = number;
}

static size_t without_single_lines(struct fold *folds, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (folds[i].last_line > folds[i].first_line)
			folds[kept++] = folds[i];
	return kept;
}

/* In the order of the text, outer before inner ones. */
const struct fold *folding_ranges(
	const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	struct folder folder = {.arena = arena};
	uint32_t number = 0;
	for (uint32_t i = 0; i < syntax_tree_section_count(tree); i++) {
		struct string text = syntax_tree_section_text(tree, i);
		for (size_t start = 0; start < text.length; number++) {
			const char *newline = memchr(text.bytes + start, '\n', text.length - start);
			size_t end = newline ? (size_t)(newline - text.bytes) : text.length;
			read_line(&folder, string_slice(text, start, end), number);
			start = end + 1;
		}
	}
	end_comment(&folder);
	close_to(&folder, 0);
	*count = without_single_lines(folder.folds, folder.count);
	return folder.folds;
}

/* Where the lines of an outline belong: which collections are open, and which text is astray.
 *
 * Text stands alone in its line where an entry of a mapping or list is expected while its colon
 * is still to come. No YAML has that, so what it means is ours to say: the lines around it
 * stay what they are. What text is shows at the entry behind it. Internal to outline.c. */
#ifndef ANALYZER_SYNTAX_LINES_OUTLINE_ENTRIES_H
#define ANALYZER_SYNTAX_LINES_OUTLINE_ENTRIES_H

#include "analyzer/syntax/lines/outline.h"

enum {
	NO_COLUMN = -2 /* no line is deeper than this by accident: columns start at 0 */
};

/* A key or an item. */
struct outline_entry {
	struct outline_line line;
	int32_t key_column; /* of the key in its line, or NO_COLUMN */
	bool awaits_value;  /* nothing stands behind the key */
	bool has_flow_key;  /* `[a, b]: c`; not told of items */
};

struct outline_text {
	struct outline_line line;
	struct range text;
	bool is_certain; /* it cannot be a value: it is no deeper than the entries around it */
	bool may_be_key; /* it would be one if a colon followed */
	bool is_value;   /* it is one whatever follows: a tag or an anchor alone */
	bool is_tabbed;  /* indented with a tab: it cannot be anything */
};

struct outline_entries {
	struct outline *outline;
	const struct outline_context *context;
	struct outline_column *columns; /* of the open collections, from the outermost on */
	size_t column_count, column_capacity;
	struct outline_text *texts; /* what they are is still to be decided */
	size_t text_count, text_capacity;
	int32_t opener; /* the column of the last key if its value is still to come, or NO_COLUMN */
};

void outline_entries_begin(struct outline_entries *entries, struct outline *outline,
	const struct outline_context *context);

/* Each in the order of the text. */
void outline_add_entry(struct outline_entries *entries, const struct outline_entry *entry);

/* True if the text cannot be a value. */
bool outline_add_text(struct outline_entries *entries, struct outline_text text);

/* Whether the entry, though deeper, is no part of the text above it. */
bool outline_ends_text(const struct outline_entries *entries, const struct outline_entry *entry);

/* The line continues the text above it. */
void outline_extend_text(struct outline_entries *entries);

/* Whether the text above is indented with a tab. */
bool outline_is_tabbed(const struct outline_entries *entries);

/* `end` is the end of the outline. */
void outline_entries_end(struct outline_entries *entries, uint32_t end);

#endif

#include "analyzer/syntax/lines/outline_entries.h"

#include "base/memory.h"

/* ---- columns ---- */

static void open_column(struct outline_entries *entries, struct outline_column column)
{
	entries->columns = memory_reserve(entries->columns, entries->column_count,
		&entries->column_capacity, sizeof(*entries->columns));
	entries->columns[entries->column_count++] = column;
}

static struct outline_column *innermost(const struct outline_entries *entries)
{
	return entries->column_count ? &entries->columns[entries->column_count - 1] : NULL;
}

/* NULL if no collection is open there. */
static const struct outline_column *find_column(
	const struct outline_entries *entries, uint32_t column)
{
	for (size_t i = entries->column_count; i-- > 0;)
		if (entries->columns[i].column == column)
			return &entries->columns[i];
	return NULL;
}

static bool goes_on(const struct outline_entries *entries, const struct outline_line *line)
{
	const struct outline_column *column = find_column(entries, line->column);

	return column && (line->kind == OUTLINE_ITEM ? column->has_items : column->has_keys);
}

/* Whether the entry is the first of a collection: of the document, or the value of a key. */
static bool begins(const struct outline_entries *entries, const struct outline_line *line)
{
	int32_t column = (int32_t)line->column;

	if (entries->opener == NO_COLUMN)
		return entries->column_count == 0;
	return line->kind == OUTLINE_ITEM ? column >= entries->opener : column > entries->opener;
}

/* An entry that goes on with a collection closes those that are deeper. One that stands where none
 * is open is a mistake, and changes nothing. */
static void place_entry(struct outline_entries *entries, const struct outline_entry *entry)
{
	const struct outline_line *line = &entry->line;
	bool is_item = line->kind == OUTLINE_ITEM;
	bool is_first = begins(entries, line);

	entries->opener = NO_COLUMN;
	if (!is_first && !goes_on(entries, line))
		return;
	if (is_first) {
		struct outline_column *column = innermost(entries);

		if (column && column->column == line->column)
			column->has_items = true;
		else
			open_column(
				entries, (struct outline_column){line->column, !is_item, is_item});
	} else {
		while (innermost(entries)->column > line->column)
			entries->column_count--;
		if (!is_item) /* the list of the key before it is over */
			innermost(entries)->has_items = false;
	}
	if (is_item && entry->key_column != NO_COLUMN)
		open_column(entries,
			(struct outline_column){(uint32_t)entry->key_column, .has_keys = true});
	entries->opener = entry->awaits_value ? entry->key_column : NO_COLUMN;
}

/* ---- what a text is ---- */

enum text_role {
	TEXT_VALUE,
	TEXT_STRAY,
	TEXT_KEY, /* whose colon is missing */
};

/* Whether the entry begins the value of the key that stands above all undecided text. */
static bool is_due(const struct outline_entries *entries, const struct outline_line *line)
{
	return entries->opener != NO_COLUMN && line->kind == OUTLINE_KEY &&
	       (int32_t)line->column > entries->opener;
}

/* Whether an entry that is deeper than the text right above it can only be its value. Entries of
 * the collection one level deeper may be; those of a still deeper one go on with that. */
static bool needs_key(const struct outline_entries *entries, const struct outline_text *text,
	const struct outline_line *line)
{
	const struct outline_column *column = find_column(entries, text->line.column);

	if (!text->may_be_key || line->column <= text->line.column)
		return false;
	if (!text->is_certain)
		return line->kind == OUTLINE_KEY &&
		       (entries->opener == NO_COLUMN
				       ? entries->column_count == 0
				       : (int32_t)text->line.column > entries->opener);
	if (!column || !column->has_keys ||
		(is_due(entries, line) && (int32_t)text->line.column <= entries->opener))
		return false;
	return !goes_on(entries, line) || column[1].column == line->column;
}

/* Whether text in front of `line`, or of nothing, has no place there. */
static bool is_astray(const struct outline_entries *entries, const struct outline_text *text,
	const struct outline_line *line)
{
	if (text->is_certain || !line || text->is_value)
		return text->is_certain;
	return is_due(entries, line) || (entries->column_count == 0 && line->kind == OUTLINE_KEY);
}

static enum text_role role_of(
	const struct outline_entries *entries, size_t number, const struct outline_line *line)
{
	const struct outline_text *text = &entries->texts[number];
	bool is_last = number + 1 == entries->text_count;

	if (line && is_last && needs_key(entries, text, line))
		return TEXT_KEY;
	return is_astray(entries, text, line) ? TEXT_STRAY : TEXT_VALUE;
}

bool outline_ends_text(const struct outline_entries *entries, const struct outline_entry *entry)
{
	const struct outline_line *line = &entry->line;

	if (entries->text_count == 0)
		return false;

	const struct outline_text *text = &entries->texts[entries->text_count - 1];

	return needs_key(entries, text, line) || is_due(entries, line) ||
	       (text->is_certain && goes_on(entries, line));
}

/* ---- lines ---- */

static void add_line(struct outline *outline, const struct outline_line *line)
{
	outline->lines = memory_reserve(
		outline->lines, outline->count, &outline->capacity, sizeof(*outline->lines));
	outline->lines[outline->count++] = *line;
}

static void add_stray(
	struct outline_entries *entries, const struct outline_text *text, uint32_t end)
{
	struct outline *outline = entries->outline;
	const struct outline_column *column = innermost(entries);

	outline->strays = memory_reserve(outline->strays, outline->stray_count,
		&outline->stray_capacity, sizeof(*outline->strays));
	outline->strays[outline->stray_count++] = (struct outline_stray){
		.lines = {text->line.start, end},
		.text = text->text,
		.in_list = column && column->has_items,
		.is_tabbed = text->is_tabbed,
	};
}

/* Decides what all text is that stands in front of `line`, or of `end` if that is NULL. */
static void settle(struct outline_entries *entries, const struct outline_line *line, uint32_t end)
{
	struct outline_entry key = {.key_column = NO_COLUMN};

	for (size_t i = 0; i < entries->text_count; i++) {
		const struct outline_text *text = &entries->texts[i];
		bool is_last = i + 1 == entries->text_count;

		switch (role_of(entries, i, line)) {
		case TEXT_VALUE:
			add_line(entries->outline, &text->line);
			break;
		case TEXT_STRAY:
			add_stray(entries, text, is_last ? end : text[1].line.start);
			break;
		case TEXT_KEY:
			key = (struct outline_entry){text->line, (int32_t)text->line.column, true};
			break;
		}
	}
	entries->text_count = 0;
	if (key.key_column == NO_COLUMN)
		return;
	key.line.kind = OUTLINE_KEY;
	key.line.opens = key.line.lacks_colon = true;
	place_entry(entries, &key);
	add_line(entries->outline, &key.line);
}

void outline_entries_begin(struct outline_entries *entries, struct outline *outline,
	const struct outline_context *context)
{
	*entries = (struct outline_entries){
		.outline = outline, .context = context, .opener = NO_COLUMN};
	for (uint32_t i = 0; context && i < context->column_count; i++)
		open_column(entries, context->columns[i]);
}

void outline_add_entry(struct outline_entries *entries, const struct outline_entry *entry)
{
	settle(entries, &entry->line, entry->line.start);
	place_entry(entries, entry);
	add_line(entries->outline, &entry->line);
}

bool outline_add_text(struct outline_entries *entries, struct outline_text text)
{
	const struct outline_column *column = innermost(entries);

	text.is_certain = text.is_tabbed || (column && text.line.column <= column->column);
	text.is_value = text.is_value && !text.is_certain;
	entries->texts = memory_reserve(entries->texts, entries->text_count,
		&entries->text_capacity, sizeof(*entries->texts));
	entries->texts[entries->text_count++] = text;
	return text.is_certain;
}

void outline_extend_text(struct outline_entries *entries)
{
	if (entries->text_count)
		entries->texts[entries->text_count - 1].may_be_key = false;
}

bool outline_is_tabbed(const struct outline_entries *entries)
{
	return entries->text_count && entries->texts[entries->text_count - 1].is_tabbed;
}

void outline_entries_end(struct outline_entries *entries, uint32_t end)
{
	const struct outline_line *next = entries->context ? entries->context->next : NULL;

	if (next && (next->lacks_colon ||
			    (entries->text_count &&
				    role_of(entries, entries->text_count - 1, next) == TEXT_KEY)))
		entries->outline->is_irregular = true;
	else
		settle(entries, next, end);
	memory_release(entries->columns);
	memory_release(entries->texts);
	*entries = (struct outline_entries){0};
}

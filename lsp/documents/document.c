#include "lsp/documents/document.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_report.h"
#include "base/memory.h"
#include "lsp/documents/sent_tokens.h"
#include "lsp/documents/settings.h"
#include "lsp/wire/convert.h"

#include <assert.h>
#include <string.h>

static char *copy(struct string string)
{
	char *bytes = memory_allocate(string.length + 1, 1);

	memcpy(bytes, string.bytes, string.length);
	return bytes;
}

/* ---- paths ---- */

static bool paths_have(const struct path_list *paths, struct string path)
{
	return name_table_find(&paths->known, path) != NULL;
}

static void paths_add(struct path_list *paths, struct string path)
{
	if (paths_have(paths, path))
		return;
	if (!paths->arena)
		paths->arena = arena_create();
	paths->items = arena_reserve(
		paths->arena, paths->items, paths->count, &paths->capacity, sizeof(*paths->items));
	paths->items[paths->count] = arena_copy(paths->arena, path);
	name_table_add(&paths->known, paths->arena, paths->items[paths->count++], paths);
}

static void paths_clear(struct path_list *paths)
{
	arena_destroy(paths->arena);
	*paths = (struct path_list){0};
}

/* ---- documents ---- */

struct document *document_create(
	struct string uri, struct string path, int64_t version, struct string text)
{
	struct document *document = memory_allocate(1, sizeof(*document));

	document->uri = copy(uri);
	document->path = copy(path);
	document->version = version;
	document->tree = syntax_tree_create(text);
	return document;
}

void document_destroy(struct document *document)
{
	if (!document)
		return;
	assert(!document->job && !document->space_job && !document->waiting);
	syntax_tree_release(document->tree);
	analysis_release(document->analysis);
	remembered_presence_release(document->good);
	analysis_release(document->shown);
	space_report_release(document->space);
	solved_parts_destroy(document->answers);
	document_facts_release(document->facts);
	absent_elements_destroy(document->absent);
	publication_destroy(document->publication);
	document_views_release(document->views);
	sent_tokens_release(document->tokens);
	memory_release(document->foreign);
	paths_clear(&document->reads);
	paths_clear(&document->uses);
	paths_clear(&document->changed);
	settings_release(document->settings);
	document_dismiss(document, STRING(""));
	document_set_base(document, NULL, STRING(""));
	memory_release(document->tried);
	memory_release(document->active_variant);
	memory_release(document->uri);
	memory_release(document->path);
	memory_release(document);
}

static void replace_tree(struct document *document, struct syntax_tree *tree)
{
	syntax_tree_release(document->tree);
	document->tree = tree;
}

/* A text that replaces the whole, as the edit of the part that differs: clients
 * without incremental changes send all of it with every key. */
static struct text_edit edit_of_whole(
	const struct syntax_tree *tree, struct string text, struct arena *arena)
{
	struct range all = {0, syntax_tree_length(tree)};
	struct string old = syntax_tree_text(tree, all, arena);
	size_t shorter = old.length < text.length ? old.length : text.length;
	size_t before = 0, after = 0;

	while (before < shorter && old.bytes[before] == text.bytes[before])
		before++;
	while (after < shorter - before &&
		old.bytes[old.length - 1 - after] == text.bytes[text.length - 1 - after])
		after++;
	/* Never inside a character or between CR and LF. */
	while (before > 0 && before < old.length &&
		(((unsigned char)old.bytes[before] & 0xC0) == 0x80 || old.bytes[before] == '\n'))
		before--;
	while (after > 0 && (((unsigned char)old.bytes[old.length - after] & 0xC0) == 0x80 ||
				    old.bytes[old.length - after] == '\n'))
		after--;
	return (struct text_edit){{(uint32_t)before, (uint32_t)(old.length - after)},
		string_slice(text, before, text.length - after)};
}

static size_t count_blanks(struct string text)
{
	size_t count = 0;

	while (count < text.length && strchr("\r\n ", text.bytes[count]))
		count++;
	return count;
}

/* A letter, a pair of brackets, a new line with its indentation, or one of them taken back; another
 * indentation; and what completion makes of the letters before. */
static bool is_typed(const struct document *document, struct text_edit edit, struct arena *arena)
{
	enum {
		MOST_LETTERS = 4,
		MOST_COMPLETED = 500,
		DEEPEST_LINE = 120
	};
	uint32_t length = edit.range.end - edit.range.start;
	size_t blanks = count_blanks(edit.text);

	if (length > DEEPEST_LINE)
		return false;
	if (document->is_being_typed && edit.range.end == document->focus &&
		edit.text.length <= MOST_COMPLETED)
		return true;
	if (length > MOST_LETTERS &&
		count_blanks(syntax_tree_text(document->tree, edit.range, arena)) < length)
		return false;
	return edit.text.length - blanks <= MOST_LETTERS && blanks <= DEEPEST_LINE;
}

static const char *apply(struct document *document, struct json_object *change,
	enum position_encoding encoding, struct arena *arena)
{
	struct text_edit edit = {0};
	struct string text;

	if (!member_string(change, "text", &text))
		return "a change without a text";
	if (!member(change, "range")) {
		edit = edit_of_whole(document->tree, text, arena);
	} else {
		if (!convert_to_range(
			    document->tree, member(change, "range"), encoding, &edit.range))
			return "a change whose range is none";
		edit.text = text;
	}
	document->damage = damage_add(document->damage, edit);
	document->is_being_typed = member(change, "range") && is_typed(document, edit, arena);
	document->focus = edit.range.start + (uint32_t)edit.text.length;
	replace_tree(document, syntax_tree_edit(document->tree, edit));
	return NULL;
}

const char *document_change(
	struct document *document, struct json_object *changes, enum position_encoding encoding)
{
	struct arena *arena = arena_create();
	const char *fault = NULL;

	for (size_t i = 0; i < json_object_array_length(changes); i++) {
		const char *reason =
			apply(document, json_object_array_get_idx(changes, i), encoding, arena);

		fault = reason ? reason : fault;
	}
	arena_destroy(arena);
	return fault;
}

void document_note_foreign(struct document *document, struct string foreign)
{
	memory_release(document->foreign);
	document->foreign = foreign.length > 0 ? copy(foreign) : NULL;
}

bool document_has_read(const struct document *document, struct string path)
{
	size_t folder = path.length;

	while (folder > 1 && path.bytes[folder - 1] != '/')
		folder--;
	return paths_have(&document->reads, path) ||
	       (folder > 1 && paths_have(&document->reads, string_slice(path, 0, folder - 1)));
}

bool document_uses(const struct document *document, struct string path)
{
	return paths_have(&document->uses, path);
}

void document_note_use(struct document *document, struct string path)
{
	paths_add(&document->uses, path);
}

void document_note_read(struct document *document, struct string path)
{
	paths_add(&document->reads, path);
}

void document_forget_reads(struct document *document)
{
	paths_clear(&document->reads);
	paths_clear(&document->uses);
}

void document_note_change(struct document *document, struct string path)
{
	paths_add(&document->changed, path);
}

bool document_missed_change(struct document *document)
{
	bool missed = false;

	for (size_t i = 0; i < document->changed.count; i++)
		missed |= document_has_read(document, document->changed.items[i]);
	paths_clear(&document->changed);
	return missed;
}

void document_set_active_variant(struct document *document, const char *name)
{
	memory_release(document->active_variant);
	document->active_variant = name ? copy(string_from(name)) : NULL;
}

/* ---- variants that are tried ---- */

static void take_out(struct document *document, size_t position)
{
	struct tried_variant *tried = &document->tried[position];

	if (document->active_variant && strcmp(document->active_variant, tried->name) == 0)
		document_set_active_variant(document, NULL);
	memory_release(tried->name);
	memory_release(tried->inputs);
	document->tried_count--;
	memmove(tried, tried + 1, (document->tried_count - position) * sizeof(*tried));
}

bool document_dismiss(struct document *document, struct string name)
{
	size_t before = document->tried_count;

	for (size_t i = before; i-- > 0;)
		if (name.length == 0 || string_is(name, document->tried[i].name))
			take_out(document, i);
	return document->tried_count < before;
}

void document_try(struct document *document, struct string name, struct string inputs)
{
	struct tried_variant tried = {copy(name), copy(inputs)};

	document_dismiss(document, string_from(tried.name));
	document->tried = memory_reserve(document->tried, document->tried_count,
		&document->tried_capacity, sizeof(*document->tried));
	document->tried[document->tried_count++] = tried;
	document_set_active_variant(document, tried.name);
}

void document_set_base(struct document *document, const struct string *text, struct string name)
{
	syntax_tree_release(document->base);
	memory_release(document->base_name);
	document->base = text ? syntax_tree_create(*text) : NULL;
	document->base_name = text ? copy(name) : NULL;
}

struct settings *document_settings(
	const struct document *document, struct settings *settings_of_server)
{
	return document->settings ? document->settings : settings_of_server;
}

bool document_fades(const struct document *document, const struct settings *settings)
{
	return document->active_variant ? document->active_variant[0] != '\0'
					: settings->fades_absent;
}

bool document_is_analysed(const struct document *document)
{
	return document->publication && !document->wants_analysis && !document->job;
}

#include "edits.h"

#include "analyzer/ide/cursor/walk.h"
#include "analyzer/language/types/type_kinds.h"

#include <stdio.h>
#include <string.h>

enum {
	/* Longer entries are whole parts of a document: nobody pastes these line by line. */
	MOST_LINES = 100,
	/* Values of any form may go on and on. */
	DEEPEST = 3,
};

enum form {
	FORM_KEYNAME,
	FORM_NAME,
	FORM_VALUE,
	FORM_COMMENT,
};

/* What the grammar tells apart. */
struct kind {
	enum form form;
	enum construct construct;
	const struct keyname_row *keyname;
	size_t depth;
	struct string around; /* the function or operator that a value is an argument of */
};

struct spot {
	struct range word;
	struct range entry; /* with its value; empty if it has none */
	bool may_copy;
};

struct class
{
	struct kind kind;
	enum edit_scope scope;
	struct spot *spots;
	size_t count, capacity;
};

struct finder {
	struct arena *arena;
	const struct syntax_tree *tree;
	struct string text;
	struct class *classes;
	size_t count, capacity;
};

static bool same_kind(const struct kind *a, const struct kind *b)
{
	return a->form == b->form && a->construct == b->construct && a->keyname == b->keyname &&
	       a->depth == b->depth && string_equal(a->around, b->around);
}

static struct class *class_of(struct finder *finder, struct kind kind)
{
	for (size_t i = finder->count; i > 0; i--)
		if (same_kind(&finder->classes[i - 1].kind, &kind))
			return &finder->classes[i - 1];
	finder->classes = arena_reserve(finder->arena, finder->classes, finder->count,
		&finder->capacity, sizeof(*finder->classes));
	finder->classes[finder->count] = (struct class){.kind = kind};
	return &finder->classes[finder->count++];
}

static void add_spot(struct finder *finder, struct class *class, struct spot spot)
{
	class->spots = arena_reserve(
		finder->arena, class->spots, class->count, &class->capacity, sizeof(*class->spots));
	class->spots[class->count++] = spot;
}

/* By the outermost keynames: what is written within a definition belongs to it. */
static enum edit_scope scope_of(const struct walk_item *item, const struct kind *kind)
{
	bool is_file = kind->construct == CONSTRUCT_FILE;
	bool is_template = kind->construct == CONSTRUCT_TOPOLOGY_TEMPLATE ||
			   kind->construct == CONSTRUCT_SERVICE_TEMPLATE;

	if ((is_file || is_template) && kind->form == FORM_KEYNAME)
		return EDIT_DOCUMENT;
	if (is_file && kind->keyname &&
		strcmp(kind->keyname->name, "tosca_definitions_version") == 0)
		return EDIT_DOCUMENT;
	for (size_t i = 0; i < item->path_length && i < 2; i++) {
		struct string key = item->path[i].key;

		if (string_is(key, "variability"))
			return EDIT_VARIANT;
		for (int type = 0; type < TYPE_KIND_TOTAL; type++)
			if (string_is(key, type_kind_row((enum type_kind)type)->keyname))
				return EDIT_TYPE;
		if (string_is(key, "imports") || string_is(key, "functions"))
			return EDIT_TYPE;
	}
	return EDIT_SECTION;
}

/* Operators and functions tell values apart, and the names that authors choose do not. */
static struct string argument_of(const struct walk_item *item)
{
	const struct place *place = item->place;
	size_t first = place->is_expression ? place->expression_start : item->path_length;

	for (size_t i = item->path_length; i > first; i--)
		if (item->path[i - 1].key.length > 0)
			return item->path[i - 1].key;
	return STRING("");
}

static struct kind kind_of(const struct walk_item *item)
{
	const struct place *place = item->place;
	struct kind kind = {.construct = place->construct,
		.keyname = place->keyname,
		.depth = place->is_expression     ? 1
			 : place->depth < DEEPEST ? place->depth
						  : DEEPEST};
	enum construct construct = place_construct(place);

	kind.form = item->is_key ? FORM_NAME : FORM_VALUE;
	if (!item->is_key) {
		kind.around = argument_of(item);
	} else if (construct != CONSTRUCT_NONE) {
		kind = (struct kind){.form = FORM_KEYNAME,
			.construct = construct,
			.keyname = keyname_find(construct, place->version, node_text(item->node))};
		if (!kind.keyname)
			kind.form = FORM_NAME;
	} else if (place->is_expression) {
		kind.around = node_text(item->node);
	}
	return kind;
}

static void visit(void *context, const struct walk_item *item)
{
	struct finder *finder = context;
	struct range word = node_range(item->node);
	struct spot spot = {.word = word};
	struct class *class;

	if (word.end == word.start)
		return;
	class = class_of(finder, kind_of(item));
	if (class->count == 0 || class->scope == EDIT_SECTION)
		class->scope = scope_of(item, &class->kind);
	if (item->is_key) {
		struct range value = node_range(item->value);

		spot.entry =
			(struct range){word.start, value.end > word.end ? value.end : word.end};
		spot.may_copy = class->kind.form == FORM_NAME;
	}
	add_spot(finder, class, spot);
}

/* ---- lines ---- */

static uint32_t line_start(const struct finder *finder, uint32_t offset)
{
	while (offset > 0 && finder->text.bytes[offset - 1] != '\n')
		offset--;
	return offset;
}

static uint32_t line_end(const struct finder *finder, uint32_t offset)
{
	while (offset < finder->text.length && finder->text.bytes[offset] != '\n')
		offset++;
	return offset;
}

static uint32_t first_word(const struct finder *finder, uint32_t offset)
{
	offset = line_start(finder, offset);
	while (offset < finder->text.length && finder->text.bytes[offset] == ' ')
		offset++;
	return offset;
}

/* Nothing but a dash stands before the word in its line. */
static bool opens_line(const struct finder *finder, uint32_t offset)
{
	uint32_t first = first_word(finder, offset);

	if (first < offset && finder->text.bytes[first] == '-')
		for (first++; first < offset && finder->text.bytes[first] == ' ';)
			first++;
	return first == offset;
}

/* The lines of an entry; empty if it shares them with others. */
static struct range lines_of(const struct finder *finder, const struct spot *spot)
{
	struct range lines = {0, 0};
	unsigned count = 0;

	if (spot->entry.end <= spot->entry.start || !opens_line(finder, spot->word.start))
		return lines;
	lines.start = line_start(finder, spot->word.start);
	lines.end = line_end(finder, spot->entry.end - 1);
	if (lines.end < finder->text.length)
		lines.end++;
	for (uint32_t i = lines.start; i < lines.end; i++)
		count += finder->text.bytes[i] == '\n';
	if (count > MOST_LINES)
		lines.end = lines.start;
	return lines;
}

static struct string slice(const struct finder *finder, struct range range)
{
	return string_slice(finder->text, range.start, range.end);
}

static void find_comments(struct finder *finder)
{
	struct class *class = NULL;

	for (uint32_t at = 0; at < finder->text.length; at = line_end(finder, at) + 1) {
		uint32_t first = first_word(finder, at);
		uint32_t end = line_end(finder, at);

		if (first >= finder->text.length || finder->text.bytes[first] != '#')
			continue;
		if (!class)
			class = class_of(finder,
				(struct kind){.form = FORM_COMMENT, .construct = CONSTRUCT_NONE});
		add_spot(finder, class, (struct spot){.word = {first, end}});
	}
}

/* ---- actions ---- */

struct maker {
	const struct finder *finder;
	const struct class *class;
	struct string name;
	struct bench_edit *items;
	size_t count, capacity;
};

static void make(struct maker *maker, const char *action, struct range range, struct string text)
{
	maker->items = arena_reserve(maker->finder->arena, maker->items, maker->count,
		&maker->capacity, sizeof(*maker->items));
	maker->items[maker->count++] = (struct bench_edit){
		.class = maker->name,
		.action = action,
		.scope = maker->class->scope,
		.edit = {range, text},
	};
}

static struct range at(uint32_t offset)
{
	return (struct range){offset, offset};
}

/* A letter, or a digit where there are digits, within the quotes where there are quotes. */
static void type_letter(struct maker *maker, const struct spot *spot)
{
	const char *bytes = maker->finder->text.bytes;
	uint32_t end = spot->word.end;
	char last = bytes[end - 1];

	if (last == '\n')
		return;
	if ((last == '"' || last == '\'') && end - 1 > spot->word.start)
		last = bytes[--end - 1];
	make(maker, "letter", at(end), last >= '0' && last <= '9' ? STRING("1") : STRING("x"));
}

/* Another word of the class: a name of the same kind, another keyname, another value. */
static void replace(struct maker *maker, const struct spot *spot)
{
	struct string word = slice(maker->finder, spot->word);

	for (size_t i = 0; i < maker->class->count; i++) {
		size_t next = ((size_t)(spot - maker->class->spots) + 1 + i) % maker->class->count;
		struct string other = slice(maker->finder, maker->class->spots[next].word);

		if (string_equal(word, other) || memchr(other.bytes, '\n', other.length))
			continue;
		make(maker, "replace", spot->word, other);
		return;
	}
}

static struct string indented(
	const struct maker *maker, const struct spot *spot, const char *before, const char *after)
{
	const struct finder *finder = maker->finder;
	uint32_t column = spot->word.start - line_start(finder, spot->word.start);
	uint32_t first = first_word(finder, spot->word.start);

	if (!opens_line(finder, spot->word.start))
		column = first - line_start(finder, first);
	return arena_format(finder->arena, "%s%*s%s", before, (int)column, "", after);
}

static void act_on_lines(struct maker *maker, const struct spot *spot)
{
	const struct finder *finder = maker->finder;
	struct range lines = lines_of(finder, spot);
	struct range before = {lines.start, spot->word.end};
	struct range behind = {spot->word.end, lines.end};
	uint32_t end = line_end(finder, spot->word.start);

	if (lines.end == lines.start)
		return;
	make(maker, "newline", at(end), indented(maker, spot, "\n", ""));
	make(maker, "word", at(end), indented(maker, spot, "\n", "des"));
	make(maker, "indent", at(first_word(finder, spot->word.start)), STRING(" "));
	if (finder->text.bytes[spot->word.end] == ':')
		make(maker, "colon", (struct range){spot->word.end, spot->word.end + 1},
			STRING(""));
	make(maker, "delete", lines, STRING(""));
	if (!spot->may_copy || finder->text.bytes[lines.end - 1] != '\n')
		return;
	make(maker, "paste", at(lines.start),
		arena_format(finder->arena, "%.*s_copy%.*s",
			STRING_ARGUMENTS(slice(finder, before)),
			STRING_ARGUMENTS(slice(finder, behind))));
}

static void act(struct maker *maker, const struct spot *spot)
{
	const struct finder *finder = maker->finder;

	type_letter(maker, spot);
	if (maker->class->kind.form == FORM_COMMENT)
		return;
	replace(maker, spot);
	make(maker, "quote", at(spot->word.start), STRING("\""));
	make(maker, "comment", at(line_end(finder, spot->word.start)), STRING(" # so"));
	act_on_lines(maker, spot);
}

static struct string name_of(const struct kind *kind, struct arena *arena)
{
	static const char *const forms[] = {"keyname", "name", "value", "comment"};
	const char *construct = kind->construct < CONSTRUCT_TOTAL
					? construct_row(kind->construct)->title
					: "document";
	const char *keyname = kind->keyname ? kind->keyname->name : "";
	struct string name = arena_format(arena, "%s: %s", construct, keyname);

	for (size_t i = 0; i < kind->depth; i++)
		name = arena_format(arena, "%.*s.*", STRING_ARGUMENTS(name));
	if (kind->around.length > 0)
		name = arena_format(
			arena, "%.*s %.*s", STRING_ARGUMENTS(name), STRING_ARGUMENTS(kind->around));
	return arena_format(arena, "%.*s [%s]", STRING_ARGUMENTS(name), forms[kind->form]);
}

const char *edit_scope_name(enum edit_scope scope)
{
	static const char *const names[] = {"section", "variant", "type", "document"};

	return names[scope];
}

struct bench_edits bench_edits_of(
	const struct syntax_tree *tree, unsigned places, struct arena *arena)
{
	struct finder finder = {.arena = arena, .tree = tree};
	struct walk walk = {.arena = arena, .context = &finder, .visit = visit};
	struct range all = {0, syntax_tree_length(tree)};
	struct maker maker = {.finder = &finder};

	finder.text = syntax_tree_text(tree, all, arena);
	walk_document(tree, &walk);
	find_comments(&finder);
	for (size_t i = 0; i < finder.count; i++) {
		struct class *class = &finder.classes[i];
		size_t count = class->count < places ? class->count : places;

		maker.class = class;
		maker.name = name_of(&class->kind, arena);
		/* In the middle of as many parts of the text. */
		for (size_t j = 0; j < count; j++)
			act(&maker, &class->spots[(2 * j + 1) * class->count / (2 * count)]);
	}
	return (struct bench_edits){maker.items, maker.count};
}

struct string bench_read_file(const char *path, struct arena *arena)
{
	FILE *file = fopen(path, "rb");
	char *bytes = NULL;
	size_t length = 0;
	long size;

	if (!file)
		return STRING("");
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0) {
		rewind(file);
		bytes = arena_allocate(arena, (size_t)size + 1, 1);
		length = fread(bytes, 1, (size_t)size, file);
	}
	fclose(file);
	return (struct string){bytes, length};
}

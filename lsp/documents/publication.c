#include "lsp/documents/publication.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "base/interruption.h"
#include "base/memory.h"
#include "lsp/wire/convert.h"
#include "lsp/wire/json_text.h"
#include "lsp/wire/uri.h"

#include <string.h>

/* One diagnostic as it was told. */
struct told {
	struct range range;
	struct position start, end;
	size_t json;    /* offset of its JSON, which begins with its range */
	size_t content; /* offset of what follows the range */
	size_t json_end;
	size_t words;  /* offset of its code and message, for comparing */
	uint64_t hash; /* of them */
	uint32_t code_length, message_length;
	uint8_t severity;
	bool unnecessary, deprecated;
	bool is_absent;      /* an element that is faded */
	bool self_contained; /* no related places: those may move on their own */
};

struct publication {
	struct arena *arena; /* of what is told elsewhere */
	struct elsewhere *elsewhere;
	size_t elsewhere_count;
	size_t elsewhere_capacity;
	bool tells_syntax_errors;
	struct syntax_tree *tree;
	struct told *told;
	size_t count;
	size_t written;
	struct range *related; /* places in the text that are told with it */
	size_t related_count, related_capacity;
	struct json_text json;
	struct json_text words;
	uint32_t *slots; /* numbers of what was told plus one, by the hash of its words, or 0 */
	uint32_t mask;
};

struct damage damage_add(struct damage damage, struct text_edit edit)
{
	uint32_t length = (uint32_t)edit.text.length;
	uint32_t removed = edit.range.end - edit.range.start;

	if (!damage.any)
		return (struct damage){
			true, edit.range.start, edit.range.end, edit.range.start + length};
	if (edit.range.start < damage.start)
		damage.start = edit.range.start;
	if (edit.range.end > damage.new_end) {
		damage.old_end += edit.range.end - damage.new_end;
		damage.new_end = edit.range.end;
	}
	damage.new_end = damage.new_end - removed + length;
	return damage;
}

/* ---- writing ---- */

/* A place in another file, if that can be read. */
static struct json_object *place_elsewhere(
	const struct publication_request *request, const struct ide_related *related)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = files_read(request->files, related->file);
	struct json_object *location = new_object();
	struct range nowhere = {0, 0};

	put(location, "uri", new_string(uri_from_path(related->file, arena)));
	put(location, "range",
		tree ? convert_range(tree, related->range, request->client->encoding)
		     : convert_range(request->tree, nowhere, request->client->encoding));
	syntax_tree_release(tree);
	arena_destroy(arena);
	return location;
}

static struct json_object *place_here(
	const struct publication_request *request, const struct ide_related *related)
{
	struct json_object *location = new_object();

	put(location, "uri", new_string(request->uri));
	put(location, "range",
		convert_range(request->tree, related->range, request->client->encoding));
	return location;
}

static struct json_object *related_list(
	const struct publication_request *request, const struct ide_diagnostic *diagnostic)
{
	struct json_object *list = new_array();

	for (size_t i = 0; i < diagnostic->related_count; i++) {
		const struct ide_related *related = &diagnostic->related[i];
		struct json_object *item = new_object();

		put(item, "location",
			related->file.length ? place_elsewhere(request, related)
					     : place_here(request, related));
		put(item, "message", new_string(related->message));
		push(list, item);
	}
	return list;
}

static void add_member(struct json_text *text, const char *name, struct string value)
{
	json_text_add(text, string_from(name));
	json_text_add_string(text, value);
}

static void add_tags(struct json_text *text, bool unnecessary, bool deprecated)
{
	if (unnecessary || deprecated)
		json_text_add(text, STRING(",\"tags\":["));
	if (unnecessary)
		json_text_add(text, STRING("1"));
	if (unnecessary && deprecated)
		json_text_add(text, STRING(","));
	if (deprecated)
		json_text_add(text, STRING("2"));
	if (unnecessary || deprecated)
		json_text_add(text, STRING("]"));
}

/* Everything but the range, and the brace that closes it. */
static void add_content(struct json_text *text, const struct publication_request *request,
	const struct ide_diagnostic *diagnostic)
{
	const struct client *client = request->client;

	json_text_add(text, STRING("\"severity\":"));
	json_text_add_number(text, diagnostic->severity);
	add_member(text, ",\"code\":", diagnostic->code);
	/* Thousands of elements may be absent, and their page says what everybody knows. */
	if (client->diagnostic_pages && request->page.length > 0 && !diagnostic->unnecessary) {
		struct arena *arena = arena_create();

		add_member(text, ",\"codeDescription\":{\"href\":",
			arena_format(arena, "%.*s#%.*s", STRING_ARGUMENTS(request->page),
				STRING_ARGUMENTS(diagnostic->code)));
		json_text_add(text, STRING("}"));
		arena_destroy(arena);
	}
	json_text_add(text, STRING(",\"source\":\"vtosca\""));
	add_member(text, ",\"message\":", diagnostic->message);
	add_tags(text, diagnostic->unnecessary && client->unnecessary_tag,
		diagnostic->deprecated && client->deprecated_tag);
	if (diagnostic->related_count > 0 && client->related_information) {
		struct json_object *related = related_list(request, diagnostic);

		json_text_add(text, STRING(",\"relatedInformation\":"));
		json_text_add(text, write_json(related));
		json_object_put(related);
	}
	json_text_add(text, STRING("}"));
}

static void add_range(struct json_text *text, struct position start, struct position end)
{
	json_text_add(text, STRING("{\"range\":"));
	json_text_add_range(text, start, end);
	json_text_add(text, STRING(","));
}

/* ---- what was told before ---- */

/* Walks through the previous publication beside the new diagnostics. */
struct walk {
	const struct publication_request *request;
	const struct publication *previous;
	size_t next; /* diagnostics before it are of the past */
	struct damage damage;
	uint32_t old_last_line; /* of the damage, before and after */
	int64_t more_lines;
};

static struct walk walk_begin(const struct publication_request *request)
{
	struct walk walk = {.request = request, .previous = request->previous};

	if (!walk.previous)
		return walk;
	walk.damage = request->damage;
	if (walk.damage.any) {
		enum position_encoding encoding = request->client->encoding;

		walk.old_last_line =
			syntax_tree_position(walk.previous->tree, walk.damage.old_end, encoding)
				.line;
		walk.more_lines =
			(int64_t)syntax_tree_position(request->tree, walk.damage.new_end, encoding)
				.line -
			walk.old_last_line;
	}
	return walk;
}

/* Where `offset` was before the edits; false if it is inside what they wrote. */
static bool old_offset(const struct walk *walk, uint32_t offset, uint32_t *old)
{
	*old = offset;
	if (!walk->damage.any || offset < walk->damage.start)
		return true;
	if (offset < walk->damage.new_end)
		return false;
	*old = offset - walk->damage.new_end + walk->damage.old_end;
	return true;
}

/* The position now of what was at `old` with `offset`; false if it has to be computed. */
static bool move(const struct walk *walk, uint32_t offset, struct position *position)
{
	if (!walk->damage.any || offset < walk->damage.start)
		return true;
	if (position->line == walk->old_last_line)
		return false;
	position->line = (uint32_t)(position->line + walk->more_lines);
	return true;
}

/* The same about something. */
static bool says(const struct publication *publication, const struct told *told,
	const struct ide_diagnostic *diagnostic)
{
	const char *words = publication->words.bytes + told->words;

	return told->message_length == diagnostic->message.length &&
	       string_equal((struct string){words, told->code_length}, diagnostic->code) &&
	       string_equal((struct string){words + told->code_length, told->message_length},
		       diagnostic->message);
}

static bool says_the_same(const struct publication *publication, const struct told *told,
	const struct ide_diagnostic *diagnostic)
{
	return told->self_contained && diagnostic->related_count == 0 &&
	       told->severity == diagnostic->severity &&
	       told->unnecessary == diagnostic->unnecessary &&
	       told->deprecated == diagnostic->deprecated && says(publication, told, diagnostic);
}

/* The diagnostic as it was told before, whatever its place now; NULL if it was not. */
static const struct told *find_told(struct walk *walk, const struct ide_diagnostic *diagnostic)
{
	const struct publication *previous = walk->previous;
	uint32_t start, end;

	if (!previous || !old_offset(walk, diagnostic->range.start, &start) ||
		!old_offset(walk, diagnostic->range.end, &end))
		return NULL;
	while (walk->next < previous->count && previous->told[walk->next].range.start < start)
		walk->next++;
	for (size_t i = walk->next; i < previous->count; i++) {
		const struct told *told = &previous->told[i];

		if (told->range.start != start)
			return NULL;
		if (told->range.end == end && says_the_same(previous, told, diagnostic))
			return told;
	}
	return NULL;
}

static bool same_position(struct position a, struct position b)
{
	return a.line == b.line && a.character == b.character;
}

/* ---- the whole ---- */

static uint64_t hash_of(const struct ide_diagnostic *diagnostic)
{
	return string_hash(diagnostic->message) + 31 * string_hash(diagnostic->code);
}

static void keep_words(
	struct publication *publication, struct told *told, const struct ide_diagnostic *diagnostic)
{
	told->words = publication->words.length;
	told->code_length = (uint32_t)diagnostic->code.length;
	told->message_length = (uint32_t)diagnostic->message.length;
	json_text_add(&publication->words, diagnostic->code);
	json_text_add(&publication->words, diagnostic->message);
}

static struct string write_at(const struct publication_request *request,
	const struct ide_diagnostic *diagnostic, struct position start, struct position end,
	struct arena *arena)
{
	struct json_text text = {0};
	struct string written;

	add_range(&text, start, end);
	add_content(&text, request, diagnostic);
	written = arena_copy(arena, (struct string){text.bytes, text.length});
	json_text_release(&text);
	return written;
}

static bool is_syntax_error(const struct ide_diagnostic *diagnostic)
{
	return string_is(diagnostic->code, "yaml-syntax");
}

/* The same diagnostic at its place in the other file. */
static void tell_elsewhere(struct publication *publication,
	const struct publication_request *request, const struct ide_diagnostic *diagnostic)
{
	const struct ide_related *place = &diagnostic->related[0];
	struct ide_related here = {
		.range = diagnostic->range, .message = STRING("the file is used here")};
	struct ide_diagnostic there = *diagnostic;
	struct syntax_tree *tree = files_read(request->files, place->file);
	struct position start, end;
	struct elsewhere *told;
	struct arena *arena;

	if (!tree)
		return;
	if (!publication->arena)
		publication->arena = arena_create();
	arena = publication->arena;
	start = syntax_tree_position(tree, place->range.start, request->client->encoding);
	end = syntax_tree_position(tree, place->range.end, request->client->encoding);
	publication->elsewhere = arena_reserve(arena, publication->elsewhere,
		publication->elsewhere_count, &publication->elsewhere_capacity, sizeof(*told));
	told = &publication->elsewhere[publication->elsewhere_count++];
	told->path = arena_copy(arena, place->file);
	told->is_syntax_error = is_syntax_error(diagnostic);
	there.related_count = 0;
	told->mistake = write_at(request, &there, start, end, arena);
	there.related = &here;
	there.related_count = 1;
	told->json = write_at(request, &there, start, end, arena);
	syntax_tree_release(tree);
}

/* Part of what was told before. */
static struct string told_before(const struct walk *walk, size_t start, size_t end)
{
	return string_slice(publication_json(walk->previous), start, end);
}

static void keep_related(struct publication *publication, const struct ide_diagnostic *diagnostic)
{
	for (size_t i = 0; i < diagnostic->related_count; i++) {
		if (diagnostic->related[i].file.length > 0)
			continue;
		publication->related =
			memory_reserve(publication->related, publication->related_count,
				&publication->related_capacity, sizeof(*publication->related));
		publication->related[publication->related_count++] = diagnostic->related[i].range;
	}
}

static void tell(
	struct publication *publication, struct walk *walk, const struct ide_diagnostic *diagnostic)
{
	const struct publication_request *request = walk->request;
	struct told *told = &publication->told[publication->count++];
	const struct told *before = find_told(walk, diagnostic);
	struct json_text *json = &publication->json;

	*told = (struct told){.range = diagnostic->range,
		.severity = (uint8_t)diagnostic->severity,
		.unnecessary = diagnostic->unnecessary,
		.deprecated = diagnostic->deprecated,
		.is_absent = string_is(diagnostic->code, "absent-element"),
		.self_contained = diagnostic->related_count == 0,
		.json = json->length};
	keep_words(publication, told, diagnostic);
	keep_related(publication, diagnostic);
	if (before) {
		told->start = before->start;
		told->end = before->end;
	}
	if (!before || !move(walk, diagnostic->range.start, &told->start))
		told->start = syntax_tree_position(
			request->tree, diagnostic->range.start, request->client->encoding);
	if (!before || !move(walk, diagnostic->range.end, &told->end))
		told->end = syntax_tree_position(
			request->tree, diagnostic->range.end, request->client->encoding);
	told->hash = before ? before->hash : hash_of(diagnostic);
	if (before && same_position(told->start, before->start) &&
		same_position(told->end, before->end)) {
		told->content = told->json + (before->content - before->json);
		json_text_add(json, told_before(walk, before->json, before->json_end));
	} else {
		add_range(json, told->start, told->end);
		told->content = json->length;
		if (before) {
			json_text_add(json, told_before(walk, before->content, before->json_end));
		} else {
			add_content(json, request, diagnostic);
			publication->written++;
		}
	}
	told->json_end = json->length;
}

/* So that what is told somewhere is found at once; what says the same is there
 * once, as the worst that it was told as. */
static void index_words(struct publication *publication)
{
	uint32_t size = 16;

	while (size < 2 * publication->count)
		size *= 2;
	publication->mask = size - 1;
	publication->slots = memory_allocate(size, sizeof(*publication->slots));
	for (size_t i = 0; i < publication->count; i++) {
		uint32_t slot = (uint32_t)publication->told[i].hash & publication->mask;

		while (publication->slots[slot] &&
			publication->told[publication->slots[slot] - 1].hash !=
				publication->told[i].hash)
			slot = (slot + 1) & publication->mask;
		if (!publication->slots[slot] ||
			publication->told[i].severity <
				publication->told[publication->slots[slot] - 1].severity)
			publication->slots[slot] = (uint32_t)i + 1;
	}
}

struct publication *publication_create(const struct publication_request *request)
{
	struct publication *publication = memory_allocate(1, sizeof(*publication));
	struct walk walk = walk_begin(request);

	publication->tree = syntax_tree_retain(request->tree);
	publication->told =
		memory_resize(NULL, request->diagnostics.count, sizeof(*publication->told));
	if (request->previous) { /* one allocation instead of many doublings */
		json_text_expect(&publication->json, request->previous->json.length + 4096);
		json_text_expect(&publication->words, request->previous->words.length + 1024);
	}
	json_text_add(&publication->json, STRING("["));
	for (size_t i = 0; i < request->diagnostics.count; i++) {
		if (i > 0)
			json_text_add(&publication->json, STRING(","));
		tell(publication, &walk, &request->diagnostics.items[i]);
		publication->tells_syntax_errors |= is_syntax_error(&request->diagnostics.items[i]);
		if (request->diagnostics.items[i].is_elsewhere)
			tell_elsewhere(publication, request, &request->diagnostics.items[i]);
		interruption_point();
	}
	json_text_add(&publication->json, STRING("]"));
	index_words(publication);
	return publication;
}

/* ---- staying where it is ---- */

/* Where `offset` is after the damage; false if it is inside what was there before. */
static bool new_offset(const struct damage *damage, uint32_t offset, uint32_t *now)
{
	*now = offset;
	if (!damage->any || offset < damage->start)
		return true;
	if (offset <= damage->old_end)
		return false;
	*now = offset - damage->old_end + damage->new_end;
	return true;
}

static bool new_range(const struct damage *damage, struct range range, struct range *now)
{
	return new_offset(damage, range.start, &now->start) &&
	       new_offset(damage, range.end, &now->end);
}

static bool is_in(struct range sections, uint32_t offset)
{
	return offset >= sections.start && offset <= sections.end;
}

/* Places in the sections that are others can be known of absent elements alone; on the line of the
 * damage, they are others behind it. */
static bool stays(const struct publication_move *move, const struct told *told, size_t absent,
	uint32_t last_line)
{
	bool is_wrong = told->severity <= IDE_WARNING;
	struct range now, found;

	if (!new_range(&move->damage, told->range, &now))
		return false;
	if (now.end < move->touched.start || now.start > move->touched.end ||
		(!is_wrong && now.start < move->touched.start && now.end > move->touched.end))
		return true;
	if (!told->is_absent || is_wrong || absent >= absent_elements_count(move->absent))
		return false;
	found = absent_elements_range(move->absent, absent);
	return found.start == now.start && found.end == now.end &&
	       (now.start < move->damage.start || told->start.line > last_line) &&
	       (now.end < move->damage.start || told->end.line > last_line);
}

bool publication_stays(const struct publication *publication, const struct publication_move *move)
{
	const struct damage *damage = &move->damage;
	uint32_t line =
		syntax_tree_position(publication->tree, damage->old_end, move->encoding).line;
	size_t absent = move->first_absent;
	struct range now;

	if (!damage->any || publication->elsewhere_count > 0 ||
		line != syntax_tree_position(move->tree, damage->new_end, move->encoding).line)
		return false;
	for (size_t i = 0; i < publication->count; i++)
		if (!stays(move, &publication->told[i],
			    publication->told[i].is_absent ? absent++ : 0, line))
			return false;
	for (size_t i = 0; i < publication->related_count; i++)
		if (!new_range(damage, publication->related[i], &now) ||
			is_in(move->touched, now.start) || is_in(move->touched, now.end))
			return false;
	return true;
}

void publication_follow(struct publication *publication, const struct publication_move *move)
{
	for (size_t i = 0; i < publication->count; i++)
		new_range(&move->damage, publication->told[i].range, &publication->told[i].range);
	for (size_t i = 0; i < publication->related_count; i++)
		new_range(&move->damage, publication->related[i], &publication->related[i]);
	syntax_tree_release(publication->tree);
	publication->tree = syntax_tree_retain(move->tree);
}

void publication_destroy(struct publication *publication)
{
	if (!publication)
		return;
	syntax_tree_release(publication->tree);
	arena_destroy(publication->arena);
	memory_release(publication->told);
	json_text_release(&publication->json);
	json_text_release(&publication->words);
	memory_release(publication->slots);
	memory_release(publication->related);
	memory_release(publication);
}

struct string publication_json(const struct publication *publication)
{
	return (struct string){publication->json.bytes, publication->json.length};
}

size_t publication_written(const struct publication *publication)
{
	return publication->written;
}

bool publication_tells(
	const struct publication *publication, const struct ide_diagnostic *diagnostic)
{
	uint64_t hash = hash_of(diagnostic);

	if (!publication)
		return false;
	for (uint32_t slot = (uint32_t)hash;; slot++) {
		uint32_t number = publication->slots[slot & publication->mask];

		if (!number)
			return false;
		if (publication->told[number - 1].hash == hash)
			return publication->told[number - 1].severity <= diagnostic->severity &&
			       says(publication, &publication->told[number - 1], diagnostic);
	}
}

bool publication_tells_syntax_errors(const struct publication *publication)
{
	return publication->tells_syntax_errors;
}

struct elsewhere_list publication_elsewhere(const struct publication *publication)
{
	return (struct elsewhere_list){publication->elsewhere_count, publication->elsewhere};
}

struct json_object *publication_params(
	struct string json, const char *uri, int64_t version, const struct client *client)
{
	struct json_object *params = new_object();

	put(params, "uri", new_text(uri));
	if (client->versioned_diagnostics)
		put(params, "version", new_integer(version));
	put(params, "diagnostics", new_raw(json));
	return params;
}

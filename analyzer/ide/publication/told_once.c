#include "analyzer/ide/publication/told_once.h"

#include "analyzer/language/diagnostics/code_subjects.h"
#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/syntax/tree/syntax_tree.h"

#include <stdlib.h>

enum {
	MANY = 3,          /* messages about one map are about the map */
	MANY_RESULTS = 5,  /* elements that are wrong for one reason */
	MOST_LINES = 12,   /* between what comes of one wrong indentation */
	MOST_BETWEEN = 4,  /* between lines that are wrong in the same way */
	MOST_RELATED = 10, /* places that are told with the first one */
	MOST_GRAMMAR = 256 /* messages that are compared with all others: of a file that is no
			      template, all are wrong */
};

enum kind {
	KIND_OTHER,
	KIND_NAME,
	KIND_GRAMMAR,
	KIND_RESULT
};

struct row {
	enum kind kind;
	const char *section;
};

struct message {
	enum diagnostic_code code;
	enum kind kind;
	const char *section;
	size_t cause;                 /* its own number: it is told */
	struct node map, section_map; /* around the key it is about, and around that map */
	bool is_about_map;            /* which is meant otherwise */
};

struct teller {
	const struct syntax_tree *tree;
	struct arena *arena;
	struct ide_diagnostic *items;
	struct message *messages;
	size_t count;
};

/* NULL: of no kind. */
static const struct row *row_of(enum diagnostic_code code)
{
	static const struct row rows[DIAGNOSTIC_CODE_COUNT + 1] = {
#define TOLD_ONCE(code, kind, section) [DIAGNOSTIC_CODE_##code] = {KIND_##kind, section},
#include "analyzer/ide/publication/told_once.def"
#undef TOLD_ONCE
	};
	return rows[code].section ? &rows[code] : NULL;
}

static bool is_told(const struct teller *teller, size_t i)
{
	return teller->messages[i].cause == i && teller->items[i].severity < IDE_HINT;
}

static size_t cause_of(const struct teller *teller, size_t i)
{
	while (teller->messages[i].cause != i)
		i = teller->messages[i].cause;
	return i;
}

static void goes_back_to(struct teller *teller, size_t i, size_t cause)
{
	cause = cause_of(teller, cause);
	if (cause != i)
		teller->messages[i].cause = cause;
}

/* ---- what says the same ---- */

struct same {
	uint64_t key; /* equal: they say the same; 0: nothing else says it */
	size_t number;
};

static int compare_same(const void *left, const void *right)
{
	const struct same *a = left, *b = right;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* Of at least `least` messages with the same key, the first one is told. */
static void tell_first(
	struct teller *teller, uint64_t key_of(const struct teller *teller, size_t i), size_t least)
{
	struct same *same = arena_allocate(teller->arena, teller->count + 1, sizeof(*same));
	size_t count = 0;
	for (size_t i = 0; i < teller->count; i++) {
		uint64_t key = is_told(teller, i) ? key_of(teller, i) : 0;
		if (key)
			same[count++] = (struct same){key, i};
	}
	qsort(same, count, sizeof(*same), compare_same);
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count && same[end].key == same[first].key;)
			end++;
		for (size_t i = first + 1; end - first >= least && i < end; i++)
			goes_back_to(teller, same[i].number, same[first].number);
	}
}

static uint64_t mixed(struct string words, uint64_t with)
{
	return (string_hash(words) ^ with * UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

/* What is missing at one place is missing together. */
static uint64_t key_of_place(const struct teller *teller, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	bool is_lack =
		code == DIAGNOSTIC_CODE_MISSING_KEYNAME || code == DIAGNOSTIC_CODE_MISSING_PROPERTY;
	return is_lack ? mixed(STRING("place"), teller->items[i].range.start + UINT64_C(1)) +
				 code * UINT64_C(2)
		       : 0;
}

static uint64_t key_of_name(const struct teller *teller, size_t i)
{
	return teller->messages[i].kind == KIND_NAME
		       ? mixed(teller->items[i].message, teller->messages[i].code)
		       : 0;
}

/* The next name in quotes at `from` or behind it; false: there is none. */
static bool next_name(struct string message, size_t from, struct range *name)
{
	size_t start = from, end;
	while (start < message.length && message.bytes[start] != '"')
		start++;
	for (end = start + 1; end < message.length && message.bytes[end] != '"';)
		end++;
	*name = (struct range){(uint32_t)start + 1, (uint32_t)end};
	return end < message.length;
}

/* The name of a type of another kind, or of a primitive type: the text around it is meant
 * otherwise. */
static bool is_of_other_kind(struct string message)
{
	struct range name;
	return next_name(message, 0, &name) &&
	       (string_starts_with(string_slice(message, name.end + 1, message.length),
			": this is the name of a") ||
		       primitive_type_find(VERSION_SIMPLE_YAML_1_3,
			       string_slice(message, name.start, name.end)) != PRIMITIVE_NONE);
}

/* Where the names of a kind are declared has none: all of them are unknown for the same reason. */
static bool is_empty_everywhere(const struct teller *teller, struct string section)
{
	static const char *const templates[] = {"topology_template", "service_template"};
	struct node root = syntax_tree_root(teller->tree);
	if (section.length == 0 || node_count(node_find(root, section).value) > 0)
		return false;
	for (size_t i = 0; i < sizeof(templates) / sizeof(*templates); i++) {
		struct node around = node_get(root, templates[i]);
		struct node variability = node_get(around, "variability");
		if (node_count(node_find(around, section).value) > 0 ||
			node_count(node_find(variability, section).value) > 0)
			return false;
	}
	return true;
}

/* "Unknown capability type …": they are declared in `capability_types`. */
static struct string section_of(const struct teller *teller, size_t i, struct range name)
{
	struct string message = teller->items[i].message;
	struct string start = STRING("Unknown ");
	if (teller->messages[i].code != DIAGNOSTIC_CODE_UNKNOWN_TYPE ||
		!string_starts_with(message, "Unknown ") || name.start < start.length + 2)
		return string_from(teller->messages[i].section);
	struct string kind = string_slice(message, start.length, name.start - 2);
	char *section = arena_allocate(teller->arena, kind.length + 2, 1);
	for (size_t at = 0; at < kind.length; at++)
		section[at] = kind.bytes[at] == ' ' ? '_' : kind.bytes[at];
	section[kind.length] = 's';
	return (struct string){section, kind.length + 1};
}

static uint64_t key_of_section(const struct teller *teller, size_t i)
{
	struct string message = teller->items[i].message;
	struct range name;
	if (teller->messages[i].kind != KIND_NAME || teller->items[i].replacement.length > 0 ||
		!next_name(message, 0, &name))
		return 0;
	/* "Unknown node type "A": this is the name of a group type": so are all that stand beside
	 * it. */
	struct string rest = string_slice(message, name.end + 1, message.length);
	if (string_starts_with(rest, ": this is the name of a"))
		return mixed(rest, string_hash(string_slice(message, 0, name.start)));
	struct string section = section_of(teller, i, name);
	bool is_of_variability =
		string_is(section, "expressions") ||
		teller->messages[i].code == DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT;
	if (is_of_variability && is_empty_everywhere(teller, STRING("variability")))
		return mixed(STRING("variability"), 1);
	return is_empty_everywhere(teller, section) ? mixed(section, teller->messages[i].code) : 0;
}

/* What one element lacks: it is of another type than the one that is meant. */
static uint64_t key_of_owner(const struct teller *teller, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	struct string message = teller->items[i].message;
	struct range name, last = {0, 0};
	size_t names = 0;
	bool is_member = code == DIAGNOSTIC_CODE_UNKNOWN_PROPERTY ||
			 code == DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY ||
			 code == DIAGNOSTIC_CODE_UNKNOWN_REQUIREMENT ||
			 code == DIAGNOSTIC_CODE_UNKNOWN_OPERATION;
	for (size_t from = 0; next_name(message, from, &name); from = name.end + 1) {
		last = name;
		names++;
	}
	return is_member && names >= 2 && teller->items[i].replacement.length == 0
		       ? mixed(string_slice(message, 0, last.start), code)
		       : 0;
}

static uint64_t key_of_rule(const struct teller *teller, size_t i)
{
	return teller->messages[i].code == DIAGNOSTIC_CODE_NO_MATCHING_RULE ? 1 : 0;
}

static uint64_t key_of_result(const struct teller *teller, size_t i)
{
	return teller->messages[i].kind == KIND_RESULT
		       ? mixed(STRING("result"), teller->messages[i].code)
		       : 0;
}

/* ---- what is no such construct ---- */

static bool is_grammar(const struct teller *teller, size_t i)
{
	return teller->messages[i].kind == KIND_GRAMMAR;
}

static bool is_about_map(const struct teller *teller, size_t i)
{
	return is_grammar(teller, i) || (teller->messages[i].code == DIAGNOSTIC_CODE_UNKNOWN_TYPE &&
						is_of_other_kind(teller->items[i].message));
}

/* The map that has the node as key or value; of a list of maps with one entry each, the list. */
static struct node map_around(struct node node)
{
	struct node map = node_parent(node);
	while (!node_is_absent(map) && node_kind(map) != NODE_MAPPING)
		map = node_parent(map);
	struct node list = node_parent(map);
	return node_kind(list) == NODE_SEQUENCE && node_count(map) == 1 ? list : map;
}

static void find_maps(struct teller *teller)
{
	size_t left = MOST_GRAMMAR;
	for (size_t i = 0; i < teller->count && left > 0; i++) {
		struct message *message = &teller->messages[i];
		if (!is_about_map(teller, i) || teller->items[i].severity == IDE_HINT)
			continue;
		left--;
		struct node node = syntax_tree_node_at(teller->tree, teller->items[i].range.start);
		while (!node_is_absent(node) && node_range(node).end < teller->items[i].range.end)
			node = node_parent(node);
		message->map = map_around(node);
		message->section_map = map_around(message->map);
	}
}

static uint32_t entry_at(struct node map, uint32_t offset)
{
	bool is_mapping = node_kind(map) == NODE_MAPPING;
	uint32_t low = 0, high = node_count(map);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		struct node begin =
			is_mapping ? node_entry(map, middle).key : node_item(map, middle);
		if (node_range(begin).start <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether the entries of the map are meant as those of another section: half of them are none of
 * this one, or one of them in many ways. */
static bool is_meant_otherwise(const struct teller *teller, struct node map)
{
	uint32_t entries = 0, last = 0;
	size_t count = 0, certain = 0, least = MANY;
	for (size_t i = 0; i < teller->count; i++) {
		const struct message *message = &teller->messages[i];
		if (!is_told(teller, i) || (!node_equal_place(message->map, map) &&
						   !node_equal_place(message->section_map, map)))
			continue;
		uint32_t entry = entry_at(map, teller->items[i].range.start);
		entries += entry != last;
		last = entry;
		count++;
		certain += teller->items[i].replacement.length == 0;
		if (!is_grammar(teller, i))
			least = 2;
	}
	return count >= least &&
	       (certain >= least || (entries >= 2 && 2 * entries >= node_count(map)));
}

static void tell_map(struct teller *teller, struct node map)
{
	size_t first = teller->count;
	if (node_is_absent(map) || !is_meant_otherwise(teller, map))
		return;
	for (size_t i = 0; i < teller->count; i++) {
		struct message *message = &teller->messages[i];
		if (!is_told(teller, i) || (!node_equal_place(message->map, map) &&
						   !node_equal_place(message->section_map, map)))
			continue;
		if (first == teller->count)
			first = i;
		else
			goes_back_to(teller, i, first);
	}
	/* Names that stand anywhere in it may be those that are missed. */
	teller->messages[first].map = map;
	teller->messages[first].is_about_map = true;
}

static void tell_maps(struct teller *teller)
{
	for (size_t i = 0; i < teller->count; i++) {
		if (!is_about_map(teller, i))
			continue;
		if (is_told(teller, i))
			tell_map(teller, teller->messages[i].section_map);
		if (is_told(teller, i))
			tell_map(teller, teller->messages[i].map);
	}
}

/* ---- names that stand where they are not understood ---- */

static bool is_name_character(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.' || c == '-' || c == ':';
}

/* Whether the text has `name` as a key. */
static bool has_key(struct string text, struct string name)
{
	for (size_t i = 0; i + name.length < text.length; i++) {
		size_t end = i + name.length;
		if (text.bytes[i] != name.bytes[0] ||
			!string_equal(string_slice(text, i, end), name) ||
			(i > 0 && is_name_character(text.bytes[i - 1])))
			continue;
		end += text.bytes[end] == '"' || text.bytes[end] == '\'';
		if (end < text.length && text.bytes[end] == ':')
			return true;
	}
	return false;
}

static bool has_key_of(struct string text, struct string message)
{
	struct range name;
	for (size_t from = 0; next_name(message, from, &name); from = name.end + 1)
		if (name.end > name.start &&
			has_key(text, string_slice(message, name.start, name.end)))
			return true;
	return false;
}

/* The lines of the entry that begins at `offset`. */
static struct range lines_of_entry(const struct teller *teller, uint32_t offset)
{
	struct position begin = syntax_tree_position(teller->tree, offset, POSITION_UTF8);
	uint32_t count = syntax_tree_line_count(teller->tree), line = begin.line + 1;
	for (; line < count; line++) {
		struct string text = syntax_tree_text(
			teller->tree, syntax_tree_line(teller->tree, line), teller->arena);
		size_t indentation = 0;
		while (indentation < text.length && text.bytes[indentation] == ' ')
			indentation++;
		if (indentation < text.length && text.bytes[indentation] != '#' &&
			indentation <= begin.character)
			break;
	}
	return (struct range){offset, line < count ? syntax_tree_line(teller->tree, line).start
						   : syntax_tree_length(teller->tree)};
}

/* What the message leaves without meaning: the map, if nobody knows what its keys are meant to be;
 * else the entry. */
static struct range lost_by(const struct teller *teller, size_t i)
{
	const struct ide_diagnostic *item = &teller->items[i];
	struct node map = teller->messages[i].map;
	if (teller->messages[i].code == DIAGNOSTIC_CODE_DUPLICATE_KEY)
		return lines_of_entry(teller, item->range.start);
	if (item->replacement.length == 0 && !node_is_absent(map) &&
		!node_is_absent(node_parent(map)))
		return (struct range){
			node_range(node_is_absent(node_key(map)) ? map : node_key(map)).start,
			node_range(map).end};
	struct node key = syntax_tree_node_at(teller->tree, item->range.start);
	struct node_entry entry = node_find(node_parent(key), node_text(key));
	struct range range = item->range;
	if (!node_is_absent(entry.value) && node_equal_place(entry.key, key))
		range.end = node_range(entry.value).end;
	return range;
}

static bool may_follow(const struct teller *teller, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	return is_told(teller, i) &&
	       (teller->messages[i].kind == KIND_NAME || code == DIAGNOSTIC_CODE_MISSING_PROPERTY ||
		       code == DIAGNOSTIC_CODE_REQUIREMENT_COUNT ||
		       code == DIAGNOSTIC_CODE_WRONG_RELATIONSHIP);
}

/* The name of the type of which the place is a keyname, a member, or the value of one; empty: of
 * none. What is further inside leaves the type its members. */
static struct string type_around(const struct teller *teller, uint32_t offset)
{
	struct node node = syntax_tree_node_at(teller->tree, offset);
	for (unsigned level = 0; level < 3 && !node_is_absent(node); level++) {
		struct node key = node_is_absent(node_key(node)) ? node : node_key(node);
		if (string_ends_with(node_text(node_key(node_parent(key))), "_types"))
			return node_text(key);
		node = node_parent(node);
	}
	return (struct string){"", 0};
}

/* Whether the message names the type that the other one is about, or a node of it: what the type
 * has is not known. */
static bool is_of_type(const struct teller *teller, size_t i, size_t of)
{
	struct string type = type_around(teller, teller->items[of].range.start);
	struct string message = teller->items[i].message;
	struct node nodes = node_get(grammar_template(teller->tree).value, "node_templates");
	struct range name;
	if (teller->items[of].replacement.length > 0 || type.length == 0 ||
		teller->messages[i].code == DIAGNOSTIC_CODE_UNKNOWN_TYPE)
		return false;
	for (size_t from = 0; next_name(message, from, &name); from = name.end + 1) {
		struct string word = string_slice(message, name.start, name.end);
		struct node node = node_find(nodes, word).value;
		if (string_equal(word, type) ||
			string_equal(node_text(node_get(node, "type")), type))
			return true;
	}
	return false;
}

/* What is missed stands, or may stand, in the text that the message is about. */
static void tell_lost(struct teller *teller, size_t cause, struct range lost)
{
	struct string text = syntax_tree_text(teller->tree, lost, teller->arena);
	bool is_ignored = teller->messages[cause].code == DIAGNOSTIC_CODE_DUPLICATE_KEY;
	for (size_t i = 0; i < teller->count; i++) {
		uint32_t start = teller->items[i].range.start;
		bool is_inside = is_ignored && start > lost.start && start < lost.end;
		bool follows =
			may_follow(teller, i) && (has_key_of(text, teller->items[i].message) ||
							 is_of_type(teller, i, cause));
		if (i != cause && is_told(teller, i) && (is_inside || follows))
			goes_back_to(teller, i, cause);
	}
}

/* A section that must be there. */
static void tell_missing(struct teller *teller, size_t cause)
{
	struct range name;
	if (!next_name(teller->items[cause].message, 0, &name))
		return;
	struct string section = string_slice(teller->items[cause].message, name.start, name.end);
	for (size_t i = 0; i < teller->count; i++)
		if (i != cause && is_told(teller, i) && teller->messages[i].kind == KIND_NAME &&
			section.length > 0 && string_is(section, teller->messages[i].section))
			goes_back_to(teller, i, cause);
}

static void tell_names(struct teller *teller)
{
	size_t left = MOST_GRAMMAR;
	for (size_t i = 0; i < teller->count && left > 0; i++) {
		const struct message *message = &teller->messages[i];
		const struct ide_diagnostic *item = &teller->items[i];
		if (!is_about_map(teller, i) || !is_told(teller, i) || item->severity > IDE_WARNING)
			continue;
		left--;
		if (message->code == DIAGNOSTIC_CODE_MISSING_KEYNAME)
			tell_missing(teller, i);
		if (message->code != DIAGNOSTIC_CODE_MISSING_KEYNAME || message->is_about_map)
			tell_lost(teller, i, lost_by(teller, i));
		if (message->code == DIAGNOSTIC_CODE_DUPLICATE_KEY && item->related_count > 0)
			tell_lost(teller, i, lines_of_entry(teller, item->related[0].range.start));
	}
}

/* ---- broken text, and results ---- */

static bool is_about_indentation(const struct teller *teller, size_t i)
{
	return teller->messages[i].code == DIAGNOSTIC_CODE_YAML_SYNTAX &&
	       string_contains(teller->items[i].message, STRING("indent"));
}

static uint32_t line_of(const struct teller *teller, size_t i)
{
	return syntax_tree_position(teller->tree, teller->items[i].range.start, POSITION_UTF8).line;
}

static bool is_same_line(const struct teller *teller, size_t i, size_t first)
{
	return teller->messages[i].code == DIAGNOSTIC_CODE_YAML_SYNTAX && is_told(teller, i) &&
	       !teller->items[i].is_elsewhere &&
	       teller->messages[first].code == DIAGNOSTIC_CODE_YAML_SYNTAX &&
	       string_equal(teller->items[i].message, teller->items[first].message);
}

/* Text whose first line is gone: each of its lines is as wrong as the one above. */
static void tell_lines(struct teller *teller)
{
	size_t first = 0, end;
	for (; first < teller->count; first = end) {
		bool is_broken = teller->messages[first].code == DIAGNOSTIC_CODE_YAML_SYNTAX;
		uint32_t last = is_broken ? line_of(teller, first) : 0;
		for (end = first + 1; end < teller->count && is_same_line(teller, end, first) &&
				      line_of(teller, end) <= last + MOST_BETWEEN;
			end++)
			last = line_of(teller, end);
		for (size_t i = first + 1; end - first >= MANY && i < end; i++)
			goes_back_to(teller, i, first);
	}
}

/* Close behind what is indented wrong, keys stand twice, and lines are neither key nor item. */
static void tell_broken_text(struct teller *teller)
{
	size_t cause = teller->count;
	uint32_t last = 0;
	for (size_t i = 0; i < teller->count; i++) {
		enum diagnostic_code code = teller->messages[i].code;
		bool is_broken = code == DIAGNOSTIC_CODE_YAML_SYNTAX ||
				 code == DIAGNOSTIC_CODE_DUPLICATE_KEY;
		if (!is_broken || !is_told(teller, i) || teller->items[i].is_elsewhere)
			continue;
		uint32_t line = line_of(teller, i);
		if (cause < teller->count && line <= last + MOST_LINES)
			goes_back_to(teller, i, cause);
		else
			cause = is_about_indentation(teller, i) ? i : teller->count;
		last = line;
	}
}

/* A key that stands in the wrong place lacks where it belongs, leaves nothing there, and is
 * followed by what fits nowhere. */
static void tell_beside(struct teller *teller)
{
	size_t left = MOST_GRAMMAR;
	for (size_t i = 0; i < teller->count && left > 0; i++) {
		enum diagnostic_code code = teller->messages[i].code;
		bool is_wrong_key = code == DIAGNOSTIC_CODE_UNKNOWN_KEYNAME ||
				    code == DIAGNOSTIC_CODE_MISPLACED_KEYNAME;
		if (!is_wrong_key || !is_told(teller, i))
			continue;
		left--;
		struct node key = syntax_tree_node_at(teller->tree, teller->items[i].range.start);
		struct string meant =
			arena_format(teller->arena, "\"%.*s\"", STRING_ARGUMENTS(node_text(key)));
		uint32_t line = line_of(teller, i);
		for (size_t k = 0; k < teller->count; k++) {
			enum diagnostic_code other = teller->messages[k].code;
			bool is_lack = other == DIAGNOSTIC_CODE_MISSING_KEYNAME &&
				       string_contains(teller->items[k].message, meant);
			bool is_above =
				other == DIAGNOSTIC_CODE_WRONG_SHAPE &&
				line_of(teller, k) + 1 == line &&
				node_equal_place(teller->messages[k].map, teller->messages[i].map);
			bool is_below =
				other == DIAGNOSTIC_CODE_YAML_SYNTAX &&
				(line_of(teller, k) == line + 1 || line_of(teller, k) == line + 2);
			if (k != i && is_told(teller, k) && (is_lack || is_above || is_below))
				goes_back_to(teller, k, i);
		}
	}
}

static bool is_of_resolving(const struct teller *teller, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	return code == DIAGNOSTIC_CODE_MALFORMED_TEMPLATE ||
	       code == DIAGNOSTIC_CODE_EXPRESSION_ERROR;
}

/* Where a check tells what is wrong with a text, resolving fails for it: one of both is enough. */
static void tell_resolving(struct teller *teller)
{
	size_t end;
	for (size_t first = 0; first < teller->count; first = end) {
		uint32_t start = teller->items[first].range.start;
		size_t cause = teller->count;
		for (end = first; end < teller->count && teller->items[end].range.start == start;
			end++)
			if (is_told(teller, end) && !is_of_resolving(teller, end) &&
				teller->items[end].severity <= IDE_WARNING)
				cause = end;
		for (size_t i = first; i < end && cause < teller->count; i++)
			if (is_told(teller, i) && is_of_resolving(teller, i))
				goes_back_to(teller, i, cause);
	}
}

/* Of a variability definition that is not read as it is meant, no result is. */
static void tell_results(struct teller *teller)
{
	size_t cause = teller->count;
	bool is_of_variability = false;
	for (size_t i = 0; i < teller->count && !is_of_variability; i++) {
		if (!is_told(teller, i))
			continue;
		struct node node = {0};
		enum diagnostic_code code = teller->messages[i].code;
		if (is_grammar(teller, i) || code == DIAGNOSTIC_CODE_YAML_SYNTAX)
			node = syntax_tree_node_at(teller->tree, teller->items[i].range.start);
		for (; !node_is_absent(node); node = node_parent(node))
			is_of_variability |= string_is(node_text(node), "variability") ||
					     string_is(node_text(node_key(node)), "variability");
		if (is_of_variability ||
			(code == DIAGNOSTIC_CODE_COULD_NOT_SOLVE && cause == teller->count))
			cause = i;
	}
	for (size_t i = 0; i < teller->count && cause < teller->count; i++) {
		enum diagnostic_code code = teller->messages[i].code;
		bool follows = is_of_variability || code == DIAGNOSTIC_CODE_FAILS_FOR_INPUTS ||
			       code == DIAGNOSTIC_CODE_NO_MATCHING_RULE;
		if (is_told(teller, i) && follows && teller->messages[i].kind == KIND_RESULT)
			goes_back_to(teller, i, cause);
	}
}

/* Whoever writes an operand that can never be, or a name that is none, means another condition:
 * what is so for all inputs comes of it. */
static bool misleads(enum diagnostic_code code)
{
	return code == DIAGNOSTIC_CODE_OPERAND_TYPE || code == DIAGNOSTIC_CODE_WRONG_ARITY ||
	       code == DIAGNOSTIC_CODE_SEVERAL_OPERATORS || code == DIAGNOSTIC_CODE_FREE_VARIABLE ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_OPTION ||
	       code == DIAGNOSTIC_CODE_UNWRAPPED_PROPERTY || code_is_wrong_value(code);
}

static void tell_of_inputs(struct teller *teller)
{
	size_t cause = 0;
	while (cause < teller->count &&
		!(is_told(teller, cause) && misleads(teller->messages[cause].code)))
		cause++;
	for (size_t i = 0; i < teller->count && cause < teller->count; i++)
		if (is_told(teller, i) && code_is_about_inputs(teller->messages[i].code))
			goes_back_to(teller, i, cause);
}

/* ---- the list ---- */

static void relate(struct teller *teller, size_t i, size_t cause)
{
	struct ide_diagnostic *item = &teller->items[cause];
	struct ide_diagnostic *other = &teller->items[i];
	if (other->severity < item->severity)
		item->severity = other->severity;
	other->severity = IDE_HINT;
	if (item->related_count >= MOST_RELATED)
		return;
	struct ide_related *related =
		arena_allocate(teller->arena, item->related_count + 1, sizeof(*related));
	for (size_t k = 0; k < item->related_count; k++)
		related[k] = item->related[k];
	bool is_same = string_equal(item->message, other->message);
	related[item->related_count++] = (struct ide_related){.range = other->range,
		.message = is_same ? STRING("the same here") : other->message};
	item->related = related;
}

/* Hints are told nowhere else, and nothing goes back to them. */
static struct teller teller_of(
	const struct syntax_tree *tree, struct ide_diagnostics diagnostics, struct arena *arena)
{
	struct teller teller = {.tree = tree, .arena = arena};
	size_t count = 0;
	for (size_t i = 0; i < diagnostics.count; i++)
		count += diagnostics.items[i].severity < IDE_HINT;
	teller.items = arena_allocate(arena, count + 1, sizeof(*teller.items));
	teller.messages = arena_allocate(arena, count + 1, sizeof(*teller.messages));
	for (size_t i = 0; i < diagnostics.count; i++) {
		enum diagnostic_code code = DIAGNOSTIC_CODE_COUNT;
		if (diagnostics.items[i].severity >= IDE_HINT)
			continue;
		diagnostic_code_find(diagnostics.items[i].code, &code);
		/* What is wrong in another file is told where it is imported, each by itself. */
		const struct row *row = diagnostics.items[i].is_elsewhere ? NULL : row_of(code);
		teller.items[teller.count] = diagnostics.items[i];
		teller.messages[teller.count] = (struct message){.code = code,
			.kind = row ? row->kind : KIND_OTHER,
			.section = row ? row->section : "",
			.cause = teller.count};
		teller.count++;
	}
	return teller;
}

/* The list with what has become of those that were no hints. */
static struct ide_diagnostics told_again(
	const struct teller *teller, struct ide_diagnostics diagnostics)
{
	struct ide_diagnostic *items =
		arena_allocate(teller->arena, diagnostics.count + 1, sizeof(*items));
	size_t next = 0;
	for (size_t i = 0; i < diagnostics.count; i++)
		items[i] = diagnostics.items[i].severity < IDE_HINT ? teller->items[next++]
								    : diagnostics.items[i];
	return (struct ide_diagnostics){items, diagnostics.count};
}

struct ide_diagnostics told_once(
	const struct syntax_tree *tree, struct ide_diagnostics diagnostics, struct arena *arena)
{
	struct teller teller = teller_of(tree, diagnostics, arena);
	bool is_changed = false;
	find_maps(&teller);
	tell_broken_text(&teller);
	tell_lines(&teller);
	tell_first(&teller, key_of_place, 2);
	tell_maps(&teller);
	tell_beside(&teller);
	tell_names(&teller);
	tell_first(&teller, key_of_name, 2);
	tell_first(&teller, key_of_section, 2);
	tell_first(&teller, key_of_owner, 2);
	tell_resolving(&teller);
	tell_results(&teller);
	tell_of_inputs(&teller);
	tell_first(&teller, key_of_rule, 2);
	tell_first(&teller, key_of_result, MANY_RESULTS);
	for (size_t i = 0; i < teller.count; i++) {
		if (teller.messages[i].cause == i || teller.items[i].severity >= IDE_HINT)
			continue;
		relate(&teller, i, cause_of(&teller, i));
		is_changed = true;
	}
	return is_changed ? told_again(&teller, diagnostics) : diagnostics;
}

bool told_once_depends_on_text(struct ide_diagnostics diagnostics)
{
	for (size_t i = 0; i < diagnostics.count; i++) {
		enum diagnostic_code code = DIAGNOSTIC_CODE_COUNT;
		if (diagnostics.items[i].severity >= IDE_HINT)
			continue;
		diagnostic_code_find(diagnostics.items[i].code, &code);
		const struct row *row = row_of(code);
		if ((row && row->kind == KIND_GRAMMAR) || code == DIAGNOSTIC_CODE_UNKNOWN_TYPE)
			return true;
	}
	return false;
}

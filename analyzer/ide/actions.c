#include "analyzer/ide/actions.h"

#include "analyzer/ide/insertion.h"
#include "analyzer/ide/place.h"

#include <string.h>

struct offer {
	struct arena *arena;
	const struct syntax_tree *tree;
	struct range range;
	struct action *items;
	size_t count, capacity;
};

static struct action *add(struct offer *offer, enum action_kind kind, struct string title,
	const struct text_edit *edits, size_t count)
{
	offer->items = arena_reserve(
		offer->arena, offer->items, offer->count, &offer->capacity, sizeof *offer->items);
	struct action *action = &offer->items[offer->count++];
	*action = (struct action){
		.kind = kind,
		.title = title,
		.edits = edits,
		.edit_count = count,
	};
	return action;
}

static struct text_edit *one_edit(struct offer *offer, struct text_edit edit)
{
	struct text_edit *edits = arena_allocate(offer->arena, 1, sizeof *edits);
	*edits = edit;
	return edits;
}

static bool touches(struct range a, struct range b)
{
	return a.start <= b.end && b.start <= a.end;
}

/* The text of a diagnostic's range without quotes. */
static struct string word_of(struct offer *offer, struct range range)
{
	struct string text = syntax_tree_text(offer->tree, range, offer->arena);
	if (text.length >= 2 && (text.bytes[0] == '"' || text.bytes[0] == '\'')) {
		text = string_slice(text, 1, text.length - 1);
	}
	return text;
}

/* ---- quick fixes ---- */

static void replace(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	if (diagnostic->replacement.length == 0) {
		return;
	}
	struct string title = arena_format(
		offer->arena, "Replace with \"%.*s\"", STRING_ARGUMENTS(diagnostic->replacement));
	struct action *action = add(offer, ACTION_QUICK_FIX, title,
		one_edit(offer, (struct text_edit){diagnostic->range, diagnostic->replacement}), 1);
	action->diagnostic = diagnostic;
	action->preferred = true;
}

static void create(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	static const struct {
		const char *code;
		enum declared_kind kind;
		const char *value;
	} rows[] = {
		{"unknown-variability-input", DECLARED_VARIABILITY_INPUT, "{type: string}"},
		{"unknown-expression", DECLARED_EXPRESSION, "true"},
		{"unknown-input", DECLARED_INPUT, "{type: string}"},
		{"unknown-node", DECLARED_NODE, "{type: tosca.nodes.Root}"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct text_edit edit;
		struct string name = word_of(offer, diagnostic->range);
		if (!string_is(diagnostic->code, rows[i].code) ||
			!insertion_of(offer->tree, rows[i].kind, name, string_from(rows[i].value),
				&edit, offer->arena)) {
			continue;
		}
		struct string title = arena_format(offer->arena, "Create the %s \"%.*s\"",
			declared_kind_noun(rows[i].kind), STRING_ARGUMENTS(name));
		struct action *action =
			add(offer, ACTION_QUICK_FIX, title, one_edit(offer, edit), 1);
		action->diagnostic = diagnostic;
	}
}

/* The last word in double quotes of a message. */
static struct string quoted_word(struct string message)
{
	size_t end = message.length;
	while (end > 0 && message.bytes[end - 1] != '"') {
		end--;
	}
	size_t start = end > 0 ? end - 1 : 0;
	while (start > 0 && message.bytes[start - 1] != '"') {
		start--;
	}
	return end > start ? string_slice(message, start, end - 1) : STRING("");
}

/* A mandatory keyname is written with an empty value to be filled in. */
static void add_keyname(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	if (!string_is(diagnostic->code, "missing-keyname")) {
		return;
	}
	struct node node = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	struct node mapping = node;
	if (node_kind(node) == NODE_SCALAR) {
		struct node_entry entry = node_find(node_parent(node), node_text(node));
		mapping = entry.value;
	}
	struct string keyname = quoted_word(diagnostic->message);
	struct string value = string_is(keyname, "type")     ? STRING("tosca.nodes.Root")
			      : string_is(keyname, "inputs") ? STRING("{}")
							     : STRING("''");
	struct text_edit edit;
	struct string entry = arena_format(
		offer->arena, "%.*s: %.*s", STRING_ARGUMENTS(keyname), STRING_ARGUMENTS(value));
	if (keyname.length > 0 &&
		insertion_into(offer->tree, mapping, entry, &edit, offer->arena)) {
		struct string title =
			arena_format(offer->arena, "Add \"%.*s\"", STRING_ARGUMENTS(keyname));
		add(offer, ACTION_QUICK_FIX, title, one_edit(offer, edit), 1)->diagnostic =
			diagnostic;
	}
}

/* A key that has no effect, with its value, if it has lines of its own. */
static void remove_entry(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	static const char *const codes[] = {"unknown-option", "unknown-keyname",
		"ineffective-keyname", "excluded-keyname", "misplaced-keyname", "duplicate-key"};
	bool removable = false;
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
		removable = removable || string_is(diagnostic->code, codes[i]);
	}
	struct node key = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	struct node mapping = node_parent(key);
	if (!removable || node_kind(mapping) != NODE_MAPPING || node_is_flow(mapping) ||
		node_count(mapping) < 2) {
		return;
	}
	struct node_entry entry = node_find(mapping, node_text(key));
	if (!node_equal_place(entry.key, key)) {
		return;
	}
	struct position first =
		syntax_tree_position(offer->tree, node_range(key).start, POSITION_UTF8);
	uint32_t end = node_range(key).end;
	if (node_range(entry.value).end > end) {
		end = node_range(entry.value).end;
	}
	struct position last = syntax_tree_position(offer->tree, end, POSITION_UTF8);
	struct range line = syntax_tree_line(offer->tree, first.line);
	struct string before = syntax_tree_text(
		offer->tree, (struct range){line.start, node_range(key).start}, offer->arena);
	for (size_t i = 0; i < before.length; i++) {
		if (before.bytes[i] != ' ') {
			return; /* behind a dash */
		}
	}
	if (last.character == 0 && last.line > first.line) {
		last.line--;
	}
	struct range lines = {line.start, syntax_tree_line(offer->tree, last.line).end};
	if (last.line + 1 < syntax_tree_line_count(offer->tree)) {
		lines.end = syntax_tree_line(offer->tree, last.line + 1).start;
	}
	struct string title =
		arena_format(offer->arena, "Remove \"%.*s\"", STRING_ARGUMENTS(node_text(key)));
	add(offer, ACTION_QUICK_FIX, title, one_edit(offer, (struct text_edit){lines, STRING("")}),
		1)
		->diagnostic = diagnostic;
}

/* ---- refactorings ---- */

static struct string fresh_expression(struct offer *offer)
{
	for (int i = 1;; i++) {
		struct string name = arena_format(offer->arena, "condition_%d", i);
		if (node_is_absent(names_find(offer->tree, DECLARED_EXPRESSION, name).key)) {
			return name;
		}
	}
}

static bool on_one_line(const struct syntax_tree *tree, struct range range)
{
	return syntax_tree_position(tree, range.start, POSITION_UTF8).line ==
	       syntax_tree_position(tree, range.end, POSITION_UTF8).line;
}

static struct text_edit *in_order(struct offer *offer, struct text_edit a, struct text_edit b)
{
	struct text_edit *edits = arena_allocate(offer->arena, 2, sizeof *edits);
	bool first = a.range.start <= b.range.start;
	edits[0] = first ? a : b;
	edits[1] = first ? b : a;
	return edits;
}

/* `conditions: {equal: …}` becomes `conditions: {logic_expression: condition_1}`. */
static void extract(struct offer *offer, struct node condition)
{
	struct range range = node_range(condition);
	if (node_kind(condition) != NODE_MAPPING || !node_is_flow(condition) ||
		!on_one_line(offer->tree, range) || node_count(condition) != 1 ||
		string_is(node_text(node_entry(condition, 0).key), "logic_expression")) {
		return;
	}
	struct string name = fresh_expression(offer);
	struct string body = syntax_tree_text(offer->tree, range, offer->arena);
	struct text_edit declaration;
	if (!insertion_of(
		    offer->tree, DECLARED_EXPRESSION, name, body, &declaration, offer->arena)) {
		return;
	}
	struct text_edit use = {range,
		arena_format(offer->arena, "{logic_expression: %.*s}", STRING_ARGUMENTS(name))};
	add(offer, ACTION_EXTRACT,
		arena_format(offer->arena, "Extract the condition into the expression \"%.*s\"",
			STRING_ARGUMENTS(name)),
		in_order(offer, declaration, use), 2);
}

/* `{logic_expression: is_dev}` becomes the expression itself. */
static void inline_expression(struct offer *offer, struct node reference)
{
	if (node_kind(reference) != NODE_MAPPING || !node_is_flow(reference) ||
		node_count(reference) != 1) {
		return;
	}
	struct node_entry entry = node_entry(reference, 0);
	if (!string_is(node_text(entry.key), "logic_expression") &&
		!string_is(node_text(entry.key), "value_expression")) {
		return;
	}
	struct node body =
		names_find(offer->tree, DECLARED_EXPRESSION, node_text(entry.value)).value;
	struct range range = node_range(body);
	if (node_is_absent(body) || !on_one_line(offer->tree, range) ||
		(node_kind(body) != NODE_SCALAR && !node_is_flow(body))) {
		return;
	}
	struct text_edit edit = {
		node_range(reference), syntax_tree_text(offer->tree, range, offer->arena)};
	add(offer, ACTION_INLINE,
		arena_format(offer->arena, "Inline the expression \"%.*s\"",
			STRING_ARGUMENTS(node_text(entry.value))),
		one_edit(offer, edit), 1);
}

/* The condition around the cursor, and the reference to a named expression. */
static void refactor(struct offer *offer)
{
	struct node node = syntax_tree_node_at(offer->tree, offer->range.start);
	bool inlined = false;
	while (!node_is_absent(node)) {
		struct node key = node_key(node);
		if (!inlined && node_kind(node) == NODE_MAPPING) {
			size_t before = offer->count;
			inline_expression(offer, node);
			inlined = offer->count > before;
		}
		if (string_is(node_text(key), "conditions")) {
			extract(offer, node);
			return;
		}
		node = node_parent(node);
	}
}

/* Every spelling of older drafts that is certain, in one go. */
static void modernise(struct offer *offer, struct ide_diagnostics diagnostics)
{
	struct text_edit *edits =
		arena_allocate(offer->arena, diagnostics.count + 1, sizeof *edits);
	size_t count = 0;
	for (size_t i = 0; i < diagnostics.count; i++) {
		const struct ide_diagnostic *diagnostic = &diagnostics.items[i];
		if (string_is(diagnostic->code, "deprecated-spelling") &&
			diagnostic->replacement.length > 0 &&
			(count == 0 || edits[count - 1].range.end <= diagnostic->range.start)) {
			edits[count++] =
				(struct text_edit){diagnostic->range, diagnostic->replacement};
		}
	}
	if (count > 0) {
		add(offer, ACTION_SOURCE, STRING("Replace all deprecated spellings in this file"),
			edits, count);
	}
}

const struct action *actions_list(const struct syntax_tree *tree,
	struct ide_diagnostics diagnostics, struct range range, struct arena *arena, size_t *count)
{
	struct offer offer = {.arena = arena, .tree = tree, .range = range};
	for (size_t i = 0; i < diagnostics.count; i++) {
		const struct ide_diagnostic *diagnostic = &diagnostics.items[i];
		if (!touches(diagnostic->range, range) || diagnostic->severity == IDE_HINT) {
			continue;
		}
		replace(&offer, diagnostic);
		create(&offer, diagnostic);
		add_keyname(&offer, diagnostic);
		remove_entry(&offer, diagnostic);
	}
	refactor(&offer);
	modernise(&offer, diagnostics);
	*count = offer.count;
	return offer.items;
}

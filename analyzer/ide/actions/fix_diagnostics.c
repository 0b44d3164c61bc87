/* Quick fixes: what a diagnostic says is wrong, made right. */
#include "analyzer/ide/actions/created_value.h"
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/actions/spellings.h"
#include "analyzer/ide/actions/trial.h"
#include "analyzer/ide/cursor/place.h"
#include "analyzer/ide/edits/insertion.h"
#include "analyzer/ide/edits/layout.h"
#include "analyzer/language/types/type_kinds.h"

/* The text of a diagnostic's range without quotes. */
static struct string word_of(struct offer *offer, struct range range)
{
	struct string text = syntax_tree_text(offer->tree, range, offer->arena);
	if (text.length >= 2 && (text.bytes[0] == '"' || text.bytes[0] == '\''))
		text = string_slice(text, 1, text.length - 1);
	return text;
}

/* The map that the key or the value at `offset` is in, and its number there. */
static struct node entry_at(struct offer *offer, uint32_t offset, uint32_t *position)
{
	struct node node = syntax_tree_node_at(offer->tree, offset);
	struct node mapping = node_parent(node);
	uint32_t count = node_kind(mapping) == NODE_MAPPING ? node_count(mapping) : 0;
	for (*position = 0; *position < count; ++*position) {
		struct node_entry entry = node_entry(mapping, *position);
		if (node_equal_place(entry.key, node) || node_equal_place(entry.value, node))
			return mapping;
	}
	return (struct node){0};
}

/* ---- replace ---- */

/* Not of a key that would then stand there twice. */
static bool can_replace(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	uint32_t position;
	struct node mapping = entry_at(offer, diagnostic->range.start, &position);
	bool is_key =
		!node_is_absent(mapping) &&
		node_range(node_entry(mapping, position).key).start == diagnostic->range.start;
	return diagnostic->replacement.length > 0 &&
	       !(is_key && !node_is_absent(node_find(mapping, diagnostic->replacement).key));
}

/* The same mistake in all places. */
static void replace_all(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	const struct ide_diagnostics *shown = &offer->request->diagnostics;
	struct edits edits = {0};
	for (size_t i = 0; i < shown->count; i++) {
		const struct ide_diagnostic *other = &shown->items[i];
		if (string_equal(other->code, diagnostic->code) &&
			string_equal(other->message, diagnostic->message) &&
			can_replace(offer, other))
			offer_edit(offer, &edits,
				(struct text_edit){other->range, other->replacement});
	}
	if (edits.count > 1)
		offer_action(offer, ACTION_QUICK_FIX,
			arena_format(offer->arena, "Replace all %zu with \"%.*s\"", edits.count,
				STRING_ARGUMENTS(diagnostic->replacement)),
			edits)
			->diagnostic = diagnostic;
}

static void replace(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	if (!can_replace(offer, diagnostic))
		return;
	struct string title = arena_format(
		offer->arena, "Replace with \"%.*s\"", STRING_ARGUMENTS(diagnostic->replacement));
	struct edits edits = {0};
	offer_edit(offer, &edits, (struct text_edit){diagnostic->range, diagnostic->replacement});
	struct action *action = offer_action(offer, ACTION_QUICK_FIX, title, edits);
	action->diagnostic = diagnostic;
	action->preferred = true;
	replace_all(offer, diagnostic);
}

/* An old spelling; the last one of a template takes the old meaning of `xor` with it. */
static void replace_spelling(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct edits edits = {0};
	if (!spelling_edits(offer, diagnostic, &edits))
		return;
	struct string title = arena_format(offer->arena, "Replace with \"%.*s\"",
		STRING_ARGUMENTS(spelling_today(offer, diagnostic)));
	struct action *action = offer_action(offer, ACTION_QUICK_FIX, title, edits);
	action->diagnostic = diagnostic;
	action->preferred = true;
}

/* ---- create ---- */

/* A type of the kind that every file has: the root of the normative ones. TOSCA 2.0 has none;
 * there it is the first one of the file, and empty if there is none. */
static struct string some_type(struct offer *offer, enum type_kind kind)
{
	if (!version_is_2_0(place_version(offer->tree)))
		return arena_format(offer->arena, "%sRoot", type_kind_row(kind)->prefix);
	struct name_list own = names_of(offer->tree, declared_kind_of_type(kind), offer->arena);
	return own.count > 0 ? own.items[0].name : STRING("");
}

enum {
	MOST_TRIED = 8 /* types */
};

struct created_row {
	const char *code;
	enum declared_kind kind;
	const char *value; /* NULL: as the place asks, for elements of a type of `type` */
	enum type_kind type;
	const char *more; /* behind the type */
};

struct creation {
	struct offer *offer;
	const struct ide_diagnostic *diagnostic;
	const struct created_row *row;
	struct string name;
	struct text_edit edit;
};

/* Types that it may be of: what is asked for where the name is used, then any. False if there are
 * no more; empty: it cannot be told. */
static bool next_type(const struct creation *creation, size_t position, struct string *type)
{
	static const char *const primitive[] = {"string", "integer", "float", "boolean"};
	struct offer *offer = creation->offer;
	const struct created_row *row = creation->row;
	uint32_t place = creation->diagnostic->range.start;
	if (row->kind == DECLARED_VARIABILITY_INPUT) {
		*type = created_input_type(offer, place);
		return position == 0;
	}
	if (row->kind == DECLARED_INPUT) {
		bool is_one = position < sizeof(primitive) / sizeof(*primitive);
		*type = string_from(is_one ? primitive[position] : "");
		return is_one;
	}
	struct name_list own =
		names_of(offer->tree, declared_kind_of_type(row->type), offer->arena);
	if (position > 1) {
		bool is_one = position - 2 < own.count && position - 2 < MOST_TRIED;
		*type = is_one ? own.items[position - 2].name : STRING("");
		return is_one;
	}
	*type = position == 1                ? some_type(offer, row->type)
		: row->kind == DECLARED_NODE ? created_node_type(offer, place)
					     : STRING("");
	return true;
}

static bool is_mended_by(struct creation *creation, struct string value)
{
	return insertion_of(creation->offer->tree, creation->row->kind, creation->name, value,
		       &creation->edit, creation->offer->arena) &&
	       trial_mends(creation->offer, creation->diagnostic, &creation->edit);
}

/* With a value on which the checks agree. */
static bool find_value(struct creation *creation)
{
	const struct created_row *row = creation->row;
	struct string type;
	if (row->value)
		return is_mended_by(creation, string_from(row->value));
	if (row->kind == DECLARED_EXPRESSION)
		return is_mended_by(creation, created_expression_value(creation->offer,
						      creation->diagnostic->range.start));
	for (size_t i = 0; next_type(creation, i, &type); i++)
		if (type.length > 0 &&
			is_mended_by(
				creation, arena_format(creation->offer->arena, "{type: %.*s%s}",
						  STRING_ARGUMENTS(type), row->more)))
			return true;
	return false;
}

static void create(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	static const struct created_row rows[] = {
		{"unknown-variability-input", DECLARED_VARIABILITY_INPUT, NULL, 0, ""},
		{"unknown-expression", DECLARED_EXPRESSION, NULL, 0, ""},
		{"unknown-preset", DECLARED_PRESET, "{inputs: {}}", 0, ""},
		{"unknown-input", DECLARED_INPUT, NULL, 0, ""},
		{"unknown-node", DECLARED_NODE, NULL, TYPE_NODE, ""},
		{"unknown-group", DECLARED_GROUP, NULL, TYPE_GROUP, ", members: []"},
		{"unknown-policy", DECLARED_POLICY, NULL, TYPE_POLICY, ""},
		{"unknown-relationship", DECLARED_RELATIONSHIP_TEMPLATE, NULL, TYPE_RELATIONSHIP,
			""},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct creation creation = {.offer = offer,
			.diagnostic = diagnostic,
			.row = &rows[i],
			.name = word_of(offer, diagnostic->range)};
		/* unless the place is not the name itself */
		if (string_is(diagnostic->code, rows[i].code) &&
			string_mentions(diagnostic->message, creation.name) &&
			find_value(&creation))
			offer_fix(offer, diagnostic,
				arena_format(offer->arena, "Create the %s \"%.*s\"",
					declared_kind_noun(rows[i].kind),
					STRING_ARGUMENTS(creation.name)),
				creation.edit);
	}
}

/* ---- add ---- */

/* The shortest value that a keyname accepts, to be filled in; empty if none is known. */
static struct string first_value(struct offer *offer, const struct keyname_row *row)
{
	enum type_kind kind;
	const struct shape *shape = row ? row->shape : NULL;
	const struct shape *name = shape_alternative(shape, SHAPE_NAME);
	if (name && type_kind_of_name(name->name, &kind))
		return kind == TYPE_DATA ? STRING("string") : some_type(offer, kind);
	if (shape && (shape->kind == SHAPE_MAP || shape->kind == SHAPE_COLLECTION))
		return STRING("{}");
	if (shape && (shape->kind == SHAPE_LIST || shape->kind == SHAPE_NAMED_LIST))
		return STRING("[]");
	return STRING("''");
}

/* The edit that gives a keyname a value, if it is missing or there is nothing behind it. */
static bool insertion_for(struct offer *offer, struct node mapping, struct string keyname,
	struct string value, struct text_edit *edit)
{
	struct node_entry present = node_find(mapping, keyname);
	if (node_is_absent(present.key)) {
		struct string entry = arena_format(offer->arena, "%.*s: %.*s",
			STRING_ARGUMENTS(keyname), STRING_ARGUMENTS(value));
		return insertion_into(offer->tree, mapping, entry, edit, offer->arena);
	}
	uint32_t colon = node_range(present.key).end;
	struct range written = node_range(present.value);
	struct string text =
		syntax_tree_text(offer->tree, (struct range){colon, colon + 1}, offer->arena);
	*edit = (struct text_edit){{colon + 1, colon + 1},
		arena_format(offer->arena, " %.*s", STRING_ARGUMENTS(value))};
	return string_is(text, ":") && written.start >= written.end;
}

/* The word in quotes behind what the message calls it. */
static struct string word_behind(struct string message, struct string before)
{
	for (size_t i = 0; i + before.length <= message.length; i++) {
		struct string rest = string_slice(message, i, message.length);
		if (string_starts_with(rest, before.bytes)) {
			size_t length = before.length;
			while (length < rest.length && rest.bytes[length] != '"')
				length++;
			return string_slice(rest, before.length, length);
		}
	}
	return STRING("");
}

/* What the text would be without quotes. */
static enum scalar_type plain_type(struct string text)
{
	struct syntax_tree *tree = syntax_tree_create(text);
	struct node root = syntax_tree_root(tree);
	enum scalar_type type =
		node_kind(root) == NODE_SCALAR ? node_scalar_type(root) : SCALAR_STRING;
	syntax_tree_release(tree);
	return type;
}

/* 80 where a string is expected, or "80" where a number is. */
static void change_quotes(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct node value = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	enum scalar_style style = node_scalar_style(value);
	struct string text = node_text(value);
	struct string message = diagnostic->message;
	bool is_key =
		node_is_absent(node_key(value)) && node_kind(node_parent(value)) == NODE_MAPPING;
	if (node_kind(value) != NODE_SCALAR || is_key || node_alias(value).length > 0 ||
		node_anchor(value).length > 0 || node_tag(value).length > 0)
		return;
	if (style == SCALAR_PLAIN && string_contains(message, STRING("must be a string"))) {
		offer_fix(offer, diagnostic, STRING("Put it in quotes"),
			(struct text_edit){node_range(value),
				arena_format(offer->arena, "'%.*s'", STRING_ARGUMENTS(text))});
		return;
	}
	enum scalar_type type = plain_type(text);
	bool is_quoted = style == SCALAR_SINGLE_QUOTED || style == SCALAR_DOUBLE_QUOTED;
	if (is_quoted &&
		((type == SCALAR_INTEGER &&
			 string_contains(message, STRING("must be an integer"))) ||
			(type == SCALAR_BOOLEAN &&
				string_contains(message, STRING("must be true or false"))))) {
		offer_fix(offer, diagnostic, STRING("Take it out of its quotes"),
			(struct text_edit){node_range(value), text});
	}
}

/* A mandatory keyname is written with a value to be filled in. */
static void add_keyname(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct node node = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	struct node mapping = node;
	if (node_kind(node) == NODE_SCALAR)
		mapping = node_find(node_parent(node), node_text(node)).value;
	struct string keyname = word_behind(diagnostic->message, STRING("keyname \""));
	if (keyname.length == 0 || node_kind(mapping) != NODE_MAPPING ||
		!node_is_absent(node_find(mapping, keyname).key))
		return;
	struct place place = place_of_node(mapping);
	const struct keyname_row *row =
		keyname_find(place_construct(&place), place.version, keyname);
	struct string value = first_value(offer, row);
	struct text_edit edit;
	if (value.length > 0 && insertion_for(offer, mapping, keyname, value, &edit)) {
		offer_fix(offer, diagnostic,
			arena_format(offer->arena, "Add \"%.*s\"", STRING_ARGUMENTS(keyname)),
			edit);
	}
}

static bool takes_properties(struct node mapping)
{
	struct place place = place_of_node(mapping);
	return keyname_find(place_construct(&place), place.version, STRING("properties")) != NULL;
}

/* A property that its type asks for is written with the value that the diagnostic proposes. */
static void add_property(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct node key = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	struct node owner = node_find(node_parent(key), node_text(key)).value;
	struct node properties = node_get(owner, "properties");
	struct string name = word_behind(diagnostic->message, STRING("the property \""));
	struct string entry = arena_format(offer->arena, "%.*s: %.*s", STRING_ARGUMENTS(name),
		STRING_ARGUMENTS(diagnostic->replacement));
	struct string needs = arena_format(
		offer->arena, "\"%.*s\" needs a value", STRING_ARGUMENTS(node_text(key)));
	struct text_edit edit;
	bool is_possible = false;
	if (name.length == 0 || diagnostic->replacement.length == 0 ||
		node_kind(owner) != NODE_MAPPING || !takes_properties(owner) ||
		!string_contains(diagnostic->message, needs))
		return;
	if (node_kind(properties) == NODE_MAPPING) {
		is_possible = insertion_into(offer->tree, properties, entry, &edit, offer->arena);
	} else if (node_kind(properties) == NODE_SEQUENCE) {
		is_possible =
			insertion_into_list(offer->tree, properties, entry, &edit, offer->arena);
	} else if (node_is_absent(node_find(owner, STRING("properties")).key)) {
		entry = arena_format(offer->arena, "properties: {%.*s}", STRING_ARGUMENTS(entry));
		is_possible = insertion_into(offer->tree, owner, entry, &edit, offer->arena);
	}
	if (is_possible) {
		offer_fix(offer, diagnostic,
			arena_format(
				offer->arena, "Add the property \"%.*s\"", STRING_ARGUMENTS(name)),
			edit);
	}
}

static void add_version(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct node root = syntax_tree_root(offer->tree);
	if (node_kind(root) != NODE_MAPPING || node_is_flow(root) || node_count(root) == 0)
		return;
	const char *version = node_is_absent(names_variability(offer->tree))
				      ? (node_is_absent(node_get(root, "service_template"))
							? "tosca_simple_yaml_1_3"
							: "tosca_2_0")
				      : "tosca_variability_1_0";
	uint32_t start = node_range(node_entry(root, 0).key).start;
	if (!node_is_absent(node_find(root, STRING("tosca_definitions_version")).key))
		return;
	offer_fix(offer, diagnostic,
		arena_format(offer->arena, "Add the definitions version \"%s\"", version),
		(struct text_edit){{start, start},
			arena_format(offer->arena, "tosca_definitions_version: %s\n", version)});
}

/* ---- remove ---- */

/* Whether a misspelt key stands for a keyname that must be there. */
static bool is_needed(struct node mapping, const struct ide_diagnostic *diagnostic)
{
	struct place place = place_of_node(mapping);
	const struct keyname_row *row =
		keyname_find(place_construct(&place), place.version, diagnostic->replacement);
	return row && (row->flags & KEYNAME_MANDATORY) &&
	       node_is_absent(node_find(mapping, diagnostic->replacement).key);
}

/* A key that has no effect, with its value. */
static void remove_entry(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	uint32_t position;
	struct text_edit edit;
	struct node mapping = entry_at(offer, diagnostic->range.start, &position);
	if (!node_is_absent(mapping) && !is_needed(mapping, diagnostic) &&
		layout_removal(offer->tree, mapping, position, &edit, offer->arena)) {
		struct string key = node_text(node_entry(mapping, position).key);
		offer_fix(offer, diagnostic,
			arena_format(offer->arena, "Remove \"%.*s\"", STRING_ARGUMENTS(key)), edit);
	}
}

enum {
	STEP = 2 /* columns, where nothing tells how far entries are indented */
};

/* An entry that is indented too little goes below the one above. */
static void indent_entry(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	uint32_t position;
	struct node mapping = entry_at(offer, diagnostic->range.start, &position);
	if (!string_ends_with(diagnostic->message, "it is indented too little") ||
		node_is_absent(mapping) || position == 0)
		return;
	struct node_entry above = node_entry(mapping, position - 1);
	struct node_entry entry = node_entry(mapping, position);
	struct range text = {node_range(entry.key).start, layout_entry_end(entry)};
	uint32_t column = layout_column(offer->tree, text.start);
	uint32_t wanted = column + STEP;
	if (node_kind(above.value) == NODE_MAPPING && node_count(above.value) > 0)
		wanted = layout_column(
			offer->tree, node_range(node_entry(above.value, 0).key).start);
	int columns = (int)wanted - (int)column;
	if (columns <= 0 || !layout_begins_line(offer->tree, text.start))
		return;
	struct string moved = layout_moved(offer->tree, text, columns, offer->arena);
	struct string title = arena_format(
		offer->arena, "Indent it, below \"%.*s\"", STRING_ARGUMENTS(node_text(above.key)));
	struct text_edit edit = {
		text, arena_format(offer->arena, "%*s%.*s", columns, "", STRING_ARGUMENTS(moved))};
	offer_fix(offer, diagnostic, title, edit)->preferred = true;
}

static void fix_unknown_keyname(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	indent_entry(offer, diagnostic);
	remove_entry(offer, diagnostic);
}

/* The definitions version of TOSCA 2.0 comes before everything else; other keynames belong to
 * another construct, which the message names. */
static void move_or_remove(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	uint32_t position;
	struct text_edit edit;
	struct node mapping = entry_at(offer, diagnostic->range.start, &position);
	struct node_entry entry = node_entry(mapping, position);
	if (!string_is(node_text(entry.key), "tosca_definitions_version") ||
		!node_equal_place(mapping, syntax_tree_root(offer->tree))) {
		fix_unknown_keyname(offer, diagnostic);
		return;
	}
	if (position == 0 || node_is_flow(mapping) ||
		!layout_removal(offer->tree, mapping, position, &edit, offer->arena))
		return;
	uint32_t start = node_range(node_entry(mapping, 0).key).start;
	struct range text = {node_range(entry.key).start, layout_entry_end(entry)};
	struct edits edits = {0};
	offer_edit(offer, &edits,
		(struct text_edit){{start, start},
			arena_format(offer->arena, "%.*s\n",
				STRING_ARGUMENTS(
					syntax_tree_text(offer->tree, text, offer->arena)))});
	offer_edit(offer, &edits, edit);
	offer_action(
		offer, ACTION_QUICK_FIX, STRING("Move the definitions version to the top"), edits)
		->diagnostic = diagnostic;
}

/* An operand that changes nothing. */
static void remove_item(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct node item = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	while (!node_is_absent(item) && (node_kind(node_parent(item)) != NODE_SEQUENCE ||
						node_range(item).end < diagnostic->range.end))
		item = node_parent(item);
	struct node list = node_parent(item);
	uint32_t count = node_is_absent(item) ? 0 : node_count(list);
	for (uint32_t i = 0; i < count; i++) {
		struct text_edit edit;
		if (node_equal_place(node_item(list, i), item) &&
			layout_removal(offer->tree, list, i, &edit, offer->arena)) {
			offer_fix(
				offer, diagnostic, STRING("Remove the redundant condition"), edit);
		}
	}
}

/* ---- other forms ---- */

/* What stands between two entries of an item, when each is an item of its own. */
static struct string between_items(struct offer *offer, struct node item)
{
	struct node list = node_parent(item);
	uint32_t column = layout_column(offer->tree, node_range(list).start);
	return node_is_flow(list) ? STRING("}, {")
				  : arena_format(offer->arena, "}\n%*s- {", (int)column, "");
}

/* `- a: …` with `b: …` below becomes `- a: …` and `- b: …`. */
static void split_item(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct node mapping =
		node_parent(syntax_tree_node_at(offer->tree, diagnostic->range.start));
	uint32_t count = node_kind(mapping) == NODE_MAPPING ? node_count(mapping) : 0;
	struct edits edits = {0};
	if (count < 2 || node_kind(node_parent(mapping)) != NODE_SEQUENCE)
		return;
	for (uint32_t i = 1; i < count; i++) {
		uint32_t start = node_range(node_entry(mapping, i).key).start;
		struct range gap = {layout_entry_end(node_entry(mapping, i - 1)), start};
		if (node_is_flow(mapping)) {
			offer_edit(offer, &edits,
				(struct text_edit){gap, between_items(offer, mapping)});
		} else if (layout_column(offer->tree, start) >= 2 &&
			   layout_begins_line(offer->tree, start)) {
			offer_edit(offer, &edits,
				(struct text_edit){{start - 2, start}, STRING("- ")});
		} else {
			return;
		}
	}
	/* A keyname of the element that should be indented is no name. */
	if (!trial_reads(offer, &edits.items[0]))
		return;
	offer_action(offer, ACTION_QUICK_FIX, STRING("Give each name an entry of its own"), edits)
		->diagnostic = diagnostic;
}

/* Variable properties stand in a list. */
static void list_properties(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct node map = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	while (!node_is_absent(map) && !string_is(node_text(node_key(map)), "properties"))
		map = node_parent(map);
	struct edits edits = {0};
	if (node_kind(map) == NODE_MAPPING && form_as_list(offer, map, &edits)) {
		offer_action(
			offer, ACTION_QUICK_FIX, STRING("Write the properties as a list"), edits)
			->diagnostic = diagnostic;
	}
}

void offer_fixes(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	static const struct {
		const char *code;
		void (*offer)(struct offer *, const struct ide_diagnostic *);
	} rows[] = {
		{"absent-element", offer_dead_element},
		{"bad-list-entry", split_item},
		{"condition-without-effect", offer_without_condition},
		{"constant-condition", offer_without_condition},
		{"deprecated-spelling", replace_spelling},
		{"duplicate-key", remove_entry},
		{"excluded-keyname", remove_entry},
		{"fixed-value", remove_entry},
		{"ignored-type-specific-condition", remove_entry},
		{"ineffective-keyname", remove_entry},
		{"ineffective-option", remove_entry},
		{"keyname-of-other-version", remove_entry},
		{"misplaced-keyname", move_or_remove},
		{"never-present", offer_dead_element},
		{"missing-definitions-version", add_version},
		{"missing-artifact", offer_file},
		{"missing-file", offer_file},
		{"missing-keyname", add_keyname},
		{"missing-property", add_property},
		{"never-present-alternative", remove_entry},
		{"redundant-condition", remove_item},
		{"several-operators", remove_entry},
		{"unknown-keyname", fix_unknown_keyname},
		{"unknown-option", remove_entry},
		{"unknown-property", remove_entry},
		{"unknown-type", offer_import},
		{"unused-relationship-template", remove_entry},
		{"unwrapped-property", list_properties},
		{"wrong-shape", offer_missing_colon},
		{"wrong-value", change_quotes},
		{"yaml-syntax", offer_text_fixes},
	};
	if (!string_is(diagnostic->code, "deprecated-spelling") &&
		!string_is(diagnostic->code, "missing-property"))
		replace(offer, diagnostic);
	create(offer, diagnostic);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (string_is(diagnostic->code, rows[i].code))
			rows[i].offer(offer, diagnostic);
}

#include "analyzer/ide/completion/completion.h"

#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/completion/completion_use.h"
#include "analyzer/ide/edits/layout.h"
#include "analyzer/ide/names/anchors.h"
#include "analyzer/ide/names/mention.h"
#include "analyzer/model/values/scalar_unit.h"
#include "analyzer/variability/analysis/analysis.h"

#include <string.h>

/* Values of variability inputs: in a preset, or a file of its own. */
static bool is_preset_inputs(const struct completion_list *list, size_t depth)
{
	const struct place *place = &list->place;
	if (list->settings->kind == GRAMMAR_FILE_INPUTS)
		return place->depth == depth;
	return place->keyname && place->depth == depth &&
	       place->keyname->construct == CONSTRUCT_VARIABILITY_PRESET &&
	       string_is(string_from(place->keyname->name), "inputs");
}

/* `type: [{a: …}, {b: …}]`: the keys are types; those of `technology` are technologies. */
static bool is_entry_of(const struct place *place, enum construct construct)
{
	return place->is_entry && place->shape && place->shape->kind == SHAPE_CONSTRUCT &&
	       place->shape->construct == construct;
}

static bool is_technology(const struct place *place)
{
	return place->keyname && strcmp(place->keyname->name, "technology") == 0 &&
	       (place->construct == CONSTRUCT_NODE_TEMPLATE ||
		       place->construct == CONSTRUCT_TECHNOLOGY_RULE);
}

/* `*name`, wherever a value may be. */
static void complete_aliases(struct completion_list *list)
{
	size_t count = 0;
	const struct string *names =
		anchors_before(list->tree, list->cursor.replace.start, list->arena, &count);
	for (size_t i = 0; i < count; i++) {
		struct string alias =
			arena_format(list->arena, "*%.*s", STRING_ARGUMENTS(names[i]));
		completion_add(list, COMPLETION_VALUE, alias, alias, false);
	}
}

static bool has_keyname(const struct completion_list *list, enum construct construct)
{
	const struct cursor *cursor = &list->cursor;
	for (size_t i = 0; i < cursor->sibling_count; i++)
		if (keyname_find(construct, list->place.version, cursor->siblings[i]))
			return true;
	return false;
}

/* For interfaces of TOSCA 1.x the names of operations stand beside the keynames: who has written
 * one of either goes on like that. */
static void complete_operations(struct completion_list *list, enum construct construct)
{
	bool begins = list->cursor.sibling_count == 0;
	if (begins || has_keyname(list, construct))
		complete_keyname(list, construct, "operations");
	if (has_keyname(list, construct))
		complete_keynames(list, construct);
	complete_members(list,
		member_operations(
			list->types, list->declaration.member, MEMBER_OPERATION, list->arena),
		MEMBER_OPERATION, true);
}

static void complete_construct(struct completion_list *list, enum construct construct)
{
	const struct declaration *declaration = &list->declaration;
	if (declaration->kind == DECLARES_INTERFACE &&
		construct_others(construct, list->place.version))
		complete_operations(list, construct);
	complete_keynames(list, construct);
	if (declaration->kind == DECLARES_MEMBERS &&
		construct_others(construct, list->place.version))
		complete_members(list, declaration->members, declaration->member_kind, true);
	if (list->place.is_free)
		complete_free_key(list);
}

/* Names of elements that a template declares in the section of the cursor, and are not there yet.
 * False if it is no such section. */
static bool complete_declared(struct completion_list *list, const struct syntax_tree *template)
{
	const struct place *place = &list->place;
	static const struct {
		enum declared_kind declared;
		enum completion_kind kind;
	} names[] = {
		{DECLARED_NODE, COMPLETION_NODE},
		{DECLARED_INPUT, COMPLETION_INPUT},
		{DECLARED_OUTPUT, COMPLETION_OUTPUT},
		{DECLARED_RELATIONSHIP_TEMPLATE, COMPLETION_RELATIONSHIP_TEMPLATE},
		{DECLARED_GROUP, COMPLETION_GROUP},
		{DECLARED_POLICY, COMPLETION_POLICY},
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(names_keyname(names[i].declared), place->keyname->name) != 0 ||
			(place->construct != CONSTRUCT_TOPOLOGY_TEMPLATE &&
				place->construct != CONSTRUCT_SERVICE_TEMPLATE))
			continue;
		struct name_list found = names_of(template, names[i].declared, list->arena);
		for (size_t k = 0; k < found.count; k++)
			if (!completion_is_used(list, found.items[k].name))
				completion_add_key(list, names[i].kind,
					arena_copy(list->arena, found.items[k].name), "$1", "");
		return true;
	}
	return false;
}

/* What is laid over a template has the same names. */
static bool complete_part(struct completion_list *list)
{
	const struct place *place = &list->place;
	if (!place->is_part || !place->keyname || place->depth > 0)
		return false;
	complete_keys_of_tests(list);
	return complete_declared(list, list->names);
}

/* Of the result that a test expects: elements of the template that is resolved. */
static bool complete_result(struct completion_list *list)
{
	const struct place *place = &list->place;
	const struct known_file *template = list->settings->result_of;
	return template && place->keyname && place->depth == 0 &&
	       complete_declared(list, template->tree);
}

/* A key of a map: keynames, options, inputs of a preset, or names that types declare. */
static void complete_key(struct completion_list *list)
{
	const struct place *place = &list->place;
	enum construct construct = place_construct(place);
	enum name_kind types;
	if (place->option.length > 0)
		return; /* a value */
	if (construct != CONSTRUCT_NONE) {
		complete_construct(list, construct);
	} else if (complete_part(list) || complete_result(list)) {
		return;
	} else if (place->shape && place->shape->kind == SHAPE_OPTIONS) {
		complete_option_names(list);
	} else if (is_preset_inputs(list, 0)) {
		complete_preset_inputs(list);
	} else if (is_entry_of(place, CONSTRUCT_TECHNOLOGY)) {
		complete_technologies(list, true);
	} else if (is_entry_of(place, CONSTRUCT_TYPE_ASSIGNMENT)) {
		const struct shape *type = shape_alternative(place->keyname->shape, SHAPE_NAME);
		if (type)
			complete_type_keys(list, type->name);
	} else if (list->declaration.kind == DECLARES_MEMBERS && place_keys_are_names(place)) {
		complete_members(
			list, list->declaration.members, list->declaration.member_kind, true);
		complete_members_as_elsewhere(list);
	} else if (place_has_conditions_of_types(place, &types)) {
		complete_type_keys(list, types);
	} else {
		complete_elements(list);
		complete_free_key(list);
	}
}

static void complete_scalar(struct completion_list *list)
{
	const struct place *place = &list->place;
	if (place->option.length > 0)
		complete_option_values(list, place->option);
	else if (is_preset_inputs(list, 1))
		complete_input_values(list, list->cursor.path[list->cursor.path_length - 1].key);
	else if (!place->shape || place->is_free)
		complete_free_value(list);
	else if (is_technology(place) && !place->is_entry)
		complete_technologies(list, false);
	else if (!place->is_entry)
		complete_value(list, place->shape);
}

/* Quotes stay as they are: what is replaced is between them. */
static void look_at_quotes(struct completion_list *list)
{
	struct range *replace = &list->cursor.replace;
	struct string written = syntax_tree_text(list->tree, *replace, list->arena);
	if (!list->cursor.quoted || written.length == 0)
		return;
	list->quote = written.bytes[0];
	list->is_closed = written.length > 1 && written.bytes[written.length - 1] == list->quote;
	replace->start++;
	replace->end -= list->is_closed;
}

/* On a line of its own behind a key, a map most likely begins: its keys come first. In a list, its
 * items are most likely short. */
static bool begins_map(const struct cursor *cursor)
{
	return cursor->may_be_key && cursor->path_length > 0 &&
	       cursor->path[cursor->path_length - 1].index < 0;
}

/* Without what the editor puts in front of every further line: the spaces at the beginning of the
 * cursor's line. */
static struct string without_indentation(struct string text, size_t columns, struct arena *arena)
{
	char *result = arena_allocate(arena, text.length + 1, 1);
	size_t length = 0;
	for (size_t i = 0; i < text.length; i++) {
		result[length++] = text.bytes[i];
		size_t taken = 0;
		while (text.bytes[i] == '\n' && taken < columns && i + 1 + taken < text.length &&
			text.bytes[i + 1 + taken] == ' ')
			taken++;
		i += taken;
	}
	return (struct string){result, length};
}

static void leave_indentation_to_editor(struct completion_list *list)
{
	uint32_t line =
		syntax_tree_position(list->tree, list->cursor.replace.start, POSITION_UTF8).line;
	struct string text =
		syntax_tree_text(list->tree, syntax_tree_line(list->tree, line), list->arena);
	size_t columns = 0;
	while (columns < text.length && text.bytes[columns] == ' ')
		columns++;
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].snippet) {
			list->items[i].text =
				without_indentation(list->items[i].text, columns, list->arena);
		}
	}
}

static void complete(struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	bool value = cursor->place == CURSOR_VALUE;
	look_at_quotes(list);
	if (list->place.is_entry && cursor->sibling_count > 0)
		return; /* the entry has its name */
	if (string_starts_with(cursor->word, "*") && !cursor->quoted) {
		complete_aliases(list);
		return;
	}
	if (complete_eval(list))
		return;
	if (list->place.is_expression) {
		complete_expression(list);
		return;
	}
	if (begins_map(cursor))
		complete_key(list);
	if (value)
		complete_scalar(list);
	if (!value || cursor->may_be_key || cursor->needs_dash || list->place.is_entry)
		complete_key(list); /* what is there already stays as it is */
}

/* The letters of the word in their order, others between them, as editors search. */
static bool matches(struct string label, struct string word)
{
	size_t found = 0;
	for (size_t i = 0; i < label.length && found < word.length; i++)
		found += string_lower(label.bytes[i]) == string_lower(word.bytes[found]);
	return found == word.length;
}

/* Nobody reads thousands of names: of a long list, those that go on like the word, and the editor
 * asks again behind each letter. */
static void narrow(struct completion_list *list)
{
	enum {
		MOST_ITEMS = 200
	};
	size_t kept = 0;
	if (list->count <= MOST_ITEMS)
		return;
	for (size_t i = 0; i < list->count && kept < MOST_ITEMS; i++)
		if (matches(list->items[i].label, list->cursor.word))
			list->items[kept++] = list->items[i];
	list->count = kept;
	list->follows_word = true;
}

/* How far the file indents: as the first map within its outermost one does. */
static uint32_t indentation_of(const struct syntax_tree *tree, const struct cursor *cursor)
{
	enum {
		USUAL = 2,
		MOST = 8
	};
	struct node root = syntax_tree_root(tree);
	for (uint32_t i = 0; i < node_count(root); i++) {
		struct node value = node_entry(root, i).value;
		if (node_kind(value) != NODE_MAPPING || node_count(value) == 0)
			continue;
		uint32_t start = node_range(node_entry(value, 0).key).start;
		uint32_t column = layout_column(tree, start);
		if (layout_begins_line(tree, start) && column > 0 && column <= MOST)
			return column;
	}
	bool is_first = cursor->path_length == 1 && cursor->indentation > 0 &&
			cursor->indentation <= MOST; /* where an author begins the first map */
	return is_first ? cursor->indentation : USUAL;
}

/* Those of the analysis; before the first one has finished, what the text and its imports
 * tell. To be released. */
static struct types *types_at_hand(const struct syntax_tree *tree, const struct analysis *analysis,
	const struct completion_settings *settings)
{
	const struct known_file *owner =
		settings->template ? settings->template : settings->result_of;
	if (owner)
		return types_retain(owner->types);
	if (analysis) {
		const struct types *types = analysis_types(analysis);
		return types ? types_retain(types) : NULL;
	}
	return settings->files ? types_create(tree, settings->path, settings->files, NULL) : NULL;
}

/* A keyname of another version is told to be unknown; what was meant by it is known all the same.
 */
static struct place place_of_any_version(const struct spot *spot)
{
	static const enum definitions_version others[] = {
		VERSION_SIMPLE_YAML_1_3, VERSION_TOSCA_2_0};
	struct place place = spot->place;
	for (size_t i = 0; i < 2 && !place.shape && !place.is_expression && !place.is_free; i++)
		place = place_at(place_root_of(GRAMMAR_FILE_TOSCA, others[i]), spot->cursor.path,
			spot->cursor.path_length);
	return place.shape ? place : spot->place;
}

/* What is laid over a template is as if it were there. */
static struct declaration declaration_of(const struct types *types, const struct syntax_tree *tree,
	const struct syntax_tree *names, const struct spot *spot, struct arena *arena)
{
	const struct cursor *cursor = &spot->cursor;
	return spot->place.is_part && names != tree
		       ? declaration_at(
				 types, names, cursor->path + 1, cursor->path_length - 1, arena)
		       : declaration_at(types, tree, cursor->path, cursor->path_length, arena);
}

static enum grammar_file kind_of(
	const struct syntax_tree *tree, const struct completion_settings *settings)
{
	return settings->kind == GRAMMAR_FILE_TOSCA ? grammar_file_kind(tree) : settings->kind;
}

/* Behind a number and a space, a unit may follow. False if that is not where the cursor is. */
static bool goes_on_with_unit(const struct syntax_tree *tree, enum grammar_file kind,
	uint32_t offset, struct spot *spot, struct arena *arena)
{
	uint32_t line = syntax_tree_position(tree, offset, POSITION_UTF8).line;
	struct range before = {syntax_tree_line(tree, line).start, offset};
	struct string text = syntax_tree_text(tree, before, arena), number, unit;
	size_t end = text.length;
	while (end > 0 && text.bytes[end - 1] == ' ')
		end--;
	if (end == 0 || end == text.length)
		return false;
	struct spot found = spot_in(tree, kind, before.start + (uint32_t)end, arena);
	struct cursor *cursor = &found.cursor;
	cursor->word = arena_join(arena, cursor->word, " ", STRING("?"));
	cursor->replace.end = offset;
	if (cursor->place != CURSOR_VALUE || cursor->quoted ||
		!scalar_unit_split(cursor->word, &number, &unit) || !string_is(unit, "?"))
		return false;
	cursor->word.length--;
	*spot = found;
	return true;
}

static void keep_beginning_with(struct completion_list *list, struct string word)
{
	size_t kept = 0;
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].label.length >= word.length &&
			memcmp(list->items[i].label.bytes, word.bytes, word.length) == 0)
			list->items[kept++] = list->items[i];
	list->count = kept;
}

struct completion completion_at(const struct syntax_tree *tree, const struct analysis *analysis,
	uint32_t offset, const struct completion_settings *settings, struct arena *arena)
{
	struct spot spot = spot_in(tree, kind_of(tree, settings), offset, arena);
	const struct syntax_tree *names = settings->template ? settings->template->tree : tree;
	bool wants_unit = spot.cursor.place == CURSOR_NOWHERE &&
			  goes_on_with_unit(tree, kind_of(tree, settings), offset, &spot, arena);
	if (spot.cursor.place == CURSOR_NOWHERE)
		return (struct completion){NULL, 0, false};
	struct types *types = types_at_hand(tree, analysis, settings);
	struct completion_list list = {
		.arena = arena,
		.tree = tree,
		.names = names,
		.types = types,
		.settings = settings,
		.indentation = indentation_of(tree, &spot.cursor),
		.offset = offset,
		.cursor = spot.cursor,
		.place = place_of_any_version(&spot),
		.operand = spot.operand,
		.call = spot.call,
		.declaration = declaration_of(types, tree, names, &spot, arena),
	};
	if (list.call.function && declares_part(types, tree, spot.cursor.path,
					  spot.place.free_start + spot.call.steps, arena))
		list.call = (struct call){.argument = -1};
	complete(&list);
	if (wants_unit)
		keep_beginning_with(&list, list.cursor.word);
	completion_sort_by_use(&list);
	narrow(&list);
	if (settings->indents_snippets)
		leave_indentation_to_editor(&list);
	types_release(types);
	return (struct completion){list.items, list.count, list.follows_word};
}

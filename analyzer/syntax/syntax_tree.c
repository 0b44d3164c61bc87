/* One section: the whole document. */
#include "analyzer/syntax/syntax_tree.h"

#include "analyzer/syntax/scalar.h"
#include "solver/memory.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

struct tree_node {
	enum node_kind kind; /* NODE_ABSENT: an alias */
	enum scalar_style style;
	enum scalar_type type;
	bool flow;
	struct range range;
	struct string text, anchor, tag, alias;
	uint32_t parent, key, target;
	uint32_t *children;
	size_t child_count, child_capacity;
	uint32_t *logical; /* key, value, key, value … with merges, when there are any */
	size_t logical_count;
	struct tree_slot *slots;
	uint32_t slot_count;
};

struct tree_slot {
	uint32_t entry_plus_one;
};

#define NONE UINT32_MAX

struct syntax_tree {
	atomic_int references;
	struct arena *arena;
	struct string text;
	uint32_t *lines;
	size_t line_count, line_capacity;
	struct tree_node *nodes;
	size_t node_count, node_capacity;
	struct syntax_error *errors;
	size_t error_count, error_capacity;
	struct syntax_change change;
	uint32_t root;
};

static struct tree_node *get(struct node node)
{
	return node.tree ? &node.tree->nodes[node.reference.index] : NULL;
}

static struct node make(const struct syntax_tree *tree, uint32_t index)
{
	if (index == NONE)
		return (struct node){0};
	return (struct node){tree, {0, index}};
}

static struct tree_node *follow(struct node node)
{
	struct tree_node *raw = get(node);

	if (raw && raw->kind == NODE_ABSENT)
		return raw->target == NONE ? NULL : &node.tree->nodes[raw->target];
	return raw;
}

enum node_kind node_kind(struct node node)
{
	struct tree_node *n = follow(node);

	return n ? n->kind : NODE_ABSENT;
}

bool node_equal_place(struct node a, struct node b)
{
	return a.tree == b.tree && a.reference.section == b.reference.section &&
	       a.reference.index == b.reference.index;
}

bool node_is_null(struct node node)
{
	struct tree_node *n = follow(node);

	return !n || (n->kind == NODE_SCALAR && n->type == SCALAR_NULL);
}

struct string node_text(struct node node)
{
	struct tree_node *n = follow(node);

	return n && n->kind == NODE_SCALAR ? n->text : (struct string){"", 0};
}

enum scalar_type node_scalar_type(struct node node)
{
	struct tree_node *n = follow(node);

	return n && n->kind == NODE_SCALAR ? n->type : SCALAR_NULL;
}

enum scalar_style node_scalar_style(struct node node)
{
	struct tree_node *n = follow(node);

	return n ? n->style : SCALAR_PLAIN;
}

bool node_is_string(struct node node)
{
	struct tree_node *n = follow(node);

	return n && n->kind == NODE_SCALAR && n->type == SCALAR_STRING;
}

bool node_boolean(struct node node)
{
	struct tree_node *n = follow(node);

	return n && n->kind == NODE_SCALAR && n->type == SCALAR_BOOLEAN &&
	       (n->text.bytes[0] | 32) == 't';
}

double node_number(struct node node)
{
	struct tree_node *n = follow(node);

	if (!n || n->kind != NODE_SCALAR || (n->type != SCALAR_INTEGER && n->type != SCALAR_FLOAT))
		return NAN;
	return scalar_number_of(n->text);
}

uint32_t node_count(struct node node)
{
	struct tree_node *n = follow(node);

	if (!n)
		return 0;
	if (n->kind == NODE_MAPPING)
		return (uint32_t)(n->logical ? n->logical_count : n->child_count / 2);
	return n->kind == NODE_SEQUENCE ? (uint32_t)n->child_count : 0;
}

struct node_entry node_entry(struct node mapping, uint32_t position)
{
	struct tree_node *n = follow(mapping);

	if (position >= node_count(mapping) || n->kind != NODE_MAPPING)
		return (struct node_entry){0};

	uint32_t *pairs = n->logical ? n->logical : n->children;

	return (struct node_entry){make(mapping.tree, pairs[2 * position]),
		make(mapping.tree, pairs[2 * position + 1])};
}

struct node_entry node_find(struct node mapping, struct string key)
{
	struct tree_node *n = follow(mapping);
	uint32_t count = n && n->kind == NODE_MAPPING ? node_count(mapping) : 0;

	if (n && n->slots) {
		uint32_t i = (uint32_t)string_hash(key) & (n->slot_count - 1);

		for (; n->slots[i].entry_plus_one; i = (i + 1) & (n->slot_count - 1)) {
			struct node_entry entry =
				node_entry(mapping, n->slots[i].entry_plus_one - 1);

			if (string_equal(node_text(entry.key), key))
				return entry;
		}
		return (struct node_entry){0};
	}
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(mapping, i);

		if (string_equal(node_text(entry.key), key))
			return entry;
	}
	return (struct node_entry){0};
}

struct node node_get(struct node mapping, const char *key)
{
	return node_find(mapping, string_from(key)).value;
}

struct node node_item(struct node sequence, uint32_t position)
{
	struct tree_node *n = follow(sequence);

	if (!n || n->kind != NODE_SEQUENCE || position >= n->child_count)
		return (struct node){0};
	return make(sequence.tree, n->children[position]);
}

struct node node_parent(struct node node)
{
	return node.tree ? make(node.tree, get(node)->parent) : (struct node){0};
}

struct node node_key(struct node node)
{
	return node.tree ? make(node.tree, get(node)->key) : (struct node){0};
}

struct range node_range(struct node node)
{
	return node.tree ? get(node)->range : (struct range){0};
}

struct string node_anchor(struct node node)
{
	return node.tree ? get(node)->anchor : (struct string){"", 0};
}

struct string node_tag(struct node node)
{
	return node.tree ? get(node)->tag : (struct string){"", 0};
}

struct string node_alias(struct node node)
{
	return node.tree ? get(node)->alias : (struct string){"", 0};
}

bool node_is_flow(struct node node)
{
	return node.tree && get(node)->flow;
}

/* ---- parsing ---- */

static void find_lines(struct syntax_tree *tree)
{
	struct string text = tree->text;

	for (uint32_t start = 0;;) {
		tree->lines = memory_reserve(
			tree->lines, tree->line_count, &tree->line_capacity, sizeof(*tree->lines));
		tree->lines[tree->line_count++] = start;

		size_t i = start;

		while (i < text.length && text.bytes[i] != '\n' && text.bytes[i] != '\r')
			i++;
		if (i == text.length)
			return;
		i += text.bytes[i] == '\r' && i + 1 < text.length && text.bytes[i + 1] == '\n' ? 2
											       : 1;
		start = (uint32_t)i;
	}
}

static uint32_t offset_of(const struct syntax_tree *tree, yaml_mark_t mark)
{
	if (mark.line >= tree->line_count)
		return (uint32_t)tree->text.length;

	uint32_t start = tree->lines[mark.line];
	uint32_t end = mark.line + 1 < tree->line_count ? tree->lines[mark.line + 1]
							: (uint32_t)tree->text.length;

	if (mark.line == 0 && string_starts_with(tree->text, "\xef\xbb\xbf"))
		start += 3;
	return start + position_skip_units(string_slice(tree->text, start, end),
			       (uint32_t)mark.column, POSITION_UTF32);
}

static void add_error(struct syntax_tree *tree, enum syntax_error_kind kind, struct range range,
	struct range related, struct string message)
{
	tree->errors = memory_reserve(
		tree->errors, tree->error_count, &tree->error_capacity, sizeof(*tree->errors));
	tree->errors[tree->error_count++] = (struct syntax_error){
		kind, range, related, message.length ? arena_copy(tree->arena, message) : message};
}

static uint32_t add_node(struct syntax_tree *tree, enum node_kind kind, const yaml_event_t *event,
	const char *anchor, const char *tag)
{
	tree->nodes = memory_reserve(
		tree->nodes, tree->node_count, &tree->node_capacity, sizeof(*tree->nodes));

	struct tree_node *node = &tree->nodes[tree->node_count];

	*node = (struct tree_node){.kind = kind,
		.range = {offset_of(tree, event->start_mark), offset_of(tree, event->end_mark)},
		.parent = NONE,
		.key = NONE,
		.target = NONE,
		.text = {"", 0},
		.alias = {"", 0}};
	node->anchor = arena_copy(tree->arena, string_from(anchor ? anchor : ""));
	node->tag = arena_copy(tree->arena, string_from(tag ? tag : ""));
	return (uint32_t)tree->node_count++;
}

struct open {
	uint32_t node;
	uint32_t key;
};

static void attach(struct syntax_tree *tree, struct open *parent, uint32_t child)
{
	struct tree_node *node = &tree->nodes[parent->node];

	node->children = memory_reserve(
		node->children, node->child_count, &node->child_capacity, sizeof(*node->children));
	node->children[node->child_count++] = child;
	tree->nodes[child].parent = parent->node;
	if (node->kind == NODE_MAPPING) {
		if (parent->key == NONE) {
			parent->key = child;
		} else {
			tree->nodes[child].key = parent->key;
			parent->key = NONE;
		}
	}
}

static void scalar_value(struct syntax_tree *tree, uint32_t index, const yaml_event_t *event)
{
	struct tree_node *node = &tree->nodes[index];
	static const enum scalar_style styles[] = {SCALAR_PLAIN, SCALAR_PLAIN, SCALAR_SINGLE_QUOTED,
		SCALAR_DOUBLE_QUOTED, SCALAR_LITERAL, SCALAR_FOLDED};

	node->text = arena_copy(tree->arena,
		(struct string){(const char *)event->data.scalar.value, event->data.scalar.length});
	node->style = styles[event->data.scalar.style];
	node->type = node->style == SCALAR_PLAIN && !node->tag.length ? scalar_type_of(node->text)
								      : SCALAR_STRING;
	if (node->text.length == 0 && node->style == SCALAR_PLAIN) {
		node->type = SCALAR_NULL;
		node->range.end = node->range.start;
	}
	while ((node->style == SCALAR_LITERAL || node->style == SCALAR_FOLDED) &&
		node->range.end > node->range.start &&
		strchr(" \r\n", tree->text.bytes[node->range.end - 1]))
		node->range.end--;
}

/* libyaml ends a block collection at the token behind it. */
static void close_collection(struct syntax_tree *tree, const struct open *open, uint32_t end)
{
	struct tree_node *node = &tree->nodes[open->node];

	if (node->flow)
		node->range.end = end;
	else if (node->child_count)
		node->range.end = tree->nodes[node->children[node->child_count - 1]].range.end;
}

static void complete_value(struct syntax_tree *tree, struct open *open)
{
	if (tree->nodes[open->node].kind == NODE_MAPPING && open->key != NONE) {
		yaml_event_t nothing = {0};
		uint32_t at = tree->nodes[open->key].range.end;
		uint32_t index = add_node(tree, NODE_SCALAR, &nothing, NULL, NULL);

		tree->nodes[index].type = SCALAR_NULL;
		tree->nodes[index].range = (struct range){at, at};
		attach(tree, open, index);
	}
}

static void parse_events(struct syntax_tree *tree, yaml_parser_t *parser)
{
	struct open *stack = NULL;
	size_t depth = 0, capacity = 0;
	bool done = false;
	uint32_t documents = 0;

	while (!done) {
		yaml_event_t event;
		uint32_t index = NONE;

		if (!yaml_parser_parse(parser, &event)) {
			uint32_t at = offset_of(tree, parser->problem_mark);
			char message[256];

			snprintf(message, sizeof(message), "%s%s%s",
				parser->context ? parser->context : "", parser->context ? ": " : "",
				parser->problem ? parser->problem : "malformed YAML");
			add_error(tree, SYNTAX_ERROR_YAML,
				(struct range){at, at < tree->text.length ? at + 1 : at},
				(struct range){0}, string_from(message));
			break;
		}
		switch (event.type) {
		case YAML_STREAM_END_EVENT:
			done = true;
			break;
		case YAML_DOCUMENT_START_EVENT:
			if (documents++ == 1) {
				add_error(tree, SYNTAX_ERROR_SEVERAL_DOCUMENTS,
					(struct range){offset_of(tree, event.start_mark),
						offset_of(tree, event.end_mark)},
					(struct range){0},
					STRING("only the first document of a file is read"));
				done = true;
			}
			break;
		case YAML_ALIAS_EVENT:
			index = add_node(tree, NODE_ABSENT, &event, NULL, NULL);
			tree->nodes[index].alias = arena_copy(
				tree->arena, string_from((const char *)event.data.alias.anchor));
			break;
		case YAML_SCALAR_EVENT:
			index = add_node(tree, NODE_SCALAR, &event,
				(const char *)event.data.scalar.anchor,
				(const char *)event.data.scalar.tag);
			scalar_value(tree, index, &event);
			break;
		case YAML_SEQUENCE_START_EVENT:
			index = add_node(tree, NODE_SEQUENCE, &event,
				(const char *)event.data.sequence_start.anchor,
				(const char *)event.data.sequence_start.tag);
			tree->nodes[index].flow =
				event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
			break;
		case YAML_MAPPING_START_EVENT:
			index = add_node(tree, NODE_MAPPING, &event,
				(const char *)event.data.mapping_start.anchor,
				(const char *)event.data.mapping_start.tag);
			tree->nodes[index].flow =
				event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
			break;
		case YAML_SEQUENCE_END_EVENT:
		case YAML_MAPPING_END_EVENT:
			close_collection(tree, &stack[--depth], offset_of(tree, event.end_mark));
			break;
		default:
			break;
		}
		if (index != NONE) {
			if (depth)
				attach(tree, &stack[depth - 1], index);
			else
				tree->root = index;
			if (event.type == YAML_SEQUENCE_START_EVENT ||
				event.type == YAML_MAPPING_START_EVENT) {
				stack = memory_reserve(stack, depth, &capacity, sizeof(*stack));
				stack[depth++] = (struct open){index, NONE};
			}
		}
		yaml_event_delete(&event);
	}
	while (depth) {
		complete_value(tree, &stack[depth - 1]);
		close_collection(tree, &stack[depth - 1], (uint32_t)tree->text.length);
		depth--;
	}
	memory_release(stack);
}

static bool is_within(const struct syntax_tree *tree, uint32_t node, uint32_t ancestor)
{
	for (; node != NONE; node = tree->nodes[node].parent) {
		if (node == ancestor)
			return true;
	}
	return false;
}

static void resolve_aliases(struct syntax_tree *tree)
{
	for (uint32_t i = 0; i < tree->node_count; i++) {
		struct tree_node *alias = &tree->nodes[i];

		if (alias->kind != NODE_ABSENT)
			continue;
		for (uint32_t j = i; j-- > 0 && alias->target == NONE;) {
			if (tree->nodes[j].anchor.length &&
				string_equal(tree->nodes[j].anchor, alias->alias))
				alias->target = j;
		}
		if (alias->target == NONE) {
			add_error(tree, SYNTAX_ERROR_UNKNOWN_ALIAS, alias->range, (struct range){0},
				STRING("unknown alias"));
		} else if (is_within(tree, i, alias->target)) {
			alias->target = NONE;
			add_error(tree, SYNTAX_ERROR_CYCLIC_ALIAS, alias->range, (struct range){0},
				STRING("an alias inside what it stands for"));
		}
	}
}

static bool has_key(struct syntax_tree *tree, const uint32_t *pairs, size_t count, uint32_t key)
{
	for (size_t i = 0; i < count; i++) {
		if (string_equal(node_text(make(tree, pairs[2 * i])), node_text(make(tree, key))))
			return true;
	}
	return false;
}

static void merge(struct syntax_tree *tree, struct tree_node *node, uint32_t source)
{
	struct node value = make(tree, source);

	if (node_kind(value) == NODE_SEQUENCE) {
		for (uint32_t i = 0; i < node_count(value); i++)
			merge(tree, node, node_item(value, i).reference.index);
		return;
	}
	if (node_kind(value) != NODE_MAPPING) {
		add_error(tree, SYNTAX_ERROR_MERGE_KEY, node_range(value), (struct range){0},
			STRING("the value of << is no mapping"));
		return;
	}
	for (uint32_t i = 0; i < node_count(value); i++) {
		struct node_entry entry = node_entry(value, i);

		if (has_key(tree, node->logical, node->logical_count, entry.key.reference.index))
			continue;
		node->logical = memory_resize(
			node->logical, 2 * (node->logical_count + 1), sizeof(*node->logical));
		node->logical[2 * node->logical_count] = entry.key.reference.index;
		node->logical[2 * node->logical_count + 1] = entry.value.reference.index;
		node->logical_count++;
	}
}

static void finish_mapping(struct syntax_tree *tree, struct tree_node *node)
{
	size_t count = node->child_count / 2;
	bool merges = false;
	uint32_t slots = 16;

	while (slots < 2 * count)
		slots *= 2;

	struct tree_slot *table = memory_allocate(slots, sizeof(*table));

	for (uint32_t i = 0; i < count; i++) {
		struct node key = make(tree, node->children[2 * i]);
		struct string text = node_text(key);
		uint32_t slot = (uint32_t)string_hash(text) & (slots - 1);

		if (string_is(text, "<<") && get(key)->style == SCALAR_PLAIN)
			merges = true;
		for (; table[slot].entry_plus_one; slot = (slot + 1) & (slots - 1)) {
			struct node first =
				make(tree, node->children[2 * (table[slot].entry_plus_one - 1)]);

			if (node_kind(key) == NODE_SCALAR && node_kind(first) == NODE_SCALAR &&
				string_equal(node_text(first), text)) {
				add_error(tree, SYNTAX_ERROR_DUPLICATE_KEY, node_range(key),
					node_range(first), STRING("duplicate key"));
				break;
			}
		}
		if (!table[slot].entry_plus_one)
			table[slot].entry_plus_one = i + 1;
	}
	if (count > 16 && !merges) {
		node->slots = table;
		node->slot_count = slots;
	} else {
		memory_release(table);
	}
	if (!merges)
		return;
	node->logical = memory_allocate(2 * count, sizeof(*node->logical));
	for (size_t i = 0; i < count; i++) {
		if (string_is(node_text(make(tree, node->children[2 * i])), "<<"))
			continue;
		node->logical[2 * node->logical_count] = node->children[2 * i];
		node->logical[2 * node->logical_count + 1] = node->children[2 * i + 1];
		node->logical_count++;
	}
	for (size_t i = 0; i < count; i++) {
		if (string_is(node_text(make(tree, node->children[2 * i])), "<<"))
			merge(tree, node, node->children[2 * i + 1]);
	}
}

struct syntax_tree *syntax_tree_create(struct string text)
{
	struct syntax_tree *tree = memory_allocate(1, sizeof(*tree));
	yaml_parser_t parser;

	atomic_init(&tree->references, 1);
	tree->arena = arena_create();
	tree->text = arena_copy(tree->arena, text);
	tree->root = NONE;
	find_lines(tree);
	if (!yaml_parser_initialize(&parser))
		abort();
	yaml_parser_set_input_string(
		&parser, (const unsigned char *)tree->text.bytes, tree->text.length);
	parse_events(tree, &parser);
	yaml_parser_delete(&parser);
	resolve_aliases(tree);
	for (size_t i = 0; i < tree->node_count; i++) {
		if (tree->nodes[i].kind == NODE_MAPPING)
			finish_mapping(tree, &tree->nodes[i]);
	}
	tree->change = (struct syntax_change){
		.reason = REPARSE_DOCUMENT, .new_count = 1, .parsed_bytes = text.length};
	return tree;
}

struct syntax_tree *syntax_tree_edit(const struct syntax_tree *tree, struct text_edit edit)
{
	uint32_t length = (uint32_t)tree->text.length;
	uint32_t start = edit.range.start < length ? edit.range.start : length;
	uint32_t end = edit.range.end < length ? edit.range.end : length;

	if (end < start)
		end = start;

	size_t total = start + edit.text.length + (length - end);
	char *bytes = memory_allocate(total + 1, 1);

	memcpy(bytes, tree->text.bytes, start);
	if (edit.text.length)
		memcpy(bytes + start, edit.text.bytes, edit.text.length);
	memcpy(bytes + start + edit.text.length, tree->text.bytes + end, length - end);

	struct syntax_tree *edited = syntax_tree_create((struct string){bytes, total});

	memory_release(bytes);
	edited->change.old_count = 1;
	return edited;
}

struct syntax_tree *syntax_tree_retain(const struct syntax_tree *tree)
{
	struct syntax_tree *shared = (struct syntax_tree *)tree;

	atomic_fetch_add(&shared->references, 1);
	return shared;
}

void syntax_tree_release(struct syntax_tree *tree)
{
	if (!tree || atomic_fetch_sub(&tree->references, 1) != 1)
		return;
	for (size_t i = 0; i < tree->node_count; i++) {
		memory_release(tree->nodes[i].children);
		memory_release(tree->nodes[i].logical);
		memory_release(tree->nodes[i].slots);
	}
	memory_release(tree->nodes);
	memory_release(tree->lines);
	memory_release(tree->errors);
	arena_destroy(tree->arena);
	memory_release(tree);
}

struct node syntax_tree_root(const struct syntax_tree *tree)
{
	return make(tree, tree->root);
}

struct node syntax_tree_node(const struct syntax_tree *tree, struct node_reference reference)
{
	return make(tree, reference.index < tree->node_count ? reference.index : NONE);
}

const struct syntax_change *syntax_tree_change(const struct syntax_tree *tree)
{
	return &tree->change;
}

uint32_t syntax_tree_section_count(const struct syntax_tree *tree)
{
	(void)tree;
	return 1;
}

struct range syntax_tree_section_range(const struct syntax_tree *tree, uint32_t section)
{
	(void)section;
	return (struct range){0, (uint32_t)tree->text.length};
}

bool syntax_tree_shares_section(const struct syntax_tree *a, uint32_t section_a,
	const struct syntax_tree *b, uint32_t section_b)
{
	return a == b && section_a == section_b;
}

const struct syntax_error *syntax_tree_errors(
	const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	struct syntax_error *copy = arena_allocate(arena, tree->error_count, sizeof(*copy));

	if (tree->error_count)
		memcpy(copy, tree->errors, tree->error_count * sizeof(*copy));
	*count = tree->error_count;
	return copy;
}

uint32_t syntax_tree_length(const struct syntax_tree *tree)
{
	return (uint32_t)tree->text.length;
}

struct string syntax_tree_text(
	const struct syntax_tree *tree, struct range range, struct arena *arena)
{
	return arena_copy(arena, string_slice(tree->text, range.start, range.end));
}

uint32_t syntax_tree_line_count(const struct syntax_tree *tree)
{
	return (uint32_t)tree->line_count;
}

struct range syntax_tree_line(const struct syntax_tree *tree, uint32_t line)
{
	uint32_t end =
		line + 1 < tree->line_count ? tree->lines[line + 1] : (uint32_t)tree->text.length;

	if (line >= tree->line_count)
		return (struct range){end, end};
	while (line + 1 < tree->line_count && end > tree->lines[line] &&
		(tree->text.bytes[end - 1] == '\n' || tree->text.bytes[end - 1] == '\r'))
		end--;
	return (struct range){tree->lines[line], end};
}

struct position syntax_tree_position(
	const struct syntax_tree *tree, uint32_t offset, enum position_encoding encoding)
{
	size_t low = 0, high = tree->line_count;

	while (high - low > 1) {
		size_t middle = (low + high) / 2;

		if (tree->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	if (offset > tree->text.length)
		offset = (uint32_t)tree->text.length;
	return (struct position){(uint32_t)low,
		position_count_units(string_slice(tree->text, tree->lines[low], offset), encoding)};
}

uint32_t syntax_tree_offset(
	const struct syntax_tree *tree, struct position position, enum position_encoding encoding)
{
	if (position.line >= tree->line_count)
		return (uint32_t)tree->text.length;

	struct range line = syntax_tree_line(tree, position.line);

	return line.start + position_skip_units(string_slice(tree->text, line.start, line.end),
				    position.character, encoding);
}

struct node syntax_tree_node_at(const struct syntax_tree *tree, uint32_t offset)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < tree->node_count; i++) {
		struct range range = tree->nodes[i].range;

		if (range.start <= offset && offset <= range.end &&
			(best == NONE ||
				range.end - range.start <= tree->nodes[best].range.end -
								   tree->nodes[best].range.start))
			best = i;
	}
	return make(tree, best);
}

struct string syntax_tree_print(const struct syntax_tree *tree, struct arena *arena)
{
	static const char *const kinds[] = {"alias", "scalar", "mapping", "sequence"};
	struct string text = {"", 0};

	for (uint32_t i = 0; i < tree->node_count; i++) {
		const struct tree_node *node = &tree->nodes[i];
		unsigned depth = 0;

		for (uint32_t p = node->parent; p != NONE; p = tree->nodes[p].parent)
			depth++;
		text = arena_format(arena, "%.*s%*s%s %u-%u %.*s\n", STRING_ARGUMENTS(text),
			(int)(2 * depth), "", kinds[node->kind], node->range.start, node->range.end,
			STRING_ARGUMENTS(node->text));
	}
	return text;
}

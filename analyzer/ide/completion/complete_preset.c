/* Presets: the variability inputs that are not set yet, and their values. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/cursor/walk.h"
#include "analyzer/ide/names/mention.h"
#include "analyzer/variability/inputs/variability_test.h"

static void add_written(struct completion_list *list, struct node value)
{
	struct range range = node_range(value);
	bool here = value.tree == list->tree && list->cursor.replace.start <= range.end &&
		    range.start <= list->cursor.replace.end;
	if (node_kind(value) == NODE_SCALAR && !node_is_null(value) && !here)
		completion_add(list, COMPLETION_VALUE, node_text(value),
			completion_as_written(list, value), false);
}

/* Values that presets give the input; not the one that is being typed. */
static void add_values_of_presets(struct completion_list *list, struct string name)
{
	struct name_list presets = names_of(list->names, DECLARED_PRESET, list->arena);
	for (size_t i = 0; i < presets.count; i++)
		add_written(
			list, node_find(node_get(presets.items[i].value, "inputs"), name).value);
}

/* Whether a node is `{variability_input: name}`. */
static bool asks_for(struct node operand, struct string name)
{
	if (node_kind(operand) != NODE_MAPPING || node_count(operand) != 1)
		return false;
	struct node_entry entry = node_entry(operand, 0);
	return operator_called(node_text(entry.key), false) == OPERATOR_VARIABILITY_INPUT &&
	       string_equal(node_text(entry.value), name);
}

struct comparisons {
	struct completion_list *list;
	struct string name;
};

/* Of a list of operands of which one is the input, the others are values that it is compared with.
 */
static void visit_operand(void *context, const struct walk_item *item)
{
	const struct comparisons *comparisons = context;
	bool is_asked = false;
	if (item->is_key || !item->place->is_expression || node_is_absent(item->list))
		return;
	for (uint32_t i = 0; i < node_count(item->list); i++)
		is_asked = is_asked || asks_for(node_item(item->list, i), comparisons->name);
	if (is_asked)
		add_written(comparisons->list, item->node);
}

static void add_values_compared(struct completion_list *list, struct string name)
{
	struct comparisons comparisons = {list, name};
	walk_document(list->names,
		&(struct walk){
			.arena = list->arena, .context = &comparisons, .visit = visit_operand});
}

static struct string template_path(const struct completion_list *list)
{
	const struct known_file *template = list->settings->template;
	return template ? template->path : list->settings->path;
}

/* Values that variability tests assign. */
static void add_values_of_tests(struct completion_list *list, struct string name)
{
	const struct files *files = list->settings->files;
	size_t count = 0;
	if (!files)
		return;
	const struct variability_test *tests =
		variability_tests_beside(list->arena, files, template_path(list), &count);
	for (size_t i = 0; i < count; i++) {
		struct syntax_tree *tree = files_read(
			files, variability_test_inputs_path(list->arena, files, &tests[i]));
		if (!tree)
			continue;
		struct node value = node_find(syntax_tree_root(tree), name).value;
		if (node_kind(value) == NODE_SCALAR && !node_is_null(value)) {
			struct string text = arena_copy(list->arena, node_text(value));
			completion_add(list, COMPLETION_VALUE, text,
				arena_copy(list->arena, completion_as_written(list, value)), false);
		}
		syntax_tree_release(tree);
	}
}

void complete_input_values(struct completion_list *list, struct string name)
{
	struct name_entry input = names_find(list->names, DECLARED_VARIABILITY_INPUT, name);
	struct value_schema schema = value_schema_of_definition(input.value);
	if (!completion_has_values(list, schema)) {
		add_values_of_presets(list, name);
		add_values_compared(list, name);
		add_values_of_tests(list, name);
	}
	complete_schema_values(list, schema);
}

void complete_preset_inputs(struct completion_list *list)
{
	struct name_list inputs = names_of(list->names, DECLARED_VARIABILITY_INPUT, list->arena);
	for (size_t i = 0; i < inputs.count; i++) {
		struct name_entry input = inputs.items[i];
		if (completion_is_used(list, input.name))
			continue;
		const char *choice =
			completion_choice(list, value_schema_of_definition(input.value));
		struct completion_item *item = completion_add_key(
			list, COMPLETION_VARIABILITY_INPUT, input.name, choice ? choice : "$1", "");
		if (item) {
			item->detail = node_text(node_get(input.value, "type"));
			item->documentation = node_text(node_get(input.value, "description"));
		}
	}
}

static void add_keys_of_test(struct completion_list *list, struct node map)
{
	uint32_t count = node_kind(map) == NODE_MAPPING ? node_count(map) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct string name = arena_copy(list->arena, node_text(node_entry(map, i).key));
		struct completion_item *item =
			completion_is_used(list, name)
				? NULL
				: completion_add_key(list, COMPLETION_PROPERTY, name, "$1", "");
		if (item)
			item->precedence = -1;
	}
}

void complete_keys_of_tests(struct completion_list *list)
{
	const struct files *files = list->settings->files;
	const struct cursor *cursor = &list->cursor;
	size_t count = 0;
	if (!files || list->place.construct != CONSTRUCT_NODE_TEMPLATE)
		return;
	const struct variability_test *tests =
		variability_tests_beside(list->arena, files, template_path(list), &count);
	for (size_t i = 0; i < count; i++) {
		struct syntax_tree *tree = files_read(files, tests[i].configured_in);
		if (tree)
			add_keys_of_test(
				list, cursor_node(tree, cursor->path, cursor->path_length));
		syntax_tree_release(tree);
	}
}

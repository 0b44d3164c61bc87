#include "analyzer/ide/names/test_names.h"

#include "analyzer/ide/text/name_text.h"
#include "analyzer/variability/inputs/variability_test.h"

struct collector {
	struct arena *arena;
	const struct known_files *files;
	const struct meaning *meaning;
	struct test_name *items;
	size_t count, capacity;
};

static struct node root_of(const struct collector *collector, struct string path)
{
	const struct syntax_tree *tree = collector->files->read(collector->files->context, path);
	return tree ? syntax_tree_root(tree) : (struct node){0};
}

static void add(struct collector *collector, struct string path, struct node node)
{
	enum scalar_style style = node_scalar_style(node);
	if (node_is_absent(node) || style == SCALAR_LITERAL || style == SCALAR_FOLDED ||
		node_alias(node).length > 0 ||
		!string_equal(node_text(node), collector->meaning->name))
		return;
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	collector->items[collector->count++] = (struct test_name){path, node};
}

static void add_input(struct collector *collector, const struct variability_test *test)
{
	struct string path =
		variability_test_inputs_path(collector->arena, collector->files->files, test);
	struct node inputs = path.length > 0 ? root_of(collector, path) : (struct node){0};
	if (node_kind(inputs) == NODE_MAPPING)
		add(collector, path, node_find(inputs, collector->meaning->name).key);
}

/* `presets: dev` or `presets: [dev, small]` */
static void add_presets(struct collector *collector, const struct variability_test *test)
{
	struct node presets = node_get(root_of(collector, test->configured_in), "presets");
	uint32_t count = node_kind(presets) == NODE_SEQUENCE ? node_count(presets) : 0;
	if (node_kind(presets) == NODE_SCALAR)
		add(collector, test->configured_in, presets);
	for (uint32_t i = 0; i < count; i++)
		add(collector, test->configured_in, node_item(presets, i));
}

/* What is expected has elements of the same names; variability is resolved there. */
static void add_elements(struct collector *collector, const struct variability_test *test)
{
	struct known_file expected = {
		.path = variability_test_expected(collector->arena, collector->files->files, test)};
	expected.tree = collector->files->read(collector->files->context, expected.path);
	if (!expected.tree || test->error.bytes)
		return;
	struct meaning meaning = *collector->meaning;
	meaning.file = expected.path;
	struct mentions found = mentions_of(&expected, &meaning, collector->arena);
	for (size_t i = 0; i < found.count; i++)
		add(collector, expected.path, found.items[i].node);
}

static bool is_element(enum declared_kind kind)
{
	switch (kind) {
	case DECLARED_INPUT:
	case DECLARED_OUTPUT:
	case DECLARED_NODE:
	case DECLARED_RELATIONSHIP_TEMPLATE:
	case DECLARED_GROUP:
	case DECLARED_POLICY:
	case DECLARED_WORKFLOW:
	case DECLARED_RELATION:
	case DECLARED_ARTIFACT:
	case DECLARED_PROPERTY:
	case DECLARED_STEP:
		return true;
	default:
		return false;
	}
}

const struct test_name *test_names_of(const struct meaning *meaning,
	const struct known_files *files, struct arena *arena, size_t *count)
{
	struct collector found = {.arena = arena, .files = files, .meaning = meaning};
	enum declared_kind kind = meaning->kind;
	bool is_input = kind == DECLARED_VARIABILITY_INPUT;
	size_t test_count = 0;
	*count = 0;
	if (!files->files || (!is_input && kind != DECLARED_PRESET && !is_element(kind)))
		return NULL;
	const struct variability_test *tests =
		variability_tests_beside(arena, files->files, meaning->file, &test_count);
	for (size_t i = 0; i < test_count; i++)
		if (is_input)
			add_input(&found, &tests[i]);
		else if (kind == DECLARED_PRESET)
			add_presets(&found, &tests[i]);
		else
			add_elements(&found, &tests[i]);
	*count = found.count;
	return found.items;
}

/* The preset that is chosen, or the input that is assigned. */
static bool is_test_name(struct node node, bool in_configuration, enum declared_kind *kind)
{
	struct node root = syntax_tree_root(node.tree);
	struct node presets = node_get(root, "presets");
	if (in_configuration) {
		*kind = DECLARED_PRESET;
		return node_equal_place(node, presets) ||
		       (node_kind(presets) == NODE_SEQUENCE &&
			       node_equal_place(node_parent(node), presets));
	}
	*kind = DECLARED_VARIABILITY_INPUT;
	return node_equal_place(node_find(root, node_text(node)).key, node);
}

bool test_name_at(const struct known_file *file, const struct files *files, uint32_t offset,
	struct arena *arena, struct meaning *meaning, struct range *range)
{
	struct node node = syntax_tree_node_at(file->tree, offset);
	struct variability_test test;
	if (node_kind(node) != NODE_SCALAR || node_alias(node).length > 0 ||
		!variability_test_of_file(arena, files, file->path, &test))
		return false;
	bool in_configuration = string_equal(file->path, test.configured_in);
	bool in_inputs =
		string_equal(file->path, variability_test_inputs_path(arena, files, &test));
	*range = name_range(node, arena);
	*meaning = (struct meaning){
		.name = node_text(node), .file = variability_test_template(arena, files, &test)};
	return (in_configuration || in_inputs) &&
	       is_test_name(node, in_configuration, &meaning->kind) && offset >= range->start &&
	       offset <= range->end;
}

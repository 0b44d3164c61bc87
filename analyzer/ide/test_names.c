#include "analyzer/ide/test_names.h"

#include "analyzer/variability/variability_test.h"

struct collector {
	struct arena *arena;
	const struct known_files *files;
	struct string name;
	struct test_name *items;
	size_t count, capacity;
};

static struct node root_of(const struct collector *collector, struct string path)
{
	const struct syntax_tree *tree = collector->files->read(collector->files->context, path);
	return tree != NULL ? syntax_tree_root(tree) : (struct node){0};
}

static void add(struct collector *collector, struct string path, struct node node)
{
	enum scalar_style style = node_scalar_style(node);
	if (node_is_absent(node) || style == SCALAR_LITERAL || style == SCALAR_FOLDED ||
		node_alias(node).length > 0 || !string_equal(node_text(node), collector->name)) {
		return;
	}
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof *collector->items);
	collector->items[collector->count++] = (struct test_name){path, node};
}

static void add_input(struct collector *collector, const struct variability_test *test)
{
	struct string path =
		variability_test_inputs_path(collector->arena, collector->files->files, test);
	struct node inputs = path.length > 0 ? root_of(collector, path) : (struct node){0};
	if (node_kind(inputs) == NODE_MAPPING) {
		add(collector, path, node_find(inputs, collector->name).key);
	}
}

/* `presets: dev` or `presets: [dev, small]` */
static void add_presets(struct collector *collector, const struct variability_test *test)
{
	struct node presets = node_get(root_of(collector, test->configured_in), "presets");
	uint32_t count = node_kind(presets) == NODE_SEQUENCE ? node_count(presets) : 0;
	if (node_kind(presets) == NODE_SCALAR) {
		add(collector, test->configured_in, presets);
	}
	for (uint32_t i = 0; i < count; i++) {
		add(collector, test->configured_in, node_item(presets, i));
	}
}

const struct test_name *test_names_of(const struct meaning *meaning,
	const struct known_files *files, struct arena *arena, size_t *count)
{
	struct collector found = {.arena = arena, .files = files, .name = meaning->name};
	bool is_input = meaning->kind == DECLARED_VARIABILITY_INPUT;
	size_t test_count = 0;
	*count = 0;
	if (files->files == NULL || (!is_input && meaning->kind != DECLARED_PRESET)) {
		return NULL;
	}
	const struct variability_test *tests =
		variability_tests_beside(arena, files->files, meaning->file, &test_count);
	for (size_t i = 0; i < test_count; i++) {
		if (is_input) {
			add_input(&found, &tests[i]);
		} else {
			add_presets(&found, &tests[i]);
		}
	}
	*count = found.count;
	return found.items;
}

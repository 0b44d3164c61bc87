#include "analyzer/ide/names/test_names.h"

#include "analyzer/ide/text/name_text.h"
#include "analyzer/model/grammar/grammar_file.h"
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

/* The presets that are chosen, and what is laid over the expected result. */
static void add_configured(struct collector *collector, const struct variability_test *test)
{
	struct known_file template = {.path = collector->meaning->file};
	struct known_file file = {.path = test->configured_in, .template = &template};
	file.tree = collector->files->read(collector->files->context, file.path);
	if (!file.tree)
		return;
	template.tree = collector->files->read(collector->files->context, template.path);
	if (!template.tree || grammar_file_kind(file.tree) != GRAMMAR_FILE_TEST)
		return;
	struct mentions found = mentions_of(&file, collector->meaning, collector->arena);
	for (size_t i = 0; i < found.count; i++)
		add(collector, file.path, found.items[i].node);
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

/* Names of types are found by who uses them; what is expected may declare them, too. */
static void add_type(struct collector *collector, const struct variability_test *test)
{
	struct string path =
		variability_test_expected(collector->arena, collector->files->files, test);
	const struct syntax_tree *tree = collector->files->read(collector->files->context, path);
	if (tree && !test->error.bytes)
		add(collector, path,
			names_find(tree, collector->meaning->kind, collector->meaning->name).key);
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

static void add_test(struct collector *collector, const struct variability_test *test)
{
	enum declared_kind kind = collector->meaning->kind;
	if (kind == DECLARED_VARIABILITY_INPUT)
		add_input(collector, test);
	else if (names_are_types(kind))
		add_type(collector, test);
	else
		add_configured(collector, test);
	if (is_element(kind))
		add_elements(collector, test);
}

const struct test_name *test_names_of(const struct meaning *meaning,
	const struct known_files *files, struct arena *arena, size_t *count)
{
	struct collector found = {.arena = arena, .files = files, .meaning = meaning};
	enum declared_kind kind = meaning->kind;
	bool is_input = kind == DECLARED_VARIABILITY_INPUT;
	size_t test_count = 0;
	*count = 0;
	if (!files->files || (!is_input && kind != DECLARED_PRESET && !is_element(kind) &&
				     !names_are_types(kind)))
		return NULL;
	const struct variability_test *tests =
		variability_tests_beside(arena, files->files, meaning->file, &test_count);
	for (size_t i = 0; i < test_count; i++)
		add_test(&found, &tests[i]);
	struct variability_test here;
	if (variability_test_here(arena, files->files, meaning->file, &here))
		add_test(&found, &here);
	*count = found.count;
	return found.items;
}

/* ---- names in tests ---- */

/* What is expected may declare the types of the template again. */
static bool may_be_of_template(const struct mention *mention)
{
	enum declared_kind kind = mention->element.kind;
	if (!mention->has_element)
		return false;
	if (mention->type)
		return mention->is_declaration && names_are_types(kind);
	return is_element(kind) || kind == DECLARED_PRESET;
}

/* An element that is expected means that of the template. */
static bool expects(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct meaning *meaning, struct range *range)
{
	struct mention mention;
	if (!mention_at(file, offset, arena, &mention) || !may_be_of_template(&mention))
		return false;
	*meaning = mention.element;
	*range = mention.range;
	return true;
}

static bool is_input(const struct known_file *file, struct node node, struct meaning *meaning,
	struct range *range, struct arena *arena)
{
	struct node root = syntax_tree_root(file->tree);
	meaning->kind = DECLARED_VARIABILITY_INPUT;
	meaning->name = node_text(node);
	*range = name_range(node, arena);
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
	*meaning = (struct meaning){0};
	struct string template = variability_test_template(arena, files, &test);
	bool is_found = string_equal(file->path, variability_test_inputs_path(arena, files, &test))
				? is_input(file, node, meaning, range, arena)
				: expects(file, offset, arena, meaning, range);
	meaning->file = template;
	return is_found && offset >= range->start && offset <= range->end;
}

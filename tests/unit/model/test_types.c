/* Types: names, imports, derivation, members, and the normative types. */
#include "analyzer/model/types.h"

#include "tests/unit/unit_test.h"

#include <string.h>

/* Files in memory: path, text, path, text, …, NULL. */
static struct syntax_tree *read_memory(void *context, struct string path)
{
	const char *const *files = context;
	for (; *files; files += 2) {
		if (string_is(path, files[0]))
			return syntax_tree_create(string_from(files[1]));
	}
	return NULL;
}

static struct types *create(const char *text, const char *const *more)
{
	struct files files = {.context = (void *)more, .read = read_memory};
	struct syntax_tree *tree = syntax_tree_create(string_from(text));
	struct types *types = types_create(tree, STRING("main.yaml"), &files, NULL);
	syntax_tree_release(tree);
	return types;
}

#define FILES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define NONE ((const char *const[]){NULL})

static const struct type *node_type(const struct types *types, const char *name)
{
	return types_find(types, TYPE_NODE, string_from(name));
}

static void test_normative_types_of_all_versions(void **state)
{
	(void)state;
	static const struct {
		const char *version;
		size_t count;
	} expected[] = {
		{"tosca_simple_yaml_1_0", 57},
		{"tosca_simple_yaml_1_1", 61},
		{"tosca_simple_yaml_1_2", 65},
		{"tosca_simple_yaml_1_3", 68},
		{"tosca_variability_1_0_rc_3", 68},
		{"tosca_2_0", 0},
	};
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++) {
		char text[100] = "tosca_definitions_version: ";
		strcat(text, expected[i].version);
		struct types *types = create(text, NONE);
		size_t count;
		const struct type *const *all = types_all(types, &count);
		assert_int_equal(count, expected[i].count);
		for (size_t j = 0; j < count; j++) {
			bool has_parent = all[j]->parent ||
					  type_primitive(all[j]) != PRIMITIVE_NONE ||
					  all[j]->parent_name.length == 0;
			assert_true(has_parent);
			assert_false(all[j]->is_cyclic);
		}
		types_release(types);
	}
}

static void test_versions_differ(void **state)
{
	(void)state;
	struct types *old = create("tosca_definitions_version: tosca_simple_yaml_1_0", NONE);
	assert_non_null(node_type(old, "tosca.nodes.BlockStorage"));
	assert_null(node_type(old, "tosca.nodes.Abstract.Compute"));
	struct types *new = create("tosca_definitions_version: tosca_simple_yaml_1_3", NONE);
	assert_null(node_type(new, "tosca.nodes.BlockStorage"));
	const struct type *compute = node_type(new, "tosca.nodes.Compute");
	assert_true(type_is_a(compute, node_type(new, "tosca.nodes.Abstract.Compute")));
	assert_true(type_is_named(compute, STRING("tosca.nodes.Root")));
	assert_false(type_is_named(compute, STRING("tosca.nodes.DBMS")));
	assert_ptr_equal(node_type(new, "Compute"), compute);
	assert_ptr_equal(node_type(new, "tosca:Compute"), compute);
	types_release(old);
	types_release(new);
}

static void test_imports_and_prefixes(void **state)
{
	(void)state;
	struct types *types = create("tosca_definitions_version: tosca_simple_yaml_1_3\n"
				     "imports:\n"
				     "- lib/a.yaml\n"
				     "- { file: b.yaml, namespace_prefix: b }\n"
				     "- c: { file: c.yaml }\n"
				     "node_types:\n  mine: { derived_from: b:other }\n",
		FILES("lib/a.yaml", "imports: [ ../b.yaml, a2.yaml ]\nnode_types: { a: }",
			"lib/a2.yaml", "node_types: { a2: { derived_from: a } }", "b.yaml",
			"node_types: { other: { derived_from: more }, more: }", "lib/../b.yaml",
			"node_types: { unprefixed: }", "c.yaml", "node_types: { c: }"));
	assert_true(types_are_complete(types));
	assert_non_null(node_type(types, "a"));
	assert_non_null(node_type(types, "a2"));
	assert_non_null(node_type(types, "c"));
	assert_non_null(node_type(types, "unprefixed"));
	assert_null(node_type(types, "other"));
	const struct type *mine = node_type(types, "mine");
	assert_true(type_is_a(mine, node_type(types, "b:more")));
	struct arena *arena = arena_create();
	assert_true(string_is(types_name_of(types, mine->parent, arena), "b:other"));
	arena_destroy(arena);
	types_release(types);
}

static void test_imports_that_fail(void **state)
{
	(void)state;
	struct types *types = create("imports: [ no.yaml, { url: 'https://x/y.yaml' }, self.yaml ]",
		FILES("self.yaml", "imports: [ self.yaml, main.yaml ]\nnode_types: { s: }"));
	size_t count;
	const struct import_failure *failures = types_import_failures(types, &count);
	assert_int_equal(count, 2);
	assert_int_equal(failures[0].problem, IMPORT_IS_MISSING);
	assert_int_equal(failures[1].problem, IMPORT_IS_REMOTE);
	assert_false(types_are_complete(types));
	assert_non_null(node_type(types, "s"));
	types_release(types);
}

static void test_cycles_end(void **state)
{
	(void)state;
	struct types *types = create("node_types:\n"
				     "  a: { derived_from: b }\n  b: { derived_from: c }\n"
				     "  c: { derived_from: b }\n  d: { derived_from: d }\n"
				     "  e: { derived_from: missing }\n",
		NONE);
	assert_false(node_type(types, "a")->is_cyclic);
	assert_true(node_type(types, "b")->is_cyclic);
	assert_true(node_type(types, "c")->is_cyclic);
	assert_true(node_type(types, "d")->is_cyclic);
	assert_false(type_is_named(node_type(types, "a"), STRING("x")));
	assert_true(type_is_named(node_type(types, "e"), STRING("missing")));
	types_release(types);
}

static void test_members_are_inherited_and_refined(void **state)
{
	(void)state;
	struct types *types =
		create("tosca_definitions_version: tosca_simple_yaml_1_3\n"
		       "node_types:\n"
		       "  db:\n    derived_from: tosca.nodes.Database\n"
		       "    properties: { port: { default: 1 }, own: { type: map } }\n"
		       "    requirements: [ { host: { node: x } }, { more: y } ]\n",
			NONE);
	struct arena *arena = arena_create();
	const struct type *type = node_type(types, "db");
	struct type_members properties = type_members(type, PART_PROPERTIES, arena);
	assert_int_equal(properties.count, 5);
	const struct type_member *port = type_members_find(properties, STRING("port"));
	assert_ptr_equal(port->origin, type);
	assert_true(string_is(node_text(type_member_get(port, "type")), "integer"));
	assert_true(string_is(node_text(type_member_get(port, "default")), "1"));
	struct type_members requirements = type_members(type, PART_REQUIREMENTS, arena);
	assert_int_equal(requirements.count, 3);
	assert_true(string_is(requirements.items[0].name, "dependency"));
	const struct type_member *host = type_members_find(requirements, STRING("host"));
	assert_true(string_is(
		node_text(type_member_get(host, "capability")), "tosca.capabilities.Compute"));
	assert_true(string_is(node_text(type_member_get(host, "node")), "x"));
	arena_destroy(arena);
	types_release(types);
}

static void test_libraries(void **state)
{
	(void)state;
	struct syntax_tree *tree = syntax_tree_create(
		STRING("tosca_definitions_version: tosca_simple_yaml_1_3\n"
		       "imports: [ ignored.yaml ]\nnode_types: { a: { derived_from: b } }"));
	struct syntax_tree *library =
		syntax_tree_create(STRING("node_types: { b: { derived_from: c }, c: }"));
	struct types_library libraries[] = {{library, {"lib/b.yaml", 10}}};
	struct types *types =
		types_create_with_libraries(tree, STRING("main.yaml"), libraries, 1, NULL);
	syntax_tree_release(tree);
	syntax_tree_release(library);
	assert_true(types_are_complete(types));
	assert_true(type_is_a(node_type(types, "a"), node_type(types, "c")));
	types_release(types);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_normative_types_of_all_versions),
		cmocka_unit_test(test_versions_differ),
		cmocka_unit_test(test_imports_and_prefixes),
		cmocka_unit_test(test_imports_that_fail),
		cmocka_unit_test(test_cycles_end),
		cmocka_unit_test(test_members_are_inherited_and_refined),
		cmocka_unit_test(test_libraries),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Types: names, imports, derivation, members, and the normative types. */
#include "analyzer/model/types/types.h"

#include "tests/unit/unit_test.h"

#include <stdio.h>

#include <string.h>

/* Files in memory: path, text, path, text, …, NULL. */
static struct syntax_tree *read_memory(void *context, struct string path)
{
	const char *const *files = context;
	for (; *files; files += 2)
		if (string_is(path, files[0]))
			return syntax_tree_create(string_from(files[1]));
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

/* Each row of the table names a type, and one that its kind's prefix alone does not lead to. */
static void test_irregular_shorthands(void **state)
{
	(void)state;
	static const struct {
		enum type_kind kind;
		const char *shorthand;
		const char *name;
	} rows[] = {
#define TYPE_SHORTHAND(kind, shorthand, name) {TYPE_##kind, shorthand, name},
#include "analyzer/language/types/type_shorthands.def"
#undef TYPE_SHORTHAND
	};
	struct types *types = create("tosca_definitions_version: tosca_simple_yaml_1_3\n", NONE);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char name[64];
		snprintf(name, sizeof(name), "tosca:%s", rows[i].shorthand);
		const struct type *type =
			types_find(types, rows[i].kind, string_from(rows[i].shorthand));
		assert_non_null(type);
		assert_ptr_equal(types_find(types, rows[i].kind, string_from(name)), type);
		snprintf(name, sizeof(name), "%s%s", type_kind_row(rows[i].kind)->prefix,
			rows[i].name);
		assert_true(string_is(type->name, name));
		assert_true(i == 0 || rows[i - 1].kind < rows[i].kind ||
			    strcmp(rows[i - 1].shorthand, rows[i].shorthand) < 0);
	}
	types_release(types);
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
			"node_types: { other: { derived_from: more }, more: }", "c.yaml",
			"node_types: { c: }"));
	assert_true(types_are_complete(types));
	assert_non_null(node_type(types, "a"));
	assert_non_null(node_type(types, "a2"));
	assert_non_null(node_type(types, "c"));
	assert_ptr_equal(node_type(types, "other"), node_type(types, "b:other"));
	const struct type *mine = node_type(types, "mine");
	assert_true(type_is_a(mine, node_type(types, "b:more")));
	struct arena *arena = arena_create();
	assert_true(string_is(types_name_of(types, mine->parent, arena), "other"));
	arena_destroy(arena);
	types_release(types);
}

static void test_imports_that_fail(void **state)
{
	(void)state;
	struct types *types = create("imports: [ no.yaml, { url: 'https://x/y.yaml' } ]", NONE);
	size_t count;
	const struct import_failure *failures = types_import_failures(types, &count);
	assert_int_equal(count, 2);
	assert_int_equal(failures[0].problem, IMPORT_IS_MISSING);
	assert_int_equal(failures[1].problem, IMPORT_IS_REMOTE);
	assert_false(types_are_complete(types));
	types_release(types);
}

/* Files that import each other know each other's types; who imports them does not care. */
static void test_imports_that_come_back(void **state)
{
	(void)state;
	const char *const *files = FILES("a.yaml",
		"imports: [ b/b.yaml ]\nnode_types: { A: { derived_from: C } }", "b/b.yaml",
		"imports: [ ../c.yaml, b.yaml ]\nnode_types: { B: { derived_from: A } }", "c.yaml",
		"imports: [ main.yaml, a.yaml ]\nnode_types: { C: }");
	struct types *types =
		create("imports: [ a.yaml ]\nnode_types: { M: { derived_from: B } }", files);
	size_t count;
	const struct import_failure *failures = types_import_failures(types, &count);
	assert_int_equal(count, 1);
	assert_int_equal(failures[0].problem, IMPORT_IS_CYCLIC);
	assert_true(
		string_is(failures[0].cycle, "main.yaml → a.yaml → b/b.yaml → c.yaml → main.yaml"));
	assert_true(types_are_complete(types));
	assert_true(type_is_a(node_type(types, "M"), node_type(types, "C")));
	types_release(types);

	types = create("imports: [ a.yaml, b/b.yaml ]",
		FILES("a.yaml", "imports: [ b/b.yaml ]\nnode_types: { A: { derived_from: B } }",
			"b/b.yaml", "imports: [ ../a.yaml ]\nnode_types: { B: }"));
	types_import_failures(types, &count);
	assert_int_equal(count, 0);
	assert_true(type_is_a(node_type(types, "A"), node_type(types, "B")));
	types_release(types);
}

static void test_files_on_disk_by_other_names(void **state)
{
	(void)state;
	struct types *types = create(
		"tosca_definitions_version: tosca_2_0\n"
		"repositories: { near: repo, far: 'https://x', root: 'file:///r' }\n"
		"imports:\n"
		"- { url: a.yaml, repository: near, namespace: a }\n"
		"- { url: a.yaml, repository: far, namespace: b }\n"
		"- { url: a.yaml, repository: root, namespace: c }\n"
		"- { profile: 'org.example.simple:2.0', namespace: d }\n"
		"- { profile: org.example, namespace: e }\n"
		"- { profile: org.missing, namespace: f }\n",
		FILES("repo/a.yaml", "node_types: { A: }", "/r/a.yaml", "node_types: { A: }",
			"org/example/simple/2.0/profile.yaml",
			"profile: 'org.example.simple:2.0'\nnode_types: { A: }",
			"org/example/profile.yaml", "profile: org.example\nnode_types: { A: }",
			"org/missing/profile.yaml", "profile: org.other\nnode_types: { A: }"));
	assert_non_null(node_type(types, "a:A"));
	assert_null(node_type(types, "b:A"));
	assert_non_null(node_type(types, "c:A"));
	assert_non_null(node_type(types, "d:A"));
	assert_non_null(node_type(types, "e:A"));
	assert_null(node_type(types, "f:A"));
	assert_true(types_may_be_elsewhere(types, STRING("b:X")));
	assert_true(types_may_be_elsewhere(types, STRING("f:X")));
	assert_false(types_may_be_elsewhere(types, STRING("a:X")));
	types_release(types);
}

/* TOSCA 2.0, section "Import definition": a leading slash is the root of the repository. */
static void test_paths_from_the_root(void **state)
{
	(void)state;
	static const char importing[] = "imports: [ /types/t.yaml ]";
	struct types *types = create("imports: [ definitions/d.yaml ]",
		FILES("TOSCA-Metadata/TOSCA.meta", "CSAR-Version: 1.1", "definitions/d.yaml",
			importing, "types/t.yaml", "node_types: { Root: }",
			"definitions/types/t.yaml", "node_types: { Nearest: }"));
	assert_non_null(node_type(types, "Root"));
	assert_null(node_type(types, "Nearest"));
	types_release(types);
	types = create("imports: [ definitions/d.yaml ]",
		FILES("definitions/d.yaml", importing, "types/t.yaml", "node_types: { Root: }",
			"definitions/types/t.yaml", "node_types: { Nearest: }"));
	assert_non_null(node_type(types, "Nearest"));
	types_release(types);
}

static uint64_t fingerprint(const char *text, const char *name)
{
	struct types *types = create(text, NONE);
	uint64_t found = node_type(types, name)->fingerprint;
	types_release(types);
	return found;
}

static void test_fingerprints(void **state)
{
	(void)state;
	static const char text[] = "node_types:\n"
				   "  A: { derived_from: B, description: One }\n"
				   "  B: { requirements: [ { x: { node: A } } ] }\n"
				   "  C: { properties: { p: { type: D } } }\n"
				   "data_types: { D: { properties: { q: { type: string } } } }";
	static const char other[] = "node_types:\n"
				    "  # moved\n"
				    "  C: { properties: { p: { type: D } } }\n"
				    "  B: { requirements: [ { x: { node: 'A' } } ] }\n"
				    "  A: { derived_from: B, description: Two }\n"
				    "data_types: { D: { properties: { q: { type: integer } } } }";
	assert_int_equal(fingerprint(text, "A"), fingerprint(other, "A"));
	assert_int_equal(fingerprint(text, "B"), fingerprint(other, "B"));
	assert_int_not_equal(fingerprint(text, "A"), fingerprint(text, "B"));
	assert_int_not_equal(fingerprint(text, "C"), fingerprint(other, "C"));
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_normative_types_of_all_versions),
		cmocka_unit_test(test_versions_differ),
		cmocka_unit_test(test_irregular_shorthands),
		cmocka_unit_test(test_imports_and_prefixes),
		cmocka_unit_test(test_imports_that_fail),
		cmocka_unit_test(test_imports_that_come_back),
		cmocka_unit_test(test_files_on_disk_by_other_names),
		cmocka_unit_test(test_paths_from_the_root),
		cmocka_unit_test(test_fingerprints),
		cmocka_unit_test(test_cycles_end),
		cmocka_unit_test(test_members_are_inherited_and_refined),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

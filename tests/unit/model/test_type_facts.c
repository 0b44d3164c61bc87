/* What the types say is kept where an edit does not reach. */
#include "analyzer/model/template/type_facts.h"

#include "analyzer/model/types/type_store.h"
#include "tests/unit/unit_test.h"

#include <stdio.h>
#include <string.h>

static const char text[] = "tosca_definitions_version: tosca_2_0\n"
			   "node_types:\n"
			   "  Server:\n"
			   "    properties:\n"
			   "      port: {type: integer}\n"
			   "service_template:\n"
			   "  node_templates:\n"
			   "    a:\n"
			   "      type: Server\n"
			   "      properties: {port: 1}\n"
			   "    b:\n"
			   "      type: Server\n"
			   "      properties: {port: 2}\n"
			   "    c:\n"
			   "      type: Server\n"
			   "      properties: {port: 3}\n";

struct document {
	struct syntax_tree *tree;
	struct type_facts *facts;
};

static struct document open_text(const char *content)
{
	struct document document = {.tree = syntax_tree_create(string_from(content))};
	document.facts = type_facts_create(document.tree, STRING("a.yaml"), NULL, NULL);
	return document;
}

static struct document open_document(void)
{
	return open_text(text);
}

/* Replaces the first `old` and makes facts out of those before. */
static void edit_in(struct document *document, const char *path, const struct files *files,
	const char *old, const char *new)
{
	struct arena *arena = arena_create();
	uint32_t length = syntax_tree_length(document->tree);
	struct string whole = arena_copy(
		arena, syntax_tree_text(document->tree, (struct range){0, length}, arena));
	uint32_t start = 0;
	while (start < length && strncmp(whole.bytes + start, old, strlen(old)) != 0)
		start++;
	assert_true(start < length);
	struct text_edit change = {{start, start + (uint32_t)strlen(old)}, {new, strlen(new)}};
	struct syntax_tree *tree = syntax_tree_edit(document->tree, change);
	syntax_tree_release(document->tree);
	document->tree = tree;
	struct type_facts *facts =
		type_facts_create(tree, string_from(path), files, document->facts);
	type_facts_destroy(document->facts);
	document->facts = facts;
	arena_destroy(arena);
}

static void edit(struct document *document, const char *old, const char *new)
{
	edit_in(document, "a.yaml", NULL, old, new);
}

/* Also that the facts are those of a document that was just opened. */
static size_t count_diagnostics_in(
	const struct document *document, const char *path, const struct files *files)
{
	struct arena *arena = arena_create();
	struct diagnostics kept = diagnostics_in(arena);
	struct diagnostics fresh = diagnostics_in(arena);
	struct type_facts *anew = type_facts_create(document->tree, string_from(path), files, NULL);
	type_facts_diagnostics(document->facts, NULL, &kept);
	type_facts_diagnostics(anew, NULL, &fresh);
	assert_int_equal(kept.count, fresh.count);
	for (size_t i = 0; i < kept.count; i++) {
		assert_true(string_equal(kept.items[i].message, fresh.items[i].message));
		assert_int_equal(kept.items[i].severity, fresh.items[i].severity);
		assert_int_equal(
			kept.items[i].location.node.section, fresh.items[i].location.node.section);
		assert_int_equal(
			kept.items[i].location.node.index, fresh.items[i].location.node.index);
	}
	size_t count = kept.count;
	type_facts_destroy(anew);
	arena_destroy(arena);
	return count;
}

static size_t count_diagnostics(const struct document *document)
{
	return count_diagnostics_in(document, "a.yaml", NULL);
}

static bool differs_from_fresh(const struct document *document)
{
	struct arena *arena = arena_create();
	struct diagnostics kept = diagnostics_in(arena);
	struct diagnostics fresh = diagnostics_in(arena);
	struct type_facts *anew = type_facts_create(document->tree, STRING("a.yaml"), NULL, NULL);
	type_facts_diagnostics(document->facts, NULL, &kept);
	type_facts_diagnostics(anew, NULL, &fresh);
	bool differs = kept.count != fresh.count;
	for (size_t i = 0; i < kept.count && !differs; i++)
		differs = !string_equal(kept.items[i].message, fresh.items[i].message);
	type_facts_destroy(anew);
	arena_destroy(arena);
	return differs;
}

static void close_document(struct document *document)
{
	type_facts_destroy(document->facts);
	syntax_tree_release(document->tree);
}

static void test_a_node_is_checked_alone(void **state)
{
	(void)state;
	struct document document = open_document();
	assert_int_equal(count_diagnostics(&document), 0);
	edit(&document, "{port: 2}", "{port: two}");
	assert_false(type_facts_has_new_types(document.facts));
	assert_int_equal(type_facts_checked(document.facts), 1);
	assert_int_equal(count_diagnostics(&document), 1);
	edit(&document, "{port: 3}", "{prot: 3}");
	assert_int_equal(type_facts_checked(document.facts), 1);
	assert_int_equal(count_diagnostics(&document), 3);
	close_document(&document);
}

static void test_a_type_concerns_all(void **state)
{
	(void)state;
	struct document document = open_document();
	edit(&document, "type: integer", "type: string");
	assert_true(type_facts_has_new_types(document.facts));
	assert_int_equal(count_diagnostics(&document), 3);
	edit(&document, "  Server:", "  Client:");
	assert_int_equal(count_diagnostics(&document), 3);
	close_document(&document);
}

/* Only entries of a large map are sections of their own. */
#define COMMENT "    # This comment makes the map of node templates large enough to split it.\n"
#define EIGHT_COMMENTS COMMENT COMMENT COMMENT COMMENT COMMENT COMMENT COMMENT COMMENT

static const char related_text[] =
	"tosca_definitions_version: tosca_2_0\n"
	"capability_types: {Host: {}, Socket: {}}\n"
	"node_types:\n"
	"  Server: {capabilities: {host: Host}}\n"
	"  Plug: {capabilities: {socket: Socket}}\n"
	"  App: {requirements: [host: Host]}\n"
	"service_template:\n"
	"  node_templates:\n" EIGHT_COMMENTS EIGHT_COMMENTS EIGHT_COMMENTS EIGHT_COMMENTS
	"    app:\n"
	"      type: App\n"
	"      requirements: [host: server]\n"
	"    server:\n"
	"      type: Server\n"
	"      description: one\n"
	"    other:\n"
	"      type: Server\n";

static void test_a_change_concerns_who_asks(void **state)
{
	(void)state;
	struct document document = open_text(related_text);
	assert_int_equal(count_diagnostics(&document), 0);
	edit(&document, "description: one", "description: two");
	assert_int_equal(type_facts_checked(document.facts), 1);
	edit(&document, "      type: Server\n      des", "      type: Plug\n      des");
	assert_false(type_facts_has_new_types(document.facts));
	assert_int_equal(type_facts_checked(document.facts), 2);
	assert_int_equal(count_diagnostics(&document), 1);
	edit(&document, "    server:", "    servers:");
	assert_int_equal(type_facts_checked(document.facts), 2);
	assert_int_equal(count_diagnostics(&document), 0);
	edit(&document, "    other:", "    server:");
	assert_int_equal(count_diagnostics(&document), 0);
	edit(&document, "[host: server]", "[host: servers]");
	assert_int_equal(type_facts_checked(document.facts), 1);
	assert_int_equal(count_diagnostics(&document), 1);
	close_document(&document);
}

/* Who is hosted on whom is asked of each node on the way, and whether it has conditions. */
static void test_a_circle_of_hosts_concerns_all_in_it(void **state)
{
	(void)state;
	struct document document = open_text(
		"tosca_definitions_version: tosca_2_0\n"
		"capability_types: {Host: {}}\n"
		"node_types:\n"
		"  Layer: {capabilities: {host: Host}, requirements: [host: Host]}\n"
		"service_template:\n"
		"  node_templates:\n" EIGHT_COMMENTS EIGHT_COMMENTS EIGHT_COMMENTS EIGHT_COMMENTS
		"    low:\n"
		"      type: Layer\n"
		"      requirements: [host: high]\n"
		"    high:\n"
		"      type: Layer\n"
		"      requirements: [host: low]\n");
	assert_int_equal(count_diagnostics(&document), 2);
	edit(&document, "    high:\n", "    high:\n      conditions: false\n");
	assert_int_equal(count_diagnostics(&document), 0);
	edit(&document, "      conditions: false\n", "");
	assert_int_equal(count_diagnostics(&document), 2);
	edit(&document, "[host: low]", "[host: {node: low, conditions: false}]");
	assert_int_equal(count_diagnostics(&document), 0);
	close_document(&document);
}

/* ---- many templates, one file of types ---- */

enum {
	TYPES = 500,
	TEMPLATES = 50,
	TYPES_PER_TEMPLATE = TYPES / TEMPLATES,
};

struct workspace {
	struct arena *arena;
	struct files files;
	struct document types;
	struct document templates[TEMPLATES];
};

static struct syntax_tree *read_types(void *context, struct string path)
{
	struct workspace *workspace = context;
	return string_is(path, "types.yaml") ? syntax_tree_retain(workspace->types.tree) : NULL;
}

static struct string append(struct arena *arena, struct string lines, struct string more)
{
	return arena_format(arena, "%.*s%.*s", STRING_ARGUMENTS(lines), STRING_ARGUMENTS(more));
}

/* Every tenth type begins a line of descent. */
static struct string write_types(struct arena *arena)
{
	struct string lines = STRING("tosca_definitions_version: tosca_2_0\nnode_types:\n");
	for (int i = 0; i < TYPES; i++) {
		lines = append(arena, lines, arena_format(arena, "  Type%d:\n", i));
		if (i % TYPES_PER_TEMPLATE > 0)
			lines = append(arena, lines,
				arena_format(arena, "    derived_from: Type%d\n", i - 1));
		lines = append(arena, lines,
			arena_format(arena,
				"    description: %d\n"
				"    properties: {p%d: {type: integer, required: false}}\n",
				i, i));
	}
	return lines;
}

/* A node of every type of one line. Each is large enough to be a section of its own. */
static struct string write_template(struct arena *arena, int number)
{
	struct string lines = STRING("tosca_definitions_version: tosca_2_0\n"
				     "imports: [types.yaml]\n"
				     "service_template:\n"
				     "  node_templates:\n");
	for (int i = 0; i < TYPES_PER_TEMPLATE; i++)
		lines = append(arena, lines,
			arena_format(arena,
				"    node%d:\n      type: Type%d\n      description: %0300d\n", i,
				number * TYPES_PER_TEMPLATE + i, 0));
	return lines;
}

static void open_workspace(struct workspace *workspace)
{
	struct arena *arena = arena_create();
	*workspace = (struct workspace){.arena = arena,
		.files = {.context = workspace, .read = read_types, .types = type_store_create()}};
	workspace->types.tree = syntax_tree_create(write_types(arena));
	workspace->types.facts = type_facts_create(
		workspace->types.tree, STRING("types.yaml"), &workspace->files, NULL);
	for (int i = 0; i < TEMPLATES; i++) {
		struct document *document = &workspace->templates[i];
		document->tree = syntax_tree_create(write_template(arena, i));
		document->facts = type_facts_create(
			document->tree, STRING("template.yaml"), &workspace->files, NULL);
	}
}

static void close_workspace(struct workspace *workspace)
{
	close_document(&workspace->types);
	for (int i = 0; i < TEMPLATES; i++)
		close_document(&workspace->templates[i]);
	type_store_destroy(workspace->files.types);
	arena_destroy(workspace->arena);
}

/* Edits the file of types, then looks at all documents again. Returns how many sections of
 * templates were checked for it. */
static uint32_t edit_types(struct workspace *workspace, const char *old, const char *new)
{
	uint32_t checked = 0;
	edit_in(&workspace->types, "types.yaml", &workspace->files, old, new);
	for (int i = 0; i < TEMPLATES; i++) {
		struct document *document = &workspace->templates[i];
		struct type_facts *facts = type_facts_create(document->tree,
			STRING("template.yaml"), &workspace->files, document->facts);
		type_facts_destroy(document->facts);
		document->facts = facts;
		checked += type_facts_checked(facts);
	}
	return checked;
}

static const struct type *type_in(const struct document *document, const char *name)
{
	return types_find(type_facts_types(document->facts), TYPE_NODE, string_from(name));
}

static size_t count_all(const struct workspace *workspace)
{
	size_t count = 0;
	for (int i = 0; i < TEMPLATES; i++)
		count += count_diagnostics_in(
			&workspace->templates[i], "template.yaml", &workspace->files);
	return count;
}

static void test_an_edit_of_a_type_concerns_who_uses_it(void **state)
{
	(void)state;
	struct workspace workspace;
	open_workspace(&workspace);
	const struct document *templates = workspace.templates;
	assert_int_equal(count_all(&workspace), 0);

	/* Types 75 to 79 derive from type 75; template 7 has a node of each. */
	assert_int_equal(edit_types(&workspace, "{p75: {type: integer, required: false}}",
				 "{p75: {type: integer}}"),
		5);
	assert_int_equal(type_facts_checked(workspace.types.facts), 5);
	assert_int_equal(type_facts_checked(templates[7].facts), 5);
	assert_int_equal(count_all(&workspace), 5);

	/* All know the new types, and it is the same ones. */
	for (int i = 0; i < TEMPLATES; i++)
		assert_ptr_equal(
			type_in(&templates[i], "Type75"), type_in(&templates[0], "Type75"));
	assert_ptr_equal(type_in(&workspace.types, "Type75"), type_in(&templates[0], "Type75"));

	/* Descriptions are for people; a new name concerns whoever missed one. */
	assert_int_equal(edit_types(&workspace, "description: 120", "description: Stays"), 0);
	assert_int_equal(edit_types(&workspace, "Type499:", "Type500:"), 1);
	assert_int_equal(count_all(&workspace), 6);
	assert_int_equal(edit_types(&workspace, "Type489:", "Type490a:"), 2);
	assert_int_equal(edit_types(&workspace, "Type500:", "Type499:"), 2);
	assert_int_equal(count_all(&workspace), 6);
	close_workspace(&workspace);
}

/* What an edit concerns is also checked again when types have become others at the same time. */
static void test_an_edit_beside_new_types_concerns_who_asks(void **state)
{
	(void)state;
	struct workspace workspace;
	open_workspace(&workspace);
	struct arena *arena = arena_create();
	struct string lines = STRING("tosca_definitions_version: tosca_variability_1_0\n"
				     "imports: [types.yaml]\n"
				     "topology_template:\n"
				     "  variability:\n"
				     "    inputs:\n");
	static const char *const inputs[] = {"before", "tier", "behind"};
	for (size_t i = 0; i < 3; i++)
		lines = append(arena, lines,
			arena_format(arena,
				"      %s:\n        type: %s\n        description: %0300d\n",
				inputs[i], i == 1 ? "string" : "integer", 0));
	lines = append(arena, lines, STRING("  node_templates:\n"));
	for (int i = 0; i < 4; i++)
		lines = append(arena, lines,
			arena_format(arena,
				"    node%d:\n      type: Type0\n      description: %0300d\n"
				"      conditions: {equal: [{variability_input: tier}, LARGE]}\n",
				i, 0));
	struct document document = {.tree = syntax_tree_create(lines)};
	document.facts =
		type_facts_create(document.tree, STRING("template.yaml"), &workspace.files, NULL);
	size_t before = count_diagnostics_in(&document, "template.yaml", &workspace.files);
	edit_types(&workspace, "description: 120", "description: Stays");
	edit_in(&document, "template.yaml", &workspace.files, "type: string", "type: boolean");
	assert_true(type_facts_has_new_types(document.facts));
	assert_int_equal(
		count_diagnostics_in(&document, "template.yaml", &workspace.files), before + 4);
	close_document(&document);
	close_workspace(&workspace);
	arena_destroy(arena);
}

/* ---- files that come and go ---- */

struct disk {
	const char *there; /* the path of the one file that is there */
	const char *fault; /* of all others */
	struct syntax_tree *tree;
};

static struct syntax_tree *read_disk(void *context, struct string path)
{
	struct disk *disk = context;
	return string_is(path, disk->there) ? syntax_tree_retain(disk->tree) : NULL;
}

static const char *fault_on_disk(void *context, struct string path)
{
	const struct disk *disk = context;
	(void)path;
	return disk->fault;
}

/* What is said of an import that fails rests on other files, too. */
static void test_what_is_said_of_a_missing_import_is_of_the_files_of_now(void **state)
{
	(void)state;
	struct disk disk = {.there = "",
		.fault = "does not exist",
		.tree = syntax_tree_create(STRING("tosca_definitions_version: tosca_2_0\n"))};
	struct files files = {.context = &disk, .read = read_disk, .fault = fault_on_disk};
	static const char path[] = "/shop/here/a.yaml";
	struct document document = {
		.tree = syntax_tree_create(STRING("tosca_definitions_version: tosca_2_0\n"
						  "imports: [lib/types.yaml]\n"
						  "service_template:\n"
						  "  node_templates:\n"
						  "    a: {type: Root}\n"
						  "    b: {type: Root}\n"))};
	document.facts = type_facts_create(document.tree, string_from(path), &files, NULL);
	size_t count = count_diagnostics_in(&document, path, &files);
	static const struct disk others[] = {{"/shop/lib/types.yaml", "does not exist", NULL},
		{"/shop/lib/types.yaml", "is a folder", NULL}, {"", "is a folder", NULL}};
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		disk.there = others[i].there;
		disk.fault = others[i].fault;
		edit_in(&document, path, &files, "Root", i % 2 ? "Root" : "Compute");
		assert_int_equal(count_diagnostics_in(&document, path, &files), count);
	}
	syntax_tree_release(disk.tree);
	close_document(&document);
}

static enum diagnostic_severity first_severity(const struct document *document)
{
	struct arena *arena = arena_create();
	struct diagnostics found = diagnostics_in(arena);
	type_facts_diagnostics(document->facts, NULL, &found);
	enum diagnostic_severity severity = found.items[0].severity;
	arena_destroy(arena);
	return severity;
}

static const char *const *folder; /* the names of files in it, ended by NULL */
static const char *const *above;  /* in the one above, if it is not NULL */

static const struct file_entry *list_folder(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	struct file_entry *entries = arena_allocate(arena, 8, sizeof(*entries));
	const char *const *names = string_is(path, "/shop") ? folder : NULL;
	(void)context;
	if (string_is(path, "/"))
		names = above;
	*count = 0;
	for (size_t i = 0; names && names[i]; i++)
		entries[(*count)++] = (struct file_entry){.name = string_from(names[i])};
	return entries;
}

/* What lies above the root of an archive or a repository does not count. */
static void test_named_files_are_looked_for_up_to_the_root(void **state)
{
	(void)state;
	struct files files = {.list = list_folder};
	static const char path[] = "/shop/a.yaml";
	static const char *const within[] = {"a.yaml", NULL};
	static const char *const root[] = {".git", "a.yaml", NULL};
	static const char *const archive[] = {"TOSCA.meta", "a.yaml", NULL};
	static const char *const outside[] = {"one.zip", NULL};
	static const char *const around[] = {"TOSCA.meta", NULL};
	static const struct {
		const char *const *folder, *const *above;
		size_t count; /* of diagnostics */
		enum diagnostic_severity severity;
	} cases[] = {{within, outside, 0, 0}, {root, outside, 1, DIAGNOSTIC_INFORMATION},
		{archive, outside, 1, DIAGNOSTIC_WARNING}, {within, around, 1, DIAGNOSTIC_WARNING},
		{root, around, 1, DIAGNOSTIC_INFORMATION}, {within, outside, 0, 0}};
	struct document document = {
		.tree = syntax_tree_create(
			STRING("tosca_definitions_version: tosca_2_0\n"
			       "artifact_types: {File: {}}\n"
			       "node_types: {Root: {}}\n"
			       "service_template:\n"
			       "  node_templates:\n"
			       "    a:\n"
			       "      type: Root\n"
			       "      artifacts: {code: {type: File, file: one.zip}}\n"))};
	above = outside;
	folder = within;
	document.facts = type_facts_create(document.tree, string_from(path), &files, NULL);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		folder = cases[i].folder;
		above = cases[i].above;
		edit_in(&document, path, &files, "type: Root", "type: Root");
		assert_int_equal(count_diagnostics_in(&document, path, &files), cases[i].count);
		if (cases[i].count)
			assert_int_equal(first_severity(&document), cases[i].severity);
	}
	above = NULL;
	close_document(&document);
}

/* What is said of files that are named is kept as long as the names and the files stay. */
static void test_what_is_said_of_named_files_is_of_the_files_of_now(void **state)
{
	(void)state;
	struct files files = {.list = list_folder};
	static const char path[] = "/shop/a.yaml";
	static const char *const one[] = {"a.yaml", "one.zip", NULL};
	static const char *const both[] = {"a.yaml", "one.zip", "other.sh", NULL};
	folder = one;
	struct document document = {
		.tree = syntax_tree_create(
			STRING("tosca_definitions_version: tosca_2_0\n"
			       "artifact_types: {File: {}}\n"
			       "node_types: {Root: {}}\n"
			       "service_template:\n"
			       "  node_templates:\n"
			       "    a:\n"
			       "      type: Root\n"
			       "      artifacts: {code: {type: File, file: one.zip}}\n"
			       "    b:\n"
			       "      type: Root\n"
			       "      artifacts: {code: {type: File, file: other.sh}}\n"
			       "    c: {type: Root}\n"))};
	document.facts = type_facts_create(document.tree, string_from(path), &files, NULL);
	assert_int_equal(count_diagnostics_in(&document, path, &files), 1);
	/* Elsewhere, and beside a name. */
	edit_in(&document, path, &files, "c: {type: Root}", "c: {type: Root, metadata: {}}");
	assert_int_equal(count_diagnostics_in(&document, path, &files), 1);
	edit_in(&document, path, &files, "    b:\n", "    b:\n      metadata: {}\n");
	assert_int_equal(count_diagnostics_in(&document, path, &files), 1);
	edit_in(&document, path, &files, "    a:\n", "    z: {type: Root}\n    a:\n");
	assert_int_equal(count_diagnostics_in(&document, path, &files), 1);
	/* Files come and go. */
	folder = both;
	edit_in(&document, path, &files, "metadata: {}}", "metadata: {a: b}}");
	assert_int_equal(count_diagnostics_in(&document, path, &files), 0);
	folder = one;
	edit_in(&document, path, &files, "metadata: {a: b}}", "metadata: {}}");
	assert_int_equal(count_diagnostics_in(&document, path, &files), 1);
	/* Names do. */
	edit_in(&document, path, &files, "other.sh", "one.zip");
	assert_int_equal(count_diagnostics_in(&document, path, &files), 0);
	edit_in(&document, path, &files, "file: one.zip", "file: two.zip");
	assert_int_equal(count_diagnostics_in(&document, path, &files), 1);
	edit_in(&document, path, &files, "file: two.zip", "file: gone.zip");
	assert_int_equal(count_diagnostics_in(&document, path, &files), 1);
	edit_in(&document, path, &files, ", file: gone.zip", "");
	count_diagnostics_in(&document, path, &files);
	close_document(&document);
}

static const char woven_text[] =
	"tosca_definitions_version: tosca_simple_yaml_1_3\n"
	"node_types:\n"
	"  Box:\n"
	"    derived_from: tosca.nodes.Compute\n"
	"    properties: {zone: {type: string, default: eu}, size: {type: integer, default: 1}}\n"
	"  Bag:\n"
	"    derived_from: tosca.nodes.Root\n"
	"    properties: {zone: {type: integer, default: 1}}\n"
	"  App:\n"
	"    derived_from: tosca.nodes.SoftwareComponent\n"
	"    properties: {zone: {type: string, default: a}, size: {type: integer, default: 1}}\n"
	"    requirements:\n"
	"      - host: {capability: tosca.capabilities.Compute, node: Box}\n"
	"topology_template:\n"
	"  inputs:\n"
	"    one: {type: string, default: a}\n"
	"    two: {type: integer, default: 1}\n"
	"  node_templates:\n" EIGHT_COMMENTS EIGHT_COMMENTS EIGHT_COMMENTS EIGHT_COMMENTS "    a:\n"
	"      type: Box\n"
	"      properties: {zone: eu, size: 3}\n"
	"    b:\n"
	"      type: Box\n"
	"      properties: {zone: {get_property: [a, zone]}}\n"
	"    c:\n"
	"      type: App\n"
	"      properties: {zone: {get_input: one}, size: {get_property: [SELF, host, size]}}\n"
	"      requirements:\n"
	"        - host: a\n"
	"    d:\n"
	"      type: App\n"
	"      properties: {zone: {get_property: [c, host, zone]}}\n"
	"      requirements:\n"
	"        - host: {node: b, node_filter: {properties: [zone: {equal: eu}, size: {equal: "
	"1}]}}\n"
	"    e:\n"
	"      type: Bag\n"
	"      properties: {zone: {get_property: [d, host, size]}}\n"
	"  substitution_mappings:\n"
	"    node_type: Box\n"
	"    properties: {zone: [one], size: [two]}\n"
	"    capabilities: {host: [a, host]}\n"
	"  variability:\n"
	"    inputs:\n"
	"      zone: {type: string, constraints: [{valid_values: [eu, us]}]}\n"
	"      size:\n"
	"        type: integer\n"
	"    presets:\n"
	"      one: {inputs: {zone: eu, size: 3}}\n"
	"      two:\n"
	"        inputs:\n"
	"          zone: eu\n"
	"          size: 3\n";

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

/* Puts another word in place of one that is there: a type, a name, a value; or breaks it. */
static void edit_at_random(struct document *document, uint32_t *random)
{
	static const char *const words[] = {"Box", "Bag", "App", " a", " b", " c", "[a", "[d",
		"one", "two", "zone", "size", "host", "eu", "3"};
	static const char *const broken[] = {"\"zone", "[size", "host: \"", "'a", "}"};
	enum {
		TOTAL = sizeof(words) / sizeof(*words),
		BROKEN = sizeof(broken) / sizeof(*broken)
	};
	struct arena *arena = arena_create();
	uint32_t length = syntax_tree_length(document->tree);
	struct string whole = syntax_tree_text(document->tree, (struct range){0, length}, arena);
	const char *word = words[next_random(random) % TOTAL];
	uint32_t which = next_random(random) % (TOTAL + BROKEN);
	const char *other = which < TOTAL ? words[which] : broken[which - TOTAL];
	size_t size = strlen(word);
	uint32_t start = next_random(random) % length;
	while (start + size <= length && memcmp(whole.bytes + start, word, size) != 0)
		start++;
	if (start + size <= length) {
		struct text_edit change = {{start, start + (uint32_t)size}, {other, strlen(other)}};
		struct syntax_tree *tree = syntax_tree_edit(document->tree, change);
		struct type_facts *facts =
			type_facts_create(tree, STRING("a.yaml"), NULL, document->facts);
		type_facts_destroy(document->facts);
		syntax_tree_release(document->tree);
		*document = (struct document){tree, facts};
	}
	arena_destroy(arena);
}

static void test_random_edits(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 40; seed++) {
		struct document document = open_text(woven_text);
		uint32_t random = seed;
		if (seed == 1)
			assert_int_equal(count_diagnostics(&document), 0);
		for (int i = 0; i < 15; i++) {
			edit_at_random(&document, &random);
			if (differs_from_fresh(&document))
				fail_msg("seed %u, edit %d", seed, i);
		}
		close_document(&document);
	}
}

enum {
	CHAIN = 100 /* long enough for each expression to be a section */
};

/* An expression may be of a type that is said many names farther on; somebody in between, or at the
 * end, changes it. */
static void test_expressions_are_known_over_many_names(void **state)
{
	(void)state;
	char content[16384];
	size_t length = (size_t)snprintf(content, sizeof(content),
		"tosca_definitions_version: tosca_variability_1_0\n"
		"topology_template:\n"
		"  variability:\n"
		"    inputs:\n"
		"      number: {type: integer, default: 1}\n"
		"      switch: {type: boolean, default: true}\n"
		"    expressions:\n"
		"      e0: {variability_input: number}\n");
	for (int i = 1; i <= CHAIN; i++)
		length += (size_t)snprintf(content + length, sizeof(content) - length,
			"      e%d: {value_expression: e%d}\n", i, i - 1);
	length += (size_t)snprintf(content + length, sizeof(content) - length,
		"  node_templates:\n"
		"    a:\n"
		"      type: tosca.nodes.Root\n"
		"      conditions: {equal: [{value_expression: e%d}, 3]}\n",
		CHAIN);
	for (int i = 0; i < CHAIN; i++)
		length += (size_t)snprintf(content + length, sizeof(content) - length,
			"    n%d:\n      type: tosca.nodes.Root\n", i);
	struct document document = open_text(content);
	assert_int_equal(count_diagnostics(&document), 0);
	edit(&document, "e0: {variability_input: number}", "e0: {variability_input: switch}");
	assert_int_equal(count_diagnostics(&document), 1);
	assert_in_range(type_facts_checked(document.facts), 2, 20);
	edit(&document, "e50: {value_expression: e49}", "e50: {concat: [a, b]}");
	assert_int_equal(count_diagnostics(&document), 1);
	edit(&document, "e99: {value_expression: e98}", "e99: 4");
	assert_int_equal(count_diagnostics(&document), 0);
	edit(&document, "e99: 4", "e99: {value_expression: e98}");
	assert_int_equal(count_diagnostics(&document), 1);
	edit(&document, "e50: {concat: [a, b]}", "e50: {value_expression: e49}");
	edit(&document, "e0: {variability_input: switch}", "e0: {variability_input: number}");
	assert_int_equal(count_diagnostics(&document), 0);
	close_document(&document);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_node_is_checked_alone),
		cmocka_unit_test(test_a_type_concerns_all),
		cmocka_unit_test(test_a_change_concerns_who_asks),
		cmocka_unit_test(test_a_circle_of_hosts_concerns_all_in_it),
		cmocka_unit_test(test_an_edit_of_a_type_concerns_who_uses_it),
		cmocka_unit_test(test_an_edit_beside_new_types_concerns_who_asks),
		cmocka_unit_test(test_what_is_said_of_a_missing_import_is_of_the_files_of_now),
		cmocka_unit_test(test_what_is_said_of_named_files_is_of_the_files_of_now),
		cmocka_unit_test(test_named_files_are_looked_for_up_to_the_root),
		cmocka_unit_test(test_expressions_are_known_over_many_names),
		cmocka_unit_test(test_random_edits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What is told of counts stays as long as nothing that it is made of changes, and no longer. */
#include "analyzer/ide/diagnostics/count_facts.h"
#include "tests/unit/unit_test.h"

#include <string.h>

/* One node offers room for what is counted; two of three find none. */
#define TEMPLATE(COUNT)                                                                            \
	"tosca_definitions_version: tosca_2_0\n"                                                   \
	"description: text\n"                                                                      \
	"capability_types:\n"                                                                      \
	"  Room: {}\n"                                                                             \
	"node_types:\n"                                                                            \
	"  Web:\n"                                                                                 \
	"    properties: {port: {type: integer}}\n"                                                \
	"    requirements:\n"                                                                      \
	"      - host: {capability: Room, node: Host}\n"                                           \
	"  Host:\n"                                                                                \
	"    capabilities: {room: Room}\n"                                                         \
	"service_template:\n"                                                                      \
	"  node_templates:\n"                                                                      \
	"    # comment\n"                                                                          \
	"    host:\n"                                                                              \
	"      type: Host\n"                                                                       \
	"    web:\n"                                                                               \
	"      type: Web\n"                                                                        \
	"      metadata: {owner: team}\n"                                                          \
	"      properties: {port: 3}\n"                                                            \
	"      requirements:\n"                                                                    \
	"        - host: {node: host, count: " COUNT "}\n"

#define WRITTEN TEMPLATE("3")
#define COMPUTED TEMPLATE("{$get_property: [SELF, port]}")

static struct analysis *analyse(const struct syntax_tree *tree, const struct analysis *previous)
{
	return analysis_create(&(struct analysis_request){
		.tree = tree, .path = STRING("t.yaml"), .previous = previous});
}

static void check_equal(const struct diagnostics *a, const struct diagnostics *b)
{
	assert_int_equal(a->count, b->count);
	for (size_t i = 0; i < a->count; i++) {
		assert_int_equal(a->items[i].code, b->items[i].code);
		assert_true(string_equal(a->items[i].message, b->items[i].message));
		assert_int_equal(
			a->items[i].location.node.section, b->items[i].location.node.section);
		assert_int_equal(a->items[i].location.node.index, b->items[i].location.node.index);
	}
}

/* Types behind the first occurrence of `needle`. */
static void type(const char *text, const char *needle, const char *typed, bool stays)
{
	struct syntax_tree *tree = syntax_tree_create(string_from(text));
	struct analysis *analysis = analyse(tree, NULL);
	struct count_facts *facts = count_facts_create(analysis, NULL);
	uint32_t offset = (uint32_t)(strstr(text, needle) - text + (ptrdiff_t)strlen(needle));
	struct syntax_tree *next =
		syntax_tree_edit(tree, (struct text_edit){{offset, offset}, string_from(typed)});
	struct analysis *later = analyse(next, analysis);
	struct count_facts *kept = count_facts_create(later, facts);
	struct count_facts *fresh = count_facts_create(later, NULL);

	assert_int_equal(count_facts_diagnostics(facts)->count, 1);
	assert_int_equal(count_facts_are_the_same(kept, facts), stays);
	check_equal(count_facts_diagnostics(kept), count_facts_diagnostics(fresh));
	count_facts_destroy(fresh);
	count_facts_destroy(kept);
	analysis_release(later);
	syntax_tree_release(next);
	count_facts_destroy(facts);
	analysis_release(analysis);
	syntax_tree_release(tree);
}

static void what_is_not_read_leaves_it_as_it_is(void **state)
{
	(void)state;
	type(WRITTEN, "# comment", "s", true);
	type(WRITTEN, "description: text", "s", true);
	type(WRITTEN, "owner: team", "s", true);
	type(WRITTEN, "port: 3", "0", true);
	type(COMPUTED, "owner: team", "s", true);
}

static void what_is_read_does_not(void **state)
{
	(void)state;
	type(WRITTEN, "count: 3", "0", false);
	type(WRITTEN, "node: host", "s", false);
	type(WRITTEN, "    web:", " &anchor", false);
	type(WRITTEN, "type: Web", "s", false);
	type(WRITTEN, "node: Host", "s", false);
	type(COMPUTED, "port: 3", "0", false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_read_leaves_it_as_it_is),
		cmocka_unit_test(what_is_read_does_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What the types say is kept where an edit does not reach. */
#include "analyzer/model/type_facts.h"

#include "tests/unit/unit_test.h"

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
static void edit(struct document *document, const char *old, const char *new)
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
	struct type_facts *facts = type_facts_create(tree, STRING("a.yaml"), NULL, document->facts);
	type_facts_release(document->facts);
	syntax_tree_release(document->tree);
	document->tree = tree;
	document->facts = facts;
	arena_destroy(arena);
}

/* Also that the facts are those of a document that was just opened. */
static size_t count_diagnostics(const struct document *document)
{
	struct arena *arena = arena_create();
	struct diagnostics kept = diagnostics_in(arena);
	struct diagnostics fresh = diagnostics_in(arena);
	struct type_facts *anew = type_facts_create(document->tree, STRING("a.yaml"), NULL, NULL);
	type_facts_diagnostics(document->facts, &kept);
	type_facts_diagnostics(anew, &fresh);
	assert_int_equal(kept.count, fresh.count);
	for (size_t i = 0; i < kept.count; i++)
		assert_true(string_equal(kept.items[i].message, fresh.items[i].message));
	size_t count = kept.count;
	type_facts_release(anew);
	arena_destroy(arena);
	return count;
}

static void close_document(struct document *document)
{
	type_facts_release(document->facts);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_node_is_checked_alone),
		cmocka_unit_test(test_a_type_concerns_all),
		cmocka_unit_test(test_a_change_concerns_who_asks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

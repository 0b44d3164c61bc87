/* At every construct that a file can hold, in every version, completion offers exactly the
 * keynames that are allowed there: those of the tables, and those that the texts of the
 * specifications list. Each of them is explained. */
#include "analyzer/ide/completion/completion.h"
#include "analyzer/ide/cursor/place.h"
#include "analyzer/ide/hover/hover.h"
#include "analyzer/ide/text/markdown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* The keynames expected at a construct, by name. */
struct expectation {
	enum construct construct;
	const char *names[64];
	size_t count;
};

/* A walk over all constructs that can be reached from the root of a file. */
struct search {
	struct arena *arena;
	enum definitions_version version;
	bool seen[CONSTRUCT_TOTAL];
	bool reached[CONSTRUCT_TOTAL]; /* in any version */
	unsigned failures;
	/* `text` ends where a key of the construct may be typed, at this column. */
	void (*check)(
		struct search *search, enum construct construct, struct string text, int column);
};

static void visit(struct search *search, const struct shape *shape, struct string text, int column);

static struct string line(
	struct search *search, struct string text, int column, const char *content)
{
	return arena_format(
		search->arena, "%.*s\n%*s%s", STRING_ARGUMENTS(text), column, "", content);
}

static void visit_construct(
	struct search *search, enum construct construct, struct string text, int column)
{
	if (search->seen[construct])
		return;
	search->seen[construct] = true;
	search->check(search, construct, text, column);
	const struct keyname_row *row;
	size_t position = 0;
	while ((row = keyname_next(construct, search->version, &position)) != NULL) {
		struct string key = arena_format(search->arena, "%s:", row->name);
		visit(search, row->shape, line(search, text, column, key.bytes), column + 2);
	}
	const struct shape *others = construct_others(construct, search->version);
	if (others)
		visit(search, others, line(search, text, column, "other:"), column + 2);
}

static void visit(struct search *search, const struct shape *shape, struct string text, int column)
{
	switch (shape->kind) {
	case SHAPE_CONSTRUCT:
	case SHAPE_CONSTRUCT_OR_ANYTHING:
	case SHAPE_VARIABLE_VALUE:
		visit_construct(search, (enum construct)shape->construct, text, column);
		break;
	case SHAPE_MAP:
		visit(search, shape->element, line(search, text, column, "name:"), column + 2);
		break;
	case SHAPE_COLLECTION:
		visit(search, shape->element, line(search, text, column, "name:"), column + 2);
		if (shape->listed) {
			visit(search, shape->listed, line(search, text, column, "- name:"),
				column + 4);
		}
		break;
	case SHAPE_NAMED_LIST:
		visit(search, shape->element, line(search, text, column, "- name:"), column + 4);
		break;
	case SHAPE_LIST:
		if (shape->element->kind == SHAPE_CONSTRUCT)
			visit(search, shape->element, line(search, text, column, "-"), column + 2);
		break;
	case SHAPE_EITHER:
		visit(search, shape->element, text, column);
		visit(search, shape->other, text, column);
		break;
	default:
		break;
	}
}

static void search_version(struct search *search)
{
	struct string text = arena_format(search->arena, "tosca_definitions_version: %s",
		definitions_version_row(search->version)->name);
	memset(search->seen, 0, sizeof(search->seen));
	visit_construct(search, CONSTRUCT_FILE, text, 0);
}

/* ---- what is offered ---- */

static const struct {
	enum construct construct;
	const char *keyname;
	const char *excluded;
} exclusions[] = {
#define KEYNAMES(versions, construct, keynames)
#define EXTENSIONS(versions, construct, keynames, reason)
#define ADDED(construct, keynames)
#define EXCLUDES(construct, keyname, keynames) {CONSTRUCT_##construct, keyname, keynames},
#include "tests/unit/ide/keynames_of_texts.def"
#undef KEYNAMES
#undef EXTENSIONS
#undef ADDED
#undef EXCLUDES
};

static bool has_word(const char *words, const char *word)
{
	size_t length = strlen(word);
	for (const char *found = strstr(words, word); found != NULL;
		found = strstr(found + 1, word)) {
		bool begins = found == words || found[-1] == ' ';
		if (begins && (found[length] == ' ' || found[length] == '\0'))
			return true;
	}
	return false;
}

/* Whether `name` is not to be offered, because of the key that is there already. */
static bool is_out(enum construct construct, const char *used, const char *name)
{
	if (!used)
		return false;
	for (size_t i = 0; i < sizeof(exclusions) / sizeof(*exclusions); i++)
		if (exclusions[i].construct == construct &&
			strcmp(exclusions[i].keyname, used) == 0 &&
			has_word(exclusions[i].excluded, name))
			return true;
	return strcmp(used, name) == 0;
}

static bool holds(const struct expectation *expectation, struct string name)
{
	for (size_t i = 0; i < expectation->count; i++)
		if (string_is(name, expectation->names[i]))
			return true;
	return false;
}

static bool offers(const struct completion *completion, const char *name)
{
	for (size_t i = 0; i < completion->count; i++)
		if (completion->items[i].kind == COMPLETION_KEYNAME &&
			string_is(completion->items[i].label, name))
			return true;
	return false;
}

/* At `offset`, keynames are offered that are expected, and no others; values of a short form
 * may stand beside them. */
static void compare(struct search *search, struct string text, uint32_t offset,
	const struct expectation *expected, const char *used)
{
	struct syntax_tree *tree = syntax_tree_create(text);
	struct completion_settings settings = {.snippets = true};
	struct completion completion = completion_at(tree, NULL, offset, &settings, search->arena);
	for (size_t i = 0; i < expected->count; i++) {
		bool is_used = is_out(expected->construct, used, expected->names[i]);
		if (offers(&completion, expected->names[i]) == is_used) {
			print_error("\"%s\" is %soffered at %u in\n%.*s\n", expected->names[i],
				is_used ? "" : "not ", offset, STRING_ARGUMENTS(text));
			search->failures++;
		}
	}
	for (size_t i = 0; i < completion.count; i++) {
		const struct completion_item *item = &completion.items[i];
		if (item->kind == COMPLETION_KEYNAME && !holds(expected, item->label)) {
			print_error("\"%.*s\" is offered at %u in\n%.*s\n",
				STRING_ARGUMENTS(item->label), offset, STRING_ARGUMENTS(text));
			search->failures++;
		}
	}
	syntax_tree_release(tree);
}

static void compare_at_end(struct search *search, struct string text,
	const struct expectation *expected, const char *used)
{
	compare(search, text, (uint32_t)text.length, expected, used);
}

/* ---- the tables ---- */

static struct expectation of_tables(enum construct construct, enum definitions_version version)
{
	struct expectation expected = {.construct = construct};
	const struct keyname_row *row;
	size_t position = 0;
	while ((row = keyname_next(construct, version, &position)) != NULL) {
		bool hidden = (row->flags & (KEYNAME_DEPRECATED | KEYNAME_INEFFECTIVE)) != 0;
		/* A construct says more about a keyname than its base. */
		bool counts = keyname_find(construct, version, string_from(row->name)) == row;
		bool is_given = construct == CONSTRUCT_FILE &&
				strcmp(row->name, "tosca_definitions_version") == 0;
		if (!hidden && counts && !is_given)
			expected.names[expected.count++] = row->name;
	}
	return expected;
}

/* Its keynames exclude each other. */
static bool holds_one(enum construct construct)
{
	return construct == CONSTRUCT_CONSTRAINT_CLAUSE || construct == CONSTRUCT_ACTIVITY ||
	       construct == CONSTRUCT_CONDITION_CLAUSE;
}

/* Behind a key, before it, and behind it between braces. */
static void check_beside(struct search *search, const struct expectation *expected, const char *key,
	struct string text, int column)
{
	struct string entry = arena_format(search->arena, "%s: x", key);
	struct string behind = line(search, text, column, entry.bytes);
	compare_at_end(search, line(search, behind, column, ""), expected, key);
	struct string before = line(search, text, column, "");
	uint32_t here = (uint32_t)before.length;
	compare(search, line(search, before, column, entry.bytes), here, expected, key);
	if (column > 0) {
		compare_at_end(search,
			arena_format(search->arena, "%.*s {%.*s, ", STRING_ARGUMENTS(text),
				STRING_ARGUMENTS(entry)),
			expected, key);
	}
}

/* On an empty line, at a word, between braces, and beside each of its keynames. */
static void check_tables(
	struct search *search, enum construct construct, struct string text, int column)
{
	struct expectation expected = of_tables(construct, search->version);
	compare_at_end(search, line(search, text, column, ""), &expected, NULL);
	if (expected.count == 0)
		return;
	compare_at_end(search, line(search, text, column, "x"), &expected, NULL);
	if (column > 0) {
		compare_at_end(search,
			arena_format(search->arena, "%.*s {", STRING_ARGUMENTS(text)), &expected,
			NULL);
	}
	if (holds_one(construct))
		return;
	for (size_t i = 0; i < expected.count; i++)
		check_beside(search, &expected, expected.names[i], text, column);
}

static void search_versions(struct search *search, unsigned versions)
{
	for (int i = 0; i < VERSION_COUNT; i++) {
		search->version = (enum definitions_version)i;
		if (definitions_version_set(search->version) & versions) {
			search->arena = arena_create();
			search_version(search);
			arena_destroy(search->arena);
		}
	}
	assert_int_equal(search->failures, 0);
}

static void tables_are_offered_everywhere(void **state)
{
	(void)state;
	struct search search = {.check = check_tables};
	search_versions(&search, VERSIONS_ALL);
}

/* Only groups of keynames, which stand behind all others, are no constructs of a file. */
static void note_reached(
	struct search *search, enum construct construct, struct string text, int column)
{
	(void)text, (void)column;
	search->reached[construct] = true;
}

/* Roots of files beside a template, which have tests of their own. */
static bool is_of_file_beside(enum construct construct)
{
	return construct == CONSTRUCT_VARIABILITY_TEST || construct == CONSTRUCT_DEPENDENCIES ||
	       construct == CONSTRUCT_DEPENDENCY || construct == CONSTRUCT_META_FILE ||
	       construct == CONSTRUCT_PROJECT_SETTINGS ||
	       construct == CONSTRUCT_DIAGNOSTIC_SEVERITIES ||
	       construct == CONSTRUCT_VARIANT_SETTING;
}

static void every_construct_is_reached(void **state)
{
	(void)state;
	struct search search = {.check = note_reached};
	search_versions(&search, VERSIONS_ALL);
	for (int construct = 0; construct < CONSTRUCT_TYPE; construct++) {
		if (!search.reached[construct] && !is_of_file_beside((enum construct)construct)) {
			fail_msg("no %s is reached",
				construct_row((enum construct)construct)->title);
		}
	}
}

/* ---- hovers ---- */

/* The pointer is at the end of each keyname, deprecated ones included. */
static void check_hovers(
	struct search *search, enum construct construct, struct string text, int column)
{
	const struct keyname_row *row;
	size_t position = 0;
	while ((row = keyname_next(construct, search->version, &position)) != NULL) {
		if (keyname_find(construct, search->version, string_from(row->name)) != row ||
			strcmp(row->name, "tosca_definitions_version") == 0)
			continue;
		struct string begin = line(search, text, column, row->name);
		struct string all =
			arena_format(search->arena, "%.*s: x\n", STRING_ARGUMENTS(begin));
		struct syntax_tree *tree = syntax_tree_create(all);
		struct hover hover = hover_at(tree, NULL, (uint32_t)begin.length, search->arena);
		if (!strstr(arena_copy(search->arena, hover.markdown).bytes, row->summary)) {
			print_error("\"%s\" is not explained in\n%.*s\n", row->name,
				STRING_ARGUMENTS(all));
			search->failures++;
		}
		syntax_tree_release(tree);
	}
}

static void keynames_are_explained_everywhere(void **state)
{
	(void)state;
	struct search search = {.check = check_hovers};
	search_versions(&search, VERSIONS_ALL);
}

/* ---- the texts ---- */

static const struct {
	unsigned versions;
	enum construct construct;
	const char *keynames;
} texts[] = {
#define KEYNAMES(versions, construct, keynames) {versions, CONSTRUCT_##construct, keynames},
#define EXTENSIONS(versions, construct, keynames, reason)                                          \
	{versions, CONSTRUCT_##construct, keynames},
#define ADDED(construct, keynames) {VERSIONS_ALL, CONSTRUCT_##construct, keynames},
#define EXCLUDES(construct, keyname, keynames)
#include "tests/unit/ide/keynames_of_texts.def"
#undef KEYNAMES
#undef EXTENSIONS
#undef ADDED
#undef EXCLUDES
};

static void add_words(struct search *search, struct expectation *expected, const char *words)
{
	while (*words != '\0') {
		size_t length = strcspn(words, " ");
		struct string word = {words, length};
		bool is_given = string_is(word, "tosca_definitions_version");
		if (length > 0 && !is_given && !holds(expected, word)) {
			assert_true(expected->count < 64);
			expected->names[expected->count++] = arena_copy(search->arena, word).bytes;
		}
		words += length + (words[length] == ' ');
	}
}

static void check_texts(
	struct search *search, enum construct construct, struct string text, int column)
{
	struct expectation expected = {.construct = construct};
	unsigned version = definitions_version_set(search->version);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (texts[i].construct == construct && texts[i].versions & version)
			add_words(search, &expected, texts[i].keynames);
	/* TOSCA 2.0 has no topology templates; variability resolvers read them. */
	if (version_is_2_0(search->version) && construct == CONSTRUCT_TOPOLOGY_TEMPLATE)
		return;
	compare_at_end(search, line(search, text, column, ""), &expected, NULL);
}

static void texts_are_offered_everywhere(void **state)
{
	(void)state;
	struct search search = {.check = check_texts};
	search_versions(&search, VERSIONS_ALL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_offered_everywhere),
		cmocka_unit_test(every_construct_is_reached),
		cmocka_unit_test(keynames_are_explained_everywhere),
		cmocka_unit_test(texts_are_offered_everywhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

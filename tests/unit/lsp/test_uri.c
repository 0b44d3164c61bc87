/* URIs and paths. */
#include "analyzer/text/path.h"
#include "lsp/wire/uri.h"
#include "tests/unit/unit_test.h"

static void check_path(const char *uri, const char *path)
{
	struct arena *arena = arena_create();

	assert_string_equal(uri_to_path(string_from(uri), arena).bytes, path);
	arena_destroy(arena);
}

static void check_normal(const char *path, const char *normal)
{
	struct arena *arena = arena_create();

	assert_string_equal(path_normalize(string_from(path), arena).bytes, normal);
	arena_destroy(arena);
}

static void check_uri(const char *path, const char *uri)
{
	struct arena *arena = arena_create();

	assert_true(string_is(uri_from_path(string_from(path), arena), uri));
	arena_destroy(arena);
}

static void uris_become_paths(void **state)
{
	(void)state;
	check_path("file:///a/b.yaml", "/a/b.yaml");
	check_path("file:/a/b.yaml", "/a/b.yaml");
	check_path("file://localhost/a/b.yaml", "/a/b.yaml");
	check_path("FILE:///a/b.yaml", "/a/b.yaml");
	check_path("file://server/a/b.yaml", "file://server/a/b.yaml");
	check_path("file:///a%23b%3Fc/d.yaml", "/a#b?c/d.yaml");
	check_path("file:///c%3A/models/a.yaml", "/c:/models/a.yaml");
	check_path("file:///C:/models/a.yaml", "/C:/models/a.yaml");
	check_path("file:///a%20b/%C3%A4.yaml", "/a b/\xc3\xa4.yaml");
	check_path("file:///a%2", "/a%2");
	check_path("file:///a%zz%00", "/a%zz%00");
	check_path("untitled:Untitled-1", "untitled:Untitled-1");
	check_path("file:", "");
	check_path("", "");
}

static void paths_become_uris(void **state)
{
	(void)state;
	check_uri("/a b/\xc3\xa4%.yaml", "file:///a%20b/%C3%A4%25.yaml");
	check_uri("/a#b?c/d.yaml", "file:///a%23b%3Fc/d.yaml");
	check_uri("/c:/models/a.yaml", "file:///c%3A/models/a.yaml");
	check_uri("untitled:Untitled-1", "untitled:Untitled-1");
	check_uri("file://server/a/b.yaml", "file://server/a/b.yaml");
}

static void paths_are_normalized(void **state)
{
	(void)state;
	check_normal("/a/./b//c/../d", "/a/b/d");
	check_normal("/../a", "/a");
	check_normal("/a/..", "/");
	check_normal("a/../../b", "../b");
	check_normal("../../b", "../../b");
	check_normal("/", "/");
	check_normal("", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uris_become_paths),
		cmocka_unit_test(paths_become_uris),
		cmocka_unit_test(paths_are_normalized),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

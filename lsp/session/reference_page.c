#include "lsp/session/reference_page.h"

#include "analyzer/text/path.h"
#include "lsp/wire/uri.h"

#include <limits.h>
#include <uv.h>

/* From the folder of the program. */
static const char *const places[] = {
	VTOSCA_DOCUMENTATION "/reference/diagnostics.md",
	"../reference/diagnostics.md",           /* the extension for VS Code */
	"../../../lsp/reference/diagnostics.md", /* build/PRESET/cli */
};

static bool is_file(struct string path)
{
	uv_fs_t request;
	bool exists = uv_fs_stat(NULL, &request, path.bytes, NULL) == 0;

	uv_fs_req_cleanup(&request);
	return exists;
}

struct string reference_page_find(struct arena *arena)
{
	char program[PATH_MAX];
	size_t length = sizeof(program);
	struct string folder;

	if (uv_exepath(program, &length) != 0)
		return (struct string){0};
	folder = string_slice((struct string){program, length}, 0,
		length - path_name((struct string){program, length}).length);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		struct string path = path_normalize(
			arena_format(arena, "%.*s%s", STRING_ARGUMENTS(folder), places[i]), arena);

		if (is_file(path))
			return uri_from_path(path, arena);
	}
	return (struct string){0};
}

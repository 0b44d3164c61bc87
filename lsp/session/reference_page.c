#include "lsp/session/reference_page.h"

#include "analyzer/text/path.h"
#include "lsp/system/file_status.h"
#include "lsp/system/process.h"
#include "lsp/wire/uri.h"

/* From the folder of the program. */
static const char *const places[] = {
	VTOSCA_DOCUMENTATION "/lsp/reference/diagnostics.md",
	"../reference/diagnostics.md",           /* the extension for VS Code */
	"../../../lsp/reference/diagnostics.md", /* build/PRESET/cli */
};

struct string reference_page_find(struct arena *arena)
{
	struct string program = process_program(arena);
	struct string folder;

	if (program.length == 0)
		return (struct string){0};
	folder = string_slice(program, 0, program.length - path_name(program).length);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		struct string path = path_normalize(
			arena_format(arena, "%.*s%s", STRING_ARGUMENTS(folder), places[i]), arena);

		if (file_exists(path))
			return uri_from_path(path, arena);
	}
	return (struct string){0};
}

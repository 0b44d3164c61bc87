/* The folders that the client has open, as normalized paths. Owned by the loop's thread. */
#ifndef LSP_DOCUMENTS_WORKSPACE_FOLDERS_H
#define LSP_DOCUMENTS_WORKSPACE_FOLDERS_H

#include "lsp/wire/json.h"

#include <stddef.h>

struct workspace_folders {
	char **paths;
	size_t count, capacity;
};

/* From the params of `initialize`: `workspaceFolders`, or in older clients `rootUri`. */
void workspace_folders_read(struct workspace_folders *folders, struct json_object *params);

/* The `event` of workspace/didChangeWorkspaceFolders. */
void workspace_folders_change(struct workspace_folders *folders, struct json_object *event);

/* Whether the path lies in one of them, or is one. */
bool workspace_folders_hold(const struct workspace_folders *folders, struct string path);

void workspace_folders_finish(struct workspace_folders *folders);

/* The member of the server's capabilities. */
struct json_object *workspace_folders_capability(void);

#endif

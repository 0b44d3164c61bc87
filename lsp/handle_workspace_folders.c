/* workspace/didChangeWorkspaceFolders */
#include "lsp/handlers.h"
#include "lsp/server.h"
#include "lsp/watching.h"

void handle_did_change_workspace_folders(struct server *server, struct json_object *params)
{
	workspace_folders_change(&server->folders, member(params, "event"));
	watching_update(server);
}

/* workspace/didChangeWorkspaceFolders */
#include "lsp/handlers/handlers.h"
#include "lsp/session/server.h"
#include "lsp/session/watching.h"

void handle_did_change_workspace_folders(struct server *server, struct json_object *params)
{
	workspace_folders_change(&server->folders, member(params, "event"));
	watching_update(server);
}

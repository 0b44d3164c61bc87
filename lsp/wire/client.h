/* What the client can do, read once from its `initialize` request. */
#ifndef LSP_WIRE_CLIENT_H
#define LSP_WIRE_CLIENT_H

#include "analyzer/text/position.h"
#include "lsp/wire/json.h"

struct client {
	enum position_encoding encoding; /* agreed on: of positions in both directions */
#define CLIENT_FLAG(name, path) bool name;
#define CLIENT_CHOICE(name, path, value) bool name;
#include "lsp/wire/client.def"
#undef CLIENT_FLAG
#undef CLIENT_CHOICE
};

struct client client_read(struct json_object *capabilities);

/* "utf-8", "utf-16", "utf-32" */
const char *client_encoding_name(enum position_encoding encoding);

#endif

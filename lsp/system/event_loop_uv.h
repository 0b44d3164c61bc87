/* The loop of libuv, for what else lies on libuv. */
#ifndef LSP_SYSTEM_EVENT_LOOP_UV_H
#define LSP_SYSTEM_EVENT_LOOP_UV_H

#include "lsp/system/event_loop.h"

#include <uv.h>

uv_loop_t *event_loop_uv(struct event_loop *loop);

#endif

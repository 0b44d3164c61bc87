/* Kinds of symbols, numbered as the protocol does. */
#ifndef LSP_WIRE_SYMBOL_KIND_H
#define LSP_WIRE_SYMBOL_KIND_H

#include "analyzer/ide/views/symbols.h"

int symbol_protocol_kind(enum symbol_kind kind);

#endif

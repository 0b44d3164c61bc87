/* A row of a table without documentation does not build. */
#ifndef BASE_DOCUMENTED_H
#define BASE_DOCUMENTED_H

#define IS_DOCUMENTED(name, text) _Static_assert(sizeof(text) > 1, name " has no documentation");

#endif

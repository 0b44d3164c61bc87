/* Paths of files, as text: names between slashes. Nothing here asks a file system. */
#ifndef ANALYZER_TEXT_PATH_H
#define ANALYZER_TEXT_PATH_H

#include "analyzer/text/arena.h"

/* What is behind the last slash of a path. */
struct string path_name(struct string path);

/* `path` without "." and "..", for comparing; relative ones stay relative. */
struct string path_normalize(struct string path, struct arena *arena);

/* What is before the last slash, "/" for files at the root; empty if there is none. */
struct string path_folder(struct string path);

/* Whether `path` lies in the folder, however deep, or is the folder; both are normalized. */
bool path_is_in(struct string path, struct string folder);

/* The way from the folder `from` to `to`, both absolute: "/a/b" and "/a/c/d" give "../c/d". */
struct string path_relative(struct arena *arena, struct string from, struct string to);

/* `name` in `folder` (empty: the current one), without "." and "..". */
struct string path_join(struct arena *arena, struct string folder, struct string name);

#endif

/* Names of files, told from the other texts that stand where a file may be named. */
#ifndef ANALYZER_MODEL_TEXT_FILE_NAME_H
#define ANALYZER_MODEL_TEXT_FILE_NAME_H

#include "analyzer/text/string.h"

#include <stdbool.h>

/* Whether a text can only be meant as a file beside the one that names it: "scripts/create.sh", but
 * neither "nginx:1.27" nor "https://…" nor a path from the root. */
bool is_file_name(struct string text);

/* Whether it may be meant as one: its ending is none that is known. */
bool may_be_file_name(struct string text);

#endif

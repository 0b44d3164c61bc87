/* How comments begin that silence diagnostics: see silenced.h. */
#ifndef ANALYZER_IDE_TEXT_SILENCING_COMMENT_H
#define ANALYZER_IDE_TEXT_SILENCING_COMMENT_H

#include "analyzer/text/string.h"

#define SILENCING_COMMENT STRING("# vtosca-ignore")

static inline bool silencing_comment_in(struct string text)
{
	return string_find(text, 0, SILENCING_COMMENT) < text.length;
}

#endif

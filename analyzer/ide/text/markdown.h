/* A text that grows: the answers of hovers and the documentation of completions.
 *
 * Markdown as editors and terminals show it. Lives in the arena it was begun in. */
#ifndef ANALYZER_IDE_TEXT_MARKDOWN_H
#define ANALYZER_IDE_TEXT_MARKDOWN_H

#include "analyzer/text/arena.h"
#include "analyzer/text/string.h"

#include <stddef.h>

struct markdown {
	struct arena *arena;
	char *bytes;
	size_t length, capacity;
};

struct markdown markdown_in(struct arena *arena);
void markdown_add(struct markdown *markdown, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void markdown_add_string(struct markdown *markdown, struct string text);

/* The same, but what stands for `%.*s` comes from a template and is shown as it is written there:
 * signs that mean something in Markdown are escaped, and within "`%.*s`" the marks are as long as
 * it takes. `%s`, `%zu` and `%c` are our own words. */
void markdown_write(struct markdown *markdown, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A description as a paragraph of its own. Its Markdown counts as far as it cannot harm: no images,
 * no HTML, no fence that is never closed. */
void markdown_add_description(struct markdown *markdown, struct string description);

/* As a cell of a table: as it is written, on one line. */
void markdown_add_cell(struct markdown *markdown, struct string text);
/* The same as code. */
void markdown_add_code_cell(struct markdown *markdown, struct string text);

/* A fenced block of YAML; common indentation of all lines but the first is taken away. */
void markdown_add_yaml(struct markdown *markdown, struct string yaml);

/* The same words for who shows no Markdown: marks and fences are taken out, tables keep their
 * bars. */
struct string markdown_as_plain_text(struct string markdown, struct arena *arena);

/* What has been added so far. */
struct string markdown_text(const struct markdown *markdown);

#endif

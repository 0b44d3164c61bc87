/* The topology as text that other programs draw: nodes, relations, absent ones marked.
 *
 * In the languages of Graphviz (https://graphviz.org/doc/info/lang.html) and Mermaid
 * (https://mermaid.js.org/syntax/flowchart.html). Names appear as they are, whatever they
 * mean in these languages. */
#ifndef ANALYZER_IDE_VIEWS_GRAPH_TEXT_H
#define ANALYZER_IDE_VIEWS_GRAPH_TEXT_H

#include "analyzer/variability/analysis/analysis.h"

enum graph_format {
	GRAPH_DOT,
	GRAPH_MERMAID,
};

/* Their names by number, the last one NULL. */
extern const char *const graph_formats[];

/* What is drawn: so many variants, from the `first` on: one, or all. An element is absent if it is
 * so under all of them, and tells under which it is present if these are not all. */
struct graph_variants {
	size_t first, count;
	bool only_present; /* what is absent is left out */
};

struct string graph_text(const struct analysis *analysis, struct graph_variants variants,
	enum graph_format format, struct arena *arena);

#endif

/* The keys of the mappings of a section: large mappings get an index, duplicates are errors. */
#ifndef ANALYZER_SYNTAX_TREE_MAPPING_INDEX_H
#define ANALYZER_SYNTAX_TREE_MAPPING_INDEX_H

#include "analyzer/syntax/tree/section_scratch.h"

void section_check_keys(struct section_scratch *scratch, struct section *section);

#endif

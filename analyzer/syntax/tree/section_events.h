/* Nodes of what libyaml reads. */
#ifndef ANALYZER_SYNTAX_TREE_SECTION_EVENTS_H
#define ANALYZER_SYNTAX_TREE_SECTION_EVENTS_H

#include "analyzer/syntax/tree/section_scratch.h"

#include <yaml.h>

/* A parser of `text`, which is borrowed as long as it is used; to be deleted with
 * `yaml_parser_delete`. */
void section_parser_start(yaml_parser_t *parser, struct string text);

/* Reads the whole source of `scratch`, the text of `section`. What is wrong becomes an error of
 * the section, whose nodes are those in front of it. */
void section_read_events(struct section_scratch *scratch, struct section *section);

/* One event; false when there is nothing more to read. */
bool section_read_event(
	struct section_scratch *scratch, struct section *section, const yaml_event_t *event);

#endif

/* XML as the text of a value: whether it is well-formed (Simple Profile, section
 * "tosca.datatypes.xml"). Declarations of a document type are passed over. */
#ifndef ANALYZER_MODEL_TEXT_XML_TEXT_H
#define ANALYZER_MODEL_TEXT_XML_TEXT_H

#include "analyzer/text/arena.h"

/* What is wrong, in `arena` or static; NULL if nothing is. */
const char *xml_text_mistake(struct string text, struct arena *arena);

#endif

/* XML on standard output; whatever characters a text has, the document is well-formed. */
#ifndef CLI_XML_TEXT_H
#define CLI_XML_TEXT_H

#include "analyzer/text/string.h"

void xml_print_start(void);
void xml_print_text(struct string text);

/* ` name="value"` */
void xml_print_attribute(const char *name, struct string value);

#endif

#include "cli/print/xml_text.h"

#include "analyzer/text/utf8.h"

#include <stdio.h>
#include <stdlib.h>

void xml_print_start(void)
{
	puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
}

/* Control characters have no place in XML 1.0, not even as references. */
void xml_print_text(struct string text)
{
	char *repaired = NULL;
	struct utf8_problem problem;

	if (!utf8_check(text, &problem))
		text = utf8_repair(text, &repaired);
	for (size_t i = 0; i < text.length; i++) {
		unsigned char byte = (unsigned char)text.bytes[i];

		if (byte == '&')
			fputs("&amp;", stdout);
		else if (byte == '<')
			fputs("&lt;", stdout);
		else if (byte == '>')
			fputs("&gt;", stdout);
		else if (byte == '"')
			fputs("&quot;", stdout);
		else if (byte == '\n' || byte == '\t')
			printf("&#%d;", byte);
		else if (byte < 0x20)
			fputs("\xef\xbf\xbd", stdout);
		else
			putchar(byte);
	}
	free(repaired);
}

void xml_print_attribute(const char *name, struct string value)
{
	printf(" %s=\"", name);
	xml_print_text(value);
	putchar('"');
}

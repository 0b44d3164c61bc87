#include "analyzer/variability/values/collation.h"

#include <string.h>

/* Bytes that are not ASCII follow the letters, in the order of their code points. */
static int primary_weight(unsigned char byte)
{
	static const char order[] = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789";
	const char *place = byte ? strchr(order, byte) : NULL;

	if (place)
		return (int)(place - order) + 1;
	if (byte >= 'A' && byte <= 'Z')
		return 100 + byte - 'A';
	if (byte >= 'a' && byte <= 'z')
		return 100 + byte - 'a';
	return byte < 0x80 ? 0 : 100 + byte;
}

static bool is_upper(unsigned char byte)
{
	return byte >= 'A' && byte <= 'Z';
}

int collation_compare(struct string a, struct string b)
{
	size_t shared = a.length < b.length ? a.length : b.length;
	int by_case = 0;

	for (size_t i = 0; i < shared; i++) {
		unsigned char x = (unsigned char)a.bytes[i], y = (unsigned char)b.bytes[i];
		int order = primary_weight(x) - primary_weight(y);

		if (order != 0)
			return order;
		if (by_case == 0)
			by_case = is_upper(x) - is_upper(y);
	}
	if (a.length != b.length)
		return a.length < b.length ? -1 : 1;
	return by_case;
}

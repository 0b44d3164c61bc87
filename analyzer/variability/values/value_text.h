/* Texts that grow inside an arena, and the printed forms of values on top of them. */
#ifndef ANALYZER_VARIABILITY_VALUES_VALUE_TEXT_H
#define ANALYZER_VARIABILITY_VALUES_VALUE_TEXT_H

#include "analyzer/variability/values/value.h"

struct text_buffer {
	struct arena *arena;
	char *bytes;
	size_t length;
	size_t capacity;
};

void text_buffer_add(struct text_buffer *buffer, struct string string);
void text_buffer_add_byte(struct text_buffer *buffer, char byte);
struct string text_buffer_string(const struct text_buffer *buffer);

/* Prints JSON like `value_json` (indentation 0) and `value_pretty` (4). An evaluated
 * expression shows its result as an extra entry `_cached_result`, as it does in the
 * reference implementation; `result_of` (may be NULL) finds it. */
struct value_printer {
	struct text_buffer buffer;
	int indentation;
	const struct value *(*result_of)(const void *context, const struct value_map *map);
	const void *context;
};

struct string value_print(struct value_printer *printer, struct value value);

#endif

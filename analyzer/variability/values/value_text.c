#include "analyzer/variability/values/value_text.h"

#include "analyzer/variability/values/date.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_buffer_add(struct text_buffer *buffer, struct string string)
{
	size_t needed = buffer->length + string.length;

	if (string.length == 0)
		return;
	if (needed > buffer->capacity) {
		size_t capacity = buffer->capacity < 32 ? 64 : 2 * buffer->capacity;
		char *bytes;

		if (capacity < needed)
			capacity = needed;
		bytes = arena_allocate(buffer->arena, capacity, 1);
		if (buffer->length > 0)
			memcpy(bytes, buffer->bytes, buffer->length);
		buffer->bytes = bytes;
		buffer->capacity = capacity;
	}
	memcpy(buffer->bytes + buffer->length, string.bytes, string.length);
	buffer->length = needed;
}

void text_buffer_add_byte(struct text_buffer *buffer, char byte)
{
	text_buffer_add(buffer, (struct string){&byte, 1});
}

struct string text_buffer_string(const struct text_buffer *buffer)
{
	return (struct string){buffer->length ? buffer->bytes : "", buffer->length};
}

/* The shortest digits that read back as `number`, and the place of the decimal point:
 * 0.digits * 10^point. Fifteen digits always survive the way into a double and back unless it
 * is one of the tiny ones of less precision, so only sixteen and seventeen need trying behind
 * them. */
static int shortest_digits(double number, char digits[32], int *point)
{
	char text[40];
	int count;

	for (int precision = number < DBL_MIN ? 1 : 15; precision <= 17; precision++) {
		snprintf(text, sizeof(text), "%.*e", precision - 1, number);
		if (strtod(text, NULL) == number)
			break;
	}
	count = 0;
	for (const char *c = text; *c != 'e'; c++)
		if (*c >= '0' && *c <= '9')
			digits[count++] = *c;
	while (count > 1 && digits[count - 1] == '0')
		count--;
	*point = (int)strtol(strchr(text, 'e') + 1, NULL, 10) + 1;
	return count;
}

/* The layout of digits that ECMAScript prescribes for Number::toString. */
static size_t layout_digits(char *text, const char *digits, int count, int point)
{
	char *end = text;

	if (point > 21 || point <= -6) {
		*end++ = digits[0];
		if (count > 1) {
			*end++ = '.';
			memcpy(end, digits + 1, (size_t)count - 1);
			end += count - 1;
		}
		return (size_t)(end - text) + (size_t)sprintf(end, "e%+d", point - 1);
	}
	if (point <= 0) {
		*end++ = '0';
		*end++ = '.';
		for (int i = point; i < 0; i++)
			*end++ = '0';
		memcpy(end, digits, (size_t)count);
		return (size_t)(end - text) + (size_t)count;
	}
	for (int i = 0; i < count || i < point; i++) {
		if (i == point)
			*end++ = '.';
		*end++ = i < count ? digits[i] : '0';
	}
	return (size_t)(end - text);
}

struct string value_number_text(struct arena *arena, double number)
{
	char digits[32], text[64];
	size_t length = 0;
	int count, point;

	if (isnan(number))
		return STRING("NaN");
	if (isinf(number))
		return number < 0 ? STRING("-Infinity") : STRING("Infinity");
	if (number == 0)
		return STRING("0");
	if (number < 0)
		text[length++] = '-';
	count = shortest_digits(fabs(number), digits, &point);
	length += layout_digits(text + length, digits, count, point);
	return arena_copy(arena, (struct string){text, length});
}

static void print_string(struct text_buffer *buffer, struct string string)
{
	static const char plain[] = "\b\t\n\f\r\"\\";
	static const char letters[] = "btnfr\"\\";
	size_t start = 0;

	text_buffer_add_byte(buffer, '"');
	for (size_t i = 0; i < string.length; i++) {
		unsigned char byte = (unsigned char)string.bytes[i];
		const char *special = byte ? strchr(plain, byte) : NULL;
		char escape[8];

		if (!special && byte >= 0x20)
			continue;
		text_buffer_add(buffer, string_slice(string, start, i));
		if (special)
			snprintf(escape, sizeof(escape), "\\%c", letters[special - plain]);
		else
			snprintf(escape, sizeof(escape), "\\u%04x", byte);
		text_buffer_add(buffer, string_from(escape));
		start = i + 1;
	}
	text_buffer_add(buffer, string_slice(string, start, string.length));
	text_buffer_add_byte(buffer, '"');
}

static void print_line_start(struct value_printer *printer, int depth)
{
	if (printer->indentation == 0)
		return;
	text_buffer_add_byte(&printer->buffer, '\n');
	for (int i = 0; i < depth * printer->indentation; i++)
		text_buffer_add_byte(&printer->buffer, ' ');
}

static void print_value(struct value_printer *printer, struct value value, int depth);

static void print_list(struct value_printer *printer, const struct value_list *list, int depth)
{
	text_buffer_add_byte(&printer->buffer, '[');
	for (size_t i = 0; i < list->count; i++) {
		if (i > 0)
			text_buffer_add_byte(&printer->buffer, ',');
		print_line_start(printer, depth + 1);
		print_value(printer, list->items[i], depth + 1);
	}
	if (list->count > 0)
		print_line_start(printer, depth);
	text_buffer_add_byte(&printer->buffer, ']');
}

static void print_entry(
	struct value_printer *printer, struct string key, struct value value, bool first, int depth)
{
	if (!first)
		text_buffer_add_byte(&printer->buffer, ',');
	print_line_start(printer, depth + 1);
	print_string(&printer->buffer, key);
	text_buffer_add(&printer->buffer, printer->indentation ? STRING(": ") : STRING(":"));
	print_value(printer, value, depth + 1);
}

static void print_map(struct value_printer *printer, const struct value_map *map, int depth)
{
	const struct value *result = NULL;

	if (printer->result_of)
		result = printer->result_of(printer->context, map);
	text_buffer_add_byte(&printer->buffer, '{');
	for (size_t i = 0; i < map->count; i++)
		print_entry(printer, map->entries[i].key, map->entries[i].value, i == 0, depth);
	if (result && result->kind != VALUE_NONE)
		print_entry(printer, STRING("_cached_result"), *result, map->count == 0, depth);
	if (map->count > 0 || (result && result->kind != VALUE_NONE))
		print_line_start(printer, depth);
	text_buffer_add_byte(&printer->buffer, '}');
}

static void print_value(struct value_printer *printer, struct value value, int depth)
{
	struct text_buffer *buffer = &printer->buffer;

	switch (value.kind) {
	case VALUE_NONE:
		text_buffer_add(buffer, STRING("null"));
		break;
	case VALUE_BOOLEAN:
		text_buffer_add(buffer, value.boolean ? STRING("true") : STRING("false"));
		break;
	case VALUE_NUMBER:
		text_buffer_add(buffer, isfinite(value.number)
						? value_number_text(buffer->arena, value.number)
						: STRING("null"));
		break;
	case VALUE_STRING:
		print_string(buffer, value.string);
		break;
	case VALUE_DATE:
		if (isfinite(value.number))
			print_string(buffer, date_iso_text(buffer->arena, value.number));
		else
			text_buffer_add(buffer, STRING("null"));
		break;
	case VALUE_LIST:
		print_list(printer, value.list, depth);
		break;
	case VALUE_MAP:
		print_map(printer, value.map, depth);
		break;
	}
}

struct string value_print(struct value_printer *printer, struct value value)
{
	if (value.kind == VALUE_NONE && node_is_absent(value.node))
		return STRING("undefined");
	print_value(printer, value, 0);
	return text_buffer_string(&printer->buffer);
}

struct string value_json(struct arena *arena, struct value value)
{
	struct value_printer printer = {.buffer = {.arena = arena}};

	return value_print(&printer, value);
}

struct string value_pretty(struct arena *arena, struct value value)
{
	struct value_printer printer = {.buffer = {.arena = arena}, .indentation = 4};

	return value_print(&printer, value);
}

static void add_text(struct text_buffer *buffer, struct value value)
{
	switch (value.kind) {
	case VALUE_NONE:
		break;
	case VALUE_BOOLEAN:
		text_buffer_add(buffer, value.boolean ? STRING("true") : STRING("false"));
		break;
	case VALUE_NUMBER:
		text_buffer_add(buffer, value_number_text(buffer->arena, value.number));
		break;
	case VALUE_STRING:
		text_buffer_add(buffer, value.string);
		break;
	case VALUE_DATE:
		text_buffer_add(buffer, date_local_text(buffer->arena, value.number));
		break;
	case VALUE_LIST:
		for (size_t i = 0; i < value.list->count; i++) {
			if (i > 0)
				text_buffer_add_byte(buffer, ',');
			add_text(buffer, value.list->items[i]);
		}
		break;
	case VALUE_MAP:
		text_buffer_add(buffer, STRING("[object Object]"));
		break;
	}
}

struct string value_text(struct arena *arena, struct value value)
{
	struct text_buffer buffer = {.arena = arena};

	if (value.kind == VALUE_STRING)
		return value.string;
	add_text(&buffer, value);
	return text_buffer_string(&buffer);
}

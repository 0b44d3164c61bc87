#include "analyzer/variability/values/value_writer.h"

#include "analyzer/variability/values/date.h"

#include <math.h>

static struct string number_text(struct arena *arena, double number)
{
	if (isnan(number))
		return STRING(".nan");
	if (isinf(number))
		return number < 0 ? STRING("-.inf") : STRING(".inf");
	return value_number_text(arena, number);
}

void value_write(struct yaml_writer *writer, struct arena *arena, struct value value)
{
	switch (value.kind) {
	case VALUE_NONE:
		yaml_writer_plain(writer, STRING("null"));
		break;
	case VALUE_BOOLEAN:
		yaml_writer_plain(writer, value.boolean ? STRING("true") : STRING("false"));
		break;
	case VALUE_NUMBER:
		yaml_writer_plain(writer, number_text(arena, value.number));
		break;
	case VALUE_STRING:
		yaml_writer_string(writer, value.string);
		break;
	case VALUE_DATE:
		yaml_writer_plain(writer, isfinite(value.number)
						  ? date_iso_text(arena, value.number)
						  : STRING("null"));
		break;
	case VALUE_LIST:
		yaml_writer_begin_sequence(writer);
		for (size_t i = 0; i < value.list->count; i++)
			value_write(writer, arena, value.list->items[i]);
		yaml_writer_end_sequence(writer);
		break;
	case VALUE_MAP:
		yaml_writer_begin_mapping(writer);
		for (size_t i = 0; i < value.map->count; i++) {
			yaml_writer_key(writer, value.map->entries[i].key);
			value_write(writer, arena, value.map->entries[i].value);
		}
		yaml_writer_end_mapping(writer);
		break;
	}
}

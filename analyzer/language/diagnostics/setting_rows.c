#include "analyzer/language/diagnostics/setting_rows.h"

static const struct setting rows[] = {
#define SETTING(name, type, scope, initial, documentation)                                         \
	{name, SETTING_##type, SETTING_##scope, initial, documentation},
#include "analyzer/language/diagnostics/settings.def"
#undef SETTING
};

const struct setting *settings_rows(size_t *count)
{
	*count = sizeof(rows) / sizeof(*rows);
	return rows;
}

const char *setting_schema(enum setting_type type)
{
	switch (type) {
	case SETTING_TEXT:
		return "{\"type\": [\"string\", \"null\"]}";
	case SETTING_FLAG:
		return "{\"type\": \"boolean\"}";
	case SETTING_LEVEL:
		return "{\"enum\": [\"error\", \"warning\", \"information\", \"never\"]}";
	case SETTING_CONSENT:
		return "{\"enum\": [\"always\", \"ask\", \"never\"]}";
	case SETTING_PATTERNS:
		return "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}";
	case SETTING_VARIANTS:
		return "{\"type\": \"array\", \"items\": {\"type\": \"object\", \"required\": "
		       "[\"name\"], \"properties\": {\"name\": {\"type\": \"string\"}, "
		       "\"presets\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}, "
		       "\"inputs\": {\"type\": \"object\"}}}}";
	case SETTING_SEVERITIES:
		return "{\"type\": \"object\", \"additionalProperties\": {\"enum\": [\"off\", "
		       "\"error\", \"warning\", \"information\", \"hint\"]}}";
	}
	return "{}";
}

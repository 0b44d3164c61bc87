#include "analyzer/language/grammar/primitive_types.h"

#include <assert.h>
#include <string.h>

static const struct primitive_type_row rows[] = {
#define PRIMITIVE_TYPE(type, name, versions, summary) {name, versions, summary},
#include "analyzer/language/grammar/primitive_types.def"
#undef PRIMITIVE_TYPE
};

const struct primitive_type_row *primitive_type_row(enum primitive_type type)
{
	assert(type < PRIMITIVE_TOTAL);
	return &rows[type];
}

enum primitive_type primitive_type_find(enum definitions_version version, struct string name)
{
	unsigned set = definitions_version_set(version);
	/* Simple Profile, section "Referenced YAML Types": "tosca:version" and so on. */
	if ((set & VERSIONS_1_X) && string_starts_with(name, "tosca:"))
		name = string_slice(name, strlen("tosca:"), name.length);
	for (size_t i = 0; i < PRIMITIVE_TOTAL; i++)
		if ((rows[i].versions & set) && string_is(name, rows[i].name))
			return (enum primitive_type)i;
	return PRIMITIVE_NONE;
}

bool primitive_type_is_known(struct string name)
{
	for (size_t i = 0; i < PRIMITIVE_TOTAL; i++)
		if (string_is(name, rows[i].name))
			return true;
	return false;
}

static char small_letter(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_same_word(struct string text, const char *word)
{
	if (text.length != strlen(word))
		return false;
	for (size_t i = 0; i < text.length; i++)
		if (small_letter(text.bytes[i]) != word[i])
			return false;
	return true;
}

enum primitive_type primitive_type_meant(enum definitions_version version, struct string name)
{
	static const struct {
		const char *name;
		enum primitive_type type;
	} synonyms[] = {
#define PRIMITIVE_SYNONYM(name, type) {name, PRIMITIVE_##type},
#include "analyzer/language/grammar/primitive_synonyms.def"
#undef PRIMITIVE_SYNONYM
	};
	unsigned set = definitions_version_set(version);
	for (size_t i = 0; i < PRIMITIVE_TOTAL; i++)
		if ((rows[i].versions & set) && is_same_word(name, rows[i].name))
			return (enum primitive_type)i;
	for (size_t i = 0; i < sizeof(synonyms) / sizeof(*synonyms); i++)
		if (is_same_word(name, synonyms[i].name))
			return synonyms[i].type;
	return PRIMITIVE_NONE;
}

#include "analyzer/language/grammar/versions.h"

#include <assert.h>

static const struct definitions_version_row rows[] = {
#define VERSION(version, name, class, summary) {name, class, summary},
#include "analyzer/language/grammar/versions.def"
#undef VERSION
	{"", CLASS_NONE, "No known TOSCA definitions version."},
};

const struct definitions_version_row *definitions_version_row(enum definitions_version version)
{
	assert(version <= VERSION_UNKNOWN);
	return &rows[version];
}

bool keyname_is_template(struct string keyname)
{
	return string_is(keyname, "topology_template") || string_is(keyname, "service_template");
}

#define OTHER_NAME(version, text) {VERSION_##version, text, NAMES_VERSION},
#define PROFILE_NAME(version, beginning) {VERSION_##version, beginning, BEGINS_PROFILE},
#define FOREIGN_NAME(beginning) {VERSION_UNKNOWN, beginning, BEGINS_FOREIGN},
static const struct version_name {
	enum definitions_version version;
	const char *text;
	enum {
		NAMES_VERSION,
		BEGINS_PROFILE,
		BEGINS_FOREIGN,
	} kind;
} names[] = {
#include "analyzer/language/grammar/version_names.def"
};
#undef OTHER_NAME
#undef PROFILE_NAME
#undef FOREIGN_NAME

static const struct version_name *find_name(struct string name)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].kind == NAMES_VERSION ? string_is(name, names[i].text)
						   : string_starts_with(name, names[i].text))
			return &names[i];
	return NULL;
}

enum definitions_version definitions_version_find(struct string name)
{
	for (size_t i = 0; i < VERSION_COUNT; i++)
		if (string_is(name, rows[i].name))
			return (enum definitions_version)i;
	const struct version_name *other = find_name(name);
	return other ? other->version : VERSION_UNKNOWN;
}

bool definitions_version_is_profile(struct string name)
{
	const struct version_name *found = find_name(name);
	return found && found->kind == BEGINS_PROFILE;
}

bool definitions_version_is_foreign(struct string name)
{
	const struct version_name *found = find_name(name);
	return found && found->kind == BEGINS_FOREIGN;
}

unsigned definitions_version_set(enum definitions_version version)
{
	return 1u << (version == VERSION_UNKNOWN ? VERSION_SIMPLE_YAML_1_3 : version);
}

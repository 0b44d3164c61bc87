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

enum definitions_version definitions_version_find(struct string name)
{
	for (size_t i = 0; i < VERSION_COUNT; i++)
		if (string_is(name, rows[i].name))
			return (enum definitions_version)i;
	return VERSION_UNKNOWN;
}

unsigned definitions_version_set(enum definitions_version version)
{
	return 1u << (version == VERSION_UNKNOWN ? VERSION_SIMPLE_YAML_1_3 : version);
}

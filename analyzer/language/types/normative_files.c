#include "analyzer/language/types/normative_files.h"

#include "analyzer/language/types/normative_bytes.h"

#include <assert.h>

struct normative_file normative_file(size_t position)
{
	const struct normative_file files[NORMATIVE_FILE_TOTAL] = {
		{"simple_1_0.yaml", VERSION_SIMPLE_YAML_1_0,
			{(const char *)simple_1_0_bytes, simple_1_0_length}},
		{"simple_1_1.yaml", VERSION_SIMPLE_YAML_1_1,
			{(const char *)simple_1_1_bytes, simple_1_1_length}},
		{"simple_1_2.yaml", VERSION_SIMPLE_YAML_1_2,
			{(const char *)simple_1_2_bytes, simple_1_2_length}},
		{"simple_1_3.yaml", VERSION_SIMPLE_YAML_1_3,
			{(const char *)simple_1_3_bytes, simple_1_3_length}},
	};
	assert(position < NORMATIVE_FILE_TOTAL);
	return files[position];
}

size_t normative_file_count(enum definitions_version version)
{
	if (version_is_2_0(version))
		return 0;
	unsigned set = definitions_version_set(version);
	if (set & VERSIONS_1_0)
		return 1;
	if (set & VERSIONS_1_1)
		return 2;
	if (set & VERSIONS_1_2)
		return 3;
	return NORMATIVE_FILE_TOTAL;
}

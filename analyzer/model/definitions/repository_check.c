#include "analyzer/model/definitions/repository_check.h"

struct value_schema repository_credential(
	const struct types *types, enum definitions_version version)
{
	return value_schema_of_type(
		version_is_2_0(version)
			? NULL
			: types_find(types, TYPE_DATA, STRING("tosca.datatypes.Credential")));
}

void repositories_check(struct value_checker *checker, struct node repositories)
{
	uint32_t count = node_kind(repositories) == NODE_MAPPING ? node_count(repositories) : 0;
	struct value_schema schema =
		count > 0 ? repository_credential(checker->types, checker->version)
			  : (struct value_schema){0};
	for (uint32_t i = 0; !node_is_absent(schema.definition) && i < count; i++) {
		struct node_entry repository = node_entry(repositories, i);
		struct node credential = node_kind(repository.value) == NODE_MAPPING
						 ? node_get(repository.value, "credential")
						 : (struct node){0};
		if (!node_is_null(credential))
			value_check(checker, schema, node_key(credential), credential,
				STRING("credential"));
	}
}

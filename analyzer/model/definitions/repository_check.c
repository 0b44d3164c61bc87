#include "analyzer/model/definitions/repository_check.h"

/* "credential | tosca.datatypes.Credential". TOSCA 2.0 has no such type of its own. */
void repositories_check(struct value_checker *checker, struct node repositories)
{
	uint32_t count = node_kind(repositories) == NODE_MAPPING ? node_count(repositories) : 0;
	const struct type *type = count > 0 && !version_is_2_0(checker->version)
					  ? types_find(checker->types, TYPE_DATA,
						    STRING("tosca.datatypes.Credential"))
					  : NULL;
	for (uint32_t i = 0; type && i < count; i++) {
		struct node_entry repository = node_entry(repositories, i);
		struct node credential = node_kind(repository.value) == NODE_MAPPING
						 ? node_get(repository.value, "credential")
						 : (struct node){0};
		/* The key of a type is the short notation of a schema. */
		struct value_schema schema = {type, type->key, NULL};
		if (!node_is_null(credential))
			value_check(checker, schema, node_key(credential), credential,
				STRING("credential"));
	}
}

#include "analyzer/variability/elements/keywords.h"

#include <string.h>

static const char *const names[KEYWORD_COUNT] = {
	[KEYWORD_DEFAULT_CONDITION] = "default_condition",
	[KEYWORD_DEFAULT_CONSISTENCY_CONDITION] = "default_consistency_condition",
	[KEYWORD_DEFAULT_SEMANTIC_CONDITION] = "default_semantic_condition",
	[KEYWORD_PRUNING] = "pruning",
	[KEYWORD_CONSISTENCY_PRUNING] = "consistency_pruning",
	[KEYWORD_SEMANTIC_PRUNING] = "semantic_pruning",
	[KEYWORD_DEFAULT_CONDITION_MODE] = "default_condition_mode",
	[KEYWORD_DEFAULT_ALTERNATIVE] = "default_alternative",
	[KEYWORD_CONDITIONS] = "conditions",
	[KEYWORD_IMPLIED] = "implied",
	[KEYWORD_IMPLIES] = "implies",
	[KEYWORD_MANAGED] = "managed",
	[KEYWORD_ANCHOR] = "anchor",
	[KEYWORD_ARTIFACTS] = "artifacts",
	[KEYWORD_ASSIGN] = "assign",
	[KEYWORD_EXPRESSION] = "expression",
	[KEYWORD_MEMBERS] = "members",
	[KEYWORD_NODE] = "node",
	[KEYWORD_PERSISTENT] = "persistent",
	[KEYWORD_PROPERTIES] = "properties",
	[KEYWORD_RELATIONSHIP] = "relationship",
	[KEYWORD_REQUIREMENTS] = "requirements",
	[KEYWORD_TARGETS] = "targets",
	[KEYWORD_TECHNOLOGY] = "technology",
	[KEYWORD_TYPE] = "type",
	[KEYWORD_VALUE] = "value",
	[KEYWORD_WEIGHT] = "weight",
};

static enum keyword find(struct string name)
{
	if (name.length < 4 || name.length > 29)
		return KEYWORD_COUNT;
	for (int i = 0; i < KEYWORD_COUNT; i++)
		if (names[i][0] == name.bytes[0] && string_is(name, names[i]))
			return (enum keyword)i;
	return KEYWORD_COUNT;
}

void keywords_read(struct keywords *keywords, struct node mapping)
{
	uint32_t count = node_kind(mapping) == NODE_MAPPING ? node_count(mapping) : 0;

	memset(keywords, 0, sizeof(*keywords));
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(mapping, i);
		enum keyword keyword = find(node_text(entry.key));

		if (keyword != KEYWORD_COUNT && !node_is_null(entry.value) &&
			node_is_absent(keywords->values[keyword]))
			keywords->values[keyword] = entry.value;
	}
}

const struct stored_keywords *keywords_store(const struct keywords *keywords, struct arena *arena)
{
	struct stored_keywords *stored;
	uint32_t given = 0, count = 0;

	for (int i = 0; i < KEYWORD_STORED; i++)
		if (!node_is_absent(keywords->values[i])) {
			given |= 1u << i;
			count++;
		}
	if (count == 0)
		return NULL;
	stored = arena_allocate(arena, 1, sizeof(*stored) + count * sizeof(stored->values[0]));
	stored->given = given;
	count = 0;
	for (int i = 0; i < KEYWORD_STORED; i++)
		if (given >> i & 1)
			stored->values[count++] = keywords->values[i];
	return stored;
}

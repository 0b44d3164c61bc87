#include "analyzer/variability/conditions/condition_candidates.h"

struct token_row {
	enum element_kind kind;
	const char *name;
	enum condition_token token;
};

/* What may stand in a mode; kinds that are not listed have none. */
static const struct token_row rows[] = {
	{ELEMENT_NODE, "host", TOKEN_HOST},
	{ELEMENT_NODE, "source", TOKEN_SOURCE_OF_INCOMING},
	{ELEMENT_NODE, "incoming", TOKEN_INCOMING},
	{ELEMENT_NODE, "incomingnaive", TOKEN_INCOMING_NAIVE},
	{ELEMENT_NODE, "outgoing", TOKEN_OUTGOING},
	{ELEMENT_NODE, "outgoingnaive", TOKEN_OUTGOING_NAIVE},
	{ELEMENT_NODE, "artifact", TOKEN_ARTIFACT},
	{ELEMENT_NODE, "artifactnaive", TOKEN_ARTIFACT_NAIVE},
	{ELEMENT_RELATION, "source", TOKEN_SOURCE},
	{ELEMENT_RELATION, "target", TOKEN_TARGET},
	{ELEMENT_RELATION, "default", TOKEN_DEFAULT},
	{ELEMENT_PROPERTY, "container", TOKEN_CONTAINER},
	{ELEMENT_PROPERTY, "consuming", TOKEN_CONSUMING},
	{ELEMENT_PROPERTY, "default", TOKEN_DEFAULT},
	{ELEMENT_ARTIFACT, "container", TOKEN_CONTAINER},
	{ELEMENT_ARTIFACT, "default", TOKEN_DEFAULT},
	{ELEMENT_ARTIFACT, "managed", TOKEN_MANAGED},
	{ELEMENT_TECHNOLOGY, "container", TOKEN_CONTAINER},
	{ELEMENT_TECHNOLOGY, "other", TOKEN_OTHER},
	{ELEMENT_TECHNOLOGY, "default", TOKEN_DEFAULT},
	{ELEMENT_TECHNOLOGY, "scenario", TOKEN_SCENARIO},
	{ELEMENT_OUTPUT, "default", TOKEN_DEFAULT},
	{ELEMENT_OUTPUT, "produced", TOKEN_PRODUCED},
};

static unsigned find_token(enum element_kind kind, struct string name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].kind == kind && string_is(name, rows[i].name))
			return rows[i].token;
	return 0;
}

static unsigned tokens_of_mode(const struct conditions *conditions, const struct element *element)
{
	const struct element_graph *graph = conditions->graph;
	struct node own = stored_keyword(element->keywords, KEYWORD_DEFAULT_CONDITION_MODE);
	struct string mode = node_is_absent(own)
				     ? graph->options->default_condition_mode[element->kind]
				     : node_text(own);
	unsigned tokens = 0;
	size_t start = 0;

	for (size_t i = 0; i <= mode.length; i++) {
		unsigned token;

		if (i < mode.length && mode.bytes[i] != '-')
			continue;
		token = find_token(element->kind, string_slice(mode, start, i));
		start = i + 1;
		tokens |= token;
		if (!token) {
			struct string title = element_title(element, graph->arena);

			problems_add(graph->problems, PHASE_CONDITIONS,
				DIAGNOSTIC_CODE_UNKNOWN_MODE_TOKEN,
				node_is_absent(own) ? element->key : own,
				"%.*s has unknown mode \"%.*s\" as default condition",
				STRING_ARGUMENTS(title), STRING_ARGUMENTS(mode));
			return tokens;
		}
	}
	return tokens;
}

/* "The one alternative without manual conditions". Elements not yet processed show what is
 * written at them, others their collected conditions. */
static bool is_the_unconditional_alternative(
	const struct conditions *conditions, const struct element *element)
{
	struct elements scope = element->alternatives;

	if (scope.count < 2 || conditions_of(conditions, element)->manual_count > 0)
		return false;
	for (uint32_t i = 0; i < scope.count; i++) {
		const struct element *other = scope.items[i];

		if (other->kind == ELEMENT_PROPERTY && other->is_unknown) {
			if (other == element)
				return false;
			continue;
		}
		if (other != element && conditions_of(conditions, other)->manual_count == 0)
			return false;
	}
	return true;
}

static bool has_hosting(const struct element *node)
{
	for (uint32_t i = 0; i < node->node.relations.count; i++)
		if (node->node.relations.items[i]->relation.is_hosting)
			return true;
	return false;
}

static unsigned applying_to_node(const struct element *node)
{
	unsigned tokens = 0;

	if (has_hosting(node))
		tokens |= TOKEN_HOST;
	/* `source` asks for outgoing relations, though it is about incoming ones. */
	if (node->node.relations.count)
		tokens |= TOKEN_SOURCE_OF_INCOMING | TOKEN_OUTGOING | TOKEN_OUTGOING_NAIVE;
	if (node->node.incoming.count)
		tokens |= TOKEN_INCOMING | TOKEN_INCOMING_NAIVE;
	if (node->node.artifacts.count)
		tokens |= TOKEN_ARTIFACT | TOKEN_ARTIFACT_NAIVE;
	return tokens;
}

unsigned condition_candidates(const struct conditions *conditions, const struct element *element)
{
	unsigned applying = ~0u, tokens;

	switch (element->kind) {
	case ELEMENT_TYPE:
		return TOKEN_CONTAINER;
	case ELEMENT_INPUT:
		return TOKEN_CONSUMED;
	case ELEMENT_POLICY:
		return TOKEN_PRESENT_TARGET;
	case ELEMENT_GROUP:
		return TOKEN_PRESENT_MEMBER;
	case ELEMENT_IMPORT:
	case ELEMENT_KIND_COUNT:
		return 0;
	case ELEMENT_NODE:
		applying = applying_to_node(element);
		break;
	case ELEMENT_PROPERTY:
		if (element->property.consumed.count == 0)
			applying &= ~(unsigned)TOKEN_CONSUMING;
		break;
	case ELEMENT_TECHNOLOGY:
		if (!element->technology.scenario)
			applying &= ~(unsigned)TOKEN_SCENARIO;
		break;
	case ELEMENT_RELATION:
	case ELEMENT_ARTIFACT:
	case ELEMENT_OUTPUT:
		break;
	}
	tokens = tokens_of_mode(conditions, element) & applying;
	if ((tokens & TOKEN_DEFAULT) &&
		!(element->kind == ELEMENT_PROPERTY && element->is_unknown) &&
		!is_the_unconditional_alternative(conditions, element))
		tokens &= ~(unsigned)TOKEN_DEFAULT;
	return tokens;
}

/* textDocument/prepareCallHierarchy, callHierarchy/outgoingCalls, callHierarchy/incomingCalls
 *
 * What decides an element is what it calls. An item remembers the element by its names, so that
 * it is found after edits. */
#include "analyzer/ide/names/call_hierarchy.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/wire/symbol_kind.h"

static struct json_object *data_json(const struct feature *feature, const struct decider *decider)
{
	struct json_object *json = new_object();

	put(json, "uri", new_string(feature->document.uri));
	put(json, "kind", new_integer(decider->kind));
	put(json, "name", new_string(decider->name));
	put(json, "container", new_string(decider->container));
	put(json, "alternative", new_integer(decider->alternative));
	return json;
}

/* "property of node.app" */
static struct string detail(const struct feature *feature, const struct decider *decider)
{
	const char *noun = declared_kind_noun(decider->kind);

	return decider->container.length > 0 ? arena_format(feature->arena, "%s of %.*s", noun,
						       STRING_ARGUMENTS(decider->container))
					     : string_from(noun);
}

static struct json_object *item_json(const struct feature *feature, const struct decider *decider)
{
	struct json_object *json = new_object();

	put(json, "name", new_string(decider->name));
	put(json, "kind", new_integer(symbol_protocol_kind(symbol_kind_of(decider->kind))));
	put(json, "detail", new_string(detail(feature, decider)));
	put(json, "uri", new_string(feature->document.uri));
	put(json, "range", feature_convert(feature, decider->whole));
	put(json, "selectionRange", feature_convert(feature, decider->range));
	put(json, "data", data_json(feature, decider));
	return json;
}

struct json_object *handle_prepare_call_hierarchy(struct feature *feature)
{
	struct json_object *result;
	struct deciders deciders;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	deciders = call_hierarchy_at(feature->document.tree, offset, feature->arena);
	if (deciders.count == 0)
		return NULL;
	result = new_array();
	for (size_t i = 0; i < deciders.count; i++)
		push(result, item_json(feature, &deciders.items[i]));
	return result;
}

/* The item of the params in the document as it is now; NULL if it is none, or gone. */
static const struct decider *item_decider(const struct feature *feature)
{
	struct json_object *data = member_path(feature->params, "item.data");
	struct decider known = {0};
	int64_t kind, alternative;

	if (!member_integer(data, "kind", &kind) || kind < 0 || kind >= DECLARED_KIND_COUNT ||
		!member_integer(data, "alternative", &alternative) || alternative < 0 ||
		!member_string(data, "name", &known.name) ||
		!member_string(data, "container", &known.container))
		return NULL;
	known.kind = (enum declared_kind)kind;
	known.alternative = (uint32_t)alternative;
	return call_hierarchy_find(feature->document.tree, &known, feature->arena);
}

typedef struct decisions find_decisions(
	const struct syntax_tree *tree, const struct decider *decider, struct arena *arena);

/* Those of the item in the params; `end` is the member that holds the other item. */
static struct json_object *decisions_json(
	const struct feature *feature, find_decisions *find, const char *end)
{
	const struct decider *decider = item_decider(feature);
	struct decisions decisions;
	struct json_object *result;

	if (!decider)
		return NULL;
	decisions = find(feature->document.tree, decider, feature->arena);
	result = new_array();
	for (size_t i = 0; i < decisions.count; i++) {
		const struct decision *decision = &decisions.items[i];
		struct json_object *json = new_object();
		struct json_object *places = new_array();

		for (size_t j = 0; j < decision->place_count; j++)
			push(places, feature_convert(feature, decision->places[j]));
		put(json, end, item_json(feature, &decision->other));
		put(json, "fromRanges", places);
		push(result, json);
	}
	return result;
}

struct json_object *handle_outgoing_calls(struct feature *feature)
{
	return decisions_json(feature, call_hierarchy_outgoing, "to");
}

struct json_object *handle_incoming_calls(struct feature *feature)
{
	return decisions_json(feature, call_hierarchy_incoming, "from");
}

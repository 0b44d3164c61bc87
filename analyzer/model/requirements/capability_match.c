#include "analyzer/model/requirements/capability_match.h"

#include "analyzer/model/scope/type_relation.h"

static enum verdict stage_verdict(const struct wanted_capability *wanted,
	const struct type_member *member, const struct type *type, enum match_stage stage)
{
	const char *sources = wanted->is_2_0 ? "valid_source_node_types" : "valid_source_types";
	const char *capabilities = wanted->is_2_0 ? "valid_capability_types" : "valid_target_types";
	struct placed_node list = {0};
	switch (stage) {
	case MATCH_NAME:
		return verdict_of(!wanted->name.length || string_equal(wanted->name, member->name));
	case MATCH_TYPE:
		return wanted->type ? type_derives(type, wanted->type) : HOLDS;
	case MATCH_SOURCE:
		list = member_value(member, sources, "type");
		if (!list.where)
			list = type_value(type, sources);
		return type_is_listed(wanted->source, list, TYPE_NODE);
	case MATCH_CAPABILITY:
		list = type_value(wanted->relationship, capabilities);
		return type ? type_is_listed(type, list, TYPE_CAPABILITY) : UNKNOWN;
	case MATCH_RELATIONSHIP:
		list = member_value(member, "valid_relationship_types", "type");
		if (!list.where)
			list = type_value(type, "valid_relationship_types");
		return wanted->relationship
			       ? type_is_listed(wanted->relationship, list, TYPE_RELATIONSHIP)
			       : HOLDS;
	default:
		return HOLDS;
	}
}

static void match_member(const struct wanted_capability *wanted, const struct type_member *member,
	struct capability_match *best)
{
	const struct type *type =
		placed_type(member_value(member, "type", "type"), TYPE_CAPABILITY);
	unsigned stage = MATCH_NOTHING;
	while (stage < MATCH_TOTAL &&
		stage_verdict(wanted, member, type, (enum match_stage)(stage + 1)) != FAILS)
		stage++;
	if (stage > best->stage)
		*best = (struct capability_match){(enum match_stage)stage, member->name, type};
}

/* TOSCA 1.x: every node has the capability "feature", also if its type does not say that it
 * derives from the root. */
static bool is_offered_by_all(const struct wanted_capability *wanted)
{
	return !wanted->is_2_0 && wanted->type &&
	       (string_is(wanted->type->name, "tosca.capabilities.Node") ||
		       string_is(wanted->type->name, "tosca.capabilities.Root"));
}

struct capability_match capability_match_find(struct template_checker *checker,
	const struct wanted_capability *wanted, const struct element_types *types)
{
	struct capability_match best = {.stage = MATCH_NOTHING};
	for (size_t i = 0; i < types->count; i++) {
		const struct type *type = types->items[i];
		struct type_members members =
			member_cache_get(checker->values.members, type, PART_CAPABILITIES);
		if (!type_is_rooted(type) || is_offered_by_all(wanted))
			best.stage = MATCH_TOTAL;
		for (size_t j = 0; j < members.count; j++)
			match_member(wanted, &members.items[j], &best);
	}
	return best;
}

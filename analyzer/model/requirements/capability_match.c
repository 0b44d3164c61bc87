#include "analyzer/model/requirements/capability_match.h"

#include "analyzer/model/requirements/requirement_definition_check.h"
#include "analyzer/model/scope/type_relation.h"

struct demand demand_of(
	const struct type *source, const struct type_member *definition, bool is_2_0)
{
	struct placed_node capability = member_value(definition, "capability", "capability");
	struct placed_node relationship =
		member_type_name(definition, "relationship", "capability");
	return (struct demand){
		.requirement = definition->name,
		.source = source,
		.node = placed_type(member_value(definition, "node", "capability"), TYPE_NODE),
		.capability = placed_type(capability, TYPE_CAPABILITY),
		.capability_name = requirement_capability_name(definition),
		.relationship = placed_type(relationship, TYPE_RELATIONSHIP),
		.is_2_0 = is_2_0,
	};
}

/* The types that a relationship allows for the capability it leads to. */
static enum verdict is_allowed(const struct demand *demand, const struct type *capability)
{
	const char *keyname = demand->is_2_0 ? "valid_capability_types" : "valid_target_types";
	struct placed_node list = type_value(demand->relationship, keyname);
	return capability ? type_is_listed(capability, list, TYPE_CAPABILITY) : UNKNOWN;
}

enum verdict relationship_accepts_capability(const struct demand *demand)
{
	return is_allowed(demand, demand->capability);
}

static enum verdict stage_verdict(const struct demand *demand, const struct type_member *member,
	const struct type *type, enum match_stage stage)
{
	const char *sources = demand->is_2_0 ? "valid_source_node_types" : "valid_source_types";
	struct placed_node list = {0};
	switch (stage) {
	case MATCH_NAME:
		return verdict_of(!demand->capability_name.length ||
				  string_equal(demand->capability_name, member->name));
	case MATCH_TYPE:
		return demand->capability ? type_derives(type, demand->capability) : HOLDS;
	case MATCH_SOURCE:
		list = member_value(member, sources, "type");
		if (!list.where)
			list = type_value(type, sources);
		return type_is_listed(demand->source, list, TYPE_NODE);
	case MATCH_CAPABILITY:
		return is_allowed(demand, type);
	case MATCH_RELATIONSHIP:
		list = member_value(member, "valid_relationship_types", "type");
		if (!list.where)
			list = type_value(type, "valid_relationship_types");
		return demand->relationship
			       ? type_is_listed(demand->relationship, list, TYPE_RELATIONSHIP)
			       : HOLDS;
	default:
		return HOLDS;
	}
}

static void match_member(const struct demand *demand, const struct type_member *member,
	struct capability_match *best)
{
	const struct type *type =
		placed_type(member_value(member, "type", "type"), TYPE_CAPABILITY);
	unsigned stage = MATCH_NOTHING;
	while (stage < MATCH_TOTAL &&
		stage_verdict(demand, member, type, (enum match_stage)(stage + 1)) != FAILS)
		stage++;
	if (stage > best->stage)
		*best = (struct capability_match){(enum match_stage)stage, member->name, type};
}

/* TOSCA 1.x: every node has the capability "feature", also if its type does not say that it
 * derives from the root. */
static bool is_offered_by_all(const struct demand *demand)
{
	return !demand->is_2_0 && demand->capability &&
	       (string_is(demand->capability->name, "tosca.capabilities.Node") ||
		       string_is(demand->capability->name, "tosca.capabilities.Root"));
}

/* The best match among all alternatives; everything matches what is not known. */
static struct capability_match capability_match_find(struct member_cache *members,
	const struct demand *demand, const struct element_types *target)
{
	struct capability_match best = {.stage = MATCH_NOTHING};
	for (size_t i = 0; i < target->count; i++) {
		const struct type *type = target->items[i];
		struct type_members offered = member_cache_get(members, type, PART_CAPABILITIES);
		if (!type_is_rooted(type) || is_offered_by_all(demand))
			best.stage = MATCH_TOTAL;
		for (size_t j = 0; j < offered.count; j++)
			match_member(demand, &offered.items[j], &best);
	}
	return best;
}

/* TOSCA 2.0, section "Relationship Type": the nodes between which it may be. */
static enum refusal refused_end(const struct demand *demand, const struct element_types *target)
{
	struct placed_node sources = type_value(demand->relationship, "valid_source_node_types");
	struct placed_node targets = type_value(demand->relationship, "valid_target_node_types");
	enum verdict leads = target->count ? FAILS : UNKNOWN;
	for (size_t i = 0; i < target->count; i++)
		leads = verdict_any(leads, type_is_listed(target->items[i], targets, TYPE_NODE));
	if (type_is_listed(demand->source, sources, TYPE_NODE) == FAILS)
		return REFUSED_SOURCE;
	return leads == FAILS ? REFUSED_TARGET : REFUSED_NOTHING;
}

struct acceptance requirement_accepts(struct member_cache *members, const struct demand *demand,
	const struct element_types *target)
{
	struct acceptance acceptance = {.match = {.stage = MATCH_TOTAL}};
	if (demand->node && types_derive(target, demand->node) == FAILS) {
		acceptance.refusal = REFUSED_NODE;
		return acceptance;
	}
	if (demand->capability_name.length || demand->capability)
		acceptance.match = capability_match_find(members, demand, target);
	if (acceptance.match.stage != MATCH_TOTAL)
		acceptance.refusal = REFUSED_CAPABILITY;
	else if (demand->relationship && demand->is_2_0)
		acceptance.refusal = refused_end(demand, target);
	return acceptance;
}

/* What names at keynames refer to: definitions versions, types, nodes, capabilities, operations,
 * workflows …, as far as they fit. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/declarations/called.h"
#include "analyzer/ide/declarations/nearby.h"
#include "analyzer/ide/declarations/refined.h"
#include "analyzer/ide/declarations/types.h"
#include "analyzer/ide/edits/insertion.h"
#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/text/path.h"

#include <string.h>

static bool is_key(const struct completion_list *list, const char *name)
{
	return list->place.keyname && strcmp(list->place.keyname->name, name) == 0;
}

static bool is_at(const struct completion_list *list, enum construct construct, const char *keyname)
{
	return list->place.construct == construct && is_key(list, keyname);
}

static bool is_in_assignment(const struct completion_list *list)
{
	return list->place.construct == CONSTRUCT_REQUIREMENT_ASSIGNMENT ||
	       list->place.construct == CONSTRUCT_INDEXED_REQUIREMENT_ASSIGNMENT;
}

/* The map that holds the keyname whose value the cursor is in. */
static struct node map_around(const struct completion_list *list)
{
	size_t inner = list->place.depth + 1;
	size_t length = list->cursor.path_length;
	return length < inner ? (struct node){0}
			      : cursor_node(list->tree, list->cursor.path, length - inner);
}

static const struct type *first_type_of(
	const struct completion_list *list, enum type_kind kind, struct node element)
{
	const struct type *types[MOST_ALTERNATIVES];
	return element_types(list->types, kind, element, types) > 0 ? types[0] : NULL;
}

static const struct type *named_type(
	const struct completion_list *list, enum type_kind kind, struct node name)
{
	return list->types && node_kind(name) == NODE_SCALAR
		       ? types_find(list->types, kind, node_text(name))
		       : NULL;
}

/* ---- definitions versions ---- */

static void note_expression(void *found, struct node expression, enum grammar_language language)
{
	(void)expression;
	(void)language;
	*(bool *)found = true;
}

/* A variability definition, or a condition or an expression anywhere. */
static bool has_variability(const struct completion_list *list)
{
	struct template_scope scope = template_scope_of(list->types, list->tree, NULL, list->arena);
	bool found = !node_is_null(node_get(scope.template, "variability"));
	grammar_visit_expressions(list->tree, UINT32_MAX, note_expression, &found);
	return found;
}

static void add_version(struct completion_list *list, const struct definitions_version_row *row)
{
	if (row->version_class == CLASS_NONE && has_variability(list))
		return; /* it could not be resolved */
	struct completion_item *item =
		completion_add_value(list, COMPLETION_VERSION, string_from(row->name));
	if (!item)
		return;
	item->documentation = string_from(row->summary);
	item->precedence = -completion_is_version_beside(list, item->label);
}

/* The newest of each line of specifications first. */
static void add_versions(struct completion_list *list)
{
	static const char *const current[] = {
		"tosca_simple_yaml_1_3", "tosca_variability_1_0", "tosca_2_0"};
	for (size_t i = 0; i < sizeof(current) / sizeof(*current); i++)
		for (int j = 0; j < VERSION_COUNT; j++)
			if (strcmp(definitions_version_row((enum definitions_version)j)->name,
				    current[i]) == 0)
				add_version(
					list, definitions_version_row((enum definitions_version)j));
	for (int i = VERSION_COUNT - 1; i >= 0; i--)
		add_version(list, definitions_version_row((enum definitions_version)i));
}

/* ---- types ---- */

static struct element_types known_type(const struct type *type)
{
	return (struct element_types){.items = {type}, .count = type ? 1 : 0, .is_known = type};
}

/* Of a name that is a node template, or directly a type. */
static struct element_types types_of_target(const struct completion_list *list, struct node name)
{
	struct node node = names_find(list->names, DECLARED_NODE, node_text(name)).value;
	if (!list->types)
		return (struct element_types){0};
	if (node_is_absent(node))
		return known_type(named_type(list, TYPE_NODE, name));
	struct template_scope scope =
		template_scope_of(list->types, list->names, NULL, list->arena);
	return template_types_of(&scope, TYPE_NODE, "node_templates", node);
}

/* What the assignment around says itself, but for the keyname whose value is completed. */
static void narrow(const struct completion_list *list, struct demand *demand)
{
	struct string keyname = string_from(list->place.keyname ? list->place.keyname->name : "");
	struct node assignment = map_around(list);
	struct node capability = node_get(assignment, "capability");
	struct node relationship = node_get(assignment, "relationship");
	if (node_kind(relationship) == NODE_MAPPING)
		relationship = node_get(relationship, "type");
	if (!string_is(keyname, "capability") && !node_is_null(capability)) {
		const struct type *type = named_type(list, TYPE_CAPABILITY, capability);
		if (type)
			demand->capability = type;
		else
			demand->capability_name = node_text(capability);
	}
	if (string_is(keyname, "relationship") || !node_is_string(relationship))
		return;
	struct node template =
		names_find(list->names, DECLARED_RELATIONSHIP_TEMPLATE, node_text(relationship))
			.value;
	demand->relationship = node_is_absent(template)
				       ? named_type(list, TYPE_RELATIONSHIP, relationship)
				       : first_type_of(list, TYPE_RELATIONSHIP, template);
}

/* What the requirement at the cursor asks for: an assignment, or a definition being written. */
static struct demand demand_at(const struct completion_list *list)
{
	bool is_2_0 = version_is_2_0(list->place.version);
	const struct type_member *requirement = list->declaration.member;
	if (list->place.construct == CONSTRUCT_REQUIREMENT_DEFINITION)
		return (struct demand){.is_2_0 = is_2_0,
			.capability = named_type(
				list, TYPE_CAPABILITY, node_get(map_around(list), "capability"))};
	if (!requirement)
		return (struct demand){.is_2_0 = is_2_0};
	struct node source = names_find(list->names, DECLARED_NODE, list->place.node).value;
	const struct type *type = first_type_of(list, TYPE_NODE, source);
	struct demand demand = demand_of(type ? type : requirement->origin, requirement, is_2_0);
	if (is_in_assignment(list))
		narrow(list, &demand);
	return demand;
}

/* What is not known is accepted: only what is certainly wrong is left out. */
static bool accepts(const struct completion_list *list, const struct demand *demand,
	const struct element_types *target)
{
	return !target->is_known ||
	       requirement_accepts(list->members, demand, target).refusal == REFUSED_NOTHING;
}

/* Also for what the definition demands, and for the target beside, as far as it is written. */
static bool accepts_relationship(const struct completion_list *list, const struct type *type)
{
	struct demand demand = list->demand;
	if (demand.relationship && type_derives(type, demand.relationship) == FAILS)
		return false;
	demand.relationship = type;
	struct element_types target = types_of_target(list, node_get(map_around(list), "node"));
	return target.is_known ? accepts(list, &demand, &target)
			       : relationship_accepts_capability(&demand) != FAILS;
}

/* A type cannot derive from itself. */
static bool may_be_parent(const struct completion_list *list, const struct type *type)
{
	const struct type *own = list->cursor.path_length > 1 ? types_find(list->types, type->kind,
									list->cursor.path[1].key)
							      : NULL;
	return !own || !type_is_a(type, own);
}

/* The node type by which a technology implements a component derives from the component's. */
static bool may_be_assigned(const struct completion_list *list, const struct type *type)
{
	const struct type *component = NULL;
	if (list->place.construct == CONSTRUCT_TECHNOLOGY_RULE) {
		component = named_type(list, TYPE_NODE, node_get(map_around(list), "component"));
	} else {
		struct name_entry node = names_find(list->names, DECLARED_NODE, list->place.node);
		component = first_type_of(list, TYPE_NODE, node.value);
	}
	return !component || type_is_a(type, component);
}

static bool type_belongs(const struct completion_list *list, const struct type *type)
{
	const struct keyname_row *keyname = list->place.keyname;
	if (!type || !keyname)
		return true;
	if (is_key(list, "derived_from"))
		return may_be_parent(list, type);
	if (is_key(list, "assign"))
		return may_be_assigned(list, type);
	enum construct construct = list->place.construct;
	bool at_requirement = is_in_assignment(list) ||
			      construct == CONSTRUCT_REQUIREMENT_DEFINITION ||
			      construct == CONSTRUCT_RELATIONSHIP_ASSIGNMENT ||
			      list->declaration.kind == DECLARES_REQUIREMENT;
	if (!at_requirement)
		return true;
	switch (type->kind) {
	case TYPE_NODE: {
		struct element_types target = known_type(type);
		return accepts(list, &list->demand, &target);
	}
	case TYPE_RELATIONSHIP:
		return accepts_relationship(list, type);
	case TYPE_CAPABILITY:
		return !list->demand.capability || construct == CONSTRUCT_REQUIREMENT_DEFINITION ||
		       type_derives(type, list->demand.capability) != FAILS;
	default:
		return true;
	}
}

/* Keys of maps are strings. */
static bool is_for_keys(const struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	size_t length = cursor->path_length;
	return is_key(list, "key_schema") ||
	       (is_key(list, "type") && length > 1 &&
		       string_is(cursor->path[length - 2].key, "key_schema"));
}

static bool is_string(
	const struct completion_list *list, struct string name, const struct type *type)
{
	enum primitive_type primitive = primitive_type_find(list->place.version, name);
	if (primitive == PRIMITIVE_NONE && type)
		primitive = type_primitive(type);
	return primitive == PRIMITIVE_STRING;
}

bool completion_type_is_generated(const struct type *type)
{
	struct node metadata = node_get(type->definition, "metadata");
	return string_is(node_text(node_get(metadata, "vintner_generated")), "true");
}

/* The type of an entry of the list: names of a group can be types of nodes or of groups. */
static const struct type *type_of_entry(
	const struct completion_list *list, enum name_kind kind, struct string name)
{
	enum type_kind type_kind;
	return list->types && type_kind_of_name(kind, &type_kind)
		       ? types_find(list->types, type_kind, name)
		       : NULL;
}

/* Types of files that are not imported, once there is a beginning; the import comes with them. */
static void add_nearby_types(struct completion_list *list, enum name_kind kind)
{
	enum {
		SHORTEST = 2
	};
	enum type_kind type_kind;
	const struct completion_settings *settings = list->settings;
	if (!type_kind_of_name(kind, &type_kind) || !settings->files || settings->path.length == 0)
		return;
	list->follows_word = list->cursor.word.length < SHORTEST;
	if (list->follows_word)
		return;
	struct nearby_types nearby = nearby_types(
		settings->files, settings->path, type_kind, list->cursor.word, list->arena);
	for (size_t i = 0; i < nearby.count; i++) {
		const struct nearby_type *type = &nearby.items[i];
		struct text_edit *import = arena_allocate(list->arena, 1, sizeof(*import));
		if (types_find(list->types, type_kind, type->name) ||
			!insertion_of_import(
				list->tree, settings->path, type->path, import, list->arena))
			continue;
		struct completion_item *item =
			completion_add_value(list, COMPLETION_TYPE, type->name);
		if (!item)
			continue;
		item->detail = arena_format(list->arena, "adds the import \"%.*s\"",
			STRING_ARGUMENTS(path_relative(
				list->arena, path_folder(settings->path), type->path)));
		item->documentation = type->description;
		item->precedence = 1;
		item->additional = import;
		item->additional_count = 1;
	}
}

static void add_types(struct completion_list *list, enum name_kind kind, bool as_key)
{
	struct type_list types = types_of(list->names, list->types, kind, list->arena);
	struct refined_type refined =
		refined_type_at(list->types, list->tree, &list->cursor, &list->place, list->arena);
	bool wants_string = kind == NAME_OF_DATA_TYPE && is_for_keys(list);
	for (size_t i = 0; i < types.count; i++) {
		struct string name = types.items[i].name;
		const struct type *type = type_of_entry(list, kind, name);
		if (wants_string && !is_string(list, name, type))
			continue;
		if (kind == NAME_OF_DATA_TYPE && !is_key(list, "derived_from") &&
			primitive_type_is_abstract(list->place.version, name))
			continue;
		if (!type_belongs(list, type) || !refined_type_allows(&refined, name, type))
			continue;
		struct completion_item *item =
			as_key ? completion_add_key(list, COMPLETION_TYPE, name, "$1", "")
			       : completion_add_value(list, COMPLETION_TYPE, name);
		if (!item)
			continue;
		item->detail = types.items[i].derived_from;
		item->documentation = types.items[i].description;
		item->precedence = type && completion_type_is_generated(type) ? 2 : 0;
	}
}

void complete_types(struct completion_list *list, enum name_kind kind)
{
	add_types(list, kind, false);
	if (is_at(list, CONSTRUCT_VARIABILITY_INPUT, "type"))
		completion_add_value(list, COMPLETION_TYPE, STRING("number")); /* of any kind */
	if (list->types)
		add_nearby_types(list, kind);
}

void complete_type_keys(struct completion_list *list, enum name_kind kind)
{
	add_types(list, kind, true);
}

/* ---- nodes ---- */

/* Members of a group and targets of a policy are of the types that its type lists. */
static bool may_be_member(const struct completion_list *list, struct node element)
{
	struct node around = map_around(list);
	bool is_group = list->place.construct == CONSTRUCT_GROUP;
	const struct type *type = first_type_of(list, is_group ? TYPE_GROUP : TYPE_POLICY, around);
	const struct type *own = first_type_of(list, TYPE_NODE, element);
	return !own || type_is_listed(own, type_value(type, is_group ? "members" : "targets"),
			       TYPE_NODE) != FAILS;
}

static bool node_belongs(const struct completion_list *list, struct name_entry node)
{
	if (is_at(list, CONSTRUCT_NODE_TEMPLATE, "copy"))
		return !string_equal(node.name, list->place.node) &&
		       node_is_null(node_get(node.value, "copy"));
	if (is_at(list, CONSTRUCT_GROUP, "members") || is_at(list, CONSTRUCT_POLICY, "targets"))
		return may_be_member(list, node.value);
	if (list->declaration.kind != DECLARES_REQUIREMENT)
		return true;
	struct template_scope scope =
		template_scope_of(list->types, list->names, NULL, list->arena);
	struct element_types target =
		template_types_of(&scope, TYPE_NODE, "node_templates", node.value);
	return accepts(list, &list->demand, &target);
}

/* Nodes that do not fit what the requirement asks for come last: their types may still change. */
static void add_others(struct completion_list *list, struct name_list nodes)
{
	for (size_t i = 0; i < nodes.count; i++) {
		struct completion_item *item =
			string_equal(nodes.items[i].name, list->place.node)
				? NULL
				: completion_add_value(list, COMPLETION_NODE, nodes.items[i].name);
		if (!item)
			continue;
		item->detail = STRING("does not fit the requirement");
		item->precedence = 3;
	}
}

static void add_nodes(struct completion_list *list)
{
	struct name_list nodes = names_of(list->names, DECLARED_NODE, list->arena);
	const struct type *source = list->demand.source;
	for (size_t i = 0; i < nodes.count; i++)
		if (node_belongs(list, nodes.items[i]))
			complete_name(list, COMPLETION_NODE, nodes.items[i]);
	/* Capabilities that list other sources: in TOSCA 1.x many templates use them all the same.
	 */
	list->demand.source = NULL;
	for (size_t i = 0; i < nodes.count && !version_is_2_0(list->place.version); i++)
		if (source && node_belongs(list, nodes.items[i]))
			complete_name(list, COMPLETION_NODE, nodes.items[i]);
	list->demand.source = source;
	if (list->declaration.kind == DECLARES_REQUIREMENT)
		add_others(list, nodes);
	if (is_at(list, CONSTRUCT_GROUP, "members") && list->place.depth == 1)
		complete_pairs(list, COMPLETION_RELATION, DECLARED_RELATION);
}

/* ---- what belongs to a node ---- */

/* The node that the map around names as `node` or `target`. */
static struct node node_beside(const struct completion_list *list)
{
	struct node around = map_around(list);
	struct node name = node_get(around, "node");
	if (node_is_absent(name))
		name = node_get(around, "target");
	return names_find(list->names, DECLARED_NODE, node_text(name)).value;
}

static void add_relationships(struct completion_list *list)
{
	struct name_list names = names_of(list->names, DECLARED_RELATIONSHIP_TEMPLATE, list->arena);
	for (size_t i = 0; i < names.count; i++) {
		const struct type *type =
			first_type_of(list, TYPE_RELATIONSHIP, names.items[i].value);
		if (!type || accepts_relationship(list, type))
			complete_name(list, COMPLETION_RELATIONSHIP_TEMPLATE, names.items[i]);
	}
}

static void add_capabilities(struct completion_list *list)
{
	struct node around = map_around(list);
	struct node name = node_get(around, "node");
	struct element_types target =
		types_of_target(list, node_is_absent(name) ? node_get(around, "target") : name);
	struct type_members all =
		target.count ? member_cache_get(list->members, target.items[0], PART_CAPABILITIES)
			     : (struct type_members){0};
	struct type_member *fitting = arena_allocate(list->arena, all.count + 1, sizeof(*fitting));
	size_t count = 0;
	for (size_t i = 0; i < all.count; i++) {
		struct demand demand = list->demand;
		if (!demand.capability_name.length)
			demand.capability_name = all.items[i].name;
		if (string_equal(demand.capability_name, all.items[i].name) &&
			accepts(list, &demand, &target))
			fitting[count++] = all.items[i];
	}
	complete_members(list, (struct type_members){fitting, count}, MEMBER_CAPABILITY, false);
}

static void add_requirements(struct completion_list *list)
{
	struct node node = node_beside(list);
	const struct type *type = first_type_of(list, TYPE_NODE, node);
	struct name_list written = names_within(node, DECLARED_RELATION, list->arena);
	for (size_t i = 0; i < written.count; i++)
		complete_name(list, COMPLETION_RELATION, written.items[i]);
	complete_members(list, type_members(type, PART_REQUIREMENTS, list->arena),
		MEMBER_REQUIREMENT, false);
}

/* ---- workflows ---- */

/* How many steps of the path lead into the map that `keyname` names; 0: it is not there. */
static size_t steps_to(const struct completion_list *list, const char *keyname)
{
	size_t length = list->cursor.path_length;
	while (length > 0 && !string_is(list->cursor.path[length - 1].key, keyname))
		length--;
	return length;
}

/* The type of the node whose operations are called: the target of the workflow step or of the
 * policy around, or the component of the technology rule. */
static const struct type *called_type(const struct completion_list *list)
{
	if (list->place.construct == CONSTRUCT_TECHNOLOGY_RULE)
		return named_type(list, TYPE_NODE, node_get(map_around(list), "component"));
	return types_of_target(list, called_target(list->names, map_around(list))).items[0];
}

static void add_operations(struct completion_list *list)
{
	struct type_members interfaces =
		type_members(called_type(list), PART_INTERFACES, list->arena);
	for (size_t i = 0; i < interfaces.count; i++) {
		struct type_members operations = member_operations(
			list->types, &interfaces.items[i], MEMBER_OPERATION, list->arena);
		for (size_t j = 0; j < operations.count; j++) {
			struct string name = arena_format(list->arena, "%.*s.%.*s",
				STRING_ARGUMENTS(interfaces.items[i].name),
				STRING_ARGUMENTS(operations.items[j].name));
			completion_add_value(list, COMPLETION_OPERATION, name);
		}
	}
}

static void add_steps(struct completion_list *list)
{
	size_t length = steps_to(list, "steps");
	struct node steps = cursor_node(list->tree, list->cursor.path, length);
	struct name_list names = {NULL, 0};
	if (length > 0 && length < list->cursor.path_length)
		names = names_in(steps, list->arena);
	for (size_t i = 0; i < names.count; i++)
		if (!string_equal(names.items[i].name, list->cursor.path[length].key))
			complete_name(list, COMPLETION_OPERATION, names.items[i]);
}

/* What is resolved has templates for all that is asked for: nobody is left to choose one of the
 * type. */
static bool may_be_type(const struct completion_list *list, enum name_kind kind)
{
	return (kind != NAME_OF_NODE_OR_NODE_TYPE && kind != NAME_OF_RELATIONSHIP_OR_TYPE) ||
	       !template_scope_of(list->types, list->tree, NULL, list->arena).is_variable;
}

void complete_references(struct completion_list *list, enum name_kind kind)
{
	list->members = member_cache_create(list->arena);
	list->demand = demand_at(list);
	switch (kind) {
	case NAME_OF_DEFINITIONS_VERSION:
		add_versions(list);
		break;
	case NAME_OF_NODE:
	case NAME_OF_NODE_OR_NODE_TYPE:
		add_nodes(list);
		break;
	case NAME_OF_NODE_OR_GROUP:
		add_nodes(list);
		complete_groups(list);
		break;
	case NAME_OF_RELATIONSHIP:
	case NAME_OF_RELATIONSHIP_OR_TYPE:
		add_relationships(list);
		break;
	case NAME_OF_CAPABILITY:
	case NAME_OF_CAPABILITY_OR_TYPE:
		add_capabilities(list);
		break;
	case NAME_OF_REQUIREMENT:
		add_requirements(list);
		break;
	case NAME_OF_REPOSITORY:
		complete_names_of(list, COMPLETION_FILE, DECLARED_REPOSITORY);
		break;
	case NAME_OF_FILE:
		complete_files(list);
		break;
	case NAME_OF_PROFILE:
		complete_profiles(list);
		break;
	case NAME_OF_WORKFLOW:
		complete_names_of(list, COMPLETION_OPERATION, DECLARED_WORKFLOW);
		break;
	case NAME_OF_STEP:
		add_steps(list);
		break;
	case NAME_OF_OPERATION:
		add_operations(list);
		break;
	case NAME_OF_VARIABILITY_INPUT:
		complete_names_of(list, COMPLETION_VARIABILITY_INPUT, DECLARED_VARIABILITY_INPUT);
		break;
	case NAME_OF_PRESET:
		complete_names_of(list, COMPLETION_PRESET, DECLARED_PRESET);
		break;
	default:
		break;
	}
	if (may_be_type(list, kind))
		complete_types(list, kind == NAME_OF_NODE_OR_NODE_TYPE ? NAME_OF_NODE_TYPE : kind);
}

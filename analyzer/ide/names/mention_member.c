#include "analyzer/ide/cursor/call.h"
#include "analyzer/ide/declarations/eval_arguments.h"
#include "analyzer/ide/declarations/traversal.h"
#include "analyzer/ide/names/mention_search.h"
#include "analyzer/ide/names/uses.h"
#include "analyzer/ide/text/name_text.h"

/* The type that is being defined around a place. */
static const struct type *defined_type(
	const struct mention_search *search, const struct walk_item *item)
{
	if (item->path_length < 2 || !search->file->types)
		return NULL;
	for (size_t i = 0; i < TYPE_KIND_TOTAL; i++) {
		if (string_is(item->path[0].key, type_kind_row((enum type_kind)i)->keyname)) {
			return types_find(
				search->file->types, (enum type_kind)i, item->path[1].key);
		}
	}
	return NULL;
}

static const struct type_member *member_of_type(struct mention_search *search,
	const struct type *type, enum member_kind kind, struct string name)
{
	return type_members_find(type_members(type, (enum type_part)kind, search->arena), name);
}

static bool member_kind_of_keyname(struct string keyname, enum member_kind *kind)
{
	static const struct {
		const char *keyname;
		enum member_kind kind;
	} rows[] = {
		{"properties", MEMBER_PROPERTY},
		{"attributes", MEMBER_ATTRIBUTE},
		{"capabilities", MEMBER_CAPABILITY},
		{"requirements", MEMBER_REQUIREMENT},
		{"interfaces", MEMBER_INTERFACE},
		{"artifacts", MEMBER_ARTIFACT},
		{"operations", MEMBER_OPERATION},
		{"notifications", MEMBER_NOTIFICATION},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (string_is(keyname, rows[i].keyname)) {
			*kind = rows[i].kind;
			return true;
		}
	}
	return false;
}

/* `node_types: {shop.web: {properties: {port: …}}}`: what a type declares or refines, and
 * what it refines of its capabilities. */
static const struct type_member *own_member(
	struct mention_search *search, const struct walk_item *item, enum member_kind *kind)
{
	const struct type *type = defined_type(search, item);
	size_t length = item->path_length;
	if (!type || length < 3 || !member_kind_of_keyname(item->path[2].key, kind))
		return NULL;
	struct string name = node_text(item->node);
	bool is_list_item = length == 4 && item->path[3].index >= 0;
	if (length == 3 || is_list_item)
		return *kind <= MEMBER_ARTIFACT ? member_of_type(search, type, *kind, name) : NULL;
	if (length == 5 && *kind == MEMBER_CAPABILITY &&
		member_kind_of_keyname(item->path[4].key, kind) && *kind <= MEMBER_ATTRIBUTE) {
		const struct type_member *capability =
			member_of_type(search, type, MEMBER_CAPABILITY, item->path[3].key);
		return member_of_type(search,
			member_type(search->file->types, capability, TYPE_CAPABILITY, "type"),
			*kind, name);
	}
	return NULL;
}

static struct declaration declared_around(
	struct mention_search *search, const struct walk_item *item, size_t length)
{
	return declaration_at(
		search->file->types, search->file->tree, item->path, length, search->arena);
}

/* ---- operations ---- */

/* An interface type as an interface that refines that of its parent. */
static const struct type_member *as_interface(
	struct mention_search *search, const struct type *type)
{
	struct type_member *interface = arena_allocate(search->arena, 1, sizeof(*interface));
	*interface = (struct type_member){.definition = type->definition, .origin = type};
	if (type->parent)
		interface->refines = as_interface(search, type->parent);
	return interface;
}

/* The interface whose operation or notification the key names, NULL if it names none. In TOSCA
 * 1.0 to 1.2 they stand directly in the interface. */
static const struct type_member *interface_around(
	struct mention_search *search, const struct walk_item *item, enum member_kind *kind)
{
	const struct type *type = defined_type(search, item);
	size_t steps = item->path_length;
	if (steps < 2)
		return NULL;
	*kind = MEMBER_OPERATION;
	if (member_kind_of_keyname(item->path[steps - 1].key, kind) && *kind >= MEMBER_OPERATION)
		steps--;
	if (type && type->kind == TYPE_INTERFACE)
		return steps == 2 ? as_interface(search, type) : NULL;
	if (steps < 2 || !string_is(item->path[steps - 2].key, "interfaces"))
		return NULL;
	struct string name = item->path[steps - 1].key;
	if (type && steps == 4)
		return member_of_type(search, type, MEMBER_INTERFACE, name);
	struct declaration around = declared_around(search, item, steps - 1);
	return around.kind == DECLARES_MEMBERS ? type_members_find(around.members, name) : NULL;
}

/* An operation and what it refines, level by level. */
struct refinements {
	struct type_member *nearest;
	struct type_member *last;
};

static void add_refinements(struct mention_search *search, struct refinements *refinements,
	const struct type_member *interface, enum member_kind kind, struct string name)
{
	for (; interface != NULL; interface = interface->refines) {
		const struct type_member *found = type_members_find(
			member_operations(search->file->types, interface, kind, search->arena),
			name);
		if (!found ||
			(refinements->last && node_equal_place(refinements->last->key, found->key)))
			continue;
		struct type_member *member = arena_allocate(search->arena, 1, sizeof(*member));
		*member = *found;
		if (refinements->last)
			refinements->last->refines = member;
		else
			refinements->nearest = member;
		refinements->last = member;
	}
}

static void find_operation(struct mention_search *search, struct refinements *found,
	const struct type_member *interface, enum member_kind kind, struct string name)
{
	const struct type *type =
		member_type(search->file->types, interface, TYPE_INTERFACE, "type");
	add_refinements(search, found, interface, kind, name);
	if (type)
		add_refinements(search, found, as_interface(search, type), kind, name);
}

bool mention_means_operation(struct mention_search *search, struct mention *mention,
	const struct type_member *interface, enum member_kind kind, struct string name)
{
	struct refinements found = {0};
	find_operation(search, &found, interface, kind, name);
	if (!found.nearest)
		return false;
	mention->is_declaration = node_equal_place(found.nearest->key, mention->node);
	mention_means_member(search, mention, kind, found.nearest, interface->name);
	return true;
}

static bool add_operation(
	struct mention_search *search, const struct walk_item *item, struct mention *mention)
{
	enum member_kind kind;
	const struct type_member *interface = interface_around(search, item, &kind);
	return interface &&
	       mention_means_operation(search, mention, interface, kind, node_text(item->node));
}

/* ---- inputs ---- */

/* The map of inputs that a key is in: of which interface, and of which of its operations, or of all
 * of them (empty). */
struct inputs_around {
	const struct type_member *interface;
	struct string operation;
};

/* False if it is no such map. */
static bool find_inputs(
	struct mention_search *search, const struct walk_item *item, struct inputs_around *found)
{
	const struct type *type = defined_type(search, item);
	size_t length = item->path_length, behind = 0; /* the name of the interface */
	if (length < 3 || !string_is(item->path[length - 1].key, "inputs"))
		return false;
	if (string_is(item->path[length - 2].key, "call_operation")) {
		struct declaration called = declared_around(search, item, length - 1);
		found->interface = called.interface;
		found->operation = called.member ? called.member->name : STRING("");
		return called.kind == DECLARES_OPERATION && called.interface;
	}
	if (type && type->kind == TYPE_INTERFACE) {
		found->interface = as_interface(search, type);
		behind = 2;
	}
	for (size_t i = 0; i + 2 < length && !behind; i++) {
		if (!string_is(item->path[i].key, "interfaces"))
			continue;
		struct string name = item->path[i + 1].key;
		struct declaration around = {0};
		if (!type)
			around = declared_around(search, item, i + 1);
		found->interface = type ? member_of_type(search, type, MEMBER_INTERFACE, name)
					: type_members_find(around.members, name);
		behind = i + 2;
	}
	if (behind + 2 < length && string_is(item->path[behind].key, "operations"))
		behind++;
	found->operation = behind + 2 == length ? item->path[behind].key : STRING("");
	return found->interface != NULL && behind + 1 <= length && behind + 2 >= length;
}

static void add_input_of(struct mention_search *search, struct refinements *inputs,
	const struct type_member *level, struct string name)
{
	struct node_entry written = node_find(node_get(level->definition, "inputs"), name);
	if (node_is_absent(written.key))
		return;
	struct type_member *input = arena_allocate(search->arena, 1, sizeof(*input));
	*input = (struct type_member){.name = name,
		.key = written.key,
		.definition = written.value,
		.origin = level->origin};
	if (inputs->last)
		inputs->last->refines = input;
	else
		inputs->nearest = input;
	inputs->last = input;
}

static void find_input(struct mention_search *search, struct refinements *inputs,
	const struct inputs_around *around, struct string name)
{
	const struct type_member *interface = around->interface;
	const struct type *type =
		member_type(search->file->types, interface, TYPE_INTERFACE, "type");
	struct refinements operations = {0};
	if (around->operation.length > 0) {
		find_operation(search, &operations, interface, MEMBER_OPERATION, around->operation);
		for (const struct type_member *level = operations.nearest; level;
			level = level->refines)
			add_input_of(search, inputs, level, name);
		return;
	}
	for (; interface; interface = interface->refines)
		add_input_of(search, inputs, interface, name);
	for (interface = type ? as_interface(search, type) : NULL; interface;
		interface = interface->refines)
		add_input_of(search, inputs, interface, name);
}

/* An input of an operation, as every level says it that refines what the one above says. */
static bool add_input(
	struct mention_search *search, const struct walk_item *item, struct mention *mention)
{
	struct inputs_around around = {0};
	struct refinements found = {0};
	if (!find_inputs(search, item, &around))
		return false;
	find_input(search, &found, &around, node_text(item->node));
	if (!found.nearest)
		return false;
	bool is_of_interface = found.last->origin && found.last->origin->kind == TYPE_INTERFACE;
	mention->is_declaration = node_equal_place(found.nearest->key, item->node);
	mention_means_member(search, mention, MEMBER_INPUT, found.nearest,
		arena_format(search->arena, "%.*s/%.*s",
			STRING_ARGUMENTS(is_of_interface ? STRING("") : around.interface->name),
			STRING_ARGUMENTS(around.operation)));
	return true;
}

/* ---- keys ---- */

/* Names in templates that types declare: of members, and of the parts of values. */
static bool add_declared(
	struct mention_search *search, const struct walk_item *item, struct mention *mention)
{
	struct declaration around = declared_around(search, item, item->path_length);
	enum member_kind kind = MEMBER_PROPERTY;
	struct type_members members = {0};
	if (around.kind == DECLARES_MEMBERS) {
		kind = around.member_kind;
		members = around.members;
	} else if (around.kind == DECLARES_VALUE) {
		members = schema_properties(search->file->types, around.schema, search->arena);
	}
	const struct type_member *member = type_members_find(members, node_text(item->node));
	if (!member)
		return false;
	mention_means_member(search, mention, kind, member, STRING(""));
	return true;
}

void mention_visit_key(struct mention_search *search, const struct walk_item *item)
{
	enum member_kind kind;
	enum declared_kind declared;
	if (declared_by(item, &declared))
		return; /* it is among the uses */
	struct mention mention = mention_begin(search, item->node, item->value);
	const struct type_member *member = own_member(search, item, &kind);
	if (member) {
		mention.is_declaration = node_equal_place(member->key, item->node);
		mention_means_member(search, &mention, kind, member, STRING(""));
	} else if (!add_operation(search, item, &mention) && !add_input(search, item, &mention)) {
		add_declared(search, item, &mention);
	}
	mention_add(search, mention);
}

/* ---- arguments ---- */

static bool means_any_of(struct mention_search *search, struct mention *mention,
	const struct traversal *traversal, struct string name, const enum type_part *parts,
	size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct type_member *member =
			type_members_find(traversal_members(traversal, parts[i]), name);
		if (member) {
			mention_means_member(
				search, mention, (enum member_kind)parts[i], member, STRING(""));
			return true;
		}
	}
	return false;
}

/* What the node template has of that name, whatever its types say. */
static void means_own(struct mention_search *search, struct mention *mention,
	const struct traversal *traversal, struct string name)
{
	static const enum declared_kind kinds[] = {
		DECLARED_PROPERTY, DECLARED_RELATION, DECLARED_ARTIFACT};
	bool at_node = traversal->at == AT_NODE || traversal->at == AT_REQUIREMENT_NAME;
	if (!at_node || traversal->is_within)
		return;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		struct name_list own =
			names_within(traversal->place.element, kinds[i], search->arena);
		bool fits = !mention->has_member || mention->member.kind == kinds[i] ||
			    (mention->member.kind == DECLARED_REQUIREMENT &&
				    kinds[i] == DECLARED_RELATION);
		for (size_t j = 0; fits && j < own.count; j++) {
			if (string_equal(own.items[j].name, name)) {
				mention_means_element(search, mention, kinds[i], name,
					arena_format(search->arena, "node.%.*s",
						STRING_ARGUMENTS(traversal->place.name)));
				return;
			}
		}
	}
}

/* Simple Profile 1.3, section 4.4.2: [node, requirement or capability, property, nested …]. */
static void means_property(struct mention_search *search, struct mention *mention,
	struct traversal *traversal, struct string name, bool is_attribute)
{
	enum type_part parts[4] = {is_attribute ? PART_ATTRIBUTES : PART_PROPERTIES,
		is_attribute ? PART_PROPERTIES : PART_ATTRIBUTES, PART_REQUIREMENTS,
		PART_CAPABILITIES};
	const struct type_member *member;
	size_t count = 2;
	traversal_seek(traversal, name);
	switch (traversal->at) {
	case AT_NODE:
		count = traversal->is_within ? 2 : 4;
		break;
	case AT_REQUIREMENT_NAME:
		parts[0] = PART_REQUIREMENTS;
		count = 1;
		break;
	case AT_CAPABILITY_NAME:
		parts[0] = PART_CAPABILITIES;
		count = 1;
		break;
	case AT_VALUE:
		member = type_members_find(
			schema_properties(search->file->types, traversal->schema, search->arena),
			name);
		if (member)
			mention_means_member(search, mention, MEMBER_PROPERTY, member, STRING(""));
		return;
	case AT_RELATIONSHIP:
	case AT_CAPABILITY:
		break;
	case AT_NOTHING:
	case AT_START:
		return;
	}
	means_any_of(search, mention, traversal, name, parts, count);
	means_own(search, mention, traversal, name);
}

/* Behind the first item of the list around the scalar, up to it. */
static struct traversal follow(struct mention_search *search, const struct walk_item *item)
{
	const struct syntax_tree *tree = search->file->tree;
	const struct type *self = traversal_self(
		search->file->types, tree, item->path, item->path_length, search->arena);
	struct traversal traversal =
		traversal_start(search->file->types, tree, item->place, self, search->arena);
	traversal.relation = traversal_relation(tree, item->path, item->path_length);
	uint32_t count = node_count(item->list);
	struct string *arguments = arena_allocate(search->arena, count + 1, sizeof(*arguments));
	for (uint32_t i = 0; i < count; i++)
		arguments[i] = node_text(node_item(item->list, i));
	traversal_follow_to(&traversal, arguments, count, (size_t)item->position);
	return traversal;
}

/* The keyname of the mapping, if a list stands for something of this template: TOSCA maps by
 * `[node, capability]` and the like. */
static const char *mapping_of(const struct walk_item *item)
{
	const struct place *place = item->place;
	bool maps = place->keyname && place->construct == CONSTRUCT_SUBSTITUTION_MAPPINGS &&
		    !string_is(string_from(place->keyname->name), "substitution_filter") &&
		    item->position >= 0 && place->depth >= 2;
	return maps ? place->keyname->name : NULL;
}

static void add_mapped(
	struct mention_search *search, const struct walk_item *item, struct string mapping)
{
	struct mention mention = mention_begin(search, item->node, (struct node){0});
	struct string name = node_text(item->node);
	bool is_input = node_count(item->list) == 1 && string_is(mapping, "properties");
	enum member_kind kind;
	if (item->position == 0) {
		mention_means_element(search, &mention, is_input ? DECLARED_INPUT : DECLARED_NODE,
			name, STRING(""));
	} else if (member_kind_of_keyname(mapping, &kind) && kind <= MEMBER_ARTIFACT) {
		struct traversal traversal = follow(search, item);
		bool deeper = kind <= MEMBER_ATTRIBUTE;
		enum type_part part = (enum type_part)kind;
		if (deeper)
			means_property(
				search, &mention, &traversal, name, kind == MEMBER_ATTRIBUTE);
		else if (means_any_of(
				 search, &mention, &traversal, node_text(item->node), &part, 1))
			means_own(search, &mention, &traversal, node_text(item->node));
	}
	mention_add(search, mention);
}

/* The output of an operation goes to `[SELF, attribute]`. */
static void add_mapped_attribute(struct mention_search *search, const struct walk_item *item)
{
	struct mention mention = mention_begin(search, item->node, (struct node){0});
	struct traversal traversal = follow(search, item);
	means_property(search, &mention, &traversal, node_text(item->node), true);
	mention_add(search, mention);
}

/* `get_input: [input, part, …]`: parts of its value. */
static void add_part_of_input(struct mention_search *search, const struct walk_item *item)
{
	const struct types *types = search->file->types;
	struct mention mention = mention_begin(search, item->node, (struct node){0});
	struct name_entry input = names_find(known_names(search->file)->tree, DECLARED_INPUT,
		node_text(node_item(item->list, 0)));
	struct value_schema schema = value_schema_of_definition(input.value);
	for (int32_t i = 1; i < item->position; i++) {
		struct node part = node_item(item->list, (uint32_t)i);
		schema = node_is_string(part)
				 ? schema_of_key(types, schema, node_text(part), search->arena)
				 : schema_of_entry(types, schema, search->arena);
	}
	const struct type_member *member = type_members_find(
		schema_properties(types, schema, search->arena), node_text(item->node));
	if (member && !node_is_absent(input.key))
		mention_means_member(search, &mention, MEMBER_PROPERTY, member, STRING(""));
	mention_add(search, mention);
}

void mention_visit_argument(struct mention_search *search, const struct walk_item *item)
{
	const char *mapping = mapping_of(item);
	if (mapping) {
		add_mapped(search, item, string_from(mapping));
		return;
	}
	if (item->position < 1 || item->path_length < 2 ||
		item->path[item->path_length - 2].index >= 0)
		return;
	if (traversal_maps_attribute(item->place)) {
		add_mapped_attribute(search, item);
		return;
	}
	const struct function_row *function =
		call_function(item->place->version, item->path[item->path_length - 2].key);
	if (!function)
		return;
	struct mention mention = mention_begin(search, item->node, (struct node){0});
	struct string name = string_from(function->name);
	if (string_is(name, "get_input")) {
		add_part_of_input(search, item);
		return;
	}
	struct traversal traversal = follow(search, item);
	if (string_is(name, "get_property") || string_is(name, "get_attribute")) {
		means_property(search, &mention, &traversal, node_text(item->node),
			string_is(name, "get_attribute"));
	} else if (string_is(name, "get_artifact") && item->position == 1) {
		enum type_part part = PART_ARTIFACTS;
		means_any_of(search, &mention, &traversal, node_text(item->node), &part, 1);
		means_own(search, &mention, &traversal, node_text(item->node));
	} else if (string_is(name, "get_operation_output") && item->position == 1) {
		enum type_part part = PART_INTERFACES;
		means_any_of(search, &mention, &traversal, node_text(item->node), &part, 1);
	}
	mention_add(search, mention);
}

/* ---- paths in strings ---- */

/* Whether the step is what is looked for. */
static bool is_wanted_step(
	const struct mention_search *search, const struct mention *mention, struct string name)
{
	return search->by_offset ? search->offset >= mention->range.start &&
					   search->offset <= mention->range.end
				 : string_equal(name, search->names[0]);
}

static void add_step(struct mention_search *search, const struct walk_item *item,
	const struct eval_arguments *arguments, size_t position, struct range part,
	enum eval_step_kind kind)
{
	struct mention mention = mention_begin(search, item->node, (struct node){0});
	struct string name = string_slice(node_text(item->node), part.start, part.end);
	mention.range = name_part(item->node, part, search->arena);
	if (!is_wanted_step(search, &mention, name))
		return;
	if (kind == EVAL_INPUT) {
		mention_means_element(search, &mention, DECLARED_INPUT, name, STRING(""));
	} else if (kind == EVAL_NODE || position == 0) {
		mention_means_element(search, &mention, DECLARED_NODE, name, STRING(""));
	} else if (search->file->types) {
		struct traversal traversal =
			traversal_start(search->file->types, known_names(search->file)->tree,
				item->place, defined_type(search, item), search->arena);
		traversal_follow_to(&traversal, arguments->items, arguments->count, position);
		if (kind == EVAL_REQUIREMENT || kind == EVAL_CAPABILITY) {
			enum type_part members =
				kind == EVAL_REQUIREMENT ? PART_REQUIREMENTS : PART_CAPABILITIES;
			means_any_of(search, &mention, &traversal, name, &members, 1);
			means_own(search, &mention, &traversal, name);
		} else {
			means_property(search, &mention, &traversal, name, false);
		}
	}
	mention_add(search, mention);
}

static void visit_path(
	struct mention_search *search, const struct walk_item *item, struct range part)
{
	struct string text = node_text(item->node);
	struct eval_path path = eval_path_read(text, part);
	struct eval_arguments arguments =
		eval_arguments(text, &path, known_names(search->file)->tree);
	size_t position = 0;
	if (path.count > 0 && path.steps[0].kind == EVAL_INPUT)
		add_step(search, item, &arguments, 0, path.steps[0].name, EVAL_INPUT);
	for (size_t i = 0; i < path.count && position < arguments.count; i++) {
		const struct eval_step *step = &path.steps[i];
		struct string name = string_slice(text, step->name.start, step->name.end);
		bool has_name = name.length > 0;
		while (has_name && position < arguments.count &&
			!string_equal(arguments.items[position], name))
			position++;
		if (has_name && position < arguments.count)
			add_step(search, item, &arguments, position++, step->name, step->kind);
	}
}

bool mention_visit_path(struct mention_search *search, const struct walk_item *item)
{
	size_t from = 0;
	struct range part;
	bool is_call = item->place->is_free && item->path_length > 0 &&
		       string_is(item->path[item->path_length - 1].key, "eval");
	bool is_path = false;
	if (!is_call && !item->place->is_free)
		return false;
	while (eval_path_next(node_text(item->node), is_call, &from, &part)) {
		visit_path(search, item, part);
		is_path = true;
	}
	return is_path;
}

#include "analyzer/ide/names/navigation.h"

#include "analyzer/ide/declarations/declaration.h"
#include "analyzer/ide/names/anchors.h"
#include "analyzer/ide/names/import_target.h"
#include "analyzer/ide/names/test_names.h"
#include "analyzer/ide/text/name_text.h"

struct places {
	struct arena *arena;
	struct place_of_name *items;
	size_t count, capacity;
};

static void append(struct places *places, struct place_of_name place)
{
	places->items = arena_reserve(places->arena, places->items, places->count,
		&places->capacity, sizeof(*places->items));
	places->items[places->count++] = place;
}

static void add(struct places *places, struct place_of_name place)
{
	for (size_t i = 0; i < places->count; i++)
		if (places->items[i].range.start == place.range.start &&
			string_equal(places->items[i].path, place.path))
			return;
	append(places, place);
}

static struct range with_value(struct range range, struct node value)
{
	if (node_kind(value) != NODE_ABSENT && node_range(value).end > range.end)
		range.end = node_range(value).end;
	return range;
}

static struct place_of_name place_of(const struct known_file *file, const struct mention *mention)
{
	return (struct place_of_name){
		.path = file->path,
		.tree = file->tree,
		.range = mention->range,
		.whole = mention->is_declaration ? with_value(mention->range, mention->value)
						 : mention->range,
		.is_declaration = mention->is_declaration,
	};
}

static struct place_of_name place_in_type(
	const struct type *type, struct node key, struct node definition)
{
	struct range range = node_range(key);
	return (struct place_of_name){
		.path = type_path(type),
		.tree = type_tree(type),
		.is_normative = type_is_normative(type),
		.range = range,
		.whole = with_value(range, definition),
		.is_declaration = true,
	};
}

static struct place_of_name place_of_function(
	const struct function_definition *function, struct arena *arena)
{
	struct range range = name_range(function->key, arena);
	return (struct place_of_name){
		.path = function->path,
		.tree = function->tree,
		.range = range,
		.whole = with_value(range, function->value),
		.is_declaration = true,
	};
}

struct place_of_name place_of_type(const struct type *type)
{
	return place_in_type(type, type->key, type->definition);
}

static struct place_of_name place_of_member(const struct type_member *member)
{
	return place_in_type(member->origin, member->key, member->definition);
}

/* What a search for the name means: the element rather than what types say of it. What is laid over
 * a template in a file beside it is no element of its own. */
static const struct meaning *navigation_subject(
	const struct known_file *file, const struct mention *mention)
{
	bool is_laid_over = file->template && mention->has_member;
	return mention->has_element && !is_laid_over ? &mention->element : &mention->member;
}

/* ---- definitions ---- */

static void add_anchors(struct places *places, const struct known_file *file, uint32_t offset,
	bool only_declarations)
{
	size_t count = 0;
	const struct anchor_place *anchors = anchors_at(file->tree, offset, places->arena, &count);
	for (size_t i = 0; i < count; i++) {
		if (only_declarations && !anchors[i].is_anchor)
			continue;
		add(places, (struct place_of_name){file->path, file->tree, false, anchors[i].range,
				    anchors[i].whole, anchors[i].is_anchor});
	}
}

/* Elsewhere than at the name itself. */
static void add_other_declarations(
	struct places *places, const struct known_file *file, const struct mention *mention)
{
	if (!mention->has_element || mention->type)
		return;
	bool is_beside = file->template != NULL;
	file = known_names(file);
	struct mentions found = mentions_declaring(file, &mention->element, places->arena);
	for (size_t i = 0; i < found.count; i++)
		if (found.items[i].is_declaration && found.items[i].has_element &&
			meaning_equal(&found.items[i].element, &mention->element) &&
			(is_beside || found.items[i].range.start != mention->range.start))
			add(places, place_of(file, &found.items[i]));
}

static bool is_itself(const struct mention *mention, const struct type_member *member)
{
	return node_equal_place(member->key, mention->node);
}

static void add_member(struct places *places, const struct mention *mention)
{
	if (!mention->has_member)
		return;
	const struct type_member *member = mention->definition;
	if (is_itself(mention, member))
		member = member->refines ? member->refines : member;
	add(places, place_of_member(member));
}

static struct places places_in(struct arena *arena)
{
	return (struct places){.arena = arena};
}

static const struct place_of_name *answer(const struct places *places, size_t *count)
{
	*count = places->count;
	return places->items;
}

/* Where YAML or an import leads, before any name is asked for its meaning. */
static void add_leading(struct places *places, const struct known_file *file, uint32_t offset)
{
	struct range origin;
	struct place_of_name target;
	add_anchors(places, file, offset, true);
	if (places->count == 0 && import_target_at(file, offset, places->arena, &origin, &target))
		add(places, target);
}

static void add_definitions(
	struct places *places, const struct known_file *file, const struct mention *mention)
{
	if (mention->type) {
		add(places, place_of_type(mention->type));
		return;
	}
	if (mention->function) {
		add(places, place_of_function(mention->function, places->arena));
		return;
	}
	if (!node_is_absent(mention->by_position.key)) {
		struct range range = name_range(mention->by_position.key, places->arena);
		add(places, (struct place_of_name){.path = file->path,
				    .tree = file->tree,
				    .range = range,
				    .whole = with_value(range, mention->by_position.value),
				    .is_declaration = true});
		return;
	}
	bool is_assignment = mention->is_declaration && mention->has_element && mention->has_member;
	if (!is_assignment)
		add_other_declarations(places, file, mention);
	if (places->count == 0)
		add_member(places, mention);
	if (mention->is_declaration &&
		((places->count == 0 && !file->template) || !mention->has_member))
		add(places, place_of(file, mention));
}

const struct place_of_name *navigation_definitions(
	const struct known_file *file, uint32_t offset, struct arena *arena, size_t *count)
{
	struct places places = places_in(arena);
	struct mention mention;
	add_leading(&places, file, offset);
	if (places.count == 0 && mention_at(file, offset, arena, &mention))
		add_definitions(&places, file, &mention);
	return answer(&places, count);
}

const struct place_of_name *navigation_declarations(
	const struct known_file *file, uint32_t offset, struct arena *arena, size_t *count)
{
	struct places places = places_in(arena);
	struct mention mention;
	add_leading(&places, file, offset);
	if (places.count == 0 && mention_at(file, offset, arena, &mention)) {
		if (mention.has_member)
			add(&places, place_of_member(mention.first));
		else
			add_definitions(&places, file, &mention);
	}
	return answer(&places, count);
}

/* ---- types ---- */

static void add_type(struct places *places, const struct type *type)
{
	if (type)
		add(places, place_of_type(type));
}

/* A list or map of them counts as its entries. */
static void add_data_type(
	struct places *places, const struct known_file *file, struct value_schema schema)
{
	const struct type *type = schema_type(file->types, schema).type;
	while (!type && !node_is_absent(schema.definition)) {
		schema = schema_of_entry(file->types, schema, places->arena);
		type = schema_type(file->types, schema).type;
	}
	add_type(places, type);
}

static void add_member_types(
	struct places *places, const struct known_file *file, const struct mention *mention)
{
	static const struct {
		enum declared_kind kind;
		enum type_kind type;
		const char *keyname;
	} rows[] = {
		{DECLARED_ARTIFACT, TYPE_ARTIFACT, "type"},
		{DECLARED_CAPABILITY, TYPE_CAPABILITY, "type"},
		{DECLARED_INTERFACE, TYPE_INTERFACE, "type"},
		{DECLARED_REQUIREMENT, TYPE_RELATIONSHIP, "relationship"},
		{DECLARED_REQUIREMENT, TYPE_CAPABILITY, "capability"},
	};
	enum declared_kind kind = mention->member.kind;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (rows[i].kind == kind) {
			add_type(places, member_type(file->types, mention->definition, rows[i].type,
						 rows[i].keyname));
		}
	}
	if (kind == DECLARED_PROPERTY || kind == DECLARED_ATTRIBUTE ||
		kind == DECLARED_OPERATION_INPUT)
		add_data_type(places, file, value_schema_of_member(mention->definition));
}

/* What the element says itself. */
static void add_element_types(
	struct places *places, const struct known_file *file, const struct mention *mention)
{
	const struct type *types[MOST_ALTERNATIVES];
	size_t count = 0;
	enum declared_kind kind = mention->element.kind;
	enum type_kind type_kind = TYPE_NODE;
	switch (kind) {
	case DECLARED_INPUT:
	case DECLARED_OUTPUT:
	case DECLARED_VARIABILITY_INPUT:
		add_data_type(places, file, value_schema_of_definition(mention->value));
		return;
	case DECLARED_NODE:
		break;
	case DECLARED_RELATION:
		count = element_types(file->types, TYPE_RELATIONSHIP,
			node_get(mention->value, "relationship"), types);
		type_kind = TYPE_RELATIONSHIP;
		break;
	case DECLARED_RELATIONSHIP_TEMPLATE:
		type_kind = TYPE_RELATIONSHIP;
		break;
	case DECLARED_GROUP:
		type_kind = TYPE_GROUP;
		break;
	case DECLARED_POLICY:
		type_kind = TYPE_POLICY;
		break;
	case DECLARED_ARTIFACT:
		type_kind = TYPE_ARTIFACT;
		break;
	default:
		return;
	}
	if (kind != DECLARED_RELATION)
		count = element_types(file->types, type_kind, mention->value, types);
	for (size_t i = 0; i < count; i++)
		add_type(places, types[i]);
}

static void add_types_of(
	struct places *places, const struct known_file *file, const struct mention *mention)
{
	if (mention->type) {
		bool climbs = mention->is_declaration && mention->type->parent != NULL;
		add_type(places, climbs ? mention->type->parent : mention->type);
		return;
	}
	if (mention->has_element) {
		struct mentions found = mentions_declaring(file, &mention->element, places->arena);
		for (size_t i = 0; i < found.count; i++)
			if (found.items[i].is_declaration)
				add_element_types(places, file, &found.items[i]);
	}
	if (mention->has_member && places->count == 0)
		add_member_types(places, file, mention);
}

/* The definition of the innermost property whose value is at `offset`. */
static void add_surrounding_definition(
	struct places *places, const struct known_file *file, uint32_t offset)
{
	struct node node = syntax_tree_node_at(file->tree, offset);
	while (!node_is_absent(node) && places->count == 0) {
		struct mention mention;
		struct node key = node_key(node);
		if (!node_is_absent(key) &&
			mention_at(file, node_range(key).start, places->arena, &mention) &&
			mention.has_member)
			add(places, place_of_member(mention.definition));
		node = node_parent(node);
	}
}

const struct place_of_name *navigation_type_definitions(
	const struct known_file *file, uint32_t offset, struct arena *arena, size_t *count)
{
	struct places places = places_in(arena);
	struct mention mention;
	if (mention_at(file, offset, arena, &mention))
		add_types_of(&places, file, &mention);
	else
		add_surrounding_definition(&places, file, offset);
	return answer(&places, count);
}

/* ---- references ---- */

struct range navigation_origin(const struct known_file *file, uint32_t offset, struct arena *arena)
{
	struct mention mention;
	struct range origin;
	struct place_of_name target;
	size_t count = 0;
	const struct anchor_place *anchors = anchors_at(file->tree, offset, arena, &count);
	for (size_t i = 0; i < count; i++)
		if (offset + 1 >= anchors[i].range.start && offset <= anchors[i].range.end)
			return anchors[i].range;
	if (import_target_at(file, offset, arena, &origin, &target))
		return origin;
	return mention_at(file, offset, arena, &mention) ? mention.range
							 : (struct range){offset, offset};
}

static void add_mentions(
	struct places *places, const struct known_file *file, const struct meaning *meaning)
{
	struct mentions found = mentions_of(file, meaning, places->arena);
	for (size_t i = 0; i < found.count; i++)
		add(places, place_of(file, &found.items[i]));
}

static void add_test_names(
	struct places *places, const struct meaning *meaning, const struct known_files *files)
{
	size_t count = 0;
	const struct test_name *names = test_names_of(meaning, files, places->arena, &count);
	for (size_t i = 0; i < count; i++) {
		struct range range = name_range(names[i].node, places->arena);
		add(places, (struct place_of_name){.path = names[i].path,
				    .tree = names[i].node.tree,
				    .range = range,
				    .whole = range});
	}
}

static void add_import_mentions(
	struct places *places, const struct known_file *file, uint32_t offset)
{
	bool is_prefix;
	size_t count = 0;
	const struct import_mention *found =
		import_mentions_at(file, offset, places->arena, &is_prefix, &count);
	for (size_t i = 0; i < count; i++) {
		add(places, (struct place_of_name){.path = file->path,
				    .tree = file->tree,
				    .range = found[i].range,
				    .whole = found[i].range,
				    .is_declaration = found[i].is_declaration});
	}
}

static void tell(const struct places *places, struct place_listener listener)
{
	if (places->count > 0)
		listener.found(listener.context, places->items, places->count);
}

static void search_file(const struct known_file *file, const struct meaning *meaning,
	struct arena *arena, struct place_listener listener)
{
	struct places places = places_in(arena);
	add_mentions(&places, file, meaning);
	tell(&places, listener);
}

static void search_tests(const struct known_files *files, const struct meaning *meaning,
	struct arena *arena, struct place_listener listener)
{
	struct places places = places_in(arena);
	add_test_names(&places, meaning, files);
	tell(&places, listener);
}

const struct known_file *known_files_other(const struct known_files *files, size_t position,
	const struct meaning *meaning, bool is_local)
{
	if (!is_local)
		return files->that_mentions(files->context, position, meaning->name);
	return files->that_stands_beside
		       ? files->that_stands_beside(files->context, position, meaning->name)
		       : NULL;
}

void navigation_search(const struct known_file *file, const struct known_files *others,
	uint32_t offset, struct arena *arena, struct place_listener listener)
{
	struct places leading = places_in(arena);
	struct mention mention;
	add_anchors(&leading, file, offset, false);
	if (leading.count == 0)
		add_import_mentions(&leading, file, offset);
	tell(&leading, listener);
	if (leading.count > 0 || !mention_at(file, offset, arena, &mention))
		return;
	const struct meaning *subject = navigation_subject(file, &mention);
	bool is_local =
		subject == &mention.element && !mention.type && subject->kind != DECLARED_FUNCTION;
	search_file(file, subject, arena, listener);
	if (others)
		search_tests(others, subject, arena, listener);
	for (size_t i = 0; others && i < others->count; i++) {
		const struct known_file *other = known_files_other(others, i, subject, is_local);
		if (other && !string_equal(other->path, file->path))
			search_file(other, subject, arena, listener);
	}
}

static void collect(void *context, const struct place_of_name *places, size_t count)
{
	struct places *all = context;
	for (size_t i = 0; i < count; i++)
		append(all, places[i]);
}

const struct place_of_name *navigation_references(const struct known_file *file,
	const struct known_files *others, uint32_t offset, struct arena *arena, size_t *count)
{
	struct places places = places_in(arena);
	navigation_search(file, others, offset, arena, (struct place_listener){&places, collect});
	return answer(&places, count);
}

const struct place_of_name *navigation_highlights(
	const struct known_file *file, uint32_t offset, struct arena *arena, size_t *count)
{
	return navigation_references(file, NULL, offset, arena, count);
}

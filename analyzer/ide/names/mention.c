#include "analyzer/ide/names/mention.h"

#include "analyzer/ide/cursor/operands.h"
#include "analyzer/ide/names/mention_places.h"
#include "analyzer/ide/names/mention_search.h"
#include "analyzer/ide/names/uses.h"
#include "analyzer/ide/text/name_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- meanings ---- */

static void means_type(
	struct mention_search *search, struct mention *mention, const struct type *type)
{
	mention->has_element = true;
	mention->type = type;
	mention->element = (struct meaning){
		.kind = declared_kind_of_type(type->kind),
		.name = type->name,
		.file = type_path(type),
	};
	/* What stands in front is the prefix of an import. */
	uint32_t length = (uint32_t)node_text(mention->node).length;
	if (length > type->name.length) {
		struct range name = {length - (uint32_t)type->name.length, length};
		mention->range = name_part(mention->node, name, search->arena);
	}
}

/* ---- names as written ---- */

/* `text` is the name, maybe behind the prefix of an import. */
static bool reads(struct string text, struct string name)
{
	return string_equal(text, name) ||
	       (text.length > name.length &&
		       strchr(":$", text.bytes[text.length - name.length - 1]) != NULL &&
		       string_equal(
			       string_slice(text, text.length - name.length, text.length), name));
}

static bool is_wanted(const struct mention_search *search, struct node name)
{
	if (node_alias(name).length > 0)
		return false; /* it is written somewhere else */
	if (search->by_offset) {
		struct range range = node_range(name);
		return search->offset >= range.start && search->offset <= range.end;
	}
	for (size_t i = 0; i < search->name_count; i++)
		if (reads(node_text(name), search->names[i]))
			return true;
	return false;
}

/* ---- elements and types ---- */

static struct mention_search search_for(
	const struct known_file *file, const struct meaning *meaning, struct arena *arena)
{
	struct mention_search search = {.file = file, .arena = arena};
	search.name_count = meaning_names(meaning, search.names);
	return search;
}

static bool member_kind_of_element(enum declared_kind kind, enum member_kind *member)
{
	switch (kind) {
	case DECLARED_PROPERTY:
		*member = MEMBER_PROPERTY;
		return true;
	case DECLARED_RELATION:
		*member = MEMBER_REQUIREMENT;
		return true;
	case DECLARED_ARTIFACT:
		*member = MEMBER_ARTIFACT;
		return true;
	default:
		return false;
	}
}

static void add_element_member(
	struct mention_search *search, struct mention *mention, const struct use *use)
{
	enum member_kind kind;
	if (!string_starts_with(use->container, "node.") ||
		!member_kind_of_element(use->kind, &kind))
		return;
	struct string node = string_slice(use->container, 5, use->container.length);
	mention_means_member_of_node(search, mention, node, kind, use->name);
}

static const struct type *type_named(const struct mention_search *search, const struct use *use)
{
	const struct types *types = search->file->types;
	enum type_kind kind;
	if (!types)
		return NULL;
	if (type_kind_of_declared(use->kind, &kind)) {
		const struct type *type = types_find(types, kind, use->name);
		if (!type && kind == TYPE_NODE)
			type = types_find(types, TYPE_GROUP, use->name);
		return type;
	}
	/* The target of a requirement may be a type, which no template hides. */
	if (!use->may_be_imported ||
		!node_is_absent(
			names_find(known_names(search->file)->tree, use->kind, use->name).key))
		return NULL;
	kind = use->kind == DECLARED_NODE ? TYPE_NODE : TYPE_RELATIONSHIP;
	return types_find(types, kind, use->name);
}

static bool is_position(const struct use *use)
{
	switch (use->kind) {
	case DECLARED_RELATION:
	case DECLARED_ARTIFACT:
	case DECLARED_PROPERTY:
	case DECLARED_POLICY:
	case DECLARED_INPUT:
	case DECLARED_OUTPUT:
		return use->is_operand && operands_position(use->name) >= 0;
	default:
		return false;
	}
}

/* All that the position counts: those of the template, or within the node template. */
static struct name_list counted_with(const struct mention_search *search, const struct use *use)
{
	const struct syntax_tree *tree = known_names(search->file)->tree;
	if (use->container.length == 0)
		return names_of(tree, use->kind, search->arena);
	if (!string_starts_with(use->container, "node."))
		return (struct name_list){NULL, 0};
	struct string node = string_slice(use->container, 5, use->container.length);
	return names_within(names_find(tree, DECLARED_NODE, node).value, use->kind, search->arena);
}

/* The position comes to mean the name that is there, unless it is a name itself. */
static void resolve_position(
	const struct mention_search *search, struct use *use, struct mention *mention)
{
	struct name_list names = counted_with(search, use);
	struct name_entry found = {.index = operands_position(use->name)};
	for (size_t i = 0; i < names.count; i++) {
		if (string_equal(names.items[i].name, use->name))
			return;
		if (names.items[i].index == found.index)
			found = names.items[i];
	}
	if (!node_is_absent(found.key)) {
		mention->by_position = found;
		use->name = found.name;
	}
}

static void add_use(struct mention_search *search, struct use *use)
{
	struct mention mention = mention_begin(search, use->node, use->value);
	enum type_kind kind;
	if (is_position(use))
		resolve_position(search, use, &mention);
	const struct type *type = type_named(search, use);
	mention.is_declaration = use->is_declaration;
	if (type) {
		means_type(search, &mention, type);
		if (use->is_declaration)
			mention.element.file = search->file->path;
	} else if (use->kind == DECLARED_CAPABILITY_TYPE) {
		/* `{node: db, capability: data}`: of the target, which may be a type */
		mention_means_member_of_node(search, &mention,
			node_text(node_get(node_parent(mention.node), "node")), MEMBER_CAPABILITY,
			node_text(mention.node));
	} else if (!type_kind_of_declared(use->kind, &kind)) {
		mention_means_element(search, &mention, use->kind, use->name, use->container);
		add_element_member(search, &mention, use);
	}
	mention_add(search, mention);
}

/* ---- searches ---- */

static void visit(void *context, const struct walk_item *item)
{
	struct mention_search *search = context;
	if (item->place->is_expression ||
		(!item->is_key &&
			(mention_visit_step(search, item) || mention_visit_path(search, item))) ||
		!is_wanted(search, item->node))
		return;
	if (item->is_key) {
		if (!mention_visit_call(search, item))
			mention_visit_key(search, item);
	} else {
		mention_visit_argument(search, item);
	}
}

static void add_uses(struct mention_search *search, struct use_list uses)
{
	for (size_t i = 0; i < uses.count; i++) {
		struct use use = uses.items[i];
		if (use.is_part)
			continue; /* paths are visited as a whole */
		if (is_wanted(search, use.node) || (!search->by_offset && is_position(&use)))
			add_use(search, &use);
	}
}

/* ---- what aliases repeat ---- */

static bool is_repeatable(const struct syntax_tree *tree, struct range range)
{
	struct range all = repeatable_range(tree);
	return range.start >= all.start && range.start < all.end;
}

static struct walk walk_through(struct mention_search *search, struct range range)
{
	return (struct walk){
		.arena = search->arena,
		.context = search,
		.visit = visit,
		.only_range = true,
		.range = range,
	};
}

static void run_repeated(struct mention_search *search, struct range alias, struct range range)
{
	const struct syntax_tree *tree = search->file->tree;
	struct walk walk = walk_through(search, alias);
	walk.only_repeated = true;
	walk.repeated = range;
	search->is_repeated = true;
	add_uses(search, uses_repeated(tree, alias, range, search->arena));
	walk_document(tree, &walk);
	search->is_repeated = false;
}

static void find_repetitions(struct mention_search *search)
{
	if (!search->knows_repetitions)
		search->repetitions = repetitions_of(
			search->file->tree, search->arena, &search->repetition_count);
	search->knows_repetitions = true;
}

/* The aliases that repeat what is around `place`, each of which is met once: however often they
 * repeat each other, that takes no longer. */
static void follow_aliases(
	struct mention_search *search, struct range place, struct range range, bool *is_met)
{
	for (size_t i = 0; i < search->repetition_count; i++) {
		struct repetition repetition = search->repetitions[i];
		if (is_met[i] || place.start < repetition.repeated.start ||
			place.end > repetition.repeated.end)
			continue;
		is_met[i] = true;
		if (is_repeatable(search->file->tree, repetition.alias))
			follow_aliases(search, repetition.alias, range, is_met);
		else
			run_repeated(search, repetition.alias, range);
	}
}

/* What touches the range. */
static void run(struct mention_search *search, struct range range)
{
	const struct syntax_tree *tree = search->file->tree;
	struct walk walk = walk_through(search, range);
	add_uses(search, uses_touching(tree, range, search->arena));
	walk_document(tree, &walk);
	if (!is_repeatable(tree, range))
		return;
	find_repetitions(search);
	follow_aliases(search, range, range,
		arena_allocate(search->arena, search->repetition_count + 1, sizeof(bool)));
}

static int compare(const void *left, const void *right)
{
	const struct mention *a = left;
	const struct mention *b = right;
	return a->range.start < b->range.start ? -1 : a->range.start > b->range.start;
}

bool mention_at(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct mention *mention)
{
	struct mention_search search = {
		.file = file, .arena = arena, .by_offset = true, .offset = offset};
	run(&search, (struct range){offset, offset});
	if (search.count > 0)
		*mention = search.items[0];
	return search.count > 0;
}

static bool means(const struct mention *mention, const struct meaning *meaning)
{
	return (mention->has_element && meaning_equal(&mention->element, meaning)) ||
	       (mention->has_member && meaning_equal(&mention->member, meaning));
}

static const struct meaning *meaning_of(const struct mention *mention)
{
	return mention->has_member ? &mention->member : &mention->element;
}

/* Of the mentions of one name, which stand behind each other: is it one of several things? */
static void find_shared(struct mention *mentions, size_t count)
{
	const struct mention *firsts[2] = {NULL, NULL};
	bool is_shared[2] = {false, false};
	for (size_t i = 0; i < count; i++) {
		const struct mention **first = &firsts[mentions[i].has_member];
		if (!*first)
			*first = &mentions[i];
		else if (!meaning_equal(meaning_of(*first), meaning_of(&mentions[i])))
			is_shared[mentions[i].has_member] = true;
	}
	for (size_t i = 0; i < count; i++)
		mentions[i].is_shared =
			mentions[i].is_repeated && is_shared[mentions[i].has_member];
}

static void find_all_shared(struct mention_search *search)
{
	struct mention *items = search->items;
	size_t start = 0;
	if (search->count > 0)
		qsort(items, search->count, sizeof(*items), compare);
	for (size_t i = 1; i <= search->count; i++) {
		if (i < search->count && node_equal_place(items[i].node, items[start].node))
			continue;
		find_shared(&items[start], i - start);
		start = i;
	}
}

/* Those that mean it, each once: a name may have been come by twice. */
static struct mentions sift(struct mention_search *search, const struct meaning *meaning)
{
	size_t kept = 0, count = 0;
	find_all_shared(search);
	for (size_t i = 0; i < search->count; i++)
		if (means(&search->items[i], meaning))
			search->items[kept++] = search->items[i];
	for (size_t i = 0; i < kept; i++) {
		const struct mention *last = count > 0 ? &search->items[count - 1] : NULL;
		if (!last || !node_equal_place(last->node, search->items[i].node) ||
			last->has_member != search->items[i].has_member)
			search->items[count++] = search->items[i];
	}
	return (struct mentions){search->items, count};
}

struct mentions mentions_of(
	const struct known_file *file, const struct meaning *meaning, struct arena *arena)
{
	struct mention_search search = search_for(file, meaning, arena);
	struct mention_places places = mention_places_of(file->tree, meaning, arena);
	for (struct range range; mention_places_next(&places, &range);)
		run(&search, range);
	return sift(&search, meaning);
}

static void run_among(struct mention_search *search, struct name_list names)
{
	for (size_t i = 0; i < names.count; i++)
		if (string_equal(names.items[i].name, search->names[0]))
			run(search, node_range(names.items[i].key));
}

/* Whether names of the kind are declared where `names_of` finds them, or within node templates. */
static bool is_declared_in_lists(const struct meaning *meaning)
{
	return meaning->container.length > 0
		       ? string_starts_with(meaning->container, "node.")
		       : meaning->kind < DECLARED_RELATION && meaning->kind != DECLARED_FUNCTION;
}

struct mentions mentions_declaring(
	const struct known_file *file, const struct meaning *meaning, struct arena *arena)
{
	struct mention_search search = search_for(file, meaning, arena);
	if (!is_declared_in_lists(meaning)) {
		struct mentions found = mentions_of(file, meaning, arena);
		struct mention *items = (struct mention *)found.items;
		size_t kept = 0;
		for (size_t i = 0; i < found.count; i++)
			if (items[i].is_declaration)
				items[kept++] = items[i];
		return (struct mentions){items, kept};
	}
	if (meaning->container.length == 0) {
		run_among(&search, names_of(file->tree, meaning->kind, arena));
		return sift(&search, meaning);
	}
	struct string node = string_slice(meaning->container, 5, meaning->container.length);
	struct name_list nodes = names_of(file->tree, DECLARED_NODE, arena);
	for (size_t i = 0; i < nodes.count; i++)
		if (string_equal(nodes.items[i].name, node))
			run_among(
				&search, names_within(nodes.items[i].value, meaning->kind, arena));
	return sift(&search, meaning);
}

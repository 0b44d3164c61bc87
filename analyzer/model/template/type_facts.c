#include "analyzer/model/template/type_facts.h"

#include "analyzer/model/definitions/type_check.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/template/expression_types.h"
#include "base/memory.h"

#include <stdatomic.h>

/* Of one section, as long as types and other elements answer its questions in the same way. */
struct section_types {
	atomic_int references;
	struct section_types *origin; /* owns all but the places of what is found; or NULL */
	struct arena *arena;
	struct diagnostics diagnostics;
	struct type_lookups lookups;
	struct template_notes notes; /* what it holds, and what it asks of others */
};

struct type_facts {
	struct syntax_tree *tree;
	struct types *types;
	bool has_new_types;
	bool is_tosca;
	struct section_types *whole; /* about what no section is asked for alone */
	struct shared_list sections;
	uint32_t limits; /* nodes with room for so many relationships and no more */
	uint32_t checked;
};

static struct section_types *section_create(void)
{
	struct section_types *facts = memory_allocate(1, sizeof(*facts));
	atomic_init(&facts->references, 1);
	facts->arena = arena_create();
	facts->diagnostics = diagnostics_in(facts->arena);
	facts->lookups.arena = facts->arena;
	facts->notes.arena = facts->arena;
	return facts;
}

static struct section_types *section_retain(struct section_types *facts)
{
	atomic_fetch_add(&facts->references, 1);
	return facts;
}

static void section_release(struct section_types *facts)
{
	if (!facts || atomic_fetch_sub(&facts->references, 1) > 1)
		return;
	section_release(facts->origin);
	arena_destroy(facts->arena);
	memory_release(facts);
}

static void retain(void *section)
{
	section_retain(section);
}

static void release(void *section)
{
	section_release(section);
}

static uint32_t diagnostic_count(const void *section)
{
	return (uint32_t)((const struct section_types *)section)->diagnostics.count;
}

static const struct shared_kind sections_are_shared = {retain, release, diagnostic_count};

/* ---- what an edit leaves as it is ---- */

static struct node key_or_item(struct node parent, uint32_t position)
{
	return node_kind(parent) == NODE_MAPPING ? node_entry(parent, position).key
						 : node_item(parent, position);
}

/* The last entry or item of `parent` that begins in `section` or before; false if all begin
 * behind it. Sections are numbered in the order of the text. */
static bool find_child(struct node parent, uint32_t section, uint32_t *position)
{
	uint32_t low = 0;
	uint32_t high = node_count(parent);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (key_or_item(parent, middle).reference.section <= section)
			low = middle + 1;
		else
			high = middle;
	}
	*position = low - 1;
	return low > 0;
}

enum region {
	REGION_TYPES,
	REGION_TEMPLATE,
	REGION_PLAIN, /* what nobody asks for: metadata, a description */
	REGION_OTHER,
};

static enum region region_of(struct string keyname)
{
	if (string_is(keyname, "topology_template") || string_is(keyname, "service_template"))
		return REGION_TEMPLATE;
	if (string_is(keyname, "metadata") || string_is(keyname, "description"))
		return REGION_PLAIN;
	for (int kind = 0; kind < TYPE_KIND_TOTAL; kind++)
		if (string_is(keyname, type_kind_row((enum type_kind)kind)->keyname))
			return REGION_TYPES;
	return REGION_OTHER;
}

static struct node template_of(const struct syntax_tree *tree)
{
	struct node root = syntax_tree_root(tree);
	struct node template = node_get(root, "topology_template");
	return node_is_null(template) ? node_get(root, "service_template") : template;
}

/* Functions of a service template are called anywhere in it. */
static bool holds_functions(struct node_entry child, unsigned level, uint32_t section)
{
	if (level == 0)
		return child.key.reference.section == section &&
		       !node_is_null(node_get(child.value, "functions"));
	return level == 1 && string_is(node_text(child.key), "functions");
}

/* What a section is a part of, and the sections that have to be looked at when it changes. */
struct surroundings {
	enum region region;
	uint32_t first, end;
};

/* The way from the root to what begins in a section, level by level. */
struct descent {
	const struct syntax_tree *tree;
	uint32_t section;
	struct node parent;
	uint32_t end;   /* of the sections of what has been come to */
	uint32_t owner; /* the section of the entry of a collection around it */
	bool is_variability;
};

/* The entry or item of the level; false if there is none, or if the section holds others, too. */
static bool descend(struct descent *descent, unsigned level, struct node_entry *child)
{
	uint32_t position;
	struct node parent = descent->parent;
	if (node_kind(parent) == NODE_SCALAR || !find_child(parent, descent->section, &position))
		return false;
	bool is_mapping = node_kind(parent) == NODE_MAPPING;
	*child = is_mapping ? node_entry(parent, position)
			    : (struct node_entry){.value = node_item(parent, position)};
	if (level == 0 && position > 0 &&
		key_or_item(parent, position - 1).reference.section >= descent->section)
		return false;
	if (position + 1 < node_count(parent))
		descent->end = key_or_item(parent, position + 1).reference.section;
	descent->parent = child->value;
	return true;
}

/* What is written in an entry of a collection of the template concerns this entry, and no other
 * section, unless by way of types. What is written in a variability definition concerns itself.
 * Whoever reads a type asks for all of it. */
static struct surroundings surroundings_of(const struct syntax_tree *tree, uint32_t section)
{
	enum {
		DEEPEST = 12,
		ENTRY_LEVEL = 2,
	};
	struct surroundings other = {.region = REGION_OTHER};
	struct descent descent = {.tree = tree,
		.section = section,
		.parent = syntax_tree_root(tree),
		.end = syntax_tree_section_count(tree)};
	enum region region = REGION_OTHER;
	for (unsigned level = 0; level < DEEPEST; level++) {
		struct node_entry child;
		bool is_mapping = node_kind(descent.parent) == NODE_MAPPING;
		if (!descend(&descent, level, &child))
			return other;
		struct node begin = is_mapping ? child.key : child.value;
		if (level == 0)
			region = region_of(node_text(begin));
		if (region == REGION_OTHER || (region == REGION_TEMPLATE && is_mapping &&
						      holds_functions(child, level, section)))
			return other;
		if (level == 1)
			descent.is_variability = string_is(node_text(begin), "variability");
		if (level == ENTRY_LEVEL)
			descent.owner = begin.reference.section;
		if (begin.reference.section != section)
			continue;
		bool is_branch = descent.end > section + 1;
		bool is_inside =
			region == REGION_TEMPLATE && level > ENTRY_LEVEL && !descent.is_variability;
		bool is_collection = region == REGION_TEMPLATE && level < ENTRY_LEVEL;
		if (is_branch && (region == REGION_TYPES || is_collection))
			return other;
		return (struct surroundings){
			region, is_inside ? descent.owner : section, descent.end};
	}
	return other;
}

/* How a tree differs from an earlier one: sections outside of the template keep what was said
 * about them if only the template differs; if types do, all that do not ask for these. */
struct difference {
	enum region region;
	struct shared_ends kept; /* sections at the ends that are looked at by no means */
	/* Of an entry with several sections, all are looked at. */
	bool is_wide;
	uint32_t before; /* the first of them, if it is in front of those that differ */
	uint32_t behind; /* how many follow those that differ */
};

/* Looks at a section that is not what it was, in either revision, and makes the region wide enough
 * for it. What repeats an anchor elsewhere may be any section. */
static bool add_section(
	struct difference *difference, const struct syntax_tree *tree, uint32_t section)
{
	struct surroundings around = surroundings_of(tree, section);
	if (around.region == REGION_OTHER || syntax_tree_section_has_anchors(tree, section))
		return false;
	if (around.region == REGION_TYPES)
		difference->region = REGION_TYPES;
	if (around.first == section && around.end == section + 1)
		return true;
	uint32_t end = syntax_tree_section_count(tree) - difference->kept.tail;
	uint32_t behind = around.end > end ? around.end - end : 0;
	if (difference->before > around.first)
		difference->before = around.first;
	if (difference->behind < behind)
		difference->behind = behind;
	difference->is_wide = true;
	return true;
}

/* Nothing but the template can move, and nothing that types are made of. */
static bool only_template_moves(const struct syntax_tree *tree, uint32_t first)
{
	struct node root = syntax_tree_root(tree);
	uint32_t count = node_count(root);
	struct node last = count > 0 && node_kind(root) == NODE_MAPPING
				   ? node_entry(root, count - 1).key
				   : (struct node){0};
	return region_of(node_text(last)) == REGION_TEMPLATE && last.reference.section < first;
}

static bool has_variability(const struct syntax_tree *tree)
{
	return !node_is_null(node_get(template_of(tree), "variability"));
}

static struct difference find_difference(
	const struct syntax_tree *tree, const struct type_facts *previous)
{
	struct difference other = {.region = REGION_OTHER};
	struct difference found = {.region = REGION_TEMPLATE, .before = UINT32_MAX};
	uint32_t old_count = previous->sections.count;
	uint32_t count = syntax_tree_section_count(tree);
	found.kept = syntax_tree_shared_ends(previous->tree, tree);
	uint32_t old_end = old_count - found.kept.tail;
	uint32_t end = count - found.kept.tail;
	if (has_variability(tree) != has_variability(previous->tree))
		return other;
	if (count != old_count && !(only_template_moves(tree, found.kept.head) &&
					  only_template_moves(previous->tree, found.kept.head)))
		return other;
	for (uint32_t i = found.kept.head; i < old_end; i++) {
		if (count == old_count && syntax_tree_shares_section(previous->tree, i, tree, i))
			continue;
		if (!add_section(&found, previous->tree, i))
			return other;
	}
	for (uint32_t i = found.kept.head; i < end; i++) {
		if (count == old_count && syntax_tree_shares_section(previous->tree, i, tree, i))
			continue;
		if (!add_section(&found, tree, i))
			return other;
	}
	if (count != old_count && found.region == REGION_TYPES)
		return other;
	if (found.before < found.kept.head)
		found.kept.head = found.before;
	found.kept.tail -= found.behind;
	return found;
}

/* ---- making ---- */

/* What an orchestrator might know, or tolerate, is a warning in TOSCA 1.x. A name that is nearly
 * one the type declares is a mistake for sure, and deployment ends there. */
static bool is_certain(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	bool is_unknown = diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_PROPERTY ||
			  diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY ||
			  diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_REQUIREMENT ||
			  diagnostic->code == DIAGNOSTIC_CODE_UNKNOWN_OPERATION;
	if (!is_unknown || diagnostic->severity != DIAGNOSTIC_WARNING ||
		!diagnostic->replacement.length || diagnostic->location.kind != LOCATION_NODE ||
		diagnostic->location.file.length)
		return false;
	struct suggestion suggestion =
		suggestion_for(node_text(syntax_tree_node(tree, diagnostic->location.node)));
	suggestion_offer(&suggestion, diagnostic->replacement);
	size_t most = suggestion.wanted.length < 10 ? 1 : 2; /* "restart" is no misspelt "start" */
	return suggestion.best.length && suggestion.distance <= most;
}

static void raise_severities(const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < diagnostics->count; i++)
		if (is_certain(tree, &diagnostics->items[i]))
			diagnostics->items[i].severity = DIAGNOSTIC_ERROR;
}

/* Imports, and what refers to other places of the template. */
static struct section_types *check_whole(const struct type_facts *facts)
{
	struct section_types *found = section_create();
	types_check_imports(facts->types, &found->diagnostics);
	types_check_whole_template(facts->types, facts->tree, &found->diagnostics);
	expression_types_check(facts->tree, EVERY_SECTION, &found->diagnostics);
	raise_severities(facts->tree, &found->diagnostics);
	return found;
}

/* Of a section, or of all. If the types are those of an earlier tree, the sections that define
 * some are as they were. */
static void check_elements(struct types *types, const struct syntax_tree *tree, uint32_t section,
	struct diagnostics *diagnostics, struct template_notes *notes)
{
	if (types_tree(types) == tree)
		types_check_definitions(types, section, diagnostics, notes);
	types_check_template(types, tree, section, diagnostics, notes);
}

static struct section_types *check_section(struct type_facts *facts, uint32_t section)
{
	struct section_types *found = section_create();
	struct type_lookups *lookups = &found->lookups;
	struct type_recorder recorder = {&lookups, section, 1, section};
	struct types *types = types_recorded_by(facts->types, &recorder);
	types_check_names(types, facts->tree, section, &found->diagnostics);
	check_elements(types, facts->tree, section, &found->diagnostics, &found->notes);
	raise_severities(facts->tree, &found->diagnostics);
	types_release(types);
	facts->checked++;
	return found;
}

static uint32_t count_limits(const struct section_types *section)
{
	uint32_t count = 0;
	for (size_t i = 0; i < section->notes.count; i++)
		count += section->notes.items[i].kind == NOTE_LIMIT;
	return count;
}

/* Of what an edit changed: elements that look different to others. */
struct changed_elements {
	struct arena *arena;
	uint64_t *items;
	size_t count;
	size_t capacity;
};

static bool holds_note(const struct template_notes *notes, const struct template_note *wanted)
{
	for (size_t i = 0; i < notes->count; i++) {
		const struct template_note *note = &notes->items[i];
		if (note->kind == wanted->kind && note->element == wanted->element &&
			note->fingerprint == wanted->fingerprint)
			return true;
	}
	return false;
}

/* Elements of `notes` that are not, or not like this, among `others`. */
static void add_changed(struct changed_elements *changed, const struct template_notes *notes,
	const struct template_notes *others)
{
	for (size_t i = 0; i < notes->count; i++) {
		if (notes->items[i].kind != NOTE_ELEMENT || holds_note(others, &notes->items[i]))
			continue;
		changed->items = arena_reserve(changed->arena, changed->items, changed->count,
			&changed->capacity, sizeof(*changed->items));
		changed->items[changed->count++] = notes->items[i].element;
	}
}

static void add_differences(struct changed_elements *changed, const struct section_types *before,
	const struct section_types *after)
{
	add_changed(changed, &before->notes, &after->notes);
	add_changed(changed, &after->notes, &before->notes);
}

static bool asks_for_any(const struct template_notes *notes, const struct changed_elements *changed)
{
	for (size_t i = 0; i < notes->count; i++) {
		for (size_t j = 0; j < changed->count; j++)
			if (notes->items[i].kind == NOTE_QUESTION &&
				notes->items[i].element == changed->items[j])
				return true;
	}
	return false;
}

static void check_again(struct type_facts *facts, uint32_t section)
{
	struct shared_list before = facts->sections;
	const struct section_types *known = shared_list_item(&before, section);
	struct section_types *again = check_section(facts, section);
	void *item = again;
	facts->limits += count_limits(again) - count_limits(known);
	facts->sections = shared_list_replace(&before, section, 1, &item, 1);
	shared_list_release(&before);
}

/* Checks the sections again that ask for an element which looks different now; those between the
 * `kept` ends know it already. */
static void check_askers(
	struct type_facts *facts, struct shared_ends kept, const struct changed_elements *changed)
{
	void **sections = shared_list_items(&facts->sections);
	uint32_t count = facts->sections.count;
	for (uint32_t i = 0; i < count; i++) {
		bool is_kept = i < kept.head || i >= count - kept.tail;
		if (is_kept && asks_for_any(&((struct section_types *)sections[i])->notes, changed))
			check_again(facts, i);
	}
	memory_release(sections);
}

static bool holds(const struct type_facts *facts, const struct section_types *section)
{
	return !facts->has_new_types || type_lookups_hold(&section->lookups, facts->types);
}

/* The section was not touched, nor what it asks types for. */
static bool is_same(const struct type_facts *facts, const struct type_facts *previous,
	const struct difference *difference, uint32_t section)
{
	return facts->sections.count == previous->sections.count && !difference->is_wide &&
	       syntax_tree_shares_section(previous->tree, section, facts->tree, section) &&
	       holds(facts, shared_list_item(&previous->sections, section));
}

/* ---- sections that have moved ---- */

/* What was in section `end` and behind it, before, is so much farther back. */
struct move {
	uint32_t first, end; /* sections that are others now */
	uint32_t shift;
};

/* Whether the place is still there. */
static bool move_location(const struct move *move, struct location *location)
{
	if (location->file.length > 0 || location->node.section < move->first)
		return true;
	if (location->node.section < move->end)
		return false;
	location->node.section += move->shift;
	return true;
}

static bool is_moved(const struct move *move, const struct diagnostics *found)
{
	for (size_t i = 0; i < found->count; i++) {
		const struct diagnostic *item = &found->items[i];
		struct location location = item->location;
		location.file.length = 0;
		if (location.node.section >= move->first)
			return true;
		for (size_t k = 0; k < item->related_count; k++)
			if (item->related[k].location.file.length == 0 &&
				item->related[k].location.node.section >= move->first)
				return true;
	}
	return false;
}

/* The same with the places of now; NULL if one of them is gone. */
static struct section_types *moved(const struct move *move, struct section_types *section)
{
	struct section_types *copy = section_create();
	struct section_types *origin = section->origin ? section->origin : section;
	bool is_there = true;
	copy->origin = section_retain(origin);
	copy->lookups = origin->lookups;
	copy->notes = origin->notes;
	diagnostics_append(&copy->diagnostics, &section->diagnostics);
	for (size_t i = 0; i < copy->diagnostics.count; i++) {
		struct diagnostic *item = &copy->diagnostics.items[i];
		struct related_location *related =
			arena_allocate(copy->arena, item->related_count + 1, sizeof(*related));
		is_there = move_location(move, &item->location) && is_there;
		for (size_t k = 0; k < item->related_count; k++) {
			related[k] = item->related[k];
			is_there = move_location(move, &related[k].location) && is_there;
		}
		item->related = related;
	}
	if (is_there)
		return copy;
	section_release(copy);
	return NULL;
}

/* Places in the sections at the ends become those of now. */
static void move_places(struct type_facts *facts, struct shared_ends kept, const struct move *move)
{
	struct shared_list known = facts->sections;
	uint32_t count = known.count;
	for (struct shared_walk walk = {0}; shared_list_next(&known, &walk);) {
		struct section_types *section = walk.item;
		bool is_kept = walk.position < kept.head || walk.position >= count - kept.tail;
		if (!is_kept || !is_moved(move, &section->diagnostics))
			continue;
		void *copy = moved(move, section);
		if (!copy)
			copy = check_section(facts, walk.position);
		facts->limits += count_limits(copy) - count_limits(section);
		struct shared_list before = facts->sections;
		facts->sections = shared_list_replace(&before, walk.position, 1, &copy, 1);
		if (before.runs != known.runs)
			shared_list_release(&before);
	}
	if (facts->sections.runs != known.runs)
		shared_list_release(&known);
}

/* ---- keeping ---- */

static void add_notes(struct template_notes *notes, const struct template_notes *more)
{
	for (size_t i = 0; i < more->count; i++)
		template_notes_add(notes, more->items[i]);
}

/* Elements of several sections, in whichever of them they were before. */
static void add_all_differences(struct changed_elements *changed, const struct type_facts *previous,
	struct shared_ends kept, void *const *sections, uint32_t count)
{
	struct section_types before = {.notes.arena = changed->arena};
	struct section_types after = {.notes.arena = changed->arena};
	for (uint32_t i = kept.head; i < previous->sections.count - kept.tail; i++)
		add_notes(&before.notes,
			&((struct section_types *)shared_list_item(&previous->sections, i))->notes);
	for (uint32_t i = 0; i < count; i++)
		add_notes(&after.notes, &((struct section_types *)sections[i])->notes);
	add_differences(changed, &before, &after);
}

/* The sections between the kept ends are looked at one by one. */
static void keep_sections(struct type_facts *facts, const struct type_facts *previous,
	const struct difference *difference)
{
	struct shared_ends kept = difference->kept;
	uint32_t old_end = previous->sections.count - kept.tail;
	uint32_t end = syntax_tree_section_count(facts->tree) - kept.tail;
	void **sections = memory_allocate(end - kept.head + 1, sizeof(*sections));
	struct changed_elements changed = {.arena = arena_create()};
	facts->limits = previous->limits;
	facts->sections.count = syntax_tree_section_count(facts->tree);
	for (uint32_t i = kept.head; i < end; i++) {
		if (is_same(facts, previous, difference, i)) {
			sections[i - kept.head] =
				section_retain(shared_list_item(&previous->sections, i));
			continue;
		}
		struct section_types *after = check_section(facts, i);
		sections[i - kept.head] = after;
		facts->limits += count_limits(after);
	}
	for (uint32_t i = kept.head; i < old_end; i++) {
		const struct section_types *before = shared_list_item(&previous->sections, i);
		bool is_there = old_end == end && sections[i - kept.head] == before;
		if (!is_there)
			facts->limits -= count_limits(before);
		if (!is_there && old_end == end)
			add_differences(&changed, before, sections[i - kept.head]);
	}
	if (old_end != end)
		add_all_differences(&changed, previous, kept, sections, end - kept.head);
	facts->sections = shared_list_replace(
		&previous->sections, kept.head, old_end - kept.head, sections, end - kept.head);
	memory_release(sections);
	if (old_end != end)
		move_places(facts, kept, &(struct move){kept.head, old_end, end - old_end});
	if (changed.count > 0)
		check_askers(facts, kept, &changed);
	arena_destroy(changed.arena);
}

static void copy_diagnostic(struct section_types *to, const struct diagnostic *diagnostic)
{
	struct diagnostic *copy = diagnostics_add_at(&to->diagnostics, diagnostic->code,
		diagnostic->location, "%.*s", STRING_ARGUMENTS(diagnostic->message));
	copy->severity = diagnostic->severity;
	copy->tags = diagnostic->tags;
	if (diagnostic->replacement.length)
		copy->replacement = arena_copy(to->arena, diagnostic->replacement);
	for (size_t k = 0; k < diagnostic->related_count; k++)
		diagnostic_relate(&to->diagnostics, copy, diagnostic->related[k].location, "%.*s",
			STRING_ARGUMENTS(diagnostic->related[k].message));
}

/* A name is looked at with the section where it stands. */
static void deal_out_names(const struct diagnostics *names, struct section_types **sections)
{
	for (size_t i = 0; i < names->count; i++)
		copy_diagnostic(sections[names->items[i].location.node.section], &names->items[i]);
}

/* An element is looked at with the section where it begins, which need not be the one where
 * something is wrong: it may have sections of its own, or repeat an anchor. */
static void deal_out(const struct diagnostics *found, const struct template_notes *notes,
	struct section_types **sections)
{
	size_t next = 0;
	for (size_t i = 0; i < notes->count; i++) {
		const struct template_note *note = &notes->items[i];
		struct section_types *section = sections[note->section];
		if (note->kind != NOTE_FOUND)
			template_notes_add(&section->notes, *note);
		while (note->kind == NOTE_FOUND && next < note->found)
			copy_diagnostic(section, &found->items[next++]);
	}
}

/* One walk over the whole file is cheaper than one per section; what it finds is dealt out. */
static void check_all_sections(struct type_facts *facts)
{
	struct arena *arena = arena_create();
	struct diagnostics names = diagnostics_in(arena);
	struct diagnostics found = diagnostics_in(arena);
	struct template_notes notes = {.arena = arena};
	uint32_t count = syntax_tree_section_count(facts->tree);
	struct section_types **sections =
		arena_allocate(arena, count + 1, sizeof(struct section_types *));
	struct type_lookups **lookups =
		arena_allocate(arena, count + 1, sizeof(struct type_lookups *));
	for (uint32_t i = 0; i < count; i++) {
		sections[i] = section_create();
		lookups[i] = &sections[i]->lookups;
	}
	struct type_recorder recorder = {lookups, 0, count, 0};
	struct types *types = types_recorded_by(facts->types, &recorder);
	types_check_names(types, facts->tree, EVERY_SECTION, &names);
	check_elements(types, facts->tree, EVERY_SECTION, &found, &notes);
	raise_severities(facts->tree, &found);
	types_release(types);
	deal_out_names(&names, sections);
	deal_out(&found, &notes, sections);
	for (uint32_t i = 0; i < count; i++)
		facts->limits += count_limits(sections[i]);
	facts->sections = shared_list_create(&sections_are_shared, (void *const *)sections, count);
	facts->checked = count;
	arena_destroy(arena);
}

/* Whether an edit within the template may change what is said about it as a whole. */
static bool refers_to_itself(const struct type_facts *facts)
{
	struct node template = template_of(facts->tree);
	return facts->limits > 0 || !node_is_null(node_get(template, "workflows")) ||
	       !node_is_null(node_get(template, "variability"));
}

struct type_facts *type_facts_create(const struct syntax_tree *tree, struct string path,
	const struct files *files, const struct type_facts *previous)
{
	struct type_facts *facts = memory_allocate(1, sizeof(*facts));
	struct difference difference = {.region = REGION_OTHER};
	facts->tree = syntax_tree_retain(tree);
	facts->is_tosca = grammar_is_tosca(tree);
	if (previous && previous->is_tosca == facts->is_tosca)
		difference = find_difference(tree, previous);
	if (difference.region == REGION_TEMPLATE && types_are_current(previous->types, files)) {
		facts->types = types_retain(previous->types);
		keep_sections(facts, previous, &difference);
		bool moves = facts->sections.count != previous->sections.count;
		facts->whole = moves || refers_to_itself(facts) || refers_to_itself(previous)
				       ? check_whole(facts)
				       : section_retain(previous->whole);
		return facts;
	}
	facts->types =
		types_create(tree, path, files, previous ? types_normative(previous->types) : NULL);
	facts->has_new_types = true;
	facts->whole = check_whole(facts);
	difference.kept = (struct shared_ends){0, 0};
	if (difference.region == REGION_OTHER ||
		previous->sections.count != syntax_tree_section_count(tree))
		check_all_sections(facts);
	else
		keep_sections(facts, previous, &difference);
	return facts;
}

void type_facts_destroy(struct type_facts *facts)
{
	if (!facts)
		return;
	shared_list_release(&facts->sections);
	section_release(facts->whole);
	types_release(facts->types);
	syntax_tree_release(facts->tree);
	memory_release(facts);
}

/* ---- asking ---- */

const struct types *type_facts_types(const struct type_facts *facts)
{
	return facts->types;
}

static void append_some(struct diagnostics *diagnostics, const struct type_facts *facts,
	struct diagnostics_limit *limit)
{
	struct diagnostics_choice choice = {.limit = limit};
	for (struct shared_walk walk = {0}; shared_list_next(&facts->sections, &walk);) {
		const struct diagnostics *found =
			&((const struct section_types *)walk.item)->diagnostics;
		for (size_t i = 0; i < found->count; i++)
			diagnostics_choice_count(&choice, found->items[i].code, walk.position);
	}
	for (struct shared_walk walk = {0}; shared_list_next(&facts->sections, &walk);) {
		const struct diagnostics *found =
			&((const struct section_types *)walk.item)->diagnostics;
		for (size_t i = 0; i < found->count; i++) {
			const struct diagnostic *item = &found->items[i];
			struct diagnostics one = {.items = &found->items[i], .count = 1};
			if (diagnostics_choice_takes(
				    &choice, item->code, item->severity, item->location))
				diagnostics_append(diagnostics, &one);
		}
	}
}

void type_facts_diagnostics(const struct type_facts *facts, struct diagnostics_limit *limit,
	struct diagnostics *diagnostics)
{
	const struct diagnostics *whole = &facts->whole->diagnostics;
	if (!facts->is_tosca)
		return;
	diagnostics_append_some(diagnostics, limit, whole->items, whole->count);
	append_some(diagnostics, facts, limit);
}

uint32_t type_facts_checked(const struct type_facts *facts)
{
	return facts->checked;
}

uint32_t type_facts_counted(const struct type_facts *facts)
{
	return facts->sections.counted;
}

bool type_facts_has_new_types(const struct type_facts *facts)
{
	return facts->has_new_types;
}

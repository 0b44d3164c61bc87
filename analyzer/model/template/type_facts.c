#include "analyzer/model/template/type_facts.h"

#include "analyzer/model/definitions/type_check.h"
#include "analyzer/model/grammar/grammar.h"
#include "base/memory.h"

#include <stdatomic.h>

/* Of one section, as long as types and other elements answer its questions in the same way. */
struct section_types {
	atomic_int references;
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
	REGION_OTHER,
};

static enum region region_of(struct string keyname)
{
	if (string_is(keyname, "topology_template") || string_is(keyname, "service_template"))
		return REGION_TEMPLATE;
	for (int kind = 0; kind < TYPE_KIND_TOTAL; kind++)
		if (string_is(keyname, type_kind_row((enum type_kind)kind)->keyname))
			return REGION_TYPES;
	return REGION_OTHER;
}

/* Functions of a service template are called anywhere in it. */
static bool holds_functions(struct node_entry child, unsigned level, uint32_t section)
{
	if (level == 0)
		return child.key.reference.section == section &&
		       !node_is_null(node_get(child.value, "functions"));
	return level == 1 && string_is(node_text(child.key), "functions");
}

/* Where the section is, if it holds nothing else, and no other section is part of what it
 * holds: then what is written there concerns no other section, unless by way of types. */
static enum region region_of_section(const struct syntax_tree *tree, uint32_t section)
{
	/* Deeper than an entry of a collection, what is written concerns the whole entry; whoever
	 * reads a type asks for all of it. */
	static const unsigned deepest[] = {[REGION_TYPES] = 8, [REGION_TEMPLATE] = 3};
	struct node parent = syntax_tree_root(tree);
	uint32_t end = syntax_tree_section_count(tree);
	uint32_t position;
	enum region region = REGION_TEMPLATE;
	for (unsigned level = 0; level < deepest[region]; level++) {
		if (node_kind(parent) == NODE_SCALAR || !find_child(parent, section, &position))
			return REGION_OTHER;
		struct node child = key_or_item(parent, position);
		if (level == 0) {
			region = region_of(node_text(child));
			bool is_alone =
				position == 0 ||
				key_or_item(parent, position - 1).reference.section < section;
			if (region == REGION_OTHER || !is_alone)
				return REGION_OTHER;
		}
		if (region == REGION_TEMPLATE && node_kind(parent) == NODE_MAPPING &&
			holds_functions(node_entry(parent, position), level, section))
			return REGION_OTHER;
		if (position + 1 < node_count(parent))
			end = key_or_item(parent, position + 1).reference.section;
		if (child.reference.section == section)
			return end <= section + 1 ? region : REGION_OTHER;
		parent = node_kind(parent) == NODE_MAPPING ? node_entry(parent, position).value
							   : child;
	}
	return REGION_OTHER;
}

/* The widest region in which `tree` differs from the one of `previous`: sections outside of
 * the template keep what was said about them if only the template differs; if types do, all
 * that do not ask for these. `kept` are sections at the ends that did not change. */
static enum region find_difference(
	const struct syntax_tree *tree, const struct type_facts *previous, struct shared_ends *kept)
{
	uint32_t count = previous->sections.count;
	bool is_in_types = false;
	if (syntax_tree_section_count(tree) != count)
		return REGION_OTHER;
	*kept = syntax_tree_shared_ends(previous->tree, tree);
	for (uint32_t i = kept->head; i < count - kept->tail; i++) {
		if (syntax_tree_shares_section(previous->tree, i, tree, i))
			continue;
		enum region region = region_of_section(tree, i);
		if (region == REGION_OTHER || region != region_of_section(previous->tree, i))
			return REGION_OTHER;
		is_in_types |= region == REGION_TYPES;
	}
	return is_in_types ? REGION_TYPES : REGION_TEMPLATE;
}

/* ---- making ---- */

/* Imports, and what refers to other places of the template. */
static struct section_types *check_whole(const struct type_facts *facts)
{
	struct section_types *found = section_create();
	types_check_imports(facts->types, &found->diagnostics);
	types_check_whole_template(facts->types, facts->tree, &found->diagnostics);
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

/* Checks the sections again that ask for an element which looks different now. */
static void check_askers(struct type_facts *facts, const struct type_facts *previous,
	const struct changed_elements *changed)
{
	void **sections = shared_list_items(&facts->sections);
	uint32_t count = facts->sections.count;
	for (uint32_t i = 0; i < count; i++) {
		struct section_types *section = sections[i];
		if (!asks_for_any(&section->notes, changed) ||
			!syntax_tree_shares_section(previous->tree, i, facts->tree, i))
			continue;
		struct shared_list before = facts->sections;
		void *again = check_section(facts, i);
		facts->limits += count_limits(again) - count_limits(section);
		facts->sections = shared_list_replace(&before, i, 1, &again, 1);
		shared_list_release(&before);
	}
	memory_release(sections);
}

static bool holds(const struct type_facts *facts, const struct section_types *section)
{
	return !facts->has_new_types || type_lookups_hold(&section->lookups, facts->types);
}

/* The sections between the `kept` ends are looked at one by one. */
static void keep_sections(
	struct type_facts *facts, const struct type_facts *previous, struct shared_ends kept)
{
	uint32_t end = previous->sections.count - kept.tail;
	uint32_t count = end - kept.head;
	void **sections = memory_allocate(count + 1, sizeof(*sections));
	struct changed_elements changed = {.arena = arena_create()};
	facts->limits = previous->limits;
	for (uint32_t i = kept.head; i < end; i++) {
		struct section_types *before = shared_list_item(&previous->sections, i);
		if (syntax_tree_shares_section(previous->tree, i, facts->tree, i) &&
			holds(facts, before)) {
			sections[i - kept.head] = section_retain(before);
			continue;
		}
		struct section_types *after = check_section(facts, i);
		sections[i - kept.head] = after;
		facts->limits += count_limits(after) - count_limits(before);
		add_changed(&changed, &before->notes, &after->notes);
		add_changed(&changed, &after->notes, &before->notes);
	}
	facts->sections =
		shared_list_replace(&previous->sections, kept.head, count, sections, count);
	memory_release(sections);
	if (changed.count > 0)
		check_askers(facts, previous, &changed);
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
	struct node template = node_get(syntax_tree_root(facts->tree), "topology_template");
	if (node_is_null(template))
		template = node_get(syntax_tree_root(facts->tree), "service_template");
	return facts->limits > 0 || !node_is_null(node_get(template, "workflows")) ||
	       !node_is_null(node_get(template, "variability"));
}

struct type_facts *type_facts_create(const struct syntax_tree *tree, struct string path,
	const struct files *files, const struct type_facts *previous)
{
	struct type_facts *facts = memory_allocate(1, sizeof(*facts));
	struct shared_ends kept;
	enum region difference = REGION_OTHER;
	facts->tree = syntax_tree_retain(tree);
	facts->is_tosca = grammar_is_tosca(tree);
	if (previous && previous->is_tosca == facts->is_tosca)
		difference = find_difference(tree, previous, &kept);
	if (difference == REGION_TEMPLATE && types_are_current(previous->types, files)) {
		facts->types = types_retain(previous->types);
		keep_sections(facts, previous, kept);
		facts->whole = refers_to_itself(facts) || refers_to_itself(previous)
				       ? check_whole(facts)
				       : section_retain(previous->whole);
		return facts;
	}
	facts->types =
		types_create(tree, path, files, previous ? types_normative(previous->types) : NULL);
	facts->has_new_types = true;
	facts->whole = check_whole(facts);
	if (difference == REGION_OTHER)
		check_all_sections(facts);
	else
		keep_sections(facts, previous, (struct shared_ends){0, 0});
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

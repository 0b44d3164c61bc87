#include "analyzer/ide/diagnostics/document_facts.h"

#include "analyzer/ide/diagnostics/unknown_names.h"
#include "analyzer/ide/names/uses.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/multiplicity/multiplicity.h"
#include "base/interruption.h"
#include "base/memory.h"

#include <stdatomic.h>

/* Of one section; its number was `section` when they were found. */
struct section_facts {
	atomic_int references;
	struct arena *arena;
	uint32_t section;
	struct diagnostics grammar;
	struct use_list uses;
	bool counts; /* says how often something exists */
};

struct document_facts {
	struct syntax_tree *tree;
	struct arena *arena;
	bool is_tosca, is_variable;
	enum definitions_version version;
	uint32_t checked;
	uint32_t counting; /* sections that say how often something exists */
	struct shared_list sections;
	struct diagnostics outline;
	struct unknown_names unknown; /* in `arena` */
};

/* That a file is no TOSCA is told once, not section by section. */
static struct section_facts *section_facts_create(
	const struct syntax_tree *tree, uint32_t section, bool is_tosca)
{
	struct section_facts *facts = memory_allocate(1, sizeof(*facts));
	atomic_init(&facts->references, 1);
	facts->arena = arena_create();
	facts->section = section;
	facts->grammar = diagnostics_in(facts->arena);
	if (is_tosca)
		grammar_check_section(tree, section, &facts->grammar);
	facts->uses = uses_of_section(tree, section, facts->arena);
	facts->counts = multiplicity_is_in_section(tree, section);
	return facts;
}

static void retain(void *item)
{
	struct section_facts *facts = item;
	atomic_fetch_add_explicit(&facts->references, 1, memory_order_relaxed);
}

static void release(void *item)
{
	struct section_facts *facts = item;
	if (atomic_fetch_sub(&facts->references, 1) == 1) {
		arena_destroy(facts->arena);
		memory_release(facts);
	}
}

static uint32_t diagnostic_count(const void *item)
{
	return (uint32_t)((const struct section_facts *)item)->grammar.count;
}

static const struct shared_kind sections_are_shared = {retain, release, diagnostic_count};

/* What the first words of a section are: a key, mostly, and the collection it is in. */
struct opening {
	struct node first;
	struct node around; /* a node of another section; absent if nothing is known */
};

static struct opening opening_of(const struct syntax_tree *tree, uint32_t section)
{
	struct range range = syntax_tree_section_range(tree, section);
	struct arena *arena = arena_create();
	struct string text = syntax_tree_text(tree, range, arena);
	size_t place = 0;
	while (place < text.length && (text.bytes[place] == ' ' || text.bytes[place] == '\n' ||
					      text.bytes[place] == '\r'))
		place++;
	struct opening opening = {
		.first = syntax_tree_node_at(tree, range.start + (uint32_t)place)};
	arena_destroy(arena);
	opening.around = opening.first;
	while (!node_is_absent(opening.around) && opening.around.reference.section == section)
		opening.around = node_parent(opening.around);
	return opening;
}

/* Whether other sections stand within this one: then its keys decide what they mean. In
 * doubt it is so: text that is no node tells nothing. */
static bool is_branch(const struct syntax_tree *tree, uint32_t section)
{
	if (section + 1 >= syntax_tree_section_count(tree))
		return false;
	struct node around = opening_of(tree, section + 1).around;
	return node_is_absent(around) || around.reference.section == section;
}

/* Whether the section is a keyname of a construct that reaches over several sections: what
 * is said about the others depends on the keynames there are. */
static bool is_keyname(const struct syntax_tree *tree, uint32_t section)
{
	struct node around = opening_of(tree, section).around;
	if (node_is_absent(around))
		return true;
	struct place place = place_of_node(around);
	return place_construct(&place) != CONSTRUCT_NONE;
}

static bool decides_about_others(const struct syntax_tree *tree, uint32_t section)
{
	return is_branch(tree, section) || is_keyname(tree, section);
}

/* Facts of shared sections stay true only if what is around them means the same. */
static struct shared_ends reusable(
	const struct document_facts *facts, const struct document_facts *previous)
{
	struct shared_ends none = {0, 0};
	if (!previous || previous->version != facts->version ||
		previous->is_tosca != facts->is_tosca ||
		previous->is_variable != facts->is_variable)
		return none;
	struct shared_ends shared = syntax_tree_shared_ends(previous->tree, facts->tree);
	uint32_t old_end = previous->sections.count - shared.tail;
	uint32_t end = syntax_tree_section_count(facts->tree) - shared.tail;
	bool same_shape = syntax_tree_change(facts->tree)->same_shape && end - shared.head == 1 &&
			  old_end - shared.head == 1;
	for (uint32_t i = shared.head; i < old_end && !same_shape; i++)
		if (decides_about_others(previous->tree, i))
			return none;
	for (uint32_t i = shared.head; i < end && !same_shape; i++)
		if (decides_about_others(facts->tree, i))
			return none;
	return shared;
}

/* Of the sections that are not kept, how many say how often something exists. */
static uint32_t counting_before(const struct document_facts *previous, struct shared_ends kept)
{
	uint32_t counting = 0;
	for (uint32_t i = kept.head; i < previous->sections.count - kept.tail; i++) {
		const struct section_facts *section = shared_list_item(&previous->sections, i);
		counting += section->counts;
	}
	return counting;
}

/* The sections between the ends are looked at, the others are shared. */
static void check_sections(struct document_facts *facts, const struct document_facts *previous,
	struct shared_ends kept)
{
	uint32_t count = syntax_tree_section_count(facts->tree) - kept.head - kept.tail;
	void **found = memory_allocate(count + 1, sizeof(*found));
	if (kept.head + kept.tail > 0)
		facts->counting = previous->counting - counting_before(previous, kept);
	for (uint32_t i = 0; i < count; i++) {
		struct section_facts *section =
			section_facts_create(facts->tree, kept.head + i, facts->is_tosca);

		interruption_point();
		facts->counting += section->counts;
		found[i] = section;
	}
	facts->checked = count;
	facts->sections =
		!previous ? shared_list_create(&sections_are_shared, found, count)
			  : shared_list_replace(&previous->sections, kept.head,
				    previous->sections.count - kept.head - kept.tail, found, count);
	memory_release(found);
}

static struct use_list uses_found_in(const struct document_facts *facts, uint32_t section)
{
	const struct section_facts *found = shared_list_item(&facts->sections, section);
	return found->uses;
}

static bool same_uses(struct use_list a, struct use_list b)
{
	if (a.count != b.count)
		return false;
	for (size_t i = 0; i < a.count; i++) {
		const struct use *one = &a.items[i];
		const struct use *other = &b.items[i];
		if (one->kind != other->kind || one->is_declaration != other->is_declaration ||
			one->node.reference.index != other->node.reference.index ||
			!string_equal(one->name, other->name) ||
			!string_equal(one->container, other->container))
			return false;
	}
	return true;
}

/* The names of sections that were checked anew are those that were there before. */
static bool same_names(const struct document_facts *facts, const struct document_facts *previous,
	struct shared_ends kept)
{
	if (!previous || facts->sections.count != previous->sections.count)
		return false;
	for (uint32_t i = kept.head; i < facts->sections.count - kept.tail; i++)
		if (!same_uses(uses_found_in(facts, i), uses_found_in(previous, i)))
			return false;
	return true;
}

static void find_unknown_names(struct document_facts *facts, const struct document_facts *previous,
	struct shared_ends kept)
{
	if (!facts->is_tosca)
		return;
	if (same_names(facts, previous, kept)) {
		facts->unknown = unknown_names_copy(&previous->unknown, facts->arena);
		return;
	}
	uint32_t count = facts->sections.count;
	struct use_list *uses = memory_allocate(count + 1, sizeof(*uses));
	void **sections = shared_list_items(&facts->sections);
	for (uint32_t i = 0; i < count; i++)
		uses[i] = ((const struct section_facts *)sections[i])->uses;
	facts->unknown = unknown_names_find(uses, count, facts->arena);
	memory_release(sections);
	memory_release(uses);
}

struct document_facts *document_facts_create(
	const struct syntax_tree *tree, const struct document_facts *previous)
{
	struct document_facts *facts = memory_allocate(1, sizeof(*facts));
	facts->tree = syntax_tree_retain(tree);
	facts->arena = arena_create();
	facts->is_tosca = grammar_is_tosca(tree);
	facts->is_variable = !node_is_absent(names_variability(tree));
	facts->version = grammar_version(tree);
	struct shared_ends kept = reusable(facts, previous);
	check_sections(facts, previous, kept);
	facts->outline = diagnostics_in(facts->arena);
	grammar_check_outline(tree, &facts->outline);
	find_unknown_names(facts, previous, kept);
	return facts;
}

void document_facts_destroy(struct document_facts *facts)
{
	if (!facts)
		return;
	shared_list_release(&facts->sections);
	arena_destroy(facts->arena);
	syntax_tree_release(facts->tree);
	memory_release(facts);
}

bool document_facts_is_tosca(const struct document_facts *facts)
{
	return facts->is_tosca;
}

const struct syntax_tree *document_facts_tree(const struct document_facts *facts)
{
	return facts->tree;
}

uint32_t document_facts_checked(const struct document_facts *facts)
{
	return facts->checked;
}

bool document_facts_count_anything(const struct document_facts *facts)
{
	return facts->counting > 0;
}

uint32_t document_facts_counted(const struct document_facts *facts)
{
	return facts->sections.counted;
}

/* A diagnostic of a section that has another number by now. */
static void add_moved(struct diagnostics *diagnostics, const struct section_facts *facts,
	const struct diagnostic *found, uint32_t section)
{
	struct diagnostics one = {.items = (struct diagnostic *)found, .count = 1};
	diagnostics_append(diagnostics, &one);
	struct diagnostic *added = &diagnostics->items[diagnostics->count - 1];
	added->location.node.section = section;
	if (section == facts->section || found->related_count == 0)
		return;
	struct related_location *related =
		arena_allocate(diagnostics->arena, found->related_count, sizeof(*related));
	added->related_count = 0;
	for (size_t i = 0; i < found->related_count; i++) {
		if (found->related[i].location.node.section == facts->section) {
			related[added->related_count] = found->related[i];
			related[added->related_count++].location.node.section = section;
		}
	}
	added->related = related;
}

static struct diagnostics_choice grammar_choice(
	const struct document_facts *facts, struct diagnostics_limit *limit)
{
	struct diagnostics_choice choice = {.limit = limit};
	for (struct shared_walk walk = {0}; shared_list_next(&facts->sections, &walk);) {
		const struct diagnostics *found =
			&((const struct section_facts *)walk.item)->grammar;
		for (size_t i = 0; i < found->count; i++)
			diagnostics_choice_count(&choice, found->items[i].code, walk.position);
	}
	return choice;
}

void document_facts_diagnostics(const struct document_facts *facts, const struct types *types,
	struct diagnostics_limit *limit, struct diagnostics *diagnostics)
{
	struct diagnostics_choice choice = grammar_choice(facts, limit);
	diagnostics_append(diagnostics, &facts->outline);
	for (struct shared_walk walk = {0}; shared_list_next(&facts->sections, &walk);) {
		const struct section_facts *section = walk.item;
		for (size_t i = 0; i < section->grammar.count; i++) {
			const struct diagnostic *found = &section->grammar.items[i];
			struct location location = found->location;
			location.node.section = walk.position;
			if (diagnostics_choice_takes(
				    &choice, found->code, found->severity, location))
				add_moved(diagnostics, section, found, walk.position);
		}
	}
	unknown_names_report(&facts->unknown, facts->tree, types, limit, diagnostics);
}

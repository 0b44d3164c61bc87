#include "analyzer/ide/document_facts.h"

#include "analyzer/ide/unknown_names.h"
#include "analyzer/ide/uses.h"
#include "analyzer/model/grammar.h"
#include "solver/memory.h"

#include <stdatomic.h>

/* Of one section; its number was `section` when they were found. */
struct section_facts {
	atomic_int references;
	struct arena *arena;
	uint32_t section;
	struct diagnostics grammar;
	struct use_list uses;
};

struct document_facts {
	atomic_int references;
	struct syntax_tree *tree;
	struct arena *arena;
	bool is_tosca, is_variable;
	enum definitions_version version;
	uint32_t count, checked;
	struct section_facts **sections;
	struct diagnostics outline;
	struct unknown_names unknown; /* in `arena` */
};

static struct section_facts *section_facts_create(const struct syntax_tree *tree, uint32_t section)
{
	struct section_facts *facts = memory_allocate(1, sizeof *facts);
	atomic_init(&facts->references, 1);
	facts->arena = arena_create();
	facts->section = section;
	facts->grammar = diagnostics_in(facts->arena);
	grammar_check_section(tree, section, &facts->grammar);
	facts->uses = uses_of_section(tree, section, facts->arena);
	return facts;
}

static void section_facts_release(struct section_facts *facts)
{
	if (facts != NULL && atomic_fetch_sub(&facts->references, 1) == 1) {
		arena_destroy(facts->arena);
		memory_release(facts);
	}
}

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
					      text.bytes[place] == '\r')) {
		place++;
	}
	struct opening opening = {
		.first = syntax_tree_node_at(tree, range.start + (uint32_t)place)};
	arena_destroy(arena);
	opening.around = opening.first;
	while (!node_is_absent(opening.around) && opening.around.reference.section == section) {
		opening.around = node_parent(opening.around);
	}
	return opening;
}

/* Whether other sections stand within this one: then its keys decide what they mean. In
 * doubt it is so: text that is no node tells nothing. */
static bool is_branch(const struct syntax_tree *tree, uint32_t section)
{
	if (section + 1 >= syntax_tree_section_count(tree)) {
		return false;
	}
	struct node around = opening_of(tree, section + 1).around;
	return node_is_absent(around) || around.reference.section == section;
}

/* Whether the section is a keyname of a construct that reaches over several sections: what
 * is said about the others depends on the keynames there are. */
static bool is_keyname(const struct syntax_tree *tree, uint32_t section)
{
	struct node around = opening_of(tree, section).around;
	if (node_is_absent(around)) {
		return true;
	}
	struct place place = place_of_node(around);
	return place_construct(&place) != CONSTRUCT_NONE;
}

static bool decides_about_others(const struct syntax_tree *tree, uint32_t section)
{
	return is_branch(tree, section) || is_keyname(tree, section);
}

/* The sections at the beginning and at the end that both trees share. */
struct shared {
	uint32_t head, tail;
};

static struct shared shared_sections(
	const struct syntax_tree *before, const struct syntax_tree *tree)
{
	uint32_t old_count = syntax_tree_section_count(before);
	uint32_t count = syntax_tree_section_count(tree);
	uint32_t least = old_count < count ? old_count : count;
	struct shared shared = {0, 0};
	while (shared.head < least &&
		syntax_tree_shares_section(before, shared.head, tree, shared.head)) {
		shared.head++;
	}
	while (shared.tail < least - shared.head &&
		syntax_tree_shares_section(
			before, old_count - 1 - shared.tail, tree, count - 1 - shared.tail)) {
		shared.tail++;
	}
	return shared;
}

/* Facts of shared sections stay true only if what is around them means the same. */
static struct shared reusable(
	const struct document_facts *facts, const struct document_facts *previous)
{
	struct shared none = {0, 0};
	if (previous == NULL || previous->version != facts->version ||
		previous->is_tosca != facts->is_tosca ||
		previous->is_variable != facts->is_variable) {
		return none;
	}
	struct shared shared = shared_sections(previous->tree, facts->tree);
	uint32_t old_end = previous->count - shared.tail;
	uint32_t end = facts->count - shared.tail;
	bool same_shape = syntax_tree_change(facts->tree)->same_shape && end - shared.head == 1 &&
			  old_end - shared.head == 1;
	for (uint32_t i = shared.head; i < old_end && !same_shape; i++) {
		if (decides_about_others(previous->tree, i)) {
			return none;
		}
	}
	for (uint32_t i = shared.head; i < end && !same_shape; i++) {
		if (decides_about_others(facts->tree, i)) {
			return none;
		}
	}
	return shared;
}

/* The names of sections that were checked anew are those that were there before. */
static bool same_names(const struct document_facts *facts, const struct document_facts *previous,
	struct shared shared)
{
	if (previous == NULL || facts->count != previous->count) {
		return false;
	}
	for (uint32_t i = shared.head; i < facts->count - shared.tail; i++) {
		struct use_list a = facts->sections[i]->uses;
		struct use_list b = previous->sections[i]->uses;
		if (a.count != b.count) {
			return false;
		}
		for (size_t j = 0; j < a.count; j++) {
			const struct use *one = &a.items[j];
			const struct use *other = &b.items[j];
			if (one->kind != other->kind ||
				one->is_declaration != other->is_declaration ||
				one->node.reference.index != other->node.reference.index ||
				!string_equal(one->name, other->name) ||
				!string_equal(one->container, other->container)) {
				return false;
			}
		}
	}
	return true;
}

static void find_unknown_names(
	struct document_facts *facts, const struct document_facts *previous, struct shared shared)
{
	if (!facts->is_tosca) {
		return;
	}
	if (same_names(facts, previous, shared)) {
		facts->unknown = unknown_names_copy(&previous->unknown, facts->arena);
		return;
	}
	struct use_list *uses = arena_allocate(facts->arena, facts->count + 1, sizeof *uses);
	for (uint32_t i = 0; i < facts->count; i++) {
		uses[i] = facts->sections[i]->uses;
	}
	facts->unknown = unknown_names_find(facts->tree, uses, facts->count, facts->arena);
}

struct document_facts *document_facts_create(
	const struct syntax_tree *tree, const struct document_facts *previous)
{
	struct document_facts *facts = memory_allocate(1, sizeof *facts);
	atomic_init(&facts->references, 1);
	facts->tree = syntax_tree_retain(tree);
	facts->arena = arena_create();
	facts->is_tosca = grammar_is_tosca(tree);
	facts->is_variable = !node_is_absent(names_variability(tree));
	facts->version = grammar_version(tree);
	facts->count = syntax_tree_section_count(tree);
	facts->sections = memory_allocate(facts->count + 1, sizeof *facts->sections);
	struct shared shared = reusable(facts, previous);
	for (uint32_t i = 0; i < facts->count; i++) {
		if (i < shared.head) {
			facts->sections[i] = previous->sections[i];
		} else if (i >= facts->count - shared.tail) {
			facts->sections[i] =
				previous->sections[previous->count - (facts->count - i)];
		} else {
			facts->sections[i] = section_facts_create(tree, i);
			facts->checked++;
			continue;
		}
		atomic_fetch_add(&facts->sections[i]->references, 1);
	}
	facts->outline = diagnostics_in(facts->arena);
	grammar_check_outline(tree, &facts->outline);
	find_unknown_names(facts, previous, shared);
	return facts;
}

struct document_facts *document_facts_retain(const struct document_facts *facts)
{
	struct document_facts *writable = (struct document_facts *)facts;
	atomic_fetch_add(&writable->references, 1);
	return writable;
}

void document_facts_release(struct document_facts *facts)
{
	if (facts == NULL || atomic_fetch_sub(&facts->references, 1) != 1) {
		return;
	}
	for (uint32_t i = 0; i < facts->count; i++) {
		section_facts_release(facts->sections[i]);
	}
	memory_release(facts->sections);
	arena_destroy(facts->arena);
	syntax_tree_release(facts->tree);
	memory_release(facts);
}

const struct syntax_tree *document_facts_tree(const struct document_facts *facts)
{
	return facts->tree;
}

uint32_t document_facts_checked(const struct document_facts *facts)
{
	return facts->checked;
}

/* A diagnostic of a section that has another number by now. */
static void add_moved(struct diagnostics *diagnostics, const struct section_facts *facts,
	const struct diagnostic *found, uint32_t section)
{
	struct diagnostic *added =
		diagnostics_add_at(diagnostics, found->code, found->location, "%s", "");
	*added = *found;
	added->location.node.section = section;
	if (section == facts->section || found->related_count == 0) {
		return;
	}
	struct related_location *related =
		arena_allocate(diagnostics->arena, found->related_count, sizeof *related);
	added->related_count = 0;
	for (size_t i = 0; i < found->related_count; i++) {
		if (found->related[i].location.node.section == facts->section) {
			related[added->related_count] = found->related[i];
			related[added->related_count++].location.node.section = section;
		}
	}
	added->related = related;
}

void document_facts_diagnostics(const struct document_facts *facts, struct diagnostics *diagnostics)
{
	diagnostics_append(diagnostics, &facts->outline);
	for (uint32_t i = 0; i < facts->count; i++) {
		const struct section_facts *section = facts->sections[i];
		for (size_t j = 0; j < section->grammar.count; j++) {
			add_moved(diagnostics, section, &section->grammar.items[j], i);
		}
	}
	unknown_names_report(&facts->unknown, facts->tree, diagnostics);
}

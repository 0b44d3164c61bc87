#include "analyzer/ide/diagnostics/document_facts.h"

#include "analyzer/ide/cursor/surroundings.h"
#include "analyzer/ide/diagnostics/count_facts.h"
#include "analyzer/ide/diagnostics/declared_names.h"
#include "analyzer/ide/diagnostics/unknown_names.h"
#include "analyzer/ide/text/silencing_comment.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/multiplicity/multiplicity.h"
#include "base/interruption.h"
#include "base/memory.h"

#include <stdatomic.h>

/* What few sections have, so that it need not be looked for where none does. */
struct marks {
	uint32_t counting;  /* says how often something exists */
	uint32_t silencing; /* has a comment that silences diagnostics */
};

/* Of one section; its number was `section` when they were found. */
struct section_facts {
	atomic_int references;
	struct arena *arena;
	uint32_t section;
	struct diagnostics grammar;
	struct kept_names names;
	struct marks marks;
};

struct document_facts {
	atomic_int references;
	struct syntax_tree *tree;
	struct arena *arena;
	enum grammar_file kind;
	bool is_tosca, is_variable;
	bool has_same_names; /* as those that they were made of */
	uint32_t checked;
	struct marks marks; /* in how many sections */
	struct shared_list sections;
	struct diagnostics outline;
	struct declared_names *declared;
	struct unknown_names unknown; /* in `arena` */
	struct count_facts *counts;   /* or NULL */
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
	diagnostics_own(&facts->grammar);
	facts->names = kept_names_of_section(tree, section, facts->arena);
	facts->marks.counting = multiplicity_is_in_section(tree, section);
	facts->marks.silencing = silencing_comment_in(syntax_tree_section_text(tree, section));
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

/* Facts of shared sections stay true only if what is around them means the same. */
static struct surroundings reusable(const struct document_facts *facts,
	const struct document_facts *previous, struct arena *arena)
{
	if (!previous || previous->is_tosca != facts->is_tosca || previous->kind != facts->kind ||
		previous->is_variable != facts->is_variable)
		return (struct surroundings){{0, 0}, NULL, 0};
	return surroundings_compare(previous->tree, facts->tree, arena);
}

static void drop_marks(struct marks *marks, const struct document_facts *previous, uint32_t section)
{
	const struct section_facts *found = shared_list_item(&previous->sections, section);
	marks->counting -= found->marks.counting;
	marks->silencing -= found->marks.silencing;
}

/* Those of the sections that are kept. */
static struct marks kept_marks(
	const struct document_facts *previous, const struct surroundings *kept, uint32_t new_end)
{
	struct marks marks = previous->marks;
	uint32_t old_end = previous->sections.count - kept->shared.tail;
	for (uint32_t i = kept->shared.head; i < old_end; i++)
		drop_marks(&marks, previous, i);
	for (uint32_t i = 0; i < kept->again_count; i++)
		drop_marks(&marks, previous,
			kept->again[i] < kept->shared.head ? kept->again[i]
							   : kept->again[i] - new_end + old_end);
	return marks;
}

static void *look_at_section(void *context, uint32_t section)
{
	struct document_facts *facts = context;
	struct section_facts *found = section_facts_create(facts->tree, section, facts->is_tosca);
	interruption_point();
	facts->marks.counting += found->marks.counting;
	facts->marks.silencing += found->marks.silencing;
	facts->checked++;
	return found;
}

/* Those that are not kept are looked at, the others are shared. */
static void check_sections(struct document_facts *facts, const struct document_facts *previous,
	const struct surroundings *kept)
{
	uint32_t count = syntax_tree_section_count(facts->tree);
	if (kept->shared.head + kept->shared.tail > 0)
		facts->marks = kept_marks(previous, kept, count - kept->shared.tail);
	facts->sections = shared_list_renew(previous ? &previous->sections : NULL,
		&sections_are_shared, count, kept->shared, kept->again, kept->again_count,
		look_at_section, facts);
}

/* ---- names that refer to nothing ---- */

/* Names of the sections that are looked at anew, as they were and as they are. */
struct renewal {
	struct kept_names *lost, *gained;
	size_t lost_count, gained_count;
	uint32_t *
		numbers; /* of each section: which one it was; UINT32_MAX if it is looked at anew */
};

static struct kept_names names_found_in(const struct document_facts *facts, uint32_t section)
{
	return ((const struct section_facts *)shared_list_item(&facts->sections, section))->names;
}

static struct renewal renewal_of(const struct document_facts *facts,
	const struct document_facts *previous, const struct surroundings *kept, struct arena *arena)
{
	uint32_t count = facts->sections.count, head = kept->shared.head;
	uint32_t end = count - kept->shared.tail;
	uint32_t old_end = previous->sections.count - kept->shared.tail;
	struct renewal renewal = {
		.lost = arena_allocate(
			arena, old_end - head + kept->again_count + 1, sizeof(*renewal.lost)),
		.gained = arena_allocate(
			arena, end - head + kept->again_count + 1, sizeof(*renewal.gained)),
		.numbers = arena_allocate(arena, count + 1, sizeof(*renewal.numbers))};
	for (uint32_t i = 0; i < count; i++)
		renewal.numbers[i] = i < head ? i : i < end ? UINT32_MAX : i - end + old_end;
	for (uint32_t i = head; i < old_end; i++)
		renewal.lost[renewal.lost_count++] = names_found_in(previous, i);
	for (uint32_t i = head; i < end; i++)
		renewal.gained[renewal.gained_count++] = names_found_in(facts, i);
	for (uint32_t i = 0; i < kept->again_count; i++) {
		uint32_t *number = &renewal.numbers[kept->again[i]];
		renewal.lost[renewal.lost_count++] = names_found_in(previous, *number);
		renewal.gained[renewal.gained_count++] = names_found_in(facts, kept->again[i]);
		*number = UINT32_MAX;
	}
	return renewal;
}

/* The names of sections that were looked at anew are those that were there before. */
static bool same_names(const struct document_facts *facts, const struct document_facts *previous,
	const struct renewal *renewal)
{
	if (facts->sections.count != previous->sections.count ||
		renewal->lost_count != renewal->gained_count)
		return false;
	for (size_t i = 0; i < renewal->gained_count; i++)
		if (!kept_names_equal(renewal->lost[i], renewal->gained[i]))
			return false;
	return true;
}

static struct kept_names *all_names(const struct document_facts *facts)
{
	uint32_t count = facts->sections.count;
	struct kept_names *names = memory_allocate(count + 1, sizeof(*names));
	void **sections = shared_list_items(&facts->sections);
	for (uint32_t i = 0; i < count; i++)
		names[i] = ((const struct section_facts *)sections[i])->names;
	memory_release(sections);
	return names;
}

static void find_unknown_names(struct document_facts *facts)
{
	struct kept_names *names = all_names(facts);
	uint32_t count = facts->sections.count;
	facts->declared = declared_names_create(names, count);
	if (facts->is_tosca)
		facts->unknown = unknown_names_find(names, count, facts->declared, facts->arena);
	memory_release(names);
}

static void renew_unknown_names(struct document_facts *facts, const struct document_facts *previous,
	const struct surroundings *kept, struct arena *arena)
{
	struct renewal renewal = renewal_of(facts, previous, kept, arena);
	facts->declared = declared_names_change(previous->declared, renewal.lost,
		renewal.lost_count, renewal.gained, renewal.gained_count);
	if (!facts->declared) {
		find_unknown_names(facts);
		return;
	}
	if (!facts->is_tosca)
		return;
	facts->has_same_names = same_names(facts, previous, &renewal);
	if (facts->has_same_names) {
		facts->unknown = unknown_names_copy(&previous->unknown, facts->arena);
		return;
	}
	struct kept_names *names = all_names(facts);
	struct changed_names changed = {renewal.lost, renewal.lost_count, renewal.gained,
		renewal.gained_count, previous->declared, facts->declared};
	facts->unknown = unknown_names_after(&previous->unknown, &changed, names, renewal.numbers,
		facts->sections.count, facts->arena);
	memory_release(names);
}

/* ---- all of it ---- */

struct document_facts *document_facts_create(
	const struct syntax_tree *tree, const struct document_facts *previous)
{
	struct document_facts *facts = memory_allocate(1, sizeof(*facts));
	atomic_init(&facts->references, 1);
	facts->tree = syntax_tree_retain(tree);
	facts->arena = arena_create();
	facts->kind = grammar_file_kind(tree);
	facts->is_tosca = facts->kind == GRAMMAR_FILE_TOSCA;
	facts->is_variable = !node_is_absent(names_variability(tree));
	struct arena *arena = arena_create();
	struct surroundings kept = reusable(facts, previous, arena);
	check_sections(facts, previous, &kept);
	facts->outline = diagnostics_in(facts->arena);
	grammar_check_outline(tree, &facts->outline);
	if (kept.shared.head + kept.shared.tail > 0)
		renew_unknown_names(facts, previous, &kept, arena);
	else
		find_unknown_names(facts);
	arena_destroy(arena);
	return facts;
}

static void create(void *context)
{
	struct document_facts_task *task = context;
	task->facts = document_facts_create(task->tree, task->previous);
}

void document_facts_begin(struct document_facts_task *task, const struct syntax_tree *tree,
	const struct document_facts *previous)
{
	task->tree = tree;
	task->previous = previous;
	/* Of an earlier text, most is kept. */
	side_task_begin(&task->task, previous ? 0 : syntax_tree_length(tree), create, task);
}

struct document_facts *document_facts_end(struct document_facts_task *task)
{
	side_task_end(&task->task);
	return task->facts;
}

struct document_facts *document_facts_retain(struct document_facts *facts)
{
	atomic_fetch_add(&facts->references, 1);
	return facts;
}

void document_facts_release(struct document_facts *facts)
{
	if (!facts || atomic_fetch_sub(&facts->references, 1) > 1)
		return;
	shared_list_release(&facts->sections);
	declared_names_destroy(facts->declared);
	count_facts_destroy(facts->counts);
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

bool document_facts_find_the_same(
	const struct document_facts *facts, const struct document_facts *previous)
{
	return facts->has_same_names && facts->outline.count + previous->outline.count == 0 &&
	       count_facts_are_the_same(facts->counts, previous->counts) &&
	       shared_list_weighs_alike(&facts->sections, &previous->sections);
}

bool document_facts_count_anything(const struct document_facts *facts)
{
	return facts->marks.counting > 0;
}

void document_facts_count(struct document_facts *facts, const struct analysis *analysis,
	const struct document_facts *previous)
{
	if (document_facts_count_anything(facts))
		facts->counts = count_facts_create(analysis, previous ? previous->counts : NULL);
}

const struct count_facts *document_facts_counts(const struct document_facts *facts)
{
	return facts->counts;
}

bool document_facts_silence_anything(const struct document_facts *facts)
{
	return facts->marks.silencing > 0;
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

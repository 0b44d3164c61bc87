#include "analyzer/model/template/type_facts.h"

#include "analyzer/language/diagnostics/code_subjects.h"
#include "analyzer/model/definitions/type_check.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/template/expression_types.h"
#include "analyzer/model/template/named_files.h"
#include "analyzer/model/template/section_types.h"
#include "analyzer/model/template/type_difference.h"
#include "analyzer/model/types/file_record.h"
#include "base/memory.h"
#include "base/side_task.h"

struct type_facts {
	struct syntax_tree *tree;
	struct types *types;
	bool has_new_types;
	bool is_tosca;
	struct section_types *whole;   /* about what no section is asked for alone */
	struct section_types *presets; /* about values of variability inputs */
	bool presets_ask;              /* for more than types */
	struct section_types *files;   /* what is said of files that are named */
	struct file_record *folders;   /* in which these have been looked for */
	bool names_files_elsewhere;    /* than in the section where what has the name begins */
	struct shared_list sections;
	struct side_task checks; /* of all sections */
	uint32_t limits;         /* nodes with room for so many relationships and no more */
	uint32_t checked;
};

/* What an orchestrator might know, or tolerate, is a warning in TOSCA 1.x. A name that is nearly
 * one the type declares is a mistake for sure, and deployment ends there. */
static bool is_certain(const struct syntax_tree *tree, const struct diagnostic *diagnostic)
{
	if (!code_is_misspelt_name(diagnostic->code) ||
		diagnostic->severity != DIAGNOSTIC_WARNING || !diagnostic->replacement.length ||
		diagnostic->location.kind != LOCATION_NODE || diagnostic->location.file.length)
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
	struct section_types *found = section_types_create();
	types_check_imports(facts->types, &found->diagnostics);
	types_check_whole_template(facts->types, facts->tree, &found->diagnostics);
	raise_severities(facts->tree, &found->diagnostics);
	diagnostics_own(&found->diagnostics);
	return found;
}

static void check_presets(struct type_facts *facts)
{
	struct section_types *found = section_types_create();
	facts->presets_ask = types_check_presets(facts->types, facts->tree, &found->diagnostics);
	raise_severities(facts->tree, &found->diagnostics);
	diagnostics_own(&found->diagnostics);
	facts->presets = found;
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
	struct section_types *found = section_types_create();
	struct type_lookups *lookups = &found->lookups;
	struct type_recorder recorder = {&lookups, section, 1, section};
	struct types *types = types_recorded_by(facts->types, &recorder);
	types_check_names(types, facts->tree, section, &found->diagnostics);
	expression_types_check(facts->tree, section, &found->diagnostics, &found->notes);
	check_elements(types, facts->tree, section, &found->diagnostics, &found->notes);
	raise_severities(facts->tree, &found->diagnostics);
	diagnostics_own(&found->diagnostics);
	types_release(types);
	facts->checked++;
	return found;
}

/* Sections of which something else is known, rising. */
struct exchange {
	uint32_t *positions;
	void **items;
	uint32_t count;
};

static struct exchange exchange_begin(const struct type_facts *facts)
{
	return (struct exchange){
		.positions = memory_resize(NULL, facts->sections.count + 1, sizeof(uint32_t)),
		.items = memory_resize(NULL, facts->sections.count + 1, sizeof(void *))};
}

static void exchange_add(struct exchange *exchange, struct type_facts *facts, uint32_t section,
	const struct section_types *before, struct section_types *after)
{
	facts->limits += section_types_limits(after) - section_types_limits(before);
	exchange->positions[exchange->count] = section;
	exchange->items[exchange->count++] = after;
}

static void exchange_end(struct exchange *exchange, struct type_facts *facts)
{
	struct shared_list before = facts->sections;
	if (exchange->count > 0) {
		facts->sections = shared_list_exchange(
			&before, exchange->positions, exchange->items, exchange->count);
		shared_list_release(&before);
	}
	memory_release(exchange->positions);
	memory_release(exchange->items);
}

/* Checks the sections again that ask for an element which looks different now; those between the
 * `kept` ends know it already, unless they are what they were as well. */
static void check_askers(struct type_facts *facts, const struct type_facts *previous,
	struct shared_ends kept, const struct changed_elements *changed)
{
	uint32_t count = facts->sections.count;
	bool moves = count != previous->sections.count;
	uint64_t traits = changed_elements_traits(changed);
	struct exchange exchange = exchange_begin(facts);
	for (struct shared_walk walk = {0};
		shared_list_next_with(&facts->sections, traits, &walk);) {
		uint32_t i = walk.position;
		bool is_kept = i < kept.head || i >= count - kept.tail ||
			       (!moves && walk.item == shared_list_item(&previous->sections, i));
		if (is_kept && changed_elements_concern(changed, walk.item))
			exchange_add(&exchange, facts, i, walk.item, check_section(facts, i));
	}
	exchange_end(&exchange, facts);
}

static bool holds(const struct type_facts *facts, const struct section_types *section)
{
	return !facts->has_new_types || type_lookups_hold(&section->lookups, facts->types);
}

/* The section was not touched, nor what it asks types for. */
static bool is_same(const struct type_facts *facts, const struct type_facts *previous,
	const struct type_difference *difference, uint32_t section)
{
	return facts->sections.count == previous->sections.count && !difference->is_wide &&
	       syntax_tree_shares_section(previous->tree, section, facts->tree, section) &&
	       holds(facts, shared_list_item(&previous->sections, section));
}

/* Places in the sections at the ends become those of now. */
static void move_places(
	struct type_facts *facts, struct shared_ends kept, const struct section_move *move)
{
	uint32_t count = facts->sections.count;
	struct exchange exchange = exchange_begin(facts);
	for (struct shared_walk walk = {0}; shared_list_next(&facts->sections, &walk);) {
		struct section_types *section = walk.item;
		bool is_kept = walk.position < kept.head || walk.position >= count - kept.tail;
		if (!is_kept || !section_types_is_moved(section, move))
			continue;
		struct section_types *moved = section_types_moved(section, move);
		exchange_add(&exchange, facts, walk.position, section,
			moved ? moved : check_section(facts, walk.position));
	}
	exchange_end(&exchange, facts);
}

/* ---- keeping ---- */

static void add_differences(struct changed_elements *changed, const struct section_types *before,
	const struct section_types *after)
{
	changed_elements_add(changed, &before->notes, &after->notes);
}

static void add_notes(struct template_notes *notes, const struct template_notes *more)
{
	for (size_t i = 0; i < more->count; i++)
		template_notes_add(notes, more->items[i]);
}

/* Elements of several sections, in whichever of them they were before. */
static void add_all_differences(struct changed_elements *changed, const struct type_facts *previous,
	struct shared_ends kept, void *const *sections, uint32_t count)
{
	struct template_notes before = {.arena = changed->arena};
	struct template_notes after = {.arena = changed->arena};
	for (uint32_t i = kept.head; i < previous->sections.count - kept.tail; i++)
		add_notes(&before,
			&((struct section_types *)shared_list_item(&previous->sections, i))->notes);
	for (uint32_t i = 0; i < count; i++)
		add_notes(&after, &((struct section_types *)sections[i])->notes);
	changed_elements_add(changed, &before, &after);
}

/* The sections between the kept ends are looked at one by one. */
static void keep_sections(struct type_facts *facts, const struct type_facts *previous,
	const struct type_difference *difference)
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
				section_types_retain(shared_list_item(&previous->sections, i));
			continue;
		}
		struct section_types *after = check_section(facts, i);
		sections[i - kept.head] = after;
		facts->limits += section_types_limits(after);
	}
	for (uint32_t i = kept.head; i < old_end; i++) {
		const struct section_types *before = shared_list_item(&previous->sections, i);
		bool is_there = old_end == end && sections[i - kept.head] == before;
		if (!is_there)
			facts->limits -= section_types_limits(before);
		if (!is_there && old_end == end)
			add_differences(&changed, before, sections[i - kept.head]);
	}
	if (old_end != end)
		add_all_differences(&changed, previous, kept, sections, end - kept.head);
	facts->sections = shared_list_replace(
		&previous->sections, kept.head, old_end - kept.head, sections, end - kept.head);
	memory_release(sections);
	if (old_end != end)
		move_places(facts, kept, &(struct section_move){kept.head, old_end, end - old_end});
	if (changed.count > 0)
		check_askers(facts, previous, kept, &changed);
	arena_destroy(changed.arena);
}

/* A name is looked at with the section where it stands. */
static void deal_out_names(const struct diagnostics *names, struct section_types **sections)
{
	for (size_t i = 0; i < names->count; i++)
		section_types_add(
			sections[names->items[i].location.node.section], &names->items[i]);
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
			section_types_add(section, &found->items[next++]);
	}
}

/* One walk over the whole file is cheaper than one per section; what it finds is dealt out. */
static void check_all_sections(void *context)
{
	struct type_facts *facts = context;
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
		sections[i] = section_types_create();
		lookups[i] = &sections[i]->lookups;
	}
	struct type_recorder recorder = {lookups, 0, count, 0};
	struct types *types = types_recorded_by(facts->types, &recorder);
	types_check_names(types, facts->tree, EVERY_SECTION, &names);
	expression_types_check(facts->tree, EVERY_SECTION, &names, &notes);
	check_elements(types, facts->tree, EVERY_SECTION, &found, &notes);
	raise_severities(facts->tree, &found);
	types_release(types);
	deal_out_names(&names, sections);
	deal_out(&found, &notes, sections);
	for (uint32_t i = 0; i < count; i++) {
		diagnostics_own(&sections[i]->diagnostics);
		facts->limits += section_types_limits(sections[i]);
	}
	facts->sections = section_types_list(sections, count);
	facts->checked = count;
	arena_destroy(arena);
}

/* The next note of a file from this one on; NULL if there is none. */
static const struct template_note *next_file(const struct template_notes *notes, size_t *i)
{
	while (*i < notes->count && notes->items[*i].kind != NOTE_FILE)
		++*i;
	return *i < notes->count ? &notes->items[(*i)++] : NULL;
}

/* The names of files, wherever they are by now: a note is of the section where its item stands. */
static const struct node *find_file_names(
	struct type_facts *facts, struct arena *arena, size_t *count)
{
	struct node *names = NULL;
	size_t capacity = 0;
	*count = 0;
	for (struct shared_walk walk = {0};
		shared_list_next_with(&facts->sections, SECTION_NAMES_FILES, &walk);) {
		const struct template_notes *notes = &((struct section_types *)walk.item)->notes;
		const struct template_note *note;
		for (size_t k = 0; (note = next_file(notes, &k));) {
			struct node_reference place = note->file;
			place.section = walk.position + (place.section - note->section);
			names = arena_reserve(arena, names, *count, &capacity, sizeof(*names));
			names[(*count)++] = syntax_tree_node(facts->tree, place);
			facts->names_files_elsewhere |= place.section != walk.position;
		}
	}
	return names;
}

static void check_files(struct type_facts *facts, struct string path, const struct files *files)
{
	struct section_types *found = section_types_create();
	struct file_record *record = arena_allocate(found->arena, 1, sizeof(*record));
	struct arena *scratch = arena_create();
	size_t count;
	const struct node *names = find_file_names(facts, scratch, &count);
	file_record_init(record, files, found->arena);
	if (files)
		named_files_check(names, count, path, &record->files, &found->diagnostics);
	diagnostics_own(&found->diagnostics);
	arena_destroy(scratch);
	facts->files = found;
	facts->folders = record;
}

static bool name_same_files(const void *left, const void *right)
{
	const struct template_notes *a = &((const struct section_types *)left)->notes;
	const struct template_notes *b = &((const struct section_types *)right)->notes;
	size_t i = 0, j = 0;
	for (;;) {
		const struct template_note *one = next_file(a, &i), *other = next_file(b, &j);
		if (!one || !other)
			return one == other;
		if (one->fingerprint != other->fingerprint ||
			one->file.index != other->file.index ||
			one->file.section - one->section != other->file.section - other->section)
			return false;
	}
}

/* Files come and go without an edit: each revision looks for them anew. */
static bool names_same_files(const struct type_facts *facts, const struct type_facts *previous,
	const struct files *files)
{
	return previous && !previous->names_files_elsewhere &&
	       shared_list_has_same_with(&facts->sections, &previous->sections, SECTION_NAMES_FILES,
		       name_same_files) &&
	       file_record_holds(previous->folders, files);
}

static void find_files(struct type_facts *facts, struct string path, const struct files *files,
	const struct type_facts *previous)
{
	if (!names_same_files(facts, previous, files)) {
		check_files(facts, path, files);
		return;
	}
	facts->files = section_types_retain(previous->files);
	facts->folders = previous->folders;
}

/* Whether an edit within the template may change what is said about it as a whole. */
static bool refers_to_itself(const struct type_facts *facts)
{
	struct node template = grammar_template(facts->tree).value;
	return facts->limits > 0 || !node_is_null(node_get(template, "workflows"));
}

/* Where sections have come or gone, what is told has other places; false if one of them is gone. */
static bool keep_presets(struct type_facts *facts, const struct type_facts *previous,
	const struct type_difference *difference)
{
	struct shared_ends kept = difference->kept;
	struct section_move move = {kept.head, previous->sections.count - kept.tail,
		facts->sections.count - previous->sections.count};
	facts->presets = section_types_is_moved(previous->presets, &move)
				 ? section_types_moved(previous->presets, &move)
				 : section_types_retain(previous->presets);
	return facts->presets != NULL;
}

struct type_facts *type_facts_begin(const struct syntax_tree *tree, struct string path,
	const struct files *files, const struct type_facts *previous)
{
	struct type_facts *facts = memory_allocate(1, sizeof(*facts));
	struct type_difference difference = {.region = REGION_OTHER};
	facts->tree = syntax_tree_retain(tree);
	facts->is_tosca = grammar_is_tosca(tree);
	if (previous && previous->is_tosca == facts->is_tosca)
		difference = type_difference_between(previous->tree, tree);
	if (difference.region == REGION_TEMPLATE && types_are_current(previous->types, files)) {
		facts->types = types_retain(previous->types);
		keep_sections(facts, previous, &difference);
		bool moves = facts->sections.count != previous->sections.count;
		facts->whole = moves || refers_to_itself(facts) || refers_to_itself(previous)
				       ? check_whole(facts)
				       : section_types_retain(previous->whole);
		if (previous->presets_ask || !difference.keeps_variability ||
			!keep_presets(facts, previous, &difference))
			check_presets(facts);
		return facts;
	}
	facts->types =
		types_create(tree, path, files, previous ? types_normative(previous->types) : NULL);
	facts->has_new_types = true;
	facts->whole = check_whole(facts);
	check_presets(facts);
	difference.kept = (struct shared_ends){0, 0};
	if (difference.region == REGION_OTHER ||
		previous->sections.count != syntax_tree_section_count(tree))
		side_task_begin(
			&facts->checks, syntax_tree_length(tree), check_all_sections, facts);
	else
		keep_sections(facts, previous, &difference);
	return facts;
}

void type_facts_finish(struct type_facts *facts, struct string path, const struct files *files,
	const struct type_facts *previous)
{
	side_task_end(&facts->checks);
	find_files(facts, path, files, previous);
}

struct type_facts *type_facts_create(const struct syntax_tree *tree, struct string path,
	const struct files *files, const struct type_facts *previous)
{
	struct type_facts *facts = type_facts_begin(tree, path, files, previous);
	type_facts_finish(facts, path, files, previous);
	return facts;
}

void type_facts_destroy(struct type_facts *facts)
{
	if (!facts)
		return;
	side_task_end(&facts->checks);
	shared_list_release(&facts->sections);
	section_types_release(facts->whole);
	section_types_release(facts->presets);
	section_types_release(facts->files);
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
	const struct diagnostics *presets = &facts->presets->diagnostics;
	const struct diagnostics *missing = &facts->files->diagnostics;
	if (!facts->is_tosca)
		return;
	diagnostics_append_some(diagnostics, limit, whole->items, whole->count);
	diagnostics_append_some(diagnostics, limit, presets->items, presets->count);
	diagnostics_append_some(diagnostics, limit, missing->items, missing->count);
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

static bool finds_the_same(const struct section_types *found, const struct section_types *before)
{
	return found == before || found->diagnostics.count + before->diagnostics.count == 0;
}

bool type_facts_find_the_same(const struct type_facts *facts, const struct type_facts *previous)
{
	return facts->types == previous->types && finds_the_same(facts->whole, previous->whole) &&
	       finds_the_same(facts->presets, previous->presets) &&
	       finds_the_same(facts->files, previous->files) &&
	       shared_list_weighs_alike(&facts->sections, &previous->sections);
}

bool type_facts_has_new_types(const struct type_facts *facts)
{
	return facts->has_new_types;
}

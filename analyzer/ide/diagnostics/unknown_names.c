#include "analyzer/ide/diagnostics/unknown_names.h"

#include "analyzer/ide/text/name_text.h"
#include "analyzer/language/grammar/words.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/model/report/suggestion.h"

/* Where very many names are unknown, one mistake has cut off what declares them; looking for the
 * nearest of thousands, thousands of times, would take seconds after a single key. */
enum {
	MOST_SUGGESTIONS = 100
};

struct document {
	const struct kept_names *sections;
	uint32_t count;
	const struct declared_names *declared;
	struct arena *arena;
	struct unknown_name *items;
	size_t found, capacity;
};

static bool is_declared(const struct document *document, const struct kept_name *use)
{
	struct kept_name alternative = *use;
	alternative.kind = use->alternative;
	return declared_names_have(document->declared, use) ||
	       (use->alternative != use->kind &&
		       declared_names_have(document->declared, &alternative));
}

/* The name of the node that the container is; empty if it is none. */
static struct string container_name(const struct kept_name *use)
{
	return use->container.length > 5 ? string_slice(use->container, 5, use->container.length)
					 : STRING("");
}

static bool container_exists(const struct document *document, const struct kept_name *use)
{
	struct kept_name container = {.kind = DECLARED_NODE, .name = container_name(use)};
	return use->container.length == 0 || declared_names_have(document->declared, &container);
}

static struct string nearest(const struct document *document, const struct kept_name *wanted)
{
	struct suggestion suggestion = suggestion_for(wanted->name);
	for (uint32_t i = 0; i < document->count; i++) {
		for (size_t j = 0; j < document->sections[i].count; j++) {
			const struct kept_name *use = &document->sections[i].items[j];
			if (use->is_declaration && use->kind == wanted->kind &&
				string_equal(use->container, wanted->container))
				suggestion_offer(&suggestion, use->name);
		}
	}
	for (const struct word_row *word = NULL; (word = word_next(word, wanted->words));)
		suggestion_offer(&suggestion, string_from(word->name));
	return suggestion.best;
}

static void add(struct document *document, enum diagnostic_code code, uint32_t section,
	const struct kept_name *use)
{
	struct arena *arena = document->arena;
	struct string best =
		document->found < MOST_SUGGESTIONS ? nearest(document, use) : STRING("");
	struct string within = use->container.length > 0 ? arena_format(arena, " of node \"%.*s\"",
								   (int)use->container.length - 5,
								   use->container.bytes + 5)
							 : STRING("");
	struct string hint = best.length > 0 ? arena_format(arena, "; did you mean \"%.*s\"?",
						       STRING_ARGUMENTS(best))
					     : STRING("");
	document->items = arena_reserve(arena, document->items, document->found,
		&document->capacity, sizeof(*document->items));
	document->items[document->found++] = (struct unknown_name){
		.code = code,
		.place = {section, use->node},
		.is_part = use->is_part,
		.part = use->part,
		.message = arena_format(arena, "Unknown %s \"%.*s\"%.*s%.*s",
			declared_kind_noun(use->kind), STRING_ARGUMENTS(use->name),
			STRING_ARGUMENTS(within), STRING_ARGUMENTS(hint)),
		.replacement = arena_copy(arena, best),
		.name = arena_copy(arena, use->name),
		.may_be_type = use->may_be_imported,
		.type = use->kind == DECLARED_NODE ? TYPE_NODE : TYPE_RELATIONSHIP,
	};
}

static void find_in(struct document *document, uint32_t section)
{
	struct kept_names uses = document->sections[section];
	for (size_t i = 0; i < uses.count; i++) {
		const struct kept_name *use = &uses.items[i];
		enum diagnostic_code code;
		if (!use->is_declaration && kept_name_code(use->kind, &code) &&
			container_exists(document, use) && !is_declared(document, use))
			add(document, code, section, use);
	}
}

struct unknown_names unknown_names_find(const struct kept_names *sections, uint32_t count,
	const struct declared_names *declared, struct arena *arena)
{
	struct document document = {
		.sections = sections, .count = count, .declared = declared, .arena = arena};
	for (uint32_t i = 0; i < count; i++)
		find_in(&document, i);
	return (struct unknown_names){document.items, document.found};
}

/* ---- after an edit ---- */

static struct unknown_name copy_of(const struct unknown_name *name, struct arena *arena)
{
	struct unknown_name copy = *name;
	copy.message = arena_copy(arena, name->message);
	copy.replacement = arena_copy(arena, name->replacement);
	copy.name = arena_copy(arena, name->name);
	return copy;
}

struct unknown_names unknown_names_copy(const struct unknown_names *names, struct arena *arena)
{
	struct unknown_name *items = arena_allocate(arena, names->count + 1, sizeof(*items));
	for (size_t i = 0; i < names->count; i++)
		items[i] = copy_of(&names->items[i], arena);
	return (struct unknown_names){items, names->count};
}

/* Declarations of which there are some now and were none before, or the other way round. */
struct turned_names {
	const struct kept_name **items;
	size_t count, capacity;
	struct arena *arena;
};

static void add_turned(struct turned_names *turned, const struct changed_names *changed,
	const struct kept_names *sections, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < sections[i].count; j++) {
			const struct kept_name *use = &sections[i].items[j];
			if (!use->is_declaration ||
				declared_names_have(changed->before, use) ==
					declared_names_have(changed->after, use))
				continue;
			turned->items = arena_reserve(turned->arena, turned->items, turned->count,
				&turned->capacity, sizeof(*turned->items));
			turned->items[turned->count++] = use;
		}
	}
}

static const struct kept_name *next_declaration(
	const struct kept_names *sections, size_t count, size_t *section, size_t *position)
{
	for (; *section < count; ++*section, *position = 0)
		while (*position < sections[*section].count) {
			const struct kept_name *use = &sections[*section].items[(*position)++];
			if (use->is_declaration)
				return use;
		}
	return NULL;
}

/* Suggestions are chosen from the same names, in the same order. */
static bool declares_the_same(const struct changed_names *changed)
{
	size_t lost_section = 0, lost = 0, gained_section = 0, gained = 0;
	for (;;) {
		const struct kept_name *a =
			next_declaration(changed->lost, changed->lost_count, &lost_section, &lost);
		const struct kept_name *b = next_declaration(
			changed->gained, changed->gained_count, &gained_section, &gained);
		if (!a || !b)
			return a == b;
		if (a->kind != b->kind || !string_equal(a->name, b->name) ||
			!string_equal(a->container, b->container))
			return false;
	}
}

static bool asks_for(const struct kept_name *use, const struct kept_name *declaration)
{
	if (declaration->kind == DECLARED_NODE && use->container.length > 5 &&
		string_equal(container_name(use), declaration->name))
		return true;
	return (use->kind == declaration->kind || use->alternative == declaration->kind) &&
	       string_equal(use->name, declaration->name) &&
	       string_equal(use->container, declaration->container);
}

static bool asks_for_any(struct kept_names uses, const struct turned_names *turned)
{
	for (size_t j = 0; j < turned->count; j++)
		for (size_t i = 0; i < uses.count; i++)
			if (!uses.items[i].is_declaration &&
				asks_for(&uses.items[i], turned->items[j]))
				return true;
	return false;
}

/* What was unknown in a section is so still, and reads the same. */
static void copy(struct document *document, uint32_t section, const struct unknown_name *known)
{
	struct unknown_name copy = copy_of(known, document->arena);
	copy.place.section = section;
	document->items = arena_reserve(document->arena, document->items, document->found,
		&document->capacity, sizeof(*document->items));
	document->items[document->found++] = copy;
}

/* With other words, perhaps: other names are near. */
static void add_again(struct document *document, uint32_t section, const struct unknown_name *known)
{
	struct kept_names uses = document->sections[section];
	for (size_t i = 0; i < uses.count; i++) {
		enum diagnostic_code code;
		if (!uses.items[i].is_declaration && kept_name_code(uses.items[i].kind, &code) &&
			code == known->code && uses.items[i].node == known->place.index &&
			uses.items[i].is_part == known->is_part &&
			uses.items[i].part.start == known->part.start) {
			add(document, code, section, &uses.items[i]);
			return;
		}
	}
}

struct unknown_names unknown_names_after(const struct unknown_names *before,
	const struct changed_names *changed, const struct kept_names *sections,
	const uint32_t *numbers, uint32_t count, struct arena *arena)
{
	struct document document = {
		.sections = sections, .count = count, .declared = changed->after, .arena = arena};
	struct turned_names turned = {.arena = arena_create()};
	bool same_words = declares_the_same(changed);
	size_t next = 0;
	add_turned(&turned, changed, changed->lost, changed->lost_count);
	add_turned(&turned, changed, changed->gained, changed->gained_count);
	for (uint32_t i = 0; i < count; i++) {
		if (numbers[i] == UINT32_MAX || asks_for_any(sections[i], &turned)) {
			find_in(&document, i);
			continue;
		}
		while (next < before->count && before->items[next].place.section < numbers[i])
			next++;
		for (; next < before->count && before->items[next].place.section == numbers[i];
			next++) {
			bool had_suggestion = next < MOST_SUGGESTIONS;
			if (same_words && had_suggestion == (document.found < MOST_SUGGESTIONS))
				copy(&document, i, &before->items[next]);
			else
				add_again(&document, i, &before->items[next]);
		}
	}
	arena_destroy(turned.arena);
	return (struct unknown_names){document.items, document.found};
}

/* Expressions need the value of an input. Presets may assign others, and inputs may be constrained
 * by others: that has no effect. */
static bool is_asked_for(struct node name)
{
	return operator_called(node_text(node_key(name)), false) == OPERATOR_VARIABILITY_INPUT;
}

/* Targets and relationships can be types, which other files define as well. */
static bool is_type(const struct unknown_name *name, const struct types *types)
{
	return name->may_be_type && types &&
	       (types_find(types, name->type, name->name) ||
		       types_may_be_elsewhere(types, name->name));
}

/* Of outputs, resolving asks which node they come from. */
static bool is_in_output(struct node node)
{
	while (!node_is_absent(node) && !string_is(node_text(node_key(node)), "outputs"))
		node = node_parent(node);
	return !node_is_absent(node);
}

static enum diagnostic_severity severity_of(
	const struct unknown_name *name, const struct syntax_tree *tree)
{
	if (name->is_part && !is_in_output(syntax_tree_node(tree, name->place)))
		return DIAGNOSTIC_WARNING; /* resolving leaves it to the orchestrator */
	return name->code == DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT &&
			       !is_asked_for(syntax_tree_node(tree, name->place))
		       ? DIAGNOSTIC_WARNING
		       : diagnostic_code_row(name->code)->severity;
}

static struct location location_of_name(const struct unknown_name *name, struct node node)
{
	if (!name->is_part)
		return location_of(node);
	struct arena *arena = arena_create();
	struct range part = name_part_within(node, name->part, arena);
	arena_destroy(arena);
	return location_of_part(node, part);
}

void unknown_names_report(const struct unknown_names *names, const struct syntax_tree *tree,
	const struct types *types, struct diagnostics_limit *limit, struct diagnostics *diagnostics)
{
	struct diagnostics_choice choice = {.limit = limit};
	for (size_t i = 0; i < names->count; i++) {
		const struct unknown_name *name = &names->items[i];
		if (!is_type(name, types))
			diagnostics_choice_count(&choice, name->code, name->place.section);
	}
	for (size_t i = 0; i < names->count; i++) {
		const struct unknown_name *name = &names->items[i];
		if (is_type(name, types))
			continue;
		struct node node = syntax_tree_node(tree, name->place);
		enum diagnostic_severity severity = severity_of(name, tree);
		struct location location = location_of_name(name, node);
		if (!diagnostics_choice_takes(&choice, name->code, severity, location))
			continue;
		struct diagnostic *diagnostic = diagnostics_add_at(
			diagnostics, name->code, location, "%.*s", STRING_ARGUMENTS(name->message));
		diagnostic->replacement = name->replacement;
		diagnostic->severity = severity;
	}
}

/* ---- of another document ---- */

struct diagnostic *unknown_name_report(struct diagnostics *diagnostics, enum diagnostic_code code,
	const struct syntax_tree *declaring, enum declared_kind kind, struct node name)
{
	struct arena *arena = arena_create();
	struct suggestion suggestion = suggestion_for(node_text(name));
	struct name_list names = names_of(declaring, kind, arena);
	for (size_t i = 0; i < names.count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, names.items[i].name);
	struct string best = arena_copy(diagnostics->arena, suggestion.best);
	struct diagnostic *diagnostic = diagnostics_add(diagnostics, code, name,
		"Unknown %s \"%.*s\"%s%.*s%s", declared_kind_noun(kind),
		STRING_ARGUMENTS(node_text(name)), best.length ? "; did you mean \"" : "",
		STRING_ARGUMENTS(best), best.length ? "\"?" : "");
	diagnostic->replacement = best;
	arena_destroy(arena);
	return diagnostic;
}

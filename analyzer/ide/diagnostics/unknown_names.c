#include "analyzer/ide/diagnostics/unknown_names.h"

#include "analyzer/ide/names/uses.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/model/report/suggestion.h"

#include <string.h>

/* Where very many names are unknown, one mistake has cut off what declares them; looking for the
 * nearest of thousands, thousands of times, would take seconds after a single key. */
enum {
	MOST_SUGGESTIONS = 100
};

/* Declarations by kind, container and name. */
struct table {
	const struct use **slots;
	size_t size; /* a power of two */
};

static uint64_t hash(const struct use *use)
{
	return string_hash(use->name) * 31 + string_hash(use->container) * 7 + (uint64_t)use->kind;
}

static bool same(const struct use *a, const struct use *b)
{
	return a->kind == b->kind && string_equal(a->name, b->name) &&
	       string_equal(a->container, b->container);
}

static const struct use **slot_of(const struct table *table, const struct use *use)
{
	size_t slot = (size_t)hash(use) & (table->size - 1);
	while (table->slots[slot] && !same(table->slots[slot], use))
		slot = (slot + 1) & (table->size - 1);
	return &table->slots[slot];
}

struct document {
	const struct use_list *sections;
	uint32_t count;
	struct table table;
	struct arena *arena;
	struct unknown_name *items;
	size_t found, capacity;
};

static struct table table_of(const struct use_list *sections, uint32_t count, struct arena *arena)
{
	size_t total = 0;
	for (uint32_t i = 0; i < count; i++)
		total += sections[i].count;
	struct table table = {.size = 16};
	while (table.size < 2 * total)
		table.size *= 2;
	table.slots = arena_allocate(arena, table.size, sizeof(*table.slots));
	for (uint32_t i = 0; i < count; i++) {
		for (size_t j = 0; j < sections[i].count; j++)
			if (sections[i].items[j].is_declaration)
				*slot_of(&table, &sections[i].items[j]) = &sections[i].items[j];
	}
	return table;
}

/* Kinds whose names must be declared in the same document. Types may come from elsewhere. */
static bool code_of(enum declared_kind kind, enum diagnostic_code *code)
{
	switch (kind) {
	case DECLARED_VARIABILITY_INPUT:
		*code = DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT;
		return true;
	case DECLARED_EXPRESSION:
		*code = DIAGNOSTIC_CODE_UNKNOWN_EXPRESSION;
		return true;
	case DECLARED_NODE:
		*code = DIAGNOSTIC_CODE_UNKNOWN_NODE;
		return true;
	case DECLARED_RELATION:
		*code = DIAGNOSTIC_CODE_UNKNOWN_RELATION;
		return true;
	case DECLARED_ARTIFACT:
		*code = DIAGNOSTIC_CODE_UNKNOWN_ARTIFACT;
		return true;
	case DECLARED_GROUP:
		*code = DIAGNOSTIC_CODE_UNKNOWN_GROUP;
		return true;
	case DECLARED_POLICY:
		*code = DIAGNOSTIC_CODE_UNKNOWN_POLICY;
		return true;
	case DECLARED_INPUT:
		*code = DIAGNOSTIC_CODE_UNKNOWN_INPUT;
		return true;
	case DECLARED_OUTPUT:
		*code = DIAGNOSTIC_CODE_UNKNOWN_OUTPUT;
		return true;
	case DECLARED_RELATIONSHIP_TEMPLATE:
		*code = DIAGNOSTIC_CODE_UNKNOWN_RELATIONSHIP;
		return true;
	default:
		return false;
	}
}

static bool is_declared(const struct document *document, const struct use *use)
{
	if (*slot_of(&document->table, use))
		return true;
	struct use alternative = *use;
	alternative.kind = use->alternative;
	return use->has_alternative && *slot_of(&document->table, &alternative) != NULL;
}

static bool is_number(struct string name)
{
	for (size_t i = 0; i < name.length; i++)
		if (name.bytes[i] < '0' || name.bytes[i] > '9')
			return false;
	return name.length > 0;
}

/* `[app, 0]` names by position, and what has to do with an unknown container is a
 * consequence. */
static bool is_doubtful(const struct use *use)
{
	return use->may_be_elsewhere || is_number(use->name) || string_is(use->container, "?");
}

static bool container_exists(const struct document *document, const struct use *use)
{
	if (use->container.length == 0)
		return true;
	struct use container = {
		.kind = DECLARED_NODE,
		.name = string_slice(use->container, 5, use->container.length),
	};
	return *slot_of(&document->table, &container) != NULL;
}

static struct string nearest(const struct document *document, const struct use *wanted)
{
	struct suggestion suggestion = suggestion_for(wanted->name);
	for (uint32_t i = 0; i < document->count; i++) {
		for (size_t j = 0; j < document->sections[i].count; j++) {
			const struct use *use = &document->sections[i].items[j];
			if (use->is_declaration && use->kind == wanted->kind &&
				string_equal(use->container, wanted->container))
				suggestion_offer(&suggestion, use->name);
		}
	}
	return suggestion.best;
}

static void add(struct document *document, enum diagnostic_code code, uint32_t section,
	const struct use *use)
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
		.place = {section, use->node.reference.index},
		.message = arena_format(arena, "Unknown %s \"%.*s\"%.*s%.*s",
			declared_kind_noun(use->kind), STRING_ARGUMENTS(use->name),
			STRING_ARGUMENTS(within), STRING_ARGUMENTS(hint)),
		.replacement = arena_copy(arena, best),
		.name = arena_copy(arena, use->name),
		.may_be_type = use->may_be_imported,
		.type = use->kind == DECLARED_NODE ? TYPE_NODE : TYPE_RELATIONSHIP,
	};
}

struct unknown_names unknown_names_find(
	const struct use_list *sections, uint32_t count, struct arena *arena)
{
	struct arena *scratch = arena_create();
	struct document document = {
		.sections = sections,
		.count = count,
		.table = table_of(sections, count, scratch),
		.arena = arena,
	};
	for (uint32_t i = 0; i < count; i++) {
		for (size_t j = 0; j < sections[i].count; j++) {
			const struct use *use = &sections[i].items[j];
			enum diagnostic_code code;
			if (!use->is_declaration && code_of(use->kind, &code) &&
				!is_doubtful(use) && container_exists(&document, use) &&
				!is_declared(&document, use))
				add(&document, code, i, use);
		}
	}
	arena_destroy(scratch);
	return (struct unknown_names){document.items, document.found};
}

struct unknown_names unknown_names_copy(const struct unknown_names *names, struct arena *arena)
{
	struct unknown_name *items = arena_allocate(arena, names->count + 1, sizeof(*items));
	for (size_t i = 0; i < names->count; i++) {
		items[i] = names->items[i];
		items[i].message = arena_copy(arena, items[i].message);
		items[i].replacement = arena_copy(arena, items[i].replacement);
		items[i].name = arena_copy(arena, items[i].name);
	}
	return (struct unknown_names){items, names->count};
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

static enum diagnostic_severity severity_of(
	const struct unknown_name *name, const struct syntax_tree *tree)
{
	return name->code == DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT &&
			       !is_asked_for(syntax_tree_node(tree, name->place))
		       ? DIAGNOSTIC_WARNING
		       : diagnostic_code_row(name->code)->severity;
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
		if (!diagnostics_choice_takes(&choice, name->code, severity, location_of(node)))
			continue;
		struct diagnostic *diagnostic = diagnostics_add(
			diagnostics, name->code, node, "%.*s", STRING_ARGUMENTS(name->message));
		diagnostic->replacement = name->replacement;
		diagnostic->severity = severity;
	}
}

#include "analyzer/ide/unknown_names.h"

#include "analyzer/ide/uses.h"
#include "analyzer/model/suggestion.h"

#include <string.h>

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
	while (table->slots[slot] != NULL && !same(table->slots[slot], use)) {
		slot = (slot + 1) & (table->size - 1);
	}
	return &table->slots[slot];
}

static struct table table_of(struct use_list uses, struct arena *arena)
{
	struct table table = {.size = 16};
	while (table.size < 2 * uses.count) {
		table.size *= 2;
	}
	table.slots = arena_allocate(arena, table.size, sizeof *table.slots);
	for (size_t i = 0; i < uses.count; i++) {
		if (uses.items[i].is_declaration) {
			*slot_of(&table, &uses.items[i]) = &uses.items[i];
		}
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

/* `[app, 0]` names by position, and what has to do with an unknown container is a
 * consequence. */
static bool is_doubtful(const struct use *use)
{
	return use->may_be_elsewhere || node_scalar_type(use->node) == SCALAR_INTEGER ||
	       string_is(use->container, "?");
}

static bool container_exists(const struct table *table, const struct use *use)
{
	if (use->container.length == 0) {
		return true;
	}
	struct use container = {
		.kind = DECLARED_NODE,
		.name = string_slice(use->container, 5, use->container.length),
	};
	return *slot_of(table, &container) != NULL;
}

static struct string nearest(struct use_list uses, const struct use *wanted)
{
	struct suggestion suggestion = suggestion_for(wanted->name);
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		if (use->is_declaration && use->kind == wanted->kind &&
			string_equal(use->container, wanted->container)) {
			suggestion_offer(&suggestion, use->name);
		}
	}
	return suggestion.best;
}

static void report(struct diagnostics *diagnostics, enum diagnostic_code code, struct use_list uses,
	const struct use *use)
{
	struct string best = nearest(uses, use);
	struct string within =
		use->container.length > 0
			? arena_format(diagnostics->arena, " of node \"%.*s\"",
				  (int)use->container.length - 5, use->container.bytes + 5)
			: STRING("");
	struct string hint = best.length > 0
				     ? arena_format(diagnostics->arena, "; did you mean \"%.*s\"?",
					       STRING_ARGUMENTS(best))
				     : STRING("");
	struct diagnostic *diagnostic = diagnostics_add(diagnostics, code, use->node,
		"Unknown %s \"%.*s\"%.*s%.*s", declared_kind_noun(use->kind),
		STRING_ARGUMENTS(use->name), STRING_ARGUMENTS(within), STRING_ARGUMENTS(hint));
	diagnostic->replacement = arena_copy(diagnostics->arena, best);
}

void unknown_names_check(const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct use_list uses = uses_of(tree, diagnostics->arena);
	struct table table = table_of(uses, diagnostics->arena);
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		enum diagnostic_code code;
		if (!use->is_declaration && code_of(use->kind, &code) && !is_doubtful(use) &&
			container_exists(&table, use) && *slot_of(&table, use) == NULL) {
			report(diagnostics, code, uses, use);
		}
	}
}

#include "analyzer/ide/diagnostics/kept_names.h"

bool kept_name_code(enum declared_kind kind, enum diagnostic_code *code)
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

static bool is_number(struct string name)
{
	for (size_t i = 0; i < name.length; i++)
		if (name.bytes[i] < '0' || name.bytes[i] > '9')
			return false;
	return name.length > 0;
}

/* Grammar tells what is there, and that a name is expected. */
static bool is_no_name(const struct use *use)
{
	enum scalar_type type =
		node_kind(use->node) == NODE_SCALAR ? node_scalar_type(use->node) : SCALAR_STRING;
	return !use->is_part && (type == SCALAR_BOOLEAN || type == SCALAR_NULL);
}

/* `[app, 0]` names by position, and what has to do with an unknown container is a
 * consequence. */
static bool is_doubtful(const struct use *use)
{
	bool is_position = is_number(use->name) && use->kind != DECLARED_VARIABILITY_INPUT;
	return use->may_be_elsewhere || is_position || is_no_name(use) ||
	       string_is(use->container, "?");
}

/* Types stand where names of nodes and relationships do. */
static bool is_alternative(enum declared_kind kind)
{
	return kind == DECLARED_NODE_TYPE || kind == DECLARED_RELATIONSHIP_TYPE;
}

static bool matters(const struct use *use)
{
	enum diagnostic_code code;
	if (use->is_declaration)
		return kept_name_code(use->kind, &code) || is_alternative(use->kind);
	return kept_name_code(use->kind, &code) && !is_doubtful(use);
}

/* Neighbours mostly are in the same container. */
static struct string container_of(
	const struct kept_name *before, const struct use *use, struct arena *arena)
{
	if (before && string_equal(before->container, use->container))
		return before->container;
	return use->container.length > 0 ? arena_copy(arena, use->container) : STRING("");
}

/* How many names there are to keep, and how many bytes their containers take at most. */
static size_t measure(struct use_list uses, size_t *bytes)
{
	size_t count = 0;
	const struct use *before = NULL;
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		if (!matters(use))
			continue;
		count++;
		if (use->container.length > 0 &&
			(!before || !string_equal(before->container, use->container)))
			*bytes += use->container.length + 1;
		before = use;
	}
	return count;
}

static struct kept_names keep(struct use_list uses, struct arena *arena)
{
	size_t count = 0, bytes = 0, total = measure(uses, &bytes);
	if (total == 0)
		return (struct kept_names){0};
	arena_expect(arena, total * sizeof(struct kept_name) + bytes);
	struct kept_name *items = arena_allocate(arena, total, sizeof(*items));
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		if (!matters(use))
			continue;
		items[count] = (struct kept_name){.name = use->name,
			.container = container_of(count > 0 ? &items[count - 1] : NULL, use, arena),
			.node = use->node.reference.index,
			.kind = (uint8_t)use->kind,
			.alternative =
				(uint8_t)(use->has_alternative ? use->alternative : use->kind),
			.words = (uint8_t)use->words,
			.is_declaration = use->is_declaration,
			.may_be_imported = use->may_be_imported,
			.is_part = use->is_part,
			.part = use->part};
		count++;
	}
	return (struct kept_names){items, count};
}

struct kept_names kept_names_of_section(
	const struct syntax_tree *tree, uint32_t section, struct arena *arena)
{
	struct arena *scratch = arena_create();
	struct kept_names names = keep(uses_of_section(tree, section, scratch), arena);
	arena_destroy(scratch);
	return names;
}

bool kept_names_equal(struct kept_names a, struct kept_names b)
{
	if (a.count != b.count)
		return false;
	for (size_t i = 0; i < a.count; i++) {
		const struct kept_name *one = &a.items[i];
		const struct kept_name *other = &b.items[i];
		if (one->kind != other->kind || one->alternative != other->alternative ||
			one->words != other->words ||
			one->is_declaration != other->is_declaration ||
			one->may_be_imported != other->may_be_imported ||
			one->node != other->node || one->is_part != other->is_part ||
			one->part.start != other->part.start || one->part.end != other->part.end ||
			!string_equal(one->name, other->name) ||
			!string_equal(one->container, other->container))
			return false;
	}
	return true;
}

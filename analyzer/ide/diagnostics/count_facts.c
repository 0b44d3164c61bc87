#include "analyzer/ide/diagnostics/count_facts.h"

#include "analyzer/ide/hover/variant_multiplicity.h"
#include "analyzer/model/grammar/grammar.h"
#include "base/memory.h"

#include <stdatomic.h>

/* Shared by texts of which the same is told. */
struct told {
	atomic_uint references;
	struct arena *arena;
	struct diagnostics diagnostics;
	bool is_computed; /* of properties and inputs, too */
};

struct count_facts {
	struct analysis *analysis;
	struct told *told;
};

enum {
	DEEPEST_PATH = 32
};

/* ---- what it is made of ---- */

/* Keynames of a node template, or a file, below which nothing is read for it. */
static bool is_never_read(struct string keyname)
{
	return string_is(keyname, "description") || string_is(keyname, "metadata") ||
	       string_is(keyname, "attributes") || string_is(keyname, "interfaces") ||
	       string_is(keyname, "artifacts");
}

/* Whether what is told may be made of this scalar, which is a value or a key. Keynames count from
 * the template: of node templates it is the third one. */
static bool is_read(const struct told *told, struct node scalar)
{
	struct node nodes = node_get(grammar_template(scalar.tree).value, "node_templates");
	struct node path[DEEPEST_PATH];
	uint32_t count = 0;
	for (struct node node = scalar; !node_is_absent(node); node = node_parent(node)) {
		if (count == DEEPEST_PATH || node_anchor(node).length > 0)
			return true;
		path[count++] = node;
		if (count > 2 && node.reference.section == nodes.reference.section &&
			node.reference.index == nodes.reference.index) {
			/* The path leads from the scalar up: the collection, the node template, its
			 * keyname. */
			struct string keyname = node_text(node_key(path[count - 3]));
			return !is_never_read(keyname) &&
			       (told->is_computed || !string_is(keyname, "properties"));
		}
	}
	return count < 2 || !is_never_read(node_text(node_key(path[count - 2])));
}

static bool reads_node(const struct told *told, struct node before, struct node now)
{
	if (node_kind(now) != NODE_SCALAR || string_equal(node_text(before), node_text(now)))
		return false;
	return is_read(told, now);
}

static bool reads_section(const struct told *told, const struct syntax_tree *before,
	const struct syntax_tree *tree, uint32_t section)
{
	for (struct node_reference reference = {section, 0};; reference.index++) {
		struct node now = syntax_tree_node(tree, reference);
		if (node_is_absent(now))
			return false;
		if (reads_node(told, syntax_tree_node(before, reference), now))
			return true;
	}
}

/* Whether nothing that it is made of has changed. */
static bool stays(const struct count_facts *previous, const struct analysis *analysis)
{
	const struct syntax_tree *before = analysis_tree(previous->analysis);
	const struct syntax_tree *tree = analysis_tree(analysis);
	uint32_t count = syntax_tree_section_count(tree);
	struct shared_ends shared = syntax_tree_shared_ends(before, tree);
	if (analysis_types(analysis) != analysis_types(previous->analysis) ||
		!analysis_finds_the_same(analysis, previous->analysis) ||
		count != syntax_tree_section_count(before))
		return false;
	for (uint32_t i = shared.head; i < count - shared.tail; i++) {
		if (syntax_tree_shares_section(before, i, tree, i))
			continue;
		if (!syntax_tree_section_same_shape(before, tree, i) ||
			reads_section(previous->told, before, tree, i))
			return false;
	}
	return true;
}

/* ---- making ---- */

static struct told *tell(const struct analysis *analysis)
{
	struct told *told = memory_allocate(1, sizeof(*told));
	struct arena *scratch = arena_create();
	const struct variant_multiplicity *multiplicity =
		variant_multiplicity_create(analysis, scratch);
	atomic_init(&told->references, 1);
	told->arena = arena_create();
	told->diagnostics = diagnostics_in(told->arena);
	if (multiplicity) {
		told->is_computed = multiplicity->multiplicity->is_computed;
		variant_multiplicity_diagnostics(multiplicity, &told->diagnostics);
	}
	diagnostics_own(&told->diagnostics);
	arena_destroy(scratch);
	return told;
}

struct count_facts *count_facts_create(
	const struct analysis *analysis, const struct count_facts *previous)
{
	struct count_facts *facts = memory_allocate(1, sizeof(*facts));
	facts->analysis = analysis_retain(analysis);
	if (previous && stays(previous, analysis)) {
		facts->told = previous->told;
		atomic_fetch_add(&facts->told->references, 1);
	} else {
		facts->told = tell(analysis);
	}
	return facts;
}

void count_facts_destroy(struct count_facts *facts)
{
	if (!facts)
		return;
	if (atomic_fetch_sub(&facts->told->references, 1) == 1) {
		arena_destroy(facts->told->arena);
		memory_release(facts->told);
	}
	analysis_release(facts->analysis);
	memory_release(facts);
}

const struct diagnostics *count_facts_diagnostics(const struct count_facts *facts)
{
	return &facts->told->diagnostics;
}

bool count_facts_are_the_same(const struct count_facts *facts, const struct count_facts *previous)
{
	return facts && previous ? facts->told == previous->told : facts == previous;
}

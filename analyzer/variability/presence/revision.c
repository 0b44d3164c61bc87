#include "analyzer/variability/presence/revision.h"

#include "base/memory.h"

#include <string.h>

enum {
	DEEPEST_PATH = 32
};

/* The keys from the root to a node; positions in lists do not count, so that both notations of
 * collections look alike. */
struct path {
	struct string steps[DEEPEST_PATH];
	uint32_t count;
};

/* What never has an influence on variability: "*" stands for any key, a final "**" for anything. */
static const char *const inert_paths[] = {
	"description",
	"metadata/**",
	"topology_template/description",
	"topology_template/metadata/**",
	"topology_template/substitution_mappings/**",
	"topology_template/workflows/**",
	"topology_template/inputs/*/constraints/**",
	"topology_template/inputs/*/default/**",
	"topology_template/inputs/*/description",
	"topology_template/inputs/*/metadata/**",
	"topology_template/inputs/*/required",
	"topology_template/inputs/*/type",
	"topology_template/outputs/*/description",
	"topology_template/outputs/*/metadata/**",
	"topology_template/outputs/*/type",
	"topology_template/node_templates/*/attributes/**",
	"topology_template/node_templates/*/capabilities/**",
	"topology_template/node_templates/*/description",
	"topology_template/node_templates/*/interfaces/**",
	"topology_template/node_templates/*/metadata/**",
	"topology_template/node_templates/*/artifacts/*/deploy_path",
	"topology_template/node_templates/*/artifacts/*/description",
	"topology_template/node_templates/*/artifacts/*/file",
	"topology_template/node_templates/*/artifacts/*/repository",
	"topology_template/node_templates/*/requirements/*/capability",
	"topology_template/node_templates/*/requirements/*/description",
	"topology_template/node_templates/*/requirements/*/metadata/**",
	"topology_template/relationship_templates/*/description",
	"topology_template/relationship_templates/*/interfaces/**",
	"topology_template/relationship_templates/*/metadata/**",
	"topology_template/groups/*/description",
	"topology_template/groups/*/metadata/**",
	"topology_template/policies/*/description",
	"topology_template/policies/*/metadata/**",
	"topology_template/policies/*/triggers/**",
	"topology_template/variability/inputs/*/description",
	"topology_template/variability/presets/*/description",
	"topology_template/variability/presets/*/name",
	"node_types/*/capabilities/**",
	"node_types/*/description",
	"node_types/*/properties/**",
	"node_types/*/requirements/**",
	"relationship_types/*/description",
	"relationship_types/*/properties/**",
	"artifact_types/*/description",
	"artifact_types/*/properties/**",
	"group_types/*/description",
	"group_types/*/properties/**",
	"policy_types/*/description",
	"policy_types/*/properties/**",
	"capability_types/*/description",
	"capability_types/*/properties/**",
	"data_types/*/description",
	"data_types/*/properties/**",
};

/* Values of these properties have an influence only if they refer to something. */
static const char *const property_paths[] = {
	"topology_template/node_templates/*/properties/*/**",
	"topology_template/node_templates/*/artifacts/*/properties/*/**",
	"topology_template/relationship_templates/*/properties/*/**",
	"topology_template/groups/*/properties/*/**",
	"topology_template/policies/*/properties/*/**",
};

/* What variants assign to inputs. */
static const char *const assignment_paths[] = {
	"topology_template/variability/inputs/*/default/**",
	"topology_template/variability/presets/*/inputs/**",
};

/* Stores how many steps stand in front of the final "**". */
static bool matches(const char *pattern, const struct path *path, uint32_t *length)
{
	uint32_t step = 0;

	for (;;) {
		const char *end = strchr(pattern, '/');
		size_t width = end ? (size_t)(end - pattern) : strlen(pattern);

		if (width == 2 && memcmp(pattern, "**", 2) == 0) {
			*length = step;
			return true;
		}
		if (step == path->count)
			return false;
		if (!(width == 1 && *pattern == '*') &&
			!(path->steps[step].length == width &&
				memcmp(path->steps[step].bytes, pattern, width) == 0))
			return false;
		step++;
		if (!end)
			break;
		pattern = end + 1;
	}
	*length = step;
	return step == path->count;
}

static bool is_one_of(struct string step, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (string_is(step, names[i]))
			return true;
	return false;
}

/* What follows the name of a property: nothing, or a way into its value. */
static bool is_inert_value(const struct path *path, uint32_t step)
{
	static const char *const references[] = {"get_input", "get_property", "get_attribute",
		"$get_input", "$get_property", "$get_attribute", "eval"};
	static const char *const keywords[] = {"conditions", "expression", "implied", "implies",
		"default_alternative", "default_condition", "default_consistency_condition",
		"default_semantic_condition", "default_condition_mode", "pruning",
		"consistency_pruning", "semantic_pruning"};

	if (step < path->count && string_is(path->steps[step], "value"))
		step++;
	return step == path->count || (!is_one_of(path->steps[step], references,
					       sizeof(references) / sizeof(references[0])) &&
					      !is_one_of(path->steps[step], keywords,
						      sizeof(keywords) / sizeof(keywords[0])));
}

/* False if the node is a key itself, is repeated by an alias, or too deep. */
static bool find_path(struct node node, struct path *path)
{
	struct string steps[DEEPEST_PATH];
	uint32_t count = 0;

	while (!node_is_absent(node)) {
		struct node parent = node_parent(node), key = node_key(node);

		if (count == DEEPEST_PATH || node_anchor(node).length > 0)
			return false;
		if (!node_is_absent(key))
			steps[count++] = node_text(key);
		else if (node_kind(parent) == NODE_MAPPING)
			return false;
		node = parent;
	}
	path->count = count;
	for (uint32_t i = 0; i < count; i++)
		path->steps[i] = steps[count - 1 - i];
	if (count > 0 && string_is(path->steps[0], "service_template"))
		path->steps[0] = STRING("topology_template"); /* of TOSCA 2.0 */
	return true;
}

static bool is_inert_path(const struct path *path)
{
	uint32_t length;

	for (size_t i = 0; i < sizeof(inert_paths) / sizeof(inert_paths[0]); i++)
		if (matches(inert_paths[i], path, &length))
			return true;
	return false;
}

/* Not of a value, but of what is called something. */
static bool is_inert_key(struct node node)
{
	struct node parent = node_parent(node);
	struct path path;

	return node_is_absent(node_key(node)) && node_kind(parent) == NODE_MAPPING &&
	       node_anchor(node).length == 0 && find_path(parent, &path) && is_inert_path(&path);
}

static bool is_inert(struct node node)
{
	struct path path;
	uint32_t length;

	if (!find_path(node, &path))
		return is_inert_key(node);
	if (is_inert_path(&path))
		return true;
	for (size_t i = 0; i < sizeof(property_paths) / sizeof(property_paths[0]); i++)
		if (matches(property_paths[i], &path, &length))
			return is_inert_value(&path, length);
	return false;
}

bool revision_is_assignment(struct node scalar)
{
	struct path path;
	uint32_t length;

	if (!find_path(scalar, &path))
		return false;
	for (size_t i = 0; i < sizeof(assignment_paths) / sizeof(assignment_paths[0]); i++)
		if (matches(assignment_paths[i], &path, &length))
			return true;
	return false;
}

static bool says_unknown(struct node node)
{
	return string_is(node_text(node), "VINTNER_UNDEFINED");
}

struct comparison {
	const struct syntax_tree *before, *after;
	struct changes *changes;
};

/* Whether the second stands where the first one does, in the later tree. */
static bool is_same_place(const struct comparison *comparison, struct node a, struct node b)
{
	if (node_is_absent(a) || node_is_absent(b))
		return node_is_absent(a) && node_is_absent(b);
	return section_moves_now(&comparison->changes->moves, a.reference.section) ==
		       b.reference.section &&
	       a.reference.index == b.reference.index;
}

static void add_changed(struct changes *changes, struct node node)
{
	changes->scalars = memory_reserve(
		changes->scalars, changes->count, &changes->capacity, sizeof(*changes->scalars));
	changes->scalars[changes->count++] = node;
}

/* Where something is repeated elsewhere, more may have changed. */
static bool may_reach_further(const struct syntax_tree *tree, uint32_t first, uint32_t count)
{
	for (uint32_t i = first; i < first + count; i++)
		if (syntax_tree_section_may_be_repeated(tree, i) ||
			syntax_tree_section_has_aliases(tree, i))
			return true;
	return false;
}

/* Whether an entry of this name has no influence, whatever is in it. */
static bool is_inert_entry(struct node around, struct node key)
{
	struct path path;

	if (node_is_absent(key) || node_anchor(key).length > 0 || !find_path(around, &path) ||
		path.count == DEEPEST_PATH)
		return false;
	path.steps[path.count++] = node_text(key);
	return is_inert_path(&path);
}

/* Whether the sections are entries that have no influence, or of collections that have none,
 * whatever is in them. */
static bool are_inert(const struct syntax_tree *tree, uint32_t first, uint32_t count)
{
	for (uint32_t i = first; i < first + count; i++) {
		struct node around = syntax_tree_section_around(tree, i);

		if (node_is_absent(around) ||
			(!is_inert(around) &&
				!is_inert_entry(around, syntax_tree_section_key(tree, i))))
			return false;
	}
	return true;
}

static bool add_section(const struct comparison *comparison, uint32_t before, uint32_t now)
{
	struct changes *changes = comparison->changes;

	if (may_reach_further(comparison->before, before, 1) ||
		may_reach_further(comparison->after, now, 1))
		return false;
	if (are_inert(comparison->before, before, 1) && are_inert(comparison->after, now, 1))
		return true;
	changes->sections = memory_reserve(changes->sections, changes->section_count,
		&changes->section_capacity, sizeof(*changes->sections));
	changes->sections[changes->section_count++] = before;
	return true;
}

/* Sections that have come or gone are gaps. */
static bool has_as_many(struct node before, struct node after)
{
	return node_is_divided(before) == node_is_divided(after) &&
	       (node_is_divided(before) || node_count(before) == node_count(after));
}

/* The same node in both trees, or a scalar that says something else. */
static bool compare_nodes(
	const struct comparison *comparison, struct node before, struct node after)
{
	if (node_kind(before) != node_kind(after) || !has_as_many(before, after) ||
		!is_same_place(comparison, node_parent(before), node_parent(after)) ||
		!string_equal(node_anchor(before), node_anchor(after)) ||
		!string_equal(node_alias(before), node_alias(after)) ||
		!string_equal(node_tag(before), node_tag(after)))
		return false;
	if (node_kind(before) != NODE_SCALAR)
		return true;
	if (string_equal(node_text(before), node_text(after)) &&
		node_scalar_type(before) == node_scalar_type(after) &&
		node_scalar_style(before) == node_scalar_style(after))
		return true; /* quotes show in what is told of an expression */
	if (node_is_null(before) != node_is_null(after) || says_unknown(before) ||
		says_unknown(after))
		return false;
	if (!is_inert(before))
		add_changed(comparison->changes, before);
	return true;
}

static bool compare_nodes_of(const struct comparison *comparison, uint32_t before, uint32_t now)
{
	for (uint32_t i = 0;; i++) {
		struct node a =
			syntax_tree_node(comparison->before, (struct node_reference){before, i});
		struct node b =
			syntax_tree_node(comparison->after, (struct node_reference){now, i});

		if (node_is_absent(a) || node_is_absent(b))
			return node_is_absent(a) && node_is_absent(b);
		if (!compare_nodes(comparison, a, b))
			return false;
	}
}

static bool has_same_parent(const struct comparison *comparison, uint32_t before, uint32_t now)
{
	struct node a = syntax_tree_node(comparison->before, (struct node_reference){before, 0});
	struct node b = syntax_tree_node(comparison->after, (struct node_reference){now, 0});

	return is_same_place(comparison, node_parent(a), node_parent(b));
}

static bool compare_sections(const struct comparison *comparison, uint32_t before, uint32_t now)
{
	struct changes *changes = comparison->changes;
	size_t scalars = changes->count;

	/* Where a section has moved, what follows it may belong to something else. */
	if (!has_same_parent(comparison, before, now) ||
		(before + 1 < syntax_tree_section_count(comparison->before) &&
			section_moves_now(&changes->moves, before + 1) == now + 1 &&
			!has_same_parent(comparison, before + 1, now + 1)))
		return false;
	if (compare_nodes_of(comparison, before, now))
		return true;
	changes->count = scalars;
	return add_section(comparison, before, now);
}

/* What comes behind a gap may belong to something else. */
static bool add_gap(const struct comparison *comparison, struct section_gap gap)
{
	struct changes *changes = comparison->changes;
	uint32_t before = gap.before + gap.before_count, now = gap.now + gap.now_count;

	if (may_reach_further(comparison->before, gap.before, gap.before_count) ||
		may_reach_further(comparison->after, gap.now, gap.now_count) ||
		(before < syntax_tree_section_count(comparison->before) &&
			!has_same_parent(comparison, before, now)))
		return false;
	gap.is_inert = are_inert(comparison->before, gap.before, gap.before_count) &&
		       are_inert(comparison->after, gap.now, gap.now_count);
	changes->gaps = memory_reserve(
		changes->gaps, changes->gap_count, &changes->gap_capacity, sizeof(*changes->gaps));
	changes->gaps[changes->gap_count++] = gap;
	return true;
}

/* The part of a run that is not known to be shared. */
static bool compare_run(
	const struct comparison *comparison, struct section_run run, uint32_t head, uint32_t end)
{
	uint32_t first = run.before > head ? run.before : head;

	for (uint32_t i = first; i < run.before + run.count && i < end; i++) {
		uint32_t now = run.now + (i - run.before);

		if (!syntax_tree_shares_section(comparison->before, i, comparison->after, now) &&
			!compare_sections(comparison, i, now))
			return false;
	}
	return true;
}

bool revision_compare(
	const struct syntax_tree *before, const struct syntax_tree *after, struct changes *changes)
{
	struct comparison comparison = {before, after, changes};
	struct section_moves *moves = &changes->moves;
	struct shared_ends shared;
	uint32_t count = syntax_tree_section_count(before);
	struct section_gap gap = {0};

	if (before == after)
		return true;
	if (!section_moves_find(moves, before, after))
		return false;
	shared = syntax_tree_shared_ends(before, after);
	for (size_t i = 0; i <= moves->count; i++) {
		struct section_run run = {count, syntax_tree_section_count(after), 0};

		if (i < moves->count)
			run = moves->runs[i];
		gap.before_count = run.before - gap.before;
		gap.now_count = run.now - gap.now;
		if ((gap.before_count > 0 || gap.now_count > 0) && !add_gap(&comparison, gap))
			return false;
		if (!compare_run(&comparison, run, shared.head, count - shared.tail))
			return false;
		gap = (struct section_gap){
			.before = run.before + run.count, .now = run.now + run.count};
	}
	return true;
}

void changes_finish(struct changes *changes)
{
	memory_release(changes->scalars);
	memory_release(changes->sections);
	memory_release(changes->gaps);
	section_moves_finish(&changes->moves);
	*changes = (struct changes){0};
}

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

static bool is_inert(struct node node)
{
	struct path path;
	uint32_t length;

	if (!find_path(node, &path))
		return false;
	for (size_t i = 0; i < sizeof(inert_paths) / sizeof(inert_paths[0]); i++)
		if (matches(inert_paths[i], &path, &length))
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

static bool is_same_place(struct node a, struct node b)
{
	return a.reference.section == b.reference.section &&
	       a.reference.index == b.reference.index && node_is_absent(a) == node_is_absent(b);
}

static void add_changed(struct changes *changes, struct node node)
{
	changes->scalars = memory_reserve(
		changes->scalars, changes->count, &changes->capacity, sizeof(*changes->scalars));
	changes->scalars[changes->count++] = node;
}

/* Where something is repeated elsewhere, more may have changed. */
static bool add_section(struct changes *changes, const struct syntax_tree *before,
	const struct syntax_tree *after, uint32_t section)
{
	if (syntax_tree_section_has_anchors(before, section) ||
		syntax_tree_section_has_aliases(before, section) ||
		syntax_tree_section_has_anchors(after, section) ||
		syntax_tree_section_has_aliases(after, section))
		return false;
	changes->sections = memory_reserve(changes->sections, changes->section_count,
		&changes->section_capacity, sizeof(*changes->sections));
	changes->sections[changes->section_count++] = section;
	return true;
}

/* The same node in both trees, or a scalar that says something else. */
static bool compare_nodes(struct node before, struct node after, struct changes *changes)
{
	if (node_kind(before) != node_kind(after) || node_count(before) != node_count(after) ||
		!is_same_place(node_parent(before), node_parent(after)) ||
		!string_equal(node_anchor(before), node_anchor(after)) ||
		!string_equal(node_alias(before), node_alias(after)) ||
		!string_equal(node_tag(before), node_tag(after)))
		return false;
	if (node_kind(before) != NODE_SCALAR)
		return true;
	if (string_equal(node_text(before), node_text(after)) &&
		node_scalar_type(before) == node_scalar_type(after))
		return true;
	if (node_is_null(before) != node_is_null(after) || says_unknown(before) ||
		says_unknown(after))
		return false;
	if (!is_inert(before))
		add_changed(changes, before);
	return true;
}

static bool compare_sections(const struct syntax_tree *before, const struct syntax_tree *after,
	uint32_t section, struct changes *changes)
{
	for (uint32_t i = 0;; i++) {
		struct node_reference reference = {section, i};
		struct node a = syntax_tree_node(before, reference);
		struct node b = syntax_tree_node(after, reference);

		if (node_is_absent(a) || node_is_absent(b))
			return node_is_absent(a) && node_is_absent(b);
		if (!compare_nodes(a, b, changes))
			return false;
	}
}

static bool has_same_parent(
	const struct syntax_tree *before, const struct syntax_tree *after, uint32_t section)
{
	struct node_reference first = {section, 0};

	return is_same_place(node_parent(syntax_tree_node(before, first)),
		node_parent(syntax_tree_node(after, first)));
}

bool revision_compare(
	const struct syntax_tree *before, const struct syntax_tree *after, struct changes *changes)
{
	uint32_t count = syntax_tree_section_count(before);

	if (before == after)
		return true;
	if (syntax_tree_section_count(after) != count)
		return false;

	struct shared_ends shared = syntax_tree_shared_ends(before, after);

	for (uint32_t i = shared.head; i < count - shared.tail; i++) {
		if (syntax_tree_shares_section(before, i, after, i))
			continue;
		/* Where a section has moved, what follows it may belong to something else. */
		if (!has_same_parent(before, after, i) ||
			(i + 1 < count && !has_same_parent(before, after, i + 1)))
			return false;

		size_t scalars = changes->count;

		if (compare_sections(before, after, i, changes))
			continue;
		changes->count = scalars;
		if (!add_section(changes, before, after, i))
			return false;
	}
	return true;
}

void changes_finish(struct changes *changes)
{
	memory_release(changes->scalars);
	memory_release(changes->sections);
	*changes = (struct changes){0};
}

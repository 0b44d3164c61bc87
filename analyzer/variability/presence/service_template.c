#include "analyzer/variability/presence/service_template.h"

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/types/file_record.h"
#include "analyzer/variability/conditions/constraints.h"
#include "analyzer/variability/conditions/technology_enrichment.h"
#include "analyzer/variability/conditions/technology_plugins.h"
#include "analyzer/variability/presence/warnings.h"
#include "base/interruption.h"
#include "base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A place in a list of problems. */
struct problem_mark {
	size_t count;
	uint32_t next_order;
};

struct owned_template {
	struct service_template public;
	atomic_uint references;
	struct owned_template *base; /* owns the elements; NULL: this one does */
	struct file_record record;   /* what the elements were read from besides the template */
	struct imported_types imported;
	struct node type_specific;
	bool has_plugin;
	/* How many problems there were before there was a formula, and before its occurrences were
	 * numbered. */
	struct problem_mark before_formula, before_occurrences;
};

struct reading {
	struct owned_template *owned;
	struct service_template *result;
	struct string path;
	struct technology_plugin plugin; /* the first one */
};

/* ---- files beside the template ---- */

/* Where in the template problems show that have no place of their own there. */
static struct node place_of_files(const struct reading *reading)
{
	const struct element_graph *graph = &reading->result->graph;
	struct node place = node_key(graph->variability);

	if (node_is_absent(place))
		place = node_key(graph->topology);
	return node_is_absent(place) ? graph->root : place;
}

/* The content of a section that may be written inline, be the name of a file, or stand in a
 * default file. */
static struct node read_section(struct reading *reading, const char *section,
	const char *const *defaults, size_t default_count)
{
	struct service_template *result = reading->result;
	struct node written = node_get(result->graph.variability, section);
	const struct side_file *file;
	struct string path;

	if (!node_is_null(written) && !node_is_string(written))
		return written;
	if (node_is_string(written)) {
		path = side_files_path(result->arena, reading->path, node_text(written));
		file = side_files_open(&result->files, path, written);
		if (file)
			return syntax_tree_root(file->tree);
		problems_add(&result->problems, PHASE_LOAD, DIAGNOSTIC_CODE_MISSING_FILE, written,
			"File \"%.*s\" %s", STRING_ARGUMENTS(path),
			files_fault(result->files.files, path));
		return (struct node){0};
	}
	for (size_t i = 0; i < default_count; i++) {
		path = files_beside(result->arena, reading->path, string_from(defaults[i]));
		file = side_files_open(&result->files, path, place_of_files(reading));
		if (file && !node_is_null(syntax_tree_root(file->tree)))
			return syntax_tree_root(file->tree);
	}
	return (struct node){0};
}

static void read_files(struct reading *reading)
{
	static const char *const conditions[] = {"type-specific-conditions.yaml"};
	static const char *const qualities[] = {"qualities.yaml", "lib/qualities.yaml"};
	struct service_template *result = reading->result;
	struct node rules = {0};

	if (!node_is_null(result->graph.topology)) {
		reading->owned->type_specific =
			read_section(reading, "type_specific_conditions", conditions, 1);
		rules = read_section(reading, "qualities", qualities, 2);
		technology_rules_read(&result->rules, result->arena, rules, &result->problems);
		reading->plugin =
			technology_plugins_read(&result->graph, reading->path, result->files.files);
	}
	result->graph.types = type_library_create(result->graph.root, reading->path, &result->files,
		place_of_files(reading), &reading->owned->imported);
}

/* ---- versions ---- */

static enum version_class read_version(struct reading *reading)
{
	struct service_template *result = reading->result;
	struct node version = node_get(result->graph.root, "tosca_definitions_version");
	enum version_class known =
		definitions_version_row(definitions_version_find(node_text(version)))
			->version_class;
	/* A misspelt version is an error; what follows is that of its neighbour. */
	enum version_class class =
		node_is_absent(result->graph.root)
			? known
			: definitions_version_row(grammar_version(result->graph.root.tree))
				  ->version_class;

	if (known == CLASS_NONE)
		problems_add(&result->problems, PHASE_VERSION,
			DIAGNOSTIC_CODE_UNSUPPORTED_DEFINITIONS_VERSION, version,
			"Unsupported TOSCA definitions version");
	return class;
}

static bool is_variable(const struct service_template *result)
{
	struct elements all = result->graph.all;

	if (!node_is_null(result->graph.variability))
		return true;
	for (uint32_t i = 0; i < all.count; i++)
		if (all.items[i]->keywords ||
			(all.items[i]->kind == ELEMENT_PROPERTY && all.items[i]->has_keywords))
			return true;
	return false;
}

/* ---- anchor ---- */

static bool contains(struct string text, const char *part)
{
	size_t length = strlen(part);

	for (size_t i = 0; i + length <= text.length; i++)
		if (memcmp(text.bytes + i, part, length) == 0)
			return true;
	return false;
}

/* A mode that asks for both incoming relations and hosts can leave nothing present: something must
 * hold the rest (Variability4TOSCA, keyword anchor). */
static void check_anchor(struct service_template *result, struct string mode, enum phase phase)
{
	struct elements nodes = result->graph.kinds[ELEMENT_NODE];

	if (!result->options.flags[FLAG_ANCHOR_CHECK] || !contains(mode, "incoming") ||
		!contains(mode, "host"))
		return;
	for (uint32_t i = 0; i < nodes.count; i++)
		if (nodes.items[i]->node.is_anchor ||
			element_is_implied(&result->graph, nodes.items[i]))
			return;
	problems_add(&result->problems, phase, DIAGNOSTIC_CODE_NO_ANCHOR,
		node_get(result->options.map, "node_default_condition_mode"),
		"Node default condition mode \"incoming(naive)-host\" requires at least one anchor "
		"or "
		"implied node template");
}

/* When the template is read for the last time, the option is gone. */
static void check_cleaned_anchor(struct service_template *result)
{
	problems_read(&result->problems, READING_CLEANED, NULL);
	if (result->options.version_class != CLASS_A)
		check_anchor(result, STRING("incomingnaive-artifact-host"), PHASE_POPULATE_CLEANED);
}

/* ---- all of it ---- */

static struct problem_mark mark_problems(const struct problems *problems)
{
	return (struct problem_mark){problems->count, problems->next_order};
}

static void make_formula(struct service_template *result)
{
	result->formula = presence_formula_create(&result->graph, &result->conditions);
	result->network = network_create(result->formula->formulas);
}

static void finish_formula(struct owned_template *owned)
{
	struct service_template *result = &owned->public;

	owned->before_occurrences = mark_problems(&result->problems);
	occurrences_number(result->formula, &result->problems);
	if (result->is_variable)
		warnings_add_variables(result);
}

struct node_entry service_template_topology(struct node root)
{
	struct node_entry topology = node_find(root, STRING("topology_template"));
	struct node version = node_get(root, "tosca_definitions_version");

	if (node_is_absent(topology.key) && string_is(node_text(version), "tosca_2_0"))
		topology = node_find(root, STRING("service_template"));
	return topology;
}

/* TOSCA 2.0 leaves it to the orchestrator how nodes are deployed: in a `service_template`, who
 * does not speak of technologies does not need any. */
static bool needs_technologies(const struct service_template *result)
{
	const struct element_graph *graph = &result->graph;

	return !string_is(node_text(node_key(graph->topology)), "service_template") ||
	       result->rules.rule_count > 0 ||
	       !node_is_null(node_get(graph->variability, "plugins"));
}

static void read_template(struct reading *reading)
{
	struct service_template *result = reading->result;
	struct element_graph *graph = &result->graph;
	struct string own_mode;

	graph->arena = result->arena;
	graph->problems = &result->problems;
	graph->options = &result->options;
	graph->root = syntax_tree_root(result->tree);
	graph->topology = service_template_topology(graph->root).value;
	graph->variability = node_get(graph->topology, "variability");
	read_files(reading);
	options_read(&result->options, read_version(reading),
		node_get(graph->variability, "options"), &result->problems);
	graph->needs_technologies = needs_technologies(result);
	reading->owned->has_plugin = reading->plugin.path.length > 0;
	element_graph_populate(graph);
	interruption_point();
	element_graph_connect(graph);
	interruption_point();
	own_mode = result->options.default_condition_mode[ELEMENT_NODE];
	problems_read(&result->problems, READING_ANCHOR, NULL);
	check_anchor(result, own_mode, PHASE_POPULATE);
	problems_read(&result->problems, READING_PLUGINS, NULL);
	technology_enrich(
		graph, &result->rules, !technology_plugin_matters(graph, &reading->plugin));
	conditions_collect(&result->conditions, graph, reading->owned->type_specific);
	interruption_point();
	check_cleaned_anchor(result);
	result->is_variable = is_variable(result);
	if (result->is_variable)
		warnings_add(result, reading->owned->type_specific);
	reading->owned->before_formula = mark_problems(&result->problems);
	interruption_point();
	make_formula(result);
	finish_formula(reading->owned);
	interruption_point();
}

struct service_template *service_template_create(const struct syntax_tree *tree, struct string path,
	const struct files *files, const struct types *types)
{
	struct owned_template *owned = memory_allocate(1, sizeof(*owned));
	struct reading reading = {.owned = owned, .result = &owned->public, .path = path};

	atomic_init(&owned->references, 1);
	owned->public.arena = arena_create();
	owned->public.problems.arena = owned->public.arena;
	file_record_init(&owned->record, files, owned->public.arena);
	owned->public.files = (struct side_files){.arena = owned->public.arena,
		.files = &owned->record.files,
		.problems = &owned->public.problems};
	owned->public.tree = syntax_tree_retain(tree);
	imported_types_init(&owned->imported, types, tree, path, files, owned->public.arena);
	owned->public.conditions_tree = syntax_tree_retain(tree);
	read_template(&reading);
	imported_types_settle(&owned->imported);
	return &owned->public;
}

bool service_template_is_current(const struct service_template *service_template,
	const struct files *files, const struct types *types)
{
	const struct owned_template *owned = (const struct owned_template *)service_template;

	if (owned->base)
		owned = owned->base;
	return file_record_holds(&owned->record, files) &&
	       imported_types_hold(&owned->imported, types);
}

void service_template_visit_files(
	const struct service_template *service_template, file_visitor *visit, void *context)
{
	const struct owned_template *owned = (const struct owned_template *)service_template;

	file_record_visit(owned->base ? &owned->base->record : &owned->record, visit, context);
}

/* ---- edits of conditions ---- */

bool service_template_holds(const struct service_template *service_template, struct node node)
{
	return node.tree == service_template->tree ||
	       node.tree == service_template->conditions_tree;
}

static bool is_same_place(struct node a, struct node b)
{
	return a.reference.section == b.reference.section && a.reference.index == b.reference.index;
}

static bool is_within(struct node outer, struct node inner)
{
	while (!node_is_absent(inner) && !is_same_place(outer, inner))
		inner = node_parent(inner);
	return !node_is_absent(inner);
}

/* Where an alias may refer to, more may depend on it than the condition it stands in. */
static bool has_anchor(struct node node)
{
	while (!node_is_absent(node) && node_anchor(node).length == 0)
		node = node_parent(node);
	return !node_is_absent(node);
}

static bool has_condition_at(
	const struct service_template *result, const struct element *element, struct node scalar)
{
	const struct element_conditions *conditions = conditions_of(&result->conditions, element);

	for (uint32_t i = 0; i < conditions->count; i++) {
		struct node written = conditions->items[i].node;

		if (conditions->items[i].kind == CONDITION_WRITTEN &&
			written.reference.section == scalar.reference.section &&
			service_template_holds(result, written) && is_within(written, scalar))
			return true;
	}
	return false;
}

/* Not as a key: what some keys mean depends on the draft that others stem from. */
static bool is_in_condition(const struct service_template *result, struct node scalar)
{
	bool is_key =
		node_is_absent(node_key(scalar)) && node_kind(node_parent(scalar)) == NODE_MAPPING;

	for (uint32_t i = 0; i < result->graph.all.count && !is_key; i++)
		if (has_condition_at(result, result->graph.all.items[i], scalar))
			return !has_anchor(scalar);
	return false;
}

/* The conditions of an element where they are written in `tree`. */
static const struct condition *written_in(const struct syntax_tree *tree,
	const struct service_template *base, const struct element_conditions *conditions,
	struct arena *arena)
{
	struct condition *items = NULL;

	for (uint32_t i = 0; i < conditions->count; i++) {
		struct node node = conditions->items[i].node;
		uint32_t section = node.reference.section;

		if (node.tree != base->tree || conditions->items[i].kind != CONDITION_WRITTEN ||
			syntax_tree_shares_section(base->tree, section, tree, section))
			continue;
		if (!items) {
			items = arena_allocate(arena, conditions->count, sizeof(*items));
			memcpy(items, conditions->items, conditions->count * sizeof(*items));
		}
		items[i].node = syntax_tree_node(tree, node.reference);
	}
	return items ? items : conditions->items;
}

/* Ascending. */
struct positions {
	uint32_t *items;
	size_t count;
	size_t capacity;
};

static void add_position(struct positions *positions, uint32_t position)
{
	positions->items = memory_reserve(positions->items, positions->count, &positions->capacity,
		sizeof(*positions->items));
	positions->items[positions->count++] = position;
}

/* Lists the elements whose conditions are in a section that has changed, if there are such, and
 * those that are made anew. */
static void move_conditions(struct service_template *result, const struct service_template *base,
	bool has_others, struct positions *changed)
{
	uint32_t count = base->graph.all.count;
	struct element_conditions *items = arena_allocate(result->arena, count, sizeof(*items));

	if (count)
		memcpy(items, base->conditions.items, count * sizeof(*items));
	for (uint32_t i = 0; i < count; i++) {
		const struct condition *written = items[i].items;

		if (element_is_renewed(&result->graph, result->graph.all.items[i])) {
			add_position(changed, i);
			continue;
		}
		if (has_others && items[i].count > 0)
			written =
				written_in(result->conditions_tree, base, &items[i], result->arena);
		if (written == items[i].items)
			continue;
		items[i].items = written;
		add_position(changed, i);
	}
	result->conditions.items = items;
	result->conditions.graph = &result->graph;
}

/* What elements that are made anew have from groups may have changed as well. */
static void move_renewed_conditions(struct service_template *result,
	const struct service_template *base, const struct positions *changed)
{
	for (size_t i = 0; i < changed->count; i++) {
		struct element_conditions *conditions =
			&result->conditions.items[changed->items[i]];

		conditions->items =
			written_in(result->conditions_tree, base, conditions, result->arena);
	}
}

/* Those that the base had at `mark`. */
static void copy_problems(struct service_template *result, const struct owned_template *base,
	struct problem_mark mark)
{
	struct problems *problems = &result->problems;

	*problems = (struct problems){.arena = result->arena,
		.count = mark.count,
		.capacity = mark.count,
		.next_order = mark.next_order};
	problems->items = arena_allocate(result->arena, mark.count, sizeof(*problems->items));
	if (mark.count)
		memcpy(problems->items, base->public.problems.items,
			mark.count * sizeof(*problems->items));
}

/* Only the elements whose conditions have changed are defined anew, unless that changes what others
 * mean. Returns how many it has defined. */
static uint32_t edit_formula(struct service_template *result, const struct owned_template *base)
{
	struct positions changed = {0};

	move_conditions(result, &base->public, true, &changed);
	result->formula = presence_formula_edit(base->public.formula, &result->graph,
		&result->conditions, changed.items, changed.count);
	memory_release(changed.items);
	if (result->formula) {
		result->network = network_continue(base->public.network, result->formula->formulas);
		copy_problems(result, base, base->before_occurrences);
		return (uint32_t)changed.count;
	}
	copy_problems(result, base, base->before_formula);
	make_formula(result);
	return result->graph.all.count;
}

/* ---- edits of node templates ---- */

static int compare_problems(const void *left, const void *right)
{
	const struct problem *a = left, *b = right;
	uint32_t a_place = a->owner ? a->owner->position : 0;
	uint32_t b_place = b->owner ? b->owner->position : 0;

	if (a->reading != b->reading)
		return a->reading < b->reading ? -1 : 1;
	if (a_place != b_place)
		return a_place < b_place ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

/* Whether an edit tells it again. */
static bool is_told_again(const struct service_template *result, const struct problem *problem)
{
	return problem->reading == READING_ANCHOR || problem->reading == READING_CLEANED ||
	       (problem->owner && element_is_renewed(&result->graph, problem->owner));
}

/* What was met in the base, but not of what is made anew, and what was met there, in the order in
 * which it would be met. */
static void merge_problems(struct service_template *result, const struct owned_template *base)
{
	struct problems *problems = &result->problems;

	for (size_t i = 0; i < base->before_occurrences.count; i++) {
		const struct problem *known = &base->public.problems.items[i];

		if (is_told_again(result, known))
			continue;
		problems->items = arena_reserve(problems->arena, problems->items, problems->count,
			&problems->capacity, sizeof(*problems->items));
		problems->items[problems->count++] = *known;
	}
	if (problems->count > 1)
		qsort(problems->items, problems->count, sizeof(*problems->items), compare_problems);
	for (size_t i = 0; i < problems->count; i++)
		problems->items[i].order = (uint32_t)i;
	problems->next_order = (uint32_t)problems->count;
}

/* Node templates, by their number. */
static bool renew_elements(struct service_template *result, const struct owned_template *base,
	const struct positions *nodes)
{
	struct element_graph *graph = &result->graph;

	result->problems = (struct problems){.arena = result->arena};
	graph->root = syntax_tree_root(result->conditions_tree);
	graph->topology = service_template_topology(graph->root).value;
	graph->variability = node_get(graph->topology, "variability");
	if (!element_graph_edit(graph, &base->public.graph, &base->public.formula->mentions,
		    nodes->items, (uint32_t)nodes->count))
		return false;
	technology_enrich_renewed(graph, &result->rules, true);
	problems_read(&result->problems, READING_ANCHOR, NULL);
	check_anchor(result, result->options.default_condition_mode[ELEMENT_NODE], PHASE_POPULATE);
	check_cleaned_anchor(result);
	return true;
}

static bool renew_formula(struct service_template *result, const struct owned_template *base,
	bool has_others, uint32_t *defined)
{
	struct positions changed = {0};

	move_conditions(result, &base->public, has_others, &changed);
	conditions_collect_renewed(&result->conditions, changed.items, (uint32_t)changed.count);
	if (has_others)
		move_renewed_conditions(result, &base->public, &changed);
	warnings_add_renewed(result, changed.items, changed.count);
	result->formula = presence_formula_edit(base->public.formula, &result->graph,
		&result->conditions, changed.items, changed.count);
	*defined = (uint32_t)changed.count;
	memory_release(changed.items);
	if (!result->formula)
		return false;
	result->network = network_continue(base->public.network, result->formula->formulas);
	merge_problems(result, base);
	return true;
}

/* Rules and plugins look at more than one node template. */
static bool has_node_edits(const struct owned_template *base, bool files_are_same)
{
	return base->public.is_variable && !node_is_null(base->public.graph.variability) &&
	       base->public.rules.rule_count == 0 && !base->has_plugin &&
	       (files_are_same || !base->imported.asked);
}

/* ---- edits ---- */

struct edit {
	const struct owned_template *base;
	struct positions nodes; /* numbers of node templates */
	bool has_conditions;    /* of others have changed */
	bool assigns_otherwise;
	bool files_are_same;
};

/* The section in which the name of the node template stands that this section is a part of;
 * UINT32_MAX if it is none. */
static uint32_t section_of_node(const struct edit *edit, uint32_t section)
{
	const struct service_template *base = &edit->base->public;
	struct node collection = node_get(base->graph.topology, "node_templates");
	struct node entry = syntax_tree_node(base->tree, (struct node_reference){section, 0});

	while (!node_is_absent(entry) && !is_same_place(node_parent(entry), collection))
		entry = node_parent(entry);
	if (node_is_absent(entry))
		return UINT32_MAX;
	return node_is_absent(node_key(entry)) ? entry.reference.section
					       : node_key(entry).reference.section;
}

/* False if the section is no part of a node template. */
static bool add_node(struct edit *edit, uint32_t part)
{
	struct elements nodes = edit->base->public.graph.kinds[ELEMENT_NODE];
	uint32_t section = section_of_node(edit, part);
	uint32_t low = 0, high = nodes.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (nodes.items[middle]->key.reference.section < section)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == nodes.count || nodes.items[low]->key.reference.section != section ||
		!has_node_edits(edit->base, edit->files_are_same))
		return false;
	if (edit->nodes.count == 0 || edit->nodes.items[edit->nodes.count - 1] != low)
		add_position(&edit->nodes, low);
	return true;
}

/* False if something has changed that is not covered. */
static bool understand(struct edit *edit, const struct changes *changes)
{
	for (size_t i = 0; i < changes->section_count; i++)
		if (!add_node(edit, changes->sections[i]))
			return false;
	for (size_t i = 0; i < changes->count; i++) {
		struct node scalar = changes->scalars[i];

		if (revision_is_assignment(scalar))
			edit->assigns_otherwise = true;
		else if (is_in_condition(&edit->base->public, scalar))
			edit->has_conditions = true;
		else if (!add_node(edit, scalar.reference.section))
			return false;
	}
	return true;
}

static struct owned_template *begin_edit(
	struct owned_template *base, const struct edit *edit, const struct syntax_tree *tree)
{
	struct owned_template *owned = memory_allocate(1, sizeof(*owned));
	struct service_template *result = &owned->public;

	service_template_retain(&base->public);
	*result = base->public;
	atomic_init(&owned->references, 1);
	owned->base = base;
	owned->type_specific = base->type_specific;
	owned->before_formula = base->before_formula;
	result->arena = arena_create();
	result->conditions_tree = syntax_tree_retain(tree);
	result->assigns_otherwise = edit->assigns_otherwise;
	result->formula = NULL;
	result->network = NULL;
	result->graph.arena = result->arena;
	result->graph.problems = &result->problems;
	result->graph.options = &result->options;
	result->conditions.graph = &result->graph;
	if (result->graph.variability.tree == base->public.tree)
		result->graph.variability =
			syntax_tree_node(tree, result->graph.variability.reference);
	return owned;
}

struct service_template *service_template_edit(const struct service_template *service_template,
	const struct syntax_tree *tree, bool files_are_same, uint32_t *defined)
{
	struct owned_template *base = (struct owned_template *)service_template, *owned;
	struct changes changes = {0};
	struct edit edit = {.files_are_same = files_are_same};
	bool is_done;

	if (base->base)
		base = base->base;
	edit.base = base;
	is_done =
		revision_compare(base->public.tree, tree, &changes) && understand(&edit, &changes);
	changes_finish(&changes);
	owned = is_done ? begin_edit(base, &edit, tree) : NULL;
	if (is_done && edit.nodes.count == 0)
		*defined = edit_formula(&owned->public, base);
	else if (is_done)
		is_done = renew_elements(&owned->public, base, &edit.nodes) &&
			  renew_formula(&owned->public, base, edit.has_conditions, defined);
	memory_release(edit.nodes.items);
	if (is_done) {
		finish_formula(owned);
		return &owned->public;
	}
	if (owned)
		service_template_release(&owned->public);
	return NULL;
}

struct service_template *service_template_retain(const struct service_template *service_template)
{
	struct owned_template *owned = (struct owned_template *)service_template;

	atomic_fetch_add_explicit(&owned->references, 1, memory_order_relaxed);
	return &owned->public;
}

void service_template_release(struct service_template *service_template)
{
	struct owned_template *owned = (struct owned_template *)service_template;

	if (!owned || atomic_fetch_sub_explicit(&owned->references, 1, memory_order_acq_rel) > 1)
		return;
	network_destroy(owned->public.network);
	presence_formula_destroy(owned->public.formula);
	syntax_tree_release((struct syntax_tree *)owned->public.conditions_tree);
	if (owned->base) {
		service_template_release(&owned->base->public);
	} else {
		side_files_release(&owned->public.files);
		file_record_finish(&owned->record);
		imported_types_finish(&owned->imported);
		syntax_tree_release((struct syntax_tree *)owned->public.tree);
	}
	arena_destroy(owned->public.arena);
	memory_release(owned);
}

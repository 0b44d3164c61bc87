#include "analyzer/variability/presence/owned_template.h"

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/types/file_record.h"
#include "analyzer/variability/conditions/constraints.h"
#include "analyzer/variability/conditions/technology_enrichment.h"
#include "analyzer/variability/conditions/technology_plugins.h"
#include "analyzer/variability/presence/warnings.h"
#include "base/interruption.h"
#include "base/memory.h"

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

bool owned_template_is_variable_by(const struct element *element)
{
	return element->keywords || (element->kind == ELEMENT_PROPERTY && element->has_keywords);
}

static bool is_variable(const struct service_template *result)
{
	struct elements all = result->graph.all;

	if (!node_is_null(result->graph.variability))
		return true;
	for (uint32_t i = 0; i < all.count; i++)
		if (owned_template_is_variable_by(all.items[i]))
			return true;
	return false;
}

/* ---- anchor ---- */

/* A mode that asks for both incoming relations and hosts can leave nothing present: something must
 * hold the rest (Variability4TOSCA, keyword anchor). */
static void check_anchor(struct service_template *result, struct string mode, enum phase phase)
{
	struct elements nodes = result->graph.kinds[ELEMENT_NODE];

	if (!result->options.flags[FLAG_ANCHOR_CHECK] ||
		!string_contains(mode, STRING("incoming")) ||
		!string_contains(mode, STRING("host")))
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

void owned_template_check_anchor(struct owned_template *owned)
{
	struct service_template *result = &owned->public;

	problems_read(&result->problems, READING_ANCHOR, NULL);
	check_anchor(result, result->options.default_condition_mode[ELEMENT_NODE], PHASE_POPULATE);
}

/* When the template is read for the last time, the option is gone. */
void owned_template_check_cleaned_anchor(struct owned_template *owned)
{
	struct service_template *result = &owned->public;

	problems_read(&result->problems, READING_CLEANED, NULL);
	if (result->options.version_class != CLASS_A)
		check_anchor(result, STRING("incomingnaive-artifact-host"), PHASE_POPULATE_CLEANED);
}

/* ---- all of it ---- */

static struct problem_mark mark_problems(const struct problems *problems)
{
	return (struct problem_mark){problems->count, problems->next_order};
}

void owned_template_make_formula(struct owned_template *owned)
{
	struct service_template *result = &owned->public;

	result->formula = presence_formula_create(&result->graph, &result->conditions);
	result->network = network_create(result->formula->formulas);
}

void owned_template_finish_formula(struct owned_template *owned)
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
	owned_template_check_anchor(reading->owned);
	problems_read(&result->problems, READING_PLUGINS, NULL);
	technology_enrich(
		graph, &result->rules, !technology_plugin_matters(graph, &reading->plugin));
	conditions_collect(&result->conditions, graph, reading->owned->type_specific);
	interruption_point();
	owned_template_check_cleaned_anchor(reading->owned);
	result->is_variable = is_variable(result);
	if (result->is_variable)
		warnings_add(result, reading->owned->type_specific);
	reading->owned->before_formula = mark_problems(&result->problems);
	interruption_point();
	owned_template_make_formula(reading->owned);
	owned_template_finish_formula(reading->owned);
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

static const struct owned_template *read_at_once(const struct service_template *service_template)
{
	const struct owned_template *owned = (const struct owned_template *)service_template;

	return owned->base ? owned->base : owned;
}

bool service_templates_share_elements(
	const struct service_template *a, const struct service_template *b)
{
	return read_at_once(a) == read_at_once(b);
}

uint32_t service_template_read_at_once(const struct service_template *service_template)
{
	return read_at_once(service_template)->public.graph.all.count;
}

bool service_template_holds(const struct service_template *service_template, struct node node)
{
	return node.tree == service_template->tree ||
	       node.tree == service_template->conditions_tree;
}

struct node service_template_node(const struct service_template *service_template,
	const struct syntax_tree *tree, struct node node)
{
	if (node.tree != service_template->tree)
		return syntax_tree_node(tree, node.reference);
	return section_moves_node(&service_template->moves, tree, node.reference);
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

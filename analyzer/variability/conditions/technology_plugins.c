#include "analyzer/variability/conditions/technology_plugins.h"

#include "analyzer/variability/conditions/technology_enrichment.h"
#include "analyzer/variability/values/value.h"

struct plugins {
	const struct element_graph *graph;
	struct string path; /* of the template */
	const struct files *files;
	struct technology_plugin first;
};

/* ---- what is there ---- */

static bool has_entry(const struct plugins *plugins, struct string folder, struct string name)
{
	size_t count;
	const struct file_entry *entries =
		files_list(plugins->files, folder, plugins->graph->arena, &count);

	for (size_t i = 0; i < count; i++)
		if (string_equal(entries[i].name, name))
			return true;
	return false;
}

/* A program is a file, whose extension may be left out, or a folder with an entry point. */
static bool is_program(const struct plugins *plugins, struct string path)
{
	static const char *const extensions[] = {"", ".js", ".json", ".node"};
	size_t start = path.length;
	struct string folder, name;

	while (start > 0 && path.bytes[start - 1] != '/')
		start--;
	folder = start > 1 ? string_slice(path, 0, start - 1) : STRING(".");
	name = string_slice(path, start, path.length);
	if (has_entry(plugins, path, STRING("index.js")) ||
		has_entry(plugins, path, STRING("package.json")))
		return true;
	for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++) {
		size_t count;
		struct string file = arena_format(
			plugins->graph->arena, "%.*s%s", STRING_ARGUMENTS(name), extensions[i]);

		if (!has_entry(plugins, folder, file))
			continue;
		files_list(plugins->files, path, plugins->graph->arena, &count);
		return *extensions[i] || count == 0;
	}
	return false;
}

/* ---- reading ---- */

static void report(struct problems *problems, enum phase phase, struct technology_plugin plugin)
{
	problems_add(problems, phase, DIAGNOSTIC_CODE_PLUGIN_NOT_EXECUTED, plugin.place,
		"technology plugin \"%.*s\" is not executed; technologies it assigns are unknown",
		STRING_ARGUMENTS(plugin.path));
}

static void add_plugin(struct plugins *plugins, struct string path, struct node place)
{
	report(plugins->graph->problems, PHASE_WARNING, (struct technology_plugin){path, place});
	if (!plugins->first.path.length)
		plugins->first = (struct technology_plugin){path, place};
}

static void add_listed(struct plugins *plugins, struct node written)
{
	struct problems *problems = plugins->graph->problems;
	struct arena *arena = plugins->graph->arena;
	struct string path = node_text(written);

	if (!node_is_string(written)) {
		struct string json = value_json(arena, value_from_node(arena, written));

		problems_add(problems, PHASE_LOAD, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, written,
			"Element \"%.*s\" is not a string", STRING_ARGUMENTS(json));
		return;
	}
	if (!string_starts_with(path, "/"))
		path = files_beside(arena, plugins->path, path);
	if (is_program(plugins, path))
		add_plugin(plugins, node_text(written), written);
	else
		problems_add(problems, PHASE_LOAD, DIAGNOSTIC_CODE_MISSING_FILE, written,
			"Cannot find module '%.*s'", STRING_ARGUMENTS(path));
}

struct technology_plugin technology_plugins_read(
	const struct element_graph *graph, struct string path, const struct files *files)
{
	struct plugins plugins = {.graph = graph, .path = path, .files = files};
	struct node section = node_get(graph->variability, "plugins");
	struct node listed = node_get(section, "technology");
	struct string folder = files_beside(graph->arena, path, STRING("plugins/technology"));
	size_t count;
	const struct file_entry *entries = files_list(files, folder, graph->arena, &count);

	if (node_kind(listed) == NODE_SEQUENCE)
		for (uint32_t i = 0; i < node_count(listed); i++)
			add_listed(&plugins, node_item(listed, i));
	for (size_t i = 0; i < count; i++) {
		if (entries[i].is_folder)
			add_plugin(&plugins,
				arena_format(graph->arena, "%.*s/%.*s", STRING_ARGUMENTS(folder),
					STRING_ARGUMENTS(entries[i].name)),
				node_is_absent(section) ? node_key(graph->topology)
							: node_key(section));
	}
	return plugins.first;
}

/* ---- what depends on them ---- */

bool technology_plugin_matters(
	const struct element_graph *graph, const struct technology_plugin *plugin)
{
	struct elements nodes = graph->kinds[ELEMENT_NODE];

	for (uint32_t i = 0; plugin->path.length && i < nodes.count; i++) {
		const struct element *node = nodes.items[i];
		enum flag_option option = node->node.technologies.count > 0
						  ? FLAG_ENRICH_IMPLEMENTATIONS
						  : FLAG_ENRICH_TECHNOLOGIES;

		if (!graph->options->flags[option] ||
			!node_is_managed(graph, node, PHASE_ENRICH, graph->problems))
			continue;
		report(graph->problems, PHASE_ENRICH, *plugin);
		return true;
	}
	return false;
}

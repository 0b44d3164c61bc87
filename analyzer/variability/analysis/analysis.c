#include "analyzer/variability/analysis/analysis.h"

#include "analyzer/variability/analysis/deciding.h"
#include "analyzer/variability/analysis/findings.h"
#include "analyzer/variability/analysis/meanings.h"
#include "analyzer/variability/analysis/property_values.h"
#include "analyzer/variability/conditions/draft_operators.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/presence/conflict.h"
#include "analyzer/variability/presence/revision.h"
#include "base/interruption.h"
#include "base/memory.h"

#include <string.h>

/* ---- lifetime ---- */

void findings_release(struct findings *findings)
{
	if (!findings ||
		atomic_fetch_sub_explicit(&findings->references, 1, memory_order_acq_rel) > 1)
		return;
	meanings_destroy(atomic_load_explicit(&findings->meanings, memory_order_relaxed));
	propagation_destroy(findings->presence.propagation);
	evaluation_destroy(findings->evaluation);
	solved_parts_destroy(findings->solved);
	service_template_release(findings->service_template);
	file_record_finish(&findings->tests);
	arena_destroy(findings->arena);
	findings_release(findings->base);
	memory_release(findings);
}

struct analysis *analysis_retain(const struct analysis *analysis)
{
	struct analysis *retained = (struct analysis *)analysis;

	atomic_fetch_add_explicit(&retained->references, 1, memory_order_relaxed);
	return retained;
}

void analysis_release(struct analysis *analysis)
{
	if (!analysis ||
		atomic_fetch_sub_explicit(&analysis->references, 1, memory_order_acq_rel) > 1)
		return;
	type_facts_destroy(analysis->types);
	findings_release(analysis->findings);
	if (analysis->kept)
		arena_destroy(analysis->kept->arena);
	syntax_tree_release(analysis->tree);
	memory_release(analysis);
}

/* ---- diagnostics ---- */

/* One problem under several variants is one diagnostic. */
static bool merge_problem(struct problems *merged, const struct problem *problem)
{
	for (size_t i = merged->count; i-- > 0;) {
		struct problem *known = &merged->items[i];

		if (known->code == problem->code &&
			node_equal_place(known->place, problem->place) &&
			known->range.start == problem->range.start &&
			string_equal(known->text, problem->text)) {
			known->variants |= problem->variants;
			return true;
		}
		if (merged->count - i > 200)
			break;
	}
	return false;
}

/* The variants for which it is told: where there are presets, the defaults alone need not be
 * complete. */
static uint64_t told_variants(const struct findings *findings, const struct problem *problem)
{
	bool is_expected = problem->code == DIAGNOSTIC_CODE_OPEN_INPUT &&
			   findings->variants.count > 1 &&
			   findings->variants.items[0].variant.origin == VARIANT_DEFAULTS;

	return is_expected && problem->variants != PROBLEM_EVERY_VARIANT
		       ? problem->variants & ~UINT64_C(1)
		       : problem->variants;
}

/* Where it shows in the template: what leads to another file, or what it is about in general. */
static struct node place_of(const struct findings *findings, struct node place)
{
	const struct service_template *service_template = findings->service_template;
	const struct side_file *file = side_files_find(&service_template->files, place.tree);

	if (service_template_holds(service_template, place))
		return service_template_node(
			service_template, service_template->conditions_tree, place);
	if (file && !node_is_absent(file->cause))
		return file->cause;
	place = node_key(service_template->graph.variability);
	if (node_is_absent(place))
		place = node_key(service_template->graph.topology);
	return node_is_absent(place) ? service_template->graph.root : place;
}

/* The same problem as one of the template, that knows in which other file it is. */
static struct problem localised(const struct findings *findings, struct problem problem)
{
	const struct side_file *file =
		side_files_find(&findings->service_template->files, problem.place.tree);

	if (file) {
		problem.file = file->path;
		problem.range = node_range(problem.place);
	}
	problem.place = place_of(findings, problem.place);
	return problem;
}

static void relate(
	struct findings *findings, struct diagnostic *diagnostic, const struct conflict_part *part)
{
	struct problem problem = {.place = conflict_part_place(part)};
	struct string text = conflict_part_text(part, findings->arena);

	if (node_is_absent(problem.place))
		return;
	problem = localised(findings, problem);
	diagnostic_relate(&findings->diagnostics, diagnostic,
		problem.file.length ? location_in_file(problem.file, problem.range)
				    : location_of(problem.place),
		"%.*s", STRING_ARGUMENTS(text));
}

/* Values that the reference implementation prints over several lines; resolving has them as they
 * are. */
static struct string in_one_line(struct string text, struct arena *arena)
{
	char *line = arena_allocate(arena, text.length + 1, 1);
	size_t count = 0;

	for (size_t i = 0; i < text.length; i++) {
		if (text.bytes[i] != '\n') {
			line[count++] = text.bytes[i];
			continue;
		}
		while (i + 1 < text.length && text.bytes[i + 1] == ' ')
			i++;
		if (!(count && strchr("{[", line[count - 1])) &&
			!(i + 1 < text.length && strchr("}]", text.bytes[i + 1])))
			line[count++] = ' ';
	}
	return (struct string){line, count};
}

static void add_diagnostics(struct findings *findings, const struct problems *problems)
{
	struct problems merged = {.arena = findings->arena};

	for (size_t i = 0; i < problems->count; i++) {
		struct problem problem = problems->items[i];

		problem.variants = told_variants(findings, &problem);
		if (problem.variants == 0)
			continue;
		problem = localised(findings, problem);
		if (merge_problem(&merged, &problem))
			continue;
		merged.items = arena_reserve(findings->arena, merged.items, merged.count,
			&merged.capacity, sizeof(*merged.items));
		merged.items[merged.count++] = problem;
	}
	for (size_t i = 0; i < merged.count; i++) {
		const struct problem *problem = &merged.items[i];
		struct string advice = problem_advice(problem);
		struct string text = in_one_line(problem->text, findings->arena);
		struct diagnostic *diagnostic = diagnostics_add(&findings->diagnostics,
			problem->code, problem->place, "%.*s%s%.*s", STRING_ARGUMENTS(text),
			advice.length ? ": " : "", STRING_ARGUMENTS(advice));

		/* What does not keep the template from being resolved is no error. */
		if (problem->phase == PHASE_WARNING && diagnostic->severity == DIAGNOSTIC_ERROR)
			diagnostic->severity = DIAGNOSTIC_WARNING;
		diagnostic->variants = problem->variants;
		if (problem->file.length)
			diagnostic->origin = location_in_file(problem->file, problem->range);
		for (size_t c = 0; c < problem->conflict_count; c++)
			relate(findings, diagnostic, &problem->conflict[c]);
	}
}

/* ---- making ---- */

static void set_errors(struct findings *findings, const struct problems *problems)
{
	const struct problems *of_template = &findings->service_template->problems;
	const struct problem *general = problems_first(of_template, 1);

	for (size_t i = 0; i < findings->variants.count; i++) {
		struct variant *variant = &findings->variants.items[i].variant;
		const struct problem *first = problems_first(problems, UINT64_C(1) << i);

		if (!first || (general && problem_precedes(general, first)))
			first = general;
		if (first) {
			variant->error = first->text;
			variant->reason = problem_advice(first);
			variant->error_place = node_is_absent(first->place)
						       ? first->place
						       : place_of(findings, first->place);
		}
	}
}

struct findings *findings_retain(struct findings *findings)
{
	atomic_fetch_add_explicit(&findings->references, 1, memory_order_relaxed);
	return findings;
}

/* Takes over `service_template`. `base` are the findings for what it is an edit of, if they are for
 * the same variants. */
static struct findings *find(const struct analysis_request *request,
	struct service_template *service_template, struct findings *base,
	struct analysis_work *work)
{
	struct findings *findings = memory_allocate(1, sizeof(*findings));
	struct analysis_request recorded = *request;
	struct problems problems = {0};
	struct presence_request presence = {.service_template = service_template,
		.cancelled = request->cancelled,
		.unexplained = request->unexplained};
	bool is_done;

	atomic_init(&findings->references, 1);
	atomic_init(&findings->meanings, NULL);
	findings->arena = arena_create();
	findings->service_template = service_template;
	findings->diagnostics = diagnostics_in(findings->arena);
	problems.arena = findings->arena;
	problems.next_order = service_template->problems.next_order;
	file_record_init(&findings->tests, request->files, findings->arena);
	recorded.files = &findings->tests.files;
	variants_collect(
		&findings->variants, findings->arena, service_template, &recorded, &problems);
	presence.solved = findings->solved = solved_parts_create();
	if (request->previous)
		presence.previously_solved = request->previous->findings->solved;
	if (base && service_template->formula->base == base->service_template->formula) {
		findings->base = findings_retain(base);
		presence.base = base->evaluation;
		presence.base_propagation = base->presence.propagation;
	}
	is_done = findings_decide(findings, &presence, &problems);
	work->evaluations += findings->presence.evaluations;
	work->decisions += findings->presence.decisions;
	work->propagations += findings->presence.propagations;
	work->solves += findings->presence.solves;
	if (!is_done) {
		findings_release(findings);
		return NULL;
	}
	interruption_point();
	meanings_forget(base);
	set_errors(findings, &problems);
	if (service_template->is_variable) {
		add_diagnostics(findings, &service_template->problems);
		add_diagnostics(findings, &problems);
	}
	return findings;
}

/* Edits are of what was found for a template that was read as a whole; NULL if that is not kept. */
static struct findings *base_of(struct findings *findings)
{
	if (findings->service_template->formula->base)
		return findings->base;
	return findings;
}

static bool is_nothing(const struct changes *changes)
{
	return changes->count == 0 && changes->section_count == 0 && changes->gap_count == 0;
}

static bool explains_enough(const struct findings *findings, const struct analysis_request *request)
{
	return !(findings->presence.unexplained & ~request->unexplained);
}

/* What was found for the template that the one before is an edit of, if the edit is undone; or
 * NULL.
 */
static struct findings *undone(const struct analysis_request *request)
{
	struct findings *base = request->previous->findings->base;
	struct changes changes = {0};
	bool is_same = base && explains_enough(base, request) &&
		       revision_compare(
			       base->service_template->conditions_tree, request->tree, &changes) &&
		       is_nothing(&changes);

	changes_finish(&changes);
	return is_same ? base : NULL;
}

/* What is known of the text already; or NULL. */
static struct findings *known_findings(const struct analysis_request *request,
	const struct changes *changes, struct analysis_work *work)
{
	struct findings *known;

	if (is_nothing(changes) && explains_enough(request->previous->findings, request))
		return findings_retain(request->previous->findings);
	known = undone(request);
	if (!known)
		return NULL;
	work->models++; /* presence is not what it was */
	return findings_retain(known);
}

/* The service template of `request`, from the one before as far as that goes. */
static struct service_template *read_template(const struct analysis_request *request,
	const struct types *types, const struct changes *changes, bool files_are_same,
	struct analysis_work *work)
{
	struct service_template *result = NULL;

	if (changes && is_nothing(changes))
		return service_template_retain(request->previous->findings->service_template);
	work->models++;
	if (changes && base_of(request->previous->findings))
		result = service_template_edit(request->previous->findings->service_template,
			request->tree, files_are_same, &work->definitions);
	if (result)
		return result;
	work->graphs++;
	result = service_template_create(request->tree, request->path, request->files, types);
	work->definitions = result->graph.all.count;
	return result;
}

struct analysis *analysis_create(const struct analysis_request *request)
{
	const struct analysis *previous = request->previous;
	struct analysis *analysis = memory_allocate(1, sizeof(*analysis));
	const struct types *types = NULL;
	struct changes changes = {0};
	bool files_are_same = previous && previous->files_are_same && request->files_are_same;
	bool has_same_shape, has_same_variants;

	atomic_init(&analysis->references, 1);
	analysis->tree = syntax_tree_retain(request->tree);
	if (!request->only_presence)
		analysis->types = type_facts_begin(request->tree, request->path, request->files,
			previous ? previous->types : NULL);
	interruption_point();
	types = analysis_types(analysis);
	has_same_shape = previous && (!request->reads_all || analysis_is_in_order(previous)) &&
			 revision_compare(previous->tree, request->tree, &changes) &&
			 (request->files_are_same ||
				 service_template_is_current(previous->findings->service_template,
					 request->files, types));
	has_same_variants = has_same_shape &&
			    variants_are_same(&previous->findings->variants, request->settings) &&
			    (request->files_are_same ||
				    file_record_holds(&previous->findings->tests, request->files));
	if (has_same_variants)
		analysis->findings = known_findings(request, &changes, &analysis->work);
	if (!analysis->findings)
		analysis->findings = find(request,
			read_template(request, types, has_same_shape ? &changes : NULL,
				files_are_same, &analysis->work),
			has_same_variants ? base_of(previous->findings) : NULL, &analysis->work);
	changes_finish(&changes);
	analysis->files_are_same = files_are_same || analysis->work.graphs > 0;
	if (analysis->types)
		type_facts_finish(analysis->types, request->path, request->files,
			previous ? previous->types : NULL);
	if (analysis->findings)
		return analysis;
	analysis_release(analysis);
	return NULL;
}

/* ---- reading ---- */

struct string variant_error_text(const struct variant *variant, struct arena *arena)
{
	return variant->reason.length == 0
		       ? variant->error
		       : arena_format(arena, "%.*s: %.*s", STRING_ARGUMENTS(variant->error),
				 STRING_ARGUMENTS(variant->reason));
}

bool analysis_finds_the_same(const struct analysis *analysis, const struct analysis *previous)
{
	return analysis->findings == previous->findings;
}

uint64_t analysis_unexplained(const struct analysis *analysis)
{
	const struct findings *findings = analysis->findings;
	uint64_t failing = 0;

	for (size_t i = 0; i < findings->variants.count; i++)
		if (findings->variants.items[i].variant.error.length > 0)
			failing |= UINT64_C(1) << i;
	return ~failing | findings->presence.unexplained;
}

bool analysis_lacks_reasons(const struct analysis *analysis)
{
	return analysis->findings->presence.unexplained != 0;
}

const struct syntax_tree *analysis_tree(const struct analysis *analysis)
{
	return analysis->tree;
}

const struct type_facts *analysis_type_facts(const struct analysis *analysis)
{
	return analysis->types;
}

const struct types *analysis_types(const struct analysis *analysis)
{
	return analysis && analysis->types ? type_facts_types(analysis->types) : NULL;
}

void analysis_visit_files(const struct analysis *analysis, file_visitor *visit, void *context)
{
	service_template_visit_files(analysis->findings->service_template, visit, context);
	file_record_visit(&analysis->findings->tests, visit, context);
}

bool analysis_is_variable(const struct analysis *analysis)
{
	return analysis->findings->service_template->is_variable;
}

bool analysis_xor_is_exactly_one(const struct analysis *analysis)
{
	return draft_xor_is_exactly_one(&analysis->findings->service_template->graph);
}

const struct element *analysis_element_now(
	const struct analysis *analysis, const struct element *element)
{
	return element_now(&analysis->findings->service_template->graph, element);
}

bool analysis_is_in_order(const struct analysis *analysis)
{
	return !element_graph_is_reordered(&analysis->findings->service_template->graph);
}

struct elements analysis_places(const struct analysis *analysis)
{
	return analysis->findings->service_template->graph.places;
}

uint32_t analysis_element_order(const struct analysis *analysis, const struct element *element)
{
	return element_order(&analysis->findings->service_template->graph, element);
}

struct elements analysis_elements(const struct analysis *analysis)
{
	return analysis->findings->service_template->graph.all;
}

struct elements analysis_elements_of_kind(const struct analysis *analysis, enum element_kind kind)
{
	return analysis->findings->service_template->graph.kinds[kind];
}

struct node analysis_node(const struct analysis *analysis, struct node node)
{
	const struct service_template *service_template = analysis->findings->service_template;

	if (service_template_holds(service_template, node))
		return service_template_node(service_template, analysis->tree, node);
	return node;
}

struct range analysis_element_range(const struct analysis *analysis, const struct element *element)
{
	struct node key = analysis_node(analysis, element->key);
	struct node value = analysis_node(analysis, element->value);
	struct range range = node_range(node_is_absent(key) ? value : key);

	if (!node_is_absent(value) && node_range(value).end > range.end)
		range.end = node_range(value).end;
	return range;
}

size_t analysis_variant_count(const struct analysis *analysis)
{
	return analysis->findings->variants.count;
}

const struct variant *analysis_variant(const struct analysis *analysis, size_t variant)
{
	return analysis->kept ? &analysis->kept->variants[variant]
			      : &analysis->findings->variants.items[variant].variant;
}

struct variant_setting analysis_variant_setting(const struct analysis *analysis, size_t variant)
{
	const struct variant_context *item = &analysis->findings->variants.items[variant];

	return (struct variant_setting){.name = item->variant.name,
		.presets = item->presets,
		.preset_count = item->preset_count,
		.inputs = item->inputs};
}

size_t analysis_active_variant(const struct analysis *analysis)
{
	return analysis->findings->variants.active;
}

struct value_context *analysis_value_context(
	const struct analysis *analysis, size_t variant, struct arena *arena)
{
	const struct findings *findings = analysis->findings;

	return variants_create_context(
		&findings->variants, variant, findings->service_template->graph.variability, arena);
}

struct presence_of_variants findings_presence_by_position(
	const struct findings *findings, uint32_t position)
{
	const struct presence_result *result = &findings->presence;
	uint64_t error = result->error[position];
	uint64_t depends = result->depends[position] & ~error;

	return (struct presence_of_variants){
		result->present[position] & ~error & ~depends, depends, error};
}

static struct presence_of_variants presence_by_position(
	const struct analysis *analysis, uint32_t position)
{
	return analysis->kept ? analysis->kept->elements[position]
			      : findings_presence_by_position(analysis->findings, position);
}

struct presence_of_variants analysis_presence_of_variants(
	const struct analysis *analysis, const struct element *element)
{
	return presence_by_position(analysis, element->position);
}

bool analysis_next_run(
	const struct analysis *analysis, uint32_t *position, struct presence_run *run)
{
	const bool *is_written = analysis->findings->service_template->graph.is_written;
	uint32_t count = analysis_places(analysis).count;
	uint32_t i = *position;

	*run = (struct presence_run){0};
	for (; i < count; i++) {
		struct presence_of_variants are;

		if (!is_written[i])
			continue;
		are = presence_by_position(analysis, i);
		if (run->count == 0)
			run->are = are;
		else if (are.present != run->are.present || are.depends != run->are.depends ||
			 are.error != run->are.error)
			break;
		run->count++;
	}
	*position = i;
	return run->count > 0;
}

enum presence analysis_presence(
	const struct analysis *analysis, size_t variant, const struct element *element)
{
	struct presence_of_variants all = analysis_presence_of_variants(analysis, element);
	uint64_t bit = UINT64_C(1) << variant;

	if (all.error & bit)
		return PRESENCE_ERROR;
	if (all.depends & bit)
		return PRESENCE_DEPENDS;
	return all.present & bit ? PRESENCE_PRESENT : PRESENCE_ABSENT;
}

void analysis_list_absent(const struct analysis *analysis, size_t variant, bool *is_absent)
{
	const struct presence_result *result = &analysis->findings->presence;
	const struct presence_of_variants *kept = analysis->kept ? analysis->kept->elements : NULL;
	uint32_t count = analysis_places(analysis).count;

	for (uint32_t i = 0; i < count; i++) {
		uint64_t there = kept ? kept[i].present | kept[i].depends | kept[i].error
				      : result->present[i] | result->depends[i] | result->error[i];

		is_absent[i] = !(there >> variant & 1);
	}
}

bool analysis_is_never_present(const struct analysis *analysis, const struct element *element)
{
	const struct service_template *service_template = analysis->findings->service_template;
	struct evaluation *evaluation = evaluation_create(service_template->network);
	bool is_never;

	evaluation_run(evaluation);
	is_never = evaluation_false(evaluation,
			   service_template->formula->present[element->position]) == UINT64_MAX;
	evaluation_destroy(evaluation);
	return is_never;
}

const char *presence_name(enum presence presence)
{
	static const char *const names[] = {"absent", "present", "depends", "error"};

	return names[presence];
}

const struct string *analysis_presence_inputs(const struct analysis *analysis, size_t variant,
	const struct element *element, struct arena *arena, size_t *count)
{
	const struct findings *findings = analysis->findings;
	const struct presence_result *result = &findings->presence;
	struct string *names = NULL;
	size_t capacity = 0, dependencies;
	formula *open;

	*count = 0;
	dependencies = evaluation_dependencies(findings->evaluation,
		findings->service_template->formula->present[element->position], (unsigned)variant,
		&open);
	for (size_t i = 0; i < result->open_count; i++) {
		bool is_wanted = false;

		if (result->open[i].variant != variant)
			continue;
		for (size_t d = 0; d < dependencies; d++)
			is_wanted |= open[d] == result->open[i].variable;
		for (size_t n = 0; n < *count; n++)
			is_wanted &= !string_equal(names[n], result->open[i].input);
		if (!is_wanted)
			continue;
		names = arena_reserve(arena, names, *count, &capacity, sizeof(*names));
		names[(*count)++] = result->open[i].input;
	}
	memory_release(open);
	return names;
}

const struct value *analysis_property_value(
	const struct analysis *analysis, size_t variant, const struct element *property)
{
	const struct findings *findings = analysis->findings;
	const struct element_graph *graph = &findings->service_template->graph;
	uint32_t first;

	if (property->kind != ELEMENT_PROPERTY)
		return NULL;
	first = element_order(graph, graph->kinds[ELEMENT_PROPERTY].items[0]);
	return property_values_get(findings, element_order(graph, property) - first, variant);
}

const struct diagnostic *analysis_diagnostics(const struct analysis *analysis, size_t *count)
{
	*count = analysis->findings->diagnostics.count;
	return analysis->findings->diagnostics.items;
}

struct analysis_work analysis_work(const struct analysis *analysis)
{
	return analysis->work;
}

#include "analyzer/variability/space/space_report.h"

#include "analyzer/variability/analysis/findings.h"
#include "analyzer/variability/space/space_difference.h"
#include "analyzer/variability/space/space_findings.h"
#include "analyzer/variability/space/space_text.h"
#include "analyzer/variability/values/value_reader.h"
#include "base/memory.h"

struct space_report {
	atomic_uint references;
	struct arena *arena;
	struct space *space;
	struct diagnostics diagnostics;
	struct space_changed *changed[SINCE_COUNT]; /* or NULL */
};

struct space_report *space_report_create(const struct analysis *analysis,
	const struct solved_parts *answers, const atomic_bool *cancelled)
{
	struct space *space = space_create(analysis, answers, cancelled);
	struct space_report *report;

	if (!space)
		return NULL;
	report = memory_allocate(1, sizeof(*report));
	atomic_init(&report->references, 1);
	report->arena = arena_create();
	report->space = space;
	report->diagnostics = diagnostics_in(report->arena);
	space_findings(space, &report->diagnostics);
	return report;
}

bool space_report_compare(struct space_report *report, enum space_since since, struct string name,
	const struct analysis *before, const atomic_bool *cancelled)
{
	struct space_changed *changed;
	struct arena *arena = arena_create();
	struct template_difference difference;
	bool is_done = space_difference(
		&difference, before, space_analysis(report->space), value_none(), arena, cancelled);

	if (is_done && difference.failure_count + difference.element_count > 0) {
		struct value inputs = difference.failure_count > 0 ? difference.failures[0].inputs
								   : difference.elements[0].inputs;

		changed = arena_allocate(report->arena, 1, sizeof(*changed));
		*changed = (struct space_changed){arena_copy(report->arena, name),
			difference.changed, difference.assignments, difference.is_exact,
			value_detach(report->arena, inputs),
			space_inputs_text(report->space, inputs, report->arena)};
		changed->assignments.digits =
			arena_copy(report->arena, difference.assignments.digits);
		report->changed[since] = changed;
	}
	arena_destroy(arena);
	return is_done;
}

const struct space_changed *space_report_changed(
	const struct space_report *report, enum space_since since)
{
	return report->changed[since];
}

struct space_report *space_report_retain(const struct space_report *report)
{
	struct space_report *retained = (struct space_report *)report;

	atomic_fetch_add_explicit(&retained->references, 1, memory_order_relaxed);
	return retained;
}

void space_report_release(struct space_report *report)
{
	if (!report || atomic_fetch_sub_explicit(&report->references, 1, memory_order_acq_rel) > 1)
		return;
	space_release(report->space);
	arena_destroy(report->arena);
	memory_release(report);
}

bool space_report_holds(const struct space_report *report, const struct analysis *analysis)
{
	return report && analysis && space_analysis(report->space)->findings == analysis->findings;
}

const struct space *space_report_space(const struct space_report *report)
{
	return report->space;
}

const struct diagnostics *space_report_diagnostics(const struct space_report *report)
{
	return &report->diagnostics;
}

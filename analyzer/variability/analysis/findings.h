/* What an analysis has found, for the files that tell about it. Internal to analysis.h. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_FINDINGS_H
#define ANALYZER_VARIABILITY_ANALYSIS_FINDINGS_H

#include "analyzer/model/types/file_record.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/analysis/variants.h"
#include "analyzer/variability/presence/presence.h"

/* Values of properties with an expression, under each variant. */
struct property_values {
	const struct value **all; /* by number among the properties; NULL if none has one, or … */
	bool are_of_base;         /* … they are those of the base, but for some: */
	struct value_row *rows;   /* ascending */
	size_t row_count;
	uint32_t *unsettled; /* the numbers of those with a problem, ascending */
	size_t unsettled_count;
	size_t unsettled_capacity;
};

struct value_row {
	uint32_t number;
	const struct value **values; /* by variant */
};

/* Everything derived; reference-counted, shared by revisions that differ where nothing looks. */
struct findings {
	atomic_uint references;
	struct findings *base; /* those of the template that this one is an edit of, or NULL */
	struct arena *arena;
	struct service_template *service_template;
	struct file_record tests; /* the files of variability tests, for the variants */
	struct variants variants;
	struct presence_result presence;
	struct evaluation *evaluation;
	struct solved_parts *solved; /* to be used again by the next analysis */
	struct property_values values;
	bool drops_values; /* nobody will ask for them */
	struct diagnostics diagnostics;
	_Atomic(struct meanings *) meanings; /* or NULL: nobody has asked, or someone has them */
};

struct findings *findings_retain(struct findings *findings);
void findings_release(struct findings *findings); /* NULL is harmless */

struct presence_of_variants findings_presence_by_position(
	const struct findings *findings, uint32_t position);

/* Presence and variants as they are shown instead of those of the findings. */
struct kept_presence {
	struct arena *arena;                   /* that holds it */
	struct presence_of_variants *elements; /* by position */
	struct variant *variants;
};

struct analysis {
	atomic_uint references;
	struct syntax_tree *tree;
	struct findings *findings;
	struct type_facts *types;
	bool files_are_same; /* as when the template was last read as a whole */
	struct analysis_work work;
	struct kept_presence *kept; /* mostly NULL */
};

#endif

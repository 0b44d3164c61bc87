/* The variability-resolved service template of a variant (Variability4TOSCA, section
 * "Resolve Variability").
 *
 * Absent elements are left out, keywords of variability dropped, properties are given
 * their values, lists of named templates become maps. Everything else is copied as it
 * is. Written straight from the tree of the analysis; no document is built between. */
#ifndef ANALYZER_VARIABILITY_RESOLUTION_RESOLVED_TEMPLATE_H
#define ANALYZER_VARIABILITY_RESOLUTION_RESOLVED_TEMPLATE_H

#include "analyzer/syntax/writer/yaml_writer.h"
#include "analyzer/variability/analysis/analysis.h"

/* Writes the template of a variant without error. */
void resolved_template_write(const struct analysis *analysis, size_t variant, struct arena *arena,
	struct yaml_writer *writer);

#endif

/* What can be said about a file once its types are known: names of types, definitions
 * against those they refine, values against definitions, requirements against counts.
 *
 * Expects a file whose grammar was checked: what has the wrong shape is passed over. */
#ifndef ANALYZER_MODEL_DEFINITIONS_TYPE_CHECK_H
#define ANALYZER_MODEL_DEFINITIONS_TYPE_CHECK_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/model/scope/template_scope.h"
#include "analyzer/model/types/types.h"

/* Imports that could not be followed. */
void types_check_imports(const struct types *types, struct diagnostics *diagnostics);

/* Types that the file defines in one section, or in all. */
void types_check_definitions(const struct types *types, uint32_t section,
	struct diagnostics *diagnostics, struct template_notes *notes);

/* Names of types and repositories that mean nothing, and the elements of the topology or
 * service template: in one section of `tree`, or in all. `tree` may be a later revision of the
 * file, as long as what concerns types is the same. What the checks of a section ask of
 * elements elsewhere, and which of the diagnostics are its own, is added to `notes`, unless
 * NULL. */
void types_check_names(const struct types *types, const struct syntax_tree *tree, uint32_t section,
	struct diagnostics *diagnostics);
void types_check_template(const struct types *types, const struct syntax_tree *tree,
	uint32_t section, struct diagnostics *diagnostics, struct template_notes *notes);

/* Of a file of technology rules or type-specific conditions that speaks of the types: names that
 * differ from one of these by one letter. */
void types_check_names_beside(
	const struct types *types, const struct syntax_tree *tree, struct diagnostics *diagnostics);

/* What is looked at as a whole, because it refers to other places of the template: workflows and
 * the like. */
void types_check_whole_template(
	const struct types *types, const struct syntax_tree *tree, struct diagnostics *diagnostics);

/* The values of variability inputs. True if they ask for more than types. */
bool types_check_presets(
	const struct types *types, const struct syntax_tree *tree, struct diagnostics *diagnostics);

#endif

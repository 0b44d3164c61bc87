/* Artifacts of templates, types and operations. */
#ifndef ANALYZER_MODEL_BEHAVIOUR_ARTIFACT_CHECK_H
#define ANALYZER_MODEL_BEHAVIOUR_ARTIFACT_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* Artifacts of a node template, and those that a node type writes. */
void artifacts_check(struct template_checker *checker, struct node_entry node);
void artifacts_check_type(struct template_checker *checker, const struct type *type);

/* Artifacts that an operation at `place` names, and those that it describes itself, in the file of
 * the type `where`, or, if that is NULL, in a template. */
void implementation_check(struct template_checker *checker, const struct graph_place *place,
	const struct type *where, struct node operation);

/* Whether an artifact of the type can be the file, as far as its extension tells. */
bool artifact_file_fits(const struct type *type, struct string file);

#endif

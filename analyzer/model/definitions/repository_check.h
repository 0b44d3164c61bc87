/* Repositories of a file: how to log in (Simple Profile, section "Repository definition"). */
#ifndef ANALYZER_MODEL_DEFINITIONS_REPOSITORY_CHECK_H
#define ANALYZER_MODEL_DEFINITIONS_REPOSITORY_CHECK_H

#include "analyzer/model/values/value_check.h"

/* What the keyname `credential` holds: "credential | tosca.datatypes.Credential". Nothing in TOSCA
 * 2.0, which has no such type of its own. */
struct value_schema repository_credential(
	const struct types *types, enum definitions_version version);

/* `repositories` is the map of the file; anything else is passed over. */
void repositories_check(struct value_checker *checker, struct node repositories);

#endif

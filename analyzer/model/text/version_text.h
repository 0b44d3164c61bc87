/* Versions as TOSCA writes them: <major>.<minor>[.<fix>[.<qualifier>[-<build>]]]. */
#ifndef ANALYZER_MODEL_TEXT_VERSION_TEXT_H
#define ANALYZER_MODEL_TEXT_VERSION_TEXT_H

#include "analyzer/syntax/tree/node.h"

bool version_text_is_valid(struct string text);

/* The same, and "0" for no version (Simple Profile, section "TOSCA version"). */
bool version_text_is_valid_1_x(struct string text);

/* For messages, what the value must be that is none. */
const char *version_text_expected(struct node value);

/* "When comparing TOSCA versions, all component versions (i.e., major, minor and fix) are compared
 * in sequence from left to right." With a qualifier, a version is older than without; builds are
 * compared of one qualifier. False if one is no version, or their qualifiers differ. */
bool version_text_order(struct string a, struct string b, int *order);

#endif

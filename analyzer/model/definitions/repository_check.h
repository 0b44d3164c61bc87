/* Repositories of a file: how to log in (Simple Profile, section "Repository definition"). */
#ifndef ANALYZER_MODEL_DEFINITIONS_REPOSITORY_CHECK_H
#define ANALYZER_MODEL_DEFINITIONS_REPOSITORY_CHECK_H

#include "analyzer/model/values/value_check.h"

/* `repositories` is the map of the file; anything else is passed over. */
void repositories_check(struct value_checker *checker, struct node repositories);

#endif

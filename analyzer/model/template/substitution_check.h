/* What a service template offers in place of a node (TOSCA 2.0, section "Substitution mappings").
 */
#ifndef ANALYZER_MODEL_TEMPLATE_SUBSTITUTION_CHECK_H
#define ANALYZER_MODEL_TEMPLATE_SUBSTITUTION_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* What a substitution mapping maps, written in the section or, if it is EVERY_SECTION, all. */
void substitution_check(struct template_checker *checker, uint32_t section);

#endif

/* How mappings of a substitution are written in TOSCA 1.x: a list of names or, since 1.2, a map
 * that holds this list or fixed values.
 *
 * Simple Profile, sections "Property mapping", "Capability mapping" and "Requirement mapping". */
#ifndef ANALYZER_MODEL_TEMPLATE_MAPPING_NOTATION_H
#define ANALYZER_MODEL_TEMPLATE_MAPPING_NOTATION_H

#include "analyzer/model/checker/template_checker.h"

/* One entry of `keyname`, such as "capabilities". False if what it is mapped to cannot be read. */
bool mapping_notation_check(
	struct template_checker *checker, const char *keyname, struct node_entry mapping);

#endif

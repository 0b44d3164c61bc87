/* Values of the data type PortSpec. */
#ifndef ANALYZER_MODEL_VALUES_PORT_SPEC_CHECK_H
#define ANALYZER_MODEL_VALUES_PORT_SPEC_CHECK_H

#include "analyzer/model/values/value_check.h"

/* Simple Profile, section "tosca.datatypes.network.PortSpec", additional requirements: one of its
 * properties beside the protocol is given, and ports lie in the ranges beside them. */
void port_spec_check(
	struct value_checker *checker, struct node key, struct node value, struct string name);

#endif

/* Values as YAML. */
#ifndef ANALYZER_VARIABILITY_VALUES_VALUE_WRITER_H
#define ANALYZER_VARIABILITY_VALUES_VALUE_WRITER_H

#include "analyzer/syntax/writer/yaml_writer.h"
#include "analyzer/variability/values/value.h"

void value_write(struct yaml_writer *writer, struct arena *arena, struct value value);

#endif

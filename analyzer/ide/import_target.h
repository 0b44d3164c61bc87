/* Where an import leads: its path to the file, the prefix of a type's name to the import that
 * gives it. (Simple Profile 1.3, section 3.6.8; TOSCA 2.0, section "Import definition") */
#ifndef ANALYZER_IDE_IMPORT_TARGET_H
#define ANALYZER_IDE_IMPORT_TARGET_H

#include "analyzer/ide/navigation.h"

/* False if there is neither at `offset`, or nobody knows where it leads. `*origin` is the path or
 * the prefix. */
bool import_target_at(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct range *origin, struct place_of_name *place);

#endif

/* Where an import leads: its path to the file, the prefix of a type's or function's name and the
 * position in a condition to the import. (Simple Profile 1.3, section 3.6.8; TOSCA 2.0, section
 * "Import definition") */
#ifndef ANALYZER_IDE_IMPORT_TARGET_H
#define ANALYZER_IDE_IMPORT_TARGET_H

#include "analyzer/ide/navigation.h"

/* False if there is nothing of that at `offset`, or nobody knows where it leads. `*origin` is the
 * path, the prefix or the position. */
bool import_target_at(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct range *origin, struct place_of_name *place);

#endif

/* Which names a document declares: kept from one revision to the next, with what an edit adds and
 * takes away. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_DECLARED_NAMES_H
#define ANALYZER_IDE_DIAGNOSTICS_DECLARED_NAMES_H

#include "analyzer/ide/diagnostics/kept_names.h"

struct declared_names;

/* Of the declarations among the names of `count` sections. */
struct declared_names *declared_names_create(const struct kept_names *sections, size_t count);

/* With what `lost` declares taken away once for each, and what `gained` does added. Most of it is
 * shared with `names`. NULL if it has changed so much that it had better be created. */
struct declared_names *declared_names_change(const struct declared_names *names,
	const struct kept_names *lost, size_t lost_count, const struct kept_names *gained,
	size_t gained_count);
void declared_names_destroy(struct declared_names *names); /* NULL is harmless */

/* Whether something of the kind of `use` has its name, within its container. */
bool declared_names_have(const struct declared_names *names, const struct kept_name *use);

#endif

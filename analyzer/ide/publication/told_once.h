/* One mistake, one message: what repeats what is told above it, or goes back to it, becomes a hint.
 *
 * The first use of an unknown name is told, and the places of the others with it; so are a section
 * that is indented wrong or stands under the keyname of another one, and not each of its entries;
 * and of what can be declared nowhere, since its section is not there, the first use. Hints stay
 * where they are, so that editors offer their fixes. Pure: the same list comes to the same. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_TOLD_ONCE_H
#define ANALYZER_IDE_DIAGNOSTICS_TOLD_ONCE_H

#include "analyzer/ide/diagnostics/diagnostics.h"

/* `diagnostics`, which are sorted, of the tree; in `arena`. */
struct ide_diagnostics told_once(
	const struct syntax_tree *tree, struct ide_diagnostics diagnostics, struct arena *arena);

/* Whether what is told of the list depends on other words of the text than it is about. */
bool told_once_depends_on_text(struct ide_diagnostics diagnostics);

#endif

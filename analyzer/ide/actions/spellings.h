/* Old spellings of Variability4TOSCA and the edits that write them as they are today.
 *
 * An option whose opposite is meant today gets the opposite value. Beside old spellings, `xor`
 * means "exactly one": whoever replaces the last of them must write `exo` for it. */
#ifndef ANALYZER_IDE_ACTIONS_SPELLINGS_H
#define ANALYZER_IDE_ACTIONS_SPELLINGS_H

#include "analyzer/ide/actions/offer.h"

/* Adds the edits that replace the spelling that a diagnostic is about; false if it has no
 * certain replacement. */
bool spelling_edits(
	struct offer *offer, const struct ide_diagnostic *diagnostic, struct edits *edits);

/* What is written instead of it; empty if unknown. */
struct string spelling_today(struct offer *offer, const struct ide_diagnostic *diagnostic);

#endif

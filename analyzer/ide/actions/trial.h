/* What the checks say of a text before it is offered. */
#ifndef ANALYZER_IDE_ACTIONS_TRIAL_H
#define ANALYZER_IDE_ACTIONS_TRIAL_H

#include "analyzer/ide/actions/offer.h"

/* Whether the edit takes what the diagnostic says away, as far as types tell of it, and adds no
 * error that types tell of. */
bool trial_mends(const struct offer *offer, const struct ide_diagnostic *diagnostic,
	const struct text_edit *edit);

/* Whether after the edit nothing stands where keynames take something else, as it did not before.
 */
bool trial_reads(const struct offer *offer, const struct text_edit *edit);

#endif

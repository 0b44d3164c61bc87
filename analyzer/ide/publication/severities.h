/* How serious diagnostics are to those who read them: by their codes, as they set it. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_SEVERITIES_H
#define ANALYZER_IDE_DIAGNOSTICS_SEVERITIES_H

#include "analyzer/ide/diagnostics/diagnostics.h"

struct severity_setting {
	struct string code;
	enum ide_severity severity; /* 0: they are not told */
};

/* Of several about one code the last counts. */
struct severity_settings {
	const struct severity_setting *items;
	size_t count;
};

/* "off", which is 0, "error", "warning", "information", "hint". False if there is no such name. */
bool severity_from_name(struct string name, enum ide_severity *severity);

/* Whether a code that is off by itself is to be told. */
bool severities_ask_for(struct severity_settings settings, const char *code);

/* The diagnostics as serious as is wished, in `arena`. */
struct ide_diagnostics severities_apply(
	struct severity_settings settings, struct ide_diagnostics diagnostics, struct arena *arena);

#endif

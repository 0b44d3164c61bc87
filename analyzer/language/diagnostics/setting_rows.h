/* What can be set, in an editor or in the file vtosca.yaml of a project; the rows are in
 * settings.def. */
#ifndef ANALYZER_LANGUAGE_DIAGNOSTICS_SETTING_ROWS_H
#define ANALYZER_LANGUAGE_DIAGNOSTICS_SETTING_ROWS_H

#include <stddef.h>

/* The file of a project. */
#define PROJECT_SETTINGS_NAME "vtosca.yaml"

struct setting {
	const char *name;
	enum setting_type {
		SETTING_TEXT,       /* a string or null */
		SETTING_FLAG,       /* a Boolean */
		SETTING_LEVEL,      /* a severity, or "never" */
		SETTING_PATTERNS,   /* a list of strings */
		SETTING_VARIANTS,   /* a list of objects: name, presets, inputs */
		SETTING_CONSENT,    /* "always", "ask" or "never" */
		SETTING_SEVERITIES, /* an object: code → severity */
	} type;
	enum setting_scope {
		SETTING_RESOURCE, /* may differ from file to file */
		SETTING_PROJECT,  /* in vtosca.yaml alone */
		SETTING_USER,     /* in the user's own settings alone */
		SETTING_CLIENT,   /* given with `initializationOptions` alone */
	} scope;
	const char *initial; /* JSON */
	const char *documentation;
};

const struct setting *settings_rows(size_t *count);

/* The JSON Schema of the values of a type. */
const char *setting_schema(enum setting_type type);

#endif

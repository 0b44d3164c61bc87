/* The client's settings, as the analyzer and the features want them.
 *
 * A snapshot never changes; jobs on other threads keep the one they started with.
 * What each setting means stands in settings.def. */
#ifndef LSP_DOCUMENTS_SETTINGS_H
#define LSP_DOCUMENTS_SETTINGS_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/variability/analysis/analysis.h"
#include "lsp/wire/json.h"

/* What the user thinks of diagnostics with a code. */
struct severity_setting {
	struct string code;
	enum ide_severity severity; /* 0: they are not told */
};

struct settings {
	/* `active_variant` is empty where the analysis is to choose one. */
	struct analysis_settings analysis;
	bool fades_absent; /* false: the user wants no active variant */
	bool client_fades; /* by itself: diagnostics do not say what is absent */
	bool code_lenses;
	bool inlay_hints;
	bool presence_notifications;
	bool reference_lenses;
	bool shows_references; /* by a command of the client */
	const struct severity_setting *severities;
	size_t severity_count;

	/* Private. */
	atomic_uint references;
	struct string json; /* what they were made from */
	struct arena *arena;
};

/* A row of settings.def, for reference pages and the editors' settings. */
struct setting {
	const char *name;
	enum setting_type {
		SETTING_TEXT,       /* a string or null */
		SETTING_FLAG,       /* a Boolean */
		SETTING_VARIANTS,   /* a list of objects: name, presets, inputs */
		SETTING_SEVERITIES, /* an object: code → severity */
	} type;
	enum setting_scope {
		SETTING_RESOURCE, /* may differ from file to file */
		SETTING_CLIENT,   /* given with `initializationOptions` alone */
	} scope;
	const char *initial; /* JSON */
	const char *documentation;
};

const struct setting *settings_rows(size_t *count);

/* The JSON Schema of the values of a type. */
const char *setting_schema(enum setting_type type);

/* From an object whose members are named as in settings.def; whatever is missing or of the
 * wrong type has its default. `json` may be NULL. */
struct settings *settings_create(struct json_object *json);
struct settings *settings_retain(struct settings *settings);
void settings_release(struct settings *settings); /* NULL is harmless */

/* Whether they were made from the same values. */
bool settings_are_same(const struct settings *a, const struct settings *b);

/* The diagnostics with the severities that the user wants, in `arena`. */
struct ide_diagnostics settings_apply_severities(
	const struct settings *settings, struct ide_diagnostics diagnostics, struct arena *arena);

#endif

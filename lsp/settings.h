/* The client's settings, as the analyzer and the features want them.
 *
 * A snapshot never changes; jobs on other threads keep the one they started with.
 * What each setting means stands in settings.def. */
#ifndef LSP_SETTINGS_H
#define LSP_SETTINGS_H

#include "analyzer/variability/analysis.h"
#include "lsp/json.h"

struct settings {
	/* `active_variant` is empty where the analysis is to choose one. */
	struct analysis_settings analysis;
	bool fades_absent; /* false: the user wants no active variant */
	bool code_lenses;
	bool inlay_hints;

	/* Private. */
	atomic_uint references;
	struct arena *arena;
};

/* A row of settings.def, for reference pages and the editors' settings. */
struct setting {
	const char *name;
	enum setting_type {
		SETTING_TEXT,
		SETTING_FLAG,
		SETTING_VARIANTS,
	} type;
	const char *initial; /* JSON */
	const char *documentation;
};

const struct setting *settings_rows(size_t *count);

/* From an object whose members are named as in settings.def; whatever is missing or of the
 * wrong type has its default. `json` may be NULL. */
struct settings *settings_create(struct json_object *json);
struct settings *settings_retain(struct settings *settings);
void settings_release(struct settings *settings); /* NULL is harmless */

#endif

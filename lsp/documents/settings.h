/* The client's settings, as the analyzer and the features want them.
 *
 * A snapshot never changes; jobs on other threads keep the one they started with.
 * What each setting means stands in settings.def. */
#ifndef LSP_DOCUMENTS_SETTINGS_H
#define LSP_DOCUMENTS_SETTINGS_H

#include "analyzer/ide/publication/severities.h"
#include "analyzer/language/diagnostics/setting_rows.h"
#include "analyzer/variability/analysis/analysis.h"
#include "lsp/wire/json.h"

struct settings {
	/* `active_variant` is empty where the analysis is to choose one. */
	struct analysis_settings analysis;
	bool all_inputs; /* and not only the variants are looked at */
	bool condition_hints;
	bool fades_absent; /* false: the user wants no active variant */
	bool client_fades; /* by itself: diagnostics do not say what is absent */
	bool calm_typing;
	bool code_lenses;
	bool inlay_hints;
	bool inlay_hints_at_end; /* of the line */
	enum consent {
		CONSENT_ALWAYS,
		CONSENT_ASKED,
		CONSENT_NEVER,
	} imports_outside; /* of the folders that are open */
	bool presence_notifications;
	bool reference_lenses;
	bool shows_references;         /* by a command of the client */
	struct string explain_command; /* of the client; empty: none */
	struct string suggest_command;
	struct severity_settings severities;

	/* Private. */
	atomic_uint references;
	struct string json; /* what they were made from */
	struct arena *arena;
};

/* From an object whose members are named as in settings.def; whatever is missing or of the
 * wrong type has its default. `json` may be NULL. */
struct settings *settings_create(struct json_object *json);
struct settings *settings_retain(struct settings *settings);
void settings_release(struct settings *settings); /* NULL is harmless */

/* Whether they were made from the same values. */
bool settings_are_same(const struct settings *a, const struct settings *b);

#endif

/* textDocument/codeAction
 *
 * What is offered follows from the range and from the server's own diagnostics; the ones
 * that the client sends along are not looked at, since some count their places wrongly. */
#include "analyzer/ide/actions/actions.h"
#include "analyzer/variability/space/space_report.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/wire/convert.h"
#include "lsp/wire/uri.h"

static const char *kind_name(enum action_kind kind)
{
	switch (kind) {
	case ACTION_QUICK_FIX:
		return "quickfix";
	case ACTION_EXTRACT:
		return "refactor.extract";
	case ACTION_INLINE:
		return "refactor.inline";
	case ACTION_REWRITE:
		return "refactor.rewrite";
	case ACTION_SOURCE:
		return "source";
	case ACTION_FIX_ALL:
		return "source.fixAll.vtosca";
	case ACTION_ORGANIZE_IMPORTS:
		return "source.organizeImports";
	case ACTION_KIND_COUNT:
		break;
	}
	return "quickfix";
}

/* Whether `kind` is `wanted` or a part of it: "refactor" wants "refactor.inline". */
static bool is_kind(struct string kind, struct string wanted)
{
	return kind.length >= wanted.length &&
	       string_equal(string_slice(kind, 0, wanted.length), wanted) &&
	       (kind.length == wanted.length || wanted.length == 0 ||
		       kind.bytes[wanted.length] == '.');
}

/* `only`: kinds, or NULL: all. */
static bool is_wanted(struct json_object *only, enum action_kind kind)
{
	if (!only)
		return true;
	for (size_t i = 0; i < json_object_array_length(only); i++) {
		struct json_object *item = json_object_array_get_idx(only, i);

		if (json_object_is_type(item, json_type_string) &&
			is_kind(string_from(kind_name(kind)),
				string_from(json_object_get_string(item))))
			return true;
	}
	return false;
}

static struct json_object *command_json(const struct feature *feature, const struct action *action)
{
	struct json_object *json = new_object(), *arguments = new_array();

	push(arguments, new_string(feature->document.uri));
	push(arguments, new_raw(value_json(feature->arena, action->inputs)));
	if (action->name.length > 0)
		push(arguments, new_string(action->name));
	put(json, "title", new_string(action->title));
	put(json, "command",
		new_text(action->command == ACTION_TRY_INPUTS ? "vtosca.tryInputs"
							      : "vtosca.addTest"));
	put(json, "arguments", arguments);
	return json;
}

static bool is_possible(const struct feature *feature, const struct action *action)
{
	bool can_create = feature->client.document_changes && feature->client.creates_files;

	if (action->file.length > 0)
		return can_create;
	return action->command != ACTION_ADD_TEST || (feature->client.applies_edits && can_create);
}

/* Editors ask behind each movement of the cursor what a lamp is to offer: not for the whole file.
 * While saving, nobody has chosen either, but then they say what they want. */
static unsigned wanted_kinds(const struct feature *feature)
{
	enum {
		AUTOMATIC = 2
	};
	struct json_object *context = member(feature->params, "context");
	struct json_object *only = member_array(context, "only");
	int64_t trigger = 0;
	unsigned kinds = 0;

	member_integer(context, "triggerKind", &trigger);
	for (unsigned kind = 0; kind < ACTION_KIND_COUNT; kind++)
		if (is_wanted(only, (enum action_kind)kind))
			kinds |= action_kind_bit((enum action_kind)kind);
	if (trigger == AUTOMATIC && !only)
		kinds &= ~(
			action_kind_bit(ACTION_FIX_ALL) | action_kind_bit(ACTION_ORGANIZE_IMPORTS));
	return kinds;
}

/* A new file, and what stands in it. */
static struct json_object *creation_json(const struct feature *feature, const struct action *action)
{
	struct string uri = uri_from_path(action->file, feature->arena);
	struct json_object *json = new_object(), *changes = new_array();
	struct json_object *creation = new_object(), *document = new_object();
	struct json_object *change = new_object(), *edit = new_object(), *edits = new_array();
	struct json_object *range = new_object();
	struct position top = {0, 0};

	put(creation, "kind", new_text("create"));
	put(creation, "uri", new_string(uri));
	push(changes, creation);
	put(document, "uri", new_string(uri));
	put(document, "version", NULL);
	put(range, "start", convert_position(top));
	put(range, "end", convert_position(top));
	put(edit, "range", range);
	put(edit, "newText", new_string(action->text));
	push(edits, edit);
	put(change, "textDocument", document);
	put(change, "edits", edits);
	push(changes, change);
	put(json, "documentChanges", changes);
	return json;
}

static struct json_object *action_json(const struct feature *feature, const struct action *action)
{
	struct json_object *json = new_object();

	put(json, "title", new_string(action->title));
	put(json, "kind", new_text(kind_name(action->kind)));
	if (action->preferred)
		put(json, "isPreferred", new_boolean(true));
	if (action->diagnostic) {
		struct json_object *solved = new_array();
		struct json_object *diagnostic = new_object();

		put(diagnostic, "range", feature_convert(feature, action->diagnostic->range));
		put(diagnostic, "severity", new_integer(action->diagnostic->severity));
		put(diagnostic, "code", new_string(action->diagnostic->code));
		put(diagnostic, "source", new_text("vtosca"));
		put(diagnostic, "message", new_string(action->diagnostic->message));
		push(solved, diagnostic);
		put(json, "diagnostics", solved);
	}
	if (action->file.length > 0)
		put(json, "edit", creation_json(feature, action));
	else if (action->command == ACTION_EDITS)
		put(json, "edit",
			feature_workspace_edit(feature, action->edits, action->edit_count));
	else
		put(json, "command", command_json(feature, action));
	return json;
}

struct json_object *handle_code_action(struct feature *feature)
{
	struct json_object *result;
	struct ide_diagnostics diagnostics;
	struct actions_request request;
	const struct action *actions;
	struct range range;
	size_t count;

	if (!feature_range(feature, &range))
		return NULL;
	result = new_array();
	if (!feature->client.code_action_literals)
		return result; /* such a client knows commands only */
	diagnostics = diagnostics_collect_all(feature->document.analysis, feature->document.facts,
		feature->document.report ? space_report_diagnostics(feature->document.report)
					 : NULL,
		false, feature_active_variant(feature), feature->arena);
	request = (struct actions_request){
		.tree = feature->document.tree,
		.analysis = feature->document.analysis,
		.space = feature->document.space,
		.active_variant = feature_active_variant(feature),
		.diagnostics = diagnostics,
		.range = range,
		.files = feature->files,
		.path = feature->document.path,
		.kinds = wanted_kinds(feature),
		.cancelled = feature->cancelled,
	};
	actions = actions_list(&request, feature->arena, &count);
	for (size_t i = 0; i < count; i++)
		if (is_possible(feature, &actions[i]))
			push(result, action_json(feature, &actions[i]));
	return result;
}

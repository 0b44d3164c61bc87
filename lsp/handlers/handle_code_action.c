/* textDocument/codeAction
 *
 * What is offered follows from the range and from the server's own diagnostics; the ones
 * that the client sends along are not looked at, since some count their places wrongly. */
#include "analyzer/ide/actions/actions.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"

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

static bool is_wanted(const struct feature *feature, enum action_kind kind)
{
	struct json_object *only = member_array(member(feature->params, "context"), "only");

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
	put(json, "edit", feature_workspace_edit(feature, action->edits, action->edit_count));
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
	diagnostics = diagnostics_collect(
		feature->document.analysis, feature_active_variant(feature), feature->arena);
	request = (struct actions_request){
		.tree = feature->document.tree,
		.analysis = feature->document.analysis,
		.diagnostics = diagnostics,
		.range = range,
	};
	actions = actions_list(&request, feature->arena, &count);
	for (size_t i = 0; i < count; i++)
		if (is_wanted(feature, actions[i].kind))
			push(result, action_json(feature, &actions[i]));
	return result;
}

/* What must be set: values of inputs that make an element present or absent, that show a failure,
 * or that show all conditions both ways. Tried, or written down as presets and tests. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/edits/assignment.h"

#include "analyzer/ide/completion/element_text.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_changes.h"
#include "analyzer/variability/space/space_cover.h"
#include "analyzer/variability/space/space_text.h"

enum {
	MOST_CHANGES = 2 /* of several that are as small */
};

static void offer_command(struct offer *offer, enum action_kind kind, enum action_command command,
	struct string title, struct value inputs, struct string name)
{
	struct action *action = offer_action(offer, kind, title, (struct edits){0});

	action->command = command;
	action->inputs = inputs;
	action->name = name;
}

static void offer_preset(
	struct offer *offer, enum action_kind kind, struct string title, struct value inputs)
{
	struct edits edits = {0};
	struct text_edit edit;

	if (!assignment_as_preset(
		    offer->request->analysis, inputs, STRING(""), &edit, offer->arena))
		return;
	offer_edit(offer, &edits, edit);
	offer_action(offer, kind, title, edits);
}

/* ---- what must be set ---- */

static size_t variant_of(const struct actions_request *request)
{
	for (size_t i = 0; i < analysis_variant_count(request->analysis); i++)
		if (string_equal(
			    analysis_variant(request->analysis, i)->name, request->active_variant))
			return i;
	return analysis_active_variant(request->analysis);
}

static void offer_change(struct offer *offer, const struct element *element, bool wants_present,
	const struct space_change *change)
{
	struct string display = element_display(element, offer->arena);
	const char *wanted = wants_present ? "present" : "absent";

	offer_command(offer, ACTION_REWRITE, ACTION_TRY_INPUTS,
		arena_format(offer->arena, "Make %.*s %s: try %.*s", STRING_ARGUMENTS(display),
			wanted, STRING_ARGUMENTS(change->text)),
		change->complete,
		arena_format(offer->arena, "try %.*s", STRING_ARGUMENTS(change->text)));
	offer_preset(offer, ACTION_REWRITE,
		arena_format(offer->arena, "Add a preset with %.*s: %.*s is %s",
			STRING_ARGUMENTS(change->text), STRING_ARGUMENTS(display), wanted),
		change->complete);
	offer_command(offer, ACTION_REWRITE, ACTION_ADD_TEST,
		arena_format(offer->arena, "Add a test with %.*s: %.*s is %s",
			STRING_ARGUMENTS(change->text), STRING_ARGUMENTS(display), wanted),
		change->complete, STRING(""));
}

static void offer_changes(struct offer *offer, const struct element *element)
{
	const struct actions_request *request = offer->request;
	struct space_changes changes =
		space_changes(request->space, variant_of(request), element, offer->arena);

	for (size_t i = 0; i < changes.count && i < MOST_CHANGES; i++)
		offer_change(offer, element, changes.wants_present, &changes.items[i]);
}

/* ---- presets that show it all ---- */

/* Each is added behind the one before, so that the edits are one. */
static void offer_cover(struct offer *offer)
{
	const struct space *space = offer->request->space;
	struct space_cover cover = space_cover(space, COVER_CONDITIONS, offer->arena);
	struct value *inputs = arena_allocate(offer->arena, cover.count + 1, sizeof(*inputs));
	struct edits edits = {0};
	struct text_edit edit;

	for (size_t i = 0; i < cover.count; i++)
		inputs[i] = space_assignment_value(space, cover.presets[i].inputs, offer->arena);
	if (cover.count == 0 || !assignments_as_presets(offer->request->analysis, inputs,
					cover.count, &edit, offer->arena))
		return;
	offer_edit(offer, &edits, edit);
	offer_action(offer, ACTION_REWRITE,
		arena_format(offer->arena, "Add %zu preset%s that take%s every condition both ways",
			cover.count, cover.count == 1 ? "" : "s", cover.count == 1 ? "s" : ""),
		edits);
}

void offer_inputs(struct offer *offer)
{
	const struct analysis *analysis = offer->request->analysis;
	struct node node = syntax_tree_node_at(offer->tree, offer->request->range.start);
	const struct element *element = analysis_element_at(analysis, node);

	if (element && node_equal_place(node, analysis_node(analysis, element->key)))
		offer_changes(offer, element);
	if (string_is(node_text(node), "presets") || string_is(node_text(node), "variability"))
		offer_cover(offer);
}

/* ---- what fails ---- */

void offer_failing_inputs(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	const struct actions_request *request = offer->request;
	size_t count, before = offer->count;
	const struct space_failure *failures = space_failures(request->space, &count);

	if (!string_is(diagnostic->code, "fails-for-inputs"))
		return;
	for (size_t i = 0; i < count; i++) {
		struct node place = analysis_node(request->analysis, failures[i].place);
		struct value inputs =
			space_assignment_value(request->space, failures[i].inputs, offer->arena);
		struct string text;

		if (!string_starts_with(diagnostic->message, failures[i].message.bytes) ||
			(!node_is_absent(place) &&
				!ranges_touch(node_range(place), diagnostic->range)))
			continue;
		text = space_failure_text(request->space, &failures[i], offer->arena);
		offer_command(offer, ACTION_QUICK_FIX, ACTION_TRY_INPUTS,
			arena_format(offer->arena, "See it fail: try %.*s", STRING_ARGUMENTS(text)),
			inputs, arena_format(offer->arena, "try %.*s", STRING_ARGUMENTS(text)));
		offer_preset(offer, ACTION_QUICK_FIX,
			arena_format(offer->arena, "Add a preset that shows it: %.*s",
				STRING_ARGUMENTS(text)),
			inputs);
		offer_command(offer, ACTION_QUICK_FIX, ACTION_ADD_TEST,
			arena_format(offer->arena, "Add a test that expects it: %.*s",
				STRING_ARGUMENTS(text)),
			inputs, STRING(""));
		break;
	}
	for (size_t i = before; i < offer->count; i++)
		offer->items[i].diagnostic = diagnostic;
}

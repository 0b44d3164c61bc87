#include "analyzer/ide/completion.h"

#include "analyzer/ide/completion_list.h"
#include "analyzer/variability/analysis.h"

static bool is_preset_inputs(const struct place *place, size_t depth)
{
	return place->keyname != NULL && place->depth == depth &&
	       place->keyname->construct == CONSTRUCT_VARIABILITY_PRESET &&
	       string_is(string_from(place->keyname->name), "inputs");
}

/* A key of a map: keynames, options, inputs of a preset, or names of types. */
static void complete_key(struct completion_list *list)
{
	const struct place *place = &list->place;
	if (place->shape == NULL) {
		complete_free_value(list);
		return;
	}
	enum construct construct = place_construct(place);
	if (construct != CONSTRUCT_NONE) {
		complete_keynames(list, construct);
	} else if (place->shape->kind == SHAPE_OPTIONS) {
		complete_option_names(list);
	} else if (is_preset_inputs(place, 0)) {
		complete_preset_inputs(list);
	} else if (place->is_entry && place->shape->kind == SHAPE_CONSTRUCT &&
		   place->shape->construct == CONSTRUCT_TYPE_ASSIGNMENT) {
		const struct shape *type = shape_alternative(place->keyname->shape, SHAPE_NAME);
		if (type != NULL) {
			complete_types(list, type->name);
		}
	} else if (place_keys_are_names(place)) {
		complete_members(list);
	} else if (place->shape->kind == SHAPE_ANYTHING) {
		complete_free_value(list);
	}
}

static void complete_scalar(struct completion_list *list)
{
	const struct place *place = &list->place;
	if (place->option.length > 0) {
		complete_option_values(list, place->option);
	} else if (is_preset_inputs(place, 1)) {
		complete_input_values(list, list->cursor.path[list->cursor.path_length - 1].key);
	} else if (place->shape == NULL || place->shape->kind == SHAPE_ANYTHING) {
		complete_free_value(list);
	} else if (!place->is_entry) {
		complete_value(list, place->shape);
	}
}

struct completion completion_at(const struct syntax_tree *tree, const struct analysis *analysis,
	uint32_t offset, const struct completion_settings *settings, struct arena *arena)
{
	struct spot spot = spot_at(tree, offset, arena);
	struct completion_list list = {
		.arena = arena,
		.tree = tree,
		.analysis = analysis,
		.types = analysis_types(analysis),
		.settings = settings,
		.cursor = spot.cursor,
		.place = spot.place,
		.operand = spot.operand,
		.call = spot.call,
	};
	if (list.cursor.place == CURSOR_NOWHERE) {
		return (struct completion){NULL, 0};
	}
	bool value = list.cursor.place == CURSOR_VALUE;
	if (list.place.is_expression) {
		complete_expression(&list);
	} else {
		if (value) {
			complete_scalar(&list);
		}
		if (!value || list.cursor.may_be_key || list.place.is_entry) {
			complete_key(&list);
		}
	}
	return (struct completion){list.items, list.count};
}

/* Values of keynames: words, Booleans, modes, names. */
#include "analyzer/ide/completion/completion_list.h"

void complete_value(struct completion_list *list, const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_BOOLEAN:
		complete_booleans(list);
		break;
	case SHAPE_STRING:
	case SHAPE_WORD:
		complete_words(list, shape);
		break;
	case SHAPE_NAME:
		complete_references(list, place_name_kind(&list->place, shape));
		break;
	case SHAPE_DEFAULT_CONDITION_MODE:
		complete_mode_tokens(list, shape->element_kind);
		break;
	case SHAPE_LIST:
		if (shape->element->kind == SHAPE_LOGIC_EXPRESSION)
			complete_implication(list);
		break;
	case SHAPE_EITHER:
		complete_value(list, shape->element);
		complete_value(list, shape->other);
		break;
	case SHAPE_CONSTRUCT: {
		const struct shape *form =
			construct_row((enum construct)shape->construct)->short_form;
		if (form)
			complete_value(list, form);
		break;
	}
	default:
		break;
	}
}

/* Functions that files define, where they are called: TOSCA 2.0, section "Function definitions". */
#include "analyzer/ide/cursor/call.h"
#include "analyzer/ide/names/mention_search.h"
#include "analyzer/ide/text/name_text.h"

/* `{$twice: [1]}`, `{$math:twice: [1]}`: the name is what follows the namespace. */
bool mention_visit_call(struct mention_search *search, const struct walk_item *item)
{
	struct function_definition *function = arena_allocate(search->arena, 1, sizeof(*function));
	struct string called = call_own_name(item->place->version, node_text(item->node));
	if (called.length == 0 || !item->place->is_free ||
		!function_definition_find(
			search->file->tree, search->file->types, called, function))
		return false;
	struct mention mention = mention_begin(search, item->node, item->value);
	uint32_t end = (uint32_t)(called.bytes + called.length - node_text(item->node).bytes);
	struct range name = {end - (uint32_t)function->name.length, end};
	mention.range = name_part(item->node, name, search->arena);
	mention_means_element(
		search, &mention, DECLARED_FUNCTION, function->name, (struct string){"", 0});
	if (function->path.length == 0)
		function->path = search->file->path;
	mention.element.file = function->path;
	mention.function = function;
	mention_add(search, mention);
	return true;
}

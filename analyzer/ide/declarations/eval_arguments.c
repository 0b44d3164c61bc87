#include "analyzer/ide/declarations/eval_arguments.h"

#include "analyzer/ide/cursor/names.h"

struct eval_arguments eval_arguments(
	struct string text, const struct eval_path *path, const struct syntax_tree *tree)
{
	struct eval_arguments arguments = {0};
	for (size_t i = 0; i < path->count; i++) {
		const struct eval_step *step = &path->steps[i];
		struct string name = string_slice(text, step->name.start, step->name.end);
		bool is_first = i == 0;
		bool is_node = is_first && step->kind == EVAL_NAME && path->count > 1 &&
			       !node_is_absent(names_find(tree, DECLARED_NODE, name).key);
		bool is_member = step->kind == EVAL_REQUIREMENT || step->kind == EVAL_CAPABILITY;
		if (is_first && !is_node && (step->kind == EVAL_NAME || is_member))
			arguments.items[arguments.count++] = STRING("SELF");
		if (step->kind == EVAL_SELF && !is_first)
			continue;
		if (step->kind == EVAL_TARGET && i > 0 &&
			path->steps[i - 1].kind == EVAL_REQUIREMENT)
			continue; /* a requirement stands for the node it leads to */
		bool is_unnamed = is_member && name.length == 0;
		if (step->kind == EVAL_OTHER || step->kind == EVAL_INPUT || is_unnamed ||
			arguments.count == MOST_EVAL_STEPS)
			break;
		arguments.items[arguments.count++] = step->kind == EVAL_SELF     ? STRING("SELF")
						     : step->kind == EVAL_SOURCE ? STRING("SOURCE")
						     : step->kind == EVAL_TARGET ? STRING("TARGET")
										 : name;
	}
	return arguments;
}

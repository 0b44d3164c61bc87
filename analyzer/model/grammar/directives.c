#include "analyzer/model/grammar/directives.h"

#include "analyzer/model/report/suggestion.h"

static bool means_select(struct string directive)
{
	static const char *const words[] = {"select", "selectable"};
	struct suggestion suggestion = suggestion_for(directive);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (string_is(directive, words[i]))
			return true;
		suggestion_offer(&suggestion, string_from(words[i]));
	}
	return suggestion.best.length > 0;
}

bool directives_select(struct node directives)
{
	uint32_t count = node_kind(directives) == NODE_SEQUENCE ? node_count(directives) : 0;
	for (uint32_t i = 0; i < count; i++)
		if (means_select(node_text(node_item(directives, i))))
			return true;
	return false;
}

bool directives_use_filter(struct node directives)
{
	bool is_readable = node_kind(directives) == NODE_SEQUENCE || node_is_null(directives);
	return !is_readable || directives_select(directives);
}

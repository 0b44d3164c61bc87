/* Variability options: names, values, default condition modes. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/language/variability/default_condition_modes.h"
#include "analyzer/language/variability/options.h"

#include <limits.h>
#include <string.h>

void complete_booleans(struct completion_list *list)
{
	completion_add(list, COMPLETION_VALUE, STRING("true"), STRING("true"), false);
	completion_add(list, COMPLETION_VALUE, STRING("false"), STRING("false"), false);
}

static const char *default_of(const struct completion_list *list, const struct option_row *row)
{
	enum version_class version_class = list->place.version_class;
	return row->defaults[version_class == CLASS_NONE ? CLASS_A : version_class];
}

/* All words that the value may be, as a choice. */
static const char *value_snippet(struct completion_list *list, const struct option_row *row)
{
	struct markdown choice = markdown_in(list->arena);
	if (row->type == OPTION_DEFAULT_CONDITION_MODE)
		return arena_format(list->arena, "${1:%s}", default_of(list, row)).bytes;
	for (int i = 0; row->type == OPTION_PRUNING_MODE && i < PRUNING_MODE_TOTAL; i++) {
		const char *name = pruning_mode_row((enum pruning_mode)i)->name;
		markdown_add(&choice, "%s%s", i > 0 ? "," : "", name);
	}
	if (option_type_takes_boolean(row->type))
		markdown_add(&choice, "true,false");
	const char *const *words = option_type_words(row->type, list->place.version_class);
	for (size_t i = 0; words[i] != NULL; i++)
		markdown_add(&choice, "%s%s", choice.length > 0 ? "," : "", words[i]);
	return arena_format(list->arena, "${1|%.*s|}", STRING_ARGUMENTS(markdown_text(&choice)))
		.bytes;
}

/* What follows the first word: `pruning` of `node_pruning`. */
static const char *topic_of(const char *name)
{
	const char *rest = strchr(name, '_');
	return rest ? rest + 1 : name;
}

/* Options of a topic are set together, for nodes, for relations …, where two of them are set. Else
 * those that decide most come first. */
static int precedence_of(const struct completion_list *list, const char *name)
{
	static const char *const popular[] = {"mode", "type_default_condition",
		"optimization_topology", "required_hosting_constraint", "node_default_condition",
		"relation_default_condition", "optimization_topology_unique", "type_pruning",
		"node_default_condition_mode", "property_default_condition",
		"artifact_default_condition", "optimization_technologies",
		"required_technology_constraint"};
	size_t akin = 0;
	for (size_t i = 0; i < list->cursor.sibling_count; i++)
		akin += string_is(list->cursor.siblings[i], name) ||
			strcmp(topic_of(arena_copy(list->arena, list->cursor.siblings[i]).bytes),
				topic_of(name)) == 0;
	if (akin > 1)
		return INT_MIN;
	for (size_t i = 0; i < sizeof(popular) / sizeof(*popular); i++)
		if (strcmp(popular[i], name) == 0)
			return (int)i - 2 * (int)(sizeof(popular) / sizeof(*popular));
	return akin > 0 ? -1 : 0;
}

void complete_option_names(struct completion_list *list)
{
	for (int i = 0; i < OPTION_TOTAL; i++) {
		const struct option_row *row = option_row((enum option)i);
		if (completion_is_used(list, string_from(row->name)))
			continue;
		struct completion_item *item = completion_add_key(list, COMPLETION_OPTION,
			string_from(row->name), value_snippet(list, row), "");
		if (!item)
			continue;
		item->precedence = precedence_of(list, row->name);
		item->detail = string_from(option_group_title(row->group));
		const char *standard = default_of(list, row);
		item->documentation = standard && standard[0] != '\0'
					      ? arena_format(list->arena, "%s\n\nDefault: `%s`",
							row->summary, standard)
					      : string_from(row->summary);
	}
}

static void add_word(struct completion_list *list, const char *word, const char *detail)
{
	struct completion_item *item =
		completion_add_value(list, COMPLETION_VALUE, string_from(word));
	if (item)
		item->documentation = string_from(detail);
}

/* Modes are chains of words: what is typed up to the last "-" stays, and each word that
 * is not in it yet can follow. The mode of the options' defaults is offered as a whole. */
void complete_mode_tokens(struct completion_list *list, enum element_kind kind)
{
	struct string typed = list->cursor.word;
	list->follows_word = true;
	size_t length = typed.length;
	while (length > 0 && typed.bytes[length - 1] != '-')
		length--;
	struct string chain = string_slice(typed, 0, length);
	for (int i = 0; i < MODE_TOTAL; i++) {
		const struct default_condition_mode_row *row =
			default_condition_mode_row((enum default_condition_mode)i);
		if (row->kind != kind)
			continue;
		struct string rest = chain;
		struct string word;
		bool used = false;
		while (chain.length > 0 && default_condition_mode_split(&rest, &word))
			used = used || string_is(word, row->name);
		if (!used) {
			struct string text = arena_format(
				list->arena, "%.*s%s", STRING_ARGUMENTS(chain), row->name);
			struct completion_item *item =
				completion_add(list, COMPLETION_VALUE, text, text, false);
			if (item)
				item->documentation = string_from(row->summary);
		}
	}
	enum option option = option_of_kind(kind, KIND_DEFAULT_CONDITION_MODE);
	if (option == OPTION_NONE || chain.length > 0)
		return;
	for (int i = 0; i < CLASS_COUNT; i++) {
		const char *mode = option_row(option)->defaults[i];
		if (mode && strchr(mode, '-') != NULL)
			add_word(list, mode, "A default of this option.");
	}
}

static enum element_kind mode_kind(enum option option)
{
	for (int i = 0; i < ELEMENT_KIND_COUNT; i++)
		if (option_of_kind((enum element_kind)i, KIND_DEFAULT_CONDITION_MODE) == option)
			return (enum element_kind)i;
	return ELEMENT_KIND_COUNT;
}

void complete_option_values(struct completion_list *list, struct string name)
{
	enum option option = option_find(name);
	if (option == OPTION_NONE)
		return;
	enum option_type type = option_row(option)->type;
	if (type == OPTION_PRUNING_MODE) {
		for (int i = 0; i < PRUNING_MODE_TOTAL; i++) {
			const struct pruning_mode_row *row = pruning_mode_row((enum pruning_mode)i);
			add_word(list, row->name, row->summary);
		}
		return;
	}
	if (type == OPTION_DEFAULT_CONDITION_MODE) {
		complete_mode_tokens(list, mode_kind(option));
		return;
	}
	if (option_type_takes_boolean(type))
		complete_booleans(list);
	const char *const *words = option_type_words(type, list->place.version_class);
	for (size_t i = 0; words[i] != NULL; i++)
		add_word(list, words[i], "");
}

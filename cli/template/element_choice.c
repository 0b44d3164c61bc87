#include "cli/template/element_choice.h"

#include "analyzer/ide/completion/element_text.h"
#include "analyzer/model/report/suggestion.h"
#include "cli/print/console.h"

#include <stdio.h>

struct string element_target(const struct loaded_template *loaded, const struct element *element)
{
	struct arena *arena = loaded->arena;

	if (element->kind == ELEMENT_RELATION && element->relation.target)
		return arena_format(
			arena, " → %.*s", STRING_ARGUMENTS(element->relation.target->name));
	if (element->kind == ELEMENT_IMPORT)
		return arena_format(arena, " %.*s",
			STRING_ARGUMENTS(element_caption(loaded->analysis, element, arena)));
	return STRING("");
}

/* The ways in which a word can name an element, the most exact first. */
typedef bool naming(
	const struct loaded_template *loaded, const struct element *element, struct string word);

/* "relation.host@1" begins the id "relation.host@1.node.app", "relation.host" as well. */
static bool begins_id(
	const struct loaded_template *loaded, const struct element *element, struct string word)
{
	struct string id = element_id(element, loaded->arena);

	return id.length > word.length && memcmp(id.bytes, word.bytes, word.length) == 0 &&
	       (id.bytes[word.length] == '.' || id.bytes[word.length] == '@');
}

/* As the table of presence has it: the whole id or that below its container, and where it leads. */
static bool is_label(
	const struct loaded_template *loaded, const struct element *element, struct string word)
{
	struct string target = element_target(loaded, element);
	struct string id = element_id(element, loaded->arena);

	if (target.length == 0 || word.length <= target.length ||
		!string_equal(string_slice(word, word.length - target.length, word.length), target))
		return false;
	word.length -= target.length;
	return string_equal(id, word) || begins_id(loaded, element, word);
}

static bool is_caption(
	const struct loaded_template *loaded, const struct element *element, struct string word)
{
	return string_equal(element_caption(loaded->analysis, element, loaded->arena), word);
}

static bool is_name(
	const struct loaded_template *loaded, const struct element *element, struct string word)
{
	(void)loaded;
	return string_equal(element->name, word);
}

static naming *const namings[] = {is_label, begins_id, is_caption, is_name};

static const struct element *find(
	const struct loaded_template *loaded, naming *names, struct string word, size_t *count)
{
	struct elements elements = analysis_elements(loaded->analysis);
	const struct element *found = NULL;

	*count = 0;
	for (uint32_t i = 0; i < elements.count; i++) {
		if (elements.items[i]->is_synthetic || !names(loaded, elements.items[i], word))
			continue;
		found = elements.items[i];
		++*count;
	}
	return found;
}

static void refuse_ambiguous(const struct loaded_template *loaded,
	const struct arguments *arguments, naming *names, struct string word)
{
	struct elements elements = analysis_elements(loaded->analysis);

	arguments_refuse(arguments, "several elements are named \"%.*s\"", STRING_ARGUMENTS(word));
	for (uint32_t i = 0; i < elements.count; i++)
		if (!elements.items[i]->is_synthetic && names(loaded, elements.items[i], word))
			console_line(stderr, "  %.*s",
				STRING_ARGUMENTS(element_id(elements.items[i], loaded->arena)));
}

static void refuse_unknown(
	const struct loaded_template *loaded, const struct arguments *arguments, struct string word)
{
	struct elements elements = analysis_elements(loaded->analysis);
	struct suggestion suggestion = suggestion_for(word);

	for (uint32_t i = 0; i < elements.count; i++) {
		struct string id = element_id(elements.items[i], loaded->arena);
		const struct element *container = elements.items[i]->container;

		if (elements.items[i]->is_synthetic)
			continue;
		suggestion_offer(&suggestion, elements.items[i]->name);
		suggestion_offer(&suggestion, id);
		if (container)
			suggestion_offer(&suggestion,
				string_slice(id, 0,
					id.length - element_id(container, loaded->arena).length -
						1));
	}
	if (suggestion.best.length > 0)
		arguments_refuse(arguments, "there is no element \"%.*s\"; did you mean \"%.*s\"?",
			STRING_ARGUMENTS(word), STRING_ARGUMENTS(suggestion.best));
	else
		arguments_refuse(arguments,
			"there is no element \"%.*s\"; \"vtosca presence %.*s --all\" lists them",
			STRING_ARGUMENTS(word), STRING_ARGUMENTS(loaded->path));
}

const struct element *element_choice(
	const struct loaded_template *loaded, const struct arguments *arguments, const char *word)
{
	struct string name = string_from(word + strspn(word, " "));
	const struct element *found = analysis_find_element(loaded->analysis, name);

	for (size_t i = 0; !found && i < sizeof(namings) / sizeof(*namings); i++) {
		size_t count;

		found = find(loaded, namings[i], name, &count);
		if (count > 1) {
			refuse_ambiguous(loaded, arguments, namings[i], name);
			return NULL;
		}
	}
	if (!found)
		refuse_unknown(loaded, arguments, name);
	return found;
}

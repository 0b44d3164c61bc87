/* Variability options and default condition modes. */
#include "analyzer/model/grammar/grammar_walker.h"

#include "analyzer/language/variability/default_condition_modes.h"
#include "analyzer/language/variability/options.h"
#include "analyzer/model/grammar/grammar_subject.h"
#include "analyzer/model/report/suggestion.h"

static void check_unknown(struct grammar_walker *walker, struct node key)
{
	struct string name = node_text(key);
	const struct deprecated_option_row *old = deprecated_option_find(name);
	if (old && old->understood) {
		struct diagnostic *diagnostic =
			grammar_report(walker, DIAGNOSTIC_CODE_DEPRECATED_SPELLING, key,
				"Option \"%s\" is called \"%s\" today%s", old->name,
				old->replacement, old->negated ? ", with the opposite value" : "");
		if (diagnostic) {
			diagnostic->tags |= DIAGNOSTIC_DEPRECATED;
			if (!old->negated)
				diagnostic->replacement = string_from(old->replacement);
		}
		return;
	}
	if (old) {
		bool is_renamed = *old->replacement != '\0';
		struct diagnostic *diagnostic = grammar_report(walker,
			DIAGNOSTIC_CODE_UNKNOWN_OPTION, key, "Option \"%s\" has no effect%s%s%s",
			old->name, is_renamed ? "; did you mean \"" : ". ",
			is_renamed ? old->replacement : old->note, is_renamed ? "\"?" : "");
		if (diagnostic && is_renamed)
			diagnostic->replacement = string_from(old->replacement);
		return;
	}
	if (!grammar_check_key(walker, &(struct grammar_subject){.key = key}, key))
		return;
	struct suggestion suggestion = suggestion_for(name);
	for (size_t i = 0; i < OPTION_TOTAL; i++)
		suggestion_offer(&suggestion, string_from(option_row((enum option)i)->name));
	if (!suggestion.best.length) {
		grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_OPTION, key,
			"Unknown variability option \"%.*s\"", STRING_ARGUMENTS(name));
		return;
	}
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_OPTION, key,
		"Unknown variability option \"%.*s\"; did you mean \"%.*s\"?",
		STRING_ARGUMENTS(name), STRING_ARGUMENTS(suggestion.best));
	if (diagnostic)
		diagnostic->replacement = suggestion.best;
}

void grammar_check_mode(struct grammar_walker *walker, enum element_kind kind, struct node mode)
{
	if (!node_is_string(mode)) {
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, mode,
			"Expected a default condition mode, not %s",
			grammar_node_description(mode));
		return;
	}
	struct string rest = node_text(mode);
	struct string word;
	while (default_condition_mode_split(&rest, &word)) {
		if (default_condition_mode_find(kind, word) != MODE_NONE)
			continue;
		const char *current = deprecated_mode_replacement(kind, word);
		struct suggestion suggestion = suggestion_for(word);
		for (size_t i = 0; i < MODE_TOTAL; i++) {
			const struct default_condition_mode_row *row =
				default_condition_mode_row((enum default_condition_mode)i);
			if (row->kind == kind)
				suggestion_offer(&suggestion, string_from(row->name));
		}
		struct string better = current ? string_from(current) : suggestion.best;
		struct diagnostic *diagnostic =
			grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_MODE_TOKEN, mode,
				"Default condition mode of a %s has no \"%.*s\"%s%.*s%s",
				element_kind_row(kind)->name, STRING_ARGUMENTS(word),
				better.length ? "; did you mean \"" : "", STRING_ARGUMENTS(better),
				better.length ? "\"?" : "");
		/* Only a plain scalar shows its words where the text has them. */
		struct string text = node_text(mode);
		struct range range = node_range(mode);
		if (diagnostic && node_scalar_style(mode) == SCALAR_PLAIN &&
			range.end - range.start == text.length && node_is_absent(walker->alias)) {
			uint32_t start = (uint32_t)(word.bytes - text.bytes);
			diagnostic->location = location_of_part(
				mode, (struct range){start, start + (uint32_t)word.length});
			diagnostic->replacement = better;
		}
	}
}

static void check_words(struct grammar_walker *walker, const struct option_row *row,
	struct node value, enum version_class version_class)
{
	const char *const *words = option_type_words(row->type, version_class);
	for (size_t i = 0; words[i]; i++)
		if (node_is_string(value) && string_is(node_text(value), words[i]))
			return;
	if (option_type_takes_boolean(row->type) && node_scalar_type(value) == SCALAR_BOOLEAN &&
		node_kind(value) == NODE_SCALAR)
		return;
	struct string list = {0};
	struct arena *arena = walker->diagnostics->arena;
	if (option_type_takes_boolean(row->type))
		list = STRING("true or false");
	for (size_t i = 0; words[i]; i++)
		list = arena_format(arena, "%.*s%s%s", STRING_ARGUMENTS(list),
			list.length ? " or " : "", words[i]);
	grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPTION_VALUE, value,
		"Option \"%s\" must be %.*s", row->name, STRING_ARGUMENTS(list));
}

static void check_pruning_mode(struct grammar_walker *walker, struct node value)
{
	if (node_is_string(value) && pruning_mode_find(node_text(value)) != PRUNING_MODE_NONE)
		return;
	struct suggestion suggestion = suggestion_for(node_text(value));
	for (size_t i = 0; i < PRUNING_MODE_TOTAL; i++)
		suggestion_offer(
			&suggestion, string_from(pruning_mode_row((enum pruning_mode)i)->name));
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPTION_VALUE,
		value, "Unknown pruning mode \"%.*s\"%s%.*s%s", STRING_ARGUMENTS(node_text(value)),
		suggestion.best.length ? "; did you mean \"" : "",
		STRING_ARGUMENTS(suggestion.best), suggestion.best.length ? "\"?" : "");
	if (diagnostic)
		diagnostic->replacement = suggestion.best;
}

static enum element_kind kind_of_mode(enum option option)
{
	for (size_t kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
		if (option_of_kind((enum element_kind)kind, KIND_DEFAULT_CONDITION_MODE) == option)
			return (enum element_kind)kind;
	return ELEMENT_NODE;
}

void grammar_check_options(struct grammar_walker *walker, struct node options)
{
	if (node_kind(options) != NODE_MAPPING) {
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, options,
			"Expected a map of variability options, not %s",
			grammar_node_description(options));
		return;
	}
	enum version_class version_class = definitions_version_row(walker->version)->version_class;
	struct grammar_span span = grammar_span_to_check(walker, options);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node_entry entry = node_entry(options, i);
		enum option option = option_find(node_text(entry.key));
		if (option == OPTION_NONE) {
			check_unknown(walker, entry.key);
			continue;
		}
		const struct option_row *row = option_row(option);
		if (node_is_null(entry.value)) {
			struct diagnostic *diagnostic = grammar_report(walker,
				DIAGNOSTIC_CODE_WRONG_OPTION_VALUE, entry.key,
				"Option \"%s\" has no value, and so no effect", row->name);
			if (diagnostic)
				diagnostic->severity = DIAGNOSTIC_WARNING;
			continue;
		}
		if (row->type == OPTION_PRUNING_MODE)
			check_pruning_mode(walker, entry.value);
		else if (row->type == OPTION_DEFAULT_CONDITION_MODE)
			grammar_check_mode(walker, kind_of_mode(option), entry.value);
		else
			check_words(walker, row, entry.value, version_class);
	}
}

#include "analyzer/model/checker/template_report.h"

struct diagnostic *template_report(struct template_checker *checker, enum diagnostic_code code,
	struct node node, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct string message = arena_format_list(checker->scope.arena, format, arguments);
	va_end(arguments);
	struct diagnostic *diagnostic = diagnostics_add(
		checker->values.diagnostics, code, node, "%.*s", STRING_ARGUMENTS(message));
	if (!version_is_2_0(checker->scope.version))
		diagnostic->severity = DIAGNOSTIC_WARNING;
	return diagnostic;
}

struct string suggestion_text(struct template_checker *checker, struct string best)
{
	if (!best.length)
		return (struct string){"", 0};
	return arena_format(
		checker->scope.arena, "; did you mean \"%.*s\"?", STRING_ARGUMENTS(best));
}

struct diagnostic *template_report_unknown(struct template_checker *checker, const char *kind,
	struct string owner, enum type_part part, struct node name,
	const struct suggestion *suggestion)
{
	static const struct {
		const char *noun;
		enum diagnostic_code code;
	} parts[] = {
		[PART_PROPERTIES] = {"property", DIAGNOSTIC_CODE_UNKNOWN_PROPERTY},
		[PART_ATTRIBUTES] = {"attribute", DIAGNOSTIC_CODE_UNKNOWN_PROPERTY},
		[PART_CAPABILITIES] = {"capability", DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY},
		[PART_REQUIREMENTS] = {"requirement", DIAGNOSTIC_CODE_UNKNOWN_REQUIREMENT},
		[PART_INTERFACES] = {"interface", DIAGNOSTIC_CODE_UNKNOWN_OPERATION},
	};
	struct string hint = suggestion_text(checker, suggestion->best);
	struct diagnostic *diagnostic = template_report(checker, parts[part].code, name,
		"%s\"%.*s\" has no %s \"%.*s\"%.*s", kind, STRING_ARGUMENTS(owner),
		parts[part].noun, STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint));
	diagnostic->replacement = suggestion->best;
	return diagnostic;
}

void template_report_no_element(struct template_checker *checker, enum diagnostic_code code,
	const char *collection, const char *noun, struct node name)
{
	struct suggestion suggestion = suggestion_for(node_text(name));
	struct node elements = node_get(checker->scope.template, collection);
	for (uint32_t i = 0; i < collection_count(elements) && suggestion_wants_more(&suggestion);
		i++)
		suggestion_offer(&suggestion, node_text(collection_entry(elements, i).key));
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic =
		template_report(checker, code, name, "Unknown %s \"%.*s\"%.*s", noun,
			STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint));
	diagnostic->replacement = suggestion.best;
}

void template_report_misspelt(struct template_checker *checker, enum diagnostic_code code,
	const char *noun, struct node word, const struct suggestion *suggestion, size_t farthest)
{
	if (!node_is_string(word) || !suggestion->best.length || suggestion->distance > farthest ||
		string_equal(suggestion->best, node_text(word)))
		return;
	struct string hint = suggestion_text(checker, suggestion->best);
	struct diagnostic *diagnostic =
		template_report(checker, code, word, "Unknown %s \"%.*s\"%.*s", noun,
			STRING_ARGUMENTS(node_text(word)), STRING_ARGUMENTS(hint));
	diagnostic->severity = DIAGNOSTIC_WARNING;
	diagnostic->replacement = suggestion->best;
}

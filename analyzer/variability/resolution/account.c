#include "analyzer/variability/resolution/account.h"

#include "analyzer/syntax/writer/yaml_writer.h"
#include "analyzer/variability/resolution/resolved_template.h"

#include <stdarg.h>

enum {
	EXPLAINED = 40 /* elements, or somewhat fewer */
};

void account_add(struct account *account, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	account->lines = arena_reserve(account->arena, account->lines, account->count,
		&account->capacity, sizeof(*account->lines));
	account->lines[account->count++] = arena_format_list(account->arena, format, arguments);
	va_end(arguments);
}

static void add_presence(struct account *account, const struct analysis *analysis,
	const struct element *element, size_t variant)
{
	enum presence presence = analysis_presence(analysis, variant, element);
	const struct value *value = analysis_property_value(analysis, variant, element);
	struct string json = value ? value_json(account->arena, *value) : (struct string){0};
	size_t count = 0;
	const struct string *inputs = NULL;

	account_add(
		account, "  %zu %s %.*s", variant, presence_name(presence), STRING_ARGUMENTS(json));
	if (presence == PRESENCE_DEPENDS)
		inputs = analysis_presence_inputs(
			analysis, variant, element, account->arena, &count);
	for (size_t i = 0; i < count; i++)
		account_add(account, "    input %.*s", STRING_ARGUMENTS(inputs[i]));
}

static void add_elements(struct account *account, const struct analysis *analysis)
{
	struct elements all = analysis_elements(analysis);

	for (uint32_t i = 0; i < all.count; i++) {
		struct string id = element_id(all.items[i], account->arena);
		struct range range = analysis_element_range(analysis, all.items[i]);

		account_add(account, "%.*s %u-%u", STRING_ARGUMENTS(id), range.start, range.end);
		for (size_t v = 0; v < analysis_variant_count(analysis); v++)
			add_presence(account, analysis, all.items[i], v);
	}
}

static void add_explanation(struct account *account, const struct analysis *analysis,
	const struct element *element, size_t variant)
{
	struct explanation why =
		analysis_explain(analysis, variant, element, EXPLANATION_SHORTEST, account->arena);

	for (size_t i = 0; i < why.count; i++) {
		struct range range = node_range(analysis_node(analysis, why.steps[i].place));

		account_add(account, "why, under %zu: %u %.*s %u-%u", variant, why.steps[i].depth,
			STRING_ARGUMENTS(why.steps[i].text), range.start, range.end);
	}
}

static void add_explanations(struct account *account, const struct analysis *analysis)
{
	struct elements all = analysis_elements(analysis);

	for (uint32_t i = 0; i < all.count; i += all.count / EXPLAINED + 1)
		add_explanation(
			account, analysis, all.items[i], i % analysis_variant_count(analysis));
}

static void add_variants(struct account *account, const struct analysis *analysis)
{
	for (size_t v = 0; v < analysis_variant_count(analysis); v++) {
		const struct variant *variant = analysis_variant(analysis, v);
		struct range place = node_range(analysis_node(analysis, variant->error_place));

		account_add(account, "%.*s: %.*s at %u-%u", STRING_ARGUMENTS(variant->name),
			STRING_ARGUMENTS(variant->error), place.start, place.end);
	}
}

static void add_problems(struct account *account, const struct analysis *analysis)
{
	const struct syntax_tree *tree = analysis_tree(analysis);
	size_t count;
	const struct diagnostic *diagnostics = analysis_diagnostics(analysis, &count);

	for (size_t i = 0; i < count; i++) {
		const struct diagnostic *item = &diagnostics[i];
		struct range range = location_range(&item->location, tree);

		account_add(account, "%u-%u %s %.*s (%llx)", range.start, range.end,
			diagnostic_code_row(item->code)->name, STRING_ARGUMENTS(item->message),
			(unsigned long long)item->variants);
		for (size_t r = 0; r < item->related_count; r++) {
			range = location_range(&item->related[r].location, tree);
			account_add(account, "  %u-%u %.*s", range.start, range.end,
				STRING_ARGUMENTS(item->related[r].message));
		}
	}
}

static void add_resolved(struct account *account, const struct analysis *analysis)
{
	for (size_t v = 0; v < analysis_variant_count(analysis); v++) {
		struct yaml_writer *writer;
		struct string text;

		if (analysis_variant(analysis, v)->error.length > 0)
			continue;
		writer = yaml_writer_create();
		resolved_template_write(analysis, v, account->arena, writer);
		text = yaml_writer_text(writer);
		account_add(account, "resolved under %zu:\n%.*s", v, STRING_ARGUMENTS(text));
		yaml_writer_destroy(writer);
	}
}

void account_add_analysis(struct account *account, const struct analysis *analysis)
{
	add_variants(account, analysis);
	add_elements(account, analysis);
	add_problems(account, analysis);
	add_explanations(account, analysis);
	if (!node_is_null(syntax_tree_root(analysis_tree(analysis))))
		add_resolved(account, analysis);
}

struct string account_difference(struct account *kept, const struct account *anew)
{
	static const struct string nothing = {"nothing", sizeof("nothing") - 1};

	for (size_t i = 0; i < kept->count || i < anew->count; i++) {
		struct string one = i < kept->count ? kept->lines[i] : nothing;
		struct string other = i < anew->count ? anew->lines[i] : nothing;

		if (!string_equal(one, other))
			return arena_format(kept->arena, "\"%.*s\" instead of \"%.*s\"",
				STRING_ARGUMENTS(one), STRING_ARGUMENTS(other));
	}
	return (struct string){0};
}

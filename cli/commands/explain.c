/* vtosca explain FILE ELEMENT: why an element is present or absent. */
#include "analyzer/variability/space/space_changes.h"
#include "analyzer/variability/values/value.h"
#include "cli/commands/commands.h"
#include "cli/print/console.h"
#include "cli/print/json_writer.h"
#include "cli/template/element_choice.h"
#include "cli/template/loaded_template.h"

#include <stdio.h>

enum {
	MOST_INDENTED = 40
};

enum format {
	FORMAT_TEXT,
	FORMAT_JSON,
};

/* Where to look: for the answer as compilers write it, for its reasons the line will do. */
static void print_place(const struct loaded_template *loaded, struct node node, bool in_full)
{
	struct position start;

	if (!node_is_absent(node)) {
		start = loaded_template_position(loaded, node);
		if (in_full)
			console_print(stdout, "  (%.*s:%u:%u)", STRING_ARGUMENTS(loaded->path),
				start.line + 1, start.character + 1);
		else
			printf("  (line %u)", start.line + 1);
	}
	putchar('\n');
}

/* Chains may be longer than any line. */
static int indentation(unsigned depth)
{
	return (int)(2 * (depth < MOST_INDENTED ? depth : MOST_INDENTED));
}

/* What conditions decide by themselves is so in a variant, too, that has no result. */
static bool is_without_result(const struct variant *variant, const struct explanation *explanation)
{
	return variant->error.length > 0 && (explanation->presence == PRESENCE_PRESENT ||
						    explanation->presence == PRESENCE_ABSENT);
}

/* The first step is the answer itself, the others are its reasons. */
static void print_explanation(
	const struct loaded_template *loaded, const struct explanation *explanation)
{
	for (size_t i = 0; i < explanation->variant_count; i++) {
		struct string name =
			analysis_variant(loaded->analysis, explanation->variants[i])->name;

		console_print(stdout, "%s%.*s", i > 0 ? ", " : "", STRING_ARGUMENTS(name));
	}
	console_print(stdout, ": ");
	for (size_t i = 0; i < explanation->count; i++) {
		const struct explanation_step *step = &explanation->steps[i];

		console_print(stdout, "%*s%.*s", indentation(step->depth), "",
			STRING_ARGUMENTS(step->text));
		print_place(loaded, step->place, i == 0);
	}
	for (size_t i = 0; i < explanation->variant_count; i++) {
		const struct variant *variant =
			analysis_variant(loaded->analysis, explanation->variants[i]);

		if (is_without_result(variant, explanation)) {
			struct string error = variant_error_text(variant, loaded->arena);

			console_line(stdout, "  but nothing can be resolved under %.*s: %.*s",
				STRING_ARGUMENTS(variant->name), STRING_ARGUMENTS(error));
		}
	}
}

static void explain(const struct loaded_template *loaded, const struct element *element,
	enum explanation_extent extent)
{
	size_t count;
	const struct explanation *explanations =
		analysis_explain_variants(loaded->analysis, element, extent, loaded->arena, &count);

	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			putchar('\n');
		print_explanation(loaded, &explanations[i]);
	}
}

static void print_steps(struct json_writer *json, const struct loaded_template *loaded,
	const struct explanation *explanation)
{
	json_key(json, "steps");
	json_begin_array(json);
	for (size_t i = 0; i < explanation->count; i++) {
		const struct explanation_step *step = &explanation->steps[i];

		json_compact(json);
		json_begin_object(json);
		json_put_number(json, "depth", step->depth);
		json_put_string(json, "text", step->text);
		if (!node_is_absent(step->place))
			json_put_number(json, "line",
				loaded_template_position(loaded, step->place).line + 1);
		json_end_object(json);
	}
	json_end_array(json);
}

static void explain_in_json(const struct loaded_template *loaded, const struct element *element,
	enum explanation_extent extent)
{
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_put_string(&json, "element", element_id(element, loaded->arena));
	json_key(&json, "variants");
	json_begin_array(&json);
	for (size_t i = 0; i < analysis_variant_count(loaded->analysis); i++) {
		const struct variant *variant = analysis_variant(loaded->analysis, i);
		struct explanation explanation =
			analysis_explain(loaded->analysis, i, element, extent, loaded->arena);

		json_begin_object(&json);
		json_put_string(&json, "name", variant->name);
		json_put_text(&json, "presence", presence_name(explanation.presence));
		if (is_without_result(variant, &explanation))
			json_put_string(&json, "error", variant_error_text(variant, loaded->arena));
		print_steps(&json, loaded, &explanation);
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}

/* ---- what must be set ---- */

static void print_changes_json(const struct loaded_template *loaded, const struct element *element,
	const struct space_changes *changes)
{
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_put_string(&json, "element", element_id(element, loaded->arena));
	json_put_text(&json, "presence", presence_name(changes->now));
	json_key(&json, "changes");
	json_compact(&json);
	json_begin_array(&json);
	for (size_t i = 0; i < changes->count; i++)
		json_raw(&json, value_json(loaded->arena, changes->items[i].inputs));
	json_end_array(&json);
	if (changes->is_never || changes->reason)
		json_put_text(&json, "reason", changes->is_never ? "never" : changes->reason);
	json_end_object(&json);
	json_finish(&json);
}

static void print_changes(const struct loaded_template *loaded, const struct element *element,
	const struct space_changes *changes)
{
	struct string display = element_title(element, loaded->arena);
	const char *wanted = changes->wants_present ? "present" : "absent";
	struct string variant = analysis_variant(loaded->analysis, 0)->name;

	if (changes->now == PRESENCE_ERROR)
		console_line(stdout, "%.*s: nothing can be resolved under %.*s",
			STRING_ARGUMENTS(display), STRING_ARGUMENTS(variant));
	else
		console_line(stdout, "%.*s is %s under %.*s", STRING_ARGUMENTS(display),
			presence_name(changes->now), STRING_ARGUMENTS(variant));
	for (size_t i = 0; i < changes->count; i++)
		console_line(
			stdout, "  %s if %.*s", wanted, STRING_ARGUMENTS(changes->items[i].text));
	if (changes->is_never)
		console_line(stdout, "  never %s%s", wanted,
			changes->reason ? arena_format(loaded->arena, ": %s", changes->reason).bytes
					: ", whatever the inputs are");
	else if (changes->reason)
		console_line(stdout, "  unknown: %s", changes->reason);
}

/* From the first variant: the one that is chosen, or the defaults. */
static bool tell_changes(const struct loaded_template *loaded, const struct arguments *arguments,
	const struct element *element)
{
	struct space *space = loaded_template_space(loaded, arguments);
	struct space_changes changes;

	if (!space)
		return false;
	changes = space_changes(space, 0, element, loaded->arena);

	if (arguments_choice(arguments, OPTION_FORMAT) == FORMAT_JSON)
		print_changes_json(loaded, element, &changes);
	else
		print_changes(loaded, element, &changes);
	space_release(space);
	return true;
}

int run_explain(const struct arguments *arguments)
{
	struct loaded_template loaded;

	if (!loaded_template_open(&loaded, arguments, arguments->operands.items[0]))
		return EXIT_CODE_USAGE;
	bool is_valid = loaded_template_is_valid(&loaded);
	if (loaded_template_is_empty(&loaded)) {
		loaded_template_finish(&loaded);
		return EXIT_CODE_PROBLEM;
	}
	const struct element *element =
		element_choice(&loaded, arguments, arguments->operands.items[1]);
	enum explanation_extent extent =
		arguments_has(arguments, OPTION_ALL) ? EXPLANATION_ALL : EXPLANATION_SHORTEST;
	int code = EXIT_CODE_USAGE;
	if (element) {
		bool is_told = true;

		if (arguments_has(arguments, OPTION_WHAT_IF))
			is_told = tell_changes(&loaded, arguments, element);
		else if (arguments_choice(arguments, OPTION_FORMAT) == FORMAT_JSON)
			explain_in_json(&loaded, element, extent);
		else
			explain(&loaded, element, extent);
		is_valid = loaded_template_is_resolvable(&loaded) && is_valid;
		code = !is_told ? EXIT_CODE_USAGE : is_valid ? EXIT_CODE_OK : EXIT_CODE_PROBLEM;
	}
	loaded_template_finish(&loaded);
	return code;
}

#include "cli/commands/template_difference.h"

#include "analyzer/variability/space/space_difference.h"
#include "analyzer/variability/values/value.h"
#include "cli/commands/commands.h"
#include "cli/print/console.h"
#include "cli/print/json_writer.h"
#include "cli/template/loaded_template.h"

#include <stdio.h>

enum format {
	FORMAT_TEXT,
	FORMAT_JSON,
};

static void put_count(struct json_writer *json, struct arena *arena, const char *key, double count)
{
	json_key(json, key);
	json_raw(json, arena_format(arena, "%.0f", count));
}

static void put_inputs(struct json_writer *json, struct arena *arena, struct value inputs)
{
	json_key(json, "inputs");
	json_raw(json, value_json(arena, inputs));
}

static void print_json(const struct template_difference *difference, struct arena *arena)
{
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_key(&json, "assignments");
	json_raw(&json, difference->assignments.digits);
	json_key(&json, "changed");
	json_compact(&json);
	json_begin_object(&json);
	put_count(&json, arena, "count", difference->changed);
	json_key(&json, "exact");
	json_boolean(&json, difference->is_exact);
	json_end_object(&json);
	json_key(&json, "elements");
	json_begin_array(&json);
	for (size_t i = 0; i < difference->element_count; i++) {
		const struct changed_element *element = &difference->elements[i];

		json_compact(&json);
		json_begin_object(&json);
		json_put_string(&json, "id", element->id);
		json_put_text(&json, "change", element->is_added ? "added" : "removed");
		put_count(&json, arena, "assignments", element->count);
		put_inputs(&json, arena, element->inputs);
		json_end_object(&json);
	}
	json_end_array(&json);
	json_key(&json, "failures");
	json_begin_array(&json);
	for (size_t i = 0; i < difference->failure_count; i++) {
		const struct changed_failure *failure = &difference->failures[i];

		json_compact(&json);
		json_begin_object(&json);
		if (failure->before.length > 0)
			json_put_string(&json, "before", failure->before);
		if (failure->after.length > 0)
			json_put_string(&json, "after", failure->after);
		put_count(&json, arena, "assignments", failure->count);
		put_inputs(&json, arena, failure->inputs);
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}

static void print_for(const struct template_difference *difference, double count,
	struct arena *arena, struct value inputs)
{
	struct string json = value_json(arena, inputs);

	console_line(stdout, "  under %s%.0f assignment%s, as %.*s",
		difference->is_exact ? "" : "at least ", count, count == 1 ? "" : "s",
		STRING_ARGUMENTS(json));
}

static void print_text(const struct template_difference *difference, struct arena *arena)
{
	for (size_t i = 0; i < difference->element_count; i++) {
		const struct changed_element *element = &difference->elements[i];

		console_line(stdout, "%s %.*s", element->is_added ? "+" : "-",
			STRING_ARGUMENTS(element->id));
		print_for(difference, element->count, arena, element->inputs);
	}
	for (size_t i = 0; i < difference->failure_count; i++) {
		const struct changed_failure *failure = &difference->failures[i];

		if (failure->before.length > 0)
			console_line(stdout, "%s: %.*s",
				failure->after.length > 0 ? "failed before" : "fails no more",
				STRING_ARGUMENTS(failure->before));
		if (failure->after.length > 0)
			console_line(stdout, "fails now: %.*s", STRING_ARGUMENTS(failure->after));
		print_for(difference, failure->count, arena, failure->inputs);
	}
	console_line(stdout, "%s%.0f of %.*s assignments differ",
		difference->is_exact ? "" : "at least ", difference->changed,
		STRING_ARGUMENTS(space_number_text(difference->assignments, arena)));
}

static bool open(
	struct loaded_template *loaded, const struct arguments *arguments, const char *path)
{
	if (!loaded_template_read(loaded, arguments, path))
		return false;
	if (loaded_template_fix(loaded, arguments))
		return true;
	loaded_template_finish(loaded);
	return false;
}

/* What the variant of either assigns; that of the newer one wins. */
static struct value fixed_inputs(const struct loaded_template *before,
	const struct loaded_template *after, struct arena *arena)
{
	return before->fixed.kind == VALUE_MAP && after->fixed.kind == VALUE_MAP
		       ? value_merge(arena, before->fixed, after->fixed)
		       : value_none();
}

int template_difference_run(const struct arguments *arguments)
{
	struct loaded_template before, after;
	int code = EXIT_CODE_USAGE;

	if (!open(&before, arguments, arguments->operands.items[0]))
		return EXIT_CODE_USAGE;
	if (open(&after, arguments, arguments->operands.items[1])) {
		struct template_difference difference;

		space_difference(&difference, before.analysis, after.analysis,
			fixed_inputs(&before, &after, arguments->arena), arguments->arena, NULL);
		if (arguments_choice(arguments, OPTION_FORMAT) == FORMAT_JSON)
			print_json(&difference, arguments->arena);
		else
			print_text(&difference, arguments->arena);
		code = difference.changed > 0 ? EXIT_CODE_PROBLEM : EXIT_CODE_OK;
		if (!loaded_template_is_valid(&before) || !loaded_template_is_valid(&after))
			code = EXIT_CODE_PROBLEM;
		loaded_template_finish(&after);
	}
	loaded_template_finish(&before);
	return code;
}

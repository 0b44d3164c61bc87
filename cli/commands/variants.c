/* vtosca variants FILE: what can become of a template under all values of its inputs. */
#include "analyzer/variability/space/space.h"
#include "analyzer/variability/space/space_cover.h"
#include "analyzer/variability/space/space_coverage.h"
#include "analyzer/variability/space/space_review.h"
#include "analyzer/variability/space/space_text.h"
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

struct report {
	const struct loaded_template *loaded;
	const struct space *space;
	struct arena *arena;
};

/* ---- JSON ---- */

static void put_value(struct json_writer *json, struct arena *arena, struct value value)
{
	json_raw(json, value_json(arena, value));
}

static void put_assignment(struct json_writer *json, const struct report *report, const char *key,
	space_assignment assignment)
{
	if (!assignment)
		return;
	json_key(json, key);
	put_value(json, report->arena,
		space_assignment_value(report->space, assignment, report->arena));
}

static void put_inputs(struct json_writer *json, const struct report *report)
{
	json_key(json, "inputs");
	json_begin_array(json);
	for (size_t i = 0; i < space_input_count(report->space); i++) {
		struct space_classes classes = space_classes(report->space, i);

		json_compact(json);
		json_begin_object(json);
		json_put_string(json, "name", classes.name);
		json_key(json, "classes");
		json_begin_array(json);
		for (uint32_t c = 0; c < classes.count; c++)
			put_value(json, report->arena, classes.values[c]);
		json_end_array(json);
		json_end_object(json);
	}
	json_end_array(json);
}

static void put_digits(struct json_writer *json, const char *key, struct space_number number)
{
	json_key(json, key);
	json_raw(json, number.digits);
}

static void put_number(struct json_writer *json, const char *key, struct space_number number)
{
	json_key(json, key);
	json_compact(json);
	json_begin_object(json);
	put_digits(json, "count", number);
	json_key(json, "exact");
	json_boolean(json, number.is_exact);
	json_end_object(json);
}

static void put_element(
	struct json_writer *json, const struct report *report, const struct element *element)
{
	struct space_presence presence = space_presence(report->space, element, report->arena);
	struct string condition = space_condition(report->space, element);

	json_compact(json);
	json_begin_object(json);
	json_put_string(json, "id", element_id(element, report->arena));
	json_put_text(json, "when", space_when_name(presence.when));
	if (condition.length > 0)
		json_put_string(json, "condition", condition);
	put_assignment(json, report, "present", presence.present);
	put_assignment(json, report, "absent", presence.absent);
	if (presence.reason)
		json_put_text(json, "reason", presence.reason);
	json_end_object(json);
}

static void put_elements(struct json_writer *json, const struct report *report)
{
	struct elements all = analysis_elements(report->loaded->analysis);

	json_key(json, "elements");
	json_begin_array(json);
	for (uint32_t i = 0; i < all.count; i++)
		if (element_is_listed(all.items[i])) {
			struct report of_element = *report;

			of_element.arena = arena_create();
			put_element(json, &of_element, all.items[i]);
			arena_destroy(of_element.arena);
		}
	json_end_array(json);
}

static void put_failures(struct json_writer *json, const struct report *report)
{
	size_t count;
	const struct space_failure *failures = space_failures(report->space, &count);

	json_key(json, "failures");
	json_begin_array(json);
	for (size_t i = 0; i < count; i++) {
		json_compact(json);
		json_begin_object(json);
		json_put_text(json, "code", diagnostic_code_row(failures[i].code)->name);
		json_put_string(json, "message", failures[i].message);
		if (failures[i].conflict_count > 0)
			json_put_string(json, "reason", failures[i].advice);
		if (failures[i].element)
			json_put_string(
				json, "element", element_id(failures[i].element, report->arena));
		put_assignment(json, report, "inputs", failures[i].inputs);
		json_end_object(json);
	}
	json_end_array(json);
}

static void put_equal(struct json_writer *json, const struct report *report)
{
	const struct analysis *analysis = report->loaded->analysis;
	size_t count;
	const struct equal_variants *equal = space_equal_presets(analysis, report->arena, &count);

	json_key(json, "equal");
	json_begin_array(json);
	for (size_t i = 0; i < count; i++) {
		json_compact(json);
		json_begin_array(json);
		for (size_t k = 0; k < equal[i].count; k++)
			json_string(json, analysis_variant(analysis, equal[i].items[k])->name);
		json_end_array(json);
	}
	json_end_array(json);
}

static void put_unused(struct json_writer *json, const struct report *report)
{
	size_t count;
	const struct unused_declaration *unused =
		space_unused(report->space, report->arena, &count);

	json_key(json, "unused");
	json_compact(json);
	json_begin_array(json);
	for (size_t i = 0; i < count; i++)
		json_string(json, arena_format(report->arena, "%s.%.*s",
					  unused[i].is_input ? "input" : "expression",
					  STRING_ARGUMENTS(unused[i].name)));
	json_end_array(json);
}

static void print_json(const struct report *report)
{
	struct string hopeless = space_hopeless_text(report->space, report->arena);
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	if (hopeless.length > 0)
		json_put_string(&json, "reason",
			arena_format(report->arena, "no assignment resolves: %.*s",
				STRING_ARGUMENTS(hopeless)));
	put_inputs(&json, report);
	put_digits(&json, "assignments", space_assignments(report->space, report->arena));
	put_number(&json, "failing", space_failing(report->space, report->arena));
	put_number(&json, "distinct", space_distinct(report->space, report->arena));
	put_elements(&json, report);
	put_failures(&json, report);
	put_equal(&json, report);
	put_unused(&json, report);
	json_end_object(&json);
	json_finish(&json);
}

/* ---- text ---- */

static const char *at_least(struct space_number number)
{
	return number.is_exact ? "" : "at least ";
}

static struct string assignment_text(const struct report *report, space_assignment assignment)
{
	return space_assignment_text(report->space, assignment, report->arena);
}

static void print_head(const struct report *report)
{
	struct space_number all = space_assignments(report->space, report->arena);
	struct space_number failing = space_failing(report->space, report->arena);
	struct space_number distinct = space_distinct(report->space, report->arena);

	for (size_t i = 0; i < space_input_count(report->space); i++) {
		struct space_classes classes = space_classes(report->space, i);

		console_print(stdout, "input %.*s:", STRING_ARGUMENTS(classes.name));
		for (uint32_t c = 0; c < classes.count; c++) {
			struct string json = value_json(report->arena, classes.values[c]);

			console_print(stdout, "%s %.*s", c > 0 ? "," : "", STRING_ARGUMENTS(json));
		}
		putchar('\n');
	}
	console_print(stdout, "%.*s assignment%s, ",
		STRING_ARGUMENTS(space_number_text(all, report->arena)), all.count == 1 ? "" : "s");
	if (failing.count == 0 && !failing.is_exact)
		console_print(stdout, "none of them known to fail");
	else
		console_print(stdout, "%s%.*s of them failing", at_least(failing),
			STRING_ARGUMENTS(space_number_text(failing, report->arena)));
	console_line(stdout, "; %s%.*s different result%s", at_least(distinct),
		STRING_ARGUMENTS(space_number_text(distinct, report->arena)),
		distinct.count == 1 ? "" : "s");
}

/* Of what is there exactly when its container is, nothing is told. */
static bool is_as_container(
	const struct report *report, const struct element *element, struct space_presence presence)
{
	if (!element->container || presence.when == WHEN_UNKNOWN ||
		space_presence(report->space, element->container, report->arena).when !=
			presence.when)
		return false;
	return presence.when == WHEN_NEVER ||
	       string_equal(space_condition(report->space, element->container),
		       space_condition(report->space, element));
}

static void print_elements(const struct report *report)
{
	struct elements all = analysis_elements(report->loaded->analysis);

	for (uint32_t i = 0; i < all.count; i++) {
		const struct element *element = all.items[i];
		struct space_presence presence =
			space_presence(report->space, element, report->arena);
		struct string condition = space_condition(report->space, element);
		struct string id = element_id(element, report->arena);

		if (!element_is_listed(element) || presence.when == WHEN_ALWAYS ||
			is_as_container(report, element, presence))
			continue;
		console_print(stdout, "%.*s: %s", STRING_ARGUMENTS(id),
			condition.length > 0 ? "only if " : space_when_name(presence.when));
		console_print(stdout, "%.*s", STRING_ARGUMENTS(condition));
		if (presence.when == WHEN_UNKNOWN)
			console_print(stdout, " (%s)", presence.reason);
		putchar('\n');
	}
}

static void print_failures(const struct report *report)
{
	size_t count;
	const struct space_failure *failures = space_failures(report->space, &count);

	for (size_t i = 0; i < count; i++) {
		struct string inputs = assignment_text(report, failures[i].inputs);

		console_print(stdout, "fails: %.*s", STRING_ARGUMENTS(failures[i].message));
		if (failures[i].conflict_count > 0)
			console_print(stdout, ": %.*s", STRING_ARGUMENTS(failures[i].advice));
		putchar('\n');
		console_line(stdout, "  for %.*s", STRING_ARGUMENTS(inputs));
	}
}

static void print_review(const struct report *report)
{
	const struct analysis *analysis = report->loaded->analysis;
	size_t count;
	const struct equal_variants *equal = space_equal_presets(analysis, report->arena, &count);

	for (size_t i = 0; i < count; i++) {
		console_print(stdout, "equal presets:");
		for (size_t k = 0; k < equal[i].count; k++) {
			struct string name = analysis_variant(analysis, equal[i].items[k])->name;

			console_print(stdout, "%s %.*s", k > 0 ? "," : "", STRING_ARGUMENTS(name));
		}
		putchar('\n');
	}
	const struct unused_declaration *unused =
		space_unused(report->space, report->arena, &count);

	for (size_t i = 0; i < count; i++)
		console_line(stdout, "unused: %s %.*s", unused[i].is_input ? "input" : "expression",
			STRING_ARGUMENTS(unused[i].name));
}

static void print_text(const struct report *report)
{
	print_head(report);
	if (space_always_fails(report->space))
		printf("no assignment resolves\n");
	else
		print_elements(report);
	print_failures(report);
	print_review(report);
}

/* ---- presets that show it all ---- */

static void print_cover_json(const struct report *report, const struct space_cover *cover)
{
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_key(&json, "presets");
	json_begin_array(&json);
	for (size_t i = 0; i < cover->count; i++) {
		json_compact(&json);
		json_begin_object(&json);
		put_assignment(&json, report, "inputs", cover->presets[i].inputs);
		if (cover->presets[i].error.length > 0)
			json_put_string(&json, "fails", cover->presets[i].error);
		if (cover->presets[i].reason.length > 0)
			json_put_string(&json, "reason", cover->presets[i].reason);
		json_end_object(&json);
	}
	json_end_array(&json);
	if (cover->reason)
		json_put_text(&json, "reason", cover->reason);
	json_end_object(&json);
	json_finish(&json);
}

/* As presets are written. */
static void print_cover_text(const struct report *report, const struct space_cover *cover)
{
	if (cover->reason)
		console_line(stdout, "unknown: %s", cover->reason);
	for (size_t i = 0; i < cover->count; i++) {
		struct string json =
			value_json(report->arena, space_assignment_value(report->space,
							  cover->presets[i].inputs, report->arena));

		console_line(stdout, "preset_%zu: {inputs: %.*s}", i + 1, STRING_ARGUMENTS(json));
		if (cover->presets[i].error.length > 0)
			console_line(stdout, "# fails, as all with such a pair do: %.*s%s%.*s",
				STRING_ARGUMENTS(cover->presets[i].error),
				cover->presets[i].reason.length > 0 ? ": " : "",
				STRING_ARGUMENTS(cover->presets[i].reason));
	}
}

static void print_cover(const struct report *report, enum space_cover_kind kind, bool in_json)
{
	struct space_cover cover = space_cover(report->space, kind, report->arena);

	if (in_json)
		print_cover_json(report, &cover);
	else
		print_cover_text(report, &cover);
}

/* ---- what presets and tests show ---- */

static void print_coverage_json(
	const struct report *report, const struct covered_condition *conditions, size_t count)
{
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_key(&json, "conditions");
	json_begin_array(&json);
	for (size_t i = 0; i < count; i++) {
		json_compact(&json);
		json_begin_object(&json);
		if (conditions[i].element)
			json_put_string(
				&json, "element", element_id(conditions[i].element, report->arena));
		json_put_string(&json, "condition", conditions[i].text);
		json_put_number(&json, "line",
			loaded_template_position(report->loaded, conditions[i].expression).line +
				1);
		json_put_text(&json, "seen", covered_condition_seen(&conditions[i]));
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}

static void print_coverage(const struct report *report, bool in_json)
{
	size_t count, both = 0;
	const struct covered_condition *conditions =
		space_coverage(report->loaded->analysis, report->arena, &count);

	if (in_json) {
		print_coverage_json(report, conditions, count);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		both += conditions[i].seen_true && conditions[i].seen_false;
		if (!conditions[i].seen_true || !conditions[i].seen_false)
			console_line(stdout, "line %u: %.*s: %s",
				loaded_template_position(report->loaded, conditions[i].expression)
						.line +
					1,
				STRING_ARGUMENTS(conditions[i].text),
				conditions[i].seen_true    ? "only true"
				: conditions[i].seen_false ? "only false"
							   : "never evaluated");
	}
	console_line(stdout, "%zu of %zu conditions both ways", both, count);
}

/* What variants show is about those that are named; all else is about the inputs they leave open.
 */
static struct space *make_space(struct loaded_template *loaded, const struct arguments *arguments)
{
	if (arguments_has(arguments, OPTION_COVERAGE))
		loaded_template_analyse(loaded);
	else if (!loaded_template_fix(loaded, arguments))
		return NULL;
	return loaded_template_space(loaded, arguments);
}

int run_variants(const struct arguments *arguments)
{
	struct loaded_template loaded;
	int code = EXIT_CODE_OK;

	if (!loaded_template_read(&loaded, arguments, arguments->operands.items[0]))
		return EXIT_CODE_USAGE;
	struct space *space = make_space(&loaded, arguments);
	if (!space) {
		loaded_template_finish(&loaded);
		return EXIT_CODE_USAGE;
	}
	struct report report = {.loaded = &loaded, .space = space, .arena = loaded.arena};

	bool in_json = arguments_choice(arguments, OPTION_FORMAT) == FORMAT_JSON;

	if (arguments_has(arguments, OPTION_COVER))
		print_cover(&report,
			(enum space_cover_kind)arguments_choice(arguments, OPTION_COVER), in_json);
	else if (arguments_has(arguments, OPTION_COVERAGE))
		print_coverage(&report, in_json);
	else if (in_json)
		print_json(&report);
	else if (!loaded_template_is_empty(&loaded))
		print_text(&report);
	if (!loaded_template_is_valid(&loaded))
		code = EXIT_CODE_PROBLEM;
	space_release(space);
	loaded_template_finish(&loaded);
	return code;
}

/* vtosca format FILE…: lays out templates. */
#include "analyzer/ide/edits/formatting.h"
#include "cli/checking/check_targets.h"
#include "cli/commands/commands.h"
#include "cli/files/input_text.h"
#include "cli/files/output_file.h"
#include "cli/print/console.h"

struct formatting {
	const struct arguments *arguments;
	bool only_checks;
	int code;
	size_t changed, seen;
};

static void fail(struct formatting *formatting, int code)
{
	if (formatting->code < code)
		formatting->code = code;
}

/* As it is if the formatter refuses. */
static struct string formatted(struct formatting *formatting, const struct syntax_tree *tree,
	struct string path, struct string text, struct arena *arena)
{
	struct string refusal;
	size_t count;
	const struct text_edit *edits = formatting_edits(
		tree, (struct range){0, syntax_tree_length(tree)}, 0, arena, &count, &refusal);

	if (refusal.length > 0) {
		console_line(stderr, "%.*s: error: cannot be formatted: %.*s",
			STRING_ARGUMENTS(path), STRING_ARGUMENTS(refusal));
		fail(formatting, EXIT_CODE_PROBLEM);
	}
	struct string result = {arena_allocate(arena, text.length + 1, 1), 0};
	size_t capacity = text.length;
	uint32_t done = 0;

	for (size_t i = 0; i < count; i++)
		capacity += edits[i].text.length;
	char *bytes = arena_allocate(arena, capacity + 1, 1);
	for (size_t i = 0; i <= count; i++) {
		uint32_t end = i < count ? edits[i].range.start : (uint32_t)text.length;

		memcpy(bytes + result.length, text.bytes + done, end - done);
		result.length += end - done;
		if (i == count)
			break;
		memcpy(bytes + result.length, edits[i].text.bytes, edits[i].text.length);
		result.length += edits[i].text.length;
		done = edits[i].range.end;
	}
	result.bytes = bytes;
	return result;
}

static bool is_valid(struct formatting *formatting, const struct syntax_tree *tree,
	struct string path, struct arena *arena)
{
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(tree, arena, &count);

	if (count == 0)
		return true;
	struct position start = syntax_tree_position(tree, errors[0].range.start, POSITION_UTF32);
	console_line(stderr, "%.*s:%u:%u: error: %.*s", STRING_ARGUMENTS(path), start.line + 1,
		start.character + 1, STRING_ARGUMENTS(errors[0].message));
	fail(formatting, EXIT_CODE_PROBLEM);
	return false;
}

/* Standard input always has a result, even if it is as it was. */
static void finish(struct formatting *formatting, const struct arguments *arguments,
	const struct check_target *target, struct string before, struct string after)
{
	bool is_same = string_equal(before, after);
	bool is_stream = target->kind == TARGET_CONTENT && !formatting->only_checks;

	if (is_stream)
		console_data(after);
	if (is_same)
		return;
	if (formatting->only_checks) {
		fail(formatting, EXIT_CODE_PROBLEM);
	} else if (!is_stream && !output_file_write(arguments, target->path.bytes, after, NULL)) {
		fail(formatting, EXIT_CODE_USAGE);
		return;
	}
	formatting->changed++;
	if (!is_stream)
		console_line(stdout, "%.*s", STRING_ARGUMENTS(target->path));
}

static void format_text(struct formatting *formatting, const struct arguments *arguments,
	const struct check_target *target, struct string text)
{
	struct syntax_tree *tree = syntax_tree_of_file(text);

	formatting->seen++;
	if (is_valid(formatting, tree, target->path, arguments->arena))
		finish(formatting, arguments, target, text,
			formatted(formatting, tree, target->path, text, arguments->arena));
	else if (target->kind == TARGET_CONTENT && !formatting->only_checks)
		console_data(text);
	syntax_tree_release(tree);
}

/* False if it is none of our business. */
static bool format_target(struct formatting *formatting, const struct check_target *target)
{
	struct arguments own = *formatting->arguments;
	struct string text = target->text;
	bool is_ours = true;

	own.arena = arena_create();
	if (target->kind == TARGET_PACKED || target->kind == TARGET_FOLDER) {
		console_line(
			stderr, "%.*s: archives are not formatted", STRING_ARGUMENTS(target->path));
		is_ours = false;
	} else if (target->kind != TARGET_CONTENT &&
		   !input_text_read(&own, target->path.bytes, "file", &text)) {
		fail(formatting, EXIT_CODE_USAGE);
	} else if (target->kind != TARGET_FOUND || check_target_is_ours(text)) {
		format_text(formatting, &own, target, text);
	} else {
		is_ours = false;
	}
	arena_destroy(own.arena);
	return is_ours;
}

static void format_operand(
	struct formatting *formatting, const struct check_targets *targets, size_t operand)
{
	const struct arguments *arguments = formatting->arguments;
	bool is_found = arguments_has(arguments, OPTION_ONLY_TOSCA);

	for (size_t i = 0; i < targets->count; i++)
		if (targets->items[i].operand == operand)
			is_found |= format_target(formatting, &targets->items[i]);
	if (!is_found)
		fail(formatting, arguments_refuse(arguments, "there are no TOSCA files in \"%s\"",
					 arguments->operands.items[operand]));
}

int run_format(const struct arguments *arguments)
{
	struct formatting formatting = {
		.arguments = arguments, .only_checks = arguments_has(arguments, OPTION_CHANGED)};
	struct check_targets targets;

	if (!check_targets_collect(&targets, arguments))
		return EXIT_CODE_USAGE;
	for (size_t i = 0; i < arguments->operands.count; i++)
		format_operand(&formatting, &targets, i);
	fflush(stdout);
	if (formatting.seen > 0 || formatting.code == EXIT_CODE_OK)
		fprintf(stderr, "%zu of %zu file%s %s\n", formatting.changed, formatting.seen,
			formatting.seen == 1 ? "" : "s",
			formatting.only_checks ? "would change" : "changed");
	return formatting.code;
}

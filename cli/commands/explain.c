/* vtosca explain FILE ELEMENT: why an element is present or absent. */
#include "cli/arguments/arguments.h"
#include "cli/arguments/command.h"
#include "cli/template/loaded_template.h"

#include <stdio.h>

enum {
	OPTION_PRESET,
};

static const struct option options[] = {
	[OPTION_PRESET] = {"preset", 'p', true},
	{0},
};

/* By its id, or by its name alone if that is enough. NULL after saying why not. */
static const struct element *find_element(const struct loaded_template *loaded, const char *word)
{
	struct string name = string_from(word);
	struct elements elements = analysis_elements(loaded->analysis);
	const struct element *found = analysis_find_element(loaded->analysis, name);
	size_t count = 0;

	if (found)
		return found;
	for (uint32_t i = 0; i < elements.count; i++) {
		if (string_equal(elements.items[i]->name, name) &&
			element_is_listed(elements.items[i])) {
			found = elements.items[i];
			count++;
		}
	}
	if (count == 1)
		return found;
	fprintf(stderr, "vtosca explain: %s \"%s\"\n",
		count == 0 ? "there is no element" : "several elements are named", word);
	for (uint32_t i = 0; count > 1 && i < elements.count; i++) {
		if (string_equal(elements.items[i]->name, name) && !elements.items[i]->is_synthetic)
			fprintf(stderr, "  %.*s\n",
				STRING_ARGUMENTS(element_id(elements.items[i], loaded->arena)));
	}
	return NULL;
}

/* Where to look: for the answer as compilers write it, for its reasons the line will do. */
static void print_place(const struct loaded_template *loaded, struct node node, bool in_full)
{
	struct position start;

	if (!node_is_absent(node)) {
		start = loaded_template_position(loaded, node);
		if (in_full)
			printf("  (%.*s:%u:%u)", STRING_ARGUMENTS(loaded->path), start.line + 1,
				start.character + 1);
		else
			printf("  (line %u)", start.line + 1);
	}
	putchar('\n');
}

/* The first step is the answer itself, the others are its reasons. */
static void explain_under(
	const struct loaded_template *loaded, size_t variant, const struct element *element)
{
	struct string name = analysis_variant(loaded->analysis, variant)->name;
	size_t count;
	const struct explanation_step *steps =
		analysis_explain(loaded->analysis, variant, element, loaded->arena, &count);

	for (size_t i = 0; i < count; i++) {
		if (i == 0)
			printf("%.*s: ", STRING_ARGUMENTS(name));
		printf("%*s%.*s", (int)(2 * steps[i].depth), "", STRING_ARGUMENTS(steps[i].text));
		print_place(loaded, steps[i].place, i == 0);
	}
}

static void explain(const struct loaded_template *loaded, const struct element *element)
{
	for (size_t i = 0; i < analysis_variant_count(loaded->analysis); i++) {
		if (i > 0)
			putchar('\n');
		explain_under(loaded, i, element);
	}
}

static int run(const char *path, const char *name, const struct analysis_settings *settings)
{
	struct loaded_template loaded;
	const struct element *element;
	bool valid;

	if (!loaded_template_init(&loaded, "explain", path, settings))
		return EXIT_CODE_USAGE;
	valid = loaded_template_is_valid(&loaded) &&
		(!settings || analysis_variant(loaded.analysis, 0)->error.length == 0);
	element = find_element(&loaded, name);
	if (element)
		explain(&loaded, element);
	loaded_template_finish(&loaded);
	if (!element)
		return EXIT_CODE_USAGE;
	return valid ? EXIT_CODE_OK : EXIT_CODE_PROBLEM;
}

static int read_arguments(
	struct arguments *arguments, struct arena *arena, struct chosen_variants *chosen)
{
	const char *operands[2] = {NULL, NULL};
	const char *value;

	for (;;) {
		switch (arguments_next(arguments, options, &value)) {
		case ARGUMENT_END:
			if (!operands[1])
				return command_usage_error("explain");
			return run(
				operands[0], operands[1], chosen_variants_settings(chosen, arena));
		case ARGUMENT_OPERAND:
			if (operands[1])
				return command_usage_error("explain");
			operands[operands[0] != NULL] = value;
			break;
		case OPTION_PRESET:
			chosen_variants_add(chosen, arena, value);
			break;
		default:
			return command_usage_error("explain");
		}
	}
}

int run_explain(struct arguments *arguments)
{
	struct arena *arena = arena_create();
	struct chosen_variants chosen = {0};
	int code = read_arguments(arguments, arena, &chosen);

	arena_destroy(arena);
	return code;
}

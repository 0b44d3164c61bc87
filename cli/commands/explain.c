/* vtosca explain FILE ELEMENT: why an element is present or absent. */
#include "cli/commands/commands.h"
#include "cli/print/console.h"
#include "cli/template/element_choice.h"
#include "cli/template/loaded_template.h"

#include <stdio.h>

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
			console_print(stdout, "%.*s: ", STRING_ARGUMENTS(name));
		console_print(stdout, "%*s%.*s", (int)(2 * steps[i].depth), "",
			STRING_ARGUMENTS(steps[i].text));
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

int run_explain(const struct arguments *arguments)
{
	struct loaded_template loaded;

	if (!loaded_template_open(&loaded, arguments, arguments->operands.items[0]))
		return EXIT_CODE_USAGE;
	bool is_valid = loaded_template_is_valid(&loaded);
	const struct element *element =
		element_choice(&loaded, arguments, arguments->operands.items[1]);
	int code = EXIT_CODE_USAGE;
	if (element) {
		explain(&loaded, element);
		is_valid = loaded_template_is_resolvable(&loaded) && is_valid;
		code = is_valid ? EXIT_CODE_OK : EXIT_CODE_PROBLEM;
	}
	loaded_template_finish(&loaded);
	return code;
}

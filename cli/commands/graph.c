/* vtosca graph FILE: the topology as a drawing, absent elements dashed. */
#include "analyzer/ide/views/graph_text.h"
#include "cli/commands/commands.h"
#include "cli/print/console.h"
#include "cli/template/loaded_template.h"

#include <stdio.h>

static void print(const struct loaded_template *loaded, enum graph_format format, bool only_present)
{
	struct graph_variants all = {0, analysis_variant_count(loaded->analysis), only_present};
	struct string text = graph_text(loaded->analysis, all, format, loaded->arena);

	console_text(stdout, text);
}

int run_graph(const struct arguments *arguments)
{
	struct loaded_template loaded;

	if (!loaded_template_open(&loaded, arguments, arguments->operands.items[0]))
		return EXIT_CODE_USAGE;
	bool is_valid = loaded_template_is_valid(&loaded);
	bool is_resolvable = loaded_template_is_resolvable(&loaded);
	if (is_resolvable && !loaded_template_is_empty(&loaded))
		print(&loaded, (enum graph_format)arguments_choice(arguments, OPTION_FORMAT),
			arguments_has(arguments, OPTION_PRESENT));
	loaded_template_finish(&loaded);
	return is_valid && is_resolvable ? EXIT_CODE_OK : EXIT_CODE_PROBLEM;
}

#include "cli/arguments/command.h"

#include <stdio.h>
#include <string.h>

/* Sorted by name: `vtosca --help` prints the table as it stands. */
// clang-format off
const struct command commands[] = {
	{"check", "FILE… [--format text|json|sarif] [--variant VARIANT]…",
		"report everything that is wrong, as editors show it",
		"  --format FORMAT    text (as compilers do), json, or sarif (for code hosts)\n"
		"  --variant VARIANT  only what holds under this preset, test, or \"defaults\"\n\n"
		"A file is a template, a file of types, or an archive (CSAR): packed, as a folder with a\n"
		"TOSCA.meta, or by its TOSCA.meta; all its definitions are checked.\n",
		run_check},
	{"explain", "FILE ELEMENT [--preset PRESET]…",
		"tell why an element is present or absent",
		"  --preset PRESET  only under this preset, or under several together\n",
		run_explain},
	{"graph", "FILE [--preset PRESET]… [--format dot|mermaid]",
		"draw the topology, absent elements dashed",
		"  --preset PRESET  as it is under this preset, or under several together\n"
		"  --format FORMAT  dot (for Graphviz) or mermaid\n",
		run_graph},
	{"help", "[COMMAND]", "explain the commands, or one of them", "", run_help},
	{"lsp", "", "serve an editor over standard input and output", "", run_lsp},
	{"presence", "FILE [--format table|json|csv] [--kind KIND] [--all]",
		"show which element is present under which variant",
		"  --format FORMAT  table (for people), json or csv\n"
		"  --kind KIND      only nodes, relations, … (node, relation, property, artifact, "
		"technology,\n"
		"                   type, group, policy, input, output, import)\n"
		"  --all            also what is present exactly where its container is\n",
		run_presence},
	{"resolve", "FILE [--preset NAME]… [--inputs FILE] [--input NAME=VALUE]… [-o FILE]",
		"write the variability-resolved service template",
		"  -p, --preset NAME        apply a variability preset, one after the other\n"
		"      --inputs FILE        assign the variability inputs in a YAML file or FeatureIDE configuration\n"
		"  -i, --input NAME=VALUE   assign one variability input; the value is YAML\n"
		"  -o, --output FILE        write to a file instead of standard output\n", run_resolve},
	{"test", "FOLDER…", "run variability tests",
		"  -v, --verbose   also name the tests that pass\n\n"
		"A folder is a test (it holds test.yaml or expected.yaml), or has tests beside a template in its\n"
		"folder \"tests\", or holds folders with tests.\n", run_test},
};
// clang-format on
const size_t command_count = sizeof(commands) / sizeof(commands[0]);

const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < command_count; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

int command_usage_error(const char *name)
{
	const struct command *command = command_find(name);
	fprintf(stderr, "usage: vtosca %s %s\n", command->name, command->operands);
	return EXIT_CODE_USAGE;
}

/* vtosca graph FILE: the topology as a drawing, absent elements dashed. */
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/loaded_template.h"

#include <stdio.h>

enum {
	OPTION_FORMAT,
	OPTION_PRESET,
};

static const struct option options[] = {
	[OPTION_FORMAT] = {"format", 'f', true},
	[OPTION_PRESET] = {"preset", 'p', true},
	{0},
};

enum format {
	FORMAT_DOT,
	FORMAT_MERMAID,
};

static const char *const formats[] = {"dot", "mermaid", NULL};

static enum presence presence_of(
	const struct loaded_template *loaded, size_t variant, const struct element *element)
{
	return analysis_presence(loaded->analysis, variant, element);
}

/* Whether no variant of the drawing has the element. */
static bool is_absent(const struct loaded_template *loaded, const struct element *element)
{
	for (size_t i = 0; i < analysis_variant_count(loaded->analysis); i++) {
		if (presence_of(loaded, i, element) != PRESENCE_ABSENT)
			return false;
	}
	return true;
}

/* The variants that have the element, e.g. "staging, peak"; empty if all or none do. */
static struct string variants_of(
	const struct loaded_template *loaded, const struct element *element)
{
	size_t count = analysis_variant_count(loaded->analysis);
	struct string names = STRING("");
	size_t present = 0;

	for (size_t i = 0; i < count; i++) {
		struct string name = analysis_variant(loaded->analysis, i)->name;

		if (presence_of(loaded, i, element) != PRESENCE_PRESENT)
			continue;
		names = arena_format(loaded->arena, "%.*s%s%.*s", STRING_ARGUMENTS(names),
			present == 0 ? "" : ", ", STRING_ARGUMENTS(name));
		present++;
	}
	return present == count ? STRING("") : names;
}

/* Both languages quote with `"`; neither lets it stand inside as it is. */
static void print_quoted(enum format format, struct string text)
{
	for (size_t i = 0; i < text.length; i++) {
		if (text.bytes[i] == '"')
			fputs(format == FORMAT_DOT ? "\\\"" : "#quot;", stdout);
		else if (text.bytes[i] == '\\' && format == FORMAT_DOT)
			fputs("\\\\", stdout);
		else
			putchar(text.bytes[i]);
	}
}

static void print_label(
	const struct loaded_template *loaded, enum format format, const struct element *element)
{
	struct string variants = variants_of(loaded, element);

	putchar('"');
	print_quoted(format, element->name);
	if (variants.length > 0) {
		fputs(format == FORMAT_DOT ? "\\n" : "<br>", stdout);
		print_quoted(format, variants);
	}
	putchar('"');
}

/* Hosting relations point down, others sideways as far as the layout can. */
static void print_dot(const struct loaded_template *loaded)
{
	struct elements nodes = analysis_elements_of_kind(loaded->analysis, ELEMENT_NODE);
	struct elements relations = analysis_elements_of_kind(loaded->analysis, ELEMENT_RELATION);

	puts("digraph topology {\n\tnode [shape=box, style=rounded]");
	for (uint32_t i = 0; i < nodes.count; i++) {
		printf("\tn%u [label=", nodes.items[i]->position);
		print_label(loaded, FORMAT_DOT, nodes.items[i]);
		puts(is_absent(loaded, nodes.items[i])
				? ", style=\"rounded,dashed\", color=gray, fontcolor=gray]"
				: "]");
	}
	for (uint32_t i = 0; i < relations.count; i++) {
		const struct element *relation = relations.items[i];

		if (relation->relation.target == NULL)
			continue;
		printf("\tn%u -> n%u [label=", element_source(relation)->position,
			relation->relation.target->position);
		print_label(loaded, FORMAT_DOT, relation);
		if (relation->relation.is_hosting)
			fputs(", arrowhead=diamond", stdout);
		puts(is_absent(loaded, relation) ? ", style=dashed, color=gray, fontcolor=gray]"
						 : "]");
	}
	puts("}");
}

static void print_mermaid(const struct loaded_template *loaded)
{
	struct elements nodes = analysis_elements_of_kind(loaded->analysis, ELEMENT_NODE);
	struct elements relations = analysis_elements_of_kind(loaded->analysis, ELEMENT_RELATION);

	puts("flowchart TD");
	for (uint32_t i = 0; i < nodes.count; i++) {
		printf("    n%u[", nodes.items[i]->position);
		print_label(loaded, FORMAT_MERMAID, nodes.items[i]);
		puts(is_absent(loaded, nodes.items[i]) ? "]:::absent" : "]");
	}
	for (uint32_t i = 0; i < relations.count; i++) {
		const struct element *relation = relations.items[i];

		if (relation->relation.target == NULL)
			continue;
		printf("    n%u %s|", element_source(relation)->position,
			is_absent(loaded, relation)     ? "-.->"
			: relation->relation.is_hosting ? "==>"
							: "-->");
		print_label(loaded, FORMAT_MERMAID, relation);
		printf("| n%u\n", relation->relation.target->position);
	}
	puts("    classDef absent stroke-dasharray: 4 4, color: gray");
}

static int run(const char *path, enum format format, const struct analysis_settings *settings)
{
	struct loaded_template loaded;
	const struct variant *first;
	bool valid;

	if (!loaded_template_init(&loaded, "graph", path, settings))
		return EXIT_CODE_USAGE;
	valid = loaded_template_is_valid(&loaded);
	first = analysis_variant(loaded.analysis, 0);
	if (settings != NULL && first->error.length > 0) {
		valid = false;
		fprintf(stderr, "error: %.*s\n", STRING_ARGUMENTS(first->error));
	} else if (format == FORMAT_DOT) {
		print_dot(&loaded);
	} else {
		print_mermaid(&loaded);
	}
	loaded_template_finish(&loaded);
	return valid ? EXIT_CODE_OK : EXIT_CODE_PROBLEM;
}

static int read_arguments(
	struct arguments *arguments, struct arena *arena, struct chosen_variants *chosen)
{
	const char *path = NULL;
	const char *value;
	int format = FORMAT_DOT;

	for (;;) {
		switch (arguments_next(arguments, options, &value)) {
		case ARGUMENT_END:
			if (path == NULL)
				return command_usage_error("graph");
			return run(
				path, (enum format)format, chosen_variants_settings(chosen, arena));
		case ARGUMENT_OPERAND:
			if (path != NULL)
				return command_usage_error("graph");
			path = value;
			break;
		case OPTION_FORMAT:
			format = arguments_choice(arguments, "format", value, formats);
			if (format < 0)
				return EXIT_CODE_USAGE;
			break;
		case OPTION_PRESET:
			chosen_variants_add(chosen, arena, value);
			break;
		default:
			return command_usage_error("graph");
		}
	}
}

int run_graph(struct arguments *arguments)
{
	struct arena *arena = arena_create();
	struct chosen_variants chosen = {0};
	int code = read_arguments(arguments, arena, &chosen);

	arena_destroy(arena);
	return code;
}

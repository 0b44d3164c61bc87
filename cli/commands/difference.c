/* vtosca difference FILE: what distinguishes two variants. */
#include "analyzer/variability/resolution/difference.h"
#include "analyzer/ide/text/presence_sign.h"
#include "analyzer/variability/resolution/resolved_template.h"
#include "cli/commands/commands.h"
#include "cli/commands/template_difference.h"
#include "cli/print/console.h"
#include "cli/print/json_writer.h"
#include "cli/template/loaded_template.h"

/* The resolved template of a variant, as a value; none if it has none. */
struct side {
	struct yaml_writer *writer;
	struct syntax_tree *tree;
	struct value value;
};

struct comparison {
	const struct loaded_template *loaded;
	struct side sides[2];
	const struct difference *differences;
	size_t difference_count;
	bool is_resolvable;
};

/* ---- the two variants ---- */

/* Without the inputs of the command line: what a variant is compared with that has them. */
static struct arguments without_inputs(const struct arguments *arguments)
{
	struct arguments plain = *arguments;

	plain.options[OPTION_INPUT].count = 0;
	plain.options[OPTION_INPUTS].count = 0;
	return plain;
}

static bool choose_plain(struct loaded_template *loaded, const struct arguments *plain,
	struct variant_setting *setting)
{
	struct variant_choice choice;
	bool is_known =
		variant_choice_read(&choice, plain) && loaded_template_choose(loaded, &choice);

	if (is_known)
		*setting = choice.variants[0];
	return is_known;
}

/* Two variants, or one and itself with inputs. */
static bool choose(struct loaded_template *loaded, const struct arguments *arguments)
{
	struct variant_choice *choice = &loaded->choice;
	size_t count = choice->settings.variant_count;
	struct variant_setting *pair = arena_allocate(arguments->arena, 2, sizeof(*pair));
	struct arguments plain = without_inputs(arguments);

	if (count == 2)
		return true;
	if (count != 1 || choice->inputs.kind != VALUE_MAP) {
		arguments_refuse(arguments, "two variants are compared: give --variant twice, or "
					    "one variant and --input");
		return false;
	}
	pair[1] = choice->variants[0];
	if (!choose_plain(loaded, &plain, &pair[0]))
		return false;
	choice->settings.variants = pair;
	choice->settings.variant_count = 2;
	return true;
}

/* ---- comparing ---- */

static struct side side_of(const struct comparison *comparison, size_t variant)
{
	const struct loaded_template *loaded = comparison->loaded;
	struct side side = {.writer = yaml_writer_create()};

	if (analysis_variant(loaded->analysis, variant)->error.length > 0)
		return side;
	resolved_template_write(loaded->analysis, variant, loaded->arena, side.writer);
	side.tree = syntax_tree_create(yaml_writer_text(side.writer));
	side.value = value_from_node(loaded->arena, syntax_tree_root(side.tree));
	return side;
}

static void compare(struct comparison *comparison)
{
	struct side *sides = comparison->sides;

	for (size_t i = 0; i < 2; i++)
		sides[i] = side_of(comparison, i);
	comparison->is_resolvable = sides[0].tree && sides[1].tree;
	if (comparison->is_resolvable)
		comparison->differences = difference_list(comparison->loaded->arena, sides[0].value,
			sides[1].value, &comparison->difference_count);
}

static void finish(struct comparison *comparison)
{
	for (size_t i = 0; i < 2; i++) {
		syntax_tree_release(comparison->sides[i].tree);
		yaml_writer_destroy(comparison->sides[i].writer);
	}
}

static bool differs(const struct comparison *comparison, const struct element *element)
{
	const struct analysis *analysis = comparison->loaded->analysis;

	return element_is_listed(element) &&
	       analysis_presence(analysis, 0, element) != analysis_presence(analysis, 1, element);
}

static bool any_differs(const struct comparison *comparison)
{
	struct elements elements = analysis_elements(comparison->loaded->analysis);

	for (uint32_t i = 0; i < elements.count; i++)
		if (differs(comparison, elements.items[i]))
			return true;
	return comparison->difference_count > 0;
}

/* A value that both have, and have otherwise. What only one has is told by its element. */
static bool is_changed_value(const struct difference *difference)
{
	return difference->expected && difference->actual;
}

/* ---- printing ---- */

static void print_errors(const struct loaded_template *loaded)
{
	for (size_t i = 0; i < 2; i++) {
		const struct variant *variant = analysis_variant(loaded->analysis, i);

		if (variant->error.length > 0) {
			struct string error = variant_error_text(variant, loaded->arena);

			console_line(stderr, "%.*s: error: %.*s", STRING_ARGUMENTS(variant->name),
				STRING_ARGUMENTS(error));
		}
	}
}

/* What a container loses or gains with all it holds, people need to be told once. */
static void print_element(const struct comparison *comparison, const struct element *element)
{
	const struct analysis *analysis = comparison->loaded->analysis;
	const struct element *container = element->container;

	if (container &&
		analysis_presence(analysis, 0, element) ==
			analysis_presence(analysis, 0, container) &&
		analysis_presence(analysis, 1, element) ==
			analysis_presence(analysis, 1, container))
		return;
	console_line(stdout, "%s → %s  %.*s",
		presence_sign(analysis_presence(analysis, 0, element)),
		presence_sign(analysis_presence(analysis, 1, element)),
		STRING_ARGUMENTS(element_id(element, comparison->loaded->arena)));
}

static void print_text(const struct comparison *comparison)
{
	const struct loaded_template *loaded = comparison->loaded;
	struct elements elements = analysis_elements(loaded->analysis);

	console_line(stdout, "%.*s → %.*s",
		STRING_ARGUMENTS(analysis_variant(loaded->analysis, 0)->name),
		STRING_ARGUMENTS(analysis_variant(loaded->analysis, 1)->name));
	if (!any_differs(comparison))
		puts("no difference");
	for (uint32_t i = 0; i < elements.count; i++)
		if (differs(comparison, elements.items[i]))
			print_element(comparison, elements.items[i]);
	for (size_t i = 0; i < comparison->difference_count; i++) {
		const struct difference *difference = &comparison->differences[i];

		if (is_changed_value(difference))
			console_line(stdout, "%.*s: %.*s → %.*s",
				STRING_ARGUMENTS(difference->path),
				STRING_ARGUMENTS(value_json(loaded->arena, *difference->expected)),
				STRING_ARGUMENTS(value_json(loaded->arena, *difference->actual)));
	}
}

static void put_variant(struct json_writer *json, const char *key, const struct variant *variant)
{
	json_key(json, key);
	json_compact(json);
	json_begin_object(json);
	json_put_string(json, "variant", variant->name);
	if (variant->error.length > 0)
		json_put_string(json, "error", variant->error);
	json_end_object(json);
}

static void put_element(struct json_writer *json, const struct comparison *comparison,
	const struct element *element)
{
	const struct loaded_template *loaded = comparison->loaded;

	json_compact(json);
	json_begin_object(json);
	json_put_string(json, "id", element_id(element, loaded->arena));
	json_put_string(json, "display", element_title(element, loaded->arena));
	json_put_text(json, "from", presence_name(analysis_presence(loaded->analysis, 0, element)));
	json_put_text(json, "to", presence_name(analysis_presence(loaded->analysis, 1, element)));
	json_end_object(json);
}

static void print_json(const struct comparison *comparison)
{
	const struct loaded_template *loaded = comparison->loaded;
	struct elements elements = analysis_elements(loaded->analysis);
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	put_variant(&json, "from", analysis_variant(loaded->analysis, 0));
	put_variant(&json, "to", analysis_variant(loaded->analysis, 1));
	json_key(&json, "elements");
	json_begin_array(&json);
	for (uint32_t i = 0; i < elements.count; i++)
		if (differs(comparison, elements.items[i]))
			put_element(&json, comparison, elements.items[i]);
	json_end_array(&json);
	json_key(&json, "values");
	json_begin_array(&json);
	for (size_t i = 0; i < comparison->difference_count; i++) {
		const struct difference *difference = &comparison->differences[i];

		if (!is_changed_value(difference))
			continue;
		json_compact(&json);
		json_begin_object(&json);
		json_put_string(&json, "path", difference->path);
		json_key(&json, "from");
		json_raw(&json, value_json(loaded->arena, *difference->expected));
		json_key(&json, "to");
		json_raw(&json, value_json(loaded->arena, *difference->actual));
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}

int run_difference(const struct arguments *arguments)
{
	struct loaded_template loaded;
	struct comparison comparison = {.loaded = &loaded};

	if (arguments->operands.count == 2)
		return template_difference_run(arguments);
	if (!loaded_template_read(&loaded, arguments, arguments->operands.items[0]))
		return EXIT_CODE_USAGE;
	if (!choose(&loaded, arguments)) {
		loaded_template_finish(&loaded);
		return EXIT_CODE_USAGE;
	}
	loaded_template_analyse(&loaded);
	bool is_valid = loaded_template_is_valid(&loaded);
	compare(&comparison);
	print_errors(&loaded);
	if (arguments_choice(arguments, OPTION_FORMAT) == 0)
		print_text(&comparison);
	else
		print_json(&comparison);
	bool is_same = is_valid && comparison.is_resolvable && !any_differs(&comparison);
	finish(&comparison);
	loaded_template_finish(&loaded);
	return is_same ? EXIT_CODE_OK : EXIT_CODE_PROBLEM;
}
